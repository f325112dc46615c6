"""What alembic runs: the steps, on the connection it was handed.

The connection is handed over by `peloton.store.schema.upgrade`, inside a transaction.
"""

from alembic import context

from peloton.store.shape import VERSION_TABLE
from peloton.store.tables import Row

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
