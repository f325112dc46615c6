"""The rules of a tour: its rulebook with its options and house rules (GN-4)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from peloton.errors import did_you_mean
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import OptionValue, RuleValue, Tour
from peloton.rules.rulebook.rulebook import (
    Option,
    Rulebook,
    Source,
    Value,
    value_fault,
)
from peloton.rules.values import quote, word_fault


def tour_rulebook(base: Rulebook, tour: Tour) -> tuple[Rulebook, tuple[Problem, ...]]:
    """Return the rulebook of a tour with its options and house rules applied.

    Unknown keys and invalid values are skipped and reported as problems.
    """
    values, problems = dict(base.values), []
    for step in _steps(base, tour):
        if isinstance(step, Problem):
            problems.append(step)
            continue
        changes, source, note = step
        for key, value in changes.items():
            # An unchanged value keeps its source.
            if (old := values[key]).value != value:
                rule = old.rule
                values[key] = Value(value=value, rule=rule, source=source, note=note)
    return replace(base, values=values), tuple(problems)


def find_choice(option: Option, found: object) -> OptionValue | None:
    """Return the choice that equals a value or its text (`"4"` for 4), else None."""
    word = choice_word(found)
    return next((x for x in option.choices if choice_word(x) == word), None)


def choice_word(choice: object) -> str:
    """Return a choice as written in a rulebook's keys: `4`, `true`, `points`."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


_Step = tuple[Mapping[str, RuleValue], Source, str] | Problem
"""A change to a rulebook: values with their source and a note, or a problem."""


def _steps(base: Rulebook, tour: Tour) -> Iterator[_Step]:
    """Yield the changes to a rulebook in order; the defaults of options are first."""
    for name in sorted(base.options, key=lambda name: name in tour.options):
        yield _option(name, base.options[name], tour)
    for name, found in tour.options.items():
        if name not in base.options:
            yield _house_rule(base, "options", name, found)
    for key, value in tour.rules.items():
        yield _house_rule(base, "rules", key, value)


def _option(name: str, option: Option, tour: Tour) -> _Step:
    found = tour.options.get(name, option.default)
    choice = find_choice(option, found) if option.choices else found
    fault = "" if option.choices else value_fault(option.key, found)
    if choice is None:
        words = tuple(map(choice_word, option.choices))
        fault = f"{name}: {word_fault(found, words)}"
    if fault or choice is None:
        return _problem(fault, "options", name)
    changes = dict(option.sets.get(choice_word(choice), {}))
    if option.key:
        changes[option.key] = choice
    return changes, Source.OPTION, f"{name} = {quote(choice)}"


def _house_rule(base: Rulebook, table: str, key: str, found: RuleValue) -> _Step:
    if key not in base.values:
        known = [*base.options, *base.values] if table == "options" else base.values
        noun = "option" if table == "options" else "rule"
        fault = f"no {noun} '{key}' in {base.name}" + (
            did_you_mean(key, known)
            or f", expected one that 'peloton rules show {base.name}' lists"
        )
    else:
        fault = value_fault(key, found)
    if fault:
        return _problem(fault, table, key)
    return {key: found}, Source.HOUSE, "set by this tour"


def _problem(message: str, table: str, key: str) -> Problem:
    return Problem(code="rules", message=message, where=("tour", table, key))
