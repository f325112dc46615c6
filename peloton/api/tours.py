"""Read and score a tour from a file or a database, and return its results as rows.

The rows are those of `--json`, which `templates/schemas/score.json` describes.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, cast

from peloton.desk.session import Session
from peloton.errors import InputError
from peloton.notation.problems import mistake_count, problem_lines
from peloton.notation.resources import file_text
from peloton.reports.tour.document import stage_row, with_names
from peloton.rules.checks.facts import fact_problems
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import Tour
from peloton.rules.names import find_classification
from peloton.rules.race import score
from peloton.rules.results import Race


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredFile:
    """A scored tour file, with all its problems.

    `lines` holds a message for each problem to correct, with the file name and the
    number of the text line. `tour` is None if the file contains no tour. `race` is None
    if `tour` is None, or if the rulebook is not valid. `mistakes` is the number of
    errors as text, such as `2 mistakes`; empty if there are none.
    """

    tour: Tour | None
    race: Race | None
    problems: tuple[Problem, ...]
    lines: tuple[str, ...]
    mistakes: str


def scored_file(path: Path) -> ScoredFile:
    """Read and score a tour file; return its mistakes instead of raising an error."""
    # Imported late: it is slow to import, and few commands need it.
    from peloton.notation.tour_file.reading import read_tour

    text = file_text(path)
    reading = read_tour(text, path.parent)
    race, problems = None, reading.problems
    if reading.tour is not None and reading.rulebook is not None:
        race = score(reading.tour, reading.rulebook, reading.problems)
        problems = race.problems
    elif reading.tour is not None:
        problems = (*problems, *fact_problems(reading.tour))
    return ScoredFile(
        tour=reading.tour,
        race=race,
        problems=problems,
        lines=problem_lines(str(path), text, (p for p in problems if p.correctable)),
        mistakes=mistake_count(problems),
    )


def load(file: str | Path) -> Race:
    """Read and score a tour file.

    Raises PelotonError if the file cannot be read, and InputError if it has mistakes.
    Each of the error's `lines` describes one mistake.
    """
    scored = scored_file(Path(file))
    if scored.mistakes or scored.race is None:
        message = f"{file} has {scored.mistakes}; nothing was changed"
        raise InputError(message, scored.lines)
    return scored.race


def open_tour(name: str | None = None, database: str | Path | None = None) -> Race:
    """Read and score a tour in a database, by default the current tour.

    `database` is a file or the URL of a server. It defaults to the environment variable
    PELOTON_DB, and if that is not set, to the user's database. Raises PelotonError.
    """
    return _session(database, name).read().race()


def tours(database: str | Path | None = None) -> list[str]:
    """Return the names of the tours in a database, by default the user's."""
    with _session(database).store() as store:
        return [summary.name for summary in store.summaries()]


def _session(database: str | Path | None, name: str | None = None) -> Session:
    address = str(database or os.environ.get("PELOTON_DB", ""))
    return Session(address=address or None, tour_name=name)


class RiderResult(TypedDict):
    """A rider's result on a stage.

    Times are in the rulebook's time unit. `status` is FIN or, for a rider without a
    place, a code such as DNF.
    """

    place: int | None
    bib: str
    rider: str
    team: str | None
    status: str
    time: int | None
    gap: int | None
    bonus: int
    penalty: int
    points: int
    mountains: int


class RankedEntrant(TypedDict, total=False):
    """A rider or a team in a classification; a team has no `bib`.

    A classification by time has `time` and `gap`, a classification by points has
    `points`. `tie` names the step that broke a tie.
    """

    rank: int
    bib: str
    rider: str
    team: str | None
    team_name: str
    time: int
    gap: int | None
    points: int
    tie: str | None


class JerseyHolder(TypedDict):
    """The leader of a classification, and who wears its jersey on the next stage."""

    jersey: str
    classification: str
    leader: str
    leader_name: str
    wearer: str | None
    wearer_name: str | None


def results(race: Race, stage: int | None = None) -> list[RiderResult]:
    """Return the result of a stage, or of the last stage ridden.

    Raises PelotonError if the stage has no result.
    """
    rows = with_names(stage_row(race.score(stage))["result"], race.tour)
    return cast("list[RiderResult]", rows)


def standings(
    race: Race, classification: str = "general", after: int | None = None
) -> list[RankedEntrant]:
    """Return a classification's current standings, or its standings after a stage.

    `classification` is a name such as `points`, or a jersey such as `green`. Raises
    PelotonError if the game has no such classification.
    """
    name = ClassificationName(find_classification(race.rulebook, classification))
    rows = stage_row(race.score(after)).get(name, [])
    return cast("list[RankedEntrant]", with_names(rows, race.tour))


def jerseys(race: Race, after: int | None = None) -> list[JerseyHolder]:
    """Return the leaders and wearers of all jerseys, now or after a stage."""
    rows = with_names(stage_row(race.score(after))["jerseys"], race.tour)
    return cast("list[JerseyHolder]", rows)
