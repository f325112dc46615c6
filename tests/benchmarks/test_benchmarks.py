"""Benchmarks of jobs on a tour of 198 riders and 21 stages, and of 1,980 riders.

Not part of the tests. On a quiet machine:

    pytest tests/benchmarks --benchmark-only --benchmark-columns=min,median

Each group of the table is one job on one tour, with its baseline (`floors.py`). The
figure in brackets is the time as a multiple of the baseline's. A workbook, whose
baseline is a plain loop with openpyxl, may take 1.0 times as long. No test makes
assertions about time. `-k "198 and score"` selects some benchmarks, and
`--benchmark-json FILE` stores the figures.
"""

import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import pytest

from peloton.notation.resources import sample_tours
from peloton.notation.rulebook_file.reading import find_rulebook
from peloton.notation.tour_file.reading import read_tour
from peloton.notation.tour_file.writing import tour_text
from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.sheet import Sheet
from peloton.reports.stage.result import stage_sheet
from peloton.reports.tour.book import book_sheets
from peloton.reports.tour.startlist import startlist_sheet
from peloton.reports.tour.tour import workbook_sheets
from peloton.rules.facts.tour import Tour
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.writers.paper.pdf import to_pdf
from peloton.writers.workbook.book import to_xlsx
from tests.benchmarks import floors
from tests.benchmarks.fixture import Benchmark
from tests.benchmarks.generated import generated_tour

STAGES = 21
FEW, MANY = 198, 1980


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The inputs of the jobs: a generated tour in every form."""

    tour: Tour
    text: str
    rulebook: Rulebook
    race: Race
    book: tuple[Sheet, ...]
    """The sheets of a workbook with everything."""
    cells: floors.Cells
    prints: tuple[Sheet, ...]
    """The sheets printed after the last stage: startlist, result, standings."""
    tour_book: tuple[Sheet, ...]
    """The tour on paper: every communiqué in columns, with pictures and links."""
    times: floors.Times


@cache
def given_tour(game: str, riders: int) -> Given:
    tour = generated_tour(game, riders, STAGES)
    rulebook, _ = find_rulebook(tour)
    assert rulebook is not None
    race = score(tour, rulebook)
    assert len(race.stages) == STAGES
    assert not [each for each in race.problems if not each.warning]
    book = workbook_sheets(race)
    return Given(
        tour=tour,
        text=tour_text(tour),
        rulebook=rulebook,
        race=race,
        book=book,
        cells=floors.cells_of(to_xlsx(book)),
        prints=(startlist_sheet(tour), stage_sheet(race), standings_sheet(race)),
        tour_book=book_sheets(race),
        times=floors.stage_times(race),
    )


JOBS: dict[str, dict[str, Callable[[Given], object]]] = {
    "read": {
        "job": lambda given: read_tour(given.text),
        "floor": lambda given: tomllib.loads(given.text),
    },
    "score": {
        "job": lambda given: score(given.tour, given.rulebook),
        "floor": lambda given: floors.sums_and_sorts(given.times),
    },
    "xlsx": {
        "job": lambda given: to_xlsx(given.book),
        "floor": lambda given: floors.plain_workbook(given.cells),
    },
    "pdf": {
        "job": lambda given: to_pdf(given.prints),
        "floor": lambda given: floors.plain_pdf(given.prints),
    },
    "pdf book": {
        "job": lambda given: to_pdf(given.tour_book),
        "floor": lambda given: floors.plain_pdf(given.tour_book),
    },
}
"""The jobs; `score` computes every classification after every stage."""

QUICK = {"read", "score"}


@pytest.mark.parametrize("who", ["floor", "job"])
@pytest.mark.parametrize("what", JOBS)
@pytest.mark.parametrize("riders", [FEW, MANY])
@pytest.mark.parametrize("game", ["criterium", "cyclo"])
def test_a_tour(
    benchmark: Benchmark, game: str, riders: int, what: str, who: str
) -> None:
    given = given_tour(game, riders)
    benchmark.group = f"{what}, {game}, {riders} riders x {STAGES} stages"
    rounds = (30 if riders == FEW else 5) if what in QUICK else 2
    job = JOBS[what][who]

    assert benchmark.pedantic(lambda: job(given), rounds=rounds, warmup_rounds=1)


@pytest.mark.parametrize("riders", [FEW, MANY, 10 * MANY])
def test_scoring_grows_as_the_riders_do(benchmark: Benchmark, riders: int) -> None:
    """No step goes through all teams for each team, or all riders for each rider.

    Ten times the riders take more than ten times as long, the floor's plain sums and
    sorts too: what a core has no room for is fetched anew for each rider.
    """
    tour = generated_tour("cyclo", riders, STAGES)
    rulebook, _ = find_rulebook(tour)
    assert rulebook is not None
    benchmark.group = f"growth: score, cyclo, {STAGES} stages"

    assert benchmark.pedantic(lambda: score(tour, rulebook), rounds=3, warmup_rounds=1)


CYCLO = str(sample_tours() / "cyclo.toml")
PROCESSES = {
    "floor: import click": ["-c", "import click"],
    "score": ["-m", "peloton", "score", CYCLO],
    "score --json": ["-m", "peloton", "score", CYCLO, "--json"],
    "--help": ["-m", "peloton", "--help"],
}


@pytest.mark.parametrize("arguments", PROCESSES.values(), ids=PROCESSES)
def test_a_whole_process(benchmark: Benchmark, arguments: list[str]) -> None:
    """A sample of 5 stages, from the shell and back."""
    benchmark.group = "whole process"

    def run() -> object:
        return subprocess.run(  # noqa: S603 - our own program, with our own arguments
            [sys.executable, *arguments], check=True, capture_output=True
        )

    assert benchmark.pedantic(run, rounds=10, warmup_rounds=2)
