"""Read rulebooks and their options: built in, or from a file in the tour's folder."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from operator import methodcaller
from pathlib import Path
from typing import TypeVar

from peloton.errors import PelotonError
from peloton.notation.problems import valid_document
from peloton.notation.resources import template_files, text_beside
from peloton.notation.toml.schema import Location, fact_schema, read_toml
from peloton.notation.toml.values import (
    colour_value,
    option_value,
    rule_value,
    word_value,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import OptionValue, Tour
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import (
    Jersey,
    Option,
    RiderType,
    Rulebook,
    Source,
    Value,
    choice_word,
    tour_rulebook,
    value_fault,
)
from peloton.rules.values import one_of, unexpected, word_fault

_Read = TypeVar("_Read")


def builtin_names() -> tuple[str, ...]:
    """Return the sorted names of the built-in rulebooks."""
    return tuple(template_files("rulebooks"))


def builtin_text(name: str) -> str:
    """Return the text of a built-in rulebook; PelotonError for an unknown name."""
    return text_beside("rulebooks", name)


def find_rulebook(
    tour: Tour, folder: Path | None = None
) -> tuple[Rulebook | None, tuple[Problem, ...]]:
    """Find the rulebook of a tour, built in or in `folder`; apply the tour's changes.

    An unknown or invalid rulebook is a problem of the tour. A mistake in a rulebook
    file is reported with the file's name and line.
    """
    name = tour.rulebook
    try:
        text = text_beside("rulebooks", name, folder)
        return tour_rulebook(valid_document(name, text, read_rulebook, _RULEBOOK), tour)
    except PelotonError as error:
        messages = [f"rulebook {line}" for line in error.lines] or [str(error)]
    found = partial(Problem, code="rulebook", where=("tour", "rulebook"))
    return None, tuple(found(message=message) for message in messages)


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
    facts = spot.values(_RULEBOOK, closed=False)
    values = _values(spot)
    if "from" in spot.table():
        _mark_house_rules(values, spot.at("from"))
    spot.check(_RULEBOOK.name)
    return Rulebook(**facts, values=values, text=text)


def _values(spot: Location) -> dict[str, Value]:
    """Read a rulebook's values by dotted key; report unknown and missing keys."""
    given = {key: at for key, at in _dotted(spot) if key not in _OTHER_KEYS}
    values: dict[str, Value] = {}
    for key, at in given.items():
        if key not in KEYS:
            at.report(value_fault(key, None), "key")
        elif value := read_value(at):
            values[key] = value
            if fault := value_fault(key, value.value):
                at.report(fault)
    for key, known in KEYS.items():
        default, rule = known.default, known.rule
        if key in given:
            continue
        if default is None:
            expected = f"expected {known.expected}: {known.meaning}"
            spot.report(f"a rulebook without '{key}', {expected}", "required")
        else:
            values[key] = Value(value=default, rule=rule, source=Source.DEFAULT)
    return values


def _mark_house_rules(values: dict[str, Value], spot: Location) -> None:
    """Mark the changed values of a copied rulebook as house rules."""
    names = builtin_names()
    if spot.found not in names:
        spot.report(f"from: {word_fault(spot.found, names)}")
        return
    originals = read_rulebook(builtin_text(spot.found)).values
    for key, value in values.items():
        original = originals[key]
        if value.value != original.value and value.source == original.source:
            values[key] = replace(value, source=Source.HOUSE, confirmed=True, note="")


def read_value(spot: Location) -> Value | None:
    """Read a rulebook value, with or without its source; None if it is invalid."""
    table = spot.found if isinstance(spot.found, dict) else {"value": spot.found}
    value: Value | None = replace(spot, found=table).fact(_VALUE)
    return value


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
                here.report(f"found '{name}' twice, expected once", "twice")
            else:
                seen.add(name)
                yield name, here


def by_dotted_key(read: Callable[[object], _Read], spot: Location) -> dict[str, _Read]:
    """Return a table's values by dotted key, including unknown keys."""
    values = {key: at.found for key, at in _dotted(spot)}
    return replace(spot, found=values).entries(str, read)


def _options(spot: Location) -> dict[str, Option]:
    """Read options; defaults and choices must be valid for their rulebook keys."""
    options: dict[str, Option] = {}
    for name, at in ((name, spot.at(name)) for name in spot.table()):
        option: Option | None = at.fact(_OPTION)
        if option is None:
            continue
        options[name] = option
        _, fault = option.choice("default", option.default)
        if not option.choices and not option.key:
            at.report("an option without 'choices' or 'key', expected one", "required")
        elif fault:
            at.at("default").report(fault)
        for choice in option.choices if option.key else ():
            if fault := value_fault(option.key, choice):
                at.report(f"invalid choice: {fault}")
        _check_sets(option, at.at("sets"))
    return options


def _check_sets(option: Option, spot: Location) -> None:
    """Report unknown choices and invalid rulebook values of an option."""
    words = tuple(map(choice_word, option.choices)) or ("nothing",)
    for word, changes in option.sets.items():
        if word not in words:
            spot.at(word).report(f"sets: {word_fault(word, words)}")
        if not isinstance(rule := changes.get("rule", ""), str):
            spot.at(word, "rule").report(f"rule: {unexpected(rule, 'text in quotes')}")
        for key, value in changes.items():
            if key != "rule" and (fault := value_fault(key, value)):
                spot.at(word, key).report(fault)


def _choices(found: object) -> tuple[OptionValue, ...]:
    if isinstance(found, list) and found:
        return tuple(map(option_value, found))
    raise unexpected(found, "a list of choices")


def _riders_classification(found: object) -> ClassificationName:
    """Read the classification of a jersey; it must be one of riders, not teams."""
    name = word_value(ClassificationName)(found)
    if name is ClassificationName.TEAMS:
        riders = tuple(c for c in ClassificationName if c is not name)
        raise unexpected(found, f"a jersey of riders: {one_of(riders)}")
    return name


_VALUE = fact_schema("a value of a rulebook", Value, value=rule_value)
_OPTION = fact_schema(
    "an option",
    Option,
    "default choices meaning rule key",
    parts={
        "sets": lambda spot: {
            word: by_dotted_key(rule_value, spot.at(word)) for word in spot.table()
        }
    },
    default=option_value,
    choices=_choices,
)
_TYPE = fact_schema("a rider type", RiderType)
_JERSEY = fact_schema(
    "a jersey", Jersey, classification=_riders_classification, colour=colour_value
)
_RULEBOOK = fact_schema(
    "a rulebook",
    Rulebook,
    "name title bgg",
    nested=("from",),
    parts={
        "options": _options,
        "type": methodcaller("facts", _TYPE, unique="name"),
        "jersey": methodcaller("facts", _JERSEY, unique="name"),
    },
)
_OTHER_KEYS = frozenset(
    {*_RULEBOOK.fields, *_RULEBOOK.parts, *_RULEBOOK.nested, "clock"}
)
"""Keys that are not values. Older rulebooks have `clock`, which the mark determines."""
