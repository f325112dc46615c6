"""Read and score a tour, from a tour file or from a database."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from peloton.desk.scored_tour import mistake_count
from peloton.errors import InputError
from peloton.notation.problems import problem_lines
from peloton.notation.resources import file_text
from peloton.rules.checks.facts import fact_problems
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import Tour
from peloton.rules.race import score
from peloton.rules.results import Race

if TYPE_CHECKING:
    from peloton.desk.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredFile:
    """A scored tour file, with all its problems.

    `lines` are the messages for the problems to correct; each names the file and the
    line. `tour` is None if the file contains no tour. `race` is None then, too, and if
    there is no valid rulebook. `mistakes` is the number of errors as text, such as `2
    mistakes`; empty if there are none.
    """

    tour: Tour | None
    race: Race | None
    problems: tuple[Problem, ...]
    lines: tuple[str, ...]
    mistakes: str


def scored_file(path: Path) -> ScoredFile:
    """Read and score a tour file; mistakes are returned in the result, not raised."""
    # Imported late: it is slow to import, and few commands need it.
    from peloton.notation.tour_file.tour import read_tour

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


def valid_race(path: Path, done: str) -> Race:
    """Return the race of a tour file; raise InputError if the file has mistakes.

    The message ends with `nothing was {done}`, such as `nothing was loaded`.
    """
    scored = scored_file(path)
    if scored.mistakes or scored.race is None:
        raise InputError(
            f"{path} has {scored.mistakes}; nothing was {done}", scored.lines
        )
    return scored.race


def load(file: str | Path) -> Race:
    """Read and score a tour file.

    Raises PelotonError if the file cannot be read, and InputError if it has mistakes.
    Each of the error's `lines` describes one mistake.
    """
    return valid_race(Path(file), "loaded")


def open_tour(name: str | None = None, database: str | Path | None = None) -> Race:
    """Read and score a tour of a database, by default the current one.

    `database` is a file or the URL of a server; it defaults to the environment variable
    PELOTON_DB, or else the user's database. Raises PelotonError.
    """
    return _session(database, name).read().race()


def tours(database: str | Path | None = None) -> list[str]:
    """Return the names of the tours in a database, by default the user's."""
    with _session(database).store() as store:
        return [summary.name for summary in store.summaries()]


def _session(database: str | Path | None, name: str | None = None) -> "Session":
    from peloton.desk.session import Session

    address = str(database or os.environ.get("PELOTON_DB", ""))
    return Session(address=address or None, tour_name=name)
