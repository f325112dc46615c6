"""The naive scorer's Grand Tour of Flamme Rouge: FR-4, FR-5, FR-7, from their text."""

from typing import Any

from tests.reference_arrival import Json, game, neutral, option

WORTH = {1: 3, 2: 2, 3: 1}


def won_by_tour_points(tour: Json) -> bool:
    """FR-5: unless the players chose to ride for time."""
    return game(tour) == "flamme-rouge" and option(tour, "winner", "points") == "points"


def final_points(tour: Json, tables: Json, *, timed: bool) -> list[Json]:
    """FR-4: the best three by time, mountain points and combativity.

    All who share the first total have 3, all with the next total 2. GN-5: nobody leads
    by time unless it was `timed`: a stage counted for it.
    """
    rows = []
    for name in ("general", "mountains", "active"):
        table = tables[name] if name != "general" or timed else []
        unit = "time" if name == "general" else "points"
        totals = sorted({row[unit] for row in table}, reverse=unit == "points")
        for row in table:
            place = totals.index(row[unit]) + 1
            if place in WORTH and row["bib"] not in neutral(tour):
                rows.append(
                    {
                        "classification": name,
                        "place": place,
                        "bib": row["bib"],
                        "points": WORTH[place],
                    }
                )
    return rows


def added(rows: list[Json]) -> dict[str, int]:
    """The points of each rider in all of these."""
    return {
        bib: sum(row["points"] for row in rows if row["bib"] == bib)
        for bib in dict.fromkeys(row["bib"] for row in rows)
    }


def tour_points_winners(last: Json) -> Json:
    """FR-5: the riders and teams with the most, as their classifications part them."""

    def first(table: list[Json], key: str) -> list[Any]:
        return [row[key] for row in table if row["rank"] == 1 and row["points"] > 0]

    return {
        "by": "points",
        "riders": first(last["points"], "bib"),
        "teams": first(last.get("teams", []), "team"),
    }


def fewest_points(here: list[str], last: Json, teams: dict[str, str]) -> list[set[str]]:
    """FR-7: the reverse order by tour points, after the stage before.

    Level: the team that has the rider with the highest time; a rider alone is a team.
    """
    points = {row["bib"]: row["points"] for row in last["points"]}
    times = {row["bib"]: row["time"] for row in last["general"]}

    def mates(bib: str) -> list[str]:
        team = teams.get(bib)
        return [b for b in times if b == bib or (team and teams.get(b) == team)]

    groups: dict[tuple[int, int], set[str]] = {}
    for bib in here:
        slowest = max((times[mate] for mate in mates(bib)), default=0)
        groups.setdefault((points.get(bib, 0), -slowest), set()).add(bib)
    return [groups[key] for key in sorted(groups)]
