"""Who starts a stage ahead of the field: tables that step 4 reads, and drops.

Step 4 always follows, so they have neither keys nor what this step once added to a
stage: a stage without results on the track has none.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of the groups at the start."""
    for table in ("start_group", "start_rider"):
        op.create_table(table, sa.Column("tour_id", sa.Integer()))
