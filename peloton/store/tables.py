"""The tables of `peloton.store.shape` in SQLModel, and the long way to their rows."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, cast

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    Connection,
    MetaData,
    Select,
    Table,
    UniqueConstraint,
    delete,
    insert,
    select,
    true,
    update,
)
from sqlmodel import Field, SQLModel

from peloton.store.columns import LONG, LongWording, Number, SmallNumber, Word, Wording
from peloton.store.current import OwnCurrent
from peloton.store.shape import NOT_EMPTY, TABLES, StoredColumn, escaped_lines


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
    "small": (int, {"sa_type": SmallNumber()}),
    "number": (int, {"sa_type": Number()}),
    "flag": (bool, {}),
    "word": (str, {"sa_type": Word()}),
    "text": (str, {"sa_type": Wording()}),
    "long": (str, {"sa_type": LONG}),
    "long_text": (str, {"sa_type": LongWording()}),
}
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


class LongWay:
    """A database as SQLAlchemy has it, within one transaction of a connection."""

    def __init__(self, connection: Connection, own: OwnCurrent | None = None) -> None:
        """Work within the transaction of a connection."""
        self.connection, self.own = connection, own

    def rows(self, table: str, columns: str = "", /, **where: object) -> Sequence[Any]:
        """Return rows, all their columns or those named, by the primary key."""
        return self.connection.execute(_chosen(table, columns, where)).all()

    def locked(self, table: str, /, **where: object) -> Sequence[Any]:
        """Return whole rows; who may change them keeps other writers out of them."""
        chosen = _chosen(table, "", where)
        if self.connection.get_execution_options().get("locking"):
            chosen = chosen.with_for_update(key_share=True)
        return self.connection.execute(chosen).all()

    def query(self, statement: str, /) -> Iterable[Any]:
        """Return the rows of a statement of ours; text as it is kept."""
        return self.connection.exec_driver_sql(statement)

    def insert(self, table: str, rows: Sequence[dict[str, Any]]) -> int:
        """Add rows; return the id of the last one, where it counts up."""
        into = insert(_table(table))
        if len(rows) > 1:
            self.connection.execute(into, rows)
            return 0
        key = self.connection.execute(into.values(rows[0])).inserted_primary_key
        return cast("tuple[int]", key)[0]

    def fill(self, table: str, lines: Sequence[tuple[Any, ...]]) -> None:
        """Add many lines with a cell for every column, as the driver takes them."""
        statement, names = _insertion(table, self.connection.dialect)
        kept = escaped_lines(table, lines)
        if kept and names:
            rows = [dict(zip(names, line, strict=True)) for line in kept]
            self.connection.exec_driver_sql(statement, rows)
        elif kept:
            self.connection.exec_driver_sql(statement, kept)

    def update(self, table: str, values: dict[str, Any], /, **where: object) -> int:
        """Change rows; return how many."""
        found = _table(table)
        change = update(found).where(_at(found, where)).values(values)
        return self.connection.execute(change).rowcount

    def delete(self, table: str, /, **where: object) -> None:
        """Remove rows."""
        found = _table(table)
        self.connection.execute(delete(found).where(_at(found, where)))


def _table(name: str) -> Table:
    return StoredRow.metadata.tables[name]


def _chosen(table: str, columns: str, where: dict[str, object]) -> Select[Any]:
    """Return the query of some columns of the rows meant, by the primary key."""
    found = _table(table)
    names = columns.split() or list(found.c.keys())
    chosen = select(*(found.c[name] for name in names)).where(_at(found, where))
    return chosen.order_by(*found.primary_key)


def _at(table: Table, where: dict[str, object]) -> ColumnElement[bool]:
    """Return the condition that the rows meant meet."""
    at: ColumnElement[bool] = true()
    for name, value in where.items():
        column = table.c[name]
        if isinstance(value, list):
            at &= column.in_(value)
        else:
            at &= column.is_not(None) if value is NOT_EMPTY else column == value
    return at


@lru_cache(maxsize=16)
def _insertion(table: str, dialect: Any) -> tuple[str, tuple[str, ...]]:  # noqa: ANN401 - SQLAlchemy's own
    """Return the insertion, and the names of its cells if the driver goes by them."""
    made = insert(_table(table)).compile(dialect=dialect)
    names = () if made.positional else tuple(c.name for c in TABLES[table])
    return str(made), names
