"""The tables: a tour's parts as JSON, and its journal; rows never leave this package.

Facts have no columns: `peloton.store.codec` makes a body of each part. `draft`, `part`
and `current_tour` go with their tour; the journal and the rulebooks outlive it.

A change here needs a step in `migrations/versions`; a test compares the two.
"""

from typing import ClassVar

from sqlalchemy import CheckConstraint, MetaData, Table, UniqueConstraint
from sqlmodel import Field, SQLModel

from peloton.store.columns import LONG, LongWording, Number, SmallNumber, Word, Wording

TEXT, WORD, LONG_TEXT = Wording(), Word(), LongWording()
NUMBER, SMALL_NUMBER = Number(), SmallNumber()


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
    """A tour, and what the list of tours says of it (JSON of a `TourSummary`)."""

    __tablename__ = "tour"
    __table_args__ = (UniqueConstraint("name"),)
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=WORD)
    summary: str = Field(sa_type=LONG)


class PartRow(Row, table=True):
    """A part of a tour, by its name: the JSON of its value.

    That of the rulebook is the hash of its text.
    """

    __tablename__ = "part"
    tour_id: int = Field(primary_key=True, foreign_key="tour.id", ondelete="CASCADE")
    name: str = Field(primary_key=True, sa_type=WORD)
    body: str = Field(sa_type=LONG)


class RulebookRow(Row, table=True):
    """The text of a rulebook, once for all the tours and steps that have it."""

    __tablename__ = "rulebook"
    hash: str = Field(primary_key=True, sa_type=WORD)
    text: str = Field(sa_type=LONG_TEXT)


class CurrentTourRow(Row, table=True):
    """The tour that commands act on: one row at most."""

    __tablename__ = "current_tour"
    __table_args__ = (CheckConstraint("id = 1", name="single"),)
    id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    tour_id: int = Field(foreign_key="tour.id", ondelete="CASCADE", index=True)


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

    `before` and `after` are the bodies of the parts that differ, by name. A step
    taken back has its place among all those taken back in `undone`; one that another
    change has come in the place of is `dropped`, and cannot be brought again.
    `drafts` are those of a tour that went by this step, `stages` the numbers touched.
    `user_name`, `host` and `version` of peloton say who; older steps have none.
    """

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("tour", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    tour: str = Field(sa_type=WORD)
    number: int = Field(sa_type=SMALL_NUMBER)
    seconds: int = Field(sa_type=NUMBER)
    what: str = Field(sa_type=TEXT)
    current_before: str | None = Field(sa_type=WORD)
    current_after: str | None = Field(sa_type=WORD)
    undone: int | None = Field(sa_type=SMALL_NUMBER, index=True)
    dropped: bool
    stages: str = Field(sa_type=TEXT)
    before: str = Field(sa_type=LONG)
    after: str = Field(sa_type=LONG)
    drafts: str | None = Field(sa_type=LONG)
    user_name: str | None = Field(sa_type=WORD)
    host: str | None = Field(sa_type=WORD)
    version: str | None = Field(sa_type=WORD)
