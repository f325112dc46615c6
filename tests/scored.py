"""Score the text of a tour file with the package."""

from peloton.notation.tour_file.reading import read_tour
from peloton.reports.tour.document import document
from peloton.rules.facts.tour import Tour
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook


def scored(toml_text: str) -> dict[str, object]:
    """Score a tour file without mistakes; return the document of `score --json`."""
    return document(score(*facts_of(toml_text)))


def facts_of(toml_text: str) -> tuple[Tour, Rulebook]:
    """Read a tour file without mistakes; return the tour and its rulebook."""
    reading = read_tour(toml_text)
    assert reading.problems == ()
    assert reading.tour is not None
    assert reading.rulebook is not None
    return reading.tour, reading.rulebook


def race_of(toml_text: str) -> Race:
    """Read and score a tour file, which may have mistakes."""
    reading = read_tour(toml_text)
    assert reading.tour is not None
    assert reading.rulebook is not None
    return score(reading.tour, reading.rulebook, reading.problems)
