"""Many simultaneous writers: each change is made exactly once, on any database."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest

from peloton.desk.scored_tour import ScoredTour, stored_race
from peloton.desk.session import Session
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.notation.tour_file.writing import tour_text
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.stage import Arrival, Ruling, Stage
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import Tour, with_stage
from peloton.rules.games.cyclo import LinesMark
from peloton.store.maintenance.checking import check_database

WRITERS = 50
"""The number of writers; so many programs at once need an idle machine."""
BIBS = [Bib(str(number)) for number in range(1, WRITERS + 1)]
STAGE = Stage(finish=tuple(Arrival((bib,), LinesMark(0, 9)) for bib in BIBS))
TOUR = Tour(
    name="Club",
    rulebook="cyclo",
    riders=tuple(Rider(bib=bib) for bib in BIBS),
    stages=(STAGE, STAGE, STAGE, Stage()),
)
TEXT = builtin_text("cyclo")


@pytest.fixture(params=[12, pytest.param(WRITERS, marks=pytest.mark.endurance)])
def writers(request: pytest.FixtureRequest) -> int:
    """The number of simultaneous writers."""
    number: int = request.param
    return number


@pytest.fixture
def club(where: str) -> Session:
    """The address of a database with one tour of fifty riders."""
    session = Session(address=where, tour_name="Club")
    session.write(lambda store: store.save(TOUR, TEXT, "loaded", current=True))
    return session


def at_once(writers: int, work: Callable[[int], object]) -> None:
    """Start all jobs at the same moment; raise the first error of any of them."""
    start = Barrier(writers)

    def begin(number: int) -> None:
        start.wait()
        work(number)

    with ThreadPoolExecutor(writers) as pool:
        list(pool.map(begin, range(writers)))


def replayed(session: Session, writers: int) -> Tour:
    """Return the tour; first undo and redo all changes since it was loaded."""
    with session.store() as store:
        now = store.tour("Club").tour
        assert len(store.journal.steps("Club")) == writers + 1
    session.write(lambda store: store.journal.undo("Club", writers))
    with session.store() as store:
        assert store.tour("Club").tour == TOUR
    session.write(lambda store: store.journal.redo("Club", writers))
    with session.store() as store:
        assert store.tour("Club").tour == now
    return now


def change(session: Session, changed: Callable[[ScoredTour], Tour], what: str) -> None:
    """Read the tour, change it and save it."""

    def again(now: ScoredTour) -> ScoredTour:
        return now.with_tour(changed(now))

    before = session.read()
    session.save(before, again(before), what, again)


def ruled(number: int, bib: Bib, seconds: int = 1) -> Callable[[ScoredTour], Tour]:
    """Return the change that adds a ruling on a rider to stage `number`."""

    def changed(now: ScoredTour) -> Tour:
        stage = now.tour.stages[number - 1]
        ruling = Ruling(bib=bib, seconds=seconds, reason=f"of {bib}")
        stage = replace(stage, rulings=(*stage.rulings, ruling))
        return with_stage(now.tour, number, stage)

    return changed


def test_each_changes_a_rider_of_the_same_tour(club: Session, writers: int) -> None:
    def named(number: int) -> None:
        def changed(now: ScoredTour) -> Tour:
            riders = list(now.tour.riders)
            riders[number] = replace(riders[number], name=f"Rider {number}")
            return replace(now.tour, riders=tuple(riders))

        change(club, changed, f"named rider {number}")

    at_once(writers, named)

    names = [rider.name for rider in replayed(club, writers).riders]
    assert names[:writers] == [f"Rider {number}" for number in range(writers)]


def test_each_rules_on_one_of_three_stages(club: Session, writers: int) -> None:
    before = club.read()

    def rule(number: int) -> None:
        changed = ruled(number % 3 + 1, BIBS[number])
        after = before.with_tour(changed(before))
        club.save(
            before, after, f"ruled on {number}", lambda now: now.with_tour(changed(now))
        )

    at_once(writers, rule)

    stages = replayed(club, writers).stages
    by_stage = [{ruling.bib for ruling in stage.rulings} for stage in stages]
    assert by_stage == [*({*BIBS[n:writers:3]} for n in range(3)), set()]


def test_each_adds_a_rider_to_the_same_tour(club: Session, writers: int) -> None:
    def add(number: int) -> None:
        new = Rider(bib=Bib(f"n{number}"))
        # A new rider has not ridden: one before the first stage rides on all of them.
        change(
            club,
            lambda now: replace(
                now.tour,
                riders=(*now.tour.riders, new),
                stages=tuple(_with_last(stage, new.bib) for stage in now.tour.stages),
            ),
            f"added {number}",
        )

    at_once(writers, add)

    assert {*BIBS, *(Bib(f"n{n}") for n in range(writers))} == {
        rider.bib for rider in replayed(club, writers).riders
    }


def _with_last(stage: Stage, bib: Bib) -> Stage:
    last = Arrival((bib,), LinesMark(9, 0))
    return replace(stage, finish=(*stage.finish, last)) if stage.finish else stage


def test_each_makes_a_tour_of_its_own_in_a_database_not_yet_there(
    where: str, writers: int
) -> None:
    def make(number: int) -> None:
        tour = replace(TOUR, name=f"Tour {number}")
        Session(address=where, tour_name=None).write(
            lambda store: store.save(tour, TEXT, "created", current=True)
        )

    at_once(writers, make)

    with Session(address=where, tour_name=None).store() as store:
        assert len(store.summaries()) == writers
        assert store.current() in {f"Tour {number}" for number in range(writers)}


def test_each_types_at_a_desk_of_its_own(where: str, writers: int) -> None:
    sessions = [Session(address=where, tour_name=f"Desk {n}") for n in range(writers)]
    for session in sessions:
        tour = replace(TOUR, name=str(session.tour_name))
        session.write(lambda store, tour=tour: store.save(tour, TEXT, "loaded"))  # type: ignore[misc]

    def typed(number: int) -> None:
        desk = DeskStore(sessions[number], 4)
        desk.open()
        for keys in range(3):
            desk.save_draft(f"{number}: {keys}")

    at_once(writers, typed)

    for number, session in enumerate(sessions):
        with session.store() as store:
            (draft,) = store.drafts(session.name(store))
        assert draft.text == f"{number}: 2"


def test_each_takes_back_one_step_of_the_same_tour(club: Session, writers: int) -> None:
    for number in range(writers):
        change(club, ruled(1, BIBS[number]), f"ruled on {number}")

    at_once(writers, lambda _: club.write(lambda store: store.journal.undo("Club", 1)))

    with club.store() as store:
        assert store.tour("Club").tour == TOUR
    club.write(lambda store: store.journal.redo("Club", writers))
    assert len(replayed(club, writers).stages[0].rulings) == writers


def test_two_who_were_asked_and_rule_on_different_stages_both_do(club: Session) -> None:
    before = club.read()
    for number in (1, 2):
        after = before.with_tour(ruled(number, BIBS[0])(before))
        club.save(before, after, f"ruled on {number}")

    stages = club.read().tour.stages
    assert [len(stage.rulings) for stage in stages] == [1, 1, 0, 0]


def test_two_who_were_asked_and_rule_on_the_same_stage_are_told(club: Session) -> None:
    before = club.read()
    club.save(before, before.with_tour(ruled(1, BIBS[0])(before)), "ruled")
    with pytest.raises(PelotonError, match="stage 1 was changed meanwhile"):
        club.save(before, before.with_tour(ruled(1, BIBS[1])(before)), "ruled")


def test_two_changes_that_only_together_are_wrong_do_not_both_come(
    club: Session,
) -> None:
    """One takes a rider off the startlist, the other enters a finish with him."""
    to_come = replace(TOUR, stages=(Stage(),))
    club.write(lambda store: store.save(to_come, TEXT, "to come"))
    before = club.read()
    without = replace(to_come, riders=TOUR.riders[:-1])
    club.save(before, before.with_tour(without), "removed a rider")

    with pytest.raises(PelotonError, match="no rider 50"):
        club.save(before, before.with_stage(1, STAGE), "entered stage 1")

    assert club.read().tour == without


def order(number: int) -> str:
    """Return a finish with a different winner for each number."""
    first = number % WRITERS
    return "".join(f"{bib}  0 9\n" for bib in (*BIBS[first:], *BIBS[:first]))


def entering(stage: int, number: int, folder: Path) -> list[str]:
    """Return the command that enters a stage again."""
    file = folder / f"{number}.txt"
    file.write_text(order(number))
    return ["stage", "enter", str(stage), "--from", str(file), "--yes"]


def ruling(stage: int, number: int, _: Path) -> list[str]:
    bib = BIBS[number]
    given = ["--yes", "--reason=late", "--points=1"]
    return ["stage", "ruling", str(stage), "--bib", bib, *given]


def loading(number: int, folder: Path) -> list[str]:
    """Return the command that loads the tour and replaces the stored one."""
    tour = with_stage(TOUR, 4, Stage(name=f"Stage of {number}"))
    file = folder / f"{number}.toml"
    file.write_text(tour_text(tour))
    return ["load", str(file), "--replace"]


MANY = replace(TOUR, stages=(STAGE,) * WRITERS)
NEW_TOUR = ["new", "--rulebook", "cyclo"]
SCENARIOS: dict[str, tuple[Tour, Callable[[int, Path], list[str]]]] = {
    "new tours": (TOUR, lambda n, _: [*NEW_TOUR, "--name", f"Tour {n}"]),
    "stages of one tour": (MANY, lambda n, to: entering(n + 1, n % 49 + 1, to)),
    "rulings on three stages": (TOUR, lambda n, to: ruling(n % 3 + 1, n, to)),
    "rulings on one stage": (TOUR, lambda n, to: ruling(1, n, to)),
    "entries of two stages": (TOUR, lambda n, to: entering(n % 2 + 1, n + 1, to)),
    "undo among entries": (
        TOUR,
        lambda n, to: ["undo"] if n % 2 else entering(1, n + 1, to),
    ),
    "load --replace": (TOUR, loading),
}


@pytest.mark.endurance
@pytest.mark.parametrize("name", SCENARIOS)
def test_fifty_programs_at_once(where: str, tmp_path: Path, name: str) -> None:
    """All is done, none of it twice; there are as many steps, and the way back."""
    tour, command = SCENARIOS[name]
    club = Session(address=where, tour_name="Club")
    for step in range(WRITERS):
        loaded = replace(tour, language=[*Language][step % 2])
        club.write(
            lambda store, was=loaded, to=step: store.save(was, TEXT, f"to {to}")  # type: ignore[misc]
        )
    now = club.read().tour
    programs = [
        subprocess.Popen(  # noqa: S603 (our own program)
            [sys.executable, "-m", "peloton", "--tour", "Club", *command(n, tmp_path)],
            env={**os.environ, "PELOTON_DB": where},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for n in range(WRITERS)
    ]
    errors = [program.communicate()[1] for program in programs]

    assert [p.returncode for p in programs] == [0] * WRITERS, errors
    assert check_database(where, stored_race, wait=30) == ()
    with club.store() as store:
        after = store.tour("Club").tour
        steps = store.journal.steps("Club")
        tours = len(store.summaries())
    assert tours == (WRITERS + 1 if name == "new tours" else 1)
    done = sum(step.state == "done" for step in steps)
    expected = {"new tours": WRITERS, "undo among entries": WRITERS}
    assert done == expected.get(name, 2 * WRITERS)
    club.write(lambda store: store.journal.undo("Club", done - 1))
    club.write(lambda store: store.journal.redo("Club", done - 1))
    assert club.read().tour == after
    if name not in {"new tours", "undo among entries"}:
        club.write(lambda store: store.journal.undo("Club", WRITERS))
        assert club.read().tour == now
    if "rulings" in name:
        ruled_on = [ruling.bib for stage in after.stages for ruling in stage.rulings]
        assert {*ruled_on} == {*BIBS}
        assert len(ruled_on) == WRITERS
    if name == "stages of one tour":
        firsts = [stage.finish[0] for stage in after.stages]
        found = [line.bibs[0] for line in firsts if isinstance(line, Arrival)]
        assert found == [*BIBS[1:], BIBS[1]]
