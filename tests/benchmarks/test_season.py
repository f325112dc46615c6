"""Benchmarks of a season and of the records, for tours of 5 stages and 20 riders.

Not part of the tests. On a quiet machine:

    pytest tests/benchmarks/test_season.py --benchmark-only

All figures are the CPU time of whole processes. The targets are multiples of the time
of `import click`, which every command needs: 5 for a season of 1,000 tours, and 25 for
10,000 tours. The generated tours have two sprints and three climbs on each of their
four road stages. The database is SQLite.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from peloton.desk.scored_tour import stored_race
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.store.session import open_store
from tests.benchmarks.fixture import Benchmark
from tests.benchmarks.generated import generated_tour

STAGES, RIDERS, TEAM = 5, 20, 5
AT_ONCE = 1000


def cpu() -> float:
    """Return the CPU seconds of this process and of its finished children."""
    return sum(os.times()[:4])


@cache
def database(tours: int, folder: Path) -> str:
    """Return a database with a number of tours."""
    where = str(folder / f"{tours}.db")
    for first in range(0, tours, AT_ONCE):
        with open_store(where, scorer=stored_race) as store:
            for number in range(first, first + AT_ONCE):
                edition = f", {number}"
                tour = generated_tour(
                    "cyclo", RIDERS, STAGES, team=TEAM, edition=edition
                )
                store.save(tour, builtin_text("cyclo"), "saved")
    return where


COMMANDS = {
    "floor: import click": ["-c", "import click"],
    "season": ["-m", "peloton", "season"],
    "records": ["-m", "peloton", "records"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("seasons")


@pytest.mark.benchmark(timer=cpu)
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("tours", [AT_ONCE, 10 * AT_ONCE])
def test_a_season(
    benchmark: Benchmark,
    monkeypatch: pytest.MonkeyPatch,
    tours: int,
    name: str,
    folder: Path,
) -> None:
    monkeypatch.setenv("PELOTON_DB", database(tours, folder))
    benchmark.group = f"{tours} tours x {STAGES} stages x {RIDERS} riders"

    def run() -> object:
        return subprocess.run(  # noqa: S603 - our own program, with our own arguments
            [sys.executable, *COMMANDS[name]], check=True, capture_output=True
        )

    assert benchmark.pedantic(run, rounds=5, warmup_rounds=1)
