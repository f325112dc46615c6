"""The classifications as rows beside the facts; those of a tour come as it is written.

`schema.upgrade` makes the views.
"""

import sqlalchemy as sa
from alembic import op

from peloton.store.migrations.versions import LONG, WORD, columns, make_table_of_tours

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Count the changes of a tour, and make room for what it comes to."""
    step = sa.Column("step", sa.Integer(), nullable=False, server_default="0")
    op.add_column("tour", step)
    make_table_of_tours(
        "kept",
        [],
        *columns(sa.Integer(), "step"),
        *columns(LONG, "rulebook"),
        *columns(sa.Integer(), "scoring", "stages", "scored"),
        with_rowid=True,
    )
    make_table_of_tours(
        "kept_rider",
        columns(WORD, "bib"),
        *columns(sa.UnicodeText(), "name"),
        *columns(sa.UnicodeText(), "team", nullable=True),
    )
    make_table_of_tours(
        "kept_line",
        columns(sa.Integer(), "list", "stage", "number"),
        *columns(sa.Integer(), "place", nullable=True),
        *columns(sa.UnicodeText(), "who", "word", "other", nullable=True),
        *columns(sa.BigInteger(), *"abcdef", nullable=True),
    )
