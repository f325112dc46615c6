"""The changes that phones made last of a draft: one that is sent again counts once."""

import sqlalchemy as sa
from alembic import op

from peloton.store.migrations.versions import LONG

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make room for them beside the draft."""
    op.add_column("draft", sa.Column("heard", LONG))
