"""The options of a rulebook: what a tour may choose, and what each choice changes."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar, cast

from peloton.errors import did_you_mean
from peloton.notation.toml.schema import Field, Location, TableSchema, dotted
from peloton.notation.toml.values import FormError, frozen, text_value, unfit
from peloton.rules.facts.tour import OptionValue, RuleValue
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import Option, value_fault
from peloton.rules.rulebook.tour_rulebook import choice_word, chosen
from peloton.rules.values import LARGEST, not_one_of

_Read = TypeVar("_Read")


def option_value(found: object) -> OptionValue:
    """Read a choice: a number, a word, true or false; else FormError."""
    if _plain(found):
        return cast("OptionValue", found)
    raise unfit(found, "a number, a word, true or false")


def rule_value(found: object) -> RuleValue:
    """Read a value of a rulebook of whatever kind, lists as tuples; else FormError."""
    value = frozen(found)
    if _plain(value) or (isinstance(value, tuple) and all(map(_plain, value))):
        return cast("RuleValue", value)
    raise unfit(found, "a number, text, true, false or a list")


def _plain(found: object) -> bool:
    if isinstance(found, int):
        return abs(found) <= LARGEST
    return isinstance(found, str)


def _choices(found: object) -> tuple[OptionValue, ...]:
    if isinstance(found, list) and found:
        return tuple(map(option_value, found))
    raise unfit(found, "a list of what to choose from")


def _key(found: object) -> str:
    if isinstance(found, str) and found in KEYS:
        return found
    near = did_you_mean(found, KEYS) if isinstance(found, str) else ""
    raise unfit(found, f"a key of the rulebook{near}")


_OPTION = TableSchema(
    "an option",
    {
        "default": Field(option_value, "default", required=True),
        "choices": Field(_choices, "choices"),
        "meaning": Field(text_value, "meaning"),
        "rule": Field(text_value, "rule"),
        "key": Field(_key, "key"),
    },
    nested=("sets",),
)


def read_option(table: Mapping[str, object], spot: Location) -> Option | None:
    """Read an option; its default and its choices must fit what they change."""
    values = spot.values(table, _OPTION)
    if not _OPTION.complete(values):
        return None
    option = Option(**values)
    words = tuple(map(choice_word, option.choices))
    if words and chosen(option, option.default) is None:
        spot.at("default").report(f"default: {not_one_of(option.default, words)}")
    elif not words and not option.key:
        spot.report("an option without 'choices' or 'key', expected one", "required")
    for choice in {option.default, *option.choices} if option.key else ():
        fault = value_fault(option.key, choice)
        if fault:
            spot.report(f"a choice that does not fit {fault}")
    return replace(option, sets=_sets(table.get("sets", {}), words, spot.at("sets")))


def _sets(
    found: object, words: tuple[str, ...], spot: Location
) -> dict[str, dict[str, RuleValue]]:
    """Read which values each choice changes, by dotted key."""
    sets: dict[str, dict[str, RuleValue]] = {}
    for word, table in spot.table(found).items():
        at = spot.at(word)
        if word not in words:
            at.report(f"sets: {not_one_of(word, words or ('nothing',))}")
        sets[word] = by_dotted_key(table, rule_value, at)
        for key, value in sets[word].items():
            if key in KEYS:
                fault = value_fault(key, value)
            else:
                fault = f"unknown key '{key}'{did_you_mean(key, KEYS)}"
            if fault:
                at.at(key).report(fault)
    return sets


def by_dotted_key(
    found: object, read: Callable[[object], _Read], spot: Location
) -> dict[str, _Read]:
    """Read a table by dotted key; whether the keys are known is not looked at."""
    values: dict[str, _Read] = {}
    for key, value, at in dotted(spot.table(found), KEYS, spot):
        try:
            values[key] = read(value)
        except FormError as fault:
            at.report(f"{key}: {fault}")
    return values
