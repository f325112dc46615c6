"""Write sheets as CSV, for spreadsheets and scripts."""

import csv
import re
from io import StringIO

from peloton.reports.sheet import Cell, Sheet, Table
from peloton.rules.words import printable

_FORMULA = re.compile(r"[=+@]|-(?!\d+:\d\d:\d\d$)")
"""Matches the start of a spreadsheet formula, but not a negative duration."""


def to_csv(*sheets: Sheet, delimiter: str = ",") -> str:
    """Write the tables of the sheets as comma-separated values.

    Times and gaps are whole numbers in the rulebook's unit, as in JSON. The output is
    always a single table with one header line. With several tables, each row begins
    with the title of its table; with several sheets, the title of its sheet comes
    first. Text that a spreadsheet would run as a formula is prefixed with an
    apostrophe.
    """
    tables = [(sheet, table) for sheet in sheets for table in sheet.tables]
    if not tables:
        return ""
    columns = dict.fromkeys(key for _, table in tables for key in _column_keys(table))
    shown = slice(0 if len(sheets) > 1 else 1 if len(tables) > 1 else 2, 2)
    out = StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    titles = sheets[0].csv_titles
    writer.writerow(map(_cell, (*titles[shown], *(title for title, _ in columns))))
    for sheet, table in tables:
        titles, keys = (sheet.title, table.title or table.name), _column_keys(table)
        for row in table.rows:
            cells = dict(zip(keys, row, strict=True))
            writer.writerow(map(_cell, (*titles[shown], *map(cells.get, columns))))
    return out.getvalue()


def _column_keys(table: Table) -> list[tuple[str, int]]:
    """Return a unique key for each column.

    A key consists of the title and of the number of earlier columns with that title.
    """
    titles = [column.title for column in table.columns]
    return [(title, titles[:index].count(title)) for index, title in enumerate(titles)]


def _cell(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    text = printable(cell)
    return f"'{text}" if _FORMULA.match(text) else text
