"""`peloton rules setup`: what a game needs on the table before it begins."""

from dataclasses import replace

import click

from peloton.cli.support.arguments import OneOf, Whole
from peloton.cli.support.course_options import (
    course_option,
    laps_option,
    stage_of_course,
)
from peloton.cli.support.files import named_rulebook
from peloton.cli.support.output import OutputFormat, show, showing_tour
from peloton.desk.scored_tour import refuse
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.reports.rules.setup import setup_sheet
from peloton.reports.sheet import sheet_rows
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Section, Stage
from peloton.rules.facts.tour import Tour, stage_at
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.rulebook.tour_rulebook import tour_rulebook

_KINDS = tuple(str(kind) for kind in StageKind if not kind.on_track)


@click.command(short_help="Show what to deal and place before a game.")
@click.argument("game", required=False)
@click.option("--riders", type=int, help="How many start: the cards to deal.")
@click.option("--players", type=int, help="How many play: the riders to place.")
@click.option("--length", type=Whole(min=1), help="The course, in spaces.")
@click.option("--mountain", type=Whole(min=0), help="Its mountains, all together.")
@click.option("--kind", type=OneOf(_KINDS), help="Its kind.")
@course_option
@laps_option
@click.option("--level", help="The level played, where the game has levels.")
@click.option(
    "--stage",
    "number",
    type=Whole(min=1),
    metavar="N",
    help="Stage N of the current tour: no GAME then.",
)
@showing_tour
def setup(  # noqa: PLR0913 - one argument for each option of the command
    session: Session,
    *,
    game: str | None,
    riders: int | None,
    players: int | None,
    length: int | None,
    mountain: int | None,
    kind: str | None,
    course: str | None,
    laps: int | None,
    level: str | None,
    number: int | None,
    form: OutputFormat | None,
) -> None:
    """Print what GAME needs before it begins: cards, riders, dice, extra turns.

    GAME is a rulebook; what it goes by is given with the options. Without numbers the
    whole table of a game is printed.

    Example:
        peloton rules setup criterium --riders 12
        peloton rules setup figueres --players 4
        peloton rules setup cyclo --length 190 --mountain 25 --level 2
    """
    if (game is None) == (number is None):
        message = "expected either a GAME or --stage N of the current tour"
        raise PelotonError(message)
    stage: Stage | None = None
    if number is not None:
        current = session.read()
        book, tour = current.rulebook, current.tour
        stage = stage_at(tour, number)
    else:
        book, tour = _played(str(game), level)
        if course is not None:
            stage = stage_of_course(course, tour, book, laps)
    on_the_board = stage is not None
    if on_the_board or (length, mountain, kind) != (None, None, None):
        stage = _course(stage or Stage(), length, mountain, kind)
    sheet = setup_sheet(
        book, riders=riders, players=players, stage=stage, on_the_board=on_the_board
    )
    show(sheet, form, sheet_rows(sheet), tour=tour)


def _played(game: str, level: str | None) -> tuple[Rulebook, Tour]:
    """Return the rules of a game at a level, and a tour played by them."""
    base = named_rulebook(game)
    options = {} if level is None else {"level": level}
    tour = Tour(name=base.name, rulebook=game, options=options)
    book, problems = tour_rulebook(base, tour)
    refuse(problems)
    return book, tour


def _course(
    stage: Stage, length: int | None, mountain: int | None, kind: str | None
) -> Stage:
    """Return the course with its length, mountains and kind as given.

    Raises PelotonError if its mountains are longer than the course.
    """
    if length is not None:
        stage = replace(stage, length=length)
    if kind is not None:
        stage = replace(stage, kind=StageKind(kind))
    if mountain is not None:
        climbs = Section(kind=SectionKind.MOUNTAIN, start=0, end=mountain)
        others = (s for s in stage.sections if s.kind is not SectionKind.MOUNTAIN)
        stage = replace(stage, sections=(*others, climbs))
    if stage.length is not None and (mountain or 0) > stage.length:
        message = f"found {mountain} lines of mountain on a course of {stage.length}"
        raise PelotonError(message)
    return stage
