"""Watch a database for changes saved by others."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from peloton.store.session import open_store


class Watch:
    """A watch on a database for changes saved by other connections.

    `sign` returns a value that differs after such a change. For a file, this value
    consists of SQLite's data version, which is read in about 15 µs, and of the
    modification time, which shows that another program replaced the file. For a URL,
    the value is a list of all steps and drafts. Reading that list takes longer, so
    `cheap` is False, and the watch should be checked less often.
    """

    def __init__(self, where: str, **how: Any) -> None:  # noqa: ANN401 - see `open_store`
        """Watch the file at a path or a database URL (see `open_store`)."""
        self._where, self._how = where, how
        self._file: sqlite3.Connection | None = None
        self._file_id: object = None
        self.cheap = "://" not in where

    def sign(self) -> object:
        """Return a value that changes after each save; None if it cannot be read."""
        if self.cheap:
            with suppress(sqlite3.Error, OSError):
                return self._version()
            self.close()
            return None
        with open_store(self._where, write=False, **self._how) as store:
            steps = store.database.rows("tour", "id hash")
            drafts = store.database.rows("draft", "tour_id stage text")
            return [tuple(row) for row in (*steps, *drafts)]

    def close(self) -> None:
        """Close the connection to the file, if one is open."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def _version(self) -> object:
        found = os.stat(self._where)  # noqa: PTH116 - faster than Path, and called often
        file_id = found.st_dev, found.st_ino
        if self._file is None or file_id != self._file_id:
            self.close()
            uri = f"{Path(self._where).absolute().as_uri()}?mode=ro"
            self._file = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self._file_id = file_id
        (version,) = self._file.execute("PRAGMA data_version").fetchone()
        return file_id, found.st_mtime_ns, version
