"""The first tables: the oldest database there is has them already.

A new one is made at once (`peloton.store.schema.create`), so this step is never run:
it is there for the number that the next one follows.
"""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Change nothing."""
