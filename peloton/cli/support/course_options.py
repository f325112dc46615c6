"""Define the command-line options for a course, with values such as Muur@60-84."""

import re
from dataclasses import replace
from typing import Any

import click

from peloton.cli.support.arguments import (
    Integer,
    OneOf,
    day_option,
    match_word,
    with_options,
)
from peloton.cli.support.output import tell
from peloton.cli.support.prompts import ask_yes_no, whole_number
from peloton.errors import PelotonError
from peloton.notation.course_file import named_course
from peloton.rules.facts.kinds import Category, Profile, SectionKind, StageKind
from peloton.rules.facts.stage import Section, Sprint, Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up.courses import course_laps, course_stage, tour_level
from peloton.rules.values import half_up, quote

_STRETCH = re.compile(r"(\d+) ?- ?(\d+)(?: ?: ?(\w+))?")
_NAMED_CLIMB = re.compile(r"([^@:]+)(?:: ?(\w+))?")
_PLACE = re.compile(r"(?<=\D) (\d+(?: ?- ?\d+)?(?: ?: ?\w+)?)$")


def normalize_kind(word: str) -> str:
    """Spell a kind of stage as in tour files; return other words unchanged."""
    try:
        return StageKind(word).value
    except ValueError:
        return word


def _with_at_signs(
    _ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(map(confirm_at_sign, words))


def confirm_at_sign(word: str) -> str:
    """Ask whether `Aalst 70` means `Aalst@70`; return the intended value."""
    text = _tidy(word)
    place = None if "@" in text else _PLACE.search(text)
    if place is None:
        return word
    meant = f"{text[: place.start()]}@{place[1]}"
    return meant if ask_yes_no(f"'{word}' has no @. Did you mean {meant}?") else word


course_options = with_options(
    click.option("--name", help="Name of the stage, such as Lille-Lens."),
    click.option(
        "--kind",
        type=OneOf(StageKind, normalize_kind),
        help="Kind of stage; hyphens may replace spaces, as in points-race.",
    ),
    click.option("--profile", type=OneOf(Profile), help="Terrain of the stage."),
    click.option(
        "--length",
        metavar="LENGTH",
        help="Length of the course in spaces, such as 190; in Cyclo also 230km.",
    ),
    day_option("--date", text="Date of the stage."),
    click.option(
        "--sprint",
        "sprints",
        multiple=True,
        metavar="NAME@AT",
        callback=_with_at_signs,
        help="Intermediate sprint; repeatable.",
    ),
    click.option(
        "--climb",
        "climbs",
        multiple=True,
        metavar="NAME[@FROM-TO][:CATEGORY]",
        callback=_with_at_signs,
        help="Climb; by default, its length decides the category.",
    ),
    click.option("--paved", multiple=True, metavar="FROM-TO", help="Paved section."),
    click.option("--descent", multiple=True, metavar="FROM-TO", help="Descent."),
)
"""The options that describe a stage."""


def edit_course(stage: Stage, given: dict[str, Any], rulebook: Rulebook) -> Stage:
    """Apply the given options to a stage.

    Raises PelotonError for an option that cannot be read.
    """
    plain = ("name", "kind", "profile", "date")
    changes: dict[str, Any] = {key: given[key] for key in plain if given[key]}
    if given["sprints"]:
        changes["sprints"] = tuple(map(read_sprint, given["sprints"]))
    if given["length"]:
        changes["length"] = read_length(given["length"], rulebook)
    sections = list(stage.sections)
    for key, kind in _SECTIONS.items():
        if given[key]:
            sections = [other for other in sections if other.kind is not kind]
            sections += (read_section(word, kind) for word in given[key])
    changes["sections"] = tuple(sections)
    return replace(stage, **changes)


_SECTIONS = {
    "climbs": SectionKind.MOUNTAIN,
    "paved": SectionKind.PAVED,
    "descent": SectionKind.DESCENT,
}


def read_length(word: str, rulebook: Rulebook) -> int:
    """Read a length such as `190`, `190 lines` or `230 km`; PelotonError for others.

    In games that measure laps in km, a length in km is converted to spaces (CY-21).
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
        more = " or km, such as 230 km" if lap_km else ""
        raise PelotonError(
            f"found {quote(word)}, expected a length in {unit}, such as 190{more}"
        )
    return number


_LENGTH = re.compile(r"(\d{1,6})\s*([a-zA-Z]*)", re.ASCII)


def _tidy(word: str) -> str:
    return " ".join(word.split())


def read_sprint(word: str) -> Sprint:
    """Read a sprint such as `Zottegem@120`, or just `120`; PelotonError for others."""
    text = _tidy(word)
    name, sign, space = ("", "@", text) if text.isdecimal() else text.partition("@")
    if not text or bool(sign) != space.strip().isdecimal():
        raise PelotonError(
            f"found {quote(word)}, expected a sprint such as Zottegem@120"
        )
    return Sprint(name=name.strip(), at=whole_number(space.strip()) if sign else None)


def read_section(word: str, kind: SectionKind) -> Section:
    """Read a section such as `100-115`, or a climb `NAME@FOOT-SUMMIT:CATEGORY`."""
    text, climb = _tidy(word), kind is SectionKind.MOUNTAIN
    name, _, place = text.rpartition("@")
    start = end = None
    if "@" not in name and (stretch := _STRETCH.fullmatch(place.strip())):
        start, end, category = stretch.groups()
    elif climb and (named := _NAMED_CLIMB.fullmatch(text)):
        name, category = named.groups()
    else:
        example = "Muur@60-84" if climb else "100-115"
        raise PelotonError(
            f"found {quote(word)}, expected a {kind} section such as {example}"
        )
    return Section(
        kind=kind,
        name=name.strip(),
        start=whole_number(start) if start else None,
        end=whole_number(end) if end else None,
        category=match_word(Category, category) if category else None,
    )


course_option = click.option(
    "--course",
    metavar="NAME",
    help="Use a built-in course, such as paris-roubaix, or a course file.",
)
laps_option = click.option("--laps", type=Integer(min=1), help="Number of laps.")


def stage_of_course(
    word: str, tour: Tour, rulebook: Rulebook, laps: int | None
) -> Stage:
    """Return a course as a stage, at the tour's level; print the course's note.

    Raises PelotonError for an unknown course, or a number of laps that it does not
    offer.
    """
    course = named_course(word)
    level = tour_level(tour, rulebook)
    stage = course_stage(course, course_laps(course, level, laps))
    if course.note:
        tell(course.note)
    return stage
