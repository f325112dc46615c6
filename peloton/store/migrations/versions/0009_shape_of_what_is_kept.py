"""The shape of what is kept stands beside the version: another one is made anew."""

import sqlalchemy as sa
from alembic import op

from peloton.store.shape import VERSION_TABLE

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make room for it."""
    op.add_column(VERSION_TABLE, sa.Column("kept", sa.UnicodeText()))
