"""A course on the command line: its options, words such as Muur@60-84, ready ones."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from peloton.cli.support.output import said
from peloton.cli.support.param_types import OneOf, Whole, day_option
from peloton.cli.support.prompts import number_of, numbers_of, word_of
from peloton.errors import PelotonError
from peloton.notation.course_file import named_course
from peloton.rules.facts.kinds import Category, Profile, SectionKind, StageKind
from peloton.rules.facts.stage import Section, Sprint, Stage, StartGroup
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up.courses import course_laps, course_stage, tour_level
from peloton.rules.words import visible

_SPRINT = re.compile(r"(?P<name>[^@]*?)\s*(?:@\s*(?P<at>\d+))?")
_STRETCH = re.compile(
    r"(?:(?P<name>[^@]*?)\s*@)?\s*(?P<start>\d+)\s*-\s*(?P<end>\d+)"
    r"(?:\s*:\s*(?P<category>\w+))?"
)
_UNPLACED = re.compile(r"([^@]*\D)\s+(\d+(?:\s*-\s*\d+)?(?:\s*:\s*\w+)?)")
_NAMED_CLIMB = re.compile(r"(?P<name>[^@:]+?)\s*(?::\s*(?P<category>\w+))?")


class _Kind(OneOf):
    """A kind of stage, however its words are joined."""

    def convert(
        self,
        value: str,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str:
        """Take `points-race` for `points race`."""
        return super().convert(plain_kind(value), param, ctx)


def plain_kind(word: str) -> str:
    """Return a kind of stage as it is written here; another word as it is."""
    try:
        return StageKind(word).value
    except ValueError:
        return word


def _placed_all(
    _ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(map(placed, words))


def placed(word: str) -> str:
    """Ask whether `Aalst 70` means `Aalst@70`; return what was meant."""
    found = _UNPLACED.fullmatch(word.strip())
    if found is None:
        return word
    meant = f"{found[1]}@{found[2]}"
    question = visible(f"found '{word}' without @: is {meant} meant?")
    return meant if click.confirm(question, default=True, err=True) else word


_OPTIONS = (
    click.option("--name", help="Its name, such as the towns."),
    click.option(
        "--kind",
        type=_Kind([each.value for each in StageKind]),
        help="Its kind; words may be joined, as in points-race.",
    ),
    click.option(
        "--profile",
        type=OneOf([each.value for each in Profile]),
        help="Its terrain.",
    ),
    click.option("--length", type=Whole(min=1), help="Its spaces."),
    day_option("--date", text="When it is ridden."),
    click.option(
        "--sprint",
        "sprints",
        multiple=True,
        metavar="NAME@AT",
        callback=_placed_all,
        help="An intermediate sprint.",
    ),
    click.option(
        "--climb",
        "climbs",
        multiple=True,
        metavar="NAME[@FROM-TO][:CATEGORY]",
        callback=_placed_all,
        help="A mountain, its category by hand or by its length.",
    ),
    click.option("--paved", multiple=True, metavar="FROM-TO", help="A paved section."),
    click.option("--descent", multiple=True, metavar="FROM-TO", help="A descent."),
    click.option(
        "--start",
        multiple=True,
        metavar="BIBS@LEAD",
        help='Who starts ahead, such as "1 2 3@25" (CY-23).',
    ),
    click.option("--points", metavar="15,10,5", help="Its own finish points."),
    click.option("--bonus", metavar="10,6,4", help="Its own finish bonus."),
)


def course_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add the options that describe a stage."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def described(stage: Stage, given: dict[str, Any]) -> Stage:
    """Return the stage with what was given in place of what it had."""
    changes: dict[str, Any] = {}
    if given["date"]:
        changes["date"] = given["date"]
    for key, read in _READERS.items():
        if given[key]:
            changes[key] = read(given[key])
    if given["sprints"]:
        changes["sprints"] = tuple(map(sprint_of, given["sprints"]))
    sections = list(stage.sections)
    for key, kind in _SECTIONS.items():
        if given[key]:
            sections = [each for each in sections if each.kind is not kind]
            sections += (section_of(each, kind) for each in given[key])
    changes["sections"] = tuple(sections)
    return replace(stage, **changes)


_READERS: dict[str, Callable[[Any], object]] = {
    "name": str,
    "kind": StageKind,
    "profile": Profile,
    "length": int,
    "start": lambda words: tuple(map(group_of, words)),
    "points": numbers_of,
    "bonus": numbers_of,
}
_SECTIONS = {
    "climbs": SectionKind.MOUNTAIN,
    "paved": SectionKind.PAVED,
    "descent": SectionKind.DESCENT,
}


def sprint_of(word: str) -> Sprint:
    """Read `Zottegem@120`: a sprint's name and its space; `120` is a space alone."""
    found = _SPRINT.fullmatch(word.strip())
    if word.strip().isdecimal():
        found = _SPRINT.fullmatch(f"@{word.strip()}")
    if found is None or not (found["name"] or found["at"]):
        message = f"found '{word}', expected a sprint such as Zottegem@120"
        raise PelotonError(message)
    at = found["at"]
    return Sprint(name=found["name"], at=None if at is None else number_of(at))


def group_of(word: str) -> StartGroup:
    """Read `1 2 3@25`: who starts ahead, and by how many lines."""
    bibs, _, lead = (part.strip() for part in word.rpartition("@"))
    if not bibs:
        message = f"found '{word}', expected bibs and a lead such as '1 2 3@25'"
        raise PelotonError(message)
    return StartGroup(bibs=tuple(map(Bib, bibs.split())), lead=number_of(lead))


def section_of(word: str, kind: SectionKind) -> Section:
    """Read `100-115`, for a climb `Muur@60-84:3`, `Muur:3` or just `Muur`."""
    climb = kind is SectionKind.MOUNTAIN
    found = _STRETCH.fullmatch(word.strip())
    if found is None and climb:
        found = _NAMED_CLIMB.fullmatch(word.strip())
    if found is None:
        example = "Muur@60-84" if climb else "100-115"
        message = f"found '{word}', expected a {kind} section such as {example}"
        raise PelotonError(message)
    part = found.groupdict()
    return Section(
        kind=kind,
        name=part["name"] or "",
        start=number_of(part["start"]) if part.get("start") else None,
        end=number_of(part["end"]) if part.get("end") else None,
        category=word_of(Category, part["category"]) if part["category"] else None,
    )


course_option = click.option(
    "--course",
    metavar="NAME",
    help="A ready course, such as paris-roubaix, or a course file.",
)
laps_option = click.option("--laps", type=Whole(min=1), help="How often it goes round.")


def stage_of_course(
    word: str, tour: Tour, rulebook: Rulebook, laps: int | None
) -> Stage:
    """Return the stage that a course is at the level of a tour, and say its note.

    PelotonError for a course that is not there, or laps it does not have.
    """
    course = named_course(word)
    level = tour_level(tour, rulebook)
    stage = course_stage(course, course_laps(course, level, laps))
    if course.note:
        said(course.note)
    return stage
