"""The tables as plain data, and their rows, asked for in SQL by any driver.

Facts have no columns: `peloton.store.codec` makes a body of each part. What is `kept`
comes from them. All that has a `tour_id` goes with its tour; the journal and the
rulebooks outlive it. Rows never leave this package.

What comes of the facts, the tables `kept` and the views, is made anew where it has
another shape. Any other change needs a step in `migrations`; a test says so.
"""

import re
from binascii import crc32
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from peloton.rules.facts.kinds import FINISHED, ClassificationName
from peloton.store.parts import RULEBOOK

if TYPE_CHECKING:
    from peloton.store.current import OwnCurrent

HEAD = "0010"
"""The newest version: that of the last step in `migrations`."""

VERSION_TABLE = "peloton_version"


class StoredColumn(NamedTuple):
    """A column: its kind, whether it is part of the key, whether it may be empty."""

    name: str
    kind: str
    key: bool
    empty: bool


def _columns(text: str) -> tuple[StoredColumn, ...]:
    """Read columns: `name=kind`, with * if it is part of the key, ? if it may be empty.

    `id` counts up, `tour` is the id of a tour, `word` is at most 200 characters.
    """
    pairs = (pair.split("=") for pair in text.split())
    return tuple(
        StoredColumn(name, kind.rstrip("*?"), key="*" in kind, empty="?" in kind)
        for name, kind in pairs
    )


TABLES = {
    # A tour, and what the list says of it (a `TourSummary`); `step` counts the changes
    # of its facts.
    "tour": _columns("id=id* name=word summary=long step=small"),
    # A part of a tour: the JSON of its value; of the rulebook the hash of its text.
    "part": _columns("tour_id=tour* name=word* body=long"),
    # The text of a rulebook, once for all the tours and steps that have it.
    "rulebook": _columns("hash=word* text=long_text"),
    # The tour that commands act on: one row at most.
    "current_tour": _columns("id=int* tour_id=tour"),
    # What is being typed of a stage, and what it was begun from; `heard` are the
    # numbers of the changes that phones made last, by seat.
    "draft": _columns(
        "tour_id=tour* stage=small* text=long_text base=long_text heard=long?"
    ),
    # One change of a tour: the bodies of the parts that differ, before and after. A
    # step taken back has its place among all those taken back in `undone`; one that
    # another change has come in the place of is `dropped`. `drafts` ended
    # with this step, `stages` are the numbers touched. `user_name`, `host`
    # and `version` of peloton say who.
    "journal": _columns(
        "id=id* tour=word number=small seconds=number what=text current_before=word?"
        " current_after=word? undone=small? dropped=flag stages=text before=long"
        " after=long drafts=long? user_name=word? host=word? version=word?"
    ),
    # What the rows kept of a tour come from: a step of its facts, the body of its part
    # `rulebook`, a scoring. `stages` are those of the tour, `scored` how many of them.
    "kept": _columns(
        "tour_id=tour* step=small rulebook=long scoring=small stages=small scored=small"
    ),
    "kept_rider": _columns("tour_id=tour* bib=word* name=text team=text?"),
    # A line of a result, a classification or a ledger: what a column holds depends on
    # the list (see `peloton.store.kept`).
    "kept_line": _columns(
        "tour_id=tour* list=int* stage=int* number=int* place=int? who=text? word=text?"
        " other=text? a=number? b=number? c=number? d=number? e=number? f=number?"
    ),
    # What a rider (`team` is 0) or a team did: how often, or the final place (see
    # `peloton.rules.season.points.Deeds`). Of the places on stages only the first.
    "kept_gain": _columns(
        "tour_id=tour* team=int* who=word* won=small stages=small climbs=small"
        " sprints=small "
        + " ".join(
            f"{deed}=small"
            for deed in (
                *ClassificationName,
                *(f"days_{name}" for name in ClassificationName),
                *(f"place_{place}" for place in range(1, 17)),
            )
        )
    ),
}

_RANKED = dict.fromkeys(ClassificationName, "rank=place bib=who points=c tie=word")
_TIMED = "time=a gap=b points=c tie=word"
_FIGURES = "time=a gap=b bonus=c penalty=d points=e mountains=f"
LISTS = {
    name: dict(pair.split("=") for pair in columns.split())
    for name, columns in (
        ("results", f"place=place bib=who status=word {_FIGURES}"),
        ("team_results", "rank=place team=who time=a points=c"),
        *{
            **_RANKED,
            ClassificationName.GENERAL: f"rank=place bib=who {_TIMED}",
            ClassificationName.YOUNG: f"rank=place bib=who {_TIMED}",
            ClassificationName.TEAMS: f"rank=place team=who {_TIMED}",
        }.items(),
        ("jerseys", "jersey=word classification=a leader=who wearer=other"),
        ("purse", "team=who earned=a balance=b"),
        ("extra_turns", "bib=who granted=a used=b left=c"),
    )
}
"""The views, and which column of a row of `kept_line` each of theirs is, in order."""

LIST_NUMBER = {name: number for number, name in enumerate(LISTS)}
PLACE = {name: number for number, name in enumerate(ClassificationName)}
"""What the classification of a jersey is kept as."""

_MEANT = {
    "status": f"coalesce(l.word, '{FINISHED}')",
    "classification": " ".join(
        ["CASE l.a", *(f"WHEN {n} THEN '{name}'" for name, n in PLACE.items()), "END"]
    ),
}
"""What is kept shorter than it is shown."""

_FITTING = f"""
    FROM tour t
    JOIN kept k ON k.tour_id = t.id AND k.step = t.step
        AND k.scoring = (SELECT max(scoring) FROM kept)
    JOIN part p ON p.tour_id = t.id AND p.name = '{RULEBOOK}' AND p.body = k.rulebook
    JOIN kept_line l ON l.tour_id = t.id"""  # noqa: S608 - a constant


def view_text(view: str, quoted: Callable[[str], str] = str) -> str:
    """Return the statement that makes a view; `quoted` writes a name as SQL has it."""
    shown = {"tour": "t.name", "stage": "l.stage"}
    for name, column in LISTS[view].items():
        shown[name] = _MEANT.get(name, f"l.{column}")
    riders = ""
    if "bib" in shown:
        shown |= {"rider": "r.name", "team": "r.team"}
        riders = " LEFT JOIN kept_rider r ON r.tour_id = t.id AND r.bib = l.who"
    columns = ", ".join(f"{column} AS {quoted(n)}" for n, column in shown.items())
    chosen = f"{_FITTING}{riders} WHERE l.list = {LIST_NUMBER[view]}"
    return f"CREATE VIEW {view} AS SELECT {columns} {chosen}"


KEPT = [name for name in TABLES if name.startswith("kept")]
_MADE = *((name, TABLES[name]) for name in KEPT), *map(view_text, LISTS)
KEPT_SHAPE = " ".join([f"{crc32(repr(_MADE).encode()):08x}", *LISTS])
"""What tells the shape of all that is kept from any other: a sum, and the views."""

GAPS, TOUR_GAP = len(LISTS), len(LISTS) + 1
"""Lists without a view: by which gaps (a) the stages and the tour were won."""


class TourRow(NamedTuple):
    """A row of `tour`."""

    id: int
    name: str
    summary: str
    step: int


NOT_EMPTY = object()
"""In the place of a value: any there is."""

_TEXTS = {"word", "text", "long_text"}
"""Kinds that hold what people wrote, escaped."""

_REFUSED = re.compile("[\\\\\x00\ud800-\udfff]")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")


class Database:
    """A database within one transaction, through whichever door.

    In `where` a list stands for any of it, and NOT_EMPTY for anything. `own` is the
    user's own current tour; None where it is that of the database.
    """

    own: "OwnCurrent | None" = None
    lock = ""
    """What a query ends with that keeps other writers out of its rows."""

    returning = False
    """Whether an insertion is asked for the id of its row; else the driver knows it."""

    def run(self, statement: str, values: Sequence[object] = ()) -> Any:  # noqa: ANN401 - a driver's
        """Run a statement with a `?` for each value; return its cursor."""
        raise NotImplementedError

    def run_for_all(self, statement: str, lines: Sequence[Sequence[object]]) -> None:
        """Run a statement once for each of some lines of values."""
        raise NotImplementedError

    def refuse(self, cell: object, kind: str) -> None:
        """Raise what says that a cell is not of the kind of its column."""
        raise NotImplementedError

    def rows(self, table: str, columns: str = "", /, **where: object) -> Sequence[Any]:
        """Return rows, all their columns or those named, by the primary key."""
        return self._rows(table, columns, where)

    def locked(self, table: str, /, **where: object) -> Sequence[Any]:
        """Return whole rows; who may change them keeps other writers out of them."""
        return self._rows(table, "", where, self.lock)

    def _rows(
        self, table: str, columns: str, where: dict[str, object], lock: str = ""
    ) -> Sequence[Any]:
        row, found = _chosen(table, columns)
        tests, values = _conditions(table, where)
        keys = ", ".join(column.name for column in TABLES[table] if column.key)
        shown = ", ".join(row._fields)
        chosen = f"SELECT {shown} FROM {table}{tests} ORDER BY {keys}{lock}"  # noqa: S608 - our names
        lines = self.query(chosen, values)
        # Thousands of tours are read faster by columns.
        cells = [list(column) for column in zip(*lines, strict=True)]
        for place, (kind, types, read) in enumerate(found if lines else ()):
            column = cells[place]
            if read is not None:
                column = cells[place] = [c if c is None else read(c) for c in column]
            if not types.issuperset(map(type, column)):
                wrong = next(cell for cell in column if type(cell) not in types)
                self.refuse(wrong, kind)
        return [*map(row._make, zip(*cells, strict=True))]

    def query(self, statement: str, values: Sequence[object] = (), /) -> Sequence[Any]:
        """Return the rows of a statement of ours; text as it is kept."""
        found: Sequence[Any] = self.run(statement, values).fetchall()
        return found

    def insert(self, table: str, rows: Sequence[dict[str, Any]]) -> int:
        """Add rows; return the id of the last one, where it counts up."""
        names, marks = ", ".join(rows[0]), _marks(rows[0])
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608 - our names
        lines = [[_kept(table, *item) for item in row.items()] for row in rows]
        if TABLES[table][0].kind != "id":
            self.run_for_all(statement, lines)
            return 0
        for line in lines:
            if self.returning:
                last = self.run(f"{statement} RETURNING id", line).fetchone()[0]
            else:
                last = self.run(statement, line).lastrowid
        return cast("int", last)

    def fill(self, table: str, lines: Sequence[tuple[Any, ...]]) -> None:
        """Add many lines with a cell for every column."""
        statement = f"INSERT INTO {table} VALUES ({_marks(TABLES[table])})"  # noqa: S608 - our names
        if lines:
            self.run_for_all(statement, _escaped_lines(table, lines))

    def update(self, table: str, values: dict[str, Any], /, **where: object) -> int:
        """Change rows; return how many."""
        tests, found = _conditions(table, where)
        changes = ", ".join(f"{name} = ?" for name in values)
        kept = [_kept(table, *item) for item in values.items()]
        statement = f"UPDATE {table} SET {changes}{tests}"  # noqa: S608 - our names
        changed: int = self.run(statement, [*kept, *found]).rowcount
        return changed

    def delete(self, table: str, /, **where: object) -> None:
        """Remove rows."""
        tests, values = _conditions(table, where)
        self.run(f"DELETE FROM {table}{tests}", values)  # noqa: S608 - our names


def _marks(cells: Iterable[object]) -> str:
    return ", ".join("?" for _ in cells)


def _conditions(table: str, where: dict[str, object]) -> tuple[str, list[object]]:
    """Return the conditions of a statement, and the values in them."""
    tests, values = [], []
    for name, value in where.items():
        several = value if isinstance(value, list) else [value]
        if value is None or value is NOT_EMPTY:
            tests.append(f"{name} IS {'NOT ' if value is NOT_EMPTY else ''}NULL")
            continue
        values += [_kept(table, name, one) for one in several]
        tests.append(f"{name} IN ({_marks(several) or 'NULL'})")
    return f" WHERE {' AND '.join(tests)}" if tests else "", values


def _kept(table: str, name: str, value: Any) -> Any:  # noqa: ANN401 - of any column
    """Return a value as its column keeps it."""
    return escaped(str(value)) if value is not None and name in _texts(table) else value


@lru_cache
def _texts(table: str) -> set[str]:
    return {column.name for column in TABLES[table] if column.kind in _TEXTS}


_Way = Callable[[Any], Any]
_READ: dict[str, tuple[type, _Way | None]] = {
    **dict.fromkeys(("id", "int", "tour", "small", "number"), (int, None)),
    "flag": (bool, lambda cell: {0: False, 1: True}.get(cell, cell)),
    "long": (str, None),
}
"""What comes of a kind, and how it is read; the others hold what people wrote."""


@lru_cache
def _chosen(
    table: str, names: str
) -> tuple[Any, list[tuple[str, set[type], _Way | None]]]:
    """Return the kind of row that columns make; of each its kind, types, reader."""
    columns = {column.name: column for column in TABLES[table]}
    found = [columns[name] for name in names.split() or columns]
    ways = []
    for column in found:
        kind, read = _READ.get(column.kind, (str, unescaped))
        types = {kind, NoneType} if column.empty else {kind}
        ways.append((column.kind, types, read))
    make: Any = namedtuple  # noqa: PYI024 - of any table
    return make("Row", [column.name for column in found]), ways


def escaped(text: str) -> str:
    r"""Return a text as it is kept.

    PostgreSQL refuses a NUL and every database a lone surrogate, so these, and the
    backslash that marks them, are kept as `\u` and four hex digits.
    """
    return _REFUSED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _escaped_lines(
    table: str, lines: Sequence[tuple[Any, ...]]
) -> list[tuple[Any, ...]]:
    """Return lines with a cell for every column as they are kept."""
    columns = enumerate(TABLES[table])
    texts = [place for place, column in columns if column.kind in _TEXTS]
    words = {line[place] for line in lines for place in texts} - {None}
    # Hardly any is kept otherwise than it is written.
    other = {word: kept for word in words if (kept := escaped(word)) != word}
    if not other:
        return list(lines)
    return [
        tuple(
            other.get(cell, cell) if place in texts else cell
            for place, cell in enumerate(line)
        )
        for line in lines
    ]


def unescaped(text: Any) -> Any:  # noqa: ANN401 - a text, or the wrong kind
    """Return a text that is kept as it was."""
    if not isinstance(text, str) or "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
