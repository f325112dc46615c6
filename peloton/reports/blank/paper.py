"""Parts shared by blank forms: columns, boxes to tick, starters, the heading."""

from collections.abc import Callable, Iterable

from peloton.reports.headings import race_sheet, stage_facts
from peloton.reports.names import Names
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table
from peloton.rules.facts.labels import stage_name
from peloton.rules.facts.startlist import Bib
from peloton.rules.live import RaceBeforeStage
from peloton.rules.results import Race
from peloton.rules.words import phrase

RIDER = Column(phrase("Rider"), weight=1)
_BOX, _FIVE = "◻", 5
"""The character that represents a box to tick, and the number of boxes per group.

All default fonts contain the character.
"""


def box_column(title: str, weight: int = 1) -> Column:
    """Return a column of boxes in which numbers are written by hand."""
    return Column(title, ColumnKind.NUMBER, weight=weight)


def name_column(race: Race) -> tuple[Column, Callable[[Bib], Cell]]:
    """Return the column of riders' names, as one of the `parts` of `record_table`.

    The cells are empty if the tour has no riders.
    """
    names = Names(race.tour)
    return RIDER, lambda bib: names.rider(bib) if race.tour.riders else None


def tick_boxes(count: int) -> str:
    """Return boxes to tick or cross out, in groups of five."""
    return " ".join(_BOX * min(_FIVE, count - at) for at in range(0, count, _FIVE))


def starting_bibs(race: Race, number: int | None) -> tuple[Bib, ...]:
    """Return the bibs of the riders still in the race before a stage (GN-1).

    If `number` is None, use the stage after the last stage of the tour. For a tour
    without riders, return the bibs 1 to 20, enough for four teams of five.
    """
    if not race.tour.riders:
        return tuple(Bib(str(row)) for row in range(1, 21))
    stage = number or len(race.tour.stages) + 1
    return RaceBeforeStage(race.tour, stage, race.rulebook).racing


def blank_form(
    race: Race, number: int | None, title: str, *tables: Table
) -> tuple[Sheet]:
    """Return a form whose heading names the stage, or has room to write its number.

    If the previous stage is ridden, icons mark the wearers of jerseys.
    """
    heading, name = phrase("{form}: stage .....", form=title), title
    about: Iterable[str] = ()
    after = race.latest
    if number:
        stage = race.tour.stages[number - 1]
        heading = phrase("{form}: {stage}", form=title, stage=stage_name(number, stage))
        name = phrase("{what} {number}", what=title, number=str(number))
        about = stage_facts(stage, race.rulebook)
        known = 1 < number <= len(race.stages) + 1
        after = race.stages[number - 2] if known else None
    return (race_sheet(race, heading, tables, *about, name=name, after=after),)
