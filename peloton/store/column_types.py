"""Column types, and the comments that describe columns in `CREATE TABLE`."""

from typing import Any

from sqlalchemy import BigInteger, Integer, Unicode, UnicodeText
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateTable
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field

from peloton.store.database import escaped, unescaped


class UserText(TypeDecorator[str]):
    """A column type for text written by people; it is stored escaped."""

    impl: Any = UnicodeText
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:  # noqa: ARG002 - required by SQLAlchemy
        """Escape text for storage."""
        return None if value is None else escaped(value)

    def process_result_value(self, value: Any, dialect: object) -> Any:  # noqa: ANN401, ARG002 - of any type, if damaged
        """Unescape stored text."""
        return unescaped(value)


class KeyText(UserText):
    """A column type for short text that is part of a key or an index."""

    impl: Any = Unicode(200)
    cache_ok = True


_FIGURE = BigInteger().with_variant(Integer, "sqlite")


def column(comment: str, /, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column with a comment that is stored in the database."""
    described = {"comment": comment, **details.pop("sa_column_kwargs", {})}
    return Field(sa_column_kwargs=described, **details)


def user_text(comment: str, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column for text written by people, which is stored escaped."""
    return column(comment, sa_type=UserText, **details)


def key_text(comment: str, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a text column that is part of a key or an index."""
    return column(comment, sa_type=KeyText, **details)


def bigint(comment: str, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column of 64-bit whole numbers, such as times and points."""
    return column(comment, sa_type=_FIGURE, **details)


def json_column(comment: str, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column for JSON, which is stored without further escaping."""
    return column(comment, sa_type=UnicodeText, **details)


@compiles(CreateTable, "sqlite")
def _with_comments(create: CreateTable, compiler: Any, **how: Any) -> str:  # noqa: ANN401 - options of SQLAlchemy
    """Add column comments to `CREATE TABLE`, so that SQLite's `.schema` shows them."""
    table = create.element
    lines = []
    for line in compiler.visit_create_table(create, **how).strip().splitlines():
        name = line.split()[0].strip('"') if line.split() else ""
        comment = table.columns[name].comment if name in table.columns else ""
        if line.startswith("CREATE TABLE"):
            comment = table.comment
        lines.append(f"{line.rstrip():<40} -- {comment}" if comment else line.rstrip())
    return "\n".join(lines)
