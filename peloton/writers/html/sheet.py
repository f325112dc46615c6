"""One sheet as a piece of a page: its headings, tables, pictures and notes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from peloton.reports.drawing import PATTERNS, Picture, Point, outline_of
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    PageWords,
    Sheet,
    Table,
    printed_cell,
    shown_rows,
)
from peloton.reports.shirts import Pattern, Shirt
from peloton.rules.words import Phrase, visible
from peloton.writers.html.svg import to_svg

_WIDE, _BROKEN = 72, 24
"""From so many letters in a row on, a table does not stand beside another one; and
how many of a cell count, for a longer text is broken into lines."""
_MANY = 4
"""From so many tables on a sheet begins with links to them."""
_LONG = re.compile(r"\S{25}")
"""A word so long that it is broken: it would fill a small screen."""
_TIMED = frozenset({ColumnKind.TIME, ColumnKind.GAP})
_FIRST = {
    ColumnKind.NUMBER: "most",
    ColumnKind.MOVE: "most",
    ColumnKind.TIME: "least",
    ColumnKind.GAP: "least",
}
"""The order of a column of figures at the first press; text goes by letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Context:
    """What a cell needs of its page.

    `links` are the addresses of the sheets by name, `jerseys` the shirts by bib.
    """

    words: PageWords
    links: Mapping[str, str]
    unit: str
    jerseys: Mapping[str, Shirt]


def text(typed: str) -> str:
    """Escape text for HTML, with control characters made visible."""
    return escape(visible(typed))


def sheet_html(
    sheet: Sheet, anchor: str, words: PageWords, links: Mapping[str, str]
) -> str:
    """Write a sheet as an article; `anchor` is what a link to it names.

    `links` are the addresses of the sheets by name.
    """
    jerseys = dict(reversed(sheet.jerseys))
    context = _Context(words=words, links=links, unit=sheet.unit, jerseys=jerseys)
    tables = [
        _table(table, f"{anchor}-{number}", context)
        for number, table in enumerate(sheet.tables, 1)
    ]
    tabs: dict[str, list[str]] = {}
    for table, written in zip(sheet.tables, tables, strict=True):
        tabs.setdefault(table.tab, []).append(written)
    pictures = [*map(_figure, sheet.pictures)]
    parts = [
        f'<article class="sheet{" cover" if sheet.cover else ""}" id="{anchor}">',
        f"<header><h2>{_named(sheet.title)}</h2>",
        f"<p>{_named(sheet.subtitle)}</p>" if sheet.subtitle else "",
        "</header>",
        *(
            _tabbed(tabs, pictures, anchor)
            if len(tabs) > 1 and "" not in tabs
            else (_contents(sheet.tables, anchor), *pictures, *_beside(tables))
        ),
        *_notes(sheet.drawn_notes),
        "</article>",
    ]
    return "\n".join(filter(None, parts))


def _tabbed(
    tabs: Mapping[str, Sequence[str]], pictures: Iterable[str], anchor: str
) -> Iterable[str]:
    """Write tables under the tabs they are chosen by, the pictures with the first."""
    links = [
        f'<a href="#{anchor}-tab-{number}">{text(tab)}</a>'
        for number, tab in enumerate(tabs, 1)
    ]
    yield f'<p class="tabs">{"".join(links)}</p>'
    for number, tables in enumerate(tabs.values(), 1):
        yield f'<div class="tab" id="{anchor}-tab-{number}">'
        yield from pictures if number == 1 else ()
        yield from _beside(tables)
        yield "</div>"


def _beside(tables: Sequence[str]) -> Iterable[str]:
    if tables:
        yield '<div class="tables">'
        yield from tables
        yield "</div>"


def _named(typed: str) -> str:
    """Write a name, or text with names in it, in the direction it reads."""
    return text(typed) if typed.isascii() else f'<bdi dir="auto">{text(typed)}</bdi>'


def _notes(notes: Iterable[str]) -> Iterable[str]:
    return (f'<p class="note">{_named(note)}</p>' for note in notes)


def _contents(tables: Sequence[Table], anchor: str) -> str:
    links = [
        f'<a href="#{anchor}-{number}">{text(table.title)}</a>'
        for number, table in enumerate(tables, 1)
        if table.title
    ]
    return f'<p class="contents">{"".join(links)}</p>' if len(links) >= _MANY else ""


def _figure(picture: Picture) -> str:
    caption = f"<figcaption>{_named(picture.title)}</figcaption>"
    name = text(picture.name.lower().replace(" ", "-"))
    return f'<figure class="{name}">{caption}{to_svg(picture)}</figure>'


def _table(table: Table, anchor: str, context: _Context) -> str:
    wide = " wide" if _letters(table, context.unit) > _WIDE else ""
    parts = [
        f'<section class="table{wide}" id="{anchor}">',
        f"<h3>{_named(table.title)}</h3>" if table.title else "",
        '<div class="scroll">',
        _grid(table, context) if table.columns else "",
        "</div>",
        *_notes(table.notes),
        "</section>",
    ]
    return "\n".join(filter(None, parts))


def _letters(table: Table, unit: str) -> int:
    """Count the letters of a row with the widest cell of every column."""
    heads = [[column.title for column in table.columns]]
    columns = zip(*heads, *shown_rows(table, unit), strict=True)
    return sum(min(max(map(len, cells)), _BROKEN) + 3 for cells in columns)


def _grid(table: Table, context: _Context) -> str:
    """Write the rows, less the end tags that HTML does without: a third of the page."""
    # One class a column that is aligned right, or minor, serves all its cells.
    columns = [*enumerate(table.columns, 1)]
    right = [f"r{index}" for index, column in columns if column.right_aligned]
    minor = [f"m{index}" for index, column in columns if column.minor]
    classes = " ".join([*right, *minor, *(["blank"] if table.blank else [])])
    row_head = _row_head(table)
    heads = (_head(table, place) for place in range(len(table.columns)))

    def cells(row: Sequence[Cell]) -> Iterator[str]:
        for at, (cell, column) in enumerate(zip(row, table.columns, strict=True)):
            card = _card(row, table.columns, context) if at == row_head else None
            yield _cell(cell, column, context, card)

    return "\n".join(
        [
            f'<table class="{classes}">' if classes else "<table>",
            f"<thead><tr>{''.join(heads)}</thead>",
            "<tbody>",
            *(f"<tr>{''.join(cells(row))}" for row in table.rows),
            "</table>",
        ]
    )


def _row_head(table: Table) -> int | None:
    """Find the column that names the row, which stays in sight; None without one."""
    columns = list(enumerate(table.columns))
    weighed = (number for number, column in columns if column.weight)
    plain = (number for number, column in columns if column.kind is ColumnKind.TEXT)
    return next(weighed, next(plain, None))


def _card(row: Sequence[Cell], columns: Sequence[Column], context: _Context) -> str:
    """Find the address of a row's card, of a rider or a team; else nothing."""
    keys = (
        f"bib {cell}" if column.kind is ColumnKind.BIB else f"code {cell}"
        for cell, column in zip(row, columns, strict=True)
        if column.kind is ColumnKind.BIB or column.code
    )
    return context.links.get(next(keys, ""), "")


def _ranked(table: Table) -> bool:
    """Whether the rows stand in the order of the figures they begin with."""
    ranks = [row[0] for row in table.rows if isinstance(row[0], int)]
    return len(ranks) > 1 and ranks == sorted(ranks)


def _head(table: Table, place: int) -> str:
    column = table.columns[place]
    title = _named(column.title)
    if table.blank:
        return f"<th scope=col>{title}"
    first = _FIRST.get(column.kind)
    figures = f" data-first={first}" if first else ""
    order = " aria-sort=ascending" if place == 0 and _ranked(table) else ""
    return f'<th scope=col{figures}{order}><button type="button">{title}</button>'


def _cell(cell: Cell, column: Column, context: _Context, card: str | None) -> str:
    """Write a cell; a time has its ticks as well, to be sorted by.

    What names its row has the address of a `card`, or an empty one.
    """
    kind, tag = column.kind, "td" if card is None else "th scope=row"
    written = printed_cell(cell, kind, context.unit)
    if isinstance(cell, int):
        if kind in _TIMED or (kind is not ColumnKind.MOVE and written != str(cell)):
            return f"<{tag} data-v={cell}>{written}"
        if kind is ColumnKind.MOVE:
            return f"<{tag} data-v={cell}>{_move(cell, written, context.words)}"
        return f"<{tag}>{written}"
    if not cell:
        return f"<{tag}>"
    # Everything typed reads in its own direction; plain letters have only one.
    tag = tag if written.isascii() else f'{tag} dir="auto"'
    tag = f"{tag} class=long" if _LONG.search(written) else tag
    content = _content(cell, escape(written))
    if kind is ColumnKind.SHEET and cell in context.links:
        content = f'<a href="{escape(context.links[cell])}">{content}</a>'
    elif kind is ColumnKind.BIB and cell in context.jerseys:
        content = jersey(context.jerseys[cell], context.words) + content
    elif card:
        content = f"<a href={card}>{content}</a>"
    return f"<{tag}>{content}"


def _content(cell: str, written: str) -> str:
    """Mark a cell that is a day and nothing else as one."""
    values = tuple(cell.values.values()) if isinstance(cell, Phrase) else ()
    day = getattr(values[0], "isoformat", None) if len(values) == 1 else None
    return f"<time datetime={day()}>{written}</time>" if day else written


def _move(places: int, written: str, words: PageWords) -> str:
    """Write places gained or lost as an arrow, and say them in words."""
    name, spoken = ("same", words.same)
    if places:
        name = "up" if places > 0 else "down"
        spoken = f"{words.up if places > 0 else words.down} {abs(places)}"
    label = f'role="img" aria-label="{text(spoken)}"'
    return f'<span class="{name}" {label}>{written}</span>'


def jersey(shirt: Shirt, words: PageWords) -> str:
    """Draw a small shirt; the page has the outlines and patterns (`SHIRTS`)."""
    look = f'fill="{text(shirt.cloth)}" color="{text(shirt.ink)}"'
    said = f'role="img" aria-label="{text(words.jersey)}"'
    if shirt.pattern is Pattern.BAND:
        # The team stands in the row as well.
        said = 'aria-hidden="true"'
    return (
        f'<svg class="jersey" {look} {said}><use href="#shirt-{shirt.pattern}"/></svg>'
    )


def _path(areas: Iterable[Iterable[Point]]) -> str:
    return "".join(
        f"M{' '.join(f'{x:.0f} {y:.0f}' for x, y in area)}z" for area in areas
    )


SHIRTS = "".join(
    (
        '<svg class="outlines" aria-hidden="true">',
        *(
            f'<symbol id="shirt-{pattern}" viewBox="0 0 100 100"><path'
            f' d="{_path([outline_of(pattern)])}" stroke="#777" stroke-width="5"/>'
            f'<path d="{_path(areas)}" fill="currentColor"/></symbol>'
            for pattern, areas in PATTERNS.items()
        ),
        "</svg>",
    )
)
"""The outline and the pattern of every shirt of a page."""
