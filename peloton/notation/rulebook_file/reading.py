"""Read rulebooks and their options: built in, or from a file in the tour's folder."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from peloton.errors import PelotonError, did_you_mean
from peloton.notation.resources import expected_names, template_files, text_beside
from peloton.notation.toml.schema import (
    DocumentError,
    Location,
    TableSchema,
    fact_schema,
    other_kind_fault,
    read_toml,
)
from peloton.notation.toml.values import (
    ALLOWANCES,
    FieldError,
    colour_value,
    option_value,
    rule_value,
    unexpected,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import OptionValue, RuleValue, Tour
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import (
    Jersey,
    Option,
    RiderType,
    Rulebook,
    Source,
    Value,
    choice_word,
    find_choice,
    tour_rulebook,
    value_fault,
)
from peloton.rules.values import one_of, quote, word_fault

_Read = TypeVar("_Read")

_RULEBOOK = fact_schema(
    "a rulebook",
    Rulebook,
    "name title bgg",
    nested=("from", "options", "type", "jersey"),
)
_VALUE = fact_schema(
    "a value of a rulebook", Value, "value rule source confirmed note", value=rule_value
)
_TYPE = fact_schema(
    "a rider type",
    RiderType,
    f"name meaning price {' '.join(ALLOWANCES)} rule source confirmed note",
)
_JERSEY = fact_schema(
    "a jersey", Jersey, "name classification colour", colour=colour_value
)


def builtin_names() -> tuple[str, ...]:
    """Return the sorted names of the built-in rulebooks."""
    return tuple(template_files("rulebooks"))


def builtin_text(name: str) -> str:
    """Return the text of a built-in rulebook; PelotonError for an unknown name."""
    return _text(name, None)


def _text(name: str, folder: Path | None) -> str:
    text = text_beside("rulebooks", name, folder)
    if text is None:
        expected = expected_names("rulebooks", name)
        raise PelotonError(f"no rulebook {quote(name)}, expected {expected}")
    return text


def find_rulebook(
    tour: Tour, folder: Path | None = None
) -> tuple[Rulebook | None, tuple[Problem, ...]]:
    """Find the rulebook of a tour, built in or in `folder`; apply the tour's changes.

    An unknown or invalid rulebook is a problem of the tour. A mistake in a rulebook
    file is reported with the file's name and line.
    """
    name, text = tour.rulebook, ""
    try:
        text = _text(name, folder)
        return tour_rulebook(read_rulebook(text), tour)
    except DocumentError as error:
        # Imported late: not needed for a rulebook without mistakes.
        from peloton.notation.problems import problem_lines

        fault = other_kind_fault(name, text, _RULEBOOK)
        lines = (fault,) if fault else problem_lines(name, text, error.problems)
        return None, tuple(_problem(f"rulebook {line}") for line in lines)
    except PelotonError as error:
        return None, (_problem(str(error)),)


# Cached, because a season may need the same rulebook for hundreds of tours.
@lru_cache(maxsize=32)
def read_rulebook(text: str) -> Rulebook:
    """Read a rulebook: a value for every key in KEYS, options, rider types and jerseys.

    Each value is a table that also names its source. A user's own rulebook may give
    just the value. In a copy, which has a key `from`, a changed value is marked as a
    house rule, unless its source was changed too. Raises a DocumentError with all
    mistakes.
    """
    spot = read_toml(text)
    spot.check(_RULEBOOK.name)
    header = spot.values(_RULEBOOK, closed=False)
    values = _values(spot)
    if spot.has("from"):
        values = _with_house_rules(values, spot.at("from"))
    choices = spot.at("options")
    options = {
        name: option
        for name in choices.table()
        if (option := _read_option(choices.at(name)))
    }
    types = tuple(RiderType(**row) for row, _ in _unique(_TYPE, spot.at("type")))
    jerseys = tuple(_jerseys(spot.at("jersey")))
    spot.check(_RULEBOOK.name)
    return Rulebook(
        **header, values=values, options=options, types=types, jerseys=jerseys
    )


_OTHER_KEYS = frozenset({*_RULEBOOK.fields, *_RULEBOOK.nested, "clock"})
"""Keys that are not values. Older rulebooks have `clock`, which the mark determines."""


def _values(spot: Location) -> dict[str, Value]:
    """Read a rulebook's values by dotted key; report unknown and missing keys."""
    values: dict[str, Value] = {}
    keys: set[str] = set()
    for key, at in _dotted(spot):
        if key in _OTHER_KEYS:
            continue
        keys.add(key)
        if key not in KEYS:
            near = did_you_mean(key, KEYS)
            expected = near or ", expected a key of a built-in rulebook"
            at.report(f"unknown key '{key}' in a rulebook{expected}", "key")
            continue
        if value := read_value(at):
            values[key] = value
            if fault := value_fault(key, value.value):
                at.report(fault)
    for key, known in KEYS.items():
        if key in keys:
            continue
        default, rule = known.default, known.rule
        if default is not None:
            values[key] = Value(value=default, rule=rule, source=Source.DEFAULT)
        else:
            expected = f"expected {known.kind}: {known.meaning}"
            spot.report(f"a rulebook without '{key}', {expected}", "required")
    return values


def _with_house_rules(values: Mapping[str, Value], spot: Location) -> dict[str, Value]:
    """Return a copied rulebook's values, with changed values marked as house rules."""
    names = builtin_names()
    if spot.found not in names:
        spot.report(f"from: {word_fault(spot.found, names)}")
        return dict(values)
    original = read_rulebook(builtin_text(spot.found)).values
    return {
        key: replace(value, source=Source.HOUSE, confirmed=True, note="")
        if key in original
        and original[key].value != value.value
        and original[key].source == value.source
        else value
        for key, value in values.items()
    }


def read_value(spot: Location) -> Value | None:
    """Read a rulebook value, with or without its source; None if it is invalid."""
    table = spot.found if isinstance(spot.found, dict) else {"value": spot.found}
    values = replace(spot, found=table).values(_VALUE)
    return Value(**values) if _VALUE.complete(values) else None


def _choices(found: object) -> tuple[OptionValue, ...]:
    if isinstance(found, list) and found:
        return tuple(map(option_value, found))
    raise unexpected(found, "a list of choices")


def _key(found: object) -> str:
    if isinstance(found, str) and found in KEYS:
        return found
    near = did_you_mean(found, KEYS) if isinstance(found, str) else ""
    raise unexpected(found, f"a key of the rulebook{near}")


_OPTION = fact_schema(
    "an option",
    Option,
    "default choices meaning rule key",
    nested=("sets",),
    default=option_value,
    choices=_choices,
    key=_key,
)


def _read_option(spot: Location) -> Option | None:
    """Read an option; its default and choices must be valid for its rulebook key."""
    values = spot.values(_OPTION)
    if not _OPTION.complete(values):
        return None
    option = Option(**values)
    words = tuple(map(choice_word, option.choices))
    if words and find_choice(option, option.default) is None:
        spot.at("default").report(f"default: {word_fault(option.default, words)}")
    elif not words and not option.key:
        spot.report("an option without 'choices' or 'key', expected one", "required")
    for choice in {option.default, *option.choices} if option.key else ():
        if fault := value_fault(option.key, choice):
            spot.report(f"invalid choice: {fault}")
    return replace(option, sets=_sets(words, spot.at("sets")))


def _sets(words: tuple[str, ...], spot: Location) -> dict[str, dict[str, RuleValue]]:
    """Read the rulebook values set by each choice of an option, by dotted key."""
    sets: dict[str, dict[str, RuleValue]] = {}
    for word in spot.table():
        at = spot.at(word)
        if word not in words:
            at.report(f"sets: {word_fault(word, words or ('nothing',))}")
        sets[word] = by_dotted_key(rule_value, at)
        for key, value in sets[word].items():
            if key in KEYS:
                fault = value_fault(key, value)
            else:
                fault = f"unknown key '{key}'{did_you_mean(key, KEYS)}"
            if fault:
                at.at(key).report(fault)
    return sets


_HEADS = {key[: dot.start()] for key in KEYS for dot in re.finditer(r"\.", key)}
"""The dotted names of all rulebook tables that contain known keys."""


def _dotted(spot: Location) -> Iterator[tuple[str, Location]]:
    """Yield each dotted key and its value: `a = {b = 1}` is the same as `a.b = 1`.

    A table without known keys is itself a value.
    """
    seen: set[str] = set()
    open_tables = [("", spot)]
    for prefix, at in open_tables:
        for key, found in at.table().items():
            name, here = f"{prefix}{key}", at.at(key)
            if name in _HEADS and isinstance(found, dict) and found:
                open_tables.append((f"{name}.", here))
            elif name in seen:
                here.report(f"'{name}' is given twice, expected once", "twice")
            else:
                seen.add(name)
                yield name, here


def by_dotted_key(read: Callable[[object], _Read], spot: Location) -> dict[str, _Read]:
    """Return a table's values by dotted key, including unknown keys."""
    values: dict[str, _Read] = {}
    for key, at in _dotted(spot):
        try:
            values[key] = read(at.found)
        except FieldError as fault:
            at.report(f"{key}: {fault}")
    return values


def _jerseys(spot: Location) -> Iterator[Jersey]:
    for values, at in _unique(_JERSEY, spot):
        if values["classification"] is ClassificationName.TEAMS:
            riders = tuple(c for c in ClassificationName if c != "teams")
            message = f"found 'teams', expected a jersey of riders: {one_of(riders)}"
            at.at("classification").report(f"classification: {message}")
        yield Jersey(**values)


def _unique(
    schema: TableSchema, spot: Location
) -> Iterator[tuple[dict[str, Any], Location]]:
    """Yield the values and location of each table in a list; report duplicate names."""
    names: set[str] = set()
    for values, at in spot.rows(schema):
        if values["name"] in names:
            message = f"{schema.name} '{values['name']}' is given twice, expected once"
            at.at("name").report(message, "twice")
        names.add(values["name"])
        yield values, at


def _problem(message: str) -> Problem:
    return Problem(code="rulebook", message=message, where=("tour", "rulebook"))
