"""What all forms to be filled in share: whom they are for, and their heading."""

from collections.abc import Iterable

from peloton.reports import colours
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.reports.stage.result import circumstances
from peloton.rules.facts.labels import stage_name
from peloton.rules.facts.startlist import Bib
from peloton.rules.race import racing_before
from peloton.rules.results import Race
from peloton.rules.stage_start import start_order
from peloton.rules.words import listed, say

EMPTY_ROWS = 20
"""The rows of a form while there are no riders: four teams of five."""
EMPTY_STAGES = 5
"""The stages of a form while there are none."""

BIB = Column(title=say("Bib"), kind=ColumnKind.BIB)
RIDER = Column(title=say("Rider"), weight=1)
TYPE = Column(title=say("Type"))
_BOX, _FIVE = "\u25a1", 5


def box(title: str, weight: int = 1, kind: ColumnKind = ColumnKind.NUMBER) -> Column:
    """Return a column to write in."""
    return Column(title=title, kind=kind, weight=weight)


def boxes(count: int) -> str:
    """Draw boxes to tick or to cross out, in fives."""
    return " ".join(_BOX * min(_FIVE, count - at) for at in range(0, count, _FIVE))


def racing(race: Race, number: int | None) -> tuple[Bib, ...]:
    """Return who rides a stage, or rides now, in the order of the bibs (GN-1).

    While there are no riders they are just numbered.
    """
    stage = number or len(race.tour.stages) + 1
    found = racing_before(race.tour, stage, race.rulebook)
    return found or tuple(Bib(str(row)) for row in range(1, EMPTY_ROWS + 1))


def starting(race: Race, number: int | None) -> tuple[Bib, ...]:
    """Return who rides a stage, in the order of the start if it is known."""
    if number is None or not race.tour.riders:
        return racing(race, number)
    return start_order(race, number)


def form(race: Race, number: int | None, title: str, tables: Iterable[Table]) -> Sheet:
    """Head a form with its stage, or with room for the number of one.

    Who wears a jersey on the stage is marked, once the stage before it is ridden.
    """
    stage = race.tour.stages[number - 1] if number else None
    heading = say("{form}: stage .....", form=title)
    if number and stage:
        heading = say("{form}: {stage}", form=title, stage=stage_name(number, stage))
    return Sheet(
        title=heading,
        name=say("{what} {number}", what=title, number=str(number))
        if number
        else title,
        subtitle=listed(
            (race.tour.name, *(circumstances(stage) if stage else ())), " · "
        ),
        unit=race.rulebook.unit,
        tables=tuple(tables),
        jerseys=worn(race, number),
    )


def worn(race: Race, number: int | None) -> tuple[tuple[str, str], ...]:
    """Return the colours of who wears a jersey on a stage, by bib."""
    ridden = len(race.stages) if number is None else number - 1
    if not 0 < ridden <= len(race.stages):
        return ()
    return colours.worn(race.stages[ridden - 1], race.rulebook)
