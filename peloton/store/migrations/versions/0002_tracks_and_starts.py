"""What riders do on the track, and who starts a stage ahead of the field."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_TRACK = ("laps", "heats", "eliminated")


def upgrade() -> None:
    """Give a stage its track results, and its groups at the start."""
    for name in _TRACK:
        op.add_column("stage", sa.Column(name, sa.UnicodeText()))
    line = ["tour_id", "stage", "position"]
    op.create_table(
        "start_group",
        *map(_key, line),
        sa.Column("lead", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(*line, name="pk_start_group"),
        _foreign_key("start_group", line[:2], "stage", ["tour_id", "number"]),
    )
    rider = ["tour_id", "stage", "line", "position"]
    op.create_table(
        "start_rider",
        *map(_key, rider),
        sa.Column("who", _word(), nullable=False),
        sa.PrimaryKeyConstraint(*rider, name="pk_start_rider"),
        _foreign_key("start_rider", rider[:3], "start_group", line),
    )


def _key(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _word() -> sa.types.TypeEngine[str]:
    exact = sa.VARCHAR(200, collation="utf8mb4_bin")
    return sa.Unicode(200).with_variant(exact, "mysql", "mariadb")


def _foreign_key(
    table: str, columns: list[str], parent: str, key: list[str]
) -> sa.ForeignKeyConstraint:
    targets = [f"{parent}.{column}" for column in key]
    name = f"fk_{table}_{parent}"
    return sa.ForeignKeyConstraint(columns, targets, name=name, ondelete="CASCADE")
