"""Report every total of a tour as a sum of amounts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from peloton.reports.names import CLASSIFICATION_TITLES, Names, who_columns
from peloton.reports.sheet import (
    CellSource,
    Column,
    ColumnKind,
    Sheet,
    Table,
    record_table,
)
from peloton.reports.shirts import worn_shirts
from peloton.rules.classifications.riders import combined_ranks
from peloton.rules.classifications.tallies import team_points
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Award, Race, StageScore, Standing, Standings
from peloton.rules.words import join, phrase

_GENERAL, _TEAMS = ClassificationName.GENERAL, ClassificationName.TEAMS
_SAME_AS_GENERAL = frozenset({ClassificationName.YOUNG})
"""Classifications that use the totals of the general classification."""


_RESULT, _TEAM_RESULT = "Result", "Teams"
"""The tables of a stage's sheet that contain the amounts."""
_WON = {
    _GENERAL: phrase("Points"),
    ClassificationName.POINTS: phrase("Points"),
    ClassificationName.MOUNTAINS: phrase("Mountains"),
}
"""For each classification by points, the column of the stage result to add up."""


class _Part(NamedTuple):
    """One column of a sum, with an amount for each rider or team.

    With `minus` the amounts are subtracted. `shown` is their column on another sheet.
    """

    title: str
    amounts: Mapping[str, int]
    minus: bool = False
    shown: CellSource | None = None

    def signed(self, who: str) -> int:
        """Return the amount of a rider or team, negative if it is subtracted."""
        return self.amounts.get(who, 0) * (-1 if self.minus else 1)


def totals_sheet(race: Race) -> Sheet:
    """Report each total of the classifications as a sum of amounts.

    In a total time, penalties are added, and bonuses and the levelling amount (CY-6)
    are subtracted. Points that a ruling deducts are subtracted (GN-2). A stage that
    does not count is left out (GN-4). Raises PelotonError before the first stage is
    ridden.
    """
    score = race.score()
    names = Names(race.tour)
    tables = (
        _table(race, name, standings, names)
        for name, standings in score.standings.items()
        if standings and name not in _SAME_AS_GENERAL
    )
    return Sheet(
        title=phrase("How the totals add up"),
        name=phrase("Totals"),
        subtitle=join((race.tour.name, score.title), " · "),
        unit=race.rulebook.unit,
        tables=tuple(tables),
        jerseys=worn_shirts(race, score),
    )


def _table(
    race: Race, name: ClassificationName, standings: Standings, names: Names
) -> Table:
    ids = [line.who for line in standings]
    parts = [
        part for part in _parts(race, name) if not part.amounts.keys().isdisjoint(ids)
    ]
    notes: tuple[str, ...] = ()
    if name is _GENERAL and race.rulebook.flag("general.levelled"):
        lowest = min(sum(part.signed(who) for part in parts) for who in ids)
        parts.append(_Part(phrase("Levelled"), dict.fromkeys(ids, lowest), minus=True))
        notes = (
            phrase(
                "The lowest total is subtracted from every total, so the best is 0."
            ),
        )
    kind = ColumnKind.TIME if race.rulebook.adds_times(name) else ColumnKind.NUMBER
    sums = tuple(Column(part.title, kind, source=part.shown) for part in parts)
    sum_of = tuple(
        phrase("-{column}", column=part.title) if part.minus else part.title
        for part in parts
    )
    lines: Sequence[Standing] = standings
    return record_table(
        name.capitalize(),
        CLASSIFICATION_TITLES[name],
        lines,
        (who_columns(name), lambda line: names.who_cells(name, line.who)),
        (sums, lambda line: tuple(p.amounts.get(line.who) for p in parts)),
        (Column(phrase("Total"), kind, sum_of=sum_of), lambda line: line.total),
        notes=notes,
    ).without_empty_columns()


def _shown(number: int, table: str, column: str) -> CellSource:
    """Return the column with the amounts on the sheet of a stage."""
    return CellSource(
        sheet=phrase("Stage {number}", number=number),
        table=table,
        column=column,
        key=phrase("Code") if table == _TEAM_RESULT else phrase("Bib"),
        blank=column != phrase("Time"),
    )


def _parts(race: Race, name: ClassificationName) -> Iterator[_Part]:
    if name is _TEAMS:
        return _team_parts(race)
    if race.rulebook.adds_times(name):
        return _time_parts(race)
    if name is ClassificationName.COMBINATION:
        ranks = combined_ranks(race.stages[-1].standings)
        return (_Part(CLASSIFICATIONS[n].word, of) for n, of in ranks.items())
    return _points_parts(race, name)


def _counted(race: Race, name: ClassificationName) -> Iterator[StageScore]:
    for score in race.stages:
        if not score.stage.cancelled and race.rulebook.counts(score.stage, name):
            yield score


def _time_parts(race: Race) -> Iterator[_Part]:
    for score in _counted(race, _GENERAL):
        lines = [line for line in score.result if line.place is not None]
        number = score.number
        times = {str(line.bib): line.time for line in lines if line.time is not None}
        bonuses = {str(line.bib): line.bonus for line in lines if line.bonus}
        penalties = {str(line.bib): line.penalty for line in lines if line.penalty}
        for title, amounts, column in (
            (phrase("Stage {number}", number=number), times, phrase("Time")),
            (phrase("Bonus {number}", number=number), bonuses, phrase("Bonus")),
            (phrase("Penalty {number}", number=number), penalties, phrase("Penalty")),
        ):
            shown = _shown(number, _RESULT, column)
            yield _Part(title, amounts, amounts is bonuses, shown)


def _points_parts(race: Race, name: ClassificationName) -> Iterator[_Part]:
    for score in _counted(race, name):
        won = _sums(award for award in score.awards if award.towards == name)
        column = _WON.get(name)
        yield _Part(
            phrase("Stage {number}", number=score.number),
            won,
            shown=_shown(score.number, _RESULT, column) if column else None,
        )
    if name is ClassificationName.POINTS:
        yield _Part(phrase("At the end"), _sums(race.stages[-1].final_points))


def _sums(awards: Iterable[Award]) -> Counter[str]:
    """Return the sum of each rider's awards."""
    sums: Counter[str] = Counter()
    for award in awards:
        sums[award.bib] += award.amount
    return sums


def _team_parts(race: Race) -> Iterator[_Part]:
    """Yield the columns of the teams' totals: by rider or by stage (CY-18, RR-6)."""
    by, by_points = race.rulebook.word("teams.by"), race.rulebook.teams_by_points
    if by == "rider points":
        for score in _counted(race, ClassificationName.POINTS):
            title = phrase("Stage {number}", number=score.number)
            yield _Part(title, _team_points(race, score.awards))
        final = race.stages[-1].final_points
        yield _Part(phrase("At the end"), _team_points(race, final))
    elif by == "general times":
        yield from _rider_parts(race)
    for score in _counted(race, _TEAMS):
        title = phrase("Stage {number}", number=score.number)
        if by == "points":
            shown = _shown(score.number, _TEAM_RESULT, phrase("Points"))
            yield _Part(title, _team_points(race, score.awards), shown=shown)
        elif by == "best times":
            lines = score.team_result
            times = {str(line.team): line.time or 0 for line in lines}
            shown = _shown(score.number, _TEAM_RESULT, phrase("Time"))
            yield _Part(title, times, shown=shown)
        ruled: Counter[str] = Counter()
        for ruling in score.stage.rulings:
            if ruling.team is not None:
                ruled[ruling.team] += ruling.points if by_points else ruling.seconds
        rulings = phrase("Rulings {number}", number=score.number)
        yield _Part(rulings, ruled, minus=by_points)


def _rider_parts(race: Race) -> Iterator[_Part]:
    """Yield the totals of each team's best rider, then its second rider, and so on.

    Only riders who are still in the race are counted.
    """
    teams = {rider.bib: rider.team for rider in race.tour.riders}
    general = race.stages[-1].standings[_GENERAL]
    riders: dict[str, list[int]] = {}
    for line in general:
        if team := teams.get(Bib(line.who)):
            riders.setdefault(team, []).append(line.total)
    for number in range(max(map(len, riders.values()), default=0)):
        yield _Part(
            phrase("Rider {number}", number=number + 1),
            {team: of[number] for team, of in riders.items() if number < len(of)},
        )


def _team_points(race: Race, awards: Iterable[Award]) -> Mapping[str, int]:
    startlist = {rider.bib: rider for rider in race.tour.riders}
    won = team_points(awards, startlist, race.rulebook)
    return {str(team): won[team] for team in won}
