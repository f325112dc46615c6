"""Read the values that describe a stage's course, such as Muur@60-84."""

import re
from typing import Any

from peloton.cli.support.arguments import match_word
from peloton.cli.support.output import tell
from peloton.errors import PelotonError
from peloton.notation.toml.schema import read_toml
from peloton.notation.tour_file.reading import read_stage
from peloton.rules.facts.kinds import Category, SectionKind
from peloton.rules.facts.stage import Section, Sprint
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import half_up, quote, unexpected, whole_number, word_fault

_NAMED_CLIMB = re.compile(r"([^@:]+)(?:: ?(\w+))?")
_PLACE = re.compile(r"(?<=\D) (\d+(?: ?- ?\d+)?(?: ?: ?\w+)?)$")
_STRETCH = re.compile(r"(?:(\d+) ?- ?)?(\d+)(?: ?: ?(\w+))?")


def read_length(word: str, rulebook: Rulebook) -> int:
    """Read a length such as `190`, `190 lines` or `230 km`.

    In games that define a lap's length in km, a length in km is converted to the
    game's unit, such as board lines (CY-21).
    """
    unit, lap_km = rulebook.word("course.unit"), rulebook.number("course.lap_km")
    part = _LENGTH.fullmatch(_tidy(word))
    number, given = (int(part[1]), part[2].lower()) if part else (0, "")
    lap = rulebook.number("course.lap")
    if given == "km" != unit and lap_km and lap and number:
        spaces = half_up(number * lap, lap_km)
        rule = rulebook.cited("course.lap_km")
        tell(f"{number} km = {spaces} {unit}: {lap_km} km are a lap of {lap}{rule}.")
        return spaces
    if not number or given not in {"", unit, unit.removesuffix("s")}:
        more = ", or in km, such as 230km" if lap_km else ""
        what = "whole km" if unit == "km" else unit
        raise unexpected(word, f"a length in {what}, such as 190{more}")
    return number


_LENGTH = re.compile(r"(\d{1,6})\s*([a-zA-Z]*)", re.ASCII)


def _tidy(word: str) -> str:
    """Replace each run of whitespace with one space."""
    return " ".join(word.split())


def _named_text(word: str) -> str:
    """Tidy a name with a place; raise PelotonError for `Aalst 70`, without its @."""
    text = _tidy(word)
    if "@" not in text and (place := _PLACE.search(text)):
        meant = f"{text[: place.start()]}@{place[1]}"
        raise PelotonError(f"found {quote(word)} without @; did you mean '{meant}'?")
    return text


def read_sprint(word: str) -> Sprint:
    """Read a sprint such as `Zottegem@120`, or just `120`."""
    text = _named_text(word)
    name, sign, space = ("", "@", text) if text.isdecimal() else text.partition("@")
    if not text or bool(sign) != space.strip().isdecimal():
        raise unexpected(word, "a sprint such as Zottegem@120")
    return Sprint(name=name.strip(), at=whole_number(space.strip()) if sign else None)


def read_section(word: str, kind: SectionKind) -> Section:
    """Read a section such as `100-115`, or a climb `NAME@FOOT-SUMMIT:CATEGORY`.

    The foot of a climb with a category may be omitted: `NAME@SUMMIT:CATEGORY`.
    """
    climb = kind is SectionKind.MOUNTAIN
    text = _named_text(word) if climb else _tidy(word)
    name, _, place = text.rpartition("@")
    start = end = None
    found = _STRETCH.fullmatch(place.strip()) if "@" not in name else None
    if found and (found[1] or (climb and found[3])):
        start, end, category = found.groups()
    elif climb and (named := _NAMED_CLIMB.fullmatch(text)):
        name, category = named.groups()
    else:
        what = "climb such as Muur@60-84" if climb else "section such as 100-115"
        raise unexpected(word, f"a {what}")
    return Section(
        kind=kind,
        name=name.strip(),
        start=whole_number(start) if start else None,
        end=whole_number(end) if end else None,
        category=match_word(Category, category) if category else None,
    )


def key_value(word: str) -> dict[str, Any]:
    """Read `same_time_gap=3`, a --set value; without 3, the key gets its default."""
    key, equals, value = (part.strip() for part in word.partition("="))
    if key not in _OTHER_KEYS:
        raise PelotonError(word_fault(key, _OTHER_KEYS))
    spot = read_toml(f"{key} = {value}" if equals and value else "")
    stage = read_stage(None, spot)
    for problem in spot.problems:
        raise PelotonError(problem.message)
    return {key: getattr(stage, key)}


_OTHER_KEYS = (
    "points",
    "bonus",
    "same_time_gap",
    "time_limit",
    "counts",
    "start",
    "sections",
    "sprints",
)
"""Keys of a stage in a tour file that the option --set can change."""
