"""Who made a change: user, host and version; what was taken back last."""

import sqlalchemy as sa
from alembic import op

from peloton.store.migrations.versions import WORD

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Let the journal say who; of what was done until now nobody knows.

    What was taken back last is found without reading all of it.
    """
    for name in ("user_name", "host", "version"):
        op.add_column("journal", sa.Column(name, WORD))
    op.create_index("ix_journal_undone", "journal", ["undone"])
