"""How long a season takes: 1,000 tours of 5 stages and 20 riders, from SQLite.

Not part of the tests. On a quiet machine:

    pytest tests/benchmarks/test_season.py --benchmark-only

All figures are CPU time. `command` is `peloton season` as a whole process; the others
are its parts: reading the tours, scoring them, ranking the season. The rest of the
command is starting Python and importing what speaks to databases. The generated tours
have two sprints and three climbs on each of their four road stages.
"""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest

from peloton.cli.support.tour_selection import uncollected
from peloton.desk.scored_tour import stored_race
from peloton.notation.rulebook_file.reading import builtin_text, rulebooks_beside
from peloton.notation.season_file import default_season
from peloton.rules.facts.tour import Tour
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.rulebook.tour_rulebook import tour_rulebook
from peloton.rules.season.ranking import season
from peloton.store.session import open_store
from tests.benchmarks.fixture import Benchmark
from tests.benchmarks.generated import generated_tour

TOURS, STAGES, RIDERS = 1000, 5, 20
TEAM = 5


def cpu() -> float:
    """CPU seconds so far, of this process and of those it waited for."""
    each = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(used.ru_utime + used.ru_stime for used in each)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A season in every form that a job starts from."""

    database: str
    tours: tuple[Tour, ...]
    rulebook: Rulebook
    races: tuple[Race, ...]


@cache
def given_season(game: str, folder: Path) -> Given:
    base, _ = rulebooks_beside(None)(game)
    assert base is not None
    tours = tuple(
        generated_tour(game, RIDERS, STAGES, team=TEAM, edition=f", {number}")
        for number in range(TOURS)
    )
    database = str(folder / f"{game}.db")
    with open_store(database, scorer=stored_race) as store:
        for tour in tours:
            store.save(tour, builtin_text(game), "saved")
    rulebook, _ = tour_rulebook(base, tours[0])
    races = tuple(score(tour, rulebook) for tour in tours)
    assert all(len(race.stages) == STAGES for race in races)
    return Given(database=database, tours=tours, rulebook=rulebook, races=races)


def command(given: Given) -> object:
    """Run `peloton season` as a whole process."""
    return subprocess.run(  # noqa: S603 - our own program, with our own arguments
        [sys.executable, "-m", "peloton", "--db", given.database, "season"],
        check=True,
        capture_output=True,
    )


def read(given: Given) -> object:
    """Read every tour from the database."""
    with open_store(given.database, write=False) as store:
        return sum(1 for _ in store.tours([day.name for day in store.calendar()]))


JOBS: dict[str, Callable[[Given], object]] = {
    "command": command,
    "read": read,
    "score": lambda given: [bool(score(t, given.rulebook)) for t in given.tours],
    "rank": lambda given: season(given.races, default_season()),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("seasons")


@pytest.mark.benchmark(timer=cpu)
@pytest.mark.parametrize("what", JOBS)
@pytest.mark.parametrize("game", ["criterium", "cyclo"])
def test_a_season(benchmark: Benchmark, game: str, what: str, folder: Path) -> None:
    given = given_season(game, folder)
    benchmark.group = f"{game}, {TOURS} tours x {STAGES} stages x {RIDERS} riders"
    with uncollected():
        assert benchmark.pedantic(lambda: JOBS[what](given), rounds=3, warmup_rounds=0)
