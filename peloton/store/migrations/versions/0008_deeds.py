"""What riders and teams did was kept for seasons; what is kept needs no step any more.

`peloton.store.schema` makes all of it anew where it has another shape.
"""

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Change nothing."""
