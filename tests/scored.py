"""The package's answer to a tour file, for tests that start from a file's text."""

from peloton.notation.rulebook_file.reading import rulebooks_beside
from peloton.notation.tour_file.tour import read_tour
from peloton.reports.tour.document import document
from peloton.rules.race import score


def scored(toml_text: str) -> dict[str, object]:
    """Read and score a tour file that must be right: the document of `score --json`."""
    reading = read_tour(toml_text, rulebooks_beside(None))
    assert reading.problems == ()
    assert reading.tour is not None
    assert reading.rulebook is not None
    return document(score(reading.tour, reading.rulebook))
