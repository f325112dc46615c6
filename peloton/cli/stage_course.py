"""`peloton stage add`, `edit` and `remove`: the courses of a tour."""

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from peloton.cli.asking import answered, asked, interviewing, listed
from peloton.cli.output import said
from peloton.cli.session import Current, Session
from peloton.cli.stages import number_argument, stage_at, with_stage
from peloton.errors import PelotonError, did_you_mean
from peloton.rules.model import (
    Category,
    Profile,
    Section,
    SectionKind,
    Sprint,
    Stage,
    StageKind,
    Tour,
)

_SPRINT = re.compile(r"(?P<name>.*?)\s*(?:@\s*(?P<at>\d+))?")
_STRETCH = re.compile(
    r"(?:(?P<name>.*?)\s*@)?\s*(?P<start>\d+)\s*-\s*(?P<end>\d+)"
    r"(?:\s*:\s*(?P<category>\w+))?"
)


def course_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add the options that describe a stage."""
    for option in reversed(
        (
            click.option("--name", help="Its name, such as the towns."),
            click.option("--kind", type=click.Choice([*StageKind]), help="Its kind."),
            click.option(
                "--profile", type=click.Choice([*Profile]), help="Its terrain."
            ),
            click.option("--length", type=click.IntRange(min=1), help="Its spaces."),
            click.option(
                "--date", type=click.DateTime(["%Y-%m-%d"]), help="When it is ridden."
            ),
            click.option(
                "--sprint",
                "sprints",
                multiple=True,
                metavar="NAME@AT",
                help="An intermediate sprint.",
            ),
            click.option(
                "--climb",
                "climbs",
                multiple=True,
                metavar="NAME@FROM-TO[:CATEGORY]",
                help="A mountain, its category by hand or by its length.",
            ),
            click.option(
                "--paved", multiple=True, metavar="FROM-TO", help="A paved section."
            ),
            click.option(
                "--descent", multiple=True, metavar="FROM-TO", help="A descent."
            ),
            click.option("--points", metavar="15,10,5", help="Its own finish points."),
            click.option("--bonus", metavar="10,6,4", help="Its own finish bonus."),
        )
    ):
        command = option(command)
    return command


@click.command(short_help="Add a stage, asking for what is not given.")
@course_options
@click.pass_obj
def add(session: Session, /, **given: Any) -> None:  # noqa: ANN401 - click's values
    """Add a stage to the end of the current tour, asking for what is not given.

    Example:

    \b
        peloton stage add --name "Ninove - Muur" --kind road --length 190 \\
            --sprint Zottegem@120 --climb Muur@60-84

    """
    current = session.read()
    number = len(current.tour.stages) + 1
    asking = interviewing(any(given.values()))
    stage = _described(Stage(), given)
    if asking:
        stage = _asked(stage, given, number)
    session.change(lambda now: replace(now.tour, stages=(*now.tour.stages, stage)))
    said(
        f"Added stage {number}{f', {stage.name}' if stage.name else ''}."
        f" Enter it with 'peloton stage enter {number}'."
    )


@click.command(short_help="Change a stage's course.")
@number_argument
@course_options
@click.pass_obj
def edit(session: Session, /, number: int, **given: Any) -> None:  # noqa: ANN401 - as above
    """Change what is given of stage N; sprints replace all sprints, and so on.

    Example:

    \b
        peloton stage edit 2 --sprint Zottegem@110 --sprint Ninove@160

    """

    def changed(now: Current) -> Tour:
        stage = _described(stage_at(now.tour, number), given)
        return with_stage(now.tour, number, stage)

    session.change(changed)
    said(f"Changed stage {number}.")


@click.command(short_help="Remove the last stage.")
@click.pass_obj
def remove(session: Session) -> None:
    """Remove the last stage, if nothing has been entered on it.

    Example:

    \b
        peloton stage remove

    """

    def changed(now: Current) -> Tour:
        number = len(now.tour.stages)
        if stage_at(now.tour, max(number, 1)).ridden:
            message = (
                f"stage {number} has results; 'peloton stage clear {number}' first"
            )
            raise PelotonError(message)
        return replace(now.tour, stages=now.tour.stages[:-1])

    after = session.change(changed)
    said(f"Removed stage {len(after.tour.stages) + 1}.")


def _described(stage: Stage, given: dict[str, Any]) -> Stage:
    """Return the stage with what was given in place of what it had."""
    changes: dict[str, Any] = {}
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


def _scale(word: str) -> tuple[int, ...]:
    parts = [part.strip() for part in word.split(",") if part.strip()]
    if not all(part.isdecimal() for part in parts):
        message = f"found '{word}', expected whole numbers such as 15,10,5"
        raise PelotonError(message)
    return tuple(map(int, parts))


def _day(moment: dt.datetime) -> dt.date:
    return moment.date()


_READERS: dict[str, Callable[[Any], object]] = {
    "name": str,
    "kind": StageKind,
    "profile": Profile,
    "length": int,
    "date": _day,
    "points": _scale,
    "bonus": _scale,
}
_SECTIONS = {
    "climbs": SectionKind.MOUNTAIN,
    "paved": SectionKind.PAVED,
    "descent": SectionKind.DESCENT,
}


def sprint_of(word: str) -> Sprint:
    """Read `Zottegem@120`: a sprint's name and its space."""
    found = _SPRINT.fullmatch(word.strip())
    if found is None or not (found["name"] or found["at"]):
        message = f"found '{word}', expected a sprint such as Zottegem@120"
        raise PelotonError(message)
    at = found["at"]
    return Sprint(name=found["name"], at=None if at is None else int(at))


def section_of(word: str, kind: SectionKind) -> Section:
    """Read `Muur@60-84:3`: a section's name, spaces and, for a climb, category."""
    found = _STRETCH.fullmatch(word.strip())
    example = "Muur@60-84" if kind is SectionKind.MOUNTAIN else "100-115"
    if found is None:
        message = f"found '{word}', expected a {kind} section such as {example}"
        raise PelotonError(message)
    category = found["category"]
    if category is not None and category not in list(Category):
        message = (
            f"found category '{category}', expected one of {', '.join(Category)}"
            f"{did_you_mean(category, Category)}"
        )
        raise PelotonError(message)
    return Section(
        kind=kind,
        name=found["name"] or "",
        start=int(found["start"]),
        end=int(found["end"]),
        category=None if category is None else Category(category),
    )


def _asked(stage: Stage, given: dict[str, Any], number: int) -> Stage:
    """Ask for the name, kind, length, sprints and climbs that were not given."""
    if not given["name"]:
        stage = replace(stage, name=asked(f"Name of stage {number}", default=""))
    if not given["kind"]:
        kinds = ", ".join(StageKind)
        stage = replace(
            stage, kind=answered(f"Kind ({kinds})", _kind, default=StageKind.ROAD)
        )
    if not given["length"]:
        stage = replace(stage, length=answered("Length in spaces", _length, default=""))
    if not given["sprints"]:
        sprints = listed("Sprint NAME@AT, such as Zottegem@120", sprint_of)
        stage = replace(stage, sprints=tuple(sprints))
    if not given["climbs"]:
        climbs = listed(
            "Climb NAME@FROM-TO, such as Muur@60-84",
            lambda word: section_of(word, SectionKind.MOUNTAIN),
        )
        stage = replace(stage, sections=(*stage.sections, *climbs))
    return stage


def _kind(word: str) -> StageKind:
    if word not in list(StageKind):
        message = (
            f"found '{word}', expected one of {', '.join(StageKind)}"
            f"{did_you_mean(word, StageKind)}"
        )
        raise PelotonError(message)
    return StageKind(word)


def _length(word: str) -> int | None:
    if not word:
        return None
    if not word.isdecimal() or not int(word):
        message = f"found '{word}', expected a number of spaces"
        raise PelotonError(message)
    return int(word)
