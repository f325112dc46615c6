"""A tour from its rows: one statement a table, however many riders and stages."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from sqlalchemy import Connection, select

from peloton.errors import StoreError
from peloton.rules.marks import MARKS
from peloton.rules.model import (
    Arrival,
    Bib,
    Category,
    ClassificationName,
    FinishLine,
    Offer,
    OptionValue,
    Profile,
    Reason,
    Rider,
    Ruling,
    Section,
    SectionKind,
    Sprint,
    Stage,
    StageKind,
    Team,
    TeamCode,
    Tour,
    Unplaced,
)
from peloton.store import tables as t

RowT = TypeVar("RowT", bound=t.Row)
PartT = TypeVar("PartT", bound=t.StagePart)
ValueT = TypeVar("ValueT")


def stored_tour(connection: Connection, row: t.TourRow) -> Tour:
    """Return the tour of a row, whole.

    Raises StoreError where the rows say what no tour can.
    """
    try:
        return _Rows(connection, cast("int", row.id)).tour(row)
    except (KeyError, TypeError, ValueError) as error:
        message = (
            f"tour {row.name!r} is damaged in the database ({error}):"
            " delete it and load its tour file again"
        )
        raise StoreError(message) from error


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of one tour."""

    connection: Connection
    tour_id: int

    def of(self, kind: type[RowT]) -> Sequence[RowT]:
        """Return all rows of one table, in order.

        They have the attributes of `kind` but are plain tuples, which load in a
        fraction of the time of objects that SQLAlchemy would keep track of.
        """
        table = t.table_of(kind)
        chosen = select(table).where(table.c.tour_id == self.tour_id)
        found = self.connection.execute(chosen.order_by(*table.primary_key))
        return cast("Sequence[RowT]", found.all())

    def by_stage(
        self, kind: type[PartT], value: Callable[[PartT], ValueT]
    ) -> defaultdict[int, list[ValueT]]:
        """Return the values on each stage, in order, by its number."""
        found: defaultdict[int, list[ValueT]] = defaultdict(list)
        for row in self.of(kind):
            found[row.stage].append(value(row))
        return found

    def by_line(
        self, kind: type[t.LinePart]
    ) -> defaultdict[tuple[int, int], tuple[Bib, ...]]:
        """Return those on each line, in order, by stage and line."""
        found: defaultdict[tuple[int, int], tuple[Bib, ...]] = defaultdict(tuple)
        for row in self.of(kind):
            found[row.stage, row.line] += (Bib(row.who),)
        return found

    def tour(self, row: t.TourRow) -> Tour:
        """Return the tour."""
        return Tour(
            name=row.name,
            rulebook=row.rulebook,
            date=row.date,
            options={
                option.name: cast("OptionValue", option.value)
                for option in self.of(t.OptionRow)
            },
            rules={rule.name: rule.value for rule in self.of(t.HouseRuleRow)},
            teams=tuple(map(_team, self.of(t.TeamRow))),
            riders=tuple(map(_rider, self.of(t.RiderRow))),
            stages=self.stages(),
        )

    def stages(self) -> tuple[Stage, ...]:
        """Return the stages, in the order ridden."""
        arrived, crossed, drawn = map(
            self.by_line, (t.FinishRiderRow, t.CrossingRiderRow, t.LotDrawRow)
        )
        counts = self.by_stage(
            t.CountRow, lambda r: (ClassificationName(r.classification), r.counts)
        )
        sections = self.by_stage(t.SectionRow, _section)
        sprints = self.by_stage(t.SprintRow, _sprint)
        finish = self.by_stage(
            t.FinishLineRow, lambda r: _finish_line(r, arrived[r.stage, r.position])
        )
        crossings = self.by_stage(
            t.CrossingRow, lambda r: (r.prime, crossed[r.stage, r.position])
        )
        rulings = self.by_stage(t.RulingRow, _ruling)
        turns = self.by_stage(t.ExtraTurnRow, lambda r: (Bib(r.bib), r.used))
        offers = self.by_stage(t.OfferRow, _offer)
        lots = self.by_stage(
            t.LotRow,
            lambda r: (
                ClassificationName(r.classification),
                drawn[r.stage, r.position],
            ),
        )
        return tuple(
            Stage(
                name=row.name,
                kind=StageKind(row.kind),
                profile=None if row.profile is None else Profile(row.profile),
                length=row.length,
                date=row.date,
                points=row.points,
                bonus=row.bonus,
                cancelled=row.cancelled,
                counts=dict(counts[row.number]),
                sections=tuple(sections[row.number]),
                sprints=tuple(sprints[row.number]),
                finish=tuple(finish[row.number]),
                crossings=dict(crossings[row.number]),
                rulings=tuple(rulings[row.number]),
                extra_turns=dict(turns[row.number]),
                offers=tuple(offers[row.number]),
                lots=dict(lots[row.number]),
            )
            for row in self.of(t.StageRow)
        )


def _team(row: t.TeamRow) -> Team:
    return Team(
        code=TeamCode(row.code), name=row.name, player=row.player, colour=row.colour
    )


def _rider(row: t.RiderRow) -> Rider:
    return Rider(
        bib=Bib(row.bib),
        name=row.name,
        team=_code(row.team),
        type=row.type,
        captain=row.captain,
        young=row.young,
        neutral=row.neutral,
    )


def _section(row: t.SectionRow) -> Section:
    return Section(
        kind=SectionKind(row.kind),
        name=row.name,
        start=row.start,
        end=row.end,
        category=None if row.category is None else Category(row.category),
        points=row.points,
        bonus=row.bonus,
    )


def _sprint(row: t.SprintRow) -> Sprint:
    return Sprint(name=row.name, at=row.at, points=row.points, bonus=row.bonus)


def _finish_line(row: t.FinishLineRow, bibs: tuple[Bib, ...]) -> FinishLine:
    if row.mark is None or row.mark_form is None:
        mark = None
    else:
        mark = MARKS[row.mark_form].read(row.mark)
    if row.reason is not None:
        (bib,) = bibs
        return Unplaced(bib, Reason(row.reason), mark)
    if mark is None:
        message = f"no mark for {' '.join(bibs)}"
        raise ValueError(message)
    return Arrival(bibs, mark)


def _ruling(row: t.RulingRow) -> Ruling:
    return Ruling(
        reason=row.reason,
        bib=None if row.bib is None else Bib(row.bib),
        team=_code(row.team),
        seconds=row.seconds,
        points=row.points,
        mountains=row.mountains,
    )


def _offer(row: t.OfferRow) -> Offer:
    return Offer(
        team=TeamCode(row.team), amount=row.amount, target=row.target, place=row.place
    )


def _code(text: str | None) -> TeamCode | None:
    return None if text is None else TeamCode(text)
