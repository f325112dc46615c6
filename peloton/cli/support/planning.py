"""The planned number of stages on the command line (GN-9)."""

from dataclasses import replace

import click

from peloton.cli.support.prompts import agreed, whole_number
from peloton.errors import PelotonError
from peloton.rules.facts.tour import OPEN, Tour
from peloton.rules.values import shown

stages_option = click.option(
    "--stages",
    metavar="N|open",
    help="How many stages are planned; 'open' if that is not known yet.",
)


def plan_of(word: str) -> int | str:
    """Read a planned number of stages, `7` or `open`; PelotonError if it is neither."""
    if word.casefold() in {OPEN, ""}:
        return OPEN
    number = whole_number(word) if word.isdecimal() else 0
    if number < 1:
        message = (
            f"found {shown(word)} stages, expected a number, 1 or more, or '{OPEN}'"
        )
        raise PelotonError(message)
    return number


def with_room(tour: Tour, *, raised: bool) -> Tour:
    """Return a tour whose plan has room for one more stage.

    A plan that has none is raised after a yes, or unasked if it may be `raised`.
    Raises PelotonError for a no.
    """
    number = len(tour.stages) + 1
    if not isinstance(tour.planned, int) or tour.planned >= number:
        return tour
    question = f"The tour is planned for {tour.planned} stages. Raise that to {number}?"
    if not raised and not agreed(question):
        message = f"stage {number} is beyond the plan; nothing was changed"
        raise PelotonError(message)
    return replace(tour, planned=number)
