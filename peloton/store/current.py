"""The current tour of one user in a shared database."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL

from peloton.disk import write_temporary_file
from peloton.errors import StoreError
from peloton.store.address import is_file


@dataclass(slots=True)
class UserCurrentTour:
    """The name of a user's current tour in one database, stored in a file of the user.

    `key` identifies the database in `file`. `name` is None if the user never chose a
    tour in this database. The current tour that the database itself stores is used
    then. `name` is empty if the user has no current tour.
    """

    file: Path
    key: str
    name: str | None = None

    @classmethod
    def read(cls, file: Path, url: URL) -> "UserCurrentTour":
        """Read the name from the user's file; an unreadable file counts as empty."""
        key = _key(url)
        found = _all(file).get(key)
        return cls(file, key, found if isinstance(found, str) else None)

    def save(self) -> None:
        """Write the name to the file if it changed; raise StoreError if that fails."""
        known = _all(self.file)
        if self.name == known.get(self.key):
            return
        text = json.dumps({**known, self.key: self.name}, indent=1)
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_temporary_file(self.file.parent, text.encode()).replace(self.file)
        except OSError as error:
            raise StoreError(
                f"the current tour cannot be stored in {str(self.file)!r}"
                f" ({error.strerror}): name the tour with --tour; nothing was changed"
            ) from error


def is_shared(url: URL) -> bool:
    """Return whether the database is on a server or in another user's file."""
    if not is_file(url):
        return True
    file = Path(str(url.database))
    return hasattr(os, "getuid") and file.exists() and file.stat().st_uid != os.getuid()


def _all(file: Path) -> dict[str, object]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _key(url: URL) -> str:
    """Return the key by which the user's file identifies a database.

    The key is the URL of the database without the password.
    """
    names = {name: url.query[name] for name in _PLACES if name in url.query}
    backend = url.get_backend_name()
    place = URL.create(backend, url.username, None, url.host, url.port, url.database)
    return place.set(query=names).render_as_string()


_PLACES = ("service", "host", "port", "dbname", "user")
