"""Keys and values as TOML text."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from peloton.notation.toml.schema import TableSchema
from peloton.rules.facts.tour import RuleValue

TomlValue = RuleValue | dt.date
TomlPairs = Iterable[tuple[str, TomlValue | None]]
"""The keys of a table with their values; one without a value is left out."""


def fact_pairs(shape: TableSchema, fact: Any) -> Iterator[tuple[str, TomlValue]]:  # noqa: ANN401 - any dataclass
    """Return the values of a fact by the keys of its table, defaults left out."""
    defaults = {field.name: field.default for field in fields(fact)}
    for key, field in shape.fields.items():
        value = getattr(fact, field.fact)
        if value != defaults[field.fact]:
            yield key, value


def inline_tables(key: str, tables: Iterable[TomlPairs]) -> Iterator[str]:
    """Write a list of tables, a line each; nothing for an empty list."""
    lines = [f"  {inline_table(pairs)}," for pairs in tables]
    if lines:
        yield from (f"{key} = [", *lines, "]")


def inline_table(pairs: TomlPairs) -> str:
    """Write a table in braces."""
    inside = ", ".join(toml_pairs(pairs))
    return f"{{ {inside} }}" if inside else "{}"


def toml_pairs(pairs: TomlPairs) -> Iterator[str]:
    """Write a line `key = value` for every pair that has a value."""
    for key, value in pairs:
        if value is not None:
            yield f"{_key(key)} = {toml_value(value)}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_value(key)


def toml_value(value: TomlValue) -> str:
    """Write a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        return f'"{toml_escaped(value)}"'
    return str(value)


_BARE = re.compile(r"[A-Za-z0-9_-]+")
# Control characters, and those that turn the direction of the text around them.
_SPECIAL = re.compile(
    r'[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"\\]'
)
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def toml_escaped(text: str) -> str:
    """Escape quotes, control characters and the like for a TOML string."""
    return _SPECIAL.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0], f"\\u{ord(match[0]):04x}")
