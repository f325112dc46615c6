"""Read the results entered for a stage, as lines of the desk or as TOML."""

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

    `reading` has the lines of the desk; it is None if the text was TOML.
    """

    stage: Stage
    problems: tuple[Problem, ...]
    reading: DeskReading | None = None

    def with_location(self, problem: Problem) -> Problem:
        """Return a problem of the tour with its location in the text that was read."""
        if self.reading is not None:
            return self.reading.with_line(problem)
        return replace(problem, where=problem.where[2:])


def read_entry(
    text: str, stage: Stage, form: MarkFormat, read: Callable[[str], DeskReading]
) -> Entry:
    """Return a stage with the results in a text; other results are unchanged.

    A text that contains result keys of a tour file, such as `finish =`, is read as
    TOML; any other text is read as lines of the desk, by `read`. The order over a
    sprint or summit replaces an earlier order over it.
    """
    if _RESULT_KEY.search(text):
        spot = read_toml(text)
        spot.values(_ENTRY)
        stage = with_results(stage, form, spot)
        return Entry(stage=stage, problems=tuple(spot.problems))
    return entry_from_reading(read(text), stage)


def entry_from_reading(reading: DeskReading, stage: Stage) -> Entry:
    """Return a stage with the results in lines of the desk, as `read_entry` does."""
    given = {
        name: found for name in STAGE_FACTS if (found := getattr(reading.stage, name))
    }
    if "crossings" in given:
        given["crossings"] = {**stage.crossings, **given["crossings"]}
    stage = replace(stage, **given)
    return Entry(stage=stage, problems=reading.problems, reading=reading)
