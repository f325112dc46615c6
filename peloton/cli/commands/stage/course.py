"""`peloton stage add`, `edit` and `remove`: set up the stages of a tour."""

from dataclasses import replace
from functools import partial
from typing import Any

import click

from peloton.cli.support.arguments import (
    match_word,
    name_argument,
    number_argument,
    stage_argument,
)
from peloton.cli.support.changing import change_tour, changing_tour, report
from peloton.cli.support.course_options import (
    confirm_at_sign,
    course_option,
    course_options,
    edit_course,
    laps_option,
    normalize_kind,
    read_length,
    read_section,
    read_sprint,
    stage_of_course,
)
from peloton.cli.support.prompts import (
    ask_yes_no,
    prompt,
    prompt_list,
    prompt_until_valid,
    run_interview,
    should_ask,
)
from peloton.desk.scored_tour import ScoredTour, check_tour
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour, stage_at, with_stage
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.track import stage_kinds


@click.command()
@name_argument
@course_option
@laps_option
@course_options
@click.option("--raise-plan", is_flag=True, help="Raise the number of planned stages.")
@changing_tour
def add(session: Session, /, *, raise_plan: bool, **given: Any) -> None:  # noqa: ANN401 - click's values
    """Add a stage to the end of the current tour; missing details are asked for.

    Example:
        peloton stage add --name "Ninove - Muur" --kind road --length 190 \\
            --sprint Zottegem@120 --climb Muur@60-84
        peloton stage add --course prologue --length 25
    """
    before, called = session.read(), given.pop("called")
    given["name"] = given["name"] or called
    number = len(before.tour.stages) + 1
    _plan_one_more(before.tour, raised=raise_plan or session.dry_run)
    course, laps = given["course"], given["laps"]
    stage = Stage()
    if course is not None:
        stage = stage_of_course(course, before.tour, before.rulebook, laps)
    elif laps is not None:
        raise PelotonError("found --laps without a course, expected --course NAME too")
    stage = edit_course(stage, given, before.rulebook)
    if course is None and should_ask(given=any(given.values())):
        key = f"stage add {before.tour.name}"
        stage = run_interview(key, partial(_ask_stage, stage, given, before))
    added = f"stage {number}{f', {stage.name}' if stage.name else ''}"
    session.change(lambda now: _with_added(now.tour, stage), f"added {added}")
    then = f"Enter it with 'peloton stage enter {number}'."
    report(session, f"Added {added}.", then)


def _plan_one_more(tour: Tour, *, raised: bool) -> Tour:
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


def _with_added(tour: Tour, stage: Stage) -> Tour:
    tour = _plan_one_more(tour, raised=True)
    return replace(tour, stages=(*tour.stages, stage))


@click.command()
@number_argument
@course_options
@changing_tour
def edit(session: Session, /, number: int, **given: Any) -> None:  # noqa: ANN401 - as above
    """Change the course of stage N.

    The sprints, climbs or other sections given replace all of the same kind.

    Example:
        peloton stage edit 2 --sprint Zottegem@110 --sprint Ninove@160
    """

    def change(now: ScoredTour) -> Tour:
        stage = edit_course(stage_at(now.tour, number), given, now.rulebook)
        return with_stage(now.tour, number, stage)

    change_tour(session, change, f"changed stage {number}")


@click.command()
@stage_argument
@changing_tour
def remove(session: Session, *, number: int | None) -> None:
    """Remove the last stage, if it has no results. N can only be the last stage.

    Example:
        peloton stage remove
    """
    before = session.read()
    last = len(before.tour.stages)
    if number not in {None, last}:
        raise PelotonError(
            f"found stage {number}, expected {last}: only the last can be removed"
        )
    number = last
    if stage_at(before.tour, max(number, 1)).ridden:
        raise PelotonError(
            f"stage {number} has results; first run 'peloton stage clear {number}'"
        )
    tour = replace(before.tour, stages=before.tour.stages[:-1])
    session.save(before, before.with_tour(tour), f"removed stage {number}")
    report(session, f"Removed stage {number}.")


def _ask_stage(stage: Stage, given: dict[str, Any], before: ScoredTour) -> Stage:
    """Ask for a stage's missing details, including sprints if they score in this game.

    A sprint or climb that makes the stage invalid is asked for again.
    """
    rulebook = before.rulebook

    def with_sprint(now: Stage, word: str) -> Stage:
        sprint = read_sprint(confirm_at_sign(word))
        return fitting(replace(now, sprints=(*now.sprints, sprint)))

    def with_climb(now: Stage, word: str) -> Stage:
        climb = read_section(confirm_at_sign(word), SectionKind.MOUNTAIN)
        return fitting(replace(now, sections=(*now.sections, climb)))

    def fitting(now: Stage) -> Stage:
        check_tour(_with_added(before.tour, now), before.rulebook_text)
        return now

    if not given["name"]:
        question = f"Name of stage {len(before.tour.stages) + 1}"
        stage = replace(stage, name=prompt(question, default=""))
    if not given["kind"]:
        stage = replace(stage, kind=_ask_kind(rulebook))
    if not given["length"]:
        stage = replace(stage, length=_ask_length(rulebook))
    if stage.kind.on_track or stage.kind is StageKind.PROLOGUE:
        return stage
    sprints = rulebook.scale("points.sprint") or rulebook.scale("bonus.sprint")
    if sprints and not given["sprints"] and not stage.kind.against_the_clock:
        stage = prompt_list(stage, _SPRINT, with_sprint)
    if not given["climbs"]:
        stage = prompt_list(stage, _CLIMB, with_climb)
    return stage


_SPRINT = "Sprint NAME@AT, such as Zottegem@120"
_CLIMB = "Climb NAME@FROM-TO, such as Muur@60-84"


def _ask_kind(rulebook: Rulebook) -> StageKind:
    """Ask for one of the game's kinds of stages."""
    kinds = stage_kinds(rulebook)
    question = f"Kind ({', '.join(kinds)})"
    if StageKind.TTT in kinds:
        question = (
            f"{question[:-1]}; itt, mtt, ttt: individual, mountain and team time trial)"
        )
    return prompt_until_valid(
        question,
        lambda word: match_word(kinds, normalize_kind(word)),
        default=StageKind.ROAD,
    )


def _ask_length(rulebook: Rulebook) -> int | None:
    question = f"Length in {rulebook.word('course.unit')}"
    if rulebook.number("course.lap_km"):
        question = f"{question}, or in km"
    return prompt_until_valid(
        question, lambda word: read_length(word, rulebook) if word else None, default=""
    )
