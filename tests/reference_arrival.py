"""The first half of the naive scorer: reading a tour file, and marks to times."""

import math
from fractions import Fraction
from typing import Any

from tests import reference_clocks as clocks
from tests.reference_clocks import Times

Json = dict[str, Any]

SCALES: dict[str, dict[str, list[int]]] = {
    "criterium": {
        "bonus.finish": [20, 12, 8],
        "bonus.sprint": [6, 4, 2],
        "points.finish": [10, 6, 4, 3, 2, 1],
        "points.sprint": [5, 3, 2, 1],
        "mountains.HC": [5, 3, 2, 1],
        "mountains.1": [5, 3, 2, 1],
        "mountains.2": [5, 3, 2, 1],
        "mountains.3": [5, 3, 2, 1],
        "mountains.4": [5, 3, 2, 1],
    },
    "cyclo": {
        "bonus.finish": [],
        "bonus.sprint": [],
        "points.finish": [15, 10, 5, 4, 3, 2, 1],
        "points.sprint": [5, 3, 2, 1],
        "mountains.HC": [15, 10, 5, 3, 2, 1],
        "mountains.1": [10, 7, 5, 3, 2, 1],
        "mountains.2": [7, 5, 3, 2, 1],
        "mountains.3": [5, 3, 2, 1],
        "mountains.4": [3, 2, 1],
    },
    "ciclistas": {
        "bonus.finish": [],
        "bonus.sprint": [],
        "points.finish": [],
        "points.sprint": [],
        "mountains.HC": [],
        "mountains.1": [],
        "mountains.2": [],
        "mountains.3": [],
        "mountains.4": [],
    },
    "figueres": {
        "bonus.finish": [],
        "bonus.sprint": [],
        "points.finish": [10, 6, 4, 3, 2, 1],
        "points.sprint": [],
        "mountains.HC": [],
        "mountains.1": [],
        "mountains.2": [],
        "mountains.3": [],
        "mountains.4": [],
    },
    "road": {
        "bonus.finish": [10, 6, 4],
        "bonus.sprint": [3, 2, 1],
        "points.finish": [50, 30, 20, 18, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2],
        "points.hilly": [30, 25, 22, 19, 17, 15, 13, 11, 9, 7, 6, 5, 4, 3, 2],
        "points.mountain": [20, 17, 15, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        "points.time_trial": [20, 17, 15, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        "points.sprint": [20, 17, 15, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        "mountains.HC": [20, 15, 12, 10, 8, 6, 4, 2],
        "mountains.1": [10, 8, 6, 4, 2, 1],
        "mountains.2": [5, 3, 2, 1],
        "mountains.3": [2, 1],
        "mountains.4": [1],
    },
    "flamme-rouge": {
        "bonus.finish": [10, 10],
        "bonus.sprint": [],
        "points.finish": [3, 2, 1],
        "points.sprint": [],
        "mountains.HC": [6, 4, 3, 2, 1],
        "mountains.1": [4, 3, 2, 1],
        "mountains.2": [3, 2, 1],
        "mountains.3": [2, 1],
        "mountains.4": [1],
    },
}
LEFT = ("OTL", "DNF", "DNS", "DSQ", "ABS")
SAME_TIME = 8


# What the file says ---------------------------------------------------------------


def game(tour: Json) -> str:
    return str(tour["tour"]["rulebook"])


def is_cyclo(tour: Json) -> bool:
    return game(tour) == "cyclo"


def option(tour: Json, key: str, default: Any) -> Any:  # noqa: ANN401 - TOML values
    return tour["tour"].get("options", {}).get(key, default)


def rule(tour: Json, key: str, default: Any) -> Any:  # noqa: ANN401 - TOML values
    return tour["tour"].get("rules", {}).get(key, default)


def scale(tour: Json, key: str) -> list[int]:
    worth: list[int] = rule(tour, key, SCALES[game(tour)][key])
    return worth


def finish_scale(tour: Json, stage: Json) -> list[int]:
    """Return the finish points by place; in `road` they depend on the stage (RR-4).

    They are those of time trials, or of the profile, flat by default. If that scale is
    empty, the general one for finishes is used.
    """
    terrain = "finish"
    if game(tour) == "road" and stage["kind"] != "road":
        terrain = "time_trial"
    elif game(tour) == "road" and stage.get("profile", "flat") != "flat":
        terrain = stage["profile"]
    return scale(tour, f"points.{terrain}") or scale(tour, "points.finish")


def marked(tour: Json, key: str) -> set[str]:
    """Return the riders with a flag: `neutral` or `young`."""
    teams = tour.get("team", [])
    riders = [rider for team in teams for rider in team.get("rider", [])]
    riders += tour.get("rider", [])
    return {rider["bib"] for rider in riders if rider.get(key)}


def neutral(tour: Json) -> set[str]:
    """Return the riders without a player, who take places but no points (FI-3)."""
    return marked(tour, "neutral")


def young(tour: Json) -> set[str]:
    """Return the young riders (RR-7)."""
    return marked(tour, "young")


def team_of(tour: Json) -> dict[str, str]:
    teams = tour.get("team", [])
    return {r["bib"]: t["code"] for t in teams for r in t.get("rider", [])}


def startlist(tour: Json) -> list[str]:
    return [*team_of(tour), *(rider["bib"] for rider in tour.get("rider", []))]


def joins(tour: Json, bib: str) -> int:
    """Return the number of the first stage that a rider rides (GN-10)."""
    teams = [rider for team in tour.get("team", []) for rider in team.get("rider", [])]
    riders = {rider["bib"]: rider for rider in [*teams, *tour.get("rider", [])]}
    first: int = riders[bib].get("joins", 1)
    return first


def bib_order(bib: str) -> list[tuple[int, int, str]]:
    """Return a sort key for bibs (GN-12): letters one by one, but digits as numbers."""
    parts: list[tuple[int, int, str]] = []
    for letter in bib:
        if letter not in "0123456789":
            parts.append((1, 0, letter))
        elif parts and parts[-1][0] == 0:
            parts[-1] = (0, 10 * parts[-1][1] + int(letter), "")
        else:
            parts.append((0, int(letter), ""))
    return parts


def finish_lines(stage: Json) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """Read the finish; return the bibs in order, marks by bib, and statuses by bib."""
    entered: list[str] = []
    marks: dict[str, str] = {}
    statuses: dict[str, str] = {}
    for raw in stage["finish"].splitlines():
        line = raw.split("#")[0].strip()
        if not line:
            continue
        first, rest = line.split(maxsplit=1)
        if first in LEFT:
            statuses.update(dict.fromkeys(rest.split(), first))
            entered += rest.split()
            continue
        bibs, mark = [first], rest
        if line.startswith("("):
            inside, mark = line[1:].split(")")
            bibs = inside.split()
        if mark.split()[-1] in LEFT:
            mark, status = mark.rsplit(maxsplit=1)
            statuses.update(dict.fromkeys(bibs, status))
        entered += bibs
        marks.update(dict.fromkeys(bibs, mark.strip()))
    return entered, marks, statuses


# Marks to times and places --------------------------------------------------------


def criterium_mark(mark: str) -> tuple[int, int, int]:
    """Read a mark such as `6 3/9`: 6 turns, 3 spaces left, 9 spaces moved."""
    turns, fraction = mark.split()
    left, moved = fraction.split("/")
    return int(turns), int(left), int(moved)


def exact(tour: Json, mark: str) -> Fraction:
    """Return the exact seconds of a mark, regardless of other riders (CR-1, CY-1)."""
    if is_cyclo(tour):
        turns, lines = mark.split()
        return Fraction(10 * int(turns) - int(lines))
    n, left, moved = criterium_mark(mark)
    return 60 * (n + Fraction(left, moved))


def rounded(seconds: Fraction) -> int:
    """Round to the second, half a second up (CR-5)."""
    return math.floor(seconds + Fraction(1, 2))


def arrival(tour: Json, stage: Json, marks: dict[str, str]) -> Times:
    """Return the time of each finisher, in the order of the places."""
    match game(tour):
        case "ciclistas":
            return clocks.ciclistas(marks)
        case "figueres":
            return clocks.figueres(marks)
        case "flamme-rouge":
            return clocks.flamme_rouge(marks)
        case "road":
            gap = stage.get("same_time_gap", option(tour, "same_time_gap", None))
            return clocks.road(marks, gap if stage["kind"] == "road" else None)
        case _:
            return {**cyclo_or_criterium(tour, stage, marks)}


def fractions(tour: Json, stage: Json, marks: dict[str, str]) -> dict[str, Fraction]:
    """Return the fractions of seconds that `road` drops in individual trials (RR-2)."""
    if game(tour) != "road" or stage["kind"] not in ("itt", "prologue"):
        return {}
    return {bib: exact % 1 for bib, exact in clocks.road_exact(marks).items()}


def cyclo_or_criterium(
    tour: Json, stage: Json, marks: dict[str, str]
) -> dict[str, int]:
    if stage["kind"] == "ttt":
        return team_trial(tour, marks)
    if stage["kind"] in ("itt", "prologue"):
        # In Criterium a time trial is timed in every format of a tour.
        ahead = sorted(marks, key=lambda bib: trial_key(tour, marks[bib]))
        return {bib: rounded(exact(tour, marks[bib])) for bib in ahead}
    if is_cyclo(tour):
        first = int(next(iter(marks.values())).split()[1])
        return {bib: int(exact(tour, mark)) + first for bib, mark in marks.items()}
    return criterium_road(tour, marks, stage.get("same_time_gap", SAME_TIME))


def trial_key(tour: Json, mark: str) -> tuple[Fraction, int]:
    """Return the sort key in a time trial: the time (CY-1), then spaces past (CR-2).

    Riders with equal keys stay in the order of the entry.
    """
    if is_cyclo(tour):
        return exact(tour, mark), 0
    _, left, moved = criterium_mark(mark)
    return exact(tour, mark), left - moved


def criterium_road(tour: Json, marks: dict[str, str], gap: int) -> dict[str, int]:
    """Sort the riders, and give those within the gap the same time (CR-2 to CR-5)."""

    def simple_key(bib: str) -> tuple[int, int]:
        n, left, moved = criterium_mark(marks[bib])
        return n, left - moved

    usual = "fraction" if option(tour, "format", "time") == "time" else "furthest"
    if option(tour, "arrival", usual) == "fraction":
        order = sorted(marks, key=lambda bib: trial_key(tour, marks[bib]))
    else:
        order = sorted(marks, key=simple_key)
    times: dict[str, int] = {}
    ahead: Fraction | None = None
    group = 0
    for bib in order:
        mine = exact(tour, marks[bib])
        if ahead is None or mine - ahead > gap:
            group = rounded(mine)
        times[bib] = group
        ahead = mine
    return times


def team_trial(tour: Json, marks: dict[str, str]) -> dict[str, int]:
    """Return times: those of the team's third or fifth rider, or its last (CY-2)."""
    teams = team_of(tour)
    counting = option(tour, "ttt_rider", 3)
    team_times = {}
    for bib in marks:
        mates = [b for b in marks if teams.get(b, b) == teams.get(bib, bib)]
        best = sorted(exact(tour, marks[b]) for b in mates)
        team_times[bib] = best[min(counting, len(best)) - 1]
    order = sorted(marks, key=lambda bib: team_times[bib])
    return {bib: rounded(team_times[bib]) for bib in order}
