"""Find rules that a game leaves open and that would change places in a tour.

A value is open if its rulebook marks it as not confirmed and the tour does not set it.
The tour is scored again with other values for its key, one at a time: first each
choice of an option that sets the key, then, depending on the kind of value,

- `true` for `false` and vice versa, or each of the other valid values;
- a number one lower and one higher; the same for the lengths of climbs;
- a scale with its last place removed, and with its last value repeated;
- a list of words, such as tie-break steps, without each word in turn, and with each
  pair of neighbours swapped.

A value of 0 or an empty scale means that the game has no such rule, so no other value
is tried. A value that leaves a classification without riders does not fit the game, so
its effect is ignored.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from peloton.rules.explain.decided import ChangedTour, Places, changed_places, places_of
from peloton.rules.facts.tour import RuleValue
from peloton.rules.results import Race
from peloton.rules.rulebook.keys import KEYS, RuleKind
from peloton.rules.rulebook.rulebook import Rulebook, choice_word, value_fault


class OpenRule(NamedTuple):
    """An alternative value for an open rule, and the places that it changes."""

    key: str
    value: RuleValue
    places: Places


def open_keys(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the keys of the values that the game leaves open."""
    return tuple(
        key
        for key, value in rulebook.values.items()
        if not value.confirmed and key not in _NOT_TRIED
    )


_NOT_TRIED = ("mark", "unit", "course.unit", "classifications", "general.by")
"""Keys never tried: they define how results are written and which rankings exist."""


def open_effects(race: Race) -> Iterator[OpenRule]:
    """Yield every value tried for an open rule, with the places that it changes."""
    before = places_of(race)
    for key in open_keys(race.rulebook):
        for value in alternatives(key, race.rulebook):
            old = race.rulebook.values
            new = {**old, key: replace(old[key], value=value)}
            rulebook = replace(race.rulebook, values=new)
            changed = ChangedTour(tour=race.tour, rulebook=rulebook)
            after = places_of(changed.scored(len(race.stages)))
            if {name for name, _ in after} >= {name for name, _ in before}:
                yield OpenRule(key, value, changed_places(before, after))


def alternatives(key: str, rulebook: Rulebook) -> Iterator[RuleValue]:
    """Yield the alternative values to try for a key, without duplicates."""
    now = rulebook.values[key].value
    for value in dict.fromkeys((*_by_option(key, rulebook), *_neighbours(key, now))):
        if value != now and not value_fault(key, value):
            yield value


def _by_option(key: str, rulebook: Rulebook) -> Iterator[RuleValue]:
    for option in rulebook.options.values():
        if option.key == key:
            yield from option.choices
        for choice in option.choices:
            sets = option.sets.get(choice_word(choice), {})
            if key in sets:
                yield sets[key]


def _neighbours(key: str, now: RuleValue) -> Iterator[RuleValue]:
    match KEYS[key].kind:
        case RuleKind.FLAG:
            yield not now
        case RuleKind.WORD:
            yield from KEYS[key].words
        case RuleKind.NUMBER if isinstance(now, int) and now:
            yield from (now - 1, now + 1)
        case RuleKind.SCALE if isinstance(now, tuple) and now:
            if key == "mountains.lengths":
                yield from (tuple(max(int(n) + m, 0) for n in now) for m in (-1, 1))
            else:
                yield from (now[:-1], (*now, now[-1]))
        case RuleKind.WORDS if isinstance(now, tuple):
            yield from ((*now[:n], *now[n + 1 :]) for n in range(len(now)))
            for n, (one, other) in enumerate(pairwise(now)):
                yield (*now[:n], other, one, *now[n + 2 :])
