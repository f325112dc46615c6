"""Benchmark of finding the mistakes in a text with a mistake on every line.

Not part of the tests. Ten times the text should take about ten times as long:

    pytest tests/benchmarks/test_mistakes.py --benchmark-only --benchmark-columns=min
"""

from collections.abc import Callable

import pytest

from peloton.notation.desk.entry import Entry, read_entry
from peloton.notation.desk.reading import read_desk
from peloton.notation.startlists.reading import read_rows
from peloton.notation.startlists.tables import text_rows
from peloton.notation.startlists.words import header_fields
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import Tour
from peloton.rules.games import MARKS
from tests.benchmarks.fixture import Benchmark

LINES = MARKS["turns lines"]
FEW = 1_200


def read(text: str, riders: tuple[Rider, ...] = ()) -> Entry:
    stage, tour = Stage(), Tour(name="Many", rulebook="cyclo", riders=riders)
    return read_entry(
        text, stage, LINES, lambda lines: read_desk(lines, stage, LINES, tour)
    )


def entry(lines: int) -> list[Problem]:
    """Find the line of each of many riders who are not on the startlist."""
    text = "".join(f"x{number} 3 0\n" for number in range(lines))
    found = read(text)
    at = "stage", 0, "finish"
    bibs = [bib for line in found.stage.finish for bib in line.bibs]
    return [
        found.with_location(Problem.of("unknown", "", *at, bib=bib)) for bib in bibs
    ]


def names(words: int) -> Entry:
    """Look up a word for each rider, none of which is a name."""
    riders = tuple(Rider(bib=Bib(str(n)), name=f"Rider {n}") for n in range(words))
    text = "".join(f"unknown{n} 3 0\n" for n in range(words))
    return read(text, riders)


JOBS: dict[str, Callable[[int], object]] = {
    "an entry": entry,
    "names in an entry": names,
    "blanks in a line": lambda size: read(f"a{' ' * size}b"),
    "a line of blanks": lambda size: read(" " * size + "x"),
    "a startlist": lambda size: read_rows(text_rows("Bib,Name\n" + "1 2,A\n" * size)),
    "a header": lambda size: header_fields(["Bib", "Name", *[""] * size]),
}


@pytest.mark.parametrize("size", [FEW, 10 * FEW])
@pytest.mark.parametrize("what", JOBS)
def test_mistakes_are_found_in_one_walk(
    benchmark: Benchmark, what: str, size: int
) -> None:
    benchmark.group = f"growth: {what}"
    job = JOBS[what]

    assert benchmark.pedantic(lambda: job(size), rounds=3, warmup_rounds=1)
