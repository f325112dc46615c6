"""What is still to win as a sheet, as rows for scripts, and in a line a jersey."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from peloton.reports.names import (
    CLASSIFICATION_TITLES,
    TEAM_COLUMNS,
    Names,
    who_columns,
)
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.reports.tour.document import Row
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import KINDS, TIE_STEPS, jersey_name
from peloton.rules.outlook.chances import RIDES, never_ridden, percent
from peloton.rules.outlook.prospects import (
    PURSE,
    Outlook,
    Prospect,
    Prospects,
    TimeProspect,
    outlook_after,
)
from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import clock, listed, say

Chances = Mapping[str, Counter[str]]
"""How often each won, by classification, of so many rides (`RIDES`)."""
_NUMBER, _TIME = ColumnKind.NUMBER, ColumnKind.TIME
_MOST = Column(title=say("At most"), kind=_NUMBER)
_BY_POINTS: tuple[Column, ...] = (Column(title=say("Points"), kind=_NUMBER), _MOST)
_BY_MONEY: tuple[Column, ...] = (Column(title=say("Balance"), kind=_NUMBER), _MOST)
_BY_TIME: tuple[Column, ...] = (
    Column(title=say("Time"), kind=_TIME),
    Column(title=say("Gap"), kind=ColumnKind.GAP),
    Column(title=say("Needed a stage"), kind=_TIME),
    Column(title=say("Best gain"), kind=_TIME),
)
_ENDING = (
    Column(title=say("Chance"), kind=ColumnKind.BIB),
    Column(title=say("To win"), weight=1),
)


def outlook_sheet(
    race: Race,
    after: int | None = None,
    only: str | None = None,
    chances: Chances | None = None,
) -> Sheet:
    """Report what is still to win after a stage, or now: all of it, or one (GN-6).

    Raises PelotonError for a stage that is not there or not ridden yet.
    """
    score = race.score(after)
    found, names = _only(outlook_after(race, score), only), Names(race.tour)
    return Sheet(
        title=say("Still to win after stage {number}", number=score.number),
        name=say("Still to win"),
        subtitle=listed((race.tour.name, score.title), " · "),
        unit=race.rulebook.unit,
        tables=tuple(
            _table(prospects, race, score, names, chances or {})
            for prospects in found.classifications
        ),
        notes=tuple(_notes(race, found, chances)),
    )


def outlook_rows(
    found: Outlook, only: str | None = None, chances: Chances | None = None
) -> dict[str, object]:
    """Return what is still to win as plain data, as `outlook --json` prints it.

    With `chances` each row has its `chance` and the `error` of it, in percent.
    """
    return {
        "after": found.after,
        "classifications": [
            {
                "classification": str(prospects.name),
                "decided": prospects.decided,
                "rows": [
                    _row(row, prospects.name)
                    | (_chance_row(row.who, prospects.name, chances) if chances else {})
                    for row in prospects.rows
                ],
            }
            for prospects in _only(found, only).classifications
        ],
    }


def jersey_outlook(race: Race, score: StageScore) -> Iterator[str]:
    """Say in a line for each jersey whether it is decided; nothing at the end."""
    found, names = outlook_after(race, score), Names(race.tour)
    by_name = {prospects.name: prospects for prospects in found.classifications}
    for jersey in race.rulebook.jerseys if found.to_come else ():
        prospects, worn = by_name.get(jersey.classification), jersey_name(jersey.name)
        if prospects is None or not prospects.rows:
            continue
        if prospects.decided:
            yield say("{jersey} is decided.", jersey=worn)
            continue
        able = sum(row.can is True for row in prospects.rows)
        second = prospects.rows[min(1, len(prospects.rows) - 1)]
        if isinstance(second, Prospect) and able:
            yield say("{jersey}: {count} can still win it.", jersey=worn, count=able)
        elif isinstance(second, TimeProspect) and second.a_stage is not None:
            yield say(
                "{jersey}: {rider} needs {time} a stage.",
                jersey=worn,
                rider=names.rider(second.who),
                time=clock(second.a_stage, race.rulebook.unit),
            )


def _only(found: Outlook, name: str | None) -> Outlook:
    """Leave out every classification but one, if one is asked for."""
    kept = (each for each in found.classifications if name in (None, each.name))
    return replace(found, classifications=tuple(kept))


def _row(row: Prospect | TimeProspect, name: str) -> Row:
    by_team = name in {PURSE, ClassificationName.TEAMS}
    who = "team" if by_team else "bib"
    if isinstance(row, Prospect):
        total = "balance" if name == PURSE else "points"
        return {who: row.who, total: row.total, "most": row.most, "can": row.can}
    return {
        who: row.who,
        "time": row.time,
        "gap": row.gap,
        "seconds_a_stage": row.a_stage,
        "best_gain": row.best_gain,
        "can": row.can,
    }


def _chance_row(who: str, name: str, chances: Chances) -> Row:
    chance, error = percent(chances.get(name, Counter())[who])
    return {"chance": chance, "error": error}


def _table(
    prospects: Prospects, race: Race, score: StageScore, names: Names, chances: Chances
) -> Table:
    """Report one classification; riders without points are only counted."""
    title, totals = say("Purse"), _BY_MONEY
    who: tuple[Column, ...] = TEAM_COLUMNS
    shown = len(prospects.rows)
    if prospects.name != PURSE:
        name = ClassificationName(prospects.name)
        title, who = CLASSIFICATION_TITLES[name], who_columns(name)
        timed = any(isinstance(row, TimeProspect) for row in prospects.rows)
        totals, shown = _BY_TIME if timed else _BY_POINTS, len(score.standings[name])
    others = len(prospects.rows) - shown
    unknown = any(isinstance(r, Prospect) and r.most is None for r in prospects.rows)
    notes = (
        (not shown, say("Nobody yet.")),
        (others, say("Without points so far, and able to win: {count}.", count=others)),
        (unknown, say("How many laps are to come is not known.")),
    )
    table = Table(
        name=prospects.name.capitalize(),
        title=say("{classification}: decided", classification=title)
        if prospects.decided
        else title,
        columns=(*who, *totals, *_ENDING),
        rows=tuple(
            (
                *_cells(row, prospects.name, names),
                _chance(row.who, prospects.name, chances),
                _claim(row, prospects, race.rulebook),
            )
            for row in prospects.rows[:shown]
        ),
        notes=tuple(note for told, note in notes if told),
    )
    return without_empty_columns(table)


def _cells(row: Prospect | TimeProspect, name: str, names: Names) -> tuple[Cell, ...]:
    by_team = name in {PURSE, ClassificationName.TEAMS}
    who = names.team_cells(row.who) if by_team else names.rider_cells(row.who)
    if isinstance(row, Prospect):
        return (*who, row.total, row.most)
    return (*who, row.time, row.gap, row.a_stage, row.best_gain)


def _chance(who: str, name: str, chances: Chances) -> Cell:
    if name not in chances:
        return None
    chance, error = percent(chances[name][who])
    return say("{chance} % ± {error}", chance=chance, error=error)


def _claim(
    row: Prospect | TimeProspect, prospects: Prospects, rulebook: Rulebook
) -> Cell:
    """Say whether somebody can still win, and by what if it is level at best."""
    if not row.can:
        return say("out") if row.can is False else None
    lead, ties = prospects.rows[0], f"ties.{prospects.name}"
    level = (
        row is not lead
        and isinstance(lead, Prospect)
        and isinstance(row, Prospect)
        and row.most == lead.total
    )
    if level and ties in rulebook.values:
        step = TIE_STEPS[rulebook.words(ties)[0]]
        return say("level at best, then: {step}", step=step)
    return say("decided") if prospects.decided else say("can win")


def _notes(race: Race, found: Outlook, chances: Chances | None) -> Iterator[str]:
    if not found.to_come:
        yield say("No stage is to come; one not yet added is not known.")
        return
    yield say(
        "To come: stages {stages}. Those not yet added are not known, nor are rulings,"
        " and the leader is taken to stay in the race (GN-6).",
        stages=listed(map(str, found.to_come)),
    )
    if any(isinstance(r, TimeProspect) for p in found.classifications for r in p.rows):
        yield say(
            "Best gain: the most taken from the present leader on one stage so far."
        )
    if chances:
        yield say(
            "Chance: if all were equally strong, of {rides} rides to the end.",
            rides=RIDES,
        )
    elif chances is not None and (number := never_ridden(race, found.after)):
        yield say(
            "No chances: of the kind of stage {number}, {kind}, fewer than two are"
            " ridden.",
            number=number,
            kind=KINDS[race.tour.stages[number - 1].kind],
        )
