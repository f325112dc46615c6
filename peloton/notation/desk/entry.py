"""Read the results entered for a stage: lines of the desk, or part of a tour file."""

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
# No two parts match the same space, so a line of spaces takes linear time.
_RESULT_KEY = re.compile(
    rf"^[ \t]*(?:\[+[ \t]*)?(?:{'|'.join(RESULTS)})[ \t]*[]=.]", re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A stage with its new results, and the mistakes in the text that was read.

    `reading` has the lines of the desk, None if the text was part of a tour file.
    """

    stage: Stage
    problems: tuple[Problem, ...]
    reading: DeskReading | None = None

    def with_location(self, problem: Problem) -> Problem:
        """Return a problem with its location in the text instead of in the tour."""
        if self.reading is not None:
            return self.reading.with_line(problem)
        return replace(problem, where=problem.where[2:])


def read_entry(
    text: str, stage: Stage, form: MarkFormat, read: Callable[[str], DeskReading]
) -> Entry:
    """Read the new results of a stage; facts that the text leaves out are unchanged.

    A text with keys of a stage's results is TOML; any other text has lines of the desk,
    which `read` reads. New crossings replace crossings with the same label.
    """
    if _RESULT_KEY.search(text):
        spot = read_toml(text)
        spot.values(_ENTRY)
        stage = with_results(stage, form, spot)
        return Entry(stage=stage, problems=tuple(spot.problems))
    return entry_from_reading(read(text), stage)


def entry_from_reading(reading: DeskReading, stage: Stage) -> Entry:
    """Return a stage with new facts from lines of the desk, as `read_entry` does."""
    given = {
        name: found for name in STAGE_FACTS if (found := getattr(reading.stage, name))
    }
    if "crossings" in given:
        given["crossings"] = {**stage.crossings, **given["crossings"]}
    stage = replace(stage, **given)
    return Entry(stage=stage, problems=reading.problems, reading=reading)
