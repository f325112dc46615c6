"""Read the tables of a TOML file, using schemas of their keys.

An invalid value is reported and left out; the rest of the table is still read, so that
all mistakes are found at once.
"""

import datetime as dt
import re
import tomllib
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from itertools import islice
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from peloton.errors import PelotonError, did_you_mean
from peloton.notation.toml.values import (
    KEY_NAME,
    allowance_value,
    bib_value,
    crossing_value,
    date_value,
    flag_value,
    name_value,
    scale_value,
    text_value,
    whole_from,
    word_value,
)
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.startlist import KEY, MINIMUM, Bib, TeamCode
from peloton.rules.limits import Limit, lines_fault
from peloton.rules.rulebook.rulebook import PerLines
from peloton.rules.values import one_of, quote, unexpected

_Key = TypeVar("_Key", bound=Hashable)
_Read = TypeVar("_Read")


class DocumentError(PelotonError):
    """Raised for a document with mistakes; `what` is the kind that was expected."""

    def __init__(self, what: str, problems: Iterable[Problem]) -> None:
        """Set the expected kind, such as `a course`, and all mistakes."""
        super().__init__(f"not {what}")
        self.what, self.problems = what, tuple(problems)


@dataclass(frozen=True, slots=True)
class TableSchema:
    """The keys of one kind of table, such as a stage or a ruling.

    `name` names the kind in messages. `fields` maps each key to a function that reads
    its value and may raise PelotonError, `parts` each key of a table or list to a
    function that reads it at its location. `required` keys must be given. `facts` maps
    a key to the field of the dataclass `kind` that stores its value if their names
    differ. `nested` keys are read by the caller.
    """

    name: str
    fields: Mapping[str, Callable[[object], object]]
    required: tuple[str, ...] = ()
    nested: tuple[str, ...] = ()
    parts: Mapping[str, Callable[["Location"], object]] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    kind: type = dict

    def fact(self, key: str) -> str:
        """Return the name of the dataclass field that stores a key's value."""
        return self.facts.get(key, key)

    def subset(self, name: str, keys: Collection[str]) -> "TableSchema":
        """Return the schema with only these and the nested keys; none is required."""
        return replace(
            self,
            name=name,
            fields={key: self.fields[key] for key in keys if key in self.fields},
            required=(),
            parts={key: self.parts[key] for key in keys if key in self.parts},
        )


_READERS: Mapping[object, Callable[[object], object]] = {
    bool: flag_value,
    dt.date: date_value,
    tuple[int, ...]: scale_value,
    Bib: bib_value,
    tuple[Bib, ...]: crossing_value,
    TeamCode: name_value,
    PerLines: allowance_value,
}
"""Functions that read values, keyed by the type of the dataclass field."""


def fact_schema(
    name: str,
    fact: type,
    keys: str = "",
    *,
    nested: tuple[str, ...] = (),
    parts: Mapping[str, Callable[["Location"], object]] | None = None,
    **readers: Callable[[object], object],
) -> TableSchema:
    """Return the schema of tables with these keys, by default all fields of a fact.

    The type of a field determines the function that reads its value, if `readers` has
    none for its key. A field without a default is required. The metadata KEY and
    MINIMUM of a field are used.
    """
    known = {field.name: field for field in fields(fact)}
    listed = keys.split() or [f.metadata.get(KEY, f.name) for f in fields(fact)]
    known |= {f.metadata[KEY]: f for f in fields(fact) if KEY in f.metadata}
    facts = {key: known[key] for key in (*listed, *(parts or {})) if key in known}
    return TableSchema(
        name,
        {key: readers.get(key) or _reader(known[key]) for key in listed},
        required=tuple(k for k in listed if k in facts and facts[k].default is MISSING),
        nested=nested,
        parts=parts or {},
        facts={key: field.name for key, field in facts.items()},
        kind=fact,
    )


def _reader(field: Field[Any]) -> Callable[[object], object]:
    kind: Any = field.type
    if get_origin(kind) in {Union, UnionType}:  # `int | None`
        kind = get_args(kind)[0]
    if kind is int:
        return whole_from(field.metadata.get(MINIMUM, 0))
    if kind is str:
        return text_value if field.default == "" else name_value
    return _READERS[kind] if kind in _READERS else word_value(kind)


@dataclass(frozen=True, slots=True)
class Location:
    """A value in a file, with its path of keys and the list that collects mistakes.

    `found` is the value; it is None if the file has no value at this path.
    """

    problems: list[Problem] = field(default_factory=list)
    where: tuple[str | int, ...] = ()
    found: Any = None

    def at(self, *keys: str | int) -> "Location":
        """Return the location at a path of keys, relative to this location."""
        found = self.found
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        return Location(self.problems, (*self.where, *keys), found)

    def report(
        self,
        message: str,
        code: str = "value",
        *,
        bib: str = "",
        offset: int = 0,
        warning: bool = False,
    ) -> None:
        """Add a mistake at this location to `problems`, with its stage if any."""
        stage: int | None = None
        match self.where:
            case ("stage", int(index), *_):
                stage = index + 1
        self.problems.append(
            Problem(
                code=code,
                message=message,
                stage=stage,
                bib=Bib(bib) if bib else None,
                where=self.where,
                offset=offset,
                warning=warning,
            )
        )

    def check(self, what: str) -> None:
        """Raise a DocumentError if mistakes have been found in the document."""
        if self.problems:
            raise DocumentError(what, self.problems)

    def is_over_limit(self, text: str) -> bool:
        """Return whether text has too many or too long lines; if so, report it."""
        fault, line = lines_fault(text)
        if fault:
            self.report(fault, "limit", offset=line)
        return bool(fault)

    def table(self) -> Mapping[str, object]:
        """Return the value if it is a table; otherwise report it and return {}."""
        if isinstance(self.found, dict):
            return self.found
        if self.found is not None:
            self.report(f"{self._key}: found {quote(self.found)}, expected a table")
        return {}

    def tables(self, limit: Limit = Limit.SIGNS) -> Iterator["Location"]:
        """Yield the location of each table in a list; report a list above the limit."""
        if isinstance(self.found, list):
            if fault := limit.fault(len(self.found)):
                Location(self.problems, (*self.where, limit.most)).report(fault)
            for index, found in enumerate(self.found[: limit.most]):
                yield Location(self.problems, (*self.where, index), found)
        elif self.found is not None:
            found = quote(self.found)
            self.report(f"{self._key}: found {found}, expected a list of tables")

    def fact(self, schema: TableSchema, **more: object) -> Any:  # noqa: ANN401 - a fact
        """Return the fact in a table, with `more` values; None if it is incomplete."""
        values = self.values(schema)
        complete = all(schema.fact(key) in values for key in schema.required)
        return schema.kind(**values, **more) if complete else None

    def facts(
        self, schema: TableSchema, *, unique: str = "", **more: object
    ) -> tuple[Any, ...]:
        """Return a fact for each complete table in a list, with `more` values.

        Two tables with the same value of the key `unique` are reported.
        """
        facts: list[Any] = []
        seen: set[object] = set()
        for at in self.tables():
            if (fact := at.fact(schema, **more)) is None:
                continue
            facts.append(fact)
            name = getattr(fact, unique, None)
            if name is not None and name in seen:
                message = f"found {schema.name} '{name}' twice, expected once"
                at.at(unique).report(message, "twice")
            seen.add(name)
        return tuple(facts)

    def entries(
        self, read_key: Callable[[str], _Key], read: Callable[[object], _Read]
    ) -> dict[_Key, _Read]:
        """Read a table with keys chosen by users (labels); report invalid entries."""
        entries: dict[_Key, _Read] = {}
        for key, value in self.table().items():
            try:
                name = read_key(key)
                entries[name] = read(value)
            except PelotonError as fault:
                self.at(key).report(f"{key}: {fault}")
        return entries

    def orders(self) -> tuple[tuple[Bib, ...], ...]:
        """Read a list of orders, such as laps; report invalid orders and skip them."""
        if not isinstance(self.found, list):
            raise unexpected(self.found, "a list of orders, such as ['1 5 7', '5 1']")
        orders: list[tuple[Bib, ...]] = []
        for order in self.found:
            try:
                orders.append(crossing_value(order))
            except PelotonError as fault:
                self.report(f"{self._key}: {fault}")
        return tuple(orders)

    def values(self, schema: TableSchema, *, closed: bool = True) -> dict[str, Any]:
        """Return the valid values of a table, keyed by field; report invalid values.

        Unknown keys are reported, unless the table is not `closed`.
        """
        table, values = self.table(), dict[str, object]()
        for key, value in table.items():
            try:
                if key in schema.fields:
                    values[schema.fact(key)] = schema.fields[key](value)
                elif key in schema.parts:
                    values[schema.fact(key)] = schema.parts[key](self.at(key))
                elif closed and key not in schema.nested:
                    known = (*schema.fields, *schema.parts, *schema.nested)
                    expected = f"expected {one_of(known)}{did_you_mean(key, known)}"
                    message = f"unknown key '{key}' in {schema.name}, {expected}"
                    self.at(key).report(message, "key")
            except PelotonError as fault:
                self.at(key).report(f"{key}: {fault}")
        for key in schema.required:
            if key not in table:
                self.report(f"{schema.name} without '{key}', expected one", "required")
        return values

    @property
    def _key(self) -> str:
        return next((k for k in reversed(self.where) if isinstance(k, str)), "file")


def read_toml(text: str) -> Location:
    """Read a TOML document; return its root location, which collects the mistakes.

    If there is a syntax error or a limit is exceeded, only that mistake is reported,
    with its line, and the document is treated as empty.
    """
    text = text.removeprefix("\ufeff")
    code, (fault, line) = "limit", _limit_fault(text)
    found: dict[str, Any] = {}
    try:
        found = {} if fault else tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        code, fault = "syntax", f"not valid TOML: {error}"
        position, line = _POSITION.search(fault), text.count("\n") + 1
        if position is not None:
            line = int(position[1])
            wrong = quote(text.split("\n")[line - 1].strip())
            fault = f"{fault[: position.start()]}, found {wrong}"
    except ValueError:
        code, fault = "syntax", "not valid TOML: a number has too many digits"
    spot = Location(found=found)
    if fault:
        spot.report(fault, code, offset=line)
    return spot


def _limit_fault(text: str) -> tuple[str, int]:
    """Return the message and line of a limit that must not be exceeded in parsing."""
    fault, end, depth = "", 0, 0
    # Counting the dots is faster than the search for a long key, which few files need.
    dots = max(line.count(".") for line in text.split("\n"))
    if fault := Limit.SIGNS.fault(sum(map(text.count, "=,.["))):
        signs = re.finditer(r"[=,.[]", text)
        end = next(islice(signs, Limit.SIGNS.most, None)).start()
    elif dots >= Limit.KEY_PARTS.most and (key := _LONG_KEY.search(text)):
        fault, end = Limit.KEY_PARTS.exceeded, key.end()
    else:
        for token in _NESTING.finditer(text):
            depth += (token[0] in "[{") - (token[0] in "]}")
            if depth > Limit.NESTING.most:
                fault, end = Limit.NESTING.exceeded, token.start()
                break
    return fault, text.count("\n", 0, end) + 1 if fault else 0


STRING = r'''
    """ (?:[^"\\]+ | \\.? | "(?!""))* (?:"{3,5} | \Z)   # perhaps unclosed
    | \'\'\' .*? (?:'{3,5} | \Z)
    | " (?:\\?[^\n])*? (?:["\n] | \Z)
    | ' [^'\n]* ['\n]?
'''
"""The pattern of a string, for regular expressions in verbose mode."""
_NESTING = re.compile(
    rf"{STRING} | \#[^\n]* | \[ | \] | \{{ | \}}", re.DOTALL | re.VERBOSE
)
_LONG_KEY = re.compile(
    rf"(?:^|[\[{{,])[ \t]*(?:{KEY_NAME}[ \t]*\.[ \t]*){{{Limit.KEY_PARTS.most}}}",
    re.MULTILINE,
)
_POSITION = re.compile(r" \(at line (\d+), column \d+\)")
