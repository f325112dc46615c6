"""The course of a stage as a sheet: what to put on the board, and what it is worth."""

from collections.abc import Iterable

from peloton.reports.headings import circumstances
from peloton.reports.names import Names
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table, numbers
from peloton.reports.stage.result import prime_words
from peloton.reports.table_notes import table_notes
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.labels import prime_name, rider_type, stage_name
from peloton.rules.facts.stage import FINISH, Prime, Section, Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.ledgers.extra_turns import (
    captain_turns,
    stage_allowances,
    team_turns,
)
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up.courses import (
    Stretch,
    Terrain,
    course_stretches,
    course_worth,
)
from peloton.rules.words import Phrase, listed, phrase

_FROM, _TO, _AT = numbers(phrase("From"), phrase("To"), phrase("At"))
_NAME = Column(title=phrase("Name"), weight=2)
_TURNS = numbers(phrase("Extra turns"), phrase("On mountains at most"))
_TERRAINS: dict[Terrain, Phrase] = {
    Terrain.MOUNTAIN: phrase("mountain"),
    Terrain.DESCENT: phrase("descent"),
    Terrain.LAST: phrase("last km"),
    Terrain.PAVED: phrase("paved"),
    Terrain.ROAD: phrase("road"),
}


def course_sheet(tour: Tour, number: int, rulebook: Rulebook) -> Sheet:
    """Report the course of stage `number`, ridden or not, for the table.

    Its sections with dice and dangers (CY-19), the points and bonus seconds of each
    line, the riders who start ahead (CY-23), and extra turns (CY-12, CY-13).
    """
    stage = tour.stages[number - 1]
    tables = (
        stretches_table(stage, rulebook),
        _lines(stage, rulebook),
        _start(stage, Names(tour)),
        extra_turns_table(stage, rulebook),
    )
    return Sheet(
        title=stage_name(number, stage),
        name=phrase("{what} {number}", what=phrase("Course"), number=str(number)),
        subtitle=listed((tour.name, *circumstances(stage, rulebook)), " · "),
        tables=tuple(each.without_empty_columns() for each in tables if each.rows),
        notes=(
            *start_notes(stage, rulebook),
            *dice_notes(rulebook),
            *table_notes(rulebook, stage),
        ),
    ).with_pictures(stage_profile(stage, rulebook))


def stretches_table(stage: Stage, rulebook: Rulebook) -> Table:
    """List the stretches of a course with their dice; none on the track."""
    stretches = () if stage.kind.on_track else course_stretches(stage, rulebook)
    return Table(
        name="Course",
        title=phrase("Course"),
        columns=(
            _FROM,
            _TO,
            Column(title=phrase("Section")),
            _NAME,
            Column(title=phrase("Dice")),
            Column(title=phrase("Danger"), weight=1),
        ),
        rows=tuple(_stretch(each, rulebook) for each in stretches),
    )


def extra_turns_table(stage: Stage, rulebook: Rulebook) -> Table:
    """List the extra turns that each type of rider is granted for a stage.

    Empty if the game has none, or the course does not say how many.
    """
    captain = captain_turns(stage, rulebook)
    mountains = any(s.kind is SectionKind.MOUNTAIN for s in stage.sections)
    return Table(
        name="Extra turns",
        title=phrase("Extra turns for this race alone")
        if stage.kind.outside_the_tour
        else phrase("Extra turns for this course, besides those saved"),
        columns=(Column(title=phrase("Type"), weight=1), *_TURNS),
        rows=tuple(
            (
                rider_type(allowance.type),
                allowance.granted,
                allowance.on_mountains if mountains else None,
            )
            for allowance in stage_allowances(stage, rulebook)
            if allowance.granted is not None
        ),
        notes=(
            *(
                (phrase("A team leader has {count} more.", count=captain),)
                * bool(captain)
            ),
            *team_turn_notes(stage, rulebook),
            *heat_notes(stage, rulebook),
        ),
    ).without_empty_columns()


_STARTS = {
    "a die": phrase(
        "Start: who throws the highest die first; then each player's riders by number"
    ),
    "two dice": phrase(
        "Start: who throws the highest sum of two dice first, with all riders of the"
        " team; then round the table"
    ),
    "podium": phrase(
        "Start: in the order of the podium, where the players put their riders by turns"
    ),
    "lots": phrase("Start: the riders are placed at random, by drawing lots"),
}
"""How a game finds who starts first, by the word of its rulebook."""


def start_notes(stage: Stage, rulebook: Rulebook) -> Iterable[str]:
    """Say how the game finds the order of the start; nothing where it has none."""
    together = not (stage.kind.against_the_clock or stage.kind.outside_the_tour)
    said = _STARTS.get(rulebook.word("start.order")) if together else None
    if said is not None:
        rule = rulebook.rule("start.order")
        yield phrase("{what} ({rule}).", what=said, rule=rule)


def dice_notes(rulebook: Rulebook) -> Iterable[str]:
    """Note the rules for dice and extra turns that hold on the whole course."""
    first = rulebook.number("dice.first_round")
    if first:
        yield phrase(
            "First round: {dice} for everybody, wherever (CY-19).", dice=_dice(first)
        )
    if rulebook.number("extra_turns.lines"):
        yield phrase(
            "Extra turns: not in the first round; on a mountain at most as many as"
            " stated; on a paved road only to accelerate (CY-12)."
        )


def team_turn_notes(stage: Stage, rulebook: Rulebook) -> Iterable[str]:
    """Say what a stage brings a team of extra turns."""
    if more := team_turns(stage, rulebook):
        yield phrase(
            "Extra turns: {count} more a team, for any rider (CY-12).", count=more
        )


def heat_notes(stage: Stage, rulebook: Rulebook) -> Iterable[str]:
    """Say what a heat of a sprint brings of extra turns."""
    each = rulebook.number("extra_turns.heat")
    if stage.kind is StageKind.SPRINT and rulebook.number("extra_turns.lines"):
        yield phrase(
            "Extra turns: {count} in each heat, for everybody (CY-12).", count=each
        )


def _stretch(stretch: Stretch, rulebook: Rulebook) -> tuple[Cell, ...]:
    dice = str(stretch.dice) if stretch.dice else None
    if dice and stretch.sprinter_dice:
        dice = phrase("{dice}, sprinters {more}", dice=dice, more=stretch.sprinter_dice)
    danger = _danger(stretch, rulebook)
    terrain = _TERRAINS[stretch.terrain]
    if stretch.back and stretch.terrain is not Terrain.PAVED:
        terrain = phrase("paved {terrain}", terrain=terrain)
    return stretch.start, stretch.end, terrain, stretch.name, dice, danger


def _danger(stretch: Stretch, rulebook: Rulebook) -> str | None:
    """Name the danger of a stretch: Cyclo's odd lines, Criterium's risk cards."""
    cost = rulebook.number("course.mountain_cost")
    if stretch.back:
        return phrase("an odd line: {count} back", count=stretch.back)
    if stretch.terrain is Terrain.PAVED and rulebook.flag("course.risk"):
        return phrase("a risk card")
    if stretch.terrain is Terrain.MOUNTAIN and cost:
        return phrase("a space counts for {count}, no shelter", count=cost)
    return None


def _dice(number: int) -> str:
    return phrase("1 die") if number == 1 else phrase("{number} dice", number=number)


def _lines(stage: Stage, rulebook: Rulebook) -> Table:
    """List the sprints, climbs and the finish, with their points and bonus seconds."""
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
    lines.append((FINISH, phrase("Finish"), stage.length, phrase("finish")))
    rows: list[tuple[Cell, ...]] = []
    for label, name, space, what in lines:
        brought = dict(worth.get(label, {}))
        bonus = brought.pop("bonus", ())
        # Sprint points may count twice over; what is written is what is won.
        points = next(iter(brought.values()), ())
        rows.append((space, name, what, _scale(points), _scale(bonus)))
    return Table(
        name="To be crossed",
        title=phrase("To be crossed"),
        columns=(
            _AT,
            _NAME,
            Column(title=phrase("What"), weight=2),
            Column(title=phrase("Points"), weight=1),
            Column(title=phrase("Bonus seconds"), weight=1),
        ),
        rows=tuple(rows),
    )


def _place(prime: Prime) -> int | None:
    return prime.end if isinstance(prime, Section) else prime.at


def _scale(amounts: Iterable[int]) -> str | None:
    return ", ".join(map(str, amounts)) or None


def _start(stage: Stage, names: Names) -> Table:
    """List the riders who start ahead, the furthest first, with their lines (CY-23)."""
    groups = sorted(stage.start, key=lambda group: -group.lead)
    rows: list[tuple[Cell, ...]] = [
        (
            group.lead,
            listed(
                phrase("{bib} {rider}", bib=bib, rider=name)
                if (name := names.rider(bib)) != bib
                else bib
                for bib in group.bibs
            ),
        )
        for group in groups
    ]
    if rows:
        rows.append((0, phrase("everybody else")))
    return Table(
        name="Start",
        title=phrase("Start"),
        columns=(
            Column(title=phrase("Lines ahead"), kind=ColumnKind.NUMBER),
            Column(title=phrase("Riders"), weight=1),
        ),
        rows=tuple(rows),
    )
