"""Courses as files: the ready ones, and a user's own.

A course file is the course of a stage, as in a tour file, and how it goes round:

    name = "Paris-Roubaix"
    lap = 190                 # lines of one lap; or length = 30 and no laps
    sections = [ ... ]        # on the road every lap; sprints likewise
    [levels]                  # laps to choose from at a level, the usual first
    1 = [1, 2]
    [last_lap]                # on the road on the last lap only
    sections = [ ... ]
"""

from dataclasses import replace
from pathlib import Path

from peloton.errors import InputError, PelotonError, did_you_mean
from peloton.notation.problems import problem_lines
from peloton.notation.resources import file_text, template_files
from peloton.notation.toml.schema import Location, TableSchema, read_toml
from peloton.notation.toml.values import (
    name_value,
    place_value,
    scale_value,
    text_value,
    unfit,
)
from peloton.notation.tour_file.stages import NESTED, read_stage
from peloton.rules.checks.facts import course_problems
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.names import meant
from peloton.rules.setting_up.courses import Course
from peloton.rules.values import one_of, shown

_OF_STAGE = (
    *("kind", "profile", "points", "bonus", "same_time_gap"),
    *(*NESTED, "sections", "sprints"),
)
_COURSE = TableSchema(
    "a course",
    {
        "name": name_value,
        "rulebook": name_value,
        "note": text_value,
        "lap": place_value,
        "length": place_value,
    },
    required=("name",),
    nested=(*_OF_STAGE, "levels", "last_lap"),
)
_LAST_LAP = TableSchema("the last lap of a course", {}, nested=("sections", "sprints"))


def named_course(word: str) -> Course:
    """Return a ready course by its name, or a user's own by its file.

    Raises PelotonError for one that is not there, InputError for a file with
    mistakes, all of them.
    """
    courses, path = template_files("courses"), Path(word)
    names = tuple(courses)
    if word in names or not path.is_file():
        name = meant(word, dict.fromkeys(names, ()))
        if name is None:
            expected = f"expected {one_of(names)}, or a file{did_you_mean(word, names)}"
            message = f"no course {shown(word)}, {expected}"
            raise PelotonError(message)
        path = courses[name]
    text = file_text(path)
    course, problems = read_course(text)
    if course is None:
        lines = problem_lines(word, text, problems)
        count = f"{len(problems)} mistakes" if len(problems) > 1 else "1 mistake"
        message = f"{word} is not a course: {count}"
        raise InputError(message, lines)
    return course


def read_course(text: str) -> tuple[Course | None, tuple[Problem, ...]]:
    """Read a course file; with any mistake there is no course."""
    spot = read_toml(text)
    if spot.problems:
        return None, tuple(spot.problems)
    values = spot.values(_COURSE)
    length = values.pop("length", None)
    if (length is None) == ("lap" not in values) and not spot.problems:
        spot.report("a course: expected either 'lap' or 'length'", "required")
    every = read_stage(None, spot.only(_OF_STAGE))
    in_the_end = spot.at("last_lap")
    in_the_end.values(_LAST_LAP)
    last = read_stage(None, in_the_end.only(_LAST_LAP.nested))
    for stage, at in ((every, spot), (last, in_the_end)):
        for problem in course_problems(stage):
            at.at(*problem.where).report(problem.message, problem.code)
        _on_the_board(stage, values.get("lap", length), at)
    levels = spot.at("levels").entries(_level, _laps)
    if spot.problems:
        return None, tuple(spot.problems)
    return Course(
        **values, levels=levels, every=replace(every, length=length), last=last
    ), ()


def _on_the_board(stage: Stage, end: int | None, spot: Location) -> None:
    """Check that what is on the road lies within a lap, or within the course."""
    for key, lines in (
        ("sections", [section.end for section in stage.sections]),
        ("sprints", [sprint.at for sprint in stage.sprints]),
    ):
        for index, line in enumerate(lines):
            if end is not None and line is not None and line > end:
                message = f"found line {line}, expected at most {end}, where it ends"
                spot.at(key, index).report(message)


def _level(word: str) -> int:
    if word.isascii() and word.isdecimal():
        return int(word)
    raise unfit(word, "a level such as 1")


def _laps(found: object) -> tuple[int, ...]:
    laps = scale_value(found)
    if laps and min(laps) > 0:
        return laps
    raise unfit(found, "numbers of laps such as [1, 2]")
