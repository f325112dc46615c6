"""Read season files: season points for places and days in a jersey, and tie-breaks.

A user's file overrides values of the built-in file.
"""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

from peloton.notation.resources import templates
from peloton.notation.toml.schema import Location, TableSchema, read_toml
from peloton.notation.toml.values import (
    FieldError,
    flag_value,
    name_value,
    scale_value,
    unexpected,
    whole_value,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import comparison_key
from peloton.rules.limits import Limit
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.entrants import Groups
from peloton.rules.season.ranking import PRIZES, TIES, Prize, SeasonScale
from peloton.rules.values import quote, word_fault


def _ties_value(found: object) -> tuple[str, ...]:
    """Read the steps of a season's tie-break; each step may be listed only once."""
    if not isinstance(found, list):
        raise unexpected(found, f"a list of steps: {', '.join(TIES)}")
    known = tuple(TIES)
    for step in found:
        if step not in known:
            raise FieldError(word_fault(step, known))
    twice = [step for step, times in Counter(found).items() if times > 1]
    if twice:
        raise FieldError(f"found '{twice[0]}' twice, expected once")
    return tuple(found)


def _groups_value(found: object) -> Groups:
    """Read groups of names that mean the same rider, team or player.

    A name may occur only once.
    """
    expected = 'lists of two names or more, such as [["Jo", "Jo / Mokka"]]'
    if not isinstance(found, list) or not all(isinstance(row, list) for row in found):
        raise unexpected(found, expected)
    for group in found:
        for name in group:
            name_value(name)
        if len(group) == 1 or not group:
            raise FieldError(f"found {quote(group)}, expected {expected}")
    times = Counter(comparison_key(name) for group in found for name in group)
    twice = [
        name for group in found for name in group if times[comparison_key(name)] > 1
    ]
    if twice:
        raise FieldError(f"found '{twice[-1]}' twice, expected each name once")
    return tuple(map(tuple, found))


def _prize_value(found: object) -> Scale:
    """Read the season points that a prize gives for each place on a stage."""
    scale = scale_value(found)
    if fault := Limit.SEASON_PLACES.fault(len(scale)):
        raise FieldError(fault)
    return scale


_SEASON = TableSchema(
    "a season",
    {
        "name": name_value,
        "best": whole_value,
        "ties": _ties_value,
        "ghosts": flag_value,
    },
    nested=("places", "days", "same"),
)
_PLACES = TableSchema(
    "places",
    {
        **dict.fromkeys(ClassificationName, scale_value),
        **dict.fromkeys(Prize, _prize_value),
    },
)
_JERSEYS = (name for name in ClassificationName if name is not ClassificationName.TEAMS)
_DAYS = TableSchema("days", dict.fromkeys(_JERSEYS, whole_value))
_SAME = TableSchema(
    "same", dict.fromkeys(("riders", "teams", "players"), _groups_value)
)


def default_season_text() -> str:
    """Return the text of the built-in season file."""
    return (templates() / "seasons" / "default.toml").read_text(encoding="utf-8")


@cache
def default_season() -> SeasonScale:
    """Return the season points of the built-in season file."""
    empty = SeasonScale(name="", best=0, ties=(), places={}, days={})
    return _with_overrides(empty, read_toml(default_season_text()))


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
    tables: list[dict[Any, Any]] = [
        spot.at(schema.name).values(schema) for schema in (_PLACES, _DAYS, _SAME)
    ]
    places, days, same = tables
    if "ghosts" in values:
        same["ghosts"] = values.pop("ghosts")
    return replace(
        scale,
        **values,
        places={**dict.fromkeys(PRIZES, ()), **scale.places, **places},
        days={**scale.days, **days},
        same=replace(scale.same, **same),
    )
