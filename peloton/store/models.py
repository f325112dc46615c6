"""The tables of a database, each declared as a class.

The facts of a tour are in the table `part`. The tables of the classes below
`DerivedRow` are computed from the facts, for SQL, seasons and records, and can be
rebuilt at any time. These classes are used for new databases, servers and upgrades.
Scripts may use them too (see `guide/databases.md`).

Commands on an SQLite file read the same columns from `columns.json`, because importing
SQLModel takes longer than most commands. After a change here, regenerate that file:

    python -m tests.store.column_list
"""

import re
from typing import Any, ClassVar

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Integer,
    MetaData,
    Text,
    UniqueConstraint,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import declared_attr
from sqlalchemy.schema import CreateTable
from sqlmodel import Field, SQLModel

_KEY: dict[str, Any] = {"primary_key": True}
_OF_TOUR: dict[str, Any] = {"foreign_key": "tour.id", "ondelete": "CASCADE"}
_FIGURE = BigInteger().with_variant(Integer, "sqlite")


def column(comment: str, /, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column with a comment that is stored in the database."""
    described = {"comment": comment, **details.pop("sa_column_kwargs", {})}
    return Field(sa_column_kwargs=described, **details)


def bigint(comment: str, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column of 64-bit whole numbers, such as times and points."""
    return column(comment, sa_type=_FIGURE, **details)


def json_column(comment: str, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column for JSON, whose type is checked when it is parsed."""
    return column(comment, sa_type=Text, **details)


@compiles(CreateTable, "sqlite")
def _with_comments(create: CreateTable, compiler: Any, **how: Any) -> str:  # noqa: ANN401 - options of SQLAlchemy
    """Add column comments to `CREATE TABLE`, so that SQLite's `.schema` shows them."""
    table = create.element
    lines = []
    for line in compiler.visit_create_table(create, **how).strip().splitlines():
        name = line.split()[0].strip('"') if line.split() else ""
        comment = table.columns[name].comment if name in table.columns else ""
        if line.startswith("CREATE TABLE"):
            comment = table.comment
        lines.append(f"{line.rstrip():<40} -- {comment}" if comment else line.rstrip())
    return "\n".join(lines)


class StoredRow(SQLModel):
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

    @declared_attr.directive
    def __tablename__(cls) -> str:  # noqa: N805 - SQLAlchemy calls it with the class
        """Return the name of the table, such as `scored_tour` for `ScoredTourRow`."""
        words = re.findall("[A-Z][a-z]+", cls.__name__.removesuffix("Row"))
        return "_".join(words).lower()


class TourRow(StoredRow, table=True):
    """A tour, as shown in the list of tours."""

    __table_args__ = (UniqueConstraint("name"),)

    id: int | None = column("", default=None, **_KEY)
    name: str = column("")
    rulebook: str = column("name of its rulebook")
    date: str | None = column("date of the tour")
    day: str | None = column("date, or else that of the first dated stage")
    riders: int = column("number of riders")
    stages: int = column("number of stages entered")
    ridden: int = column("number of stages ridden or cancelled")
    hash: str = column("hash of its newest step in the journal")


class PartRow(StoredRow, table=True):
    """A part of a tour's facts; the derived tables are computed from these rows."""

    tour_id: int = column("", **_KEY, **_OF_TOUR)
    name: str = column("tour, startlist, rulebook or stage 1, stage 2, ...", **_KEY)
    body: str = json_column("JSON; for the rulebook the hash of its text")


class RulebookRow(StoredRow, table=True):
    """The text of a rulebook, stored once for all tours and steps that use it."""

    hash: str = column("SHA-256 of the text", **_KEY)
    text: str = column("TOML")


class CurrentTourRow(StoredRow, table=True):
    """The tour that commands act on; the table has at most one row."""

    __table_args__ = (CheckConstraint("id = 1", name="single"),)

    id: int = column("", sa_column_kwargs={"autoincrement": False}, **_KEY)
    tour_id: int = column("", index=True, **_OF_TOUR)


class DraftRow(StoredRow, table=True):
    """The unsaved lines of a stage."""

    tour_id: int = column("", **_KEY, **_OF_TOUR)
    stage: int = column("number of the stage", **_KEY)
    text: str = column("lines as typed at the desk")
    base: str = column("lines of the stage before they were edited")
    heard: str | None = json_column("JSON: the latest changes from phones, by seat")
    hash: str = column("hash of this row")


class JournalRow(StoredRow, table=True):
    """A change to a tour.

    It is kept even after the tour is deleted, so that the deletion can be undone.
    """

    __table_args__ = (UniqueConstraint("tour", "number"),)

    id: int | None = column("", default=None, **_KEY)
    tour: str = column("name of the tour")
    number: int = column("counts the changes of this tour from 1")
    seconds: int = bigint("time in seconds since 1970 (UTC)")
    what: str = column("what was changed, in words")
    current_before: str | None = column("current tour before the change")
    current_after: str | None = column("current tour after the change")
    undone: int | None = column("order in which it was undone; else NULL", index=True)
    dropped: bool = column("whether it can no longer be undone or redone")
    stages: str = column("JSON list: numbers of the stages touched")
    before: str = json_column("JSON: the changed parts before the change")
    after: str = json_column("JSON: the changed parts after the change")
    drafts: str | None = json_column("JSON: drafts that this step deleted")
    user_name: str | None = column("who made the change")
    host: str | None = column("on which computer")
    version: str | None = column("version of peloton that made it")
    hash: str = column("hash of this row and of the hash of the step before it")


class DerivedRow(StoredRow):
    """A row that was computed from the facts of a tour."""

    __table_args__: Any = {"sqlite_with_rowid": False}
    """SQLite option that stores each row only once, in the index of the primary key."""

    tour_id: int = column("", **_KEY, **_OF_TOUR)


class ScoredTourRow(DerivedRow, table=True):
    """The hash and scoring version from which a tour's derived rows were computed."""

    hash: str = column("the hash of the tour that was scored")
    scoring: int = column("version of the scoring")
    unit: str = column("unit of its times: seconds or tenths")
    stages: int | None = column("number of stages planned; NULL while open")
    ridden: int = column("number of stages scored")
    finished: bool = column("whether all planned stages are ridden")
    won_by: str | None = column("general, points or purse; NULL until it is over")
    winner: str | None = column("winner's bib; NULL if several win, or not by time")
    margin: int | None = bigint("gap between first and second in general")
    namesakes: bool = column("whether two riders have the same name and team")


class TeamRow(DerivedRow, table=True):
    """A team on the startlist."""

    code: str = column("", **_KEY)
    position: int = column("place in the startlist, from 0")
    name: str = column("")
    player: str = column("person who plays the team")
    colour: str = column("")
    ghost: str = column("how a ghost team is played; empty for others")


class RiderRow(DerivedRow, table=True):
    """A rider on the startlist."""

    bib: str = column("", **_KEY)
    position: int = column("place in the startlist, from 0")
    name: str = column("")
    team: str | None = column("code of the team")
    type: str | None = column("rider type of the rulebook")
    young: bool
    captain: bool
    neutral: bool = column("not played by a person")
    joins: int | None = column("first stage of a rider who joins a running tour")


class StageRow(DerivedRow, table=True):
    """A stage: its course and its winning margin."""

    number: int = column("", **_KEY)
    name: str = column("")
    kind: str = column("road, prologue, itt, ttt, ...")
    date: str | None = column("")
    length: int | None = bigint("in spaces or kilometres")
    profile: str | None = column("flat, hilly or mountain")
    ridden: bool = column("whether it is scored")
    winner: str | None = column("winner's bib; NULL if several win")
    margin: int | None = bigint("gap between the winner and the next rider")


class _StageListRow(DerivedRow):
    """A row of a list that a tour has for each stage."""

    stage: int = column("", **_KEY)
    position: int = column("place in the list, from 0", **_KEY)


class SectionRow(_StageListRow, table=True):
    """A section of a course, or an intermediate sprint (kind `sprint`)."""

    kind: str = column("mountain, descent, paved or sprint")
    name: str = column("")
    start_at: int | None = bigint("first space of a section, or the line of a sprint")
    end_at: int | None = bigint("last space, which is the summit of a climb")
    category: str | None = column("of a climb: HC or 1 to 4")


class ResultRow(_StageListRow, table=True):
    """A rider's line in the result of a stage, with times in the tour's time unit."""

    place: int | None = column("NULL for a rider without a place")
    bib: str = column("")
    status: str = column("FIN, or why there is no place: DNF, DNS, OTL, DSQ, ABS")
    time: int | None = bigint("time of the rider's group, before bonus and penalty")
    gap: int | None = bigint("behind the winner")
    bonus: int = bigint("bonus seconds")
    penalty: int = bigint("penalty seconds")
    points: int = bigint("for the points classification")
    mountains: int = bigint("for the mountains classification")


class TeamResultRow(_StageListRow, table=True):
    """A team's line in the result of a stage: its time, or points if points decide."""

    rank: int
    team: str = column("code")
    time: int | None = bigint("")
    points: int | None = bigint("")


class StandingRow(_StageListRow, table=True):
    """A rider's rank in a classification after a stage, such as general or points."""

    classification: str = column("", **_KEY)
    rank: int = column("shared by riders who could not be separated")
    bib: str = column("")
    time: int | None = bigint("total, in a classification by time")
    gap: int | None = bigint("behind the leader")
    points: int | None = bigint("total, in a classification by points")
    tie: str | None = column("the tie-break step that separated equal totals")


class TeamStandingRow(_StageListRow, table=True):
    """A team's rank in a classification of teams after a stage."""

    classification: str = column("", **_KEY)
    rank: int = column("shared by teams that could not be separated")
    team: str = column("code")
    time: int | None = bigint("total, in a classification by time")
    gap: int | None = bigint("behind the leader; NULL with fewer riders")
    points: int | None = bigint("total, in a classification by points")
    tie: str | None = column("the tie-break step that separated equal totals")


class JerseyRow(_StageListRow, table=True):
    """A jersey after a stage: the leader, and the wearer on the next stage."""

    jersey: str = column("yellow, green, ...")
    classification: str = column("")
    leader: str = column("bib")
    wearer: str | None = column("bib; the leader unless he wears a higher jersey")


class LedgerRow(_StageListRow, table=True):
    """A rider's or a team's account of money, extra turns or attacks after a stage."""

    ledger: str = column("purse, extra_turns, team_turns or attacks", **_KEY)
    bib: str | None = column("in the ledger of a rider")
    team: str | None = column("in the ledger of a team: the team's code")
    received: int | None = bigint("on this stage: money earned, turns granted")
    used: int | None = bigint("turns or attacks used on this stage")
    balance: int | None = bigint("money so far, turns left")


class AwardRow(_StageListRow, table=True):
    """Points that a rider received after a stage, in addition to the stage result."""

    award: str = column("final_points: for places in final classifications", **_KEY)
    classification: str = column("")
    place: int
    bib: str = column("")
    points: int = bigint("")


class _PlacesRow(DerivedRow):
    """Columns that count the stages finished in each place from 1 to 20."""

    place_1: int = column("number of stages won, if they count for places")
    place_2: int
    place_3: int
    place_4: int
    place_5: int
    place_6: int
    place_7: int
    place_8: int
    place_9: int
    place_10: int
    place_11: int
    place_12: int
    place_13: int
    place_14: int
    place_15: int
    place_16: int
    place_17: int
    place_18: int
    place_19: int
    place_20: int


class PalmaresRow(_PlacesRow, table=True):
    """The achievements of a rider in a tour, for seasons and records."""

    bib: str = column("", **_KEY)
    rider_key: str | None = column("identifies the rider in all tours; NULL if neutral")
    team: str | None = column("code of the team")
    ghost: bool = column("whether the team is a ghost team")
    tour_won: int = column("1 or 0")
    stages_won: int = column("0 in a tour of a single stage")
    climbs_won: int
    sprints_won: int = column("intermediate sprints")
    final_general: int = column("final rank; 0 without one, or before the end")
    final_points: int
    final_mountains: int
    final_active: int
    final_combative: int
    final_young: int
    final_combination: int
    days_general: int = column("stages after which the rider wore the jersey")
    days_points: int
    days_mountains: int
    days_active: int
    days_combative: int
    days_young: int
    days_combination: int


class TeamPalmaresRow(_PlacesRow, table=True):
    """The achievements of a team in a tour."""

    team: str = column("", **_KEY)
    team_key: str = column("identifies the team in all tours")
    player_key: str | None = column("identifies its player in all tours")
    ghost: bool = column("whether it is a ghost team")
    tour_won: int = column("1 if it won the tour by money or on the line")
    won_by_riders: int = column("1 if the points of its riders won the tour")
    final_teams: int = column("final rank; 0 without one, or before the end")


for _base in (StoredRow, DerivedRow, _StageListRow, _PlacesRow):
    for _model in _base.__subclasses__():
        if hasattr(_model, "__table__"):
            _model.__table__.comment = (_model.__doc__ or "").partition("\n")[0]
