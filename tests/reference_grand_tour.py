"""The naive scorer's Grand Tour of Flamme Rouge, by the text of FR-4, FR-5 and FR-7."""

from typing import Any

from tests.reference_arrival import Json, game, neutral, option

WORTH = {1: 3, 2: 2, 3: 1}


def won_by_tour_points(tour: Json) -> bool:
    """Return whether tour points decide; the players may choose time instead (FR-5)."""
    return game(tour) == "flamme-rouge" and option(tour, "winner", "points") == "points"


def final_points(tour: Json, tables: Json, *, timed: bool) -> list[Json]:
    """Return the points for the best three by time, mountains and combativity (FR-4).

    All riders with the best total get 3, all with the next total 2, and the next 1.
    Time counts only if `timed`, which means that a stage counted for it (GN-5).
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
    """Return the sum of each rider's points in these rows."""
    return {
        bib: sum(row["points"] for row in rows if row["bib"] == bib)
        for bib in dict.fromkeys(row["bib"] for row in rows)
    }


def tour_points_winners(last: Json) -> Json:
    """Return the riders and teams of rank 1, if they have points (FR-5)."""

    def first(table: list[Json], key: str) -> list[Any]:
        return [row[key] for row in table if row["rank"] == 1 and row["points"] > 0]

    return {
        "by": "points",
        "riders": first(last["points"], "bib"),
        "teams": first(last.get("teams", []), "team"),
    }


def fewest_points(here: list[str], last: Json, teams: dict[str, str]) -> list[set[str]]:
    """Return the riders with the fewest tour points first, in groups of equals (FR-7).

    Riders with equal points start in the order of their team's slowest rider, slowest
    first. A rider without a team is a team.
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
