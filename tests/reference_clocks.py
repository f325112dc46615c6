"""Marks to times for the naive scorer: ciclistas, figueres, flamme-rouge and road.

Each function returns bib -> time, in the order of the places, without teams.
"""

from fractions import Fraction

Marks = dict[str, str]
Times = dict[str, int | None]
LINE = 32
"""FI-1: the last space ahead of the finish in Figueres."""


def ciclistas(marks: Marks) -> Times:
    """CI-1, CI-2: ten times the round and the space, lowest first."""
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
    """FI-1, FI-2: past the line by turn; then who is most advanced; else as entered."""
    spaces = {bib: int(mark.split()[1]) for bib, mark in marks.items()}
    past = [bib for bib in marks if spaces[bib] > LINE]
    short = [bib for bib in marks if spaces[bib] <= LINE]
    past.sort(key=lambda bib: int(marks[bib].split()[0]))
    short.sort(key=lambda bib: spaces[bib], reverse=True)
    return dict.fromkeys(past + short)


def flamme_rouge(marks: Marks) -> Times:
    """FR-1: a minute a round, less 10 s a square past the line."""

    def key(bib: str) -> tuple[int, int]:
        round_, squares = map(int, marks[bib].split())
        return round_, -squares

    order = sorted(marks, key=key)
    return {bib: 60 * key(bib)[0] + 10 * key(bib)[1] for bib in order}


def road_exact(marks: Marks) -> dict[str, Fraction]:
    """RR-1: as given, fractions and all; a gap is from the first, `s` from above."""
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
    """RR-1: as entered, in whole seconds; with a gap set, groups have one time.

    The gaps are those of the times as given. A rider placed behind a worse time is
    within any gap of that time.
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
