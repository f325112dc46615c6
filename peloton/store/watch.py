"""Whether anything was saved in a database since, asked many times a second."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from peloton.store.direct import open_reading


class Watch:
    """Watches a database: its sign differs once another connection has saved.

    Of a file that is asked of SQLite itself, in some 15 µs, and of the file's clock,
    for who overwrites a file asks no SQLite. Of other databases the steps of the tours
    and the drafts are read, so they are best asked seldom.
    """

    def __init__(self, where: str, **how: Any) -> None:  # noqa: ANN401 - as a reader's
        """Watch the file at a path or a database URL (see `open_reading`)."""
        self._where, self._how = where, how
        self._file: sqlite3.Connection | None = None
        self._of: object = None
        self.cheap = "://" not in where

    def sign(self) -> object:
        """Return what is another value once something was saved; None if unknown."""
        if self.cheap:
            with suppress(sqlite3.Error, OSError):
                return self._version()
            self.close()
            return None
        with open_reading(self._where, **self._how) as store:
            steps = store.database.rows("tour", "id step")
            drafts = store.database.rows("draft", "tour_id stage text")
            return [tuple(row) for row in (*steps, *drafts)]

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def _version(self) -> object:
        found = os.stat(self._where)  # noqa: PTH116 - many times a second
        of = found.st_dev, found.st_ino
        if self._file is None or of != self._of:
            self.close()
            uri = f"{Path(self._where).absolute().as_uri()}?mode=ro"
            self._file = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self._of = of
        (version,) = self._file.execute("PRAGMA data_version").fetchone()
        return of, found.st_mtime_ns, version
