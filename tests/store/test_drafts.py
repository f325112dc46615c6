"""A draft is stored at once, and belongs to its tour."""

import subprocess
import sys
from pathlib import Path

import pytest

from peloton.errors import StoreError
from peloton.store.facts.parts import Draft
from peloton.store.session import open_store
from tests.store.ronde import GIRO, RONDE
from tests.store.strategies import HOSTILE


def test_a_draft_is_kept_until_it_is_dropped(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
        assert store.draft(RONDE.name, 2) is None
    for typed in ("1 0", "1 0 3\n"):
        with open_store(where) as store:
            store.keep_draft(RONDE.name, Draft(2, typed, "base"))
    with open_store(where) as store:
        assert store.draft(RONDE.name, 2) == Draft(2, "1 0 3\n", "base")
        assert store.draft(RONDE.name, 3) is None
        store.drop_draft(RONDE.name, 2)
        store.drop_draft(RONDE.name, 2)
        assert store.draft(RONDE.name, 2) is None


def test_a_draft_comes_back_whatever_was_typed(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
    for typed in (*HOSTILE, "1 0 3\n" * 20_000):
        with open_store(where) as store:
            store.keep_draft(RONDE.name, Draft(1, typed, typed[::-1]))
        with open_store(where, write=False) as store:
            assert store.draft(RONDE.name, 1) == Draft(1, typed, typed[::-1])


def test_a_draft_is_no_change_of_the_tour(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
        store.keep_draft(RONDE.name, Draft(1, "typed", ""))
        store.drop_draft(RONDE.name, 1)

        assert [step.what for step in store.journal.steps(None)] == ["loaded"]


def test_a_draft_stays_when_its_tour_is_saved_or_replaced(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
        store.keep_draft(RONDE.name, Draft(2, "typed", ""))
        store.save(RONDE_WITHOUT_STAGES, "", "replaced")

        assert store.draft(RONDE.name, 2) == Draft(2, "typed", "")


def test_a_draft_saved_with_its_stage_comes_back_when_that_is_undone(
    where: str,
) -> None:
    """And whatever was typed since comes back when it is undone after a redo."""
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
        store.keep_draft(RONDE.name, Draft(2, "1 0\n", "base", "[1]"))
        typed, other = store.draft(RONDE.name, 2), Draft(3, "2 0", "")
        assert typed is not None
        store.save(RONDE_WITHOUT_STAGES, "", "entered", drafts=(typed,))
        store.keep_draft(RONDE.name, Draft(3, "2 0", ""))
        assert store.drafts(RONDE.name) == (other,)
        for more in ("", "2 0\n"):
            store.journal.undo(RONDE.name, 1)
            text = "1 0\n"
            assert store.drafts(RONDE.name) == (Draft(2, text, "base", "[1]"), other)
            text += more
            store.keep_draft(RONDE.name, Draft(2, text, "base"))
            store.journal.redo(RONDE.name, 1)
            assert store.drafts(RONDE.name) == (other,)
        store.journal.undo(RONDE.name, 2)
        store.journal.redo(RONDE.name, 1)
        assert store.drafts(RONDE.name) == (Draft(2, text, "base", "[1]"), other)


RONDE_WITHOUT_STAGES = type(RONDE)(name=RONDE.name, rulebook="cyclo")


def test_the_draft_of_a_tour_that_is_not_there_is_refused(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
        with pytest.raises(StoreError, match="no tour called 'Tonde'"):
            store.keep_draft("Tonde", Draft(1, "typed", ""))


def test_drafts_go_with_a_tour_and_come_again_with_it(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
        store.save(GIRO, "", "loaded")
        store.keep_draft(RONDE.name, Draft(1, "one", "a"))
        store.keep_draft(RONDE.name, Draft(2, "two", "b"))
        store.keep_draft(GIRO.name, Draft(1, "other", "c"))
        store.delete(RONDE.name)
        store.journal.undo(RONDE.name, 1)
        assert store.draft(RONDE.name, 1) == Draft(1, "one", "a")
        assert store.draft(RONDE.name, 2) == Draft(2, "two", "b")
        store.keep_draft(RONDE.name, Draft(1, "one more", "a"))
        store.journal.redo(RONDE.name, 1)
        store.journal.undo(RONDE.name, 2)
        assert RONDE.name not in store
        store.journal.redo(RONDE.name, 1)
        assert store.draft(RONDE.name, 1) == Draft(1, "one more", "a")
        assert store.draft(GIRO.name, 1) == Draft(1, "other", "c")


def test_a_new_tour_of_the_same_name_has_no_draft_of_the_old_one(where: str) -> None:
    with open_store(where) as store:
        store.save(RONDE, "", "loaded")
        store.keep_draft(RONDE.name, Draft(1, "old", ""))
        store.delete(RONDE.name)
        store.save(RONDE, "", "created")
        assert store.draft(RONDE.name, 1) is None
        store.keep_draft(RONDE.name, Draft(1, "new", ""))
        store.journal.undo(RONDE.name, 2)
        assert store.draft(RONDE.name, 1) == Draft(1, "old", "")
        store.journal.redo(RONDE.name, 2)
        assert store.draft(RONDE.name, 1) == Draft(1, "new", "")


def test_a_program_killed_while_typing_loses_nothing_it_had_kept(file: Path) -> None:
    with open_store(str(file)) as store:
        store.save(RONDE, "", "loaded")
    script = (
        "import itertools, sys\n"
        "from peloton.store.facts.parts import Draft\n"
        "from peloton.store.session import open_store\n"
        "for n in itertools.count():\n"
        "    with open_store(sys.argv[1]) as store:\n"
        "        store.keep_draft(sys.argv[2], Draft(1, str(n), ''))\n"
        "    print(n, flush=True)\n"
    )
    with subprocess.Popen(  # noqa: S603 (our own script)
        [sys.executable, "-c", script, str(file), RONDE.name],
        stdout=subprocess.PIPE,
        text=True,
    ) as typing:
        assert typing.stdout is not None
        for _ in range(7):
            typing.stdout.readline()
        typing.kill()
        kept = typing.stdout.read().split() or ["6"]

    with open_store(str(file), write=False) as store:
        draft = store.draft(RONDE.name, 1)
    assert draft is not None
    assert int(draft.text) >= int(kept[-1])
