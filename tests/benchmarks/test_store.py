"""Benchmarks of saving a tour, and of commands that open the database.

Not part of the tests. On a quiet machine:

    pytest tests/benchmarks/test_store.py --benchmark-only

The commands are whole processes on a sample of 5 stages. Commands that read are
compared with `score` of the same tour and with `import click`, and commands that write
with `import click, sqlmodel`. Saving is measured for 100 tours of 5 stages and 20
riders, which are scored before and stored with all results.
"""

import shlex
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from peloton.desk.scored_tour import stored_race
from peloton.notation.resources import sample_tours
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.store.facts.parts import StoredTour
from peloton.store.session import open_store
from tests.benchmarks.fixture import Benchmark
from tests.benchmarks.generated import generated_tour

CYCLO = str(sample_tours() / "cyclo.toml")
READING = ["standings", "result 2", "explain 1", "communique 2", "stage list", "log"]
WRITING = [
    "use 'Ronde van de Keukentafel'",
    "stage ruling 5 --bib 1 --seconds 1 --reason late --yes",
    f"load {CYCLO} --replace",
]
COMMANDS = {
    "floor: import click": ["-c", "import click"],
    "floor: import click, sqlmodel": ["-c", "import click, sqlmodel"],
    "score": ["-m", "peloton", "score", CYCLO],
    **{
        command: ["-m", "peloton", "--db", "tours.db", *shlex.split(command)]
        for command in (*READING, *WRITING)
    },
}
SAVED = 100


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database."""
    folder = tmp_path_factory.mktemp("tours")
    assert run(["-m", "peloton", "--db", "tours.db", "load", CYCLO], folder)
    return folder


def run(arguments: list[str], folder: Path) -> bool:
    done = subprocess.run(  # noqa: S603 - our own program, with our own arguments
        [sys.executable, *arguments], capture_output=True, cwd=folder, check=False
    )
    return done.returncode == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command(benchmark: Benchmark, folder: Path, name: str) -> None:
    benchmark.group = "whole process"
    assert benchmark.pedantic(
        lambda: run(COMMANDS[name], folder), rounds=10, warmup_rounds=1
    )


@pytest.mark.parametrize("what", ["facts alone", "with what is kept"])
def test_saving_tours(benchmark: Benchmark, tmp_path: Path, what: str) -> None:
    benchmark.group = f"{SAVED} tours saved"
    text, number = builtin_text("cyclo"), count()
    tours = [
        generated_tour("cyclo", 20, 5, team=5, edition=f" {edition}")
        for edition in range(SAVED)
    ]
    races = [stored_race(StoredTour(tour=tour, rulebook_text=text)) for tour in tours]

    def save() -> bool:
        with open_store(str(tmp_path / f"{next(number)}.db")) as store:
            for tour, race in zip(tours, races, strict=True):
                kept = race if what != "facts alone" else None
                store.save(tour, text, "loaded", race=kept)
        return True

    assert benchmark.pedantic(save, rounds=5, warmup_rounds=1)
