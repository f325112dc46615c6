"""The course of a stage as a sheet: sections, sprints and climbs, with their points."""

from collections.abc import Iterable, Mapping

from peloton.reports.headings import stage_facts, subtitle_of
from peloton.reports.names import Names
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.sheet import Cell, Column, Sheet, Table, numbers, record_table
from peloton.reports.stage.result import prime_details
from peloton.reports.table_notes import table_notes
from peloton.rules.facts.kinds import LimitUnit, StageKind
from peloton.rules.facts.labels import known_word, prime_name, stage_name
from peloton.rules.facts.stage import FINISH, Section, Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.ledgers.extra_turns import road_turns, stage_allowances
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up import Stretch, Terrain, course_stretches, line_scales
from peloton.rules.stage_start import starts_together
from peloton.rules.words import format_time, join, phrase

_NAME = Column(phrase("Name"), weight=2)
_TURNS = numbers(phrase("Extra turns"), phrase("Maximum on mountains"))


def course_sheet(tour: Tour, number: int, rulebook: Rulebook) -> Sheet:
    """Report the course of stage `number`, ridden or not, for use during the game.

    The sheet lists the sections with dice and dangers (CY-19), the points and bonus
    seconds of each sprint, climb and the finish, the riders with a head start (CY-23),
    and the extra turns (CY-12, CY-13).
    """
    stage = tour.stages[number - 1]
    tables = (
        stretches_table(stage, rulebook),
        _primes_table(stage, rulebook),
        _head_starts(stage, Names(tour)),
        extra_turns_table(stage, rulebook),
    )
    return Sheet(
        title=stage_name(number, stage),
        name=phrase("{what} {number}", what=phrase("Course"), number=str(number)),
        subtitle=subtitle_of(tour.name, *stage_facts(stage, rulebook)),
        tables=tuple(table for table in tables if table.rows),
        notes=(*start_notes(stage, rulebook), *rule_notes(stage, rulebook)),
    ).with_pictures(stage_profile(stage, rulebook))


def stretches_table(stage: Stage, rulebook: Rulebook) -> Table:
    """List the sections of a course with their dice; no rows for a track race."""
    stretches = () if stage.kind.on_track else course_stretches(stage, rulebook)
    cost = rulebook.number("course.mountain_cost")

    def cells(part: Stretch) -> tuple[Cell, ...]:
        terrain = known_word(part.terrain)
        if part.back and part.terrain is not Terrain.PAVED:
            terrain = phrase("paved {terrain}", terrain=terrain)
        dice, more = str(part.dice) if part.dice else None, part.sprinter_dice
        if dice and more:
            dice = phrase("{dice}, sprinters {more}", dice=dice, more=more)
        danger: str | None = None
        if part.back:
            danger = phrase("odd line: move {count} back", count=part.back)
        elif part.terrain is Terrain.PAVED and rulebook.flag("course.risk"):
            danger = phrase("a risk card")
        elif part.terrain is Terrain.MOUNTAIN and cost:
            danger = phrase("each space counts as {count}, no shelter", count=cost)
        return part.start, part.end, terrain, part.name, dice, danger

    columns = (
        *numbers(phrase("From"), phrase("To")),
        Column(phrase("Section")),
        _NAME,
        Column(phrase("Dice")),
        Column(phrase("Danger"), weight=1),
    )
    return record_table("Course", phrase("Course"), stretches, (columns, cells))


def extra_turns_table(stage: Stage, rulebook: Rulebook) -> Table:
    """List the extra turns that each type of rider is granted for a stage.

    The table is empty if the game has no extra turns, or if the length of the course is
    not known.
    """
    notes = []
    if captain := road_turns("captain", stage, rulebook):
        notes.append(phrase("A captain gets {count} more.", count=captain))
    if more := road_turns("team", stage, rulebook):
        notes.append(
            phrase(
                "Extra turns: {count} more per team, for any rider (CY-12).", count=more
            )
        )
    return record_table(
        "Extra turns",
        phrase("Extra turns for this race only")
        if stage.kind.outside_the_tour
        else phrase("Extra turns for this course, in addition to saved ones"),
        (a for a in stage_allowances(stage, rulebook) if a.granted is not None),
        (Column(phrase("Type"), weight=1), lambda allowed: known_word(allowed.type)),
        (_TURNS, lambda a: (a.granted, a.on_mountains if stage.climbs else None)),
        notes=[*notes, *heat_notes(stage, rulebook)],
    )


_STARTS = {
    "a die": phrase(
        "Start order: highest die first, then each player's riders by number"
    ),
    "two dice": phrase(
        "Start order: highest throw of two dice first; the team places all its riders,"
        " then the others around the table"
    ),
    "podium": phrase(
        "Start order: as on the podium, where the players place their riders in turn"
    ),
    "lots": phrase("Start order: drawn by lot"),
    "fewest points": phrase(
        "Start order after the first stage: fewest points first; on equal points,"
        " the team of the rider with the highest time first, then by lot"
    ),
}
"""The note for each value of the rulebook key `start.order`."""


def start_notes(stage: Stage, rulebook: Rulebook) -> Iterable[str]:
    """Yield a note on the order of a mass start, if the rulebook defines one."""
    order = _STARTS.get(rulebook.word("start.order"))
    if order and starts_together(stage):
        rule = rulebook.source_of("start.order")
        yield phrase("{what} ({rule}).", what=order, rule=rule)


_LIMITS = {
    LimitUnit.TURNS: phrase("{count} turns"),
    LimitUnit.PERCENT: phrase("{count} %"),
}


def rule_notes(
    stage: Stage, rulebook: Rulebook, riders: int | None = None
) -> Iterable[str]:
    """Yield the limits set for this stage only (RR-10), then `table_notes`."""
    if stage.same_time_gap is not None:
        gap = format_time(stage.same_time_gap, rulebook.unit)
        yield phrase("Same-time gap on this stage: {time} (RR-10).", time=gap)
    if stage.time_limit:
        limits = (
            phrase(_LIMITS[unit].pattern, count=most)
            if unit in _LIMITS
            else format_time(most, rulebook.unit)
            for unit, most in stage.time_limit.items()
        )
        yield phrase(
            "Time limit on this stage: {limit} behind the winner (RR-10).",
            limit=join(limits),
        )
    yield from table_notes(rulebook, stage, riders)


def heat_notes(stage: Stage, rulebook: Rulebook) -> Iterable[str]:
    """Yield a note on the extra turns in each heat, if the stage is a match sprint."""
    turns = rulebook.number("extra_turns.heat")
    if stage.kind is StageKind.SPRINT and rulebook.number("extra_turns.lines"):
        yield phrase(
            "Extra turns: {count} in each heat, for everybody (CY-12).", count=turns
        )


def _primes_table(stage: Stage, rulebook: Rulebook) -> Table:
    worth = line_scales(stage, rulebook)

    def crossed(label: str) -> tuple[Cell, ...]:
        if label == FINISH:
            return stage.length, phrase("Finish"), phrase("finish")
        prime = stage.primes[label]
        at = prime.end if isinstance(prime, Section) else prime.at
        return at, prime_name(label, prime), join(prime_details(prime, rulebook))

    return record_table(
        "To be crossed",
        phrase("Sprints, climbs and finish"),
        (*stage.primes, FINISH),
        ((*numbers(phrase("At")), _NAME, Column(phrase("What"), weight=2)), crossed),
        (
            (
                Column(phrase("Points"), weight=1),
                Column(phrase("Bonus seconds"), weight=1),
            ),
            lambda label: tuple(
                join(map(str, scale)) or None
                for scale in points_and_bonus(worth.get(label, {}))
            ),
        ),
    )


def points_and_bonus(
    worth: Mapping[str, tuple[int, ...]],
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points and bonus seconds of a sprint, climb or finish, by place.

    `worth` maps each classification, or `bonus`, to its amounts for first place, second
    place and so on. Points that count for two classifications are returned once.
    """
    points = (scale for towards, scale in worth.items() if towards != "bonus")
    return next(points, ()), worth.get("bonus", ())


def _head_starts(stage: Stage, names: Names) -> Table:
    """List the riders with a head start, the largest head start first (CY-23)."""
    groups = sorted(stage.start, key=lambda group: -group.lead)
    ahead = [
        (group.lead, join(map(names.bib_and_name, group.bibs))) for group in groups
    ]
    return record_table(
        "Start",
        phrase("Start"),
        [*ahead, (0, phrase("everybody else"))] if ahead else [],
        (numbers(phrase("Lines ahead")), lambda group: group[0]),
        (Column(phrase("Riders"), weight=1), lambda group: group[1]),
    )
