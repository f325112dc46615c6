"""The second half of the naive scorer: the standings after a stage."""

from typing import Any

from tests.reference_arrival import (
    Json,
    bib_order,
    is_cyclo,
    option,
    startlist,
    team_of,
)

JERSEYS = {
    "criterium": {"yellow": "general", "green": "points", "polka dot": "mountains"},
    "cyclo": {"yellow": "general", "green": "points", "white": "mountains"},
}

Entry = tuple[str, Any, list[tuple[str, Any]]]
"""Who, the total (lowest first) and the steps that part equal totals, in order."""


def ranking(entries: list[Entry]) -> list[tuple[int, str, str | None]]:
    """Put entries in order: rank, who, and the step that parted it if it was level."""
    order = sorted(entries, key=lambda e: (e[1], [k for _, k in e[2]], bib_order(e[0])))

    def parted(one: Entry, other: Entry) -> str | None:
        for (name, mine), (_, theirs) in zip(one[2], other[2], strict=True):
            if mine != theirs:
                return name
        return None

    ranked: list[tuple[int, str, str | None]] = []
    for index, entry in enumerate(order):
        level = [e for e in order if e[1] == entry[1]]
        rank = 1 + index
        for earlier, other in enumerate(order[:index]):
            if other in level and not parted(other, entry):
                rank = 1 + earlier
                break
        above = [parted(e, entry) for e in reversed(order[:index]) if e in level]
        below = [parted(e, entry) for e in order[index + 1 :] if e in level]
        steps = [step for step in above + below if step]
        ranked.append((rank, entry[0], steps[0] if steps else None))
    return ranked


def counting(results: list[Json], classification: str) -> list[Json]:
    """GN-4: the stages that count for a classification."""
    return [
        r for r in results if r["stage"].get("counts", {}).get(classification, True)
    ]


def still_in(tour: Json, results: list[Json]) -> list[str]:
    """GN-1: everybody who has not left the race."""
    gone = {bib for result in results for bib in result["left"]}
    return [bib for bib in startlist(tour) if bib not in gone]


def standings(tour: Json, results: list[Json]) -> Json:
    """Every classification and the jerseys after the last of these stages.

    Before the first stage ridden there is nothing to stand in.
    """
    names = ["points", "mountains"] if is_cyclo(tour) else [*TALLIES]
    if not results:
        return {name: [] for name in ("general", *names, "teams", "jerseys")}
    overall = general(tour, results)
    tables = {"general": overall}
    for name in names:
        tables[name] = tally(tour, results, overall, name)
    tables["teams"] = team_standings(tour, results, overall)
    return {**tables, "jerseys": jerseys(tour, tables)}


def ranks(tour: Json, results: list[Json]) -> dict[str, int]:
    return {row["bib"]: row["rank"] for row in general(tour, results)}


def general(tour: Json, results: list[Json]) -> list[Json]:
    """CR-11, CR-15, CY-6, CY-7."""
    if not results:
        return []
    counted = counting(results, "general")
    by_points = not is_cyclo(tour) and option(tour, "format", "time") == "points"
    total: dict[str, int] = {}
    for bib in still_in(tour, results):
        mine = [(result["row"][bib], result["active"][bib]) for result in counted]
        if by_points:
            total[bib] = sum(r["points"] + r["mountains"] + a for r, a in mine)
        else:
            total[bib] = sum(r["time"] - r["bonus"] + r["penalty"] for r, _ in mine)
    before = ranks(tour, results[:-1])
    entries: list[Entry] = [
        (bib, -time if by_points else time, general_steps(tour, results, before, bib))
        for bib, time in total.items()
    ]
    best = min(total.values(), default=0)
    level = best if is_cyclo(tour) else 0
    rows = []
    for rank, bib, tie in ranking(entries):
        if by_points:
            rows.append({"rank": rank, "bib": bib, "points": total[bib], "tie": tie})
            continue
        time = {"time": total[bib] - level, "gap": total[bib] - best}
        rows.append({"rank": rank, "bib": bib, **time, "tie": tie})
    return rows


def general_steps(
    tour: Json, results: list[Json], before: dict[str, int], bib: str
) -> list[tuple[str, Any]]:
    """What parts equal totals, in each game and format."""
    counted = counting(results, "general")
    latest = ("latest place", counted[-1]["row"][bib]["place"] if counted else 0)
    if is_cyclo(tour):
        return [
            ("previous general", before.get(bib, 0)),
            ("lots", lot(results, "general", bib)),
            latest,
            ("bib", bib_order(bib)),
        ]
    if option(tour, "format", "time") == "points":
        return [("wins", -sum(bib in r["wins"]["finish"] for r in counted)), latest]
    return [("sum of places", sum(r["row"][bib]["place"] for r in counted)), latest]


def lot(results: list[Json], classification: str, bib: str) -> int:
    """CY-7: where the lots put a rider; those not drawn stay level with each other."""
    drawn = results[-1]["stage"].get("lots", {}).get(classification, "").split()
    return drawn.index(bib) if bib in drawn else len(drawn)


TALLIES = {"points": "finish", "mountains": "summits", "active": "sprints"}
"""A classification by points, and the wins that part it in Criterium (CR-15)."""


def tally(
    tour: Json, results: list[Json], overall: list[Json], name: str
) -> list[Json]:
    """CR-8 to CR-10, CR-15, CY-8, CY-9: everybody with more than 0."""
    counted = counting(results, name)
    rank_now = {row["bib"]: row["rank"] for row in overall}
    before = ranks(tour, results[:-1])
    total: dict[str, int] = {}
    entries: list[Entry] = []
    for bib in still_in(tour, results):
        rows = [r["active"] if name == "active" else r["row"][bib] for r in counted]
        total[bib] = sum(row[bib if name == "active" else name] for row in rows)
        steps: list[tuple[str, Any]] = [
            ("wins", -sum(r["wins"][TALLIES[name]].count(bib) for r in counted))
        ]
        if is_cyclo(tour):
            steps = [
                ("previous general", before.get(bib, 0)),
                ("lots", lot(results, name, bib)),
            ]
        if total[bib] > 0:
            general_step = ("general", rank_now[bib])
            entries.append((bib, -total[bib], [*steps, general_step]))
    return [
        {"rank": rank, "bib": bib, "points": total[bib], "tie": tie}
        for rank, bib, tie in ranking(entries)
    ]


def team_standings(tour: Json, results: list[Json], overall: list[Json]) -> list[Json]:
    """CR-8, CR-15, CY-18. In Criterium a team keeps its points with nobody left."""
    teams = team_of(tour)
    counted = counting(results, "teams")
    total: dict[str, int] = {}
    entries: list[Entry] = []
    for team in dict.fromkeys(teams.values()):
        riders = [row for row in overall if teams.get(row["bib"]) == team]
        if is_cyclo(tour) and not riders:
            continue
        best = min((row["rank"] for row in riders), default=len(startlist(tour)) + 1)
        step = ("best rider", best)
        seconds, points = team_rulings(counted, team)
        if is_cyclo(tour):
            total[team] = sum(row["time"] for row in riders) + seconds
            entries.append((team, (-len(riders), total[team]), [step]))
        else:
            total[team] = sum(team_points(tour, r, team) for r in counted) - points
            entries.append((team, -total[team], [step]))
    ranked = ranking(entries)
    rows = []
    for rank, team, tie in ranked:
        worth = {"points": total[team]}
        if is_cyclo(tour):
            worth = {"time": total[team], "gap": total[team] - total[ranked[0][1]]}
        rows.append({"rank": rank, "team": team, **worth, "tie": tie})
    return rows


def team_points(tour: Json, result: Json, team: str) -> int:
    """CR-8: the finish points of the team's riders, before any ruling on a rider."""
    teams = team_of(tour)
    return sum(won for bib, won in result["won"].items() if teams.get(bib) == team)


def team_rulings(results: list[Json], team: str) -> tuple[int, int]:
    """GN-2 for teams: the seconds and points taken so far, less those given."""
    rulings = [r for result in results for r in result["stage"].get("ruling", [])]
    mine = [ruling for ruling in rulings if ruling.get("team") == team]
    return (
        sum(ruling.get("seconds", 0) for ruling in mine),
        sum(ruling.get("points", 0) for ruling in mine),
    )


def jerseys(tour: Json, tables: dict[str, list[Json]]) -> list[Json]:
    """CR-16, CY-10: the leader, and who wears it, highest jersey first."""
    rows = []
    dressed: set[str] = set()
    for jersey, name in JERSEYS[tour["tour"]["rulebook"]].items():
        bibs = [row["bib"] for row in tables[name]]
        if not bibs:
            continue
        wearer = next((bib for bib in bibs if bib not in dressed), None)
        if wearer is not None:
            dressed.add(wearer)
        rows.append(
            {
                "jersey": jersey,
                "classification": name,
                "leader": bibs[0],
                "wearer": wearer,
            }
        )
    return rows
