"""The address of a database: the path of a file, or a URL."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from peloton.errors import StoreError, install_command

_PACKAGES = {
    "psycopg": "peloton-scorekeeper[postgres]",
    "psycopg2": "psycopg2-binary",
}
"""The package to install for each driver whose package has another name."""


def address(where: str) -> URL:
    """Return the URL of a database; text without `://` is the path of a file.

    Raises StoreError for an unknown kind of database, a missing driver, and a malformed
    URL. The message does not repeat the URL, which may contain a password.
    """
    if "://" not in where:
        return URL.create("sqlite", database=str(Path(where).absolute()))
    dialect = where.partition("://")[0]
    if dialect.partition("+")[0] not in {"sqlite", "postgresql"}:
        raise _unknown(dialect)
    try:
        url = make_url(where)
        kind = url.get_dialect()
        kind.import_dbapi()
    except NoSuchModuleError as error:
        raise _unknown(dialect) from error
    except ImportError as error:
        driver = _PACKAGES.get(str(error.name), str(error.name))
        raise StoreError(
            f"{dialect}:// needs a driver: {install_command(driver)}"
        ) from error
    except (ArgumentError, ValueError) as error:
        raise _unreadable(dialect) from error
    if kind.is_async:
        raise StoreError(
            f"{dialect}:// names an asynchronous driver: name another driver, or none"
        )
    if url.get_backend_name() == "sqlite":
        if url.database in {None, "", ":memory:"}:
            raise StoreError(f"{where!r} stores nothing: name a file")
    elif "@" in f"{url.host}{url.database}":
        raise _unreadable(dialect)
    return url


def is_file(url: URL) -> bool:
    """Return whether the database is a plain file.

    A server is none, nor is an SQLite URI such as `file:tours.db?mode=ro`.
    """
    return url.get_backend_name() == "sqlite" and not str(url.database).startswith(
        "file:"
    )


def is_missing(url: URL) -> bool:
    """Return whether the database is a plain file that does not exist."""
    return is_file(url) and not Path(str(url.database)).exists()


def database_name(url: URL) -> str:
    """Return the file of a database, or its URL without password and settings."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(query={}).render_as_string(hide_password=True)


def database_label(url: URL) -> str:
    """Return the words for a database in messages, such as `the database 'a.db'`."""
    return f"the database {database_name(url)!r}"


def _unknown(dialect: str) -> StoreError:
    return StoreError(
        f"unknown kind of database {dialect!r}: expected the path of a file, or a URL"
        " that begins with sqlite:// or postgresql://"
    )


def _unreadable(dialect: str) -> StoreError:
    return StoreError(
        f"cannot read the URL: expected {dialect}://user:password@host/name"
        " (write %40 for an @ in the password)"
    )
