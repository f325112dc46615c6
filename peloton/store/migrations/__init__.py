"""The steps that upgrade a database from one version of its tables to the next.

There is none yet: nothing before version 0010 was released. A change of a table of
facts raises `HEAD` of `peloton.store.database` and adds a module here, with a function
that changes the tables of the version before by SQL on the connection it is given. All
steps run in one transaction, foreign keys off; the views are made afterwards.
"""

from collections.abc import Callable

from sqlalchemy import Connection

BASELINE = "0010"
"""The oldest version that can be upgraded: the tables of peloton 0.1."""

STEPS: dict[str, Callable[[Connection], None]] = {}
"""The step that leads to each version after the baseline, in order."""
