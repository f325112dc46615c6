"""The sample tours, scored: what a report is made of."""

from functools import cache

from peloton.notation.rulebook_file.reading import rulebooks_beside
from peloton.notation.tour_file.tour import read_tour
from peloton.rules.race import score
from peloton.rules.results import Race
from tests.samples.golden import sample_text

NAMES = (
    *("ciclistas", "criterium", "cyclo", "figueres"),
    *("flamme-rouge", "road", "tour-of-flanders", "track"),
)


@cache
def sample(name: str) -> Race:
    reading = read_tour(sample_text(name), rulebooks_beside(None))
    assert reading.tour is not None
    assert reading.rulebook is not None
    return score(reading.tour, reading.rulebook)
