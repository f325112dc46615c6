"""Ready courses on the command line: the classics, prologues, a file of your own."""

import click

from peloton.cli.choosing import Whole
from peloton.cli.output import said
from peloton.notation.courses import named_course
from peloton.rules.courses import course_laps, course_stage, tour_level
from peloton.rules.model import Stage, Tour
from peloton.rules.rulebook import Rulebook

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
