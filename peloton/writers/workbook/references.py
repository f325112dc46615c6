"""Figures that are taken from another tab, so that a change there moves them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openpyxl.utils import quote_sheetname

from peloton.reports.sheet import Cell
from peloton.writers.workbook.layout import Layout, TabColumn, TabTable

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
