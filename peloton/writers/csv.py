"""Sheet -> CSV, for spreadsheets and scripts."""

import csv
import re
from io import StringIO

from peloton.reports.sheet import Cell, Sheet
from peloton.rules.words import printable

_FORMULA = re.compile(r"[=+@]|-(?!\d+:\d\d:\d\d$)")
"""The start of a spreadsheet formula; a negative duration is not a formula."""


def to_csv(*sheets: Sheet) -> str:
    """Write the tables of the sheets as comma-separated values.

    Times and gaps are whole numbers in the rulebook's unit, as in JSON. A table is a
    line of column titles and its rows. With several tables, each begins with a line of
    the sheet's and the table's title, and an empty line separates them. Text that a
    spreadsheet would run as a formula is prefixed with an apostrophe.
    """
    tables = [(sheet, table) for sheet in sheets for table in sheet.tables]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for index, (sheet, table) in enumerate(tables):
        if len(tables) > 1:
            out.write("\n" if index else "")
            writer.writerow(map(_cell, (sheet.title, table.title)))
        writer.writerow(_cell(column.title) for column in table.columns)
        writer.writerows(map(_cell, row) for row in table.rows)
    return out.getvalue()


def _cell(cell: Cell) -> Cell:
    if not isinstance(cell, str):
        return cell
    text = printable(cell)
    return f"'{text}" if _FORMULA.match(text) else text
