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
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from peloton.rules.games import MARKS, Mark
from peloton.rules.games.mark import MarkError

_Way = Callable[[Any], Any]


class Codec(NamedTuple):
    """The two ways of one type: to plain data and back; both raise ValueError."""

    write: _Way
    read: _Way


def encoded(kind: object, value: object) -> str:
    """Return a value as JSON text; ValueError for what could not be read back."""
    return compact_json(codec(kind).write(value))


def compact_json(plain: object) -> str:
    """Return plain data as JSON text; ValueError for what could not be read back."""
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a character, which no database takes
        text = json.dumps(plain, separators=(",", ":"))
        if json.loads(text) != plain:
            message = "found two halves of a character, expected a whole one"
            raise ValueError(message) from None
    return text


def decoded(kind: object, text: object) -> Any:  # noqa: ANN401 - of the kind asked for
    """Return the value of JSON text; ValueError where it is not of the kind."""
    return codec(kind).read(plain_data(text))


def remembered(kind: object, text: str) -> Any:  # noqa: ANN401 - of the kind asked for
    """Return what `decoded` does, and of a text read lately the same object.

    So a tour read again to be compared takes a hundredth of the time.
    """
    return _MEMORY[kind, text]


class _Memory(dict[tuple[object, str], Any]):
    """Values by their kind and text; begun anew once the texts are long together.

    Their length counts, not how many there are: one may be as long as a book.
    """

    def __init__(self) -> None:
        super().__init__()
        self._letters = 0

    def __missing__(self, key: tuple[object, str]) -> Any:  # noqa: ANN401 - as above
        value = decoded(*key)
        self._letters += len(key[1])
        if self._letters > _MOST_LETTERS:
            self.clear()
            self._letters = len(key[1])
        self[key] = value
        return value


_MEMORY, _MOST_LETTERS = _Memory(), 2**22


def plain_data(text: object) -> object:
    """Return what JSON text says; ValueError where it is none."""
    try:
        return json.loads(_of(str, text))
    except RecursionError as error:
        raise _wrong(text, "data less deep") from error


@cache
def codec(kind: Any) -> Codec:  # noqa: ANN401 - a type, a union, or NewType
    """Return how values of a type are written and read; TypeError for one unknown."""
    kind = getattr(kind, "__supertype__", kind)
    if kind in _KNOWN:
        return _KNOWN[kind]
    if get_origin(kind) in _MADE_OF:
        return _MADE_OF[get_origin(kind)](*get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _leaf(kind, str, attrgetter("value"), kind)
    if is_dataclass(kind):
        return _fields(kind)
    raise _no_way(kind)


def _no_way(kind: object) -> TypeError:
    return TypeError(f"there is no way to keep {kind}")


def _wrong(found: object, expected: str) -> ValueError:
    return ValueError(f"found {repr(found)[:60]}, expected {expected}")


def _of(kind: type, value: Any) -> Any:  # noqa: ANN401 - of the kind, as is returned
    """Return a value; ValueError if it is of another type. True is no number."""
    if type(value) is kind or (kind in _LOOSE and isinstance(value, kind)):
        return value
    raise _wrong(value, _EXPECTED.get(kind, kind.__name__))


_LOOSE = {str, tuple, Mapping}
_EXPECTED = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a mapping",
}


def _leaf(kind: type, plain: type, write: _Way, read: _Way) -> Codec:
    """Return the codec of what is one piece of plain data."""
    return Codec(lambda v: write(_of(kind, v)), lambda data: read(_of(plain, data)))


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


def _read_mark(data: object) -> Mark:
    match data:
        case [str() as form, str() as text] if form in MARKS:
            return _known_mark(form, text)
    raise _wrong(data, "the form of a mark and its text")


@lru_cache(maxsize=4096)
def _known_mark(form: str, text: str) -> Mark:
    """Read a mark; there are few different ones in many tours."""
    mark: Mark = MARKS[form].read(text)
    return mark


_KNOWN: dict[object, Codec] = {
    str: _leaf(str, str, str, str),
    int: _leaf(int, int, int, int),
    bool: _leaf(bool, bool, bool, bool),
    dt.date: _leaf(dt.date, str, dt.date.isoformat, dt.date.fromisoformat),
    **dict.fromkeys(get_args(Mark), Codec(_write_mark, _read_mark)),
}


def _list(kind: object, length: object) -> Codec:
    if length is not ...:
        raise _no_way((kind, length))
    write, read = codec(kind)
    return Codec(
        lambda value: list(map(write, _of(tuple, value))),
        lambda data: tuple(map(read, _of(list, data))),
    )


def _mapping(*kinds: object) -> Codec:
    key, item = map(codec, kinds)

    def way(one: _Way, other: _Way, kind: type) -> _Way:
        return lambda data: {one(k): other(v) for k, v in _of(kind, data).items()}

    return Codec(way(key.write, item.write, Mapping), way(key.read, item.read, dict))


def _union(*kinds: object) -> Codec:
    """Return the codec of what is one of several; the first that fits has it."""
    _refuse_alike([kind for kind in kinds if is_dataclass(kind)])
    members = dict.fromkeys(codec(kind) for kind in kinds if kind is not NoneType)

    def first(*ways: _Way) -> _Way:
        def go(value: object) -> object:
            if value is None and NoneType in kinds:
                return None
            faults: dict[str, None] = {}
            for way in ways:
                try:
                    return way(value)
                except ValueError as error:
                    faults[str(error)] = None
            raise ValueError("; ".join(faults))

        return go

    return Codec(first(*(m.write for m in members)), first(*(m.read for m in members)))


def _refuse_alike(kinds: list[Any]) -> None:
    """Raise TypeError where one object could be read as two kinds of a union."""
    for one, other in combinations(kinds, 2):
        names = {f.name for f in fields(one)} & {f.name for f in fields(other)}
        if (
            codec(one) is not codec(other)
            and _required(one) | _required(other) <= names
        ):
            message = f"{one.__name__} could be read as {other.__name__}"
            raise TypeError(message)


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
    readers = {name: way.read for name, way in ways.items()}

    def write(value: object) -> dict[str, object]:
        plain = {}
        for name, default, write_fact in facts:
            fact = getattr(_of(kind, value), name)
            if type(fact) is not type(default) or fact != default:
                plain[name] = write_fact(fact)
        return plain

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
            missing = ", ".join(sorted(_required(kind) - values.keys()))
            message = f"found no {missing} of {kind.__name__}"
            raise ValueError(message) from error
        except ValueError as error:
            message = f"{kind.__name__} {name}: {error}"
            raise ValueError(message) from error

    return Codec(write, read)


_MADE_OF: dict[object, Callable[..., Codec]] = {
    tuple: _list,
    Mapping: _mapping,
    Union: _union,
    UnionType: _union,
}
