"""The first tables: a tour with its startlist, its stages and what was seen on them.

No program makes them any more; the oldest database there is has them.
"""

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from peloton.store.shape import VERSION_TABLE

_TABLES = sa.MetaData()


def first_tables(connection: sa.Connection) -> None:
    """Make a database of version 1 with no tour in it."""
    _TABLES.create_all(connection)
    connection.execute(
        _TABLES.tables[VERSION_TABLE].insert().values(version_num="0001")
    )


def _tours() -> None:
    sa.Table(
        "tour",
        _TABLES,
        _number("id", sa.Integer()),
        _word("name"),
        _text("rulebook"),
        _text("rulebook_text"),
        sa.Column("date", sa.Date()),
        sa.PrimaryKeyConstraint("id", name="pk_tour"),
        sa.UniqueConstraint("name", name="uq_tour"),
    )
    sa.Table(
        "current_tour",
        _TABLES,
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        _number("tour_id", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_current_tour"),
        sa.CheckConstraint("id = 1", name="ck_current_tour_single"),
        _foreign_key("current_tour", ["tour_id"], "tour", ["id"]),
        sa.Index("ix_current_tour_tour_id", "tour_id"),
    )


def _startlist() -> None:
    _part_of_tour("tour_option", _word("name"), _text("value"), unique="name")
    _part_of_tour("house_rule", _word("name"), _text("value"), unique="name")
    _part_of_tour(
        "team",
        _word("code"),
        _text("name"),
        _text("player"),
        _text("colour"),
        unique="code",
    )
    _part_of_tour(
        "rider",
        _word("bib"),
        _text("name"),
        _word("team", nullable=True),
        _text("type", nullable=True),
        _flag("captain"),
        _flag("young"),
        _flag("neutral"),
        unique="bib",
    )


def _stages() -> None:
    _part_of_tour(
        "stage",
        _text("name"),
        _word("kind"),
        _word("profile", nullable=True),
        _number("length", nullable=True),
        sa.Column("date", sa.Date()),
        _text("points", nullable=True),
        _text("bonus", nullable=True),
        _text("cancelled"),
        position="number",
    )
    _part_of_stage(
        "section",
        _word("kind"),
        _text("name"),
        _number("start", nullable=True),
        _number("end", nullable=True),
        _word("category", nullable=True),
        _text("points", nullable=True),
        _text("bonus", nullable=True),
    )
    _part_of_stage(
        "sprint",
        _text("name"),
        _number("at", nullable=True),
        _text("points", nullable=True),
        _text("bonus", nullable=True),
    )
    _part_of_stage(
        "stage_count", _word("classification"), _flag("counts"), unique="classification"
    )


def _results() -> None:
    _part_of_stage(
        "finish_line",
        _word("reason", nullable=True),
        _word("mark_form", nullable=True),
        _text("mark", nullable=True),
    )
    _part_of_line("finish_rider", "finish_line")
    _part_of_stage("crossing", _word("prime"), unique="prime")
    _part_of_line("crossing_rider", "crossing")
    _part_of_stage("lot", _word("classification"), unique="classification")
    _part_of_line("lot_draw", "lot")


def _decisions() -> None:
    _part_of_stage(
        "ruling",
        _text("reason"),
        _word("bib", nullable=True),
        _word("team", nullable=True),
        _number("seconds"),
        _number("points"),
        _number("mountains"),
    )
    _part_of_stage("extra_turn", _word("bib"), _number("used"), unique="bib")
    _part_of_stage(
        "offer", _word("team"), _number("amount"), _text("target"), _number("place")
    )


def _part_of_tour(
    table: str, *columns: sa.Column[Any], position: str = "position", unique: str = ""
) -> None:
    key = ["tour_id", position]
    foreign_key = _foreign_key(table, key[:1], "tour", ["id"])
    _part(table, key, foreign_key, columns, unique)


def _part_of_stage(table: str, *columns: sa.Column[Any], unique: str = "") -> None:
    key = ["tour_id", "stage", "position"]
    foreign_key = _foreign_key(table, key[:2], "stage", ["tour_id", "number"])
    _part(table, key, foreign_key, columns, unique)


def _part_of_line(table: str, line: str) -> None:
    key = ["tour_id", "stage", "line", "position"]
    parent = ["tour_id", "stage", "position"]
    foreign_key = _foreign_key(table, key[:3], line, parent)
    _part(table, key, foreign_key, (_word("who"),), "")


def _part(
    table: str,
    key: list[str],
    foreign_key: sa.ForeignKeyConstraint,
    columns: Iterable[sa.Column[Any]],
    unique: str,
) -> None:
    """Make a table of parts, with at most one of them for each value of `unique`."""
    constraints: list[sa.Constraint] = [
        sa.PrimaryKeyConstraint(*key, name=f"pk_{table}"),
        foreign_key,
    ]
    if unique:
        constraints.append(sa.UniqueConstraint(*key[:-1], unique, name=f"uq_{table}"))
    numbers = [_number(name, sa.Integer()) for name in key]
    sa.Table(table, _TABLES, *numbers, *columns, *constraints)


def _foreign_key(
    table: str, columns: list[str], parent: str, key: list[str]
) -> sa.ForeignKeyConstraint:
    targets = [f"{parent}.{column}" for column in key]
    name = f"fk_{table}_{parent}"
    return sa.ForeignKeyConstraint(columns, targets, name=name, ondelete="CASCADE")


def _text(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.UnicodeText(), nullable=nullable)


def _word(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    exact = sa.VARCHAR(200, collation="utf8mb4_bin")
    kind = sa.Unicode(200).with_variant(exact, "mysql", "mariadb")
    return sa.Column(name, kind, nullable=nullable)


def _flag(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Boolean(), nullable=False)


def _number(
    name: str, size: sa.Integer | None = None, *, nullable: bool = False
) -> sa.Column[Any]:
    return sa.Column(name, size or sa.BigInteger(), nullable=nullable)


_tours()
_startlist()
_stages()
_results()
_decisions()
sa.Table(VERSION_TABLE, _TABLES, sa.Column("version_num", sa.String(32)))
