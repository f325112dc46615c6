"""Report every total of a rider as a sum of amounts."""

from collections.abc import Collection, Iterator, Mapping, Sequence
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
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Race, Standing, award_sums
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
_LEVELLED = phrase("Levelled")
_LEVELLED_NOTE = phrase(
    "The lowest total is subtracted from every total, so the best is 0."
)


class _Part(NamedTuple):
    """A part of a rider's total, as a column with an amount for each rider.

    With `minus`, the amounts are subtracted. `shown` is the column on another sheet
    that contains the same amounts.
    """

    title: str
    amounts: Mapping[Bib, int]
    minus: bool = False
    shown: CellSource | None = None

    def signed(self, who: Bib) -> int:
        """Return a rider's amount in this part, negative if the part is subtracted."""
        return self.amounts.get(who, 0) * (-1 if self.minus else 1)


def totals_sheet(race: Race) -> Sheet:
    """Report each total of the riders' classifications as a sum of amounts.

    In a total time, penalties are added, and bonuses and the levelling amount (CY-6)
    are subtracted. Points that a ruling deducts are subtracted (GN-2). A stage that
    does not count is left out (GN-4). Raises PelotonError before the first stage is
    ridden.
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
    names = Names(race.tour)
    parts = _parts(race, name, [Bib(line.who) for line in lines])
    sums = {
        line.who: sum(part.signed(Bib(line.who)) for part in parts) for line in lines
    }
    kind = ColumnKind.TIME if race.rulebook.adds_times(name) else ColumnKind.NUMBER
    in_teams = any(names.team_of(line.who) for line in lines)
    riders = RIDER_COLUMNS if in_teams else RIDER_COLUMNS[:2]
    last = len(riders) + len(parts)
    signs = ("-" if part.minus else "+" for part in parts)
    added = "".join(f"{sign}{{{at}}}" for at, sign in enumerate(signs, len(riders)))
    # Times are fractions of a day: less than a second is a rounding error.
    equal = f"ABS({{{last}}}-{{{last + 1}}})<0.00001"
    return record_table(
        name.capitalize(),
        CLASSIFICATION_TITLES[name],
        lines,
        (riders, lambda line: names.rider_cells(line.who)[: len(riders)]),
        (
            tuple(Column(part.title, kind, source=part.shown) for part in parts),
            lambda line: tuple(part.amounts.get(Bib(line.who)) for part in parts),
        ),
        (Column(phrase("Total"), kind), lambda line: line.total),
        (
            Column(phrase("Sum"), kind, formula=added.removeprefix("+")),
            lambda line: sums[line.who],
        ),
        (
            Column(phrase("Check"), formula=equal),
            lambda line: sums[line.who] == line.total,
        ),
        notes=(_LEVELLED_NOTE for part in parts if part.title == _LEVELLED),
    )


def _parts(
    race: Race, name: ClassificationName, bibs: Collection[Bib]
) -> Sequence[_Part]:
    """Return the parts of the totals of these riders, with the levelling amount."""
    parts = [
        part
        for part in _stage_parts(race, name)
        if not part.amounts.keys().isdisjoint(bibs)
    ]
    if race.rulebook.adds_times(name) and race.rulebook.flag("general.levelled"):
        lowest = min(sum(part.signed(bib) for part in parts) for bib in bibs)
        parts.append(_Part(_LEVELLED, dict.fromkeys(bibs, lowest), minus=True))
    return parts


def _shown(sheet: str, column: str) -> CellSource:
    return CellSource(sheet=sheet, column=column, blank=column != phrase("Time"))


def _stage_parts(race: Race, name: ClassificationName) -> Iterator[_Part]:
    """Yield the parts from each stage, then the points for final ranks."""
    column = _WON.get(name)
    for score in race.stages:
        if score.stage.cancelled or not race.rulebook.counts(score.stage, name):
            continue
        number = score.number
        stage = phrase("Stage {number}", number=number)
        if not race.rulebook.adds_times(name):
            won = award_sums(award for award in score.awards if award.towards == name)
            shown = _shown(stage, column) if column else None
            yield _Part(stage, won, shown=shown)
            continue
        lines = [line for line in score.result if line.place is not None]
        times = {line.bib: line.time for line in lines if line.time is not None}
        bonuses = {line.bib: line.bonus for line in lines if line.bonus}
        penalties = {line.bib: line.penalty for line in lines if line.penalty}
        bonus = phrase("Bonus {number}", number=number)
        penalty = phrase("Penalty {number}", number=number)
        yield _Part(stage, times, shown=_shown(stage, phrase("Time")))
        yield _Part(bonus, bonuses, minus=True, shown=_shown(stage, phrase("Bonus")))
        yield _Part(penalty, penalties, shown=_shown(stage, phrase("Penalty")))
    if name is ClassificationName.POINTS:
        yield _Part(phrase("At the end"), award_sums(race.stages[-1].final_points))
