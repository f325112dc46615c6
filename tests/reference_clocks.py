"""The naive scorer's times of marks: ciclistas, figueres, flamme-rouge and road.
Each function returns the times by bib, in the order of the places, and ignores teams.
"""

from fractions import Fraction

Marks = dict[str, str]
Times = dict[str, int | None]
LINE = 32
"""FI-1: the last space ahead of the finish in Figueres."""


def ciclistas(marks: Marks) -> Times:
    """Return ten times the round, plus the space, lowest first (CI-1, CI-2)."""
    times: dict[str, int] = {}
    for bib, mark in marks.items():
        if "'" in mark:
            round_, space = mark.split("'")
            times[bib] = 10 * int(round_) + int(space)
        else:
            round_, past = mark.split("+")
            times[bib] = 10 * int(round_) + max(0, 10 - int(past))
    return {bib: times[bib] for bib in sorted(times, key=lambda bib: times[bib])}


def figueres(marks: Marks) -> Times:
    """Sort riders past the line by turn, and others by how far they are (FI-1, FI-2).

    There are no times. Equal riders stay in the order of the entry.
    """
    spaces = {bib: int(mark.split()[1]) for bib, mark in marks.items()}
    past = [bib for bib in marks if spaces[bib] > LINE]
    short = [bib for bib in marks if spaces[bib] <= LINE]
    past.sort(key=lambda bib: int(marks[bib].split()[0]))
    short.sort(key=lambda bib: spaces[bib], reverse=True)
    return dict.fromkeys(past + short)


def flamme_rouge(marks: Marks) -> Times:
    """Count a minute per round, less 10 s for each square past the line (FR-1)."""

    def key(bib: str) -> tuple[int, int]:
        round_, squares = map(int, marks[bib].split())
        return round_, -squares

    order = sorted(marks, key=key)
    return {bib: 60 * key(bib)[0] + 10 * key(bib)[1] for bib in order}


def road_exact(marks: Marks) -> dict[str, Fraction]:
    """Return the times with their fractions (RR-1).

    A gap counts from the first rider, and `s` is the time of the line above.
    """
    exact: dict[str, Fraction] = {}
    first = above = Fraction(0)
    for bib, mark in marks.items():
        if mark.startswith("+"):
            above = first + seconds(mark[1:])
        elif mark != "s":
            above = seconds(mark)
        if not exact:
            first = above
        exact[bib] = above
    return exact


def seconds(text: str) -> Fraction:
    """Read `h:mm:ss.fff` or `m:ss`."""
    total = Fraction(0)
    for part in text.split(":"):
        total = 60 * total + Fraction(part)
    return total


def road(marks: Marks, same_time_gap: int | None) -> Times:
    """Return the times in whole seconds; with a gap, a group has one time (RR-1).

    Gaps are computed from the exact times. A rider placed behind a worse time always
    belongs to its group.
    """
    times: Times = {}
    ahead: Fraction | None = None
    group = 0
    for bib, exact in road_exact(marks).items():
        if ahead is None or not same_time_gap or exact - ahead >= same_time_gap:
            group = int(exact)
        times[bib] = group
        ahead = exact
    return times
