"""Store the keys of live tables and the seats of their phones in a small SQLite file.

A seat is the permission of one phone to edit the lines of a stage, or some of them.
"""

import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from peloton.errors import StoreError

_TABLES = {
    "key": "name TEXT PRIMARY KEY, value TEXT",
    "seat": "board TEXT, id TEXT, writes INT, leads INT, name TEXT, area TEXT,"
    " seen REAL, PRIMARY KEY (board, id)",
}
_TICK = 2 * 10**9
"""Nanoseconds after which another change certainly alters a file's modification time.

Some drives store modification times only to the second, or to two seconds.
"""


class Seat(NamedTuple):
    """The seat of a phone, which may enter results (`writes`) or asks to do so.

    `leads` is True for the game leader's phone. `area` names the lines of a stage that
    the phone may edit; empty means all lines.
    """

    id: str
    writes: bool = False
    leads: bool = False
    name: str = ""
    area: str = ""

    @property
    def title(self) -> str:
        """The name of the seat as shown on other phones."""
        return self.name or f"{'phone' if self.writes else 'follower'} {self.id[:3]}"


class SeatFile:
    """The file with the keys and seats of a user's live tables.

    An object reads and changes the seats of one live table, the `board`. Several live
    tables may use the file at once. Only the owner of the file can read it.
    """

    def __init__(self, file: Path, board: str) -> None:
        """Use a file, which is created when it is first needed."""
        self._file, self._board = file, board

    def keys(self, *names: str, new: bool) -> tuple[str, ...]:
        """Return the keys with the given names; generate missing keys at random.

        With `new`, all existing keys and seats are deleted first.
        """
        with self._opened() as database:
            if new:
                database.execute("DELETE FROM key")
                database.execute("DELETE FROM seat")
            for name in names:
                row = name, secrets.token_urlsafe(16)
                database.execute("INSERT OR IGNORE INTO key VALUES (?, ?)", row)
            found = dict(database.execute("SELECT name, value FROM key"))
        return tuple(found[name] for name in names)

    @contextmanager
    def rows(self) -> Iterator["SeatTable"]:
        """Open the seat table for one transaction; raise StoreError if that fails."""
        with self._opened() as database:
            yield SeatTable(database, self._board)

    def changed(self) -> int | None:
        """Return the time of the last change in ns, to detect later changes.

        Returns None if the change is so recent that the next one might have the same
        time.
        """
        at = self._file.stat().st_mtime_ns if self._file.exists() else 0
        return at if at and abs(time.time_ns() - at) > _TICK else None

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._file.exists():
                self._file.touch(mode=0o600)
            connection = sqlite3.connect(self._file, isolation_level=None)
            with closing(connection) as database, database:
                database.execute("BEGIN IMMEDIATE")
                for name, columns in _TABLES.items():
                    database.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")
                yield database
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"the keys cannot be stored in {str(self._file)!r}: {error}"
            ) from error


class SeatTable:
    """The seats of one board, within a transaction."""

    def __init__(self, database: sqlite3.Connection, board: str) -> None:
        """Work within a transaction of a database."""
        self._database, self._board = database, board

    def all(self) -> dict[str, Seat]:
        """Return the seats by id, sorted by name, then id."""
        query = "SELECT id, writes, leads, name, area FROM seat WHERE board = ?"
        rows = self._database.execute(f"{query} ORDER BY name, id", (self._board,))
        return {i: Seat(i, bool(w), bool(led), *more) for i, w, led, *more in rows}

    def put(self, seat: Seat) -> None:
        """Store a seat, replacing any seat with its id, and mark it as just used."""
        query = "REPLACE INTO seat VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._database.execute(query, (self._board, *seat, time.time()))

    def note_seen(self, id_: str, seen: float) -> None:
        """Record the time when a seat was last used."""
        query = "UPDATE seat SET seen = ? WHERE board = ? AND id = ?"
        self._database.execute(query, (seen, self._board, id_))

    def delete_unused(self, since: float) -> bool:
        """Delete the least recently used seat; seats of game leaders are deleted last.

        Returns False if every seat was used after the time `since`.
        """
        query = "SELECT id FROM seat WHERE board = ? AND seen < ? ORDER BY leads, seen"
        row = self._database.execute(query, (self._board, since)).fetchone()
        if row is not None:
            self.delete(*row)
        return row is not None

    def delete(self, id_: str) -> None:
        """Delete a seat."""
        query = "DELETE FROM seat WHERE board = ? AND id = ?"
        self._database.execute(query, (self._board, id_))
