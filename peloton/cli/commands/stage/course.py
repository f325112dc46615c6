"""`peloton stage add`, `edit`, `list`, `show` and `remove`: the stages of a tour."""

import sys
from dataclasses import replace
from functools import partial
from typing import Any

import click

from peloton.cli.commands.stage.course_values import (
    key_value,
    read_length,
    read_section,
    read_sprint,
)
from peloton.cli.support.arguments import (
    Integer,
    OneOf,
    match_word,
    name_argument,
    number_argument,
    one_name,
    option,
    read_day,
    repeatable,
    stage_argument,
    with_options,
)
from peloton.cli.support.changing import change_tour, changing_tour
from peloton.cli.support.output import (
    output_format,
    print_file_text,
    show,
    show_list,
    showing_tour,
    tell,
)
from peloton.cli.support.prompts import (
    ask_yes_no,
    prompt,
    prompt_until_valid,
    run_interview,
    should_ask,
)
from peloton.desk.scored_tour import ScoredTour, count_noun
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.course_file import named_course
from peloton.notation.desk.writing import desk_text
from peloton.notation.tour_file.writing import stage_text
from peloton.reports.sheet import sheet_rows
from peloton.reports.stage.course import course_sheet
from peloton.rules.facts.kinds import OTHER_STAGE_KINDS, Profile, SectionKind, StageKind
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import stage_at
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up import course_laps, course_stage, tour_level
from peloton.rules.stage.track import stage_kinds
from peloton.rules.words import phrase

_course_options = with_options(
    option("--name TEXT", "Name of the stage, such as Lille-Lens."),
    option(
        "--kind",
        "Kind of stage; hyphens may replace spaces, as in points-race.",
        type=OneOf(StageKind, others=OTHER_STAGE_KINDS),
    ),
    option("--profile", "Terrain of the stage.", type=OneOf(Profile)),
    option(
        "--length LENGTH",
        "Length of the course in spaces, such as 190; in Cyclo also 230km.",
    ),
    option("--date DAY", "Date of the stage.", type=read_day),
    repeatable("--sprint NAME@AT", "Intermediate sprint; repeatable.", "sprints"),
    repeatable(
        "--climb NAME[@FROM-TO][:CATEGORY]",
        "Climb; by default, its length decides the category.",
        "climbs",
    ),
    repeatable("--paved FROM-TO", "Paved section."),
    repeatable("--descent FROM-TO", "Descent."),
    repeatable(
        "--set KEY=VALUE",
        'Set another key of the tour file, such as "points=[15, 10, 5]";'
        " without VALUE, reset it.",
        "values",
    ),
)
"""The command-line options that describe the course of a stage."""
laps_option = option("--laps", "Number of laps.", type=Integer(min=1))


@click.command()
@name_argument
@option(
    "--course NAME", "Use a built-in course, such as paris-roubaix, or a course file."
)
@laps_option
@_course_options
@option("--raise-plan", "Raise the number of planned stages.")
@changing_tour
def add(session: Session, /, *, raise_plan: bool, **given: Any) -> None:  # noqa: ANN401 - click's values
    """Add a stage to the end of the current tour; missing details are asked for.

    Example:
        peloton stage add --name "Ninove - Muur" --kind road --length 190 \\
            --sprint Zottegem@120 --climb Muur@60-84
        peloton stage add --course prologue --length 25
    """
    before, called = session.read(), given.pop("called")
    given["name"] = one_name(called, given["name"])
    number = len(before.tour.stages) + 1
    planned = before.tour.planned
    if isinstance(planned, int) and planned < number:
        stages = count_noun(planned, "stage")
        question = f"The tour is planned for {stages}. Change to {number}?"
        if not (raise_plan or session.dry_run or ask_yes_no(question)):
            raise PelotonError(
                "the tour already has all its planned stages; nothing was changed"
            )
    course, laps = given["course"], given["laps"]
    stage = Stage()
    if course is not None:
        stage = stage_of_course(course, before, laps)
    elif laps is not None:
        raise PelotonError("found --laps without a course, expected --course NAME too")
    stage = _edit_course(stage, given, before.rulebook)
    if course is None and should_ask(given=any(given.values())):
        key = f"stage add {before.tour.name}"
        stage = run_interview(key, partial(_ask_stage, stage, given, before))
    added = f"stage {number}{f', {stage.name}' if stage.name else ''}"
    then = f"Enter it with 'peloton stage enter {number}'."
    change_tour(session, lambda now: _with_added(now, stage), f"added {added}", then)


def _with_added(before: ScoredTour, stage: Stage) -> ScoredTour:
    """Return the tour with another stage, which is then also planned."""
    stages, planned = (*before.tour.stages, stage), before.tour.planned
    if isinstance(planned, int):
        planned = max(planned, len(stages))
    return before.with_tour(replace(before.tour, stages=stages, planned=planned))


@click.command()
@number_argument
@_course_options
@changing_tour
def edit(session: Session, /, number: int, **given: Any) -> None:  # noqa: ANN401 - as above
    """Change the course of stage N.

    The sprints, climbs or other sections given replace all of the same kind.

    Example:
        peloton stage edit 2 --sprint Zottegem@110 --sprint Ninove@160
    """

    def change(now: ScoredTour) -> ScoredTour:
        stage = _edit_course(stage_at(now.tour, number), given, now.rulebook)
        return now.with_stage(number, stage)

    change_tour(session, change, f"changed stage {number}")


_TITLES = {
    "number": phrase("Stage"),
    "name": phrase("Name"),
    "kind": phrase("Kind"),
    "length": phrase("Length"),
    "date": phrase("Date"),
    "state": phrase("State"),
}


@click.command("list")
@showing_tour
def list_(session: Session) -> None:
    """List the stages of the current tour.

    Example:
        peloton stage list
    """
    tour = session.read().tour
    rows: list[dict[str, str | int | None]] = []
    for number, stage in enumerate(tour.stages, 1):
        state = phrase("ridden") if stage.ridden else phrase("to be ridden")
        rows.append(
            {
                "number": number,
                "name": stage.name,
                "kind": phrase(stage.kind.value),
                "length": stage.length,
                "date": str(stage.date) if stage.date else None,
                "state": phrase("cancelled") if stage.cancelled else state,
            }
        )
    show_list(phrase("Stages"), tour, _TITLES, rows)


@click.command("show")
@number_argument
@option("--entry", "Print only lines for `stage enter --from`.")
@showing_tour
def show_(session: Session, number: int, *, entry: bool) -> None:
    """Show stage N in the format of a tour file, and its course.

    The course lists sections with dice and dangers, points at each sprint and summit,
    start groups and extra turns. --json, --csv, --markdown and --bbcode print only the
    course. To correct a stage, save it with --entry, edit the file and enter it again.

    Example:
        peloton stage show 2 --entry > stage-2.txt
    """
    current = session.read()
    stage = stage_at(current.tour, number)
    course = course_sheet(current.tour, number, current.rulebook)
    if output_format() is not None:
        show(replace(course, data=sheet_rows(course)), current.tour)
    elif not entry:
        click.echo(stage_text(stage), nl=False)
        show(course, current.tour)
    elif sys.stdout.isatty():
        print_file_text(desk_text(stage))
    else:  # print escape codes unchanged, so that the file can be entered again
        click.echo(desk_text(stage), nl=False)


@click.command()
@stage_argument
@changing_tour
def remove(session: Session, *, number: int | None) -> None:
    """Remove the last stage, if it has no results. N can only be the last stage.

    Example:
        peloton stage remove
    """
    last = number or len(session.read().tour.stages)

    def change(now: ScoredTour) -> ScoredTour:
        stages = now.tour.stages
        if last != len(stages):
            raise PelotonError(
                f"found stage {last}, expected {len(stages)}: only the last can be"
                " removed"
            )
        if stage_at(now.tour, max(last, 1)).ridden:
            raise PelotonError(
                f"stage {last} has results; first run 'peloton stage clear {last}'"
            )
        return now.with_tour(replace(now.tour, stages=stages[:-1]))

    change_tour(session, change, f"removed stage {last}")


def _ask_stage(stage: Stage, given: dict[str, Any], before: ScoredTour) -> Stage:
    """Ask for a stage's missing details; after an invalid answer, ask again."""
    rulebook = before.rulebook
    if not given["name"]:
        question = f"Name of stage {len(before.tour.stages) + 1}"
        stage = replace(stage, name=prompt(question, default=""))
    if not given["kind"]:
        stage = replace(stage, kind=_ask_kind(rulebook))
    if not given["length"]:
        question = f"Length in {rulebook.word('course.unit')}"
        if rulebook.number("course.lap_km"):
            question = f"{question}, or in km"
        stage = prompt_until_valid(
            question,
            lambda word: _edit_course(stage, {"length": word}, rulebook),
            default="",
        )
    if stage.kind.on_track or stage.kind is StageKind.PROLOGUE:
        return stage
    sprints = rulebook.scale("points.sprint") or rulebook.scale("bonus.sprint")
    if sprints and not given["sprints"] and not stage.kind.against_the_clock:
        question = "Sprint NAME@AT, such as Zottegem@120"
        stage = _ask_places(stage, "sprints", question, before)
    if not given["climbs"]:
        question = "Climb NAME@FROM-TO, such as Muur@60-84"
        stage = _ask_places(stage, "climbs", question, before)
    return stage


def _ask_places(stage: Stage, key: str, question: str, before: ScoredTour) -> Stage:
    """Ask for sprints or climbs until an empty answer; return the stage with them."""
    words: list[str] = []

    def add_place(word: str) -> bool:
        """Add a sprint or climb; return False for an empty answer."""
        if not word:
            return False
        more = _edit_course(stage, {key: [*words, word]}, before.rulebook)
        _with_added(before, more).checked()
        words.append(word)
        return True

    while prompt_until_valid(f"{question} (Enter when done)", add_place, default=""):
        pass
    return _edit_course(stage, {key: words}, before.rulebook)


def _ask_kind(rulebook: Rulebook) -> StageKind:
    kinds = stage_kinds(rulebook)
    question = f"Kind ({', '.join(kinds)})"
    if StageKind.TTT in kinds:
        question = (
            f"{question[:-1]}; itt, mtt, ttt: individual, mountain and team time trial)"
        )
    return prompt_until_valid(
        question,
        lambda word: match_word(kinds, word, OTHER_STAGE_KINDS),
        default=StageKind.ROAD,
    )


def _edit_course(stage: Stage, given: dict[str, Any], rulebook: Rulebook) -> Stage:
    """Return a stage changed by the options given, which may be empty or missing."""
    plain = ("name", "kind", "profile", "date")
    changes: dict[str, Any] = {key: given[key] for key in plain if given.get(key)}
    if given.get("sprints"):
        changes["sprints"] = tuple(map(read_sprint, given["sprints"]))
    if given.get("length"):
        changes["length"] = read_length(given["length"], rulebook)
    sections = list(stage.sections)
    for key, kind in (
        ("climbs", SectionKind.MOUNTAIN),
        ("paved", SectionKind.PAVED),
        ("descent", SectionKind.DESCENT),
    ):
        if given.get(key):
            sections = [other for other in sections if other.kind is not kind]
            sections += (read_section(word, kind) for word in given[key])
    changes["sections"] = tuple(sections)
    for word in given.get("values", ()):
        changes |= key_value(word)
    return replace(stage, **changes)


def stage_of_course(word: str, now: ScoredTour, laps: int | None) -> Stage:
    """Make a stage from a named course, at the tour's level; print the course's note.

    Raises PelotonError if the course does not offer this number of laps.
    """
    course = named_course(word)
    level = tour_level(now.tour, now.rulebook)
    stage = course_stage(course, course_laps(course, level, laps))
    if course.note:
        tell(course.note)
    return stage
