"""What a change to a tour does to its standings: before and after, as a sheet."""

from collections.abc import Iterable

from peloton.reports.names import CLASSIFICATION_TITLES, Names, ranked_by_time
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table
from peloton.rules.model import ClassificationName
from peloton.rules.results import Race, StageScore, Standing, Standings

_RANKS = (
    Column(title="Rank", kind=ColumnKind.NUMBER),
    Column(title="Was", kind=ColumnKind.NUMBER),
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
        notes = ("No classification changes.",)
    return Sheet(
        title="What changes",
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
    title = "Time" if kind is ColumnKind.TIME else "Points"
    return Table(
        name=name.capitalize(),
        title=CLASSIFICATION_TITLES[name],
        columns=(
            *_RANKS,
            Column(title="Team" if name is ClassificationName.TEAMS else "Bib"),
            Column(title="Name", weight=1),
            Column(title=title, kind=kind),
            Column(title=f"{title} before", kind=kind),
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
            taken = f", taken from {names.rider(before)}" if before else ""
            yield f"{line.jersey.capitalize()}: {names.rider(line.wearer)}{taken}"
