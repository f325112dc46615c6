"""Convert database errors to one-line messages with advice."""

from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    OperationalError,
    SQLAlchemyError,
)

from peloton.errors import StoreError

DAMAGED = "is damaged: restore a copy, or load the tour files into a new database"

_SQLITE = {
    5: "is in use by another program: wait until it is done, or close it",
    6: "is in use by another program: wait until it is done, or close it",
    8: "is read-only: make the file and its folder writable, or name another database",
    10: "could not be read or written: check the disk",
    11: DAMAGED,
    13: "did not fit because the disk is full: make room and try again",
    14: "cannot be opened: check that the folder exists and is writable",
    26: "is not a database: name another file",
}
"""Messages by SQLite's primary result code (SQLITE_BUSY, SQLITE_LOCKED, ...)."""

_SQLSTATE = {
    "25006": "is read-only: name another database, or a user who may write",
    "40001": "was changed by another command at the same time: try again",
    "40P01": "was changed by another command at the same time: try again",
    "57014": "did not answer in time: try again",
    "42501": "does not let this user in: name a user who may read and write",
    "53100": "did not fit because the server's disk is full: make room and try again",
    "55P03": "is in use by another program: wait until it is done, or close it",
}
"""Messages by SQLSTATE, the error code of the SQL standard, for PostgreSQL."""


_TRANSIENT_STATES = {
    "40001",  # could not serialize
    "40P01",  # deadlock
    "55P03",  # locked for too long
    "23505",  # two programs added the same row, such as the text of a rulebook
    "57P03",  # cannot connect now
    "53300",  # too many connections
}
_TRANSIENT_MESSAGES = ("too many clients", "remaining connection slots", "starting up")
"""Parts of error messages of a full or starting server; these errors have no code."""


def is_transient(error: SQLAlchemyError, *, dropped: bool) -> bool:
    """Return whether the error is transient, so that a retry makes sense.

    `dropped` is True if the connection was lost in an earlier attempt. A refused
    connection is then transient too, because the server may be restarting.
    """
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated or _primary(error) in {5, 6}:
        return True
    state = getattr(error.orig, "sqlstate", None)
    lost = state is None and isinstance(error, OperationalError)
    return state in _TRANSIENT_STATES or (
        lost
        and (dropped or any(words in str(error.orig) for words in _TRANSIENT_MESSAGES))
    )


def was_dropped(error: SQLAlchemyError) -> bool:
    """Return whether the connection to a server was lost."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _primary(error: SQLAlchemyError) -> int:
    """Return SQLite's primary result code; 0 for any other database."""
    cause = getattr(error, "orig", None)
    return int(getattr(cause, "sqlite_errorcode", 0)) & 0xFF


def refusal(error: SQLAlchemyError, place: str) -> StoreError:
    """Return the error to show to the user; `place` names the database."""
    cause, primary = getattr(error, "orig", error), _primary(error)
    state = getattr(cause, "sqlstate", None)
    if primary in _SQLITE:
        reason = _SQLITE[primary]
    elif state in _SQLSTATE:
        reason = _SQLSTATE[state]
    elif isinstance(error, IntegrityError):
        reason = _SQLSTATE["40001"]
    elif isinstance(error, DataError):
        reason = f"cannot store a value: {' '.join(str(cause).split())}"
    else:
        reason = f"cannot be used: {' '.join(str(cause).split())}"
    return StoreError(f"{place} {reason}")


_VERSION_MESSAGES = {
    1: "was made by a newer peloton: update peloton to use it",
    0: "has the classifications of another version of peloton: 'peloton upgrade'"
    " replaces them for all users; nothing entered is lost",
    -1: "was made by an older peloton: run 'peloton upgrade'; all its users then need"
    " this version",
}


def version_error(place: str, ahead: int = 1) -> StoreError:
    """Return the error for a database of a different peloton version.

    `ahead` is 1 for a newer version, -1 for an older one, and 0 if only the derived
    tables differ.
    """
    return StoreError(f"{place} {_VERSION_MESSAGES[ahead]}")
