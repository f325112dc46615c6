"""The journal of a tour, what is being typed of a stage, and the tour's language.

The cards of a stage, once added here too, are none in an older database: step 4, which
always follows, makes do without.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.mysql import LONGTEXT

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Give a tour its language, a journal and drafts."""
    op.add_column("tour", sa.Column("language", _word()))
    op.create_table(
        "draft",
        sa.Column("tour_id", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("text", _long(), nullable=False),
        sa.Column("base", _long(), nullable=False),
        sa.PrimaryKeyConstraint("tour_id", "stage", name="pk_draft"),
        sa.ForeignKeyConstraint(
            ["tour_id"], ["tour.id"], name="fk_draft_tour", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "journal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tour", _word(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.UnicodeText(), nullable=False),
        sa.Column("current_before", _word()),
        sa.Column("current_after", _word()),
        sa.Column("undone", sa.Integer()),
        sa.Column("dropped", sa.Boolean(), nullable=False),
        sa.Column("stages", sa.UnicodeText(), nullable=False),
        sa.Column("before", _long(), nullable=False),
        sa.Column("after", _long(), nullable=False),
        sa.Column("drafts", _long()),
        sa.PrimaryKeyConstraint("id", name="pk_journal"),
        sa.UniqueConstraint("tour", "number", name="uq_journal"),
    )


def _word() -> sa.types.TypeEngine[str]:
    exact = sa.VARCHAR(200, collation="utf8mb4_bin")
    return sa.Unicode(200).with_variant(exact, "mysql", "mariadb")


def _long() -> sa.types.TypeEngine[str]:
    return sa.UnicodeText().with_variant(LONGTEXT(), "mysql", "mariadb")
