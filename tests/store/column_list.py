"""Write the module `peloton.store.columns`: the columns of all tables as plain data."""

import zlib
from pathlib import Path
from textwrap import wrap

from sqlalchemy import Table

from peloton.rules.facts.kinds import ClassificationName
from peloton.store import columns
from peloton.store.column_types import UserText
from peloton.store.models import DerivedRow, StoredRow, models_below
from peloton.store.views import VIEWS, view_text

COLUMN_LIST = Path(columns.__file__)
"""The file of the module that is written from the classes in `peloton.store.models`."""

_HEAD = '''\
"""The columns of all tables, written by `python -m tests.store.column_list`.

A column is `name=kind`, with * if it is part of the primary key, ? if it may be NULL.
"""

TABLES = {
'''
_KINDS = {int: "int", bool: "flag"}


def columns_text() -> str:
    """Return the source code of the module `peloton.store.columns`."""
    tables = StoredRow.metadata.sorted_tables
    derived = [model.__tablename__ for model in models_below(DerivedRow)]
    derived = [table.name for table in tables if table.name in derived]
    rows = "".join(map(_listed, tables))
    names = "".join(f'    "{name}",\n' for name in derived)
    return f"{_HEAD}{rows}}}\n\nDERIVED = (\n{names})\n\n{_shape(derived)}"


def _shape(derived: list[str]) -> str:
    """Return the source code of `SHAPE`, a checksum followed by names of views.

    The checksum changes with any derived table or view. The views of classifications
    are left out, because their names are known.
    """
    listed = (_listed(StoredRow.metadata.tables[name]) for name in derived)
    known = zlib.crc32("".join([*listed, *map(view_text, VIEWS)]).encode())
    views = " ".join(name for name in VIEWS if name not in {*ClassificationName})
    lines = wrap(f"{known:08x} {views}", _WIDTH)
    words = "".join(f'    "{line} "\n' for line in lines[:-1])
    return f'SHAPE = (\n{words}    "{lines[-1]}"\n)\n'


def _listed(table: Table) -> str:
    """Return the source code of one table in `TABLES`: its name and its columns."""
    words = []
    for column in table.columns:
        if isinstance(column.type, UserText):
            kind = "text"
        elif column is table.autoincrement_column:
            kind = "id"
        else:
            kind = _KINDS.get(column.type.python_type, "json")
        marks = "*" * column.primary_key + "?" * bool(column.nullable)
        words.append(f"{column.name}={kind}{marks}")
    if len(" ".join(words)) + len(table.name) < _WIDTH:
        return f'    "{table.name}": "{" ".join(words)}",\n'
    lines = wrap(" ".join(words), _WIDTH)
    text = "".join(f"        {line}\n" for line in lines)
    return f'    "{table.name}": """\n{text}    """,\n'


_WIDTH = 76

if __name__ == "__main__":
    COLUMN_LIST.write_text(columns_text(), encoding="utf-8")
