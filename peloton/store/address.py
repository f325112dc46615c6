"""The address of a database: the path of a file, or a URL."""

import os
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from peloton.errors import StoreError

_PLACES = {"service", "host", "port", "dbname", "user"}
"""The settings in a URL that identify a database; others include the password."""


class Address(NamedTuple):
    """The address of a database: the path of an SQLite file, or the URL of a server.

    One of them is empty. The URL is one that libpq, PostgreSQL's client library, reads.
    """

    file: str
    url: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether the database is a file that does not exist."""
        return bool(self.file) and not Path(self.file).exists()

    @property
    def is_shared(self) -> bool:
        """Whether the database is on a server or in a file of another user."""
        if not self.file:
            return True
        file = Path(self.file)
        return (
            hasattr(os, "getuid")
            and file.exists()
            and file.stat().st_uid != os.getuid()
        )

    @property
    def name(self) -> str:
        """The path of the file, or the URL without password and other settings."""
        if self.file:
            return self.file
        parts = urlsplit(self.url)
        user, at, host = parts.netloc.rpartition("@")
        known = [item for item in parse_qsl(parts.query) if item[0] in _PLACES]
        query = f"?{urlencode(known)}" if known else ""
        return f"postgresql://{user.partition(':')[0]}{at}{host}{parts.path}{query}"

    @property
    def label(self) -> str:
        """The database as messages name it, such as `the database 'a.db'`."""
        return f"the database {self.name!r}"


def address(where: str) -> Address:
    """Read the address of a database: a URL, or the path of a file.

    Raises StoreError for an unknown kind of database and for a malformed URL. The error
    message does not repeat the URL, because it may contain a password.
    """
    kind, separator, rest = where.partition("://")
    if not separator:
        return Address(str(Path(where).absolute()))
    if kind == "sqlite":
        if rest in {"", "/", "/:memory:"}:
            raise StoreError(f"{where!r} stores nothing: name a file")
        if not rest.startswith("/") or "?" in rest:
            raise StoreError("cannot read the URL: expected sqlite:///PATH")
        return Address(str(Path(rest[1:]).absolute()))
    if kind not in {"postgresql", "postgresql+psycopg"}:
        raise StoreError(
            f"unknown kind of database {kind!r}: expected the path of a file, or a"
            " URL that begins with sqlite:// or postgresql://"
        )
    url = f"postgresql://{rest}"
    try:
        urlsplit(url).port  # noqa: B018 - raises ValueError if it is not a number
    except ValueError as error:
        raise unreadable_url() from error
    if rest.partition("?")[0].count("@") > 1:
        raise unreadable_url()
    return Address("", url)


def unreadable_url() -> StoreError:
    """Return the error for a malformed URL of a server."""
    return StoreError(
        "cannot read the URL: expected postgresql://user:password@host/name"
        " (write %40 for an @ in the password)"
    )
