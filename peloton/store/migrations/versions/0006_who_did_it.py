"""Who made a change: user, host and version; what was taken back last."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Let the journal say who; of what was done until now nobody knows.

    What was taken back last is found without reading all of it.
    """
    for name in ("user_name", "host", "version"):
        exact = sa.VARCHAR(200, collation="utf8mb4_bin")
        word = sa.Unicode(200).with_variant(exact, "mysql", "mariadb")
        op.add_column("journal", sa.Column(name, word))
    op.create_index("ix_journal_undone", "journal", ["undone"])
