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
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import combinations
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from peloton.rules.games import MARKS, Mark
from peloton.rules.games.mark import MarkError

_Convert = Callable[[Any], Any]


class Codec(NamedTuple):
    """Functions that convert values of a type to JSON-ready data and back.

    Both raise ValueError for an invalid value.
    """

    write: _Convert
    read: _Convert


def json_of(kind: object, value: object) -> str:
    """Encode a value as JSON; raise ValueError if it could not be read back."""
    return compact_json(codec(kind).write(value))


def compact_json(plain: object) -> str:
    """Encode JSON-ready data; raise ValueError if the JSON could not be read back."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def decoded(kind: object, text: object) -> Any:  # noqa: ANN401 - a value of type `kind`
    """Decode JSON; raise ValueError if the value is not of the type `kind`."""
    return codec(kind).read(plain_data(text))


def cached_value(kind: object, text: str) -> Any:  # noqa: ANN401 - a value of type `kind`
    """Decode JSON as `decoded` does, with a cache keyed by type and text.

    With the cache, reading a tour for the second time is a hundred times faster.
    """
    return _MEMORY[kind, text]


class _Memory(dict[tuple[object, str], Any]):
    """Cache keyed by type and text; it is emptied when its texts get too long in total.

    A limit on the number of texts would not be enough, because one text may be very
    long.
    """

    def __init__(self) -> None:
        super().__init__()
        self._characters = 0

    def __missing__(self, key: tuple[object, str]) -> Any:  # noqa: ANN401 - a value of any type
        value = decoded(*key)
        self._characters += len(key[1])
        if self._characters > _MAX_CHARACTERS:
            self.clear()
            self._characters = len(key[1])
        self[key] = value
        return value


_MEMORY, _MAX_CHARACTERS = _Memory(), 2**22


def plain_data(text: object) -> object:
    """Parse JSON; raise ValueError if it is invalid or nested too deeply."""
    try:
        return json.loads(_of(str, text))
    except RecursionError as error:
        raise _wrong(text, "less nested data") from error


@cache
def codec(kind: Any) -> Codec:  # noqa: ANN401 - a type, a union, or NewType
    """Return the codec of a type; raise TypeError for an unsupported type."""
    kind = getattr(kind, "__supertype__", kind)
    if kind in _KNOWN:
        return _KNOWN[kind]
    if get_origin(kind) in _GENERIC_CODECS:
        return _GENERIC_CODECS[get_origin(kind)](*get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _leaf(kind, str, attrgetter("value"), kind)
    if is_dataclass(kind):
        return _fields(kind)
    raise _unsupported(kind)


def _unsupported(kind: object) -> TypeError:
    return TypeError(f"values of type {kind} cannot be stored")


def _wrong(found: object, expected: str) -> ValueError:
    return ValueError(f"found {repr(found)[:60]}, expected {expected}")


def _of(kind: type, value: Any) -> Any:  # noqa: ANN401 - a value of type `kind`
    """Return the value unchanged; raise ValueError if its type is not `kind`.

    True and False are not accepted as numbers.
    """
    if type(value) is kind or (kind in _SUBCLASSES_ALLOWED and isinstance(value, kind)):
        return value
    raise _wrong(value, _EXPECTED.get(kind, kind.__name__))


_SUBCLASSES_ALLOWED = {str, tuple, Mapping}
_EXPECTED = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a mapping",
}


def _leaf(kind: type, plain: type, write: _Convert, read: _Convert) -> Codec:
    """Return the codec of a type whose JSON form is a string, a number or a boolean."""
    return Codec(lambda v: write(_of(kind, v)), lambda data: read(_of(plain, data)))


@lru_cache(maxsize=4096)
def _write_mark(mark: Mark) -> list[str]:
    """Encode the mark of a finish; raise ValueError if no game could read it back."""
    text = str(mark)
    for form in MARKS.values():
        try:
            if form.read(text) == mark:
                return [form.name, text]
        except MarkError:
            continue
    raise ValueError(f"found the mark '{text}', expected one that a game can read")


def _read_mark(data: object) -> Mark:
    match data:
        case [str() as form, str() as text] if form in MARKS:
            return _known_mark(form, text)
    raise _wrong(data, "the format of a mark and its text")


@lru_cache(maxsize=4096)
def _known_mark(form: str, text: str) -> Mark:
    """Decode a finish's mark; cached because the same marks occur in many tours."""
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
        raise _unsupported((kind, length))
    write, read = codec(kind)
    return Codec(
        lambda value: list(map(write, _of(tuple, value))),
        lambda data: tuple(map(read, _of(list, data))),
    )


def _mapping(*kinds: object) -> Codec:
    key, item = map(codec, kinds)

    def convert(key: _Convert, item: _Convert, kind: type) -> _Convert:
        return lambda data: {key(k): item(v) for k, v in _of(kind, data).items()}

    write = convert(key.write, item.write, Mapping)
    return Codec(write, convert(key.read, item.read, dict))


def _union(*kinds: object) -> Codec:
    """Return the codec of a union, which uses the first type that fits the value."""
    _refuse_alike([kind for kind in kinds if is_dataclass(kind)])
    members = dict.fromkeys(codec(kind) for kind in kinds if kind is not NoneType)

    def first(*converters: _Convert) -> _Convert:
        def convert(value: object) -> object:
            if value is None and NoneType in kinds:
                return None
            messages: dict[str, None] = {}
            for converter in converters:
                try:
                    return converter(value)
                except ValueError as error:
                    messages[str(error)] = None
            raise ValueError("; ".join(messages))

        return convert

    return Codec(first(*(m.write for m in members)), first(*(m.read for m in members)))


def _refuse_alike(kinds: list[Any]) -> None:
    """Raise TypeError if a JSON object could be read as two types of a union."""
    for one, other in combinations(kinds, 2):
        names = {f.name for f in fields(one)} & {f.name for f in fields(other)}
        if (
            codec(one) is not codec(other)
            and _required(one) | _required(other) <= names
        ):
            raise TypeError(f"{one.__name__} could be read as {other.__name__}")


def _required(kind: Any) -> set[str]:  # noqa: ANN401 - a dataclass
    return {field.name for field in fields(kind) if _default(field) is MISSING}


def _default(field: Field[Any]) -> object:
    if field.default_factory is MISSING:
        return field.default
    return field.default_factory()


def _fields(kind: Any) -> Codec:  # noqa: ANN401 - a dataclass
    hints = get_type_hints(kind)
    codecs = {field.name: codec(hints[field.name]) for field in fields(kind)}
    facts = [(f.name, _default(f), codecs[f.name].write) for f in fields(kind)]
    readers = {name: each.read for name, each in codecs.items()}

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
            raise ValueError(f"found no {missing} of {kind.__name__}") from error
        except ValueError as error:
            raise ValueError(f"{kind.__name__} {name}: {error}") from error

    return Codec(write, read)


_GENERIC_CODECS: dict[object, Callable[..., Codec]] = {
    tuple: _list,
    Mapping: _mapping,
    Union: _union,
    UnionType: _union,
}
