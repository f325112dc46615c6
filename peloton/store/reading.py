"""Tours from their rows: one statement a table, however many riders and stages."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, select

from peloton.errors import StoreError
from peloton.rules.model import (
    Bib,
    ClassificationName,
    Language,
    OptionValue,
    Profile,
    Rider,
    Stage,
    StageKind,
    StartGroup,
    Team,
    Tour,
)
from peloton.store import tables as t
from peloton.store.facts import (
    finish_line_of,
    offer_of,
    orders,
    rider_of,
    ruling_of,
    section_of,
    sprint_of,
    team_of,
)

RowT = TypeVar("RowT", bound=t.Row)
TourPartT = TypeVar("TourPartT", bound=t.TourPart)
PartT = TypeVar("PartT", bound=t.StagePart)
ValueT = TypeVar("ValueT")


AT_ONCE = 200
"""How many tours are read together: no database is asked for thousands in one go."""


def stored_tour(connection: Connection, row: t.TourRow) -> Tour:
    """Return the tour of a row, whole.

    Raises StoreError where the rows say what no tour can.
    """
    (tour,) = stored_tours(connection, [row])
    return tour


def stored_tours(connection: Connection, rows: Sequence[t.TourRow]) -> Iterator[Tour]:
    """Go through the tours of some rows, whole: one statement a table for AT_ONCE.

    Raises StoreError where the rows say what no tour can.
    """
    for first in range(0, len(rows), AT_ONCE):
        yield from _together(connection, rows[first : first + AT_ONCE])


def _together(connection: Connection, rows: Sequence[t.TourRow]) -> Iterator[Tour]:
    try:
        ids = [cast("int", row.id) for row in rows]
        yield from Facts(partial(_stored_cells, connection, ids)).tours(rows)
    except (KeyError, TypeError, ValueError) as error:
        if len(rows) > 1:  # one by one, to name the one that is damaged
            for row in rows:
                yield from _together(connection, [row])
            return
        message = (
            f"tour {rows[0].name!r} is damaged in the database ({error}):"
            " delete it and load its tour file again"
        )
        raise StoreError(message) from error


def _stored_cells(
    connection: Connection, ids: Sequence[int], kind: type[t.Row]
) -> Sequence[Sequence[Any]]:
    """Return the cells of all rows of one table that are parts of some tours."""
    table = t.table_of(kind)
    chosen = select(table).where(table.c.tour_id.in_(ids)).order_by(*table.primary_key)
    return connection.execute(chosen).all()


@dataclass(frozen=True, slots=True)
class Facts:
    """What the rows of some tours say.

    `cells` are those of all rows of one table, in order; on a stage, the first two
    are its tour and its number.
    """

    cells: Callable[[type[t.Row]], Sequence[Sequence[Any]]]

    def of(self, kind: type[RowT]) -> Iterator[RowT]:
        """Go through all rows of one table, in order.

        They have the attributes of `kind` but are named tuples, which load in a
        fraction of the time of objects that SQLAlchemy would keep track of, and of
        its own rows, whose attributes are looked up one by one.
        """
        named = cast("Callable[[Sequence[Any]], RowT]", _row_maker(kind))
        return map(named, self.cells(kind))

    def by_tour(
        self, kind: type[TourPartT], value: Callable[[TourPartT], ValueT]
    ) -> defaultdict[int, list[ValueT]]:
        """Return the values of each tour, in order, by its id."""
        found: defaultdict[int, list[ValueT]] = defaultdict(list)
        for row in self.of(kind):
            found[row.tour_id].append(value(row))
        return found

    def by_stage(
        self, kind: type[PartT], value: Callable[[PartT], ValueT]
    ) -> defaultdict[tuple[int, int], list[ValueT]]:
        """Return the values on each stage, in order, by its tour and number."""
        found: defaultdict[tuple[int, int], list[ValueT]] = defaultdict(list)
        for row in self.of(kind):
            found[row.tour_id, row.stage].append(value(row))
        return found

    def by_line(
        self, kind: type[t.LinePart]
    ) -> defaultdict[tuple[int, int, int], list[Bib]]:
        """Return those on each line, in order, by tour, stage and line."""
        found: defaultdict[tuple[int, int, int], list[Bib]] = defaultdict(list)
        # Most rows of a tour pass through here, too many to name their cells.
        for tour_id, stage, line, _, who in self.cells(kind):
            found[tour_id, stage, line].append(who)
        return found

    def tours(self, chosen: Sequence[t.TourRow]) -> list[Tour]:
        """Return the tours of some rows, in order."""
        options = self.by_tour(
            t.OptionRow, lambda r: (r.name, cast("OptionValue", r.value))
        )
        rules = self.by_tour(t.HouseRuleRow, lambda r: (r.name, r.value))
        teams, riders = self.startlists()
        stages = self.stages()
        return [
            Tour(
                name=row.name,
                rulebook=row.rulebook,
                date=row.date,
                language=None if row.language is None else Language(row.language),
                options=dict(options[tour_id]),
                rules=dict(rules[tour_id]),
                teams=tuple(teams[tour_id]),
                riders=tuple(riders[tour_id]),
                stages=tuple(stages[tour_id]),
            )
            for row in chosen
            for tour_id in [cast("int", row.id)]
        ]

    def startlists(
        self,
    ) -> tuple[defaultdict[int, list[Team]], defaultdict[int, list[Rider]]]:
        """Return the teams and the riders of each tour, in order, by its id."""
        return self.by_tour(t.TeamRow, team_of), self.by_tour(t.RiderRow, rider_of)

    def stages(self) -> defaultdict[int, list[Stage]]:
        """Return the stages of each tour, in the order ridden, by its id."""
        lists, mappings = self._lists(), self._mappings()
        found: defaultdict[int, list[Stage]] = defaultdict(list)
        for row in self.of(t.StageRow):
            at = row.tour_id, row.number
            parts: dict[str, Any] = {
                **{name: tuple(facts[at]) for name, facts in lists.items()},
                **{name: dict(facts[at]) for name, facts in mappings.items()},
            }
            found[row.tour_id].append(
                Stage(
                    name=row.name,
                    kind=StageKind(row.kind),
                    profile=None if row.profile is None else Profile(row.profile),
                    length=row.length,
                    date=row.date,
                    points=row.points,
                    bonus=row.bonus,
                    cancelled=row.cancelled,
                    laps=orders(row.laps),
                    heats=orders(row.heats),
                    eliminated=tuple(map(Bib, row.eliminated or ())),
                    cards={Bib(bib): held for bib, held in (row.cards or {}).items()},
                    **parts,
                )
            )
        return found

    def _lists(self) -> Mapping[str, Mapping[tuple[int, int], list[Any]]]:
        """Return what a stage has in an order, by fact."""
        arrived = self.by_line(t.FinishRiderRow)
        ahead = self.by_line(t.StartRiderRow)
        return {
            "sections": self.by_stage(t.SectionRow, section_of),
            "sprints": self.by_stage(t.SprintRow, sprint_of),
            "start": self.by_stage(
                t.StartGroupRow,
                lambda r: StartGroup(
                    bibs=tuple(ahead[r.tour_id, r.stage, r.position]), lead=r.lead
                ),
            ),
            "finish": self.by_stage(
                t.FinishLineRow,
                lambda r: finish_line_of(
                    r, tuple(arrived[r.tour_id, r.stage, r.position])
                ),
            ),
            "rulings": self.by_stage(t.RulingRow, ruling_of),
            "offers": self.by_stage(t.OfferRow, offer_of),
        }

    def _mappings(self) -> Mapping[str, Mapping[tuple[int, int], list[Any]]]:
        """Return what a stage has under a name, by fact."""
        crossed, drawn = map(self.by_line, (t.CrossingRiderRow, t.LotDrawRow))
        return {
            "counts": self.by_stage(
                t.CountRow, lambda r: (ClassificationName(r.classification), r.counts)
            ),
            "crossings": self.by_stage(
                t.CrossingRow,
                lambda r: (r.prime, tuple(crossed[r.tour_id, r.stage, r.position])),
            ),
            "extra_turns": self.by_stage(
                t.ExtraTurnRow, lambda r: (Bib(r.bib), r.used)
            ),
            "lots": self.by_stage(
                t.LotRow,
                lambda r: (
                    ClassificationName(r.classification),
                    tuple(drawn[r.tour_id, r.stage, r.position]),
                ),
            ),
        }


@cache
def _row_maker(kind: type[t.Row]) -> Callable[[Sequence[Any]], object]:
    """Return what names the cells of a row by the columns of its table."""
    named: Callable[..., Any] = NamedTuple
    table = t.table_of(kind)
    maker: Callable[[Sequence[Any]], object]
    maker = named(table.name, [(column.name, Any) for column in table.c])._make
    return maker
