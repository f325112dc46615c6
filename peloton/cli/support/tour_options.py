"""Define the options of `new` and `edit` that plan a tour and choose its rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from peloton.cli.support.arguments import (
    OneOf,
    match_word,
    option,
    read_day,
    repeatable,
    with_options,
)
from peloton.desk.scored_tour import ScoredTour
from peloton.errors import PelotonError, did_you_mean
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import OPEN, OptionValue, RuleValue, Tour
from peloton.rules.names import LANGUAGES
from peloton.rules.rulebook.keys import KEYS, RuleKind
from peloton.rules.rulebook.rulebook import Option, Rulebook, choice_word
from peloton.rules.values import quote, whole_number

tour_options = with_options(
    option(
        "--language",
        "Language of the tour's sheets and messages.",
        type=OneOf(Language, others=LANGUAGES),
    ),
    option("--date DAY", "First day of the tour.", type=read_day),
    option(
        "--stages N|open", "Planned number of stages; 'open' if not known yet (GN-9)."
    ),
    repeatable(
        "--option NAME=VALUE",
        'Set an option of the rulebook, such as level=4; "level=" resets it.',
        "options",
    ),
    repeatable(
        "--house-rule, --rule KEY=VALUE",
        'Set a house rule: "bonus.finish=10,6,4"; "bonus.finish=" removes it.',
        "rules",
    ),
)


def read_plan(word: str) -> int | str:
    """Read a planned number of stages: `7` or `open`; PelotonError for other words."""
    if word.casefold() in {OPEN, ""}:
        return OPEN
    number = whole_number(word) if word.isdecimal() else 0
    if number < 1:
        raise PelotonError(
            f"found {quote(word)} stages, expected a whole number, 1 or more, or"
            f" '{OPEN}'"
        )
    return number


def with_rules(now: ScoredTour, given: Mapping[str, Any]) -> Tour:
    """Return the tour with changed options and house rules, such as `level=4`.

    `given["options"]` and `given["rules"]` contain them as the user typed them. An
    option or rule without a value, such as `level=`, is removed from the tour. Raises
    PelotonError for an option that the rulebook does not have, and for a value that
    cannot be read.
    """
    tour, rulebook = now.tour, now.rulebook
    options = _merged(tour.options, given["options"], partial(_option, rulebook))
    rules = _merged(tour.rules, given["rules"], partial(_house_rule, rulebook))
    return replace(tour, options=options, rules=rules)


def _merged(
    values: Mapping[str, Any], words: Iterable[str], read: Callable[[str, str], Any]
) -> dict[str, Any]:
    merged = dict(values)
    for word in words:
        key, equals, value = (part.strip() for part in word.partition("="))
        if equals and not value and key in merged:
            del merged[key]
            continue
        try:
            merged[key] = read(key, value)
        except PelotonError as error:
            raise PelotonError(f"{key}: {error}") from error
    return merged


def _option(book: Rulebook, name: str, value: str) -> OptionValue:
    if name not in book.options:
        if not book.options:
            raise PelotonError(f"{book.name} has no options")
        known = ", ".join(book.options)
        raise PelotonError(
            f"expected NAME=VALUE with one of the options {known}"
            f"{did_you_mean(name, book.options)}"
        )
    return read_choice(book.options[name], value)


def read_choice(option: Option, value: str) -> OptionValue:
    """Read an option's value; raise PelotonError if it is not one of the choices."""
    if not option.choices:
        return _single(option.key, value)
    choices = {choice_word(choice): choice for choice in option.choices}
    return choices[match_word(choices, value, {"true": ("yes",), "false": ("no",)})]


def _house_rule(book: Rulebook, key: str, value: str) -> RuleValue:
    """Parse a house rule's value, such as `10,6,4`, without checking its range."""
    if key == "space" and book.space_fault:
        raise PelotonError(book.space_fault)
    kind = KEYS[key].kind if key in KEYS else RuleKind.WORD
    if kind in {RuleKind.SCALE, RuleKind.WORDS}:
        # Lists may also be written as in a tour file: [10, 6, 4], [] or ["points"].
        parts = [] if value in {"none", "[]"} else value.strip("[]").split(",")
        words = tuple(part.strip(" \"'") for part in parts)
        return tuple(map(whole_number, words)) if kind is RuleKind.SCALE else words
    return _single(key, value)


def _single(key: str, word: str) -> OptionValue:
    flag = key in KEYS and KEYS[key].kind is RuleKind.FLAG
    if flag and word in {"true", "false"}:
        return word == "true"
    return whole_number(word) if word.isdecimal() else word
