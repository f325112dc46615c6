"""Column types, and the comments that describe columns in `CREATE TABLE`."""

from typing import Any

from sqlalchemy import BigInteger, Integer, Text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateTable
from sqlmodel import Field

_FIGURE = BigInteger().with_variant(Integer, "sqlite")


def column(comment: str, /, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column with a comment that is stored in the database."""
    described = {"comment": comment, **details.pop("sa_column_kwargs", {})}
    return Field(sa_column_kwargs=described, **details)


def bigint(comment: str, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column of 64-bit whole numbers, such as times and points."""
    return column(comment, sa_type=_FIGURE, **details)


def json_column(comment: str, **details: Any) -> Any:  # noqa: ANN401 - any option of `Field`
    """Declare a column for JSON, whose type is checked when it is parsed."""
    return column(comment, sa_type=Text, **details)


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
