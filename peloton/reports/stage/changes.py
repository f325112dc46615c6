"""Report how a change to a tour affects its results."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from peloton.reports.headings import list_first, race_sheet
from peloton.reports.names import CLASSIFICATION_TITLES, FEWER_RIDERS, NOTE, Names
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table, numbers
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import jersey_title, known_word
from peloton.rules.results import Race, StageLine, StageScore, Standing, TimeStanding
from peloton.rules.words import join, phrase

_RANKS = numbers(phrase("Rank"), phrase("Was"))
_ROWS, _STAGES, _ITEMS = 20, 10, 5
"""Maximum numbers of rows per classification, of stages, and of changes of one kind."""


def changes_sheet(before: Race, after: Race) -> Sheet:
    """Report the differences between the races of a tour before and after a change.

    A table for each classification lists the riders whose current rank or total
    changed, and riders who are no longer in it. Notes list the jerseys that change
    wearer and, for each stage, the changes of result, jerseys, money and extra turns.
    Long lists are shortened.
    """
    old, new = _latest(before), _latest(after)
    names = Names(after.tour)
    tables = []
    for name in after.rulebook.classifications:
        was, now = (
            score.standings.get(name, ()) if score else () for score in (old, new)
        )
        rows = tuple(_rows(was, now, partial(names.who, name)))
        if rows:
            tables.append(_table(name, rows, by_time=after.rulebook.adds_times(name)))
    notes = (*_jerseys(old, new, names), *_on_stages(before, after))
    if not tables and not notes:
        notes = (phrase("No classification changes."),)
    return race_sheet(after, phrase("What changes"), tables, notes=notes)


def _latest(race: Race) -> StageScore | None:
    return race.stages[-1] if race.stages else None


def _table(
    name: ClassificationName, rows: tuple[tuple[Cell, ...], ...], *, by_time: bool
) -> Table:
    kind = ColumnKind.TIME if by_time else ColumnKind.NUMBER
    titles = phrase("Points"), phrase("Points before")
    if by_time:
        titles = phrase("Time"), phrase("Time before")
    by_team, more = name is ClassificationName.TEAMS, len(rows) - _ROWS
    noted = any(row[-1] for row in rows[:_ROWS])
    return Table(
        name=name.capitalize(),
        title=CLASSIFICATION_TITLES[name],
        columns=(
            *_RANKS,
            Column(phrase("Team") if by_team else phrase("Bib")),
            Column(phrase("Name"), weight=1),
            *(Column(title, kind) for title in titles),
            *([NOTE] if noted else ()),
        ),
        rows=tuple(row if noted else row[:-1] for row in rows[:_ROWS]),
        notes=(phrase("and {count} more", count=more),) if more > 0 else (),
    )


def _rows(
    was: Iterable[Standing], now: Iterable[Standing], named: Callable[[str], str]
) -> Iterable[tuple[Cell, ...]]:
    old = {row.who: row for row in was}
    for row in now:
        before = old.pop(row.who, None)
        who = row.who, named(row.who)
        note = FEWER_RIDERS if isinstance(row, TimeStanding) and row.gap is None else ""
        if before is None:
            yield row.rank, None, *who, row.total, None, note
        elif (before.rank, before.total) != (row.rank, row.total):
            yield row.rank, before.rank, *who, row.total, before.total, note
    for gone in old.values():
        yield None, gone.rank, gone.who, named(gone.who), None, gone.total, ""


def _jerseys(
    old: StageScore | None, new: StageScore | None, names: Names
) -> Iterable[str]:
    was = {line.jersey: line.wearer for line in old.jerseys} if old else {}
    for line in new.jerseys if new else ():
        before = was.get(line.jersey)
        if line.wearer and line.wearer != before:
            jersey, rider = jersey_title(line.jersey), names.rider(line.wearer)
            text = phrase("{jersey}: {rider}", jersey=jersey, rider=rider)
            if before:
                loser = names.rider(before)
                text = phrase("{change}, taken from {rider}", change=text, rider=loser)
            yield text


def _on_stages(before: Race, after: Race) -> Iterator[str]:
    # The jerseys after the latest stage are reported by `_jerseys`.
    latest = len(after.stages) if len(before.stages) == len(after.stages) else 0
    lines = [
        phrase("Stage {number}: {name}", number=new.number, name=join(parts, "; "))
        for old, new in zip(before.stages, after.stages, strict=False)
        if (parts := [*_on_stage(old, new, latest=new.number == latest)])
    ]
    yield from lines[:_STAGES]
    if len(lines) > _STAGES:
        yield phrase("and {count} more", count=len(lines) - _STAGES)


def _on_stage(old: StageScore, new: StageScore, *, latest: bool) -> Iterator[str]:
    """Yield a phrase for each kind of change on a stage.

    Jerseys are left out for the `latest` stage, because `_jerseys` reports them.
    """
    was, now = ({line.bib: line for line in s.result} for s in (old, new))
    places = [
        {str(b): str(w.place or w.status) for b, w in x.items()} for x in (was, now)
    ]
    if moved := [*_changed_values(*places)]:
        yield phrase("result: {what}", what=list_first(moved, _ITEMS))
    unmoved = [bib for bib in now if places[0].get(bib) == places[1][bib]]
    if same := [bib for bib in unmoved if _figures(was[bib]) != _figures(now[bib])]:
        yield phrase("changed times or points: {what}", what=list_first(same, _ITEMS))
    if not latest:
        jerseys = [{j.jersey: j.wearer or "-" for j in s.jerseys} for s in (old, new)]
        worn = [{known_word(name): who for name, who in j.items()} for j in jerseys]
        yield from _changed_values(*worn)
    earned = [{str(p.team): p.earned for p in s.purse} for s in (old, new)]
    if money := [*_differences(*earned)]:
        yield phrase("purse: {what}", what=list_first(money, _ITEMS))
    left = [{str(t.bib): t.granted - t.used for t in s.extra_turns} for s in (old, new)]
    if turns := [*_differences(*left)]:
        yield phrase("extra turns: {what}", what=list_first(turns, _ITEMS))


def _figures(line: StageLine) -> tuple[object, ...]:
    return line.time, line.bonus, line.penalty, line.points, line.mountains


def _changed_values(was: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """Yield the values that changed, such as `23 2 -> 1` for the place of rider 23."""
    for what in dict.fromkeys((*now, *was)):
        old, new = was.get(what, "-"), now.get(what, "-")
        if old != new:
            yield phrase("{what} {old} -> {new}", what=what, old=old, new=new)


def _differences(was: Mapping[str, int], now: Mapping[str, int]) -> Iterator[str]:
    """Yield the numbers that changed, such as `TIR +50`, for names in both mappings."""
    for who in now:
        if who in was and now[who] != was[who]:
            yield f"{who} {now[who] - was[who]:+}"
