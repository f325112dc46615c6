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


def make_table_of_tours(name: str, key: sa.Column[Any], *texts: str) -> None:
    """Make a table of long texts, whose rows go with their tour."""
    op.create_table(
        name,
        sa.Column("tour_id", sa.Integer(), nullable=False),
        key,
        *(sa.Column(text, LONG, nullable=False) for text in texts),
        sa.PrimaryKeyConstraint("tour_id", key.name, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(
            ["tour_id"], ["tour.id"], name=f"fk_{name}_tour", ondelete="CASCADE"
        ),
    )
