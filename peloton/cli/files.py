"""Reading what a person names on the command line: files, and tour files."""

from dataclasses import dataclass
from pathlib import Path

from peloton.errors import InputError, PelotonError
from peloton.notation.problems import problem_lines
from peloton.notation.rulebooks import builtin_names, builtin_text, rulebooks_beside
from peloton.notation.tourfile import TourReading, read_tour
from peloton.rules.model import Tour
from peloton.rules.race import score
from peloton.rules.results import Race, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredFile:
    """A tour file scored: `lines` are its mistakes, each with file and line.

    `race` is None if the file has no rulebook to score by.
    """

    reading: TourReading
    race: Race | None
    lines: tuple[str, ...]
    wrong: bool

    @property
    def summary(self) -> str:
        """Say how many mistakes there are."""
        return "1 mistake" if len(self.lines) == 1 else f"{len(self.lines)} mistakes"


def file_text(path: Path) -> str:
    """Read a text file; PelotonError if that cannot be done."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path} is not a text file in UTF-8"
        raise PelotonError(message) from error
    except OSError as error:
        message = f"cannot read {path}: {error.strerror or error}"
        raise PelotonError(message) from error


def scored_file(path: Path) -> ScoredFile:
    """Read and score a tour file, with every mistake there is."""
    text = file_text(path)
    reading = read_tour(text, rulebooks_beside(path.parent))
    race, problems = None, reading.problems
    if reading.tour is not None and reading.rulebook is not None:
        race = score(reading.tour, reading.rulebook, reading.problems)
        problems = race.problems
    return ScoredFile(
        reading=reading,
        race=race,
        lines=problem_lines(str(path), text, problems),
        wrong=any(each.severity is Severity.ERROR for each in problems),
    )


def good_tour(path: Path) -> tuple[Tour, str]:
    """Read a tour file and its rulebook's text; InputError if it has mistakes."""
    scored = scored_file(path)
    if scored.wrong or scored.reading.tour is None:
        message = f"{path} has {scored.summary}; nothing was changed"
        raise InputError(message, scored.lines)
    return scored.reading.tour, rulebook_text(scored.reading.tour.rulebook, path.parent)


def rulebook_text(name: str, folder: Path) -> str:
    """Return the text of a built-in rulebook, or of a file in a folder."""
    return builtin_text(name) if name in builtin_names() else file_text(folder / name)
