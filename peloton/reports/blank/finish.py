"""Lay out the blank forms for a stage: arrival, time trial, climbs and sprints."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from peloton.reports.blank.paper import (
    RIDER,
    blank_form,
    box_column,
    name_column,
    starting_bibs,
    tick_boxes,
)
from peloton.reports.names import BIB, PLACED, Names
from peloton.reports.sheet import Column, Sheet, Table, numbers, record_table
from peloton.reports.stage.course import points_and_bonus
from peloton.reports.stage.result import prime_title
from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.stage import FINISH, Stage
from peloton.rules.race import score_stages
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up import line_scales
from peloton.rules.stage_start import start_order
from peloton.rules.words import join, phrase

_TIME = box_column(phrase("Time"))
_UNTIMED = {
    StageKind.POINTS_RACE: phrase("Points, lap by lap"),
    StageKind.ELIMINATION: phrase("Out in"),
    StageKind.SPRINT: phrase("Heats"),
}
"""For each kind of untimed track race, the title of the column to fill in."""
_BLANK_RIDER = (replace(BIB, weight=1), replace(RIDER, weight=4))
"""The columns for a rider's bib and name, to fill in by hand."""
_PER_ROW = 3
"""Number of riders per row in the list of riders still to finish."""
_FEWEST, _MOST, _SPACES_A_TURN = 8, 16, 6
"""Minimum and maximum number of boxes for turns; board spaces moved in a slow turn."""


def arrival_form(race: Race, number: int | None) -> tuple[Sheet]:
    """Return the arrival form of a stage.

    The form has a row for each place, with boxes for the numbers that describe the
    finish. Below, all riders are listed, to be crossed off when they finish.
    """
    stage = race.tour.stages[number - 1] if number else Stage()
    riders, rulebook = starting_bibs(race, number), race.rulebook
    boxes = [*map(box_column, rulebook.mark.columns)]
    if rulebook.unit != "places":
        boxes += (_TIME, box_column(phrase("Gap")))
    if stage.bonus or rulebook.scale("bonus.finish") or rulebook.scale("bonus.sprint"):
        boxes.append(box_column(phrase("Bonus")))
    if stage.kind in _UNTIMED:
        boxes = [Column(_UNTIMED[stage.kind], weight=6)]
    arrivals = record_table(
        "Arrival",
        phrase("In the order of arrival"),
        range(1, len(riders) + 1),
        (PLACED, int),
        *_BLANK_RIDER,
        *boxes,
        notes=_arrival_notes(stage, rulebook),
        blank=True,
    )
    checklist = [_checklist(race, riders)] if race.tour.riders else []
    return blank_form(race, number, phrase("Arrival"), arrivals, *checklist)


def _arrival_notes(stage: Stage, rulebook: Rulebook) -> Iterator[str]:
    points, bonus = points_and_bonus(line_scales(stage, rulebook).get(FINISH, {}))
    if points:
        yield phrase("Points: {scale}.", scale=join(map(str, points)))
    if bonus:
        yield phrase("Bonus seconds: {scale}.", scale=join(map(str, bonus)))
    if stage.kind.timed and rulebook.unit != "places":
        yield phrase(
            "Join the riders of a group with a bracket: they get the same time."
        )
    yield phrase("Riders without a place: DNS, DNF, OTL, DSQ or ABS.")
    rulebook = rulebook.on_stage(stage)
    turns = rulebook.number("time_limit.turns")
    if turns and stage.kind in rulebook.words("time_limit.stages"):
        yield phrase(
            "OTL: more than {turns} turns behind the first rider ({rule}).",
            turns=turns,
            rule=rulebook.source_of("time_limit.turns"),
        )


def _checklist(race: Race, riders: Sequence[str]) -> Table:
    """Return a table of the riders, several per row, to cross off when they finish."""
    names = Names(race.tour)
    high = -(-len(riders) // _PER_ROW)
    columns = [riders[at * high : (at + 1) * high] for at in range(_PER_ROW)]
    return Table(
        name="To come",
        title=phrase("Still to finish: cross off each rider who arrives"),
        columns=(BIB, RIDER) * _PER_ROW,
        rows=tuple(
            tuple(cell for bib in row for cell in (bib, bib and names.rider(bib)))
            for row in zip_longest(*columns)
        ),
    )


def time_trial_form(race: Race, number: int | None) -> tuple[Sheet]:
    """Return the form for a time trial, with a box for each turn and for the finish.

    Riders are listed in start order (CY-23).
    """
    tour = race.tour
    stage = tour.stages[number - 1] if number else Stage(kind=StageKind.ITT)
    if number and tour.riders:
        before = score_stages(tour, number - 1, race.rulebook)[1]
        riders = tuple(start_order(stage, before))
    else:
        riders = starting_bibs(race, number)
    starts = {bib: place for place, bib in enumerate(riders, 1)}
    codes = {rider.bib: rider.team for rider in tour.riders}
    boxes = tuple(map(box_column, race.rulebook.mark.columns))
    # The number of turns is estimated from the length of the course.
    turns = (stage.length or _FEWEST * _SPACES_A_TURN) // _SPACES_A_TURN + 2
    ticks = tick_boxes(min(max(turns, _FEWEST), _MOST))
    table = record_table(
        "Time trial",
        phrase("In the order of the start"),
        starts,
        ((*numbers(phrase("Start")), BIB), lambda bib: (starts[bib], bib)),
        name_column(race),
        *([(Column(phrase("Team")), codes.get)] if stage.by_teams else ()),
        *([(Column(phrase("Tick each turn")), lambda _: ticks)] if boxes else ()),
        *boxes,
        _TIME,
        notes=_trial_notes(stage, race.rulebook),
        blank=True,
    )
    return blank_form(race, number, phrase("Time trial"), table)


def _trial_notes(stage: Stage, rulebook: Rulebook) -> Iterator[str]:
    if stage.by_teams:
        key = "ttt.rider" if stage.kind is StageKind.TTT else "track.pursuit_rider"
        yield phrase(
            "A team's time is that of rider number {rider} of the team to finish"
            " ({rule}).",
            rider=rulebook.number(key),
            rule=rulebook.source_of(key),
        )
    yield phrase("Riders without a place: DNS, DNF, OTL, DSQ or ABS.")


def climbs_form(race: Race, number: int | None) -> tuple[Sheet]:
    """Return the form for climbs and sprints: a table for each, with its points.

    If `number` is None, there are tables for two climbs and two sprints.
    """
    rulebook = race.rulebook
    if number:
        stage = race.tour.stages[number - 1]
        if stage.kind is StageKind.CRITERIUM and not stage.laps:
            # The number of laps is not known yet.
            stage = replace(stage, laps=((),) * 6)
        scales = line_scales(stage, rulebook)
        blocks = [
            _block(label, prime_title(label, prime, rulebook), scales.get(label, {}))
            for label, prime in stage.primes.items()
        ]
    else:
        climb, sprint = phrase("Climb: ..... category ....."), phrase("Sprint: .....")
        worth = {kind: rulebook.scale(f"{kind}.sprint") for kind in ("points", "bonus")}
        blocks = [_block(f"Climb {row}", climb, {}) for row in (1, 2)]
        blocks += [_block(f"Sprint {row}", sprint, worth) for row in (1, 2)]
    return blank_form(race, number, phrase("Climbs and sprints"), *blocks)


def has_climb_or_sprint(stage: Stage) -> bool:
    """Return whether a stage has a climb or a sprint."""
    return bool(stage.primes) or stage.kind is StageKind.CRITERIUM


def _block(label: str, title: str, scales: Mapping[str, tuple[int, ...]]) -> Table:
    """Return the table for a sprint or climb, with a row for each place that scores.

    The table has at least three rows.
    """
    titles = numbers(phrase("Points"), phrase("Bonus"))
    won = [p for p in zip(titles, points_and_bonus(scales), strict=True) if p[1]]
    places = max(3, *(len(scale) for _, scale in won)) if won else 6
    rows = enumerate(zip_longest(*(scale for _, scale in won), range(places)), 1)
    return record_table(
        label,
        title,
        rows,
        (PLACED, lambda row: row[0]),
        *_BLANK_RIDER,
        (tuple(column for column, _ in won), lambda row: row[1][:-1]),
        blank=True,
    )
