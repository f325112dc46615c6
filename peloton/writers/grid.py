"""A table fitted to the width of a page: column widths, type size, wrapped cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from peloton.reports.sheet import Column, ColumnKind, Table, shown_rows, visible
from peloton.writers.fonts import Line, Typeface

PADDING = 3.5
"""Points to the left and right of a cell, and half of what stands above it."""
LEADING = 1.3
_SIZES = (9.0, 8.0, 7.0, 6.0, 5.0)
_MOST_SPARE = 45.0
"""The most points a column is given beyond its needs, for each unit of its weight."""
_NARROWEST = 6.0
"""The narrowest that a column of text is squeezed to, in times the type size."""
_MOST_LINES = 30
"""A cell never grows beyond a page: what is longer ends in an ellipsis."""

Cells = list[list[Line]]
"""One row: the lines of every cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typefaces:
    """The two weights of a document."""

    regular: Typeface
    bold: Typeface


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table ready to be set: in points, at one type size, its cells in lines."""

    size: float
    columns: tuple[Column, ...]
    widths: list[float]
    head: Cells
    rows: list[Cells]

    def height(self, cells: Cells) -> float:
        """Return the height of a row in points."""
        return max(map(len, cells)) * self.size * LEADING + PADDING


def grid(table: Table, unit: str, width: float, faces: Typefaces) -> Grid:
    """Fit a table to a width in points, in the largest type that allows it.

    Text is wrapped, words longer than their column are broken; nothing overlaps.
    """
    texts = [list(row) for row in shown_rows(table, unit)]
    heads = [visible(column.title) for column in table.columns]
    size, widths = _fitted(table.columns, heads, texts, width, faces)
    return Grid(
        size=size,
        columns=table.columns,
        widths=widths,
        head=_cells(heads, widths, size, faces.bold),
        rows=[_cells(row, widths, size, faces.regular) for row in texts],
    )


def _cells(
    texts: Iterable[str], widths: Iterable[float], size: float, face: Typeface
) -> Cells:
    return [
        wrapped(text, face, size, width - 2 * PADDING)
        for text, width in zip(texts, widths, strict=True)
    ]


def _fitted(
    columns: Sequence[Column],
    heads: Sequence[str],
    texts: Sequence[Sequence[str]],
    width: float,
    faces: Typefaces,
) -> tuple[float, list[float]]:
    """Return the type size and the width of every column."""
    cells = [_widest(set(column), faces.regular) for column in zip(*texts, strict=True)]
    cells = cells or [0.0] * len(columns)
    whole = [faces.bold.line(head).width for head in heads]
    words = [_widest(head.split(), faces.bold) for head in heads]
    for size in _SIZES:
        for titles in (whole, words):
            natural = [
                max(pair) * size + 2 * PADDING
                for pair in zip(cells, titles, strict=True)
            ]
            spare = width - sum(natural)
            if spare >= 0:
                return size, _shared_out(natural, columns, spare)
        squeezed = _squeezed(natural, columns, -spare, _NARROWEST * size)
        if squeezed:
            return size, squeezed
    return size, [each * width / sum(natural) for each in natural]


def _widest(texts: Iterable[str], face: Typeface) -> float:
    return max((face.line(text).width for text in texts), default=0.0)


def _shared_out(
    natural: Sequence[float], columns: Sequence[Column], spare: float
) -> list[float]:
    """Give the spare width to the columns by weight, so far as it helps the eye."""
    share = min(spare / max(sum(column.weight for column in columns), 1), _MOST_SPARE)
    return [
        width + share * column.weight
        for width, column in zip(natural, columns, strict=True)
    ]


def _squeezed(
    natural: Sequence[float],
    columns: Sequence[Column],
    excess: float,
    narrowest: float,
) -> list[float]:
    """Take the excess off the widest columns of text; none if they are too narrow."""
    flexible = [
        index
        for index, column in enumerate(columns)
        if column.kind in (ColumnKind.TEXT, ColumnKind.BIB)
    ]
    target = sum(natural[index] for index in flexible) - excess
    widths = list(natural)
    for done, index in enumerate(sorted(flexible, key=natural.__getitem__)):
        # The narrow ones keep their width; the others share what is left.
        share = target / (len(flexible) - done)
        if share < min(narrowest, natural[index]):
            return []
        widths[index] = min(natural[index], share)
        target -= widths[index]
    return widths if flexible else []


def wrapped(text: str, face: Typeface, size: float, width: float) -> list[Line]:
    """Break a text into lines of at most `width` points, between words if it can."""
    line = face.line(text)
    limit = width / size + 1e-6
    if line.width <= limit:
        return [line]
    lines: list[str] = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if face.line(longer).width <= limit:
            lines[-1] = longer
            continue
        pieces = _broken(word, face, limit)
        lines += pieces if lines[-1] else []
        lines[-1:] = lines[-1:] if lines[-1] else pieces
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], "…"]
            break
    return [face.line(each) for each in lines]


def _broken(word: str, face: Typeface, limit: float) -> list[str]:
    """Break a word that is longer than a line, letter by letter."""
    pieces = [""]
    for letter in word:
        if len(pieces) > _MOST_LINES:
            break
        if not pieces[-1] or face.line(pieces[-1] + letter).width <= limit:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces
