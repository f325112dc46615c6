"""Convert the facts of a tour to JSON and back, based on their type hints.

A dataclass becomes a JSON object without the fields that have their default value. A
tuple becomes a list, and a mapping becomes an object in the same order. A date or an
enum becomes a string. A mark (the notation of a finish) becomes a list of its format
and its text. A new field needs no code here, because older JSON is read with the
field's default. Unknown fields, missing required fields, wrong types, unknown enum
values and unknown marks are errors.
"""

import datetime as dt
import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache, lru_cache, partial
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from peloton.rules.games import MARKS, Mark

_Reader = Callable[[Any], Any]
"""Function that converts parsed JSON to a value; ValueError if it does not fit."""


def json_of(kind: object, value: object) -> str:
    """Encode a value as JSON; raise ValueError if it is not read back as it was."""
    try:
        text = compact_json(value)
    except TypeError as error:
        raise ValueError(str(error)) from error
    if repr(decoded(kind, text)) != repr(value):
        raise _wrong(value, "a value that can be read back")
    return text


def compact_json(value: object) -> str:
    """Encode a fact, or parsed JSON, as JSON without spaces."""
    return json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> object:  # noqa: ANN401 - a value of any type
    """Return a fact in a form that JSON has; raise TypeError if there is none."""
    if isinstance(value, Mark):
        return _plain_mark(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    kind: Any = type(value)
    defaults = _defaults(kind)
    facts = {name: getattr(value, name) for name in defaults}
    return {name: fact for name, fact in facts.items() if fact != defaults[name]}


@lru_cache(maxsize=4096)
def _plain_mark(mark: Mark) -> list[str]:
    """Encode the mark of a finish; raise ValueError if no game could read it back."""
    text = str(mark)
    for form in MARKS.values():
        if form.read_or_none(text) == mark:
            return [form.name, text]
    raise ValueError(f"found the mark '{text}', expected one that a game can read")


@cache
def _defaults(kind: Any) -> dict[str, object]:  # noqa: ANN401 - a dataclass
    """Return the default of each field of a dataclass; MISSING if it is required."""
    return {
        field.name: field.default
        if field.default_factory is MISSING
        else field.default_factory()
        for field in fields(kind)
    }


@lru_cache(maxsize=128)
def decoded(kind: object, text: object) -> Any:  # noqa: ANN401 - a value of type `kind`
    """Decode JSON; raise ValueError if the value is not of the type `kind`.

    With the cache, a tour is read again a hundred times as fast.
    """
    return reader(kind)(plain_data(text))


def plain_data(text: object) -> object:
    """Parse JSON; raise ValueError if it is invalid or nested too deeply."""
    try:
        return json.loads(_of(str, text))
    except RecursionError as error:
        raise _wrong(text, "less nested data") from error


@cache
def reader(kind: Any) -> _Reader:  # noqa: ANN401 - a type, a union, or NewType
    """Return the function that reads values of a type; TypeError if there is none."""
    kind = getattr(kind, "__supertype__", kind)
    if kind in _READERS:
        return _READERS[kind]
    if get_origin(kind) in _GENERIC_READERS:
        return _GENERIC_READERS[get_origin(kind)](*get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda data: kind(_of(str, data))
    return _fields(kind)


def _wrong(found: object, expected: str) -> ValueError:
    return ValueError(f"found {repr(found)[:60]}, expected {expected}")


def _of(kind: type, value: Any) -> Any:  # noqa: ANN401 - a value of type `kind`
    """Return the value; raise ValueError if its type is not exactly `kind`."""
    if type(value) is kind:
        return value
    raise _wrong(value, _EXPECTED[kind])


_EXPECTED: Mapping[type, str] = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a mapping",
}


def _read_mark(data: object) -> Mark:
    match data:
        case [str() as form, str() as text] if form in MARKS:
            return _known_mark(form, text)
    raise _wrong(data, "the format of a mark and its text")


@lru_cache(maxsize=4096)
def _known_mark(form: str, text: str) -> Mark:
    """Decode a finish's mark; cached because the same marks occur in many tours."""
    mark: Mark | None = MARKS[form].read_or_none(text)
    if mark is None:
        raise _wrong(text, f"a mark {MARKS[form].expected}")
    return mark


_READERS: dict[object, _Reader] = {
    **{kind: partial(_of, kind) for kind in (str, int, bool)},
    dt.date: lambda data: dt.date.fromisoformat(_of(str, data)),
    **dict.fromkeys(get_args(Mark), _read_mark),
}


def _list(kind: object, length: object) -> _Reader:
    if length is not ...:
        raise TypeError("a tuple of a fixed length cannot be stored")
    read = reader(kind)
    return lambda data: tuple(map(read, _of(list, data)))


def _mapping(*kinds: object) -> _Reader:
    key, item = map(reader, kinds)
    return lambda data: {key(k): item(v) for k, v in _of(dict, data).items()}


def _union(*kinds: object) -> _Reader:
    """Return the reader of a union, which uses the first type that fits the data."""
    readers = dict.fromkeys(reader(kind) for kind in kinds if kind is not NoneType)

    def read(data: object) -> object:
        if data is None and NoneType in kinds:
            return None
        messages: dict[str, None] = {}
        for read_one in readers:
            try:
                return read_one(data)
            except ValueError as error:
                messages[str(error)] = None
        raise ValueError("; ".join(messages))

    return read


def _fields(kind: Any) -> _Reader:  # noqa: ANN401 - a dataclass
    hints = get_type_hints(kind)
    readers = {field.name: reader(hints[field.name]) for field in fields(kind)}
    required = {name for name, default in _defaults(kind).items() if default is MISSING}

    def read(data: object) -> object:
        items, values, name = _of(dict, data).items(), {}, ""
        try:
            for name, fact in items:
                values[name] = readers[name](fact)
            return kind(**values)
        except KeyError as error:
            newer = "update peloton if a newer one wrote it"
            raise _wrong(name, f"a field of {kind.__name__}; {newer}") from error
        except TypeError as error:
            missing = ", ".join(sorted(required - values.keys()))
            raise ValueError(f"found no {missing} of {kind.__name__}") from error
        except ValueError as error:
            raise ValueError(f"{kind.__name__} {name}: {error}") from error

    return read


_GENERIC_READERS: dict[object, Callable[..., _Reader]] = {
    tuple: _list,
    Mapping: _mapping,
    Union: _union,
    UnionType: _union,
}
