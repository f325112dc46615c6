"""The steps that upgrade a database from one version of its tables to the next.

There are no steps yet, because no version before 0011 was released. To change a table
of facts, raise `NEWEST_VERSION` in `peloton.store.database`, and add a module here.
Its function changes the tables of the previous version with SQL, and stores the hashes
of changed rows (`peloton.store.facts.hash_chain`). All steps run in one transaction
without foreign keys; the views are created afterwards.
"""

from collections.abc import Callable

from peloton.store.database import Database

STEPS: dict[str, Callable[[Database], None]] = {}
"""The upgrade step for each version after the oldest one, in order."""
