"""The naive scorer's team results: on a stage, and in the team classification."""

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
"""A team's total: finish points, its riders' total times, or three times per stage."""


def adds_up(tour: Json) -> str:
    """Return what a team's total adds up; see `BY`, or tour points (FR-5)."""
    return "tour points" if won_by_tour_points(tour) else BY[game(tour)]


def team_result(tour: Json, result: Json) -> list[Json]:
    """Rank the teams on a stage by time or points; a team time trial always by time.

    Equal teams share a rank (GN-3), except with three times per stage. Teams without a
    finisher, or there without three, are left out.
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
            # Teams with more finishers are ahead of those with fewer.
            time = sum(row["time"] for row in home)
            worth[team] = {"time": time}
            size = len(home) + to_join(tour, result, team)
            entries.append((team, (-size, time), []))
    return [
        {"rank": rank, "team": team, **worth[team]}
        for rank, team, _ in ranking(entries)
    ]


def to_join(tour: Json, result: Json, team: str) -> int:
    """Return how many riders of a team join later, so that none is missing (GN-10)."""
    teams = team_of(tour)
    mates = [bib for bib in startlist(tour) if teams.get(bib) == team]
    return sum(joins(tour, bib) > result["number"] for bib in mates)


def at_home(tour: Json, result: Json, team: str) -> list[Json]:
    teams = team_of(tour)
    return [r for r in result["rows"] if r["place"] and teams.get(r["bib"]) == team]


def three_times(tour: Json, result: Json, team: str) -> Json | None:
    """Return the sum of a team's three best times, with its tie steps (RR-6, CI-3).

    In a team time trial it is the third time, multiplied by three. Return None for a
    team with fewer finishers.
    """
    home = at_home(tour, result, team)
    size = sum(team_of(tour).get(bib) == team for bib in startlist(tour))
    three = max(THREE, size) - to_join(tour, result, team)
    three = max(min(THREE, three), 1)
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
    """Return the team classification (CR-8, CR-15, CY-18, RR-6, FR-5).

    By points, a team whose riders have all left keeps its points. `more` are points of
    riders added after the last stage (FR-4).
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
    """Return all tour points that the team's riders won, with the final ones (FR-5)."""
    mine = [bib for bib, code in team_of(tour).items() if code == team]
    rows = [r["row"].get(bib) for r in counting(results, "points") for bib in mine]
    won: int = sum(row["points"] for row in rows if row)
    return won + sum(more.get(bib, 0) for bib in mine)


def countback(tour: Json, results: list[Json], team: str) -> list[int]:
    """Return how often the team had each stage rank, negated for sorting (RR-6)."""
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
    """Return the points of the team's riders on a stage, without rulings (CR-8).

    With tour points they include the rulings (FR-5).
    """
    teams = team_of(tour)
    if adds_up(tour) == "tour points":
        rows = result["row"].items()
        return sum(row["points"] for bib, row in rows if teams.get(bib) == team)
    return sum(won for bib, won in result["won"].items() if teams.get(bib) == team)


def team_rulings(results: list[Json], team: str) -> tuple[int, int]:
    """Return the seconds and points of the rulings on a team so far (GN-2)."""
    rulings = [r for result in results for r in result["stage"].get("ruling", [])]
    mine = [ruling for ruling in rulings if ruling.get("team") == team]
    return (
        sum(ruling.get("seconds", 0) for ruling in mine),
        sum(ruling.get("points", 0) for ruling in mine),
    )
