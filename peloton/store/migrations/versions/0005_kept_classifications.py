"""The changes of a tour are counted, so that what is kept of it is known to fit."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Count the changes of a tour."""
    step = sa.Column("step", sa.Integer(), nullable=False, server_default="0")
    op.add_column("tour", step)
