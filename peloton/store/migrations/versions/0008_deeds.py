"""What riders and teams did, for seasons and records without scoring anew."""

import sqlalchemy as sa
from alembic import op

from peloton.store.migrations.versions import WORD, columns, make_table_of_tours

revision = "0008"
down_revision = "0007"

_FIGURES = [
    *("won", "stages", "climbs", "sprints", "general", "points", "mountains"),
    *("active", "young", "teams", "days_general", "days_points", "days_mountains"),
    *("days_active", "days_young", "days_teams"),
    *(f"place_{place}" for place in range(1, 17)),
]


def upgrade() -> None:
    """Make room for the deeds; all that was kept until now is made anew with them."""
    for name in ("kept", "kept_line", "kept_rider"):
        op.execute(sa.delete(sa.table(name)))
    team, who = columns(sa.Integer(), "team"), columns(WORD, "who")
    figures = columns(sa.Integer(), *_FIGURES)
    make_table_of_tours("kept_gain", [*team, *who], *figures)
