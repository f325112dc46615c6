"""The steps that upgrade a database from one version of its tables to the next.

There are no steps yet, because no version before 0010 was released. To change a table
of facts, raise `NEWEST_VERSION` in `peloton.store.database`, and add a module here.
Its function changes the tables of the previous version with SQL on a connection, and
stores the hashes of changed rows (`peloton.store.facts.hash_chain`). All steps run in
one transaction without foreign keys; the views are created afterwards.
"""

from collections.abc import Callable

from sqlalchemy import Connection

BASELINE = "0010"
"""The oldest version that can be upgraded: the tables of peloton 0.1."""

STEPS: dict[str, Callable[[Connection], None]] = {}
"""The upgrade step for each version after the baseline, in order."""
