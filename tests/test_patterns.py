"""The regular expressions of the package mean the same on every Python."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from tests.patterns import package_patterns

PARSER: Any = import_module("re._parser")
WRONG_BEFORE_3_11_5 = {"POSSESSIVE_REPEAT", "ATOMIC_GROUP"}
"""What Python 3.11.0 to 3.11.4 matches wrongly (gh-100061, gh-106052)."""


def operations(parsed: object) -> Iterator[str]:
    """The names of all that a parsed pattern is made of, however deep."""
    if isinstance(parsed, PARSER.SubPattern | list | tuple):
        for part in parsed:
            yield str(part)
            yield from operations(part)


def test_no_pattern_has_what_the_first_pythons_3_11_match_wrongly() -> None:
    found = {
        place: wrong
        for place, pattern in package_patterns()
        if (
            wrong := WRONG_BEFORE_3_11_5.intersection(
                operations(PARSER.parse(pattern.pattern, pattern.flags))
            )
        )
    }

    assert found == {}


def test_the_patterns_of_the_package_are_found() -> None:
    places = [place.partition(":")[0] for place, _ in package_patterns()]

    assert "notation/toml/tokens.py" in places
    assert "rules/games/road.py" in places
    assert len(places) > 50
