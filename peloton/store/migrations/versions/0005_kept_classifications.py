"""The classifications as rows beside the facts; those of a tour come as it is written.

`schema.upgrade` makes the views.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.mysql import LONGTEXT

revision = "0005"
down_revision = "0004"

_EXACT = sa.VARCHAR(200, collation="utf8mb4_bin")
_WORD = sa.Unicode(200).with_variant(_EXACT, "mysql", "mariadb")
_LONG = sa.UnicodeText().with_variant(LONGTEXT(), "mysql", "mariadb")


def upgrade() -> None:
    """Count the changes of a tour, and make room for what it comes to."""
    step = sa.Column("step", sa.Integer(), nullable=False, server_default="0")
    op.add_column("tour", step)
    _table(
        "kept",
        [],
        *_columns(sa.Integer(), "step"),
        *_columns(_LONG, "rulebook"),
        *_columns(sa.Integer(), "scoring", "stages", "scored"),
    )
    _table(
        "kept_rider",
        _columns(_WORD, "bib"),
        *_columns(sa.UnicodeText(), "name"),
        *_columns(sa.UnicodeText(), "team", nullable=True),
    )
    _table(
        "kept_line",
        _columns(sa.Integer(), "list", "stage", "number"),
        *_columns(sa.Integer(), "place", nullable=True),
        *_columns(sa.UnicodeText(), "who", "word", "other", nullable=True),
        *_columns(sa.BigInteger(), *"abcdef", nullable=True),
    )


def _columns(
    kind: sa.types.TypeEngine[Any], *names: str, nullable: bool = False
) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=nullable) for name in names]


def _table(name: str, key: list[sa.Column[Any]], *columns: sa.Column[Any]) -> None:
    """Make a table that goes with its tour, in SQLite once."""
    ids = ["tour_id", *(column.name for column in key)]
    op.create_table(
        name,
        sa.Column("tour_id", sa.Integer(), nullable=False),
        *key,
        *columns,
        sa.PrimaryKeyConstraint(*ids, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(
            ["tour_id"], ["tour.id"], name=f"fk_{name}_tour", ondelete="CASCADE"
        ),
        sqlite_with_rowid=not key,
    )
