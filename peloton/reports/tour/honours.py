"""Report the awards of a tour, each with its reason."""

from collections.abc import Iterable

from peloton.reports.headings import race_sheet, unfinished_note
from peloton.reports.names import BIB, Names
from peloton.reports.sheet import Cell, Column, Sheet, Table, record_table
from peloton.reports.winners import winner_notes
from peloton.rules.facts.labels import counted_points
from peloton.rules.honours import Candidate, Honour, HonourLine, tour_honours
from peloton.rules.results import Race
from peloton.rules.words import format_time, phrase

AWARD_TITLES = {
    Honour.COMBATIVE: phrase("Most combative rider"),
    Honour.COMEBACK: phrase("Comeback of the tour"),
    Honour.UNLUCKIEST: phrase("Unluckiest rider"),
    Honour.TEAM_MATE: phrase("Best team-mate"),
    Honour.CLOSEST: phrase("Closest win"),
    Honour.LANTERN: phrase("Lanterne rouge"),
}
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
    """List the rider who receives each award, with the reason.

    If another rider has the best figure, the reason names that rider, too.
    """
    names, rows = Names(race.tour), list[tuple[Cell, ...]]()
    for line in lines:
        best, bib = line.candidates[0], line.given.bib
        why = award_sentence(line.honour, line.given, race)
        if best.bib != bib:
            why = phrase(
                "{why}; best figure: {rider}, {best}",
                why=why,
                rider=names.rider(best.bib),
                best=award_sentence(line.honour, best, race),
            )
        who = (*names.rider_cells(bib), names.player_of(bib))
        rows.append((AWARD_TITLES[line.honour], *who, why))
    notes = () if rows else (phrase("Nobody yet."),)
    title = phrase("Awards")
    return record_table("Awards", title, rows, (_COLUMNS, tuple), notes=notes)


def award_sentence(honour: Honour, candidate: Candidate, race: Race) -> str:
    """Return the reason for an award, including figures."""
    figures, unit = candidate.figures, race.rulebook.unit
    gap = format_time(figures.get("gap", 0), unit)
    match honour:
        case Honour.COMBATIVE:
            why = phrase(
                "{points} at sprints and summits ({won} won)",
                points=counted_points(figures["points"]),
                won=figures["first"],
            )
        case Honour.COMEBACK:
            why = phrase("from rank {worst} (stage {stage}) to rank {rank}", **figures)
        case Honour.UNLUCKIEST:
            why = phrase(
                "no stage win; second places: {second}, third places: {third}",
                **figures,
            )
        case Honour.TEAM_MATE:
            why = phrase("stages as second or third of the team: {days}", **figures)
        case Honour.CLOSEST if not figures["gap"]:
            why = phrase("stage {stage}, in the same time", **figures)
        case Honour.CLOSEST:
            why = phrase("stage {stage}, by {time}", **figures, time=gap)
        case Honour.LANTERN if "gap" in figures:
            why = phrase("rank {rank}, {time} behind", **figures, time=gap)
        case Honour.LANTERN:
            rank, points = figures["rank"], counted_points(figures["points"])
            why = phrase("rank {rank}, with {points}", rank=rank, points=points)
    return why
