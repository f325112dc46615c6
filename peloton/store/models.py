"""The tables of a database, each declared as a class.

The facts of a tour are in the table `part`. The tables of the classes below
`DerivedRow` are computed from the facts, for SQL, seasons and records, and can be
rebuilt at any time. These classes are used for new databases, servers and upgrades.
Scripts may use them too (see `guide/databases.md`).

Commands on an SQLite file read the same columns from `columns.json`, because importing
SQLModel takes longer than most commands. After a change here, regenerate that file:

    python -m tests.store.column_list
"""

from typing import Any, ClassVar

from sqlalchemy import MetaData, UniqueConstraint
from sqlmodel import SQLModel

from peloton.store.column_types import bigint, column, json_column, key_text, user_text

_KEY: dict[str, Any] = {"primary_key": True}
_OF_TOUR: dict[str, Any] = {"foreign_key": "tour.id", "ondelete": "CASCADE"}


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


class TourRow(StoredRow, table=True):
    """A tour, as shown in the list of tours."""

    __tablename__ = "tour"
    __table_args__ = (UniqueConstraint("name"),)

    id: int | None = column("", default=None, **_KEY)
    name: str = key_text("")
    rulebook: str = user_text("name of its rulebook")
    date: str | None = key_text("date of the tour")
    day: str | None = key_text("date, or else that of the first dated stage")
    riders: int = column("number of riders")
    stages: int = column("number of stages entered")
    ridden: int = column("number of stages ridden or cancelled")
    hash: str = user_text("hash of its newest step in the journal")


class PartRow(StoredRow, table=True):
    """A part of a tour's facts; the derived tables are computed from these rows."""

    __tablename__ = "part"

    tour_id: int = column("", **_KEY, **_OF_TOUR)
    name: str = key_text("tour, startlist, rulebook or stage 1, stage 2, ...", **_KEY)
    body: str = json_column("JSON; for the rulebook the hash of its text")


class RulebookRow(StoredRow, table=True):
    """The text of a rulebook, stored once for all tours and steps that use it."""

    __tablename__ = "rulebook"

    hash: str = key_text("SHA-256 of the text", **_KEY)
    text: str = user_text("TOML")


class CurrentTourRow(StoredRow, table=True):
    """The tour that a user's commands act on."""

    __tablename__ = "current_tour"

    user_name: str = user_text("name@computer; empty in a user's own file", **_KEY)
    tour_id: int = column("", index=True, **_OF_TOUR)


class DraftRow(StoredRow, table=True):
    """The unsaved lines of a stage."""

    __tablename__ = "draft"

    tour_id: int = column("", **_KEY, **_OF_TOUR)
    stage: int = column("number of the stage", **_KEY)
    text: str = user_text("lines as typed at the desk")
    base: str = user_text("lines of the stage before they were edited")
    heard: str | None = json_column("JSON: the latest changes from phones, by seat")
    hash: str = user_text("hash of this row")


class JournalRow(StoredRow, table=True):
    """A change to a tour.

    It is kept even after the tour is deleted, so that the deletion can be undone.
    """

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("tour", "number"),)

    id: int | None = column("", default=None, **_KEY)
    tour: str = key_text("name of the tour")
    number: int = column("counts the changes of this tour from 1")
    seconds: int = bigint("time in seconds since 1970 (UTC)")
    what: str = user_text("what was changed, in words")
    current_before: str | None = key_text("current tour before the change")
    current_after: str | None = key_text("current tour after the change")
    undone: int | None = column("order in which it was undone; else NULL", index=True)
    dropped: bool = column("whether it can no longer be undone or redone")
    stages: str = user_text("JSON list: numbers of the stages touched")
    before: str = json_column("JSON: the changed parts before the change")
    after: str = json_column("JSON: the changed parts after the change")
    drafts: str | None = json_column("JSON: drafts that this step deleted")
    user_name: str | None = key_text("who made the change")
    host: str | None = key_text("on which computer")
    version: str | None = key_text("version of peloton that made it")
    hash: str = user_text("hash of this row and of the hash of the step before it")


class DerivedRow(StoredRow):
    """A row that was computed from the facts of a tour."""

    __table_args__: Any = {"sqlite_with_rowid": False}
    """SQLite option that stores each row only once, in the index of the primary key."""

    tour_id: int = column("", **_KEY, **_OF_TOUR)


class ScoredTourRow(DerivedRow, table=True):
    """The hash and scoring version from which a tour's derived rows were computed."""

    __tablename__ = "scored_tour"

    hash: str = user_text("the hash of the tour that was scored")
    scoring: int = column("version of the scoring")
    unit: str = user_text("unit of its times: seconds or tenths")
    stages: int | None = column("number of stages planned; NULL while open")
    ridden: int = column("number of stages scored")
    finished: bool = column("whether all planned stages are ridden")
    won_by: str | None = user_text("general, points or purse; NULL until it is over")
    winner: str | None = user_text("winner's bib; NULL if several win, or not by time")
    margin: int | None = bigint("gap between first and second in general")
    namesakes: bool = column("whether two riders have the same name and team")


class TeamRow(DerivedRow, table=True):
    """A team on the startlist."""

    __tablename__ = "team"

    code: str = key_text("", **_KEY)
    position: int = column("place in the startlist, from 0")
    name: str = user_text("")
    player: str = user_text("person who plays the team")
    colour: str = user_text("")
    ghost: str = user_text("how a ghost team is played; empty for others")


class RiderRow(DerivedRow, table=True):
    """A rider on the startlist."""

    __tablename__ = "rider"

    bib: str = key_text("", **_KEY)
    position: int = column("place in the startlist, from 0")
    name: str = user_text("")
    team: str | None = user_text("code of the team")
    type: str | None = user_text("rider type of the rulebook")
    young: bool
    captain: bool
    neutral: bool = column("not played by a person")
    joins: int | None = column("first stage of a rider who joins a running tour")


class StageRow(DerivedRow, table=True):
    """A stage: its course and its winning margin."""

    __tablename__ = "stage"

    number: int = column("", **_KEY)
    name: str = user_text("")
    kind: str = user_text("road, prologue, itt, ttt, ...")
    date: str | None = user_text("")
    length: int | None = bigint("in spaces or kilometres")
    profile: str | None = user_text("flat, hilly or mountain")
    ridden: bool = column("whether it is scored")
    winner: str | None = user_text("winner's bib; NULL if several win")
    margin: int | None = bigint("gap between the winner and the next rider")


class _StageListRow(DerivedRow):
    """A row of a list that a tour has for each stage."""

    stage: int = column("", **_KEY)


class SectionRow(_StageListRow, table=True):
    """A section of a course, or an intermediate sprint (kind `sprint`)."""

    __tablename__ = "section"

    position: int = column("place on the course, from 0", **_KEY)
    kind: str = user_text("mountain, descent, paved or sprint")
    name: str = user_text("")
    start_at: int | None = bigint("first space of a section, or the line of a sprint")
    end_at: int | None = bigint("last space, which is the summit of a climb")
    category: str | None = user_text("of a climb: HC or 1 to 4")


class ResultRow(_StageListRow, table=True):
    """A rider's line in the result of a stage, with times in the tour's time unit."""

    __tablename__ = "result"

    position: int = column("place in the list, from 0", **_KEY)
    place: int | None = column("NULL for a rider without a place")
    bib: str = user_text("")
    status: str = user_text("FIN, or why there is no place: DNF, DNS, OTL, DSQ, ABS")
    time: int | None = bigint("time of the rider's group, before bonus and penalty")
    gap: int | None = bigint("behind the winner")
    bonus: int = bigint("bonus seconds")
    penalty: int = bigint("penalty seconds")
    points: int = bigint("for the points classification")
    mountains: int = bigint("for the mountains classification")


class TeamResultRow(_StageListRow, table=True):
    """A team's line in the result of a stage: its time, or points if points decide."""

    __tablename__ = "team_result"

    position: int = column("place in the list, from 0", **_KEY)
    rank: int
    team: str = user_text("code")
    time: int | None = bigint("")
    points: int | None = bigint("")


class StandingRow(_StageListRow, table=True):
    """A rider's rank in a classification after a stage, such as general or points."""

    __tablename__ = "standing"

    classification: str = key_text("", **_KEY)
    position: int = column("place in the list, from 0", **_KEY)
    rank: int = column("shared by riders who could not be separated")
    bib: str = user_text("")
    time: int | None = bigint("total, in a classification by time")
    gap: int | None = bigint("behind the leader")
    points: int | None = bigint("total, in a classification by points")
    tie: str | None = user_text("the tie-break step that separated equal totals")


class TeamStandingRow(_StageListRow, table=True):
    """A team's rank in a classification of teams after a stage."""

    __tablename__ = "team_standing"

    classification: str = key_text("", **_KEY)
    position: int = column("place in the list, from 0", **_KEY)
    rank: int = column("shared by teams that could not be separated")
    team: str = user_text("code")
    time: int | None = bigint("total, in a classification by time")
    gap: int | None = bigint("behind the leader; NULL with fewer riders")
    points: int | None = bigint("total, in a classification by points")
    tie: str | None = user_text("the tie-break step that separated equal totals")


class JerseyRow(_StageListRow, table=True):
    """A jersey after a stage: the leader, and the wearer on the next stage."""

    __tablename__ = "jersey"

    position: int = column("place in the list, from 0", **_KEY)
    jersey: str = user_text("yellow, green, ...")
    classification: str = user_text("")
    leader: str = user_text("bib")
    wearer: str | None = user_text("bib; the leader unless he wears a higher jersey")


class LedgerRow(_StageListRow, table=True):
    """A rider's or a team's account of money, extra turns or attacks after a stage."""

    __tablename__ = "ledger"

    ledger: str = key_text("purse, extra_turns, team_turns or attacks", **_KEY)
    position: int = column("place in the list, from 0", **_KEY)
    bib: str | None = user_text("in the ledger of a rider")
    team: str | None = user_text("in the ledger of a team: the team's code")
    received: int | None = bigint("on this stage: money earned, turns granted")
    used: int | None = bigint("turns or attacks used on this stage")
    balance: int | None = bigint("money so far, turns left")


class AwardRow(_StageListRow, table=True):
    """Points that a rider received after a stage, in addition to the stage result."""

    __tablename__ = "award"

    award: str = key_text("final_points: for places in final classifications", **_KEY)
    position: int = column("place in the list, from 0", **_KEY)
    classification: str = user_text("")
    place: int
    bib: str = user_text("")
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

    __tablename__ = "palmares"

    bib: str = key_text("", **_KEY)
    rider_key: str | None = user_text("NULL if neutral, else the same in all tours")
    team: str | None = user_text("code of the team")
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

    __tablename__ = "team_palmares"

    team: str = key_text("", **_KEY)
    team_key: str = user_text("identifies the team in all tours")
    player_key: str | None = user_text("identifies its player in all tours")
    ghost: bool = column("whether it is a ghost team")
    tour_won: int = column("1 if it won the tour by money, else 0")
    won_by_riders: int = column("1 if the points of its riders won the tour")
    final_teams: int = column("final rank; 0 without one, or before the end")


for _base in (StoredRow, DerivedRow, _StageListRow, _PlacesRow):
    for _model in _base.__subclasses__():
        if hasattr(_model, "__table__"):
            _model.__table__.comment = (_model.__doc__ or "").partition("\n")[0]
