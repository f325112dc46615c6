"""Every change can be undone and redone exactly."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given
from sqlalchemy import create_engine

from peloton import __version__
from peloton.errors import StoreError
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Startlist
from peloton.rules.facts.tour import Tour
from peloton.store.facts import journal
from peloton.store.facts.parts import Draft
from peloton.store.session import change_store, open_store
from peloton.store.tours import Store
from peloton.store.transactions import Address
from tests.drawing import seldom_drawn
from tests.store.edits import change
from tests.store.ronde import GIRO, RONDE
from tests.store.strategies import texts, tours

T = TypeVar("T")
NAMED = replace(RONDE, stages=(*RONDE.stages[:-1], Stage(name="Gent - Wevelgem")))


def everything(store: Store) -> str:
    """Return all tours with their rulebooks, and the name of the current tour."""
    names = [each.name for each in store.summaries()]
    return repr([*map(store.tour, names), store.current()])


def states(store: Store, name: str) -> list[tuple[str, str]]:
    return [(step.what, str(step.state)) for step in store.journal.steps(name)]


def by_hand(where: str, statement: str) -> None:
    """Change the database as another program might do it."""
    engine = create_engine(where if "://" in where else f"sqlite:///{where}")
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


def body(part: str, body: str) -> str:
    """Return the statement that replaces the body of a part in every tour."""
    return f"UPDATE part SET body = '{body}' WHERE name = '{part}'"  # noqa: S608 - our own


def saved(where: str, *loads: tuple[Tour, str]) -> None:
    """Save tours one after another, each as the current one."""
    with open_store(where) as store:
        for tour, what in loads:
            store.save(tour, "", what, current=True)


@pytest.mark.endurance
def test_200_changes_are_taken_back_one_by_one_and_brought_again(where: str) -> None:
    """Edits, loads and deletions of two tours that take turns as the current one."""
    made: list[str] = []
    seen: list[str] = []
    dice = Random(4)  # noqa: S311 - dice, no secrets
    with open_store(where) as store:
        seen.append(everything(store))
        turn = 0
        while len(made) < 200:
            turn += 1
            if name := change(store, dice, turn):
                made.append(name)
                seen.append(everything(store))

    with open_store(where) as store:
        for name, before in zip(reversed(made), reversed(seen[:-1]), strict=True):
            (step,) = store.journal.undo(name, 1)
            assert everything(store) == before, step.what
        for name, after in zip(made, seen[1:], strict=True):
            (step,) = store.journal.redo(name, 1)
            assert everything(store) == after, step.what


@pytest.mark.slow
@seldom_drawn
@given(before=tours, after=tours, rulebook_text=texts)
def test_any_change_of_any_tour_is_taken_back_exactly(
    where: str, before: Tour, after: Tour, rulebook_text: str
) -> None:
    before = replace(before, name=after.name)
    with open_store(where) as store:
        store.save(before, "", "loaded")
        was = everything(store)
        if store.save(after, rulebook_text, "edited") is None:
            return
        new = everything(store)
    with open_store(where) as store:
        store.journal.undo(after.name, 1)
        assert everything(store) == was
        store.journal.redo(after.name, 1)
        assert everything(store) == new


def test_a_step_has_its_number_its_time_and_what_differs(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_795_257_000.9)
    saved(where, (RONDE, "loaded"), (GIRO, "another"))
    with open_store(where) as store:
        store.save(NAMED, "", "named stage 5")
        (step, _) = store.journal.steps(RONDE.name)

    assert (step.tour, step.number, step.what) == (RONDE.name, 2, "named stage 5")
    assert (step.seconds, step.stages) == (1_795_257_000, (5,))
    assert step.before == {"stage 5": Stage(name="Brussel")}
    assert step.after == {"stage 5": Stage(name="Gent - Wevelgem")}
    assert (step.current_before, step.current_after) == (GIRO.name, GIRO.name)


def test_the_step_of_a_load_has_every_part_after_it_and_none_before(where: str) -> None:
    saved(where, (RONDE, "loaded"))
    with open_store(where, write=False) as store:
        (step,) = store.journal.steps(RONDE.name)

    assert step.before == {}
    assert list(step.after)[:3] == ["tour", "rulebook", "startlist"]
    assert step.after["startlist"] == Startlist(RONDE.teams, RONDE.riders)
    assert step.stages == (1, 2, 3, 4, 5)


def test_a_stage_is_found_in_the_journal_by_its_number(where: str) -> None:
    saved(where, (RONDE, "loaded"), (replace(RONDE, date=None), "undated"))
    saved(where, (replace(NAMED, date=None), "named stage 5"))
    with open_store(where, write=False) as store:
        steps = store.journal.steps(RONDE.name, stage=5)
        (one,) = store.journal.steps(RONDE.name, stage=5, limit=1)
        (second,) = store.journal.steps(RONDE.name, number=2)

    assert [step.what for step in steps] == ["named stage 5", "loaded"]
    assert one == steps[0]
    assert second.what == "undated"


def test_the_steps_of_all_tours_come_latest_first(where: str) -> None:
    saved(where, (RONDE, "one"), (GIRO, "two"), (NAMED, "three"))
    with open_store(where, write=False) as store:
        assert [step.what for step in store.journal.steps(None)] == [
            "three",
            "two",
            "one",
        ]


def test_what_changes_nothing_is_no_step(where: str) -> None:
    saved(where, (RONDE, "loaded"), (RONDE, "loaded again"))
    with open_store(where, write=False) as store:
        assert states(store, RONDE.name) == [("loaded", "done")]


def test_a_load_that_only_makes_the_tour_current_is_taken_back_too(where: str) -> None:
    saved(where, (RONDE, "loaded"), (GIRO, "loaded"), (RONDE, "loaded again"))
    with open_store(where) as store:
        store.journal.undo(RONDE.name, 1)
        assert store.current() == GIRO.name
        store.journal.redo(RONDE.name, 1)
        assert store.current() == RONDE.name


def test_a_load_taken_back_leaves_the_tour_that_was_current(where: str) -> None:
    saved(where, (GIRO, "loaded"), (RONDE, "loaded"))
    with open_store(where) as store:
        store.journal.undo(RONDE.name, 1)

        assert RONDE.name not in store
        assert store.current() == GIRO.name


def test_a_tour_chosen_since_stays_the_current_one(where: str) -> None:
    saved(where, (GIRO, "loaded"), (RONDE, "loaded"))
    with open_store(where) as store:
        store.make_current(GIRO.name)
        store.journal.undo(RONDE.name, 1)
        assert store.current() == GIRO.name
        store.journal.redo(RONDE.name, 1)
        assert store.current() == RONDE.name


def test_where_the_last_current_tour_is_gone_there_is_none(where: str) -> None:
    saved(where, (GIRO, "loaded"), (RONDE, "loaded"))
    with open_store(where) as store:
        store.delete(GIRO.name)
        store.journal.undo(RONDE.name, 1)

        assert store.current() is None


def test_another_change_drops_what_was_taken_back(where: str) -> None:
    saved(where, (RONDE, "loaded"), (NAMED, "named"))
    with open_store(where) as store:
        store.journal.undo(RONDE.name, 1)
        store.save(replace(RONDE, date=None), "", "undated")

        assert states(store, RONDE.name) == [
            ("undated", "done"),
            ("named", "dropped"),
            ("loaded", "done"),
        ]
        with pytest.raises(StoreError, match="has nothing to redo"):
            store.journal.redo(RONDE.name, 1)
        store.journal.undo(RONDE.name, 2)
        assert RONDE.name not in store


def test_a_change_of_one_tour_drops_nothing_of_another(where: str) -> None:
    saved(where, (GIRO, "loaded"), (RONDE, "loaded"), (NAMED, "named"))
    with open_store(where) as store:
        store.journal.undo(RONDE.name, 1)
        store.save(replace(GIRO, rulebook="other"), "", "edited")
        store.journal.redo(RONDE.name, 1)

        assert store.tour(RONDE.name).tour == NAMED


@pytest.mark.parametrize("way", ["undo", "redo"])
def test_more_steps_than_there_are_is_refused_and_none_is_gone(
    where: str, way: str
) -> None:
    saved(where, (RONDE, "loaded"), (NAMED, "named"))
    with open_store(where) as store:
        if way == "redo":
            store.journal.undo(RONDE.name, 2)
        before = everything(store)
        with pytest.raises(StoreError, match=f"found 3 .*{RONDE.name}' has 2"):
            getattr(store.journal, way)(RONDE.name, 3)
        assert everything(store) == before


@pytest.mark.parametrize("way", ["undo", "redo", "steps"])
def test_a_tour_that_never_was_is_refused_with_the_nearest(
    where: str, way: str
) -> None:
    saved(where, (RONDE, "loaded"), (GIRO, "loaded"))
    with open_store(where) as store:
        store.delete(GIRO.name)
        count = () if way == "steps" else (1,)
        with pytest.raises(StoreError, match="'Gir'; did you mean 'Giro'"):
            getattr(store.journal, way)("Gir", *count)


def test_a_tour_changed_past_the_journal_is_left_alone(where: str) -> None:
    """Even if the step to undo did not touch what was changed."""
    saved(where, (RONDE, "loaded"), (NAMED, "named stage 5"))
    by_hand(where, body("stage 1", '{"length":7}'))
    with open_store(where) as store:
        before = everything(store)
        with pytest.raises(StoreError, match=r"step 2, .named stage 5.*stage 1"):
            store.journal.undo(RONDE.name, 1)
        assert everything(store) == before


def test_what_another_program_added_is_not_thrown_away_with_a_load(where: str) -> None:
    """Stage 6 is in no step: to take the load back would lose it."""
    saved(where, (RONDE, "loaded"))
    by_hand(where, "INSERT INTO part (tour_id, name, body) VALUES (1, 'stage 6', '{}')")
    with open_store(where) as store:
        with pytest.raises(StoreError, match="stage 6 changed without the journal"):
            store.journal.undo(RONDE.name, 1)
        assert len(store.tour(RONDE.name).tour.stages) == 6


def test_what_was_done_last_and_stands_is_known(where: str) -> None:
    saved(where, (RONDE, "loaded"), (NAMED, "named stage 5"))
    with open_store(where) as store:
        assert store.journal.latest(RONDE.name) == (2, "named stage 5")
        store.journal.undo(RONDE.name, 1)
        assert store.journal.latest(RONDE.name) == (1, "loaded")
        assert store.journal.latest("Other") is None


def test_a_damaged_tour_that_was_deleted_comes_back_undamaged(where: str) -> None:
    saved(where, (RONDE, "loaded"))
    by_hand(where, body("stage 1", '{"kind":"boat race"}'))
    with open_store(where) as store:
        store.delete(RONDE.name)
        assert RONDE.name not in store
        store.journal.undo(RONDE.name, 1)
        assert store.tour(RONDE.name).tour == RONDE


@pytest.mark.parametrize(
    ("column", "data"),
    [
        ("after", ""),
        ("after", "["),
        ("after", "[" * 100_000),
        ("after", "[1]"),
        ("after", '{"stage 1":7}'),
        ("after", '{"stage 1":{"kind":"boat"}}'),
        ("after", '{"stage one":{}}'),
        ("after", '{"votes":{}}'),
        ("after", '{"rulebook":"of nobody"}'),
        ("before", "{"),
        ("stages", "1"),
        ("drafts", '[{"stage":"1","text":"","base":""}]'),
    ],
)
def test_a_damaged_step_is_refused_by_its_number(
    where: str, column: str, data: str
) -> None:
    saved(where, (RONDE, "loaded"))
    by_hand(where, f"UPDATE journal SET {column} = '{data}'")  # noqa: S608 - our own
    with open_store(where) as store:
        with pytest.raises(StoreError, match=f"step 1 of '{RONDE.name}' is damaged"):
            store.journal.undo(RONDE.name, 1)
        assert store.tour(RONDE.name).tour == RONDE


def test_a_damaged_older_step_stands_in_the_way_of_undo(where: str) -> None:
    saved(where, (RONDE, "loaded"), (NAMED, "named stage 5"))
    by_hand(where, "UPDATE journal SET \"after\" = '[' WHERE number = 1")
    with open_store(where) as store:
        with pytest.raises(StoreError, match=f"step 1 of '{RONDE.name}' is damaged"):
            store.journal.undo(RONDE.name, 1)
        assert store.tour(RONDE.name).tour == NAMED
        store.delete(RONDE.name)


def test_undo_is_of_the_current_tour(where: str) -> None:
    saved(where, (RONDE, "loaded"), (GIRO, "loaded"))
    with open_store(where) as store:
        store.make_current(RONDE.name)
        assert store.journal.to_undo() == RONDE.name


def test_without_a_current_tour_undo_is_of_the_one_changed_last(where: str) -> None:
    with open_store(where) as store:
        assert store.journal.to_undo() is None
    saved(where, (RONDE, "loaded"), (GIRO, "loaded"))
    with open_store(where) as store:
        store.delete(GIRO.name)
        assert store.journal.to_undo() == GIRO.name
        store.journal.undo(GIRO.name, 1)
        assert store.current() == GIRO.name


def test_without_a_current_tour_undo_is_not_of_the_tour_of_another_user(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Address, "is_shared", True)

    def by(user: str, work: Callable[[Store], T]) -> T:
        monkeypatch.setenv("LOGNAME", user)
        return change_store(where, work, user_file=lambda: tmp_path / f"{user}.json")

    by("ann", lambda store: store.save(RONDE, "", "loaded", current=True))
    by("bob", lambda store: store.save(GIRO, "", "loaded", current=True))
    by("ann", lambda store: store.delete(RONDE.name))
    by("bob", lambda store: store.save(replace(GIRO, place="Rome"), "", "moved"))

    assert by("ann", lambda store: store.journal.to_undo()) == RONDE.name
    by("ann", lambda store: store.journal.undo(RONDE.name, 2))
    by("bob", lambda store: store.journal.undo(GIRO.name, 2))
    assert by("ann", lambda store: store.journal.to_redo()) == RONDE.name
    assert by("bob", lambda store: store.journal.to_redo()) == GIRO.name
    assert by("cas", lambda store: store.journal.to_redo()) is None


def test_redo_finds_the_tour_that_undo_took_away(where: str) -> None:
    """The current tour has a step taken back too, but longer ago."""
    saved(where, (RONDE, "loaded"), (NAMED, "named"))
    with open_store(where) as store:
        store.journal.undo(RONDE.name, 1)
        assert store.journal.to_redo() == RONDE.name
        store.save(GIRO, "", "loaded", current=True)
        store.journal.undo(GIRO.name, 1)
        assert store.journal.to_redo() == GIRO.name
        store.journal.redo(GIRO.name, 1)
        assert store.current() == GIRO.name


def test_redo_is_not_of_a_tour_that_was_left_for_another(where: str) -> None:
    saved(where, (RONDE, "loaded"), (NAMED, "named"), (GIRO, "loaded"))
    with open_store(where) as store:
        store.journal.undo(RONDE.name, 1)

        assert store.journal.to_redo() == GIRO.name


def test_what_is_taken_back_in_a_store_that_is_only_read_is_not_kept(
    where: str,
) -> None:
    saved(where, (RONDE, "loaded"))
    with open_store(where, write=False) as store:
        store.journal.undo(RONDE.name, 1)
    with open_store(where, write=False) as store:
        assert states(store, RONDE.name) == [("loaded", "done")]
        assert store.tour(RONDE.name).tour == RONDE


def test_ten_at_once_take_back_ten_steps(file: Path) -> None:
    saved(str(file), (RONDE, "loaded"))
    for number in range(10):
        saved(str(file), (replace(RONDE, rulebook=f"book {number}"), f"{number}"))

    def undo(_: int) -> int:
        with open_store(str(file)) as store:
            (step,) = store.journal.undo(RONDE.name, 1)
            return step.number

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(undo, range(10))) == list(range(2, 12))
    with open_store(str(file), write=False) as store:
        assert store.tour(RONDE.name).tour == RONDE


def test_a_log_reads_no_other_tours(
    where: str, statements: list[tuple[str, str]]
) -> None:
    saved(where, (RONDE, "loaded"), (GIRO, "loaded"))
    statements.clear()
    with open_store(where, write=False) as store:
        store.journal.steps(RONDE.name)

    read = [sent for sent, _ in statements if "FROM journal" in sent]
    assert all("WHERE" in sent for sent in read)


def test_who_did_it_stands_in_the_journal(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "ann\udcff")
    monkeypatch.setattr("platform.node", lambda: "table-7")
    saved(where, (RONDE, "loaded"))

    with open_store(where, write=False) as store:
        (step,) = store.journal.steps(RONDE.name)
    assert (step.user_name, step.host, step.version) == ("ann?", "table-7", __version__)


def test_a_renamed_tour_keeps_its_journal_and_its_drafts(where: str) -> None:
    named = replace(RONDE, name="Giro della Tavola")
    with open_store(where) as store:
        store.save(RONDE, "", "loaded", current=True)
        store.keep_draft(RONDE.name, Draft(5, "1 0", ""))
        store.save(named, "", "renamed", replaced=RONDE.name)
        assert states(store, named.name) == [("renamed", "done"), ("loaded", "done")]
        assert (store.current(), RONDE.name in store) == (named.name, False)
        assert [draft.text for draft in store.drafts(named.name)] == ["1 0"]

        store.journal.undo(named.name, 1)
        assert store.tour(RONDE.name).tour == RONDE
        assert (store.current(), named.name in store) == (RONDE.name, False)

        store.journal.redo(RONDE.name, 1)
        assert store.tour(named.name).tour == named


def test_a_renamed_tour_is_taken_back_whole_and_brought_again(where: str) -> None:
    named = replace(RONDE, name="Giro della Tavola")
    with open_store(where) as store:
        store.save(RONDE, "", "loaded", current=True)
        store.save(named, "", "renamed", replaced=RONDE.name)
        before = everything(store)

        store.journal.undo(named.name, 2)
        assert (store.summaries(), store.current()) == ((), None)

        store.journal.redo(RONDE.name, 2)
        assert everything(store) == before


def test_a_tour_is_not_renamed_to_what_another_is_or_was_called(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
        store.save(GIRO, "", "loaded")
        store.delete(GIRO.name)
        with pytest.raises(StoreError, match="there is or was a tour called 'Giro"):
            store.save(replace(RONDE, name=GIRO.name), "", "", replaced=RONDE.name)


def test_undo_of_many_steps_reads_each_step_a_few_times(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is replayed before and after the command, not for each step."""
    for number in range(30):
        saved(str(file), (replace(RONDE, place=f"{number}"), "moved"))
    decoded: list[str] = []
    real = journal.bodies_in

    def counted(text: str) -> dict[str, str]:
        decoded.append(text)
        return real(text)

    monkeypatch.setattr(journal, "bodies_in", counted)
    with open_store(str(file)) as store:
        store.journal.undo(RONDE.name, 20)
        assert store.tour(RONDE.name).tour.place == "9"
    assert len(decoded) < 10 * 30
