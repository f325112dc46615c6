"""Write the columns of all tables as plain data, for `peloton.store.database`."""

import json
import zlib
from pathlib import Path

from sqlalchemy import Boolean, Integer, Table, Text

from peloton.rules.facts.kinds import ClassificationName
from peloton.store import database
from peloton.store.models import StoredRow
from peloton.store.views import VIEWS, view_text

COLUMN_LIST = Path(database.__file__).with_name("columns.json")
"""The file that is written from the classes in `peloton.store.models`."""


def columns_text() -> str:
    """Return the text of the file `peloton/store/columns.json`."""
    tables = StoredRow.metadata.sorted_tables
    derived = [
        table.name
        for table in tables
        if not table.dialect_options["sqlite"]["with_rowid"]
    ]
    listed = {table.name: _listed(table) for table in tables}
    # The checksum changes with any derived table or view. The views of classifications
    # are left out after it, because their names are known.
    texts = [f"{name} {listed[name]}" for name in derived]
    known = zlib.crc32("".join([*texts, *map(view_text, VIEWS)]).encode())
    views = [name for name in VIEWS if name not in {*ClassificationName}]
    shape = " ".join([f"{known:08x}", *views])
    content = {"tables": listed, "derived": derived, "shape": shape}
    return f"{json.dumps(content, indent=1)}\n"


def _listed(table: Table) -> str:
    """Return the columns of a table as one text."""
    words = []
    for column in table.columns:
        if isinstance(column.type, Text):
            kind = "json"
        elif column is table.autoincrement_column:
            kind = "id"
        elif isinstance(column.type, Boolean):
            kind = "flag"
        else:
            kind = "int" if isinstance(column.type, Integer) else "text"
        marks = "*" * column.primary_key + "?" * bool(column.nullable)
        words.append(f"{column.name}={kind}{marks}")
    return " ".join(words)


if __name__ == "__main__":
    COLUMN_LIST.write_text(columns_text(), encoding="utf-8")
