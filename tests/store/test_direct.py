"""Both ways to the database, the fast one and SQLAlchemy, give the same results."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peloton.desk.scored_tour import stored_race
from peloton.errors import PelotonError, StoreError
from peloton.rules.facts.tour import Tour
from peloton.store import direct
from peloton.store.direct import open_reading
from peloton.store.session import change_store, open_store
from peloton.store.tours import Store
from tests.drawing import seldom_drawn, slow_but
from tests.store.edits import NAMES, change
from tests.store.ronde import GIRO, RONDE
from tests.store.strategies import texts, tours

Door = Callable[[str], AbstractContextManager[Store]]
LONG_WAY = "peloton.store.session.open_store"


def long_way(where: str) -> AbstractContextManager[Store]:
    return open_store(where, write=False)


def everything(door: Door, where: str, names: tuple[str, ...] = NAMES) -> list[str]:
    """Return everything that can be read from a database, or the errors."""
    return [
        answer(door, where, ask)
        for ask in (
            Store.summaries,
            Store.current,
            lambda store: store.journal.to_undo(),
            lambda store: store.journal.to_redo(),
            lambda store: store.journal.steps(None),
            lambda store: [*store.tours([tour.name for tour in store.summaries()])],
            *(
                ask
                for name in names
                for ask in (
                    lambda store, name=name: name in store,
                    lambda store, name=name: store.tour(name),
                    lambda store, name=name: store.drafts(name),
                    lambda store, name=name: store.journal.latest(name),
                    lambda store, name=name: store.journal.steps(name, stage=2),
                )
            ),
        )
    ]


def answer(door: Door, where: str, ask: Callable[[Store], object]) -> str:
    try:
        with door(where) as store:
            return repr(ask(store))
    except PelotonError as error:
        return f"refused: {error}"


def same(where: str, *names: str) -> list[str]:
    found = everything(open_reading, where, names or NAMES)
    assert found == everything(long_way, where, names or NAMES)
    return found


@pytest.fixture
def only_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if SQLAlchemy is used unless a test requests it."""

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("the long way was taken")

    monkeypatch.setattr(LONG_WAY, refuse)


def test_any_tour_is_read_the_same_both_ways(tmp_path: Path) -> None:
    @seldom_drawn
    @given(tour=tours, what=texts, number=st.uuids())
    def same_both_ways(tour: Tour, what: str, number: object) -> None:
        file = str(tmp_path / f"{number}?#%.db")
        with open_store(file) as store:
            store.save(tour, what, what, current=True)
            store.keep_draft(tour.name, 1, what, "base")
        same(file, tour.name, f"{tour.name} ", "another")

    same_both_ways()


@pytest.mark.parametrize("seed", slow_but(range(3), 0))
def test_after_any_changes_both_ways_read_the_same(file: Path, seed: int) -> None:
    dice = Random(seed)  # noqa: S311 - dice, no secrets
    for turn in range(12):
        with open_store(str(file)) as store:
            name = change(store, dice, turn)
            if name and dice.random() < 0.4:
                store.journal.undo(name, 1)
        same(str(file))


@pytest.mark.usefixtures("only_short")
def test_a_file_of_the_newest_version_is_read_the_short_way(file: Path) -> None:
    with open_store(str(file)) as store:
        store.save(RONDE, "rulebook", "saved", current=True)
        store.save(GIRO, "rulebook", "saved")

    assert not [
        said for said in everything(open_reading, str(file)) if "refuse" in said
    ]


HARMS = {
    "nothing": "",
    "an older version": "UPDATE peloton_version SET version_num = '0004'",
    "a newer version": "UPDATE peloton_version SET version_num = '9999'",
    "no version": "DELETE FROM peloton_version",
    "a version that is a sign": "UPDATE peloton_version SET version_num = '@'",
    "no table": "DROP TABLE part",
    "a body that is no JSON": "UPDATE part SET body = '['",
    "a body that is a number": "UPDATE part SET body = 7",
    "a body that is bytes": "UPDATE part SET body = x'ff00'",
    "text that is no UTF-8": "UPDATE part SET body = CAST(x'ff' AS TEXT)",
    "a name that is a number": "UPDATE tour SET name = 7 WHERE id = 1",
    "a number that is text": "UPDATE journal SET seconds = 'soon'",
    "a flag that is text": "UPDATE journal SET dropped = 'no'",
    "no rulebook": "DELETE FROM rulebook",
    "the tables of another program": "DROP TABLE peloton_version",
}


@pytest.mark.parametrize("harm", HARMS)
def test_what_is_harmed_is_answered_the_same_both_ways(file: Path, harm: str) -> None:
    with open_store(str(file)) as store:
        store.save(RONDE, "rulebook", "saved", current=True)
        store.save(GIRO, "rulebook", "saved")
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(HARMS[harm])
    copy = file.with_name("copy.db")  # the long way brings an older version up to date
    copy.write_bytes(file.read_bytes())

    short = everything(open_reading, str(file))
    long = everything(long_way, str(copy))
    assert [said.replace(str(file), str(copy)) for said in short] == long


@pytest.mark.parametrize("text", [None, "", "not a database at all"])
def test_where_there_is_no_database_both_ways_say_the_same(
    file: Path, text: str | None
) -> None:
    if text is not None:
        file.write_text(text)
    same(str(file))
    same("nonesuch://host/tours")


def test_who_reads_a_file_cannot_write_it(file: Path) -> None:
    with open_store(str(file)) as store:
        store.save(GIRO, "", "saved")
    with (
        pytest.raises(StoreError, match="is read-only"),
        open_reading(str(file)) as store,
    ):
        store.save(RONDE, "", "saved")
    same(str(file))


def dumped(where: str) -> list[str]:
    with closing(sqlite3.connect(where)) as connection:
        return list(connection.iterdump())


@pytest.fixture
def writing_long(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The databases written with SQLAlchemy, with a stopped clock."""
    monkeypatch.setattr("peloton.store.facts.journal.time.time", lambda: 7)
    long: list[str] = []

    def noted(where: str, work: Callable[[Store], object], **how: Any) -> object:  # noqa: ANN401 - its own
        long.append(where)
        return change_store(where, work, **how)

    monkeypatch.setattr("peloton.store.session.change_store", noted)
    return long


@pytest.mark.parametrize("seed", slow_but(range(4), 0, 1))
def test_whatever_is_done_is_written_the_same_both_ways(
    tmp_path: Path, writing_long: list[str], seed: int
) -> None:
    short, long = (str(tmp_path / f"{name}.db") for name in ("short", "long"))

    def work(turn: int) -> Callable[[Store], object]:
        def done(store: Store) -> object:
            dice = Random(f"{seed} {turn}")  # noqa: S311 - dice, no secrets
            name = dice.choice(NAMES)
            back = store.journal.undo if dice.random() < 0.7 else store.journal.redo
            if turn > 2 and dice.random() < 0.3:
                with suppress(StoreError):
                    return [step.number for step in back(name, 1)]
            if name in store and dice.random() < 0.3:
                store.keep_draft(name, 1, f"\x00 \\ {turn}", "")
            return change(store, dice, turn)

        return done

    for turn in range(40):
        how: Any = {"keep": turn % 9 != 5, "scorer": stored_race, "wait": 0}
        found = direct.change(short, work(turn), **how)
        assert found == change_store(long, work(turn), **how)
    assert dumped(short) == dumped(long)
    assert writing_long == [short]


def test_any_tour_is_written_the_same_both_ways(
    tmp_path: Path, writing_long: list[str]
) -> None:
    @seldom_drawn
    @given(tour=tours, what=texts, number=st.uuids())
    def same_both_ways(tour: Tour, what: str, number: object) -> None:
        dumps: list[list[str]] = []
        for write in (direct.change, change_store):
            file = str(tmp_path / f"{number} {len(dumps)}.db")
            change_store(file, lambda store: store.summaries(), wait=0)
            write(file, lambda store: store.save(tour, what, what), wait=0)
            dumps.append(dumped(file))
        assert dumps[0] == dumps[1]

    same_both_ways()
    assert writing_long == []


def test_who_finds_a_file_in_use_waits_the_short_way(
    file: Path, writing_long: list[str]
) -> None:
    with open_store(str(file)) as store:
        store.save(RONDE, "", "loaded")
    waited = []
    with closing(sqlite3.connect(file, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        soon = Timer(0.3, lambda: (waited.append(True), other.rollback()))  # type: ignore[func-returns-value]
        soon.start()
        direct.change(str(file), lambda store: store.delete(RONDE.name), wait=30)
        soon.join()
    assert (waited, writing_long) == ([True], [])


def test_who_finds_a_file_in_use_too_long_is_told(file: Path) -> None:
    with open_store(str(file)) as store:
        store.save(RONDE, "", "loaded")
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is in use by another program"):
            direct.change(str(file), lambda store: store.delete(RONDE.name), wait=0.2)


class Failing(sqlite3.Connection):
    """A database file whose disk fails at the end of a transaction."""

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401 - its own
        if statement == "COMMIT":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = 10
            raise error
        return super().execute(statement, *values)


def test_what_nobody_knows_whether_it_was_saved_is_not_done_again(
    file: Path, writing_long: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(str(file)) as store:
        store.save(RONDE, "", "loaded")
    real = sqlite3.connect
    monkeypatch.setattr(
        "peloton.store.direct.sqlite3.connect",
        lambda *place, **how: real(*place, **how, factory=Failing),
    )
    with pytest.raises(StoreError, match="could not be read or written"):
        direct.change(str(file), lambda store: store.delete(RONDE.name), wait=30)
    assert writing_long == []
