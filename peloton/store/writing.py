"""A tour as rows: every fact at its place in the order."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from sqlalchemy import Connection, insert

from peloton.errors import StoreError
from peloton.rules.games import MARKS, Mark
from peloton.rules.games.mark import MarkError
from peloton.rules.model import Rider, RuleValue, Stage, Team, Unplaced
from peloton.store import tables as t

T = TypeVar("T")


def record(connection: Connection, rows: Iterable[t.Row]) -> None:
    """Insert rows of any tables: one statement a table, parents first."""
    by_table: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
    for row in rows:
        by_table[str(row.__tablename__)].append(dict(row))
    for table in t.Row.metadata.sorted_tables:
        if table.name in by_table:
            connection.execute(insert(table), by_table[table.name])


def option_rows(
    tour_id: int, options: Mapping[str, RuleValue]
) -> Iterator[t.OptionRow]:
    """Return what the tour chose."""
    for at, (name, value) in _in_order(options.items(), tour_id=tour_id):
        yield t.OptionRow(**at, name=name, value=value)


def house_rule_rows(
    tour_id: int, rules: Mapping[str, RuleValue]
) -> Iterator[t.HouseRuleRow]:
    """Return the values of the rulebook that the tour replaced."""
    for at, (name, value) in _in_order(rules.items(), tour_id=tour_id):
        yield t.HouseRuleRow(**at, name=name, value=value)


def team_rows(tour_id: int, teams: Iterable[Team]) -> Iterator[t.TeamRow]:
    """Return the teams."""
    for at, team in _in_order(teams, tour_id=tour_id):
        yield t.TeamRow(
            **at,
            code=team.code,
            name=team.name,
            player=team.player,
            colour=team.colour,
        )


def rider_rows(tour_id: int, riders: Iterable[Rider]) -> Iterator[t.RiderRow]:
    """Return the startlist."""
    for at, rider in _in_order(riders, tour_id=tour_id):
        yield t.RiderRow(
            **at,
            bib=rider.bib,
            name=rider.name,
            team=rider.team,
            type=rider.type,
            captain=rider.captain,
            young=rider.young,
            neutral=rider.neutral,
        )


def stage_rows(tour_id: int, number: int, stage: Stage) -> Iterator[t.Row]:
    """Return a stage and all that is on it.

    Raises StoreError for a mark that could not be read back.
    """
    yield t.StageRow(
        tour_id=tour_id,
        number=number,
        name=stage.name,
        kind=stage.kind,
        profile=stage.profile,
        length=stage.length,
        date=stage.date,
        points=stage.points,
        bonus=stage.bonus,
        cancelled=stage.cancelled,
        laps=stage.laps or None,
        heats=stage.heats or None,
        eliminated=stage.eliminated or None,
        cards={str(bib): held for bib, held in stage.cards.items()} or None,
    )
    yield from _course_rows(tour_id, number, stage)
    yield from _finish_rows(tour_id, number, stage)
    yield from _order_rows(tour_id, number, stage)
    yield from _decision_rows(tour_id, number, stage)


def _course_rows(tour_id: int, number: int, stage: Stage) -> Iterator[t.Row]:
    for at, section in _in_order(stage.sections, tour_id=tour_id, stage=number):
        yield t.SectionRow(
            **at,
            kind=section.kind,
            name=section.name,
            start=section.start,
            end=section.end,
            category=section.category,
            points=section.points,
            bonus=section.bonus,
        )
    for at, sprint in _in_order(stage.sprints, tour_id=tour_id, stage=number):
        yield t.SprintRow(
            **at,
            name=sprint.name,
            at=sprint.at,
            points=sprint.points,
            bonus=sprint.bonus,
        )
    for at, group in _in_order(stage.start, tour_id=tour_id, stage=number):
        yield t.StartGroupRow(**at, lead=group.lead)
        for on_line, bib in _on_line(group.bibs, at):
            yield t.StartRiderRow(**on_line, who=bib)


def _finish_rows(tour_id: int, number: int, stage: Stage) -> Iterator[t.Row]:
    for at, line in _in_order(stage.finish, tour_id=tour_id, stage=number):
        yield t.FinishLineRow(
            **at,
            reason=line.reason if isinstance(line, Unplaced) else None,
            mark_form=None if line.mark is None else _form(line.mark),
            mark=None if line.mark is None else str(line.mark),
        )
        for on_line, bib in _on_line(line.bibs, at):
            yield t.FinishRiderRow(**on_line, who=bib)


def _order_rows(tour_id: int, number: int, stage: Stage) -> Iterator[t.Row]:
    crossings, lots = stage.crossings.items(), stage.lots.items()
    for at, (prime, bibs) in _in_order(crossings, tour_id=tour_id, stage=number):
        yield t.CrossingRow(**at, prime=prime)
        for on_line, bib in _on_line(bibs, at):
            yield t.CrossingRiderRow(**on_line, who=bib)
    for at, (name, drawn) in _in_order(lots, tour_id=tour_id, stage=number):
        yield t.LotRow(**at, classification=name)
        for on_line, who in _on_line(drawn, at):
            yield t.LotDrawRow(**on_line, who=who)


def _decision_rows(tour_id: int, number: int, stage: Stage) -> Iterator[t.Row]:
    counts, turns = stage.counts.items(), stage.extra_turns.items()
    for at, (name, counted) in _in_order(counts, tour_id=tour_id, stage=number):
        yield t.CountRow(**at, classification=name, counts=counted)
    for at, ruling in _in_order(stage.rulings, tour_id=tour_id, stage=number):
        yield t.RulingRow(
            **at,
            reason=ruling.reason,
            bib=ruling.bib,
            team=ruling.team,
            seconds=ruling.seconds,
            points=ruling.points,
            mountains=ruling.mountains,
        )
    for at, (bib, used) in _in_order(turns, tour_id=tour_id, stage=number):
        yield t.ExtraTurnRow(**at, bib=bib, used=used)
    for at, offer in _in_order(stage.offers, tour_id=tour_id, stage=number):
        yield t.OfferRow(
            **at,
            team=offer.team,
            amount=offer.amount,
            target=offer.target,
            place=offer.place,
        )


def _in_order(things: Iterable[T], **key: int) -> Iterator[tuple[dict[str, int], T]]:
    """Return each thing with the key of its row, counting positions from 1."""
    for position, thing in enumerate(things, 1):
        yield {**key, "position": position}, thing


def _on_line(
    bibs: Iterable[str], line: Mapping[str, int]
) -> Iterator[tuple[dict[str, int], str]]:
    """Return each of those on a line with the key of its row."""
    return _in_order(
        bibs, tour_id=line["tour_id"], stage=line["stage"], line=line["position"]
    )


def _form(mark: Mark) -> str:
    """Return the name of the form that reads the text of a mark as this mark."""
    for form in MARKS.values():
        try:
            if form.read(str(mark)) == mark:
                return form.form
        except MarkError:
            continue
    message = f"the mark '{mark}' is of no known form, expected one a rulebook reads"
    raise StoreError(message)
