"""The tables as plain data: what is read straight from a file and made by SQLModel.

Facts have no columns: `peloton.store.codec` makes a body of each part. What is `kept`
comes from them. All that has a `tour_id` goes with its tour; the journal and the
rulebooks outlive it. Rows never leave this package.

What comes of the facts, the tables `kept` and the views, is made anew where it has
another shape. Any other change needs a step in `migrations/versions`; a test says so.
"""

import re
from binascii import crc32
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from peloton.rules.facts.kinds import FINISHED, ClassificationName
from peloton.store.parts import RULEBOOK

if TYPE_CHECKING:
    from peloton.store.current import OwnCurrent

HEAD = "0009"
"""The newest version: the last step in `migrations/versions`."""

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
        "tour_id=tour* stage=int* text=long_text base=long_text heard=long?"
    ),
    # One change of a tour: the bodies of the parts that differ, before and after. A
    # step taken back has its place among all those taken back in `undone`; one that
    # another change has come in the place of is `dropped`. `drafts` are those that
    # went with the tour by this step, `stages` the numbers touched. `user_name`, `host`
    # and `version` of peloton say who; older steps have none.
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

WORD = 200
"""The longest text that every database can index."""

TEXT_KINDS = {"word", "text", "long_text"}
"""Kinds that hold what people wrote, escaped."""

NOT_EMPTY = object()
"""In the place of a value: any there is."""

_REFUSED = re.compile("[\\\\\x00\ud800-\udfff]")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")


class TourRow(NamedTuple):
    """A row of `tour`."""

    id: int
    name: str
    summary: str
    step: int


class Database(Protocol):
    """What the store asks of a database, through whichever door.

    In `where` a list stands for any of it, and NOT_EMPTY for anything. `own` is the
    user's own current tour, where others use the database too.
    """

    @property
    def own(self) -> "OwnCurrent | None":
        """The user's own current tour; None where it is that of the database."""

    def rows(self, table: str, columns: str = "", /, **where: object) -> Sequence[Any]:
        """Return rows, all their columns or those named, by the primary key."""

    def locked(self, table: str, /, **where: object) -> Sequence[Any]:
        """Return whole rows; who may change them keeps other writers out of them."""

    def query(self, statement: str, /) -> Iterable[Any]:
        """Return the rows of a statement of ours; text as it is kept."""

    def insert(self, table: str, rows: Sequence[dict[str, Any]]) -> int:
        """Add rows; return the id of the last one, where it counts up."""

    def fill(self, table: str, lines: Sequence[tuple[Any, ...]]) -> None:
        """Add many lines with a cell for every column, as the driver takes them."""

    def update(self, table: str, values: dict[str, Any], /, **where: object) -> int:
        """Change rows; return how many."""

    def delete(self, table: str, /, **where: object) -> None:
        """Remove rows."""


def escaped(text: str) -> str:
    r"""Return a text as it is kept.

    PostgreSQL refuses a NUL and every database a lone surrogate, so these, and the
    backslash that marks them, are kept as `\u` and four hex digits.
    """
    return _escaped_word(text) if len(text) <= WORD else _escaped(text)


def _escaped(text: str) -> str:
    return _REFUSED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_escaped_word = lru_cache(maxsize=4096)(_escaped)
"""A bib stands on hundreds of lines."""


def escaped_lines(
    table: str, lines: Sequence[tuple[Any, ...]]
) -> list[tuple[Any, ...]]:
    """Return lines with a cell for every column as they are kept."""
    columns = enumerate(TABLES[table])
    texts = [place for place, column in columns if column.kind in TEXT_KINDS]
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


def unescaped(text: str) -> str:
    """Return a text that is kept as it was."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
