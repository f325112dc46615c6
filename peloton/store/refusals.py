"""What went wrong with a database, in one line that says what to do."""

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from peloton.errors import StoreError

_SQLITE = {
    5: "is in use by another program: wait until it is done, or close it",
    6: "is in use by another program: wait until it is done, or close it",
    8: "is read-only: make the file and its folder writable, or name another database",
    10: "could not be read or written: check the disk",
    11: "is damaged: restore a copy, or load the tour files into a new database",
    13: "did not fit, the disk is full: make room and try again",
    14: "cannot be opened: check that the folder exists and is writable",
    26: "is not a database: name another file",
}
"""SQLite's primary result codes (SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, ...)."""

_SQLSTATE = {
    "25006": "is read-only: name another database, or a user who may write",
    "40001": "was changed by another command at the same time: try again",
    "40P01": "was changed by another command at the same time: try again",
    "42501": "does not let this user in: name a user who may read and write",
    "53100": "did not fit, the server's disk is full: make room and try again",
    "55P03": "is in use by another program: wait until it is done, or close it",
}
"""The codes of the SQL standard, as PostgreSQL gives them."""


def refusal(error: SQLAlchemyError, place: str) -> StoreError:
    """Return what to tell the game leader; `place` names the database."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    primary = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    state = getattr(cause, "sqlstate", None)
    if primary in _SQLITE:
        reason = _SQLITE[primary]
    elif state in _SQLSTATE:
        reason = _SQLSTATE[state]
    elif isinstance(error, IntegrityError):
        reason = _SQLSTATE["40001"]
    elif isinstance(error, DataError):
        reason = f"cannot keep what was to be saved: {' '.join(str(cause).split())}"
    else:
        reason = f"cannot be used: {' '.join(str(cause).split())}"
    return StoreError(f"{place} {reason}")
