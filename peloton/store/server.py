"""A database used through SQLAlchemy: a server, or a file without the fast path."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from peloton.store.current import UserCurrentTour
from peloton.store.database import Database


class ServerDatabase(Database):
    """A database within one transaction of an SQLAlchemy connection."""

    def __init__(
        self, connection: Connection, own: UserCurrentTour | None = None
    ) -> None:
        """Work within the transaction of a connection."""
        self.connection, self.own = connection, own
        self._mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
        locks = connection.get_execution_options().get("locking")
        self.lock = " FOR NO KEY UPDATE" if locks else ""

    def run(self, statement: str, values: Sequence[object] = ()) -> Any:  # noqa: ANN401 - a cursor
        """Run a statement with a `?` for each value; return its cursor."""
        sent = statement.replace("?", self._mark)
        return self.connection.exec_driver_sql(sent, tuple(values))

    def run_for_all(self, statement: str, lines: Sequence[Sequence[object]]) -> None:
        """Run a statement once for each list of values."""
        sent = statement.replace("?", self._mark)
        if lines:  # without values, the statement would run once
            self.connection.exec_driver_sql(sent, [*map(tuple, lines)])
