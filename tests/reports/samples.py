"""The sample tours, scored: what a report is made of."""

from functools import cache

from peloton.rules.results import Race
from tests.samples.golden import sample_text
from tests.scored import race_of

NAMES = (
    *("ciclistas", "criterium", "cyclo", "figueres"),
    *("flamme-rouge", "road", "tour-of-flanders", "track"),
)


@cache
def sample(name: str) -> Race:
    return race_of(sample_text(name))
