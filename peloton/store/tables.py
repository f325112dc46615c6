"""The tables: one row a fact, nothing derived; rows never leave this package.

Every table but `tour`, `current_tour` and `journal` is a part of a tour and goes with
it. Keys are the natural ones, a tour and the place in its order, so the key of each
table is also the index of its foreign key. Bibs and codes on a stage are as they were
written: whether they are on the startlist is for the rules to say, not for the tables.

A change here needs a step in `migrations/versions`; a test compares the two.
"""

import datetime as dt
from typing import Any, ClassVar

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKeyConstraint,
    MetaData,
    Table,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

from peloton.rules.model import RuleValue
from peloton.store.columns import Json, LongJson, LongWording, Word, Wording

TEXT, WORD, JSON = Wording(), Word(), Json()
LONG_TEXT, LONG_JSON = LongWording(), LongJson()
NUMBER = BigInteger()


def _of_stage() -> ForeignKeyConstraint:
    """Return the key of a row that goes when its stage goes."""
    return ForeignKeyConstraint(
        ["tour_id", "stage"], ["stage.tour_id", "stage.number"], ondelete="CASCADE"
    )


def _of_line(table: str) -> ForeignKeyConstraint:
    """Return the key of a row that goes when its line on a stage goes."""
    return ForeignKeyConstraint(
        ["tour_id", "stage", "line"],
        [f"{table}.tour_id", f"{table}.stage", f"{table}.position"],
        ondelete="CASCADE",
    )


class Row(SQLModel):
    """A row of any table."""

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(referred_table_name)s",
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )


def table_of(kind: type[Row]) -> Table:
    """Return the table that the rows of a kind are in."""
    return Row.metadata.tables[str(kind.__tablename__)]


class TourRow(Row, table=True):
    """A tour, and the text of the rulebook it is scored with."""

    __tablename__ = "tour"
    __table_args__ = (UniqueConstraint("name"),)
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=WORD)
    rulebook: str = Field(sa_type=TEXT)
    rulebook_text: str = Field(sa_type=TEXT)
    date: dt.date | None = None
    language: str | None = Field(default=None, sa_type=WORD)


class CurrentTourRow(Row, table=True):
    """The tour that commands act on: one row at most."""

    __tablename__ = "current_tour"
    __table_args__ = (CheckConstraint("id = 1", name="single"),)
    id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    tour_id: int = Field(foreign_key="tour.id", ondelete="CASCADE", index=True)


class TourPart(Row):
    """A row of a tour, at its place in the order."""

    tour_id: int = Field(primary_key=True, foreign_key="tour.id", ondelete="CASCADE")
    position: int = Field(primary_key=True)


class OptionRow(TourPart, table=True):
    """What the tour chose of what its rulebook lets it choose."""

    __tablename__ = "tour_option"
    __table_args__ = (UniqueConstraint("tour_id", "name"),)
    name: str = Field(sa_type=WORD)
    value: RuleValue = Field(sa_type=JSON)


class HouseRuleRow(TourPart, table=True):
    """A value of the rulebook that the tour replaced, by its dotted key."""

    __tablename__ = "house_rule"
    __table_args__ = (UniqueConstraint("tour_id", "name"),)
    name: str = Field(sa_type=WORD)
    value: RuleValue = Field(sa_type=JSON)


class TeamRow(TourPart, table=True):
    """A team and the person who plays it."""

    __tablename__ = "team"
    __table_args__ = (UniqueConstraint("tour_id", "code"),)
    code: str = Field(sa_type=WORD)
    name: str = Field(sa_type=TEXT)
    player: str = Field(sa_type=TEXT)
    colour: str = Field(sa_type=TEXT)


class RiderRow(TourPart, table=True):
    """One line of the startlist."""

    __tablename__ = "rider"
    __table_args__ = (UniqueConstraint("tour_id", "bib"),)
    bib: str = Field(sa_type=WORD)
    name: str = Field(sa_type=TEXT)
    team: str | None = Field(sa_type=WORD)
    type: str | None = Field(sa_type=TEXT)
    captain: bool
    young: bool
    neutral: bool


class StageRow(Row, table=True):
    """One day of the tour."""

    __tablename__ = "stage"
    tour_id: int = Field(primary_key=True, foreign_key="tour.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    name: str = Field(sa_type=TEXT)
    kind: str = Field(sa_type=WORD)
    profile: str | None = Field(sa_type=WORD)
    length: int | None = Field(sa_type=NUMBER)
    date: dt.date | None
    points: tuple[int, ...] | None = Field(sa_type=JSON)
    bonus: tuple[int, ...] | None = Field(sa_type=JSON)
    cancelled: str = Field(sa_type=TEXT)
    laps: tuple[tuple[str, ...], ...] | None = Field(sa_type=JSON)
    heats: tuple[tuple[str, ...], ...] | None = Field(sa_type=JSON)
    eliminated: tuple[str, ...] | None = Field(sa_type=JSON)
    cards: dict[str, int] | None = Field(sa_type=JSON)


class StagePart(Row):
    """A row of a stage, at its place in the order."""

    tour_id: int = Field(primary_key=True)
    stage: int = Field(primary_key=True)
    position: int = Field(primary_key=True)


class CountRow(StagePart, table=True):
    """Whether the stage counts for a classification (GN-4)."""

    __tablename__ = "stage_count"
    __table_args__ = (
        _of_stage(),
        UniqueConstraint("tour_id", "stage", "classification"),
    )
    classification: str = Field(sa_type=WORD)
    counts: bool


class SectionRow(StagePart, table=True):
    """A stretch of the course."""

    __tablename__ = "section"
    __table_args__ = (_of_stage(),)
    kind: str = Field(sa_type=WORD)
    name: str = Field(sa_type=TEXT)
    start: int | None = Field(sa_type=NUMBER)
    end: int | None = Field(sa_type=NUMBER)
    category: str | None = Field(sa_type=WORD)
    points: tuple[int, ...] | None = Field(sa_type=JSON)
    bonus: tuple[int, ...] | None = Field(sa_type=JSON)


class SprintRow(StagePart, table=True):
    """An intermediate sprint."""

    __tablename__ = "sprint"
    __table_args__ = (_of_stage(),)
    name: str = Field(sa_type=TEXT)
    at: int | None = Field(sa_type=NUMBER)
    points: tuple[int, ...] | None = Field(sa_type=JSON)
    bonus: tuple[int, ...] | None = Field(sa_type=JSON)


class StartGroupRow(StagePart, table=True):
    """Riders who start ahead of the field, by `lead` lines (CY-23)."""

    __tablename__ = "start_group"
    __table_args__ = (_of_stage(),)
    lead: int = Field(sa_type=NUMBER)


class FinishLineRow(StagePart, table=True):
    """One line of the arrival sheet; without a reason, its riders arrived.

    A mark is kept as it is written on paper, beside the form that reads it.
    """

    __tablename__ = "finish_line"
    __table_args__ = (_of_stage(),)
    reason: str | None = Field(sa_type=WORD)
    mark_form: str | None = Field(sa_type=WORD)
    mark: str | None = Field(sa_type=TEXT)


class CrossingRow(StagePart, table=True):
    """A sprint or summit, by its label, that riders were seen to cross."""

    __tablename__ = "crossing"
    __table_args__ = (
        _of_stage(),
        UniqueConstraint("tour_id", "stage", "prime"),
    )
    prime: str = Field(sa_type=WORD)


class LotRow(StagePart, table=True):
    """A classification in which lots were drawn after the stage."""

    __tablename__ = "lot"
    __table_args__ = (
        _of_stage(),
        UniqueConstraint("tour_id", "stage", "classification"),
    )
    classification: str = Field(sa_type=WORD)


class LinePart(Row):
    """One of those on a line of a stage, in order: `line` is the line's position."""

    tour_id: int = Field(primary_key=True)
    stage: int = Field(primary_key=True)
    line: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    who: str = Field(sa_type=WORD)


class FinishRiderRow(LinePart, table=True):
    """A rider on a line of the arrival sheet; a group has several (CY-5)."""

    __tablename__ = "finish_rider"
    __table_args__ = (_of_line("finish_line"),)


class StartRiderRow(LinePart, table=True):
    """A rider in a group at the start."""

    __tablename__ = "start_rider"
    __table_args__ = (_of_line("start_group"),)


class CrossingRiderRow(LinePart, table=True):
    """A rider over a sprint or summit."""

    __tablename__ = "crossing_rider"
    __table_args__ = (_of_line("crossing"),)


class LotDrawRow(LinePart, table=True):
    """A rider or team as the lots were drawn."""

    __tablename__ = "lot_draw"
    __table_args__ = (_of_line("lot"),)


class RulingRow(StagePart, table=True):
    """A decision of the game leader (GN-2)."""

    __tablename__ = "ruling"
    __table_args__ = (_of_stage(),)
    reason: str = Field(sa_type=TEXT)
    bib: str | None = Field(sa_type=WORD)
    team: str | None = Field(sa_type=WORD)
    seconds: int = Field(sa_type=NUMBER)
    points: int = Field(sa_type=NUMBER)
    mountains: int = Field(sa_type=NUMBER)


class ExtraTurnRow(StagePart, table=True):
    """The extra turns a rider used (CY-12)."""

    __tablename__ = "extra_turn"
    __table_args__ = (_of_stage(), UniqueConstraint("tour_id", "stage", "bib"))
    bib: str = Field(sa_type=WORD)
    used: int = Field(sa_type=NUMBER)


class OfferRow(StagePart, table=True):
    """A sponsor's premium (CY-15)."""

    __tablename__ = "offer"
    __table_args__ = (_of_stage(),)
    team: str = Field(sa_type=WORD)
    amount: int = Field(sa_type=NUMBER)
    target: str = Field(sa_type=TEXT)
    place: int = Field(sa_type=NUMBER)


class DraftRow(Row, table=True):
    """What is being typed of a stage and is not yet part of the tour.

    `base` is what it was begun from, so that a change meanwhile can be noticed.
    """

    __tablename__ = "draft"
    tour_id: int = Field(primary_key=True, foreign_key="tour.id", ondelete="CASCADE")
    stage: int = Field(primary_key=True)
    text: str = Field(sa_type=LONG_TEXT)
    base: str = Field(sa_type=LONG_TEXT)


class JournalRow(Row, table=True):
    """One change of a tour, which it outlives: it may be the tour's deletion.

    `before` and `after` are the parts that differ (`peloton.store.parts`). A step
    taken back has its place among all those taken back in `undone`; one that another
    change has come in the place of is `dropped`, and cannot be brought again.
    `drafts` are those of a tour that went by this step.
    """

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("tour", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    tour: str = Field(sa_type=WORD)
    number: int
    seconds: int = Field(sa_type=NUMBER)
    what: str = Field(sa_type=TEXT)
    current_before: str | None = Field(sa_type=WORD)
    current_after: str | None = Field(sa_type=WORD)
    undone: int | None
    dropped: bool
    stages: tuple[int, ...] = Field(sa_type=JSON)
    before: dict[str, Any] = Field(sa_type=LONG_JSON)
    after: dict[str, Any] = Field(sa_type=LONG_JSON)
    drafts: tuple[tuple[Any, ...], ...] | None = Field(sa_type=LONG_JSON)
