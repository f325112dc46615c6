"""The course of a stage as a sheet: what to put on the board, and what it is worth."""

from collections.abc import Iterable

from peloton.reports.names import Names
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.reports.stage import circumstances, numbered
from peloton.rules.awards import FINISH, summit_category
from peloton.rules.courses import (
    Stretch,
    Terrain,
    course_stretches,
    course_worth,
)
from peloton.rules.extra_turns import stage_allowances
from peloton.rules.model import Prime, Section, SectionKind, Stage, Tour
from peloton.rules.rulebook import Rulebook

_FROM = Column(title="From", kind=ColumnKind.NUMBER)
_TO = Column(title="To", kind=ColumnKind.NUMBER)
_AT = Column(title="At", kind=ColumnKind.NUMBER)
_NAME = Column(title="Name", weight=2)
_TURNS = Column(title="Extra turns", kind=ColumnKind.NUMBER)
_ON_MOUNTAINS = Column(title="On mountains at most", kind=ColumnKind.NUMBER)


def course_sheet(tour: Tour, number: int, rulebook: Rulebook) -> Sheet:
    """Report the course of stage `number`, ridden or not, for the table.

    Its sections with dice and dangers (CY-19), what there is to be won over each
    line, who starts ahead (CY-23) and everybody's extra turns (CY-12, CY-13).
    """
    stage = tour.stages[number - 1]
    tables = (
        stretches_table(stage, rulebook),
        _lines(stage, rulebook),
        _start(stage, Names(tour)),
        extra_turns_table(stage, rulebook),
    )
    return Sheet(
        title=numbered(number, stage),
        name=f"Course {number}",
        subtitle=" · ".join((tour.name, *circumstances(stage))),
        tables=tuple(without_empty_columns(each) for each in tables if each.rows),
        notes=tuple(dice_notes(rulebook)),
    )


def stretches_table(stage: Stage, rulebook: Rulebook) -> Table:
    """List the stretches of a course with their dice; none on the track."""
    stretches = () if stage.kind.on_track else course_stretches(stage, rulebook)
    return Table(
        name="Course",
        title="Course",
        columns=(
            _FROM,
            _TO,
            Column(title="Section"),
            _NAME,
            Column(title="Dice"),
            Column(title="Danger", weight=1),
        ),
        rows=tuple(_stretch(each) for each in stretches),
    )


def extra_turns_table(stage: Stage, rulebook: Rulebook) -> Table:
    """List the extra turns that each type of rider is granted for a stage.

    Empty where the game has none, or where the course does not tell.
    """
    captain = rulebook.number("extra_turns.captain")
    mountains = any(s.kind is SectionKind.MOUNTAIN for s in stage.sections)
    table = Table(
        name="Extra turns",
        title="Extra turns for this course, besides those saved",
        columns=(Column(title="Type", weight=1), _TURNS, _ON_MOUNTAINS),
        rows=tuple(
            (each.type, each.granted, each.on_mountains if mountains else None)
            for each in stage_allowances(stage, rulebook)
            if each.granted is not None
        ),
        notes=(f"A team leader has {captain} more.",) if captain else (),
    )
    return without_empty_columns(table)


def dice_notes(rulebook: Rulebook) -> Iterable[str]:
    """Say what holds of the dice and of extra turns wherever a rider stands."""
    first = rulebook.number("dice.first_round")
    if first:
        yield f"First round: {_dice(first)} for everybody, wherever (CY-19)."
    if rulebook.number("extra_turns.lines"):
        yield (
            "Extra turns: not in the first round; on a mountain at most as many as"
            " stated; on a paved road only to accelerate (CY-12)."
        )


def _stretch(stretch: Stretch) -> tuple[Cell, ...]:
    dice = str(stretch.dice) if stretch.dice else None
    if dice and stretch.sprinter_dice:
        dice = f"{dice}, sprinters {stretch.sprinter_dice}"
    danger = f"an odd line: {stretch.back} back" if stretch.back else None
    terrain = str(stretch.terrain)
    if stretch.back and stretch.terrain is not Terrain.PAVED:
        terrain = f"paved {terrain}"
    return stretch.start, stretch.end, terrain, stretch.name, dice, danger


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def _lines(stage: Stage, rulebook: Rulebook) -> Table:
    """List what is to be crossed, with the points and bonus seconds for it."""
    worth = course_worth(stage, rulebook)
    lines: list[tuple[str, int | None, str]] = [
        (label, _place(prime), ", ".join(_about(prime, rulebook)))
        for label, prime in stage.primes.items()
    ]
    lines.append(("Finish", stage.length, "finish"))
    rows: list[tuple[Cell, ...]] = []
    for label, at, what in lines:
        brought = dict(worth.get(FINISH if what == "finish" else label, {}))
        bonus = brought.pop("bonus", ())
        # Sprint points may count twice over; what is written is what is won.
        points = next(iter(brought.values()), ())
        rows.append((at, label, what, _scale(points), _scale(bonus)))
    return Table(
        name="To be crossed",
        title="To be crossed",
        columns=(
            _AT,
            _NAME,
            Column(title="What", weight=2),
            Column(title="Points", weight=1),
            Column(title="Bonus seconds", weight=1),
        ),
        rows=tuple(rows),
    )


def _place(prime: Prime) -> int | None:
    return prime.end if isinstance(prime, Section) else prime.at


def _about(prime: Prime, rulebook: Rulebook) -> Iterable[str]:
    if not isinstance(prime, Section):
        yield "sprint"
        return
    category = summit_category(prime, rulebook)
    yield f"summit of category {category}" if category else "summit"
    if prime.length is not None:
        yield f"{prime.length} spaces"


def _scale(amounts: Iterable[int]) -> str | None:
    return ", ".join(map(str, amounts)) or None


def _start(stage: Stage, names: Names) -> Table:
    """List who starts ahead, the furthest first, and by how many lines (CY-23)."""
    groups = sorted(stage.start, key=lambda group: -group.lead)
    rows: list[tuple[Cell, ...]] = [
        (
            group.lead,
            ", ".join(
                f"{bib} {name}" if (name := names.rider(bib)) != bib else bib
                for bib in group.bibs
            ),
        )
        for group in groups
    ]
    if rows:
        rows.append((0, "everybody else"))
    return Table(
        name="Start",
        title="Start",
        columns=(
            Column(title="Lines ahead", kind=ColumnKind.NUMBER),
            Column(title="Riders", weight=1),
        ),
        rows=tuple(rows),
    )
