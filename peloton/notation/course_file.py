"""Read course files: built-in courses, and users' own.

A course file describes the course of a stage, with the keys of a tour file, and its
laps:

    name = "Paris-Roubaix"
    lap = 190                 # board lines in one lap; without laps: length = 30
    sections = [ ... ]        # on every lap; sprints likewise
    [levels]                  # numbers of laps to choose from, the default first
    1 = [1, 2]
    [last_lap]                # on the last lap only
    sections = [ ... ]
"""

from dataclasses import replace
from operator import methodcaller

from peloton.notation.problems import valid_document
from peloton.notation.resources import file_text, named_file
from peloton.notation.toml.schema import fact_schema, read_toml
from peloton.notation.toml.values import scale_value, whole_from
from peloton.notation.tour_file.reading import STAGE_SCHEMA
from peloton.rules.checks.facts import course_problems
from peloton.rules.facts.stage import Stage
from peloton.rules.setting_up import Course
from peloton.rules.values import unexpected


def _level(word: str) -> int:
    if word.isascii() and word.isdecimal():
        return int(word)
    raise unexpected(word, "a level such as 1")


def _laps(found: object) -> tuple[int, ...]:
    laps = scale_value(found)
    if laps and min(laps) > 0:
        return laps
    raise unexpected(found, "numbers of laps such as [1, 2]")


_LAST_LAP = STAGE_SCHEMA.subset("the last lap of a course", ("sections", "sprints"))
_EVERY_LAP = STAGE_SCHEMA.subset(
    "a course",
    (
        *("kind", "profile", "points", "bonus", "same_time_gap", "time_limit"),
        *("counts", "sections", "sprints"),
    ),
)
_COURSE = fact_schema(
    "a course",
    Course,
    "name rulebook note lap length",
    nested=(*_EVERY_LAP.fields, *_EVERY_LAP.parts, "last_lap"),
    parts={"levels": methodcaller("entries", _level, _laps)},
    lap=whole_from(1),
    length=whole_from(1),
)


def named_course(word: str) -> Course:
    """Return a built-in course by name, or a user's own course by file name.

    Raises PelotonError for an unknown course, InputError listing every mistake in a
    file.
    """
    return valid_document(word, file_text(named_file("courses", word)), read_course)


def read_course(text: str) -> Course:
    """Read a course file; raise a DocumentError with all mistakes."""
    spot = read_toml(text)
    spot.check(_COURSE.name)
    values = spot.values(_COURSE)
    length = values.pop("length", None)
    if (length is None) == ("lap" not in values) and not spot.problems:
        spot.report("a course: expected either 'lap' or 'length'", "required")
    last_lap = spot.at("last_lap")
    every = Stage(**spot.values(_EVERY_LAP, closed=False))
    last = Stage(**last_lap.values(_LAST_LAP))
    for stage, at in ((every, spot), (last, last_lap)):
        lap = replace(stage, length=values.get("lap", length))
        for problem in course_problems(lap):
            at.at(*problem.where).report(problem.message, problem.code)
    spot.check(_COURSE.name)
    return Course(**values, every=replace(every, length=length), last=last)
