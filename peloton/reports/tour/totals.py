"""Report every total of a rider as a sum of amounts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from peloton.reports.headings import race_sheet
from peloton.reports.names import CLASSIFICATION_TITLES, RIDER_COLUMNS, Names
from peloton.reports.sheet import (
    CellSource,
    Column,
    ColumnKind,
    Sheet,
    Table,
    record_table,
)
from peloton.rules.classifications.tallies import missed_time
from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Race, StageScore, Standing, award_sums
from peloton.rules.words import phrase

_NOT_ADDED_UP = {
    ClassificationName.TEAMS,
    ClassificationName.YOUNG,
    ClassificationName.COMBINATION,
}
"""Classifications that are left out.

TEAMS does not rank riders, YOUNG has the totals of the general classification, and
COMBINATION adds up ranks.
"""
_WON = {
    ClassificationName.GENERAL: phrase("Points"),
    ClassificationName.POINTS: phrase("Points"),
    ClassificationName.MOUNTAINS: phrase("Mountains"),
}
"""The column of the stage result that each classification by points adds up."""


class _Part(NamedTuple):
    """A part of a rider's total, as a column with an amount for each rider.

    With `minus`, the amounts are subtracted. `shown` is the column on another sheet
    that contains the same amounts.
    """

    title: str
    amounts: Mapping[Bib, int]
    minus: bool = False
    shown: CellSource | None = None


def totals_sheet(race: Race) -> Sheet:
    """Report each total of the riders' classifications as a sum of amounts.

    In a total time, penalties and the times for missed stages (GN-10) are added, and
    bonuses and the levelling amount (CY-6) are subtracted. Points that a ruling deducts
    are subtracted (GN-2). A stage that does not count is left out (GN-4). Raises
    PelotonError before the first stage is ridden.
    """
    score = race.score()
    tables = (
        _table(race, name, standings)
        for name, standings in score.standings.items()
        if standings and name not in _NOT_ADDED_UP
    )
    title, name = phrase("How the totals add up"), phrase("Totals")
    return race_sheet(race, title, tables, score.title, name=name, after=score)


def _table(race: Race, name: ClassificationName, lines: Sequence[Standing]) -> Table:
    """Return a table of a classification's totals, with their parts and a check."""
    names, timed = Names(race.tour), race.rulebook.adds_times(name)
    totals, sums = {Bib(line.who): line.total for line in lines}, Counter[Bib]()
    parts, notes = list[_Part](), list[str]()
    for part in _stage_parts(race, name):
        if not part.amounts.keys().isdisjoint(totals):
            parts.append(part)
            add = sums.subtract if part.minus else sums.update
            add(part.amounts)
    # Of the classifications added up here, only GENERAL can add times.
    if timed and race.rulebook.flag("general.levelled"):
        lowest = dict.fromkeys(totals, min(sums[bib] for bib in totals))
        parts.append(_Part(phrase("Levelled"), lowest, minus=True))
        sums.subtract(lowest)
        notes.append(
            phrase("The lowest total is subtracted from every total, so the best is 0.")
        )
    kind = ColumnKind.TIME if timed else ColumnKind.NUMBER
    riders = RIDER_COLUMNS if any(map(names.team_of, totals)) else RIDER_COLUMNS[:2]
    last = len(riders) + len(parts)
    signs = ("-" if part.minus else "+" for part in parts)
    added = "".join(f"{sign}{{{at}}}" for at, sign in enumerate(signs, len(riders)))
    added = added.removeprefix("+")
    # Times are fractions of a day: less than a second is a rounding error.
    equal = f"ABS({{{last}}}-{{{last + 1}}})<0.00001"
    return record_table(
        name.capitalize(),
        CLASSIFICATION_TITLES[name],
        totals,
        (riders, lambda bib: names.rider_cells(bib)[: len(riders)]),
        (
            tuple(Column(part.title, kind, source=part.shown) for part in parts),
            lambda bib: tuple(part.amounts.get(bib) for part in parts),
        ),
        (Column(phrase("Total"), kind), lambda bib: totals[bib]),
        (Column(phrase("Sum"), kind, formula=added), lambda bib: sums[bib]),
        (Column(phrase("Check"), formula=equal), lambda bib: sums[bib] == totals[bib]),
        notes=notes,
    )


def _shown(sheet: str, column: str) -> CellSource:
    return CellSource(sheet=sheet, column=column, blank=column != phrase("Time"))


def _won(score: StageScore, towards: str) -> Counter[Bib]:
    return award_sums(award for award in score.awards if award.towards == towards)


def _stage_parts(race: Race, name: ClassificationName) -> Iterator[_Part]:
    """Yield the parts from each stage, then the points for final ranks."""
    column = _WON.get(name)
    for score in race.stages:
        if score.stage.cancelled or not race.rulebook.counts(score.stage, name):
            continue
        number, lines = score.number, score.result
        stage = phrase("Stage {number}", number=number)
        if not race.rulebook.adds_times(name):
            shown = _shown(stage, column) if column else None
            yield _Part(stage, _won(score, name), shown=shown)
            continue
        times = {line.bib: line.time for line in lines if line.time is not None}
        yield _Part(stage, times, shown=_shown(stage, phrase("Time")))
        if given := missed_time(lines, race.rulebook):
            _, time = given
            absent = [line.bib for line in lines if line.status == Reason.ABS]
            absent += [r.bib for r in race.tour.riders if (r.joins or 1) > number]
            missed = phrase("Missed {number}", number=number)
            yield _Part(missed, dict.fromkeys(absent, time))
        bonus = phrase("Bonus {number}", number=number)
        penalty = phrase("Penalty {number}", number=number)
        shown = _shown(stage, phrase("Bonus"))
        yield _Part(bonus, _won(score, "bonus"), minus=True, shown=shown)
        shown = _shown(stage, phrase("Penalty"))
        yield _Part(penalty, _won(score, "penalty"), shown=shown)
    if name is ClassificationName.POINTS:
        yield _Part(phrase("At the end"), award_sums(race.stages[-1].final_points))
