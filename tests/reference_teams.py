"""The naive scorer's teams: on a stage, and in their classification."""

from typing import Any

from tests.reference_arrival import Json, game, joins, startlist, team_of
from tests.reference_grand_tour import won_by_tour_points
from tests.reference_standings import Entry, counting, ranking

THREE = 3
BY = {
    "criterium": "points",
    "cyclo": "overall",
    "ciclistas": "three",
    "figueres": "points",
    "flamme-rouge": "overall",
    "road": "three",
}
"""The total of a team: finish points, overall times, or three times a stage."""


def adds_up(tour: Json) -> str:
    """FR-5: in Flamme Rouge all tour points, unless the winner is found by time."""
    return "tour points" if won_by_tour_points(tour) else BY[game(tour)]


def team_result(tour: Json, result: Json) -> list[Json]:
    """Rank the teams on a stage, by time or by points; a ttt always by time.

    Equal teams share a rank (GN-3), except by three times. Teams with nobody home, or
    without three, are left out.
    """
    entries: list[Entry] = []
    worth: dict[str, Json] = {}
    for team in dict.fromkeys(team_of(tour).values()):
        home = at_home(tour, result, team)
        if adds_up(tour) == "three":
            three = three_times(tour, result, team)
            if three is not None:
                worth[team] = {"time": three["time"]}
                entries.append((team, three["time"], three["steps"]))
        elif not home:
            continue
        elif result["stage"]["kind"] == "ttt":
            worth[team] = {"time": home[0]["time"]}
            entries.append((team, home[0]["time"], []))
        elif adds_up(tour) in ("points", "tour points"):
            points = team_points(tour, result, team)
            worth[team] = {"points": points}
            entries.append((team, -points, []))
        else:
            # Teams with more riders home are ahead of those with fewer.
            time = sum(row["time"] for row in home)
            worth[team] = {"time": time}
            size = len(home) + to_join(tour, result, team)
            entries.append((team, (-size, time), []))
    return [
        {"rank": rank, "team": team, **worth[team]}
        for rank, team, _ in ranking(entries)
    ]


def to_join(tour: Json, result: Json, team: str) -> int:
    """GN-10: the riders of a team who join later and do not count as missing."""
    teams = team_of(tour)
    mates = [bib for bib in startlist(tour) if teams.get(bib) == team]
    return sum(joins(tour, bib) > result["number"] for bib in mates)


def at_home(tour: Json, result: Json, team: str) -> list[Json]:
    teams = team_of(tour)
    return [r for r in result["rows"] if r["place"] and teams.get(r["bib"]) == team]


def three_times(tour: Json, result: Json, team: str) -> Json | None:
    """RR-6, CI-3: the three best times, parted by those riders' places.

    On a ttt it is three times the third time. A team without three home has none.
    """
    home = at_home(tour, result, team)
    three = max(THREE - to_join(tour, result, team), 1)
    ahead = sorted(home, key=lambda row: (row["time"], row["place"]))
    best = ahead[:three]
    if len(best) < three:
        return None
    times = [row["time"] for row in best]
    places = [row["place"] for row in best]
    steps = [("sum of places", sum(places)), ("best place", min(places))]
    ttt = result["stage"]["kind"] == "ttt"
    third = ahead[:THREE][-1]["time"]
    return {"time": three * third if ttt else sum(times), "steps": steps}


def team_standings(
    tour: Json,
    results: list[Json],
    overall: list[Json],
    more: dict[str, int] | None = None,
) -> list[Json]:
    """CR-8, CR-15, CY-18, RR-6, FR-5. By points, an empty team keeps what it won.

    Riders may get `more` points at the end of a tour (FR-4).
    """
    teams = team_of(tour)
    counted = counting(results, "teams")
    total: dict[str, int] = {}
    entries: list[Entry] = []
    by = adds_up(tour)
    for team in dict.fromkeys(teams.values()):
        riders = [row for row in overall if teams.get(row["bib"]) == team]
        best = min((row["rank"] for row in riders), default=len(startlist(tour)) + 1)
        steps: list[tuple[str, Any]] = [("best rider", best)]
        seconds, points = team_rulings(counted, team)
        if by == "points":
            total[team] = sum(team_points(tour, r, team) for r in counted) - points
            entries.append((team, -total[team], steps))
        elif by == "tour points":
            total[team] = tour_points(tour, results, team, more or {}) - points
            entries.append((team, -total[team], steps))
        elif by == "overall" and riders:
            total[team] = sum(row["time"] for row in riders) + seconds
            size = len(riders) + to_join(tour, results[-1], team)
            entries.append((team, (-size, total[team]), steps))
        elif by == "three":
            times = [three_times(tour, result, team) for result in counted]
            if None in times:
                continue
            total[team] = seconds + sum(three["time"] for three in times if three)
            if game(tour) == "road":
                steps.insert(0, ("team places", countback(tour, counted, team)))
            entries.append((team, total[team], steps))
    ranked = ranking(entries)
    rows: list[Json] = []
    for rank, team, tie in ranked:
        worth: Json = {"points": total[team]}
        if by not in ("points", "tour points"):
            slower = any(row["time"] > total[team] for row in rows)
            gap = None if slower else total[team] - total[ranked[0][1]]
            worth = {"time": total[team], "gap": gap}
        rows.append({"rank": rank, "team": team, **worth, "tie": tie})
    return rows


def tour_points(
    tour: Json, results: list[Json], team: str, more: dict[str, int]
) -> int:
    """FR-5: all tour points that the team's riders ever won, at the end too."""
    mine = [bib for bib, code in team_of(tour).items() if code == team]
    rows = [r["row"].get(bib) for r in counting(results, "points") for bib in mine]
    won: int = sum(row["points"] for row in rows if row)
    return won + sum(more.get(bib, 0) for bib in mine)


def countback(tour: Json, results: list[Json], team: str) -> list[int]:
    """RR-6: stage wins as a team, second places, and so on; most first."""
    ranks = [
        row["rank"]
        for result in results
        for row in team_result(tour, result)
        if row["team"] == team
    ]
    return [
        -ranks.count(rank) for rank in range(1, len(set(team_of(tour).values())) + 1)
    ]


def team_points(tour: Json, result: Json, team: str) -> int:
    """CR-8: the finish points of the team's riders, before any ruling on a rider.

    FR-5: in Flamme Rouge all their points, rulings too.
    """
    teams = team_of(tour)
    if adds_up(tour) == "tour points":
        rows = result["row"].items()
        return sum(row["points"] for bib, row in rows if teams.get(bib) == team)
    return sum(won for bib, won in result["won"].items() if teams.get(bib) == team)


def team_rulings(results: list[Json], team: str) -> tuple[int, int]:
    """GN-2 for teams: the seconds and points taken so far, less those given."""
    rulings = [r for result in results for r in result["stage"].get("ruling", [])]
    mine = [ruling for ruling in rulings if ruling.get("team") == team]
    return (
        sum(ruling.get("seconds", 0) for ruling in mine),
        sum(ruling.get("points", 0) for ruling in mine),
    )
