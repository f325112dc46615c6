"""Remarks that stand below a table, for there is no room for them in its rows."""

from dataclasses import replace
from string import ascii_lowercase

from peloton.reports.sheet import Cell, Table


def footnoted(table: Table) -> Table:
    """Move the remarks of a table below it: a letter in the row says which it is.

    A table with more remarks than there are letters stays as it is.
    """
    index = next((n for n, each in enumerate(table.columns) if each.footnotes), None)
    if index is None:
        return table
    remarks = dict.fromkeys(row[index] for row in table.rows if row[index])
    if len(remarks) > len(ascii_lowercase):
        return table
    letters: dict[Cell, str] = dict(zip(remarks, ascii_lowercase, strict=False))
    column = replace(table.columns[index], title="", weight=0)
    return replace(
        table,
        columns=(*table.columns[:index], column, *table.columns[index + 1 :]),
        rows=tuple(
            (*row[:index], letters.get(row[index]), *row[index + 1 :])
            for row in table.rows
        ),
        notes=(
            *table.notes,
            *(f"{letter} = {remark}" for remark, letter in letters.items()),
        ),
    )
