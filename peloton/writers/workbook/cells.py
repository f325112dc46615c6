"""The rows of a tab: titles, tables and notes, a cell at a time."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from openpyxl.utils import get_column_letter, quote_sheetname

from peloton.reports.sheet import Cell, Column, ColumnKind
from peloton.rules.words import Phrase
from peloton.writers.workbook.formulas import DAY, added_up
from peloton.writers.workbook.layout import Layout, TabColumn, TabTable, is_timed
from peloton.writers.workbook.looks import bib_number
from peloton.writers.workbook.rows import CellXml, Rows

_ANY_LETTER = frozenset("*?~")
"""What a lookup takes for another letter."""

Tabs = Mapping[str, tuple[str, Layout]]
"""The name of each tab and how it is laid out, by the name of its sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A formula that looks a figure up, in which `{0}` is the row.

    `key` is the place in a row of what it looks for; `keys` are those to be found.
    """

    formula: str
    key: int
    keys: frozenset[Cell]


_BOX = ' ht="24" customHeight="1"'
_SUBTITLE = ' ht="22" customHeight="1"'


def fill(rows: Rows, laid: Layout, tabs: Tabs, back: str) -> None:
    """Write the titles, then the tables one below the other.

    `tabs` are the tabs by the names of their sheets; `back` is the tab of the
    overview to link to, or empty.
    """
    sheet = laid.sheet
    if not sheet.bare:
        _append_titles(rows, laid, back)
    for index, block in enumerate(laid.blocks):
        if index:
            rows.append()
        if not sheet.bare:
            rows.append(_caption(rows, block))
        _append_table(rows, block, sheet.unit, tabs)
        for note in block.table.notes:
            rows.append([("A", rows.text(note, "subheading"))])
    if sheet.drawn_notes:
        rows.append()
    for note in sheet.drawn_notes:
        rows.append([("A", rows.text(note, "Normal"))])


def _append_titles(rows: Rows, laid: Layout, back: str) -> None:
    sheet = laid.sheet
    title = [("A", rows.text(sheet.title, "heading"))]
    if back:
        place = get_column_letter(laid.beside_the_title() + 1)
        rows.link(place, back)
        title.append((place, rows.text(f"← {back}", "link back")))
    rows.append(title)
    rows.append([("A", rows.text(sheet.subtitle, "subheading"))], _SUBTITLE)


def figure_style(unit: str, kind: ColumnKind = ColumnKind.TIME) -> tuple[str, int]:
    """Return the style of times or gaps, and how many ticks make 1 in a cell."""
    style, tick = ("tenths", 1) if unit == "tenths" else ("seconds", DAY)
    return (f"{style} gap" if kind is ColumnKind.GAP else style), tick


def _caption(rows: Rows, block: TabTable) -> list[CellXml]:
    """Write the title of a table, and over its checks whether all are true."""
    row = [("A", rows.text(block.table.title, "caption"))]
    lines = block.table.rows
    for field in block.fields:
        if field.check and lines:
            cells = block.cells(field)
            # Rather than AND, which LibreOffice may show as 1.
            formula = f"COUNTIF({cells},TRUE)=ROWS({cells})"
            result = all(map(_agreement(block, field), lines))
            row.append((field.letter, rows.formula(formula, result, "check")))
    return row


def _agreement(block: TabTable, field: TabColumn) -> Callable[[Sequence[Cell]], bool]:
    """Return what says whether a total of a row is what its parts add up to."""
    columns = block.table.columns
    added, total = added_up(field.column, columns), columns.index(field.column)
    return lambda row: row[total] == added(row)


def _append_table(rows: Rows, block: TabTable, unit: str, tabs: Tabs) -> None:
    """Write the column titles and the rows."""
    heads = [rows.text("", "column left")] * block.width
    for field in block.fields:
        style = "column right" if field.right_aligned else "column left"
        heads[field.place] = rows.text(field.title, style)
    letters = [get_column_letter(place + 1) for place in range(block.width)]
    rows.append(zip(letters, heads, strict=True))
    writers = [_writer(rows, block, field, unit, tabs) for field in block.fields]
    if not block.table.blank:
        for cells in block.table.rows:
            written = [(letter, write(cells)) for letter, write in writers]
            rows.append(cell for cell in written if cell[1])
        return
    box = rows.text("", "box")
    for cells in block.table.rows:
        boxes = dict.fromkeys(letters, box)
        boxes |= {letter: write(cells) or box for letter, write in writers}
        rows.append(boxes.items(), _BOX)


_Writer = Callable[[Sequence[Cell]], str]
"""Writes a cell of a row; empty where there is nothing."""


def _writer(
    rows: Rows, block: TabTable, field: TabColumn, unit: str, tabs: Tabs
) -> tuple[str, _Writer]:
    """Return the letters of a field, and what writes its cell of a row."""
    source = field.source
    if source is None:
        return field.letter, _formula_writer(rows, block, field, unit)
    one = cache(_cell_writer(rows, field.column, unit))
    if found := reference(field, block, tabs):
        return field.letter, _looked_up(rows, field, found, one, unit)
    if field.column.kind is not ColumnKind.SHEET:
        return field.letter, lambda cells: one(cells[source])

    def linked(cells: Sequence[Cell]) -> str:
        name = cells[source]
        if not isinstance(name, str) or name not in tabs:
            return one(name)
        rows.link(field.letter, tabs[name][0])
        return rows.text(name, "link")

    return field.letter, linked


def _formula_writer(
    rows: Rows, block: TabTable, field: TabColumn, unit: str
) -> _Writer:
    """Return what writes the formula of a field in the next row."""
    style, tick = figure_style(unit) if is_timed(field.column) else ("count", 1)
    agrees = _agreement(block, field)
    added = added_up(field.column, block.table.columns)

    def written(cells: Sequence[Cell]) -> str:
        formula = field.formula.format(rows.count + 1)
        if field.check:
            return rows.formula(formula, agrees(cells), "check")
        total = added(cells)
        return rows.formula(formula, total if tick == 1 else total / tick, style)

    return written


def _looked_up(
    rows: Rows,
    field: TabColumn,
    found: Reference,
    one: Callable[[Cell], str],
    unit: str,
) -> _Writer:
    """Return what writes a figure as a formula, where it can be looked up."""
    column, source = field.column, field.source or 0
    style, tick = figure_style(unit) if is_timed(column) else ("count", 1)
    if column.source and column.source.blank:
        style += " won"

    def written(cells: Sequence[Cell]) -> str:
        figure = cells[source] or 0
        if cells[found.key] not in found.keys or isinstance(figure, str):
            return one(cells[source])
        formula = found.formula.format(rows.count + 1)
        return rows.formula(formula, figure if tick == 1 else figure / tick, style)

    return written


def _cell_writer(rows: Rows, column: Column, unit: str) -> Callable[[Cell], str]:
    """Return what writes a cell of a column."""
    text = "token" if column.right_aligned else "text"
    style, tick = figure_style(unit, column.kind)
    if column.kind is ColumnKind.MOVE:
        style, tick = "move", 1
    elif not is_timed(column):
        style, tick = "Normal", 1

    def written(cell: Cell) -> str:
        if cell is None or cell == "":
            return ""
        if isinstance(cell, int):
            return rows.number(cell if tick == 1 else cell / tick, style)
        if column.kind is ColumnKind.DATE and (day := _day(cell)):
            return rows.date(day)
        number = bib_number(cell) if column.kind is ColumnKind.BIB else None
        return rows.text(cell, text) if number is None else rows.number(number)

    return written


def _day(cell: str) -> date | None:
    """Return the day that a cell is; None for anything else."""
    if isinstance(cell, Phrase):
        found = [value for value in cell.values.values() if isinstance(value, date)]
        return found[0] if len(found) == 1 else None
    try:
        return date.fromisoformat(cell)
    except ValueError:
        return None


def reference(field: TabColumn, block: TabTable, tabs: Tabs) -> Reference | None:
    """Return where the figures of a field are taken from.

    None if they are not the very same there, or a lookup could take one for another.
    """
    source = field.column.source
    tab, laid = tabs.get(source.sheet, ("", None)) if source else ("", None)
    if source is None or laid is None:
        return None
    mine = _places(block)
    for there in laid.blocks:
        theirs = _places(there)
        if there.table.name != source.table or source.column not in theirs:
            continue
        key, figure = theirs[source.key], theirs[source.column]
        found = {row[key[1]]: row[figure[1]] for row in there.table.rows}
        own = mine[source.key][1], mine[field.title][1]
        same = all(
            (found.get(row[own[0]]) or 0) == (row[own[1]] or 0)
            for row in block.table.rows
        )
        if not same or not _each_is_found(found):
            return None
        looked_up = f"${mine[source.key][0].letter}{{0}}"
        figures, keys = (_cells(tab, there, each[0]) for each in (figure, key))
        return Reference(
            formula=f"INDEX({figures},MATCH({looked_up},{keys},0))",
            key=own[0],
            keys=frozenset(
                who for who, cell in found.items() if source.blank or cell is not None
            ),
        )
    return None


def _places(block: TabTable) -> dict[str, tuple[TabColumn, int]]:
    """Return the fields of a table by title, with their places in a row."""
    return {
        field.title: (field, field.source)
        for field in block.fields
        if field.source is not None
    }


def _each_is_found(keys: Iterable[Cell]) -> bool:
    """Whether a lookup, to which a is A, finds each of several."""
    texts = [str(key).casefold() for key in keys]
    return len({*texts}) == len(texts) and _ANY_LETTER.isdisjoint("".join(texts))


def _cells(tab: str, block: TabTable, field: TabColumn) -> str:
    quoted = quote_sheetname(tab).replace("{", "{{").replace("}", "}}")
    return f"{quoted}!${field.letter}${block.first}:${field.letter}${block.last}"
