"""Benchmark of the outlook, compared with the standings.

Not part of the tests. On a quiet machine:

    pytest tests/benchmarks/test_outlook.py --benchmark-only

Whole processes are measured. For 198 riders after stage 10 of 21, the outlook may take
1.2 times as long as the standings. The chances of 20 riders with 5 stages left may take
5 seconds.
"""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from peloton.notation.rulebook_file.reading import builtin_text
from peloton.store.session import open_store
from tests.benchmarks.fixture import Benchmark
from tests.benchmarks.generated import generated_tour

COMMANDS = {
    "standings": (198, 21, 9, ["standings", "--after", "10"]),
    "outlook": (198, 21, 9, ["outlook", "--after", "10"]),
    "chance": (20, 8, 5, ["outlook", "--after", "3", "--chance"]),
}


@pytest.mark.parametrize("what", COMMANDS)
@pytest.mark.parametrize("game", ["cyclo", "criterium"])
def test_a_whole_process(
    benchmark: Benchmark, game: str, what: str, tmp_path: Path
) -> None:
    riders, stages, team, arguments = COMMANDS[what]
    where = str(tmp_path / "tours.db")
    tour = generated_tour(game, riders, stages, team=team)
    options = {"level": 4} if game == "cyclo" else {}
    with open_store(where, write=True) as store:
        store.save(replace(tour, options=options), builtin_text(game), "loaded")
    command = [sys.executable, "-m", "peloton", "--db", where, "--tour", tour.name]
    benchmark.group = f"still to win, {game}"

    def run() -> object:
        return subprocess.run(  # noqa: S603 - our own program, with our own arguments
            [*command, *arguments], check=True, capture_output=True
        )

    rounds = 2 if what == "chance" else 10
    assert benchmark.pedantic(run, rounds=rounds, warmup_rounds=1)
