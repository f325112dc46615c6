"""Report the awards of a tour, each with its reason."""

from collections.abc import Iterable, Iterator, Mapping

from peloton.reports.headings import race_sheet, unfinished_note
from peloton.reports.names import BIB, Names
from peloton.reports.sheet import Cell, Column, Sheet, Table, record_table
from peloton.reports.winners import winner_notes
from peloton.rules.facts.labels import counted_points
from peloton.rules.honours import Candidate, Honour, HonourLine, tour_honours
from peloton.rules.results import Race
from peloton.rules.words import count_phrase, format_time, join, phrase

AWARD_TITLES = {
    Honour.COMBATIVE: phrase("Most combative rider"),
    Honour.COMEBACK: phrase("Comeback of the tour"),
    Honour.UNLUCKIEST: phrase("Unluckiest rider"),
    Honour.TEAM_MATE: phrase("Best team-mate"),
    Honour.CLOSEST: phrase("Closest win"),
    Honour.LANTERN: phrase("Lanterne rouge"),
}
_COUNTS = {
    "second": (phrase("second once"), phrase("second {count} times")),
    "third": (phrase("third once"), phrase("third {count} times")),
    "days": (
        phrase("second or third of the team once"),
        phrase("second or third of the team {count} times"),
    ),
}
"""The phrases for the figures of a candidate that are counts: once, and more often."""
_COLUMNS = (
    Column(phrase("Award"), weight=1),
    BIB,
    Column(phrase("Rider"), weight=2),
    Column(phrase("Team"), weight=2),
    Column(phrase("Player"), weight=1),
    Column(phrase("For"), weight=4),
)


def awards_sheet(race: Race, *, ghosts: bool = False) -> Sheet:
    """Report the winner of each award, with the reason.

    Raises PelotonError before the first stage is ridden.
    """
    race.score()
    lines = tour_honours(race, ghosts=ghosts)
    notes = [*unfinished_note(race), *winner_notes(race)]
    if any(line.honour is Honour.COMBATIVE for line in lines):
        notes.append(
            phrase(
                "Most combative rider: 3, 2 and 1 points for the first three at each"
                " sprint and summit."
            )
        )
    spread = phrase(
        "If candidates are within a fifth of each other, the awards are spread"
        " across the players."
    )
    table = awards_table(race, lines)
    data = [
        {
            "award": line.honour,
            "bib": line.given.bib,
            **line.given.figures,
            "candidates": [{"bib": c.bib, **c.figures} for c in line.candidates],
        }
        for line in lines
    ]
    return race_sheet(race, table.title, [table], notes=(*notes, spread), data=data)


def awards_table(race: Race, lines: Iterable[HonourLine]) -> Table:
    """List the rider with the best figure for each award, with the reason.

    If a different rider receives the award, a second row lists that rider.
    """
    names, rows = Names(race.tour), list[tuple[Cell, ...]]()
    for line in lines:
        best, given = line.candidates[0].bib, line.given.bib
        why = award_sentence(line.honour, line.candidates[0], race)
        reasons = {best: why}
        if given != best:
            reasons[best] = phrase(
                "{why}; the award goes to {rider}", why=why, rider=names.rider(given)
            )
            why = award_sentence(line.honour, line.given, race)
            reasons[given] = phrase("{why}; receives the award", why=why)
        for bib, reason in reasons.items():
            who = (*names.rider_cells(bib), names.player_of(bib))
            rows.append((AWARD_TITLES[line.honour], *who, reason))
    notes = () if rows else (phrase("Nobody yet."),)
    title = phrase("Awards")
    return record_table("Awards", title, rows, (_COLUMNS, tuple), notes=notes)


def award_sentence(honour: Honour, candidate: Candidate, race: Race) -> str:
    """Return a sentence with the reason for an award, including figures."""
    return join(_reasons(honour, candidate.figures, race.rulebook.unit))


def _reasons(honour: Honour, figures: Mapping[str, int], unit: str) -> Iterator[str]:
    gap = format_time(figures.get("gap", 0), unit)
    match honour:
        case Honour.COMBATIVE:
            yield phrase(
                "{points} at sprints and summits ({won} won)",
                points=counted_points(figures["points"]),
                won=figures["first"],
            )
        case Honour.COMEBACK:
            yield phrase("from rank {worst} (stage {stage}) to rank {rank}", **figures)
        case Honour.UNLUCKIEST:
            yield phrase("never won a stage")
            yield from _counts(figures, "second", "third")
            if figures["lost"]:
                time = format_time(figures["lost"], unit)
                yield phrase("{time} lost to rulings", time=time)
        case Honour.TEAM_MATE:
            yield from _counts(figures, "days")
        case Honour.CLOSEST if not figures["gap"]:
            yield phrase("stage {stage}, in the same time", **figures)
        case Honour.CLOSEST:
            yield phrase("stage {stage}, by {time}", **figures, time=gap)
        case Honour.LANTERN:
            yield from _last_rank(figures, gap)


def _last_rank(figures: Mapping[str, int], gap: str) -> Iterator[str]:
    """Yield the rank, and the points or the gap if it is known."""
    rank = figures["rank"]
    if "points" in figures:
        points = counted_points(figures["points"])
        yield phrase("rank {rank}, with {points}", rank=rank, points=points)
    elif figures.get("gap"):
        yield phrase("rank {rank}, {time} behind", rank=rank, time=gap)
    else:
        yield phrase("rank {rank}", rank=rank)
        if "gap" in figures:
            yield phrase("tie on time")


def _counts(figures: Mapping[str, int], *kinds: str) -> Iterator[str]:
    """Yield the counts of places or stages as text; leave out 0."""
    for kind in kinds:
        if count := figures[kind]:
            yield count_phrase(count, *_COUNTS[kind])
