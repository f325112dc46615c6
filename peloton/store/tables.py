"""The tables of `peloton.store.shape` in SQLModel, and the long way to their rows."""

from collections.abc import Sequence
from typing import Any, ClassVar

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Connection,
    MetaData,
    Unicode,
    UnicodeText,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

from peloton.errors import StoreError
from peloton.store.current import OwnCurrent
from peloton.store.shape import TABLES, Database, StoredColumn


class StoredRow(SQLModel):
    """A row of any table."""

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(referred_table_name)s",
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )


_KINDS: dict[str, tuple[type, dict[str, Any]]] = {
    "id": (int, {"default": None}),
    "int": (int, {}),
    "tour": (int, {"foreign_key": "tour.id", "ondelete": "CASCADE"}),
    "small": (int, {}),
    "number": (int, {"sa_type": BigInteger}),
    "flag": (bool, {}),
    "word": (str, {"sa_type": Unicode(200)}),
    "text": (str, {"sa_type": UnicodeText}),
    "long": (str, {"sa_type": UnicodeText}),
    "long_text": (str, {"sa_type": UnicodeText}),
}
_EXPECTED = {
    **dict.fromkeys(("word", "text", "long_text"), "text"),
    **dict.fromkeys(("small", "number"), "a whole number"),
    "flag": "true or false",
}
"""What a column holds, in words, where another program may have left anything."""

_ONCE = {"sqlite_with_rowid": False}
"""SQLite keeps the table in its primary key, and not beside it a second time."""

_BESIDES: dict[str, Any] = {
    "tour": (UniqueConstraint("name"),),
    "current_tour": (CheckConstraint("id = 1", name="single"),),
    "journal": (UniqueConstraint("tour", "number"),),
    **dict.fromkeys(("kept_rider", "kept_line", "kept_gain"), _ONCE),
}
_FIELDS: dict[str, dict[str, Any]] = {
    "tour.step": {"sa_column_kwargs": {"server_default": "0"}},
    "current_tour.id": {"sa_column_kwargs": {"autoincrement": False}},
    "current_tour.tour_id": {"index": True},
    "journal.undone": {"index": True},
}


def _row(name: str, columns: Sequence[StoredColumn]) -> None:
    """Make the SQLModel class of a table."""
    given: dict[str, Any] = {"__tablename__": name, "__module__": __name__}
    kinds: dict[str, Any] = {}
    for column in columns:
        kind, field = _KINDS[column.kind]
        kinds[column.name] = kind | None if column.empty or "default" in field else kind
        extra = {"primary_key": True} if column.key else {}
        given[column.name] = Field(
            **{**field, **extra, **_FIELDS.get(f"{name}.{column.name}", {})}
        )
    if name in _BESIDES:
        given["__table_args__"] = _BESIDES[name]
    title = f"{name.title().replace('_', '')}Row"
    make: Any = type(StoredRow)
    make(title, (StoredRow,), {**given, "__annotations__": kinds}, table=True)


for _name, _columns in TABLES.items():
    _row(_name, _columns)


class LongWay(Database):
    """A database as SQLAlchemy has it, within one transaction of a connection."""

    def __init__(self, connection: Connection, own: OwnCurrent | None = None) -> None:
        """Work within the transaction of a connection."""
        self.connection, self.own = connection, own
        self._mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
        locks = connection.get_execution_options().get("locking")
        self.lock = " FOR NO KEY UPDATE" if locks else ""

    def run(self, statement: str, values: Sequence[object] = ()) -> Any:  # noqa: ANN401 - a cursor
        """Run a statement with a `?` for each value; return its cursor."""
        sent = statement.replace("?", self._mark)
        return self.connection.exec_driver_sql(sent, tuple(values))

    def run_for_all(self, statement: str, lines: Sequence[Sequence[object]]) -> None:
        """Run a statement once for each of some lines of values."""
        sent = statement.replace("?", self._mark)
        self.connection.exec_driver_sql(sent, [*map(tuple, lines)])

    def refuse(self, cell: object, kind: str) -> None:
        """Raise StoreError where a cell is not of the kind of its column."""
        if kind in _EXPECTED:
            message = (
                f"the database is damaged: found {repr(cell)[:60]}, expected"
                f" {_EXPECTED[kind]}; restore a copy, or load the tour files into a new"
                " database"
            )
            raise StoreError(message)
