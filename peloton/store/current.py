"""The current tour of one user in a shared database."""

import json
from dataclasses import dataclass
from pathlib import Path

from peloton.disk import write_temporary_file
from peloton.errors import StoreError


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
    def read(cls, file: Path, key: str) -> "UserCurrentTour":
        """Read the name from the user's file; an unreadable file counts as empty."""
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


def _all(file: Path) -> dict[str, object]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
