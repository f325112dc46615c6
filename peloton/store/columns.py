"""What a column holds, so that every database gives back what it was given."""

from typing import Any

from sqlalchemy import VARCHAR, BigInteger, Dialect, Integer, Unicode, UnicodeText
from sqlalchemy.types import TypeDecorator, TypeEngine

from peloton.errors import StoreError
from peloton.store.shape import escaped, unescaped

LONG: TypeEngine[Any] = UnicodeText().with_variant(
    UnicodeText(2**32 - 1), "mysql", "mariadb"
)
"""MySQL's plain text ends at 64 kB, which a stage of a few hundred riders passes."""


class Wording(TypeDecorator[str]):
    """Free text of any length, whatever it holds: kept `escaped`."""

    impl: TypeEngine[Any] | type[TypeEngine[Any]] = UnicodeText
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Write the text, escaped where it must be."""
        del dialect
        if value is None:
            return None
        return escaped(str(value))

    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:  # noqa: ANN401 (SQLAlchemy's own signature)
        """Read the text as it was; StoreError where another program left none."""
        del dialect
        if value is None:
            return None
        if not isinstance(value, str):
            raise _damaged(value, "text")
        return unescaped(value)


class LongWording(Wording):
    """Free text that may be as long as a whole stage."""

    impl = LONG
    cache_ok = True


class Word(Wording):
    """A short text that rows are told apart by, such as a bib: up to 200 characters.

    SQLite takes a longer one, other databases do not: they must index it. MySQL has
    to be told that `A` is not `a`.
    """

    impl = Unicode(200).with_variant(
        VARCHAR(200, collation="utf8mb4_bin"), "mysql", "mariadb"
    )
    cache_ok = True


class Number(TypeDecorator[int]):
    """A whole number, up to 64 bits; SQLite would keep anything in its place."""

    impl: type[TypeEngine[Any]] = BigInteger
    cache_ok = True

    def process_result_value(self, value: Any | None, dialect: Dialect) -> int | None:  # noqa: ANN401 (SQLAlchemy's own signature)
        """Read the number; StoreError where another program left none."""
        del dialect
        if value is None or isinstance(value, int):
            return value
        raise _damaged(value, "a whole number")


class SmallNumber(Number):
    """A whole number, up to 32 bits."""

    impl = Integer
    cache_ok = True


def _damaged(found: object, expected: str) -> StoreError:
    return StoreError(
        f"the database is damaged: found {repr(found)[:60]}, expected {expected};"
        " restore a copy, or load the tour files into a new database"
    )
