"""Read text as new results of a stage: desk lines, or part of a tour file."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from peloton.notation.desk.lines import DeskReading
from peloton.notation.toml.schema import read_toml
from peloton.rules.facts.fact_table import STAGE_FACTS
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.games.mark import MarkFormat

# Each part of the pattern matches different characters, so that a long run of spaces is
# matched in linear time.
_KEYS = "|".join(STAGE_FACTS.values())
_RESULT_KEY = re.compile(rf"^[ \t]*(?:\[+[ \t]*)?(?:{_KEYS})[ \t]*[]=.]", re.MULTILINE)


class Entry(NamedTuple):
    """A stage with the results just entered, and the mistakes in the entered text.

    `with_location` returns a problem of the tour with its location in this text.
    """

    stage: Stage
    problems: tuple[Problem, ...]
    with_location: Callable[[Problem], Problem]


def read_entry(
    text: str, stage: Stage, form: MarkFormat, read: Callable[[str], DeskReading]
) -> Entry:
    """Return the stage with the results in `text`; other results stay unchanged.

    Text that contains result keys of a tour file, such as `finish =`, is read as TOML.
    Other text is passed to `read`, which reads it as desk lines. For each sprint or
    summit in the text, the recorded order is replaced; other sprints and summits keep
    theirs.
    """
    if _RESULT_KEY.search(text):
        # Imported here because most entries are desk lines.
        from peloton.notation.tour_file.reading import RESULTS_SCHEMA, read_stage

        spot = read_toml(text)
        results = read_stage(form, spot, RESULTS_SCHEMA)
        return Entry(
            with_results(stage, results),
            tuple(spot.problems),
            lambda problem: replace(problem, where=problem.where[2:]),
        )
    reading = read(text)
    after = with_results(stage, reading.stage)
    return Entry(after, reading.problems, reading.with_line)


def with_results(stage: Stage, results: Stage) -> Stage:
    """Return the stage with the results that were entered, as `read_entry` does."""
    given = {name: found for name in STAGE_FACTS if (found := getattr(results, name))}
    if "crossings" in given:
        given["crossings"] = {**stage.crossings, **given["crossings"]}
    return replace(stage, **given)
