"""Define the option that plans the number of stages (GN-9)."""

from dataclasses import replace

import click

from peloton.cli.support.prompts import ask_yes_no, whole_number
from peloton.errors import PelotonError
from peloton.rules.facts.tour import OPEN, Tour
from peloton.rules.values import quote

stages_option = click.option(
    "--stages",
    metavar="N|open",
    help="Planned number of stages; 'open' if not known yet.",
)


def read_plan(word: str) -> int | str:
    """Read a planned number of stages: `7` or `open`; PelotonError for other words."""
    if word.casefold() in {OPEN, ""}:
        return OPEN
    number = whole_number(word) if word.isdecimal() else 0
    if number < 1:
        raise PelotonError(
            f"found {quote(word)} stages, expected a number of 1 or more, or '{OPEN}'"
        )
    return number


def plan_one_more_stage(tour: Tour, *, raised: bool) -> Tour:
    """Return the tour, with its planned number of stages raised if one more exceeds it.

    The user is asked first, unless `raised` is True. Raises PelotonError if the user
    declines.
    """
    number = len(tour.stages) + 1
    if not isinstance(tour.planned, int) or tour.planned >= number:
        return tour
    question = f"The tour is planned for {tour.planned} stages. Change to {number}?"
    if not raised and not ask_yes_no(question):
        raise PelotonError(
            f"the tour already has its {tour.planned} planned stages; nothing was"
            " changed"
        )
    return replace(tour, planned=number)
