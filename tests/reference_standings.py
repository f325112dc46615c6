"""The second half of the naive scorer: the standings after a stage."""

from typing import Any

from tests.reference_arrival import (
    Json,
    bib_order,
    game,
    is_cyclo,
    joins,
    neutral,
    option,
    rule,
    startlist,
)

JERSEYS = {
    "criterium": {"yellow": "general", "green": "points", "polka dot": "mountains"},
    "cyclo": {"yellow": "general", "green": "points", "white": "mountains"},
    "ciclistas": {"yellow": "general"},
    "figueres": {},
    "flamme-rouge": {"yellow": "general", "green": "points", "polka dot": "mountains"},
    "road": {
        "yellow": "general",
        "green": "points",
        "polka dot": "mountains",
        "white": "young",
    },
}
LEVELLED = ("cyclo", "flamme-rouge")
"""The games in which the best total time is 0 and others are relative to it (CY-6)."""

BEHIND_ALL = 1_000_000
Entry = tuple[str, Any, list[tuple[str, Any]]]
"""A competitor, the total (lowest first), and the name and value of each tie step."""


def ranking(entries: list[Entry]) -> list[tuple[int, str, str | None]]:
    """Sort entries; return ranks, competitors, and the steps that broke their ties."""
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
    """Return the results of the stages that count for a classification (GN-4)."""
    return [
        r for r in results if r["stage"].get("counts", {}).get(classification, True)
    ]


def still_in(tour: Json, results: list[Json]) -> list[str]:
    """Return the riders who have not left the race (GN-1)."""
    gone = {bib for r in results for bib in r["left"] if not back(tour, r, bib)}
    now = results[-1]["number"]
    bibs = [bib for bib in startlist(tour) if joins(tour, bib) <= now]
    return [bib for bib in bibs if bib not in gone]


def absent(tour: Json, result: Json, bib: str) -> bool:
    """Return whether a rider missed a stage or joined after it (GN-10)."""
    away: bool = result["row"].get(bib, {}).get("status") == "ABS"
    number: int = result["number"]
    return away or joins(tour, bib) > number


def last_home(result: Json) -> Json | None:
    """Return the row of the last rider with a place on a stage."""
    placed = [row for row in result["rows"] if row["place"]]
    return placed[-1] if placed else None


def stage_time(tour: Json, result: Json, bib: str) -> int | None:
    """Return the time that counts; for a missed stage, the last rider's (GN-10)."""
    row = result["row"].get(bib, {"bonus": 0, "penalty": 0})
    if not absent(tour, result, bib):
        time: int = row["time"] - row["bonus"] + row["penalty"]
        return time
    last = last_home(result)
    if last is None or rule(tour, "missed.time", default="none") == "none":
        return None
    late: int = last["time"] + rule(tour, "missed.penalty", default=0)
    counted: int = late - row["bonus"] + row["penalty"]
    return counted


def stage_place(tour: Json, result: Json, bib: str) -> int:
    """Return the place on a stage; for a missed stage, one behind the last rider."""
    if not absent(tour, result, bib):
        place: int = result["row"][bib]["place"]
        return place
    last = last_home(result)
    timed = not by_points(tour) and last is not None
    return last["place"] + 1 if timed and last else BEHIND_ALL


def back(tour: Json, result: Json, bib: str) -> bool:
    """Return whether a rider over the limit may come back after this stage (CY-11)."""
    late = result["row"].get(bib, {}).get("status") == "OTL"
    return late and bool(rule(tour, "time_limit.back", default=False))


def timed(tour: Json, results: list[Json], bib: str) -> bool:
    """Return whether a rider finished in time or missed each stage (CY-11, GN-10)."""
    return all(
        absent(tour, r, bib) or r["row"].get(bib, {}).get("status") == "FIN"
        for r in results
    )


def ranks(tour: Json, results: list[Json]) -> dict[str, int]:
    return {row["bib"]: row["rank"] for row in general(tour, results)}


def by_points(tour: Json) -> bool:
    """Return whether the general classification adds up points (CR-11, FI-3)."""
    criterium = game(tour) == "criterium"
    return game(tour) == "figueres" or (
        criterium and option(tour, "format", "time") == "points"
    )


def general(
    tour: Json, results: list[Json], among: set[str] | None = None
) -> list[Json]:
    """Return the general classification, or that `among` some riders (RR-7).

    CR-11, CR-15, CY-6, CY-7, CI-3, FI-3, RR-2.
    """
    if not results:
        return []
    counted = counting(results, "general")
    total: dict[str, int] = {}
    for bib in still_in(tour, results):
        if bib in neutral(tour) or (among is not None and bib not in among):
            continue
        if not timed(tour, results, bib):
            continue
        if by_points(tour):
            mine = [(r["row"].get(bib, {}), r["active"].get(bib, 0)) for r in counted]
            total[bib] = sum(
                r.get("points", 0) + r.get("mountains", 0) + a for r, a in mine
            )
            continue
        times = [stage_time(tour, result, bib) for result in counted]
        if None not in times:
            total[bib] = sum(time for time in times if time is not None)
    before = ranks(tour, results[:-1]) if is_cyclo(tour) else {}
    sign = -1 if by_points(tour) else 1
    entries: list[Entry] = [
        (bib, sign * worth, general_steps(tour, results, before, bib))
        for bib, worth in total.items()
    ]
    best = min(total.values(), default=0)
    level = best if game(tour) in LEVELLED else 0
    rows = []
    for rank, bib, tie in ranking(entries):
        if by_points(tour):
            rows.append({"rank": rank, "bib": bib, "points": total[bib], "tie": tie})
            continue
        time = {"time": total[bib] - level, "gap": total[bib] - best}
        rows.append({"rank": rank, "bib": bib, **time, "tie": tie})
    return rows


def general_steps(
    tour: Json, results: list[Json], before: dict[str, int], bib: str
) -> list[tuple[str, Any]]:
    """Return the tie steps of the game and format, with a rider's value for each."""
    counted = counting(results, "general")
    latest = ("latest place", stage_place(tour, counted[-1], bib) if counted else 0)
    lots = ("lots", lot(results, "general", bib))
    if is_cyclo(tour):
        return [
            ("previous general", before.get(bib, BEHIND_ALL)),
            lots,
            latest,
            ("bib", bib_order(bib)),
        ]
    if by_points(tour):
        won = -sum(bib in r["wins"]["finish"] for r in counted)
        return [("wins", won), latest, lots]
    placing = counted
    if game(tour) == "road":
        placing = [r for r in counted if r["stage"]["kind"] != "ttt"]
    places = ("sum of places", sum(stage_place(tour, r, bib) for r in placing))
    if game(tour) == "road":
        fraction = sum(r["fraction"].get(bib, 0) for r in counted)
        return [("fractions", fraction), places, latest, lots]
    return [places, latest, lots]


def lot(results: list[Json], classification: str, bib: str) -> int:
    """Return a rider's position in the lots; riders not drawn share the last (CY-7)."""
    drawn = results[-1]["stage"].get("lots", {}).get(classification, "").split()
    return drawn.index(bib) if bib in drawn else len(drawn)


TALLIES = {"points": "finish", "mountains": "summits", "active": "sprints"}
"""The wins that break ties in a classification by points (CR-15), by its name."""


def tally(
    tour: Json,
    results: list[Json],
    overall: list[Json],
    name: str,
    more: dict[str, int] | None = None,
) -> list[Json]:
    """Return a classification by points, with every rider who has more than 0.

    CR-8 to CR-10, CR-15, CY-8, CY-9. `more` are points added after the last stage
    (FR-4).
    """
    counted = counting(results, name)
    rank_now = {row["bib"]: row["rank"] for row in overall}
    before = ranks(tour, results[:-1])
    total: dict[str, int] = {}
    entries: list[Entry] = []
    for bib in still_in(tour, results):
        if name == "active":
            total[bib] = sum(r["active"].get(bib, 0) for r in counted)
        else:
            total[bib] = sum(r["row"].get(bib, {}).get(name, 0) for r in counted)
            total[bib] += (more or {}).get(bib, 0)
        steps: list[tuple[str, Any]] = [
            ("wins", -sum(r["wins"][TALLIES[name]].count(bib) for r in counted))
        ]
        if is_cyclo(tour):
            steps = [
                ("previous general", before.get(bib, len(before) + 1)),
                ("lots", lot(results, name, bib)),
            ]
        if game(tour) == "road":
            wins = [result["wins"] for result in counted]
            steps = road_wins(wins, name, bib)
        if game(tour) == "flamme-rouge" and name == "active":
            steps = []
        last: tuple[str, Any] = ("general", rank_now.get(bib, len(rank_now) + 1))
        if game(tour) == "figueres":
            # A stage that does not count for the general classification has no place.
            ridden = counting(results, "general")
            last = ("latest place", stage_place(tour, ridden[-1], bib) if ridden else 0)
        if total[bib] > 0:
            entries.append((bib, -total[bib], [*steps, last]))
    return [
        {"rank": rank, "bib": bib, "points": total[bib], "tie": tie}
        for rank, bib, tie in ranking(entries)
    ]


def road_wins(
    wins: list[dict[str, list[str]]], name: str, bib: str
) -> list[tuple[str, Any]]:
    """Return the tie steps of `road`: stage and sprint wins, or wins by category.

    RR-4, RR-5.
    """

    def won(line: str) -> int:
        return -sum(each[line].count(bib) for each in wins)

    if name == "points":
        return [("wins", won("finish")), ("sprint wins", won("sprints"))]
    categories = ("HC", "1", "2", "3", "4")
    return [("wins by category", [won(f"summits {each}") for each in categories])]


def combination(results: list[Json], tables: dict[str, list[Json]]) -> list[Json]:
    """Return the combination: riders sorted by the sum of three ranks (RR-11).

    It is empty until a stage counts for the general classification (GN-5).
    """
    if not counting(results, "general"):
        return []
    ranks = [
        {row["bib"]: row["rank"] for row in tables[name]}
        for name in ("general", "points", "mountains")
    ]
    total = {
        bib: sum(table[bib] for table in ranks)
        for bib in ranks[0]
        if all(bib in table for table in ranks)
    }
    entries: list[Entry] = [
        (bib, worth, [("general", ranks[0][bib])]) for bib, worth in total.items()
    ]
    return [
        {"rank": rank, "bib": bib, "points": total[bib], "tie": tie}
        for rank, bib, tie in ranking(entries)
    ]


def jerseys(
    tour: Json, results: list[Json], tables: dict[str, list[Json]]
) -> list[Json]:
    """Return the leader and the wearer of each jersey, highest first (CR-16, CY-10).

    Nobody leads by time before a stage counts, or by points with 0 (GN-5). A rider who
    cannot start the next ride wears no jersey (CY-11).
    """
    rows = []
    counted = counting(results, "general")
    dressed = {bib for bib in results[-1]["row"] if back(tour, results[-1], bib)}
    for jersey, name in JERSEYS[tour["tour"]["rulebook"]].items():
        table = tables.get(name, [])
        bibs = [row["bib"] for row in table]
        timed = name in ("general", "young") and not by_points(tour)
        if not bibs or not (counted if timed else table[0]["points"] > 0):
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
