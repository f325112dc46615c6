"""What alembic runs: the steps, on the connection it was handed.

`peloton.store.schema.run_migrations` hands it over, inside a transaction.
"""

from alembic import context

from peloton.store.shape import VERSION_TABLE
from peloton.store.tables import StoredRow

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=StoredRow.metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
