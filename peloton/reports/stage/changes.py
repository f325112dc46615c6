"""Report how a change to a tour affects its results."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from peloton.reports.headings import list_first, race_sheet
from peloton.reports.names import CLASSIFICATION_TITLES, FEWER_RIDERS, NOTE, Names
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    numbers,
    record_table,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import jersey_title, known_word
from peloton.rules.results import Race, StageScore, Standing
from peloton.rules.words import Phrase, join, phrase

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
    old, new = before.latest, after.latest
    tables = [_table(name, old, new, after) for name in after.rulebook.classifications]
    shown = [table for table in tables if table.rows]
    notes = [*_jerseys(old, new, Names(after.tour))]
    # The jerseys after the latest stage are in these notes already.
    latest = len(after.stages) if len(before.stages) == len(after.stages) else 0
    stages = [
        phrase("Stage {number}: {name}", number=stage.number, name=join(parts, "; "))
        for was, stage in zip(before.stages, after.stages, strict=False)
        if (parts := [*_on_stage(was, stage, latest=stage.number == latest)])
    ]
    notes += stages[:_STAGES]
    if len(stages) > _STAGES:
        notes.append(phrase("and {count} more", count=len(stages) - _STAGES))
    if not shown and not notes:
        notes = [phrase("No classification changes.")]
    return race_sheet(after, phrase("What changes"), shown, notes=notes)


def _table(
    name: ClassificationName, old: StageScore | None, new: StageScore | None, race: Race
) -> Table:
    """List the riders or teams whose rank or total changed; maybe without rows."""
    was, now = (
        {row.who: row for row in (score.standings.get(name, ()) if score else ())}
        for score in (old, new)
    )
    names, by_team = Names(race.tour), name is ClassificationName.TEAMS
    kind, titles = ColumnKind.NUMBER, (phrase("Points"), phrase("Points before"))
    if race.rulebook.adds_times(name):
        kind, titles = ColumnKind.TIME, (phrase("Time"), phrase("Time before"))

    def figures(rows: Mapping[str, Standing], who: str) -> tuple[Cell, Cell]:
        row = rows.get(who)
        return (row.rank, row.total) if row else (None, None)

    changed = [who for who in {**now, **was} if figures(was, who) != figures(now, who)]
    slower = {w for w, row in now.items() if getattr(row, "gap", 0) is None}
    more = len(changed) - _ROWS
    return record_table(
        name.capitalize(),
        CLASSIFICATION_TITLES[name],
        changed[:_ROWS],
        (_RANKS, lambda who: (figures(now, who)[0], figures(was, who)[0])),
        (Column(phrase("Team") if by_team else phrase("Bib")), lambda who: who),
        (Column(phrase("Name"), weight=1), lambda who: names.who(name, who)),
        (Column(titles[0], kind), lambda who: figures(now, who)[1]),
        (Column(titles[1], kind), lambda who: figures(was, who)[1]),
        (NOTE, lambda who: FEWER_RIDERS if who in slower else ""),
        notes=[phrase("and {count} more", count=more)] if more > 0 else (),
    )


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


def _on_stage(old: StageScore, new: StageScore, *, latest: bool) -> Iterator[str]:
    """Yield a phrase for each kind of change on a stage.

    Jerseys are left out for the `latest` stage, because `_jerseys` reports them.
    """
    both = old, new
    places = [{w.bib: str(w.place or w.status) for w in s.result} for s in both]
    figures = [
        {w.bib: (w.time, w.bonus, w.penalty, w.points, w.mountains) for w in s.result}
        for s in both
    ]
    same = [bib for bib, place in places[1].items() if places[0].get(bib) == place]
    worn = [{known_word(j.jersey): j.wearer or "-" for j in s.jerseys} for s in both]
    purse = [{p.team: p.earned for p in s.purse} for s in both]
    turns = [{t.who: t.granted - t.used for t in s.extra_turns} for s in both]
    changed = [bib for bib in same if figures[0][bib] != figures[1][bib]]
    yield from _listed(phrase("result: {what}"), _changed_values(*places))
    yield from _listed(phrase("changed times or points: {what}"), changed)
    yield from () if latest else _changed_values(*worn)
    yield from _listed(phrase("purse: {what}"), _differences(*purse))
    yield from _listed(phrase("extra turns: {what}"), _differences(*turns))


def _listed(kind: Phrase, items: Iterable[str]) -> Iterator[str]:
    """Yield the changes of a kind as one phrase, unless there are none."""
    if listed := [*items]:
        yield phrase(kind.pattern, what=list_first(listed, _ITEMS))


def _changed_values(was: Mapping[Any, str], now: Mapping[Any, str]) -> Iterator[str]:
    """Yield the values that changed, such as `23 2 -> 1` for the place of rider 23."""
    for what in {**now, **was}:
        old, new = was.get(what, "-"), now.get(what, "-")
        if old != new:
            yield phrase("{what} {old} -> {new}", what=what, old=old, new=new)


def _differences(was: Mapping[Any, int], now: Mapping[Any, int]) -> Iterator[str]:
    """Yield the numbers that changed, such as `TIR +50`, for names in both mappings."""
    for who in now:
        if who in was and now[who] != was[who]:
            yield f"{who} {now[who] - was[who]:+}"
