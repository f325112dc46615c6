"""The values of a tour as JSON and back, by their type hints: no fact is named here.

A value is an object of its fields, less those at their default; a tuple is a list, a
mapping an object in its order, a date and a word their text, and a mark its form and
its text. So a new fact needs nothing here, and a value kept before it was thought of is
read with the fact at its default. Whatever does not fit to the letter is refused:
an unknown or missing field, a wrong type, a word or a mark that nobody knows.
"""

import datetime as dt
import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import combinations
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from peloton.rules.marks import MARKS, Mark, MarkError


class Codec(NamedTuple):
    """The two ways of one type: to plain data and back; both raise ValueError."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def to_json(kind: object, value: object) -> str:
    """Return a value as JSON text; ValueError for what could not be read back."""
    plain = codec(kind).write(value)
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a character, which no database takes
        text = json.dumps(plain, separators=(",", ":"))
        if json.loads(text) != plain:
            message = "found two halves of a character, expected a whole one"
            raise ValueError(message) from None
    return text


def from_json(kind: object, text: object) -> Any:  # noqa: ANN401 - of the kind asked for
    """Return the value of JSON text; ValueError where it is not of the kind."""
    return codec(kind).read(plain_data(text))


def plain_data(text: object) -> object:
    """Return what JSON text says; ValueError where it is none."""
    if not isinstance(text, str):
        raise _wrong(text, "text")
    try:
        plain: object = json.loads(text)
    except RecursionError as error:
        raise _wrong(text, "data less deep") from error
    return plain


@cache
def codec(kind: Any) -> Codec:  # noqa: ANN401 - a type, a union, or NewType
    """Return how values of a type are written and read; TypeError for one unknown."""
    kind = getattr(kind, "__supertype__", kind)
    if kind in _KNOWN:
        return _KNOWN[kind]
    if get_origin(kind) in _MADE_OF:
        return _MADE_OF[get_origin(kind)](*get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _words(kind)
    if is_dataclass(kind):
        return _fields(kind)
    raise _no_way(kind)


def _no_way(kind: object) -> TypeError:
    return TypeError(f"there is no way to keep {kind}")


def _wrong(found: object, expected: str) -> ValueError:
    return ValueError(f"found {repr(found)[:60]}, expected {expected}")


def _scalar(kind: type, expected: str) -> Codec:
    def same(value: object) -> object:
        if type(value) is not kind:
            raise _wrong(value, expected)
        return value

    return Codec(same, same)


def _write_text(value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(value, "text")
    return str(value)


def _write_date(value: object) -> str:
    if not isinstance(value, dt.date):
        raise _wrong(value, "a date")
    return value.isoformat()


def _read_date(data: object) -> dt.date:
    return dt.date.fromisoformat(_write_text(data))


@lru_cache(maxsize=4096)
def _write_mark(mark: Mark) -> list[str]:
    """Write a mark; ValueError where no game could read it back."""
    text = str(mark)
    for form in MARKS.values():
        try:
            if form.read(text) == mark:
                return [form.form, text]
        except MarkError:
            continue
    message = f"the mark '{text}' is of no known form, expected one a rulebook reads"
    raise ValueError(message)


@lru_cache(maxsize=4096)
def _read_mark(form: str, text: str) -> Mark:
    """Read a mark; there are few different ones in many tours."""
    if form not in MARKS:
        raise _wrong(form, "the form of a mark")
    return MARKS[form].read(text)


def _read_mark_pair(data: object) -> Mark:
    match data:
        case [str() as form, str() as text]:
            return _read_mark(form, text)
    raise _wrong(data, "the form and the text of a mark")


_KNOWN: dict[object, Codec] = {
    str: Codec(_write_text, _scalar(str, "text").read),
    int: _scalar(int, "a whole number"),
    bool: _scalar(bool, "true or false"),
    dt.date: Codec(_write_date, _read_date),
    **dict.fromkeys(get_args(Mark), Codec(_write_mark, _read_mark_pair)),
}


def _words(kind: type[Enum]) -> Codec:
    members = {member.value: member for member in kind}

    def write(value: object) -> object:
        if type(value) is not kind:
            raise _wrong(value, kind.__name__)
        return value.value

    def read(data: object) -> Enum:
        if not isinstance(data, str) or data not in members:
            raise _wrong(data, f"one of {', '.join(members)}")
        return members[data]

    return Codec(write, read)


def _list(kind: object, length: object) -> Codec:
    if length is not ...:
        raise _no_way((kind, length))
    item = codec(kind)

    def write(value: object) -> list[object]:
        if not isinstance(value, tuple):
            raise _wrong(value, "a tuple")
        return list(map(item.write, value))

    def read(data: object) -> tuple[object, ...]:
        if not isinstance(data, list):
            raise _wrong(data, "a list")
        return tuple(map(item.read, data))

    return Codec(write, read)


def _mapping(*kinds: object) -> Codec:
    key, item = map(codec, kinds)

    def write(value: object) -> dict[str, object]:
        if not isinstance(value, Mapping):
            raise _wrong(value, "a mapping")
        return {key.write(name): item.write(one) for name, one in value.items()}

    def read(data: object) -> dict[object, object]:
        if not isinstance(data, dict):
            raise _wrong(data, "a mapping")
        return {key.read(name): item.read(one) for name, one in data.items()}

    return Codec(write, read)


def _union(*kinds: object) -> Codec:
    """Return the codec of what is one of several; the first that fits has it."""
    _refuse_alike([kind for kind in kinds if is_dataclass(kind)])
    members = dict.fromkeys(codec(kind) for kind in kinds if kind is not NoneType)
    may_miss = NoneType in kinds

    def first(ways: tuple[Callable[[Any], Any], ...]) -> Callable[[Any], Any]:
        def go(value: object) -> object:
            if value is None and may_miss:
                return None
            faults: dict[str, None] = {}
            for way in ways:
                try:
                    return way(value)
                except ValueError as error:
                    faults[str(error)] = None
            raise ValueError("; ".join(faults))

        return go

    return Codec(
        first(tuple(member.write for member in members)),
        first(tuple(member.read for member in members)),
    )


def _refuse_alike(kinds: list[Any]) -> None:
    """Raise TypeError where one object could be read as two kinds of a union."""
    for one, other in combinations(kinds, 2):
        if codec(one) is not codec(other) and (
            _required(one) | _required(other) <= _names(one) & _names(other)
        ):
            message = f"{one.__name__} could be read as {other.__name__}"
            raise TypeError(message)


def _names(kind: Any) -> set[str]:  # noqa: ANN401 - a dataclass
    return {field.name for field in fields(kind)}


def _required(kind: Any) -> set[str]:  # noqa: ANN401 - a dataclass
    return {field.name for field in fields(kind) if _default(field) is MISSING}


def _default(field: Field[Any]) -> object:
    if field.default_factory is MISSING:
        return field.default
    return field.default_factory()


def _fields(kind: Any) -> Codec:  # noqa: ANN401 - a dataclass
    hints = get_type_hints(kind)
    ways = {field.name: codec(hints[field.name]) for field in fields(kind)}
    facts = [(f.name, _default(f), ways[f.name].write) for f in fields(kind)]

    def write(value: object) -> dict[str, object]:
        if type(value) is not kind:
            raise _wrong(value, kind.__name__)
        plain = {}
        for name, default, write_fact in facts:
            fact = getattr(value, name)
            if type(fact) is not type(default) or fact != default:
                plain[name] = write_fact(fact)
        return plain

    return Codec(write, _reader(kind, {name: way.read for name, way in ways.items()}))


def _reader(
    kind: Any,  # noqa: ANN401 - a dataclass
    readers: Mapping[str, Callable[[Any], Any]],
) -> Callable[[object], object]:
    def read(data: object) -> object:
        if not isinstance(data, dict):
            raise _wrong(data, kind.__name__)
        values, name = {}, ""
        try:
            for name, fact in data.items():
                values[name] = readers[name](fact)
            return kind(**values)
        except KeyError as error:
            raise _wrong(name, f"a field of {kind.__name__}") from error
        except TypeError as error:
            missing = ", ".join(sorted(_required(kind) - values.keys()))
            message = f"found no {missing} of {kind.__name__}"
            raise ValueError(message) from error
        except ValueError as error:
            message = f"{name}: {error}"
            raise ValueError(message) from error

    return read


_MADE_OF: dict[object, Callable[..., Codec]] = {
    tuple: _list,
    Mapping: _mapping,
    Union: _union,
    UnionType: _union,
}
