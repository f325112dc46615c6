"""The course of a stage as a sheet: what to put on the board, and what it is worth."""

from collections.abc import Iterable

from peloton.reports.names import Names
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    with_pictures,
    without_empty_columns,
)
from peloton.reports.stage.passages import prime_words
from peloton.reports.stage.result import circumstances
from peloton.reports.table_notes import table_notes
from peloton.rules.facts.kinds import SectionKind
from peloton.rules.facts.labels import prime_name, rider_type, stage_name
from peloton.rules.facts.stage import FINISH, Prime, Section, Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.ledgers.extra_turns import stage_allowances
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up.courses import (
    Stretch,
    Terrain,
    course_stretches,
    course_worth,
)
from peloton.rules.words import Said, listed, say

_FROM = Column(title=say("From"), kind=ColumnKind.NUMBER)
_TO = Column(title=say("To"), kind=ColumnKind.NUMBER)
_AT = Column(title=say("At"), kind=ColumnKind.NUMBER)
_NAME = Column(title=say("Name"), weight=2)
_TURNS = Column(title=say("Extra turns"), kind=ColumnKind.NUMBER)
_ON_MOUNTAINS = Column(title=say("On mountains at most"), kind=ColumnKind.NUMBER)
_TERRAINS: dict[Terrain, Said] = {
    Terrain.MOUNTAIN: say("mountain"),
    Terrain.DESCENT: say("descent"),
    Terrain.LAST: say("last km"),
    Terrain.PAVED: say("paved"),
    Terrain.ROAD: say("road"),
}


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
    sheet = Sheet(
        title=stage_name(number, stage),
        name=say("{what} {number}", what=say("Course"), number=str(number)),
        subtitle=listed((tour.name, *circumstances(stage)), " · "),
        tables=tuple(without_empty_columns(each) for each in tables if each.rows),
        notes=(*dice_notes(rulebook), *table_notes(rulebook, stage)),
    )
    return with_pictures(sheet, stage_profile(stage, rulebook))


def stretches_table(stage: Stage, rulebook: Rulebook) -> Table:
    """List the stretches of a course with their dice; none on the track."""
    stretches = () if stage.kind.on_track else course_stretches(stage, rulebook)
    return Table(
        name="Course",
        title=say("Course"),
        columns=(
            _FROM,
            _TO,
            Column(title=say("Section")),
            _NAME,
            Column(title=say("Dice")),
            Column(title=say("Danger"), weight=1),
        ),
        rows=tuple(_stretch(each, rulebook) for each in stretches),
    )


def extra_turns_table(stage: Stage, rulebook: Rulebook) -> Table:
    """List the extra turns that each type of rider is granted for a stage.

    Empty where the game has none, or where the course does not tell.
    """
    captain = rulebook.number("extra_turns.captain")
    mountains = any(s.kind is SectionKind.MOUNTAIN for s in stage.sections)
    table = Table(
        name="Extra turns",
        title=say("Extra turns for this course, besides those saved"),
        columns=(Column(title=say("Type"), weight=1), _TURNS, _ON_MOUNTAINS),
        rows=tuple(
            (
                rider_type(each.type),
                each.granted,
                each.on_mountains if mountains else None,
            )
            for each in stage_allowances(stage, rulebook)
            if each.granted is not None
        ),
        notes=(say("A team leader has {count} more.", count=captain),)
        if captain
        else (),
    )
    return without_empty_columns(table)


def dice_notes(rulebook: Rulebook) -> Iterable[str]:
    """Say what holds of the dice and of extra turns wherever a rider stands."""
    first = rulebook.number("dice.first_round")
    if first:
        yield say(
            "First round: {dice} for everybody, wherever (CY-19).", dice=_dice(first)
        )
    if rulebook.number("extra_turns.lines"):
        yield say(
            "Extra turns: not in the first round; on a mountain at most as many as"
            " stated; on a paved road only to accelerate (CY-12)."
        )


def _stretch(stretch: Stretch, rulebook: Rulebook) -> tuple[Cell, ...]:
    dice = str(stretch.dice) if stretch.dice else None
    if dice and stretch.sprinter_dice:
        dice = say("{dice}, sprinters {more}", dice=dice, more=stretch.sprinter_dice)
    danger = _danger(stretch, rulebook)
    terrain = _TERRAINS[stretch.terrain]
    if stretch.back and stretch.terrain is not Terrain.PAVED:
        terrain = say("paved {terrain}", terrain=terrain)
    return stretch.start, stretch.end, terrain, stretch.name, dice, danger


def _danger(stretch: Stretch, rulebook: Rulebook) -> str | None:
    """Say what a stretch does to riders: Cyclo's odd lines, Criterium's risk cards."""
    cost = rulebook.number("course.mountain_cost")
    if stretch.back:
        return say("an odd line: {count} back", count=stretch.back)
    if stretch.terrain is Terrain.PAVED and rulebook.flag("course.risk"):
        return say("a risk card")
    if stretch.terrain is Terrain.MOUNTAIN and cost:
        return say("a space counts for {count}, no shelter", count=cost)
    return None


def _dice(number: int) -> str:
    return say("1 die") if number == 1 else say("{number} dice", number=number)


def _lines(stage: Stage, rulebook: Rulebook) -> Table:
    """List what is to be crossed, with the points and bonus seconds for it."""
    worth = course_worth(stage, rulebook)
    lines: list[tuple[str, str, int | None, str]] = [
        (
            label,
            prime_name(label, prime),
            _place(prime),
            listed(prime_words(prime, rulebook)),
        )
        for label, prime in stage.primes.items()
    ]
    lines.append((FINISH, say("Finish"), stage.length, say("finish")))
    rows: list[tuple[Cell, ...]] = []
    for label, name, at, what in lines:
        brought = dict(worth.get(label, {}))
        bonus = brought.pop("bonus", ())
        # Sprint points may count twice over; what is written is what is won.
        points = next(iter(brought.values()), ())
        rows.append((at, name, what, _scale(points), _scale(bonus)))
    return Table(
        name="To be crossed",
        title=say("To be crossed"),
        columns=(
            _AT,
            _NAME,
            Column(title=say("What"), weight=2),
            Column(title=say("Points"), weight=1),
            Column(title=say("Bonus seconds"), weight=1),
        ),
        rows=tuple(rows),
    )


def _place(prime: Prime) -> int | None:
    return prime.end if isinstance(prime, Section) else prime.at


def _scale(amounts: Iterable[int]) -> str | None:
    return ", ".join(map(str, amounts)) or None


def _start(stage: Stage, names: Names) -> Table:
    """List who starts ahead, the furthest first, and by how many lines (CY-23)."""
    groups = sorted(stage.start, key=lambda group: -group.lead)
    rows: list[tuple[Cell, ...]] = [
        (
            group.lead,
            listed(
                say("{bib} {rider}", bib=bib, rider=name)
                if (name := names.rider(bib)) != bib
                else bib
                for bib in group.bibs
            ),
        )
        for group in groups
    ]
    if rows:
        rows.append((0, say("everybody else")))
    return Table(
        name="Start",
        title=say("Start"),
        columns=(
            Column(title=say("Lines ahead"), kind=ColumnKind.NUMBER),
            Column(title=say("Riders"), weight=1),
        ),
        rows=tuple(rows),
    )
