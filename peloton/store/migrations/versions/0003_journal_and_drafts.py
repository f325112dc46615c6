"""The journal of a tour, what is being typed of a stage, and the tour's language.

The cards of a stage, once added here too, are none in an older database: step 4, which
always follows, makes do without.
"""

import sqlalchemy as sa
from alembic import op

from peloton.store.migrations.versions import LONG, WORD, make_table_of_tours

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Give a tour its language, a journal and drafts."""
    op.add_column("tour", sa.Column("language", WORD))
    stage = sa.Column("stage", sa.Integer(), nullable=False)
    make_table_of_tours("draft", stage, "text", "base")
    op.create_table(
        "journal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tour", WORD, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.UnicodeText(), nullable=False),
        sa.Column("current_before", WORD),
        sa.Column("current_after", WORD),
        sa.Column("undone", sa.Integer()),
        sa.Column("dropped", sa.Boolean(), nullable=False),
        sa.Column("stages", sa.UnicodeText(), nullable=False),
        sa.Column("before", LONG, nullable=False),
        sa.Column("after", LONG, nullable=False),
        sa.Column("drafts", LONG),
        sa.PrimaryKeyConstraint("id", name="pk_journal"),
        sa.UniqueConstraint("tour", "number", name="uq_journal"),
    )
