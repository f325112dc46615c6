"""Each part of a tour as one JSON body, in place of 18 tables of facts.

The journal keeps the same bodies, and a rulebook's text stands once, by its hash. What
is damaged stays so: it is carried over as what no part of a tour can be.
"""

import datetime as dt
import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

from peloton.store.migrations.versions import LONG, WORD, make_table_of_tours

revision = "0004"
down_revision = "0003"

_OF_TOUR = ("tour_option", "house_rule", "team", "rider")
_LINES = {
    "finish_line": "finish_rider",
    "crossing": "crossing_rider",
    "lot": "lot_draw",
    "start_group": "start_rider",
}
_OF_STAGE = ("stage_count", "section", "sprint", "ruling", "extra_turn", "offer")
_JSON = {"points", "bonus", "laps", "heats", "eliminated", "cards", "value"}
_FLAGS = {"captain", "young", "neutral", "counts"}
_KEYS = {"id", "tour_id", "stage", "number", "position"}
_MAY_BE_EMPTY = {"name", "player", "colour", "cancelled"}

Row = dict[str, Any]
Tables = Mapping[str, list[Row]]


def upgrade() -> None:
    """Make the new tables, fill them tour by tour, and drop the old ones."""
    _tables()
    connection = op.get_bind()
    tours = sa.text("SELECT * FROM tour ORDER BY id")
    for row in connection.execute(tours).mappings().all():
        _tour(connection, _read(row))
    journal = sa.text("SELECT id FROM journal ORDER BY id")
    for key in connection.scalars(journal).all():
        _step(connection, key)
    with op.batch_alter_table("tour") as tour:
        for name in ("rulebook", "rulebook_text", "date", "language"):
            tour.drop_column(name)
        tour.alter_column("summary", existing_type=LONG, nullable=False)
    for name in (*_LINES.values(), *_LINES, *_OF_STAGE, "stage", *_OF_TOUR):
        op.drop_table(name)


def _tables() -> None:
    op.add_column("tour", sa.Column("summary", LONG))
    make_table_of_tours("part", sa.Column("name", WORD, nullable=False), "body")
    op.create_table(
        "rulebook",
        sa.Column("hash", WORD, nullable=False),
        sa.Column("text", LONG, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_rulebook"),
    )


def _tour(connection: sa.Connection, row: Row) -> None:
    """Write the parts of a tour from its rows."""
    key = {"tour": row["id"]}
    tables = {name: _rows(connection, name, key) for name in _OF_TOUR}
    parts = {
        "tour": _header({**tables, "tour": [row]}),
        "rulebook": _kept_text(connection, row["rulebook_text"]),
        "startlist": _startlist(tables),
    }
    stages = _rows(connection, "stage", key)
    seen: dict[int, dict[str, list[Row]]] = {
        s["number"]: {"stage": [s]} for s in stages
    }
    for name in (*_OF_STAGE, *_LINES, *_LINES.values()):
        for one in _rows(connection, name, key):
            if one["stage"] in seen:
                seen[one["stage"]].setdefault(name, []).append(one)
    parts |= {f"stage {number}": _stage(seen[number]) for number in sorted(seen)}
    insert = sa.text("INSERT INTO part (tour_id, name, body) VALUES (:tour, :n, :b)")
    bodies = [{**key, "n": name, "b": _dump(part)} for name, part in parts.items()]
    connection.execute(insert, bodies)
    update = sa.text("UPDATE tour SET summary = :s WHERE id = :tour")
    connection.execute(update, {**key, "s": _dump(_summary(parts))})


def _summary(parts: Mapping[str, Any]) -> Row:
    """Return what the list of tours says of one."""
    header, startlist = parts["tour"], parts["startlist"]
    stages = [part for name, part in parts.items() if name.startswith("stage ")]
    date = _date(header)
    days = [day for day in map(_date, stages) if day]
    what = {"finish", "laps", "heats", "eliminated", "cancelled"}
    return _less_nothing(
        {
            "rulebook": header["rulebook"],
            "date": date,
            "day": date or min(days, default=None),
            "riders": len(startlist.get("riders", ())),
            "stages": len(stages),
            "ridden": sum(not what.isdisjoint(stage) for stage in stages),
        }
    )


def _date(part: Row) -> str | None:
    with suppress(KeyError, TypeError, ValueError):
        return dt.date.fromisoformat(part["date"]).isoformat()
    return None


def _step(connection: sa.Connection, key: int) -> None:
    """Write the parts of a step of the journal as bodies."""
    chosen = sa.text("SELECT before, after, drafts FROM journal WHERE id = :id")
    before, after, drafts = connection.execute(chosen, {"id": key}).one()
    update = sa.text(
        "UPDATE journal SET before = :b, after = :a, drafts = :d WHERE id = :i"
    )
    sides = {"b": _side(connection, before), "a": _side(connection, after)}
    connection.execute(update, {"i": key, **sides, "d": _went(drafts)})


def _side(connection: sa.Connection, text: str) -> str:
    """Return one side of a step as bodies; what is damaged stays as it is."""
    with suppress(AttributeError, IndexError, KeyError, TypeError, ValueError):
        parts: Row = {}
        for name, data in json.loads(text).items():
            if name == "rulebook":
                parts[name] = _kept_text(connection, data)
                continue
            tables = {
                table: [dict(zip(names, row, strict=True)) for row in rows]
                for table, (names, *rows) in data.items()
            }
            part = {"tour": _header, "startlist": _startlist}.get(name, _stage)
            parts[name] = part(tables)
        return _dump(parts)
    return text


def _went(drafts: str | None) -> str | None:
    with suppress(TypeError, ValueError):
        names = ("stage", "text", "base")
        rows = json.loads(drafts or "null")
        return _dump([dict(zip(names, row, strict=True)) for row in rows])
    return drafts


def _rows(connection: sa.Connection, table: str, key: Mapping[str, int]) -> list[Row]:
    """Return the rows of a tour in one table, in their order."""
    chosen = sa.text(f"SELECT * FROM {table} WHERE tour_id = :tour")  # noqa: S608 - ours
    rows = [_read(row) for row in connection.execute(chosen, key).mappings()]
    places = ("stage", "line", "number", "position")
    return sorted(rows, key=lambda row: [row[name] for name in places if name in row])


def _read(row: Mapping[Any, Any]) -> Row:
    """Return a row as plain data, whichever database it is from."""
    return {name: _cell(name, cell) for name, cell in row.items()}


def _cell(name: str, cell: Any) -> Any:  # noqa: ANN401 - of any column
    if isinstance(cell, dt.date):
        return cell.isoformat()
    if name in _FLAGS:
        return {0: False, 1: True}.get(cell, cell)
    if not isinstance(cell, str):
        return cell
    if name in _JSON:
        with suppress(ValueError):
            return json.loads(cell)
        return {"damaged": [cell]}
    return re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), cell)


def _header(tables: Tables) -> Row:
    (row,) = tables["tour"]
    return _less_nothing(
        {
            **{
                name: row.get(name) for name in ("name", "rulebook", "date", "language")
            },
            "options": _pairs(tables, "tour_option", "name", "value"),
            "rules": _pairs(tables, "house_rule", "name", "value"),
        }
    )


def _startlist(tables: Tables) -> Row:
    return _less_nothing(
        {"teams": _all(tables, "team"), "riders": _all(tables, "rider")}
    )


def _stage(tables: Tables) -> Row:
    (row,) = tables["stage"]
    return _less_nothing(
        {
            **_fields(row),
            "counts": _pairs(tables, "stage_count", "classification", "counts"),
            "sections": _all(tables, "section"),
            "sprints": _all(tables, "sprint"),
            "start": [
                {"bibs": bibs, "lead": row["lead"]}
                for row, bibs in _with_riders(tables, "start_group")
            ],
            "finish": [_line(*line) for line in _with_riders(tables, "finish_line")],
            "crossings": {r["prime"]: b for r, b in _with_riders(tables, "crossing")},
            "rulings": _all(tables, "ruling"),
            "extra_turns": _pairs(tables, "extra_turn", "bib", "used"),
            "offers": _all(tables, "offer"),
            "lots": {r["classification"]: b for r, b in _with_riders(tables, "lot")},
        },
        keep={"points", "bonus"},
    )


def _line(row: Row, bibs: list[str]) -> Row:
    mark = [row.get("mark_form"), row.get("mark")]
    found: Row = {} if None in mark else {"mark": mark}
    if row.get("reason") is None:
        return {"bibs": bibs, **found}
    bib = bibs[0] if len(bibs) == 1 else bibs
    return {"bib": bib, "reason": row["reason"], **found}


def _with_riders(tables: Tables, name: str) -> Iterable[tuple[Row, list[str]]]:
    """Return the lines of a table, each with those who are on it."""
    on_line: dict[int, list[str]] = {}
    for one in tables.get(_LINES[name], []):
        on_line.setdefault(one["line"], []).append(one["who"])
    for row in tables.get(name, []):
        yield row, on_line.get(row["position"], [])


def _pairs(tables: Tables, table: str, key: str, value: str) -> Row:
    return {row[key]: row[value] for row in tables.get(table, [])}


def _all(tables: Tables, table: str) -> list[Row]:
    return [_fields(row) for row in tables.get(table, [])]


def _fields(row: Row) -> Row:
    """Return the fields of a row, less its key and what is at its default."""
    return {
        name: cell
        for name, cell in row.items()
        if name not in _KEYS
        and cell is not None
        and cell is not False
        and not (cell == "" and name in _MAY_BE_EMPTY)
    }


def _less_nothing(part: Row, keep: Iterable[str] = ()) -> Row:
    """Return a part less what is not there or empty, but for what it must keep."""
    return {
        name: fact
        for name, fact in part.items()
        if fact is not None and (name in keep or fact not in ({}, []))
    }


def _kept_text(connection: sa.Connection, text: str) -> str:
    """Keep the text of a rulebook, once; return its hash."""
    key = sha256(text.encode(errors="surrogatepass")).hexdigest()
    known = sa.text("SELECT 1 FROM rulebook WHERE hash = :hash")
    if connection.scalar(known, {"hash": key}) is None:
        escaped = re.sub(
            "[\\\\\x00\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text
        )
        insert = sa.text("INSERT INTO rulebook (hash, text) VALUES (:hash, :text)")
        connection.execute(insert, {"hash": key, "text": escaped})
    return key


def _dump(plain: object) -> str:
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    with suppress(UnicodeEncodeError):
        text.encode()
        return text
    return json.dumps(plain, separators=(",", ":"))
