"""Store the secret keys and the phones of live tables in a small SQLite file.

A seat is a phone that has joined a live table, with its permission to edit the lines of
a stage, or some of them.
"""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from peloton.errors import StoreError


class Seat(NamedTuple):
    """A phone that may enter results at a live table (`writes`), or asks to do so.

    `leads` is True for the game leader's phone. `name` is the name that was chosen for
    the phone, if any. `area` names the lines of a stage that the phone may edit; empty
    means all lines.
    """

    id: str
    writes: bool = False
    leads: bool = False
    name: str = ""
    area: str = ""

    @property
    def title(self) -> str:
        """The name of this phone as shown on other phones."""
        return self.name or f"{'phone' if self.writes else 'follower'} {self.id[:3]}"


@contextmanager
def open_seats(file: Path, board: str) -> Iterator["SeatRows"]:
    """Open a user's secret keys and the seats of one live table for one transaction.

    `board` identifies the live table. Several live tables may use the file at once. The
    file is created if needed, and only its owner can read it. Raises StoreError if the
    file cannot be read or written.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
        connection = sqlite3.connect(file, isolation_level=None)
        with closing(connection) as database, database:
            database.execute("BEGIN IMMEDIATE")
            database.execute(
                "CREATE TABLE IF NOT EXISTS key (name TEXT PRIMARY KEY, value TEXT)"
            )
            database.execute(
                "CREATE TABLE IF NOT EXISTS seat (board TEXT, id TEXT, writes INT,"
                " leads INT, name TEXT, area TEXT, PRIMARY KEY (board, id))"
            )
            yield SeatRows(database, board)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(
            f"the keys cannot be stored in {str(file)!r}: {reason}"
        ) from error


class SeatRows:
    """A user's secret keys and the seats of one live table, within one transaction."""

    def __init__(self, database: sqlite3.Connection, board: str) -> None:
        """Work within a transaction of a database."""
        self._database, self._board = database, board

    def keys(self, *names: str, new: bool) -> tuple[str, ...]:
        """Return the secret keys with these names; `new` first deletes all."""
        if new:
            self._database.execute("DELETE FROM key")
            self._database.execute("DELETE FROM seat")
        for name in names:
            row = name, secrets.token_urlsafe(16)
            self._database.execute("INSERT OR IGNORE INTO key VALUES (?, ?)", row)
        found = dict(self._database.execute("SELECT name, value FROM key"))
        return tuple(found[name] for name in names)

    def all(self) -> dict[str, Seat]:
        """Return the live table's seats, keyed by id and sorted by name, then id."""
        query = "SELECT id, writes, leads, name, area FROM seat WHERE board = ?"
        rows = self._database.execute(f"{query} ORDER BY name, id", (self._board,))
        return {i: Seat(i, bool(w), bool(led), *more) for i, w, led, *more in rows}

    def put(self, seat: Seat) -> None:
        """Store a seat; a stored seat with the same id is replaced."""
        # Name the columns, because files of earlier versions have one more column.
        query = "REPLACE INTO seat (board, id, writes, leads, name, area) VALUES"
        self._database.execute(f"{query} (?, ?, ?, ?, ?, ?)", (self._board, *seat))

    def delete(self, id_: str) -> None:
        """Delete the seat with this id, if there is one."""
        query = "DELETE FROM seat WHERE board = ? AND id = ?"
        self._database.execute(query, (self._board, id_))
