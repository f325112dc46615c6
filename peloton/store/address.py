"""The address of a database: the path of a file, or a URL."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from peloton.errors import StoreError, install_command

_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
"""The SQLAlchemy driver for each URL scheme; PostgreSQL needs psycopg 3."""


def address(where: str) -> URL:
    """Convert the address of a database, a URL or the path of a file, to a URL.

    Raises StoreError for an unknown kind of database, a missing driver, and a malformed
    URL. The error message does not repeat the URL, because it may contain a password.
    """
    if "://" not in where:
        return URL.create("sqlite", database=str(Path(where).absolute()))
    dialect = where.partition("://")[0]
    if dialect not in _DRIVERS:
        raise StoreError(
            f"unknown kind of database {dialect!r}: expected the path of a file, or a"
            " URL that begins with sqlite:// or postgresql://"
        )
    try:
        url = make_url(where).set(drivername=_DRIVERS[dialect])
        url.get_dialect().import_dbapi()
    except ImportError as error:
        driver = install_command("peloton-scorekeeper[postgres]")
        raise StoreError(f"{dialect}:// needs a driver: {driver}") from error
    except (ArgumentError, ValueError) as error:
        raise _unreadable(dialect) from error
    if url.get_backend_name() == "sqlite":
        if url.database in {None, "", ":memory:"}:
            raise StoreError(f"{where!r} stores nothing: name a file")
    elif "@" in f"{url.host}{url.database}":
        raise _unreadable(dialect)
    return url


def is_file(url: URL) -> bool:
    """Return whether the database is a plain file.

    A server or an SQLite URI such as `file:tours.db?mode=ro` is not a plain file.
    """
    return url.get_backend_name() == "sqlite" and not str(url.database).startswith(
        "file:"
    )


def is_missing(url: URL) -> bool:
    """Return whether the database is a plain file that does not exist."""
    return is_file(url) and not Path(str(url.database)).exists()


def database_name(url: URL) -> str:
    """Return a database's file path, or its URL without password and settings."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    url = url.set(drivername=url.get_backend_name(), query={})
    return url.render_as_string(hide_password=True)


def database_label(url: URL) -> str:
    """Describe a database for messages, such as `the database 'a.db'`."""
    return f"the database {database_name(url)!r}"


def _unreadable(dialect: str) -> StoreError:
    return StoreError(
        f"cannot read the URL: expected {dialect}://user:password@host/name"
        " (write %40 for an @ in the password)"
    )
