"""What a column holds, so that every database gives back what it was given."""

import json
import re
from typing import Any, cast

from sqlalchemy import VARCHAR, Dialect, Unicode, UnicodeText
from sqlalchemy.dialects.mysql import LONGTEXT
from sqlalchemy.types import TypeDecorator, TypeEngine

_LONG: TypeEngine[Any] = UnicodeText().with_variant(LONGTEXT, "mysql", "mariadb")
"""MySQL's plain text ends at 64 kB, which a stage of a few hundred riders passes."""

_REFUSED = re.compile("[\\\\\x00\ud800-\udfff]")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")


class Wording(TypeDecorator[str]):
    r"""Free text of any length, whatever it holds.

    PostgreSQL refuses a NUL and every database a lone surrogate, so these, and the
    backslash that marks them, are kept as `\u` and four hex digits.
    """

    impl: TypeEngine[Any] | type[TypeEngine[Any]] = UnicodeText
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Write the text, escaped where it must be."""
        del dialect
        if value is None:
            return None
        return _REFUSED.sub(lambda found: f"\\u{ord(found[0]):04x}", str(value))

    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:  # noqa: ANN401 (SQLAlchemy's own signature)
        """Read the text as it was."""
        del dialect
        # Hardly any text has an escape, and looking for one costs a third of parsing.
        if value is None or "\\" not in value:
            return value
        return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), cast("str", value))


class LongWording(Wording):
    """Free text that may be as long as a whole stage."""

    impl = _LONG
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


class Json(TypeDecorator[Any]):
    """A value of a rulebook or a scale, as JSON text; a list comes back as a tuple.

    The order of a mapping stays.

    Text, since the JSON type of some databases reorders keys or refuses a NUL.
    """

    impl: TypeEngine[Any] | type[TypeEngine[Any]] = UnicodeText
    cache_ok = True

    def process_bind_param(self, value: Any | None, dialect: Dialect) -> str | None:  # noqa: ANN401 (SQLAlchemy's own signature)
        """Write the value; None is no value at all."""
        del dialect
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Any | None:  # noqa: ANN401 (SQLAlchemy's own signature)
        """Read the value as it was."""
        del dialect
        if value is None:
            return None
        read = json.loads(value)
        return tuple(read) if isinstance(read, list) else read


class LongJson(Json):
    """Plain data that may be as long as a whole tour, as JSON text."""

    impl = _LONG
    cache_ok = True
