"""Write facts as TOML."""

import datetime as dt
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from peloton.notation.toml.schema import TableSchema
from peloton.rules.facts.tour import RuleValue

TomlValue = RuleValue | dt.date | Mapping[Any, Any]
"""A value that can be written as TOML; a mapping becomes an inline table."""


def fact_pairs(schema: TableSchema, fact: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any dataclass
    """Yield the TOML key and the value of each field whose value is not the default."""
    defaults = {field.name: field.default for field in fields(fact)}
    for key in (*schema.fields, *schema.parts):
        value = getattr(fact, schema.fact(key))
        if value != defaults[schema.fact(key)] and (value or key in schema.fields):
            yield key, value


def toml_pairs(pairs: Iterable[tuple[str, TomlValue]]) -> Iterator[str]:
    """Yield a line `key = value` for every pair."""
    for key, value in pairs:
        name = key if _BARE.fullmatch(key) else toml_value(key)
        yield f"{name} = {toml_value(value)}"


def toml_value(value: TomlValue) -> str:
    """Write a value as TOML, with tables inline."""
    if isinstance(value, Mapping):
        inside = ", ".join(toml_pairs(value.items()))
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        return f'"{toml_escaped(value)}"'
    return str(value)


_BARE = re.compile(r"[A-Za-z0-9_-]+")
# Quotes, backslashes, control characters, and text direction marks.
_SPECIAL = re.compile(
    r'[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"\\]'
)


def toml_escaped(text: str) -> str:
    """Escape quotes, backslashes and control characters for a TOML string."""
    return _SPECIAL.sub(lambda sign: json.dumps(sign[0])[1:-1], text)
