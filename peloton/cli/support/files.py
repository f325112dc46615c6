"""Reading what a person names on the command line: files, and tour files."""

import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from peloton.cli.support.refusals import mistakes
from peloton.errors import InputError, PelotonError, did_you_mean
from peloton.notation.problems import problem_lines
from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    rulebooks_beside,
)
from peloton.rules.checks.facts import form_problems
from peloton.rules.facts.problem import Problem
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.rulebook.value_check import one_of

if TYPE_CHECKING:
    from peloton.notation.tour_file.tour import TourReading
    from peloton.notation.xlsx.reader import Page

WORKBOOKS = frozenset({".xlsx", ".xlsm", ".xltx", ".xlsb", ".xls", ".ods"})
"""The endings of workbooks, also of those that are refused."""

LARGEST_FILE = 16 << 20
"""Bytes: a tour file of ten thousand riders is a tenth of it; a device never ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredFile:
    """A tour file scored: `lines` are its mistakes, each with file and line.

    `race` is None if the file has no rulebook to score by; `mistakes` is how many
    there are, in words, or nothing.
    """

    reading: "TourReading"
    race: Race | None
    lines: tuple[str, ...]
    mistakes: str


def file_text(path: Path) -> str:
    """Read a text file, or standard input for `-`; PelotonError if it cannot be."""
    try:
        return StringIO(file_bytes(path).decode("utf-8-sig"), newline=None).read()
    except UnicodeDecodeError as error:
        message = f"{named(path)} is not a text file in UTF-8"
        raise PelotonError(message) from error


def file_bytes(path: Path) -> bytes:
    """Read a file, or standard input for `-`; PelotonError if it cannot be."""
    try:
        if path == Path("-"):
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with path.open("rb") as file:
                data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"cannot read {named(path)}: {reason or error}"
        raise PelotonError(message) from error
    if len(data) > LARGEST_FILE:
        message = f"{named(path)} is larger than {LARGEST_FILE >> 20} MB"
        raise PelotonError(message)
    return data


def named(path: Path) -> str:
    """Name a file in a message, `-` as what it is."""
    return "standard input" if path == Path("-") else str(path)


def workbook_pages(path: Path) -> "tuple[Page, ...]":
    """Read the sheets of an .xlsx workbook; PelotonError if it is none."""
    # Workbooks are read by few commands.
    from peloton.notation.xlsx.reader import read_workbook

    data = file_bytes(path)
    with behind(named(path)):
        return read_workbook(data)


@contextmanager
def behind(name: str) -> Iterator[None]:
    """Put the name of a file ahead of what is wrong with it as a whole."""
    try:
        yield
    except InputError:
        raise
    except PelotonError as error:
        message = f"{name} {error}; nothing was changed"
        raise PelotonError(message) from error


def scored_file(path: Path) -> ScoredFile:
    """Read and score a tour file, with every mistake there is."""
    # Tour files are read by few commands.
    from peloton.notation.tour_file.tour import read_tour

    text = file_text(path)
    reading = read_tour(text, rulebooks_beside(path.parent))
    race, problems = None, reading.problems
    if reading.tour is not None and reading.rulebook is not None:
        race = score(reading.tour, reading.rulebook, reading.problems)
        problems = race.problems
    elif reading.tour is not None:
        problems = (*problems, *form_problems(reading.tour))
    return ScoredFile(
        reading=reading,
        race=race,
        lines=problem_lines(str(path), text, problems),
        mistakes=mistakes(problems),
    )


def good_tour(path: Path) -> tuple[Race, str]:
    """Score a tour file, read its rulebook's text; InputError if it has mistakes."""
    scored = scored_file(path)
    if scored.mistakes or scored.race is None:
        message = f"{path} has {scored.mistakes}; nothing was changed"
        raise InputError(message, scored.lines)
    return scored.race, rulebook_text(scored.race.tour.rulebook, path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder, unless it is there; PelotonError if it cannot be."""
    try:
        folder.mkdir(exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"cannot make the folder {folder}: {reason or error}"
        raise PelotonError(message) from error


def checked_ending(file: Path, endings: Collection[str]) -> str:
    """Return the ending of a file to write; PelotonError unless it is one of these."""
    ending = file.suffix.lower()
    if ending not in endings:
        message = (
            f"found the ending '{file.suffix}', expected {one_of(tuple(endings))}"
            f"{did_you_mean(ending, endings)}"
        )
        raise PelotonError(message)
    return ending


def not_readable(
    name: str, what: str, text: str, problems: Iterable[Problem]
) -> InputError:
    """Return the refusal of a text that should be `what`, with all its mistakes."""
    found = tuple(problems)
    message = f"{name} is not {what}: it has {mistakes(found)}"
    return InputError(message, problem_lines(name, text, found))


def rulebook_text(name: str, folder: Path) -> str:
    """Return the text of a built-in rulebook, or of a file in a folder."""
    return builtin_text(name) if name in builtin_names() else file_text(folder / name)
