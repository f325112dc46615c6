"""Read the results entered for a stage, as desk lines or as TOML."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from peloton.notation.desk.lines import DeskReading
from peloton.notation.toml.schema import TableSchema, read_toml
from peloton.notation.tour_file.stages import RESULTS, with_results
from peloton.rules.facts.fact_table import STAGE_FACTS
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.games.mark import MarkFormat

_ENTRY = TableSchema("a stage entry", {}, nested=RESULTS)
# Each part of the pattern matches different characters, so that a long run of spaces is
# matched in linear time.
_RESULT_KEY = re.compile(
    rf"^[ \t]*(?:\[+[ \t]*)?(?:{'|'.join(RESULTS)})[ \t]*[]=.]", re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A stage with the results just entered, and the mistakes in the entered text.

    `reading` holds the desk lines; it is None if the text was TOML.
    """

    stage: Stage
    problems: tuple[Problem, ...]
    reading: DeskReading | None = None

    def with_location(self, problem: Problem) -> Problem:
        """Return a problem of the tour with its location in the entered text."""
        if self.reading is not None:
            return self.reading.with_line(problem)
        return replace(problem, where=problem.where[2:])


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
        spot = read_toml(text)
        spot.values(_ENTRY)
        stage = with_results(stage, form, spot)
        return Entry(stage=stage, problems=tuple(spot.problems))
    return entry_from_reading(read(text), stage)


def entry_from_reading(reading: DeskReading, stage: Stage) -> Entry:
    """Return the stage updated from desk lines, as `read_entry` does."""
    given = {
        name: found for name in STAGE_FACTS if (found := getattr(reading.stage, name))
    }
    if "crossings" in given:
        given["crossings"] = {**stage.crossings, **given["crossings"]}
    stage = replace(stage, **given)
    return Entry(stage=stage, problems=reading.problems, reading=reading)
