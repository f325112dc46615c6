"""What riders and teams did, for seasons and records without scoring anew."""

import sqlalchemy as sa
from alembic import op

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
    exact = sa.VARCHAR(200, collation="utf8mb4_bin")
    op.create_table(
        "kept_gain",
        sa.Column("tour_id", sa.Integer(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.Column(
            "who",
            sa.Unicode(200).with_variant(exact, "mysql", "mariadb"),
            nullable=False,
        ),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _FIGURES),
        sa.PrimaryKeyConstraint("tour_id", "team", "who", name="pk_kept_gain"),
        sa.ForeignKeyConstraint(
            ["tour_id"], ["tour.id"], name="fk_kept_gain_tour", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
