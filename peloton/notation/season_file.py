"""Read season files: season points for places and days in a jersey, and tie-breaks.

A user's file overrides values of the built-in file.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from operator import methodcaller
from typing import cast

from peloton.errors import PelotonError
from peloton.notation.resources import text_beside
from peloton.notation.toml.schema import Location, TableSchema, read_toml
from peloton.notation.toml.values import (
    as_tuple,
    flag_value,
    name_value,
    scale_value,
    whole_value,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import comparison_key
from peloton.rules.limits import Limit
from peloton.rules.rulebook.keys import Key, RuleKind
from peloton.rules.rulebook.rulebook import Scale, kind_fault
from peloton.rules.season.entrants import Groups
from peloton.rules.season.palmares import OF_RIDERS
from peloton.rules.season.ranking import PRIZES, TIES, Prize, SeasonScale
from peloton.rules.values import unexpected


def _ties_value(found: object) -> tuple[str, ...]:
    """Read the steps of a season's tie-break; each step may be listed only once."""
    steps = as_tuple(found)
    if fault := kind_fault(Key(RuleKind.WORDS, "ties", tuple(TIES)), steps):
        raise PelotonError(fault)
    return cast("tuple[str, ...]", steps)


def _groups_value(found: object) -> Groups:
    """Read groups of names of the same rider, team or player; each name once."""
    expected = 'lists of two names or more, such as [["Jo", "Jo / Mokka"]]'
    if not isinstance(found, list) or not all(isinstance(row, list) for row in found):
        raise unexpected(found, expected)
    seen: set[str] = set()
    for group in found:
        if not group[1:]:
            raise unexpected(group, expected)
        for name in map(name_value, group):
            if comparison_key(name) in seen:
                raise PelotonError(f"found '{name}' twice, expected once")
            seen.add(comparison_key(name))
    return tuple(map(tuple, found))


def _prize_value(found: object) -> Scale:
    """Read the season points that a prize gives for each place on a stage."""
    scale = scale_value(found)
    if fault := Limit.SEASON_PLACES.fault(len(scale)):
        raise PelotonError(fault)
    return scale


_TABLES: Mapping[str, Mapping[str, Callable[[object], object]]] = {
    "places": {
        **dict.fromkeys(ClassificationName, scale_value),
        **dict.fromkeys(Prize, _prize_value),
    },
    "days": dict.fromkeys(OF_RIDERS, whole_value),
    "same": dict.fromkeys(("riders", "teams", "players"), _groups_value),
}
_SEASON = TableSchema(
    "a season",
    {
        "name": name_value,
        "best": whole_value,
        "ties": _ties_value,
        "ghosts": flag_value,
    },
    parts={
        name: methodcaller("values", TableSchema(name, keys))
        for name, keys in _TABLES.items()
    },
)


@cache
def default_season() -> SeasonScale:
    """Return the season points of the built-in season file."""
    places: dict[ClassificationName | Prize, Scale] = dict.fromkeys(PRIZES, ())
    empty = SeasonScale(name="", best=0, ties=(), places=places, days={})
    return _with_overrides(empty, read_toml(text_beside("seasons", "default")))


def read_season(text: str) -> SeasonScale:
    """Read a user's season file; missing values are taken from the built-in file.

    Raises a DocumentError with all mistakes.
    """
    spot = read_toml(text)
    scale = _with_overrides(default_season(), spot)
    spot.check(_SEASON.name)
    return scale


def _with_overrides(scale: SeasonScale, spot: Location) -> SeasonScale:
    values = spot.values(_SEASON)
    for name in values.keys() & _TABLES:
        values[name] = {**getattr(scale, name), **values[name]}
    return replace(scale, **values)
