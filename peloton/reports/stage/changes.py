"""What a change to a tour does to its standings: before and after, as a sheet."""

from collections.abc import Iterable

from peloton.reports.names import CLASSIFICATION_TITLES, Names, ranked_by_time
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import jersey_title
from peloton.rules.results import Race, StageScore, Standing, Standings
from peloton.rules.words import say

_RANKS = (
    Column(title=say("Rank"), kind=ColumnKind.NUMBER),
    Column(title=say("Was"), kind=ColumnKind.NUMBER),
)


def changes_sheet(before: Race, after: Race) -> Sheet:
    """Report how the latest standings of two races of one tour differ.

    A table a classification, with the riders whose rank or total changed, and who
    left it; then the jerseys that change wearer.
    """
    old, new = _latest(before), _latest(after)
    names = Names(after.tour)
    tables = []
    for name in after.rulebook.classifications:
        was, now = (
            score.standings.get(name, ()) if score else () for score in (old, new)
        )
        rows = tuple(_rows(was, now, names, teams=name is ClassificationName.TEAMS))
        if rows:
            tables.append(_table(name, now or was, rows))
    notes = tuple(_jerseys(old, new, names))
    if not tables and not notes:
        notes = (say("No classification changes."),)
    return Sheet(
        title=say("What changes"),
        subtitle=after.tour.name,
        unit=after.rulebook.unit,
        tables=tuple(tables),
        notes=notes,
    )


def _latest(race: Race) -> StageScore | None:
    return race.stages[-1] if race.stages else None


def _table(
    name: ClassificationName, standings: Standings, rows: tuple[tuple[Cell, ...], ...]
) -> Table:
    kind = ColumnKind.TIME if ranked_by_time(standings) else ColumnKind.NUMBER
    teams = name is ClassificationName.TEAMS
    title, before = say("Points"), say("Points before")
    if kind is ColumnKind.TIME:
        title, before = say("Time"), say("Time before")
    return Table(
        name=name.capitalize(),
        title=CLASSIFICATION_TITLES[name],
        columns=(
            *_RANKS,
            Column(title=say("Team") if teams else say("Bib")),
            Column(title=say("Name"), weight=1),
            Column(title=title, kind=kind),
            Column(title=before, kind=kind),
        ),
        rows=rows,
    )


def _rows(
    was: Iterable[Standing], now: Iterable[Standing], names: Names, *, teams: bool
) -> Iterable[tuple[Cell, ...]]:
    old = {row.who: row for row in was}
    named = names.team if teams else names.rider
    for row in now:
        before = old.pop(row.who, None)
        name = named(row.who)
        if before is None:
            yield row.rank, None, row.who, name, row.total, None
        elif (before.rank, before.total) != (row.rank, row.total):
            yield row.rank, before.rank, row.who, name, row.total, before.total
    for gone in old.values():
        yield None, gone.rank, gone.who, named(gone.who), None, gone.total


def _jerseys(
    old: StageScore | None, new: StageScore | None, names: Names
) -> Iterable[str]:
    was = {line.jersey: line.wearer for line in old.jerseys} if old else {}
    for line in new.jerseys if new else ():
        before = was.get(line.jersey)
        if line.wearer and line.wearer != before:
            jersey, rider = jersey_title(line.jersey), names.rider(line.wearer)
            said = say("{jersey}: {rider}", jersey=jersey, rider=rider)
            if before:
                taken = names.rider(before)
                said = say("{said}, taken from {rider}", said=said, rider=taken)
            yield said
