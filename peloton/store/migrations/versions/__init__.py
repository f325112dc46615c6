"""One step a file, numbered; here is what several of them make.

A step that was released may lose what no database needs any more; what becomes of an
older database by all the steps never changes.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.mysql import LONGTEXT

_EXACT = sa.VARCHAR(200, collation="utf8mb4_bin")
WORD = sa.Unicode(200).with_variant(_EXACT, "mysql", "mariadb")
LONG = sa.UnicodeText().with_variant(LONGTEXT(), "mysql", "mariadb")


def columns(
    kind: sa.types.TypeEngine[Any], *names: str, nullable: bool = False
) -> list[sa.Column[Any]]:
    """Return columns of a kind."""
    return [sa.Column(name, kind, nullable=nullable) for name in names]


def make_table_of_tours(
    name: str,
    key: list[sa.Column[Any]],
    *others: sa.Column[Any],
    with_rowid: bool = False,
) -> None:
    """Make a table whose rows go with their tour."""
    ids = ["tour_id", *(column.name for column in key)]
    op.create_table(
        name,
        sa.Column("tour_id", sa.Integer(), nullable=False),
        *key,
        *others,
        sa.PrimaryKeyConstraint(*ids, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(
            ["tour_id"], ["tour.id"], name=f"fk_{name}_tour", ondelete="CASCADE"
        ),
        sqlite_with_rowid=with_rowid,
    )
