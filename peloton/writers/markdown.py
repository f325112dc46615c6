"""Write a sheet as Markdown with pipe tables, for a wiki or an issue."""

import re
from collections.abc import Iterable

from peloton.reports.sheet import Sheet, Table, printed_rows
from peloton.rules.words import printable

_MARKUP = re.compile(r"[\\`*_\[\]<>|~#@$!]|(?<!\d):(?=\S)|:(?=[^\s\d])|&(?=#|\w+;)")
"""Characters that may begin or end markup.

A colon counts only beside a word, as in `:smile:`, and an `&` only at the start of a
character reference, such as `&amp;`.
"""


def to_markdown(sheet: Sheet) -> str:
    """Write a sheet as Markdown; escape markup in names."""
    blocks = [f"## {_plain(sheet.title)}"]
    blocks += map(_plain, filter(None, (sheet.subtitle, sheet.lead)))
    for table in sheet.tables:
        if table.title:
            blocks.append(f"### {_plain(table.title)}")
        blocks.append(_table(table, sheet.unit))
        blocks += map(_plain, table.notes)
    blocks += map(_plain, sheet.notes)
    return "\n\n".join(blocks) + "\n"


def _table(table: Table, unit: str) -> str:
    rules = ["---:" if column.right_aligned else "---" for column in table.columns]
    lines = [_line(_plain(column.title) for column in table.columns), _line(rules)]
    lines += (_line(map(_plain, row)) for row in printed_rows(table, unit))
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", printable(text))
