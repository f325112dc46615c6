"""A draft at the desk: stored, merged with changes by others, and deleted."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from unittest.mock import create_autospec

import pytest

from peloton.cli.fullscreen import session
from peloton.desk.store import DeskStore, DraftSaver
from peloton.errors import PelotonError
from peloton.store.facts.parts import Draft
from peloton.store.session import open_store
from tests.cli.conftest import Run
from tests.cli.desks import (
    AFRESH,
    PAGE_DOWN,
    SAVE,
    UNDO,
    Sitting,
    leave,
    opened,
    saved,
    sit,
)
from tests.machine import PATIENCE

RULED = ("--bib", "7", "--seconds", "20", "--reason", "moved out of turn", "--yes")


def saver_of(write: Callable[[str], str]) -> DraftSaver:
    """Return a saver of a draft that `write` saves."""
    store = create_autospec(DeskStore, instance=True)
    store.save_draft.side_effect = write
    store.look.return_value = False
    return DraftSaver(store, "")


def draft(number: int) -> str | None:
    with open_store("tours.db", write=False) as store:
        found = store.draft("Mini", number)
    return found.text if found else None


def test_what_is_typed_is_in_the_database_once_it_is_drawn(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")
    desk = opened(3)

    sit("4", " ", "2", desk=desk)

    assert draft(3) == "4 2"


def test_a_ruling_given_meanwhile_comes_to_the_draft(tour: Run) -> None:
    sit("# a remark", number=1)
    tour("stage", "ruling", "1", *RULED)

    sat = sit("x", number=1)

    assert "!7 +20 moved out of turn" in sat.text
    assert "# a remark" in sat.text


def test_a_ruling_is_the_same_by_name_and_by_bib(tour: Run) -> None:
    sit("!lakei  +20 moved out of turn", number=1)
    tour("stage", "ruling", "1", *RULED)

    sat = sit("x", number=1)

    assert sat.text.count("moved out of turn") == 1


def test_what_came_is_said_when_the_draft_is_taken_up(tour: Run) -> None:
    sit("# a remark", number=1)
    tour("stage", "ruling", "1", *RULED)

    sat = sit("\x1b[6~", number=1)

    assert "The stage was changed meanwhile: check your lines." in sat.screen


def test_a_finish_entered_meanwhile_comes_in_its_turn(tour: Run, folder: Path) -> None:
    """The draft has 7 at 2 2, as the stage had it; the stage has now 7 at 5 1."""
    sit("# a remark", number=1)
    (folder / "one.txt").write_text("1 0 3\n4 0 1\n7 5 1\n")
    assert tour("stage", "enter", "1", "--from", "one.txt", "--yes").code == 0

    sat = sit("\x1b[6~", number=1)

    assert sat.text.endswith("@5\n7 1\n# a remark\n")
    assert "7 2" not in sat.text


def test_a_draft_without_anything_of_its_own_is_the_stage_as_it_is(tour: Run) -> None:
    sit("x", "\x7f", number=1)
    tour("stage", "ruling", "1", *RULED)

    sat = sit("\x1b[6~", number=1)

    assert sat.text.endswith("!7 +20 moved out of turn\n")
    assert "draft" not in sat.desk.notice[1]


def test_a_cancelled_stage_is_entered_like_any_other(tour: Run) -> None:
    assert tour("stage", "cancel", "3", "--reason", "the cat", "--yes").code == 0

    sat = sit(AFRESH, "\r", *["\x7f"] * 40, "4 2", SAVE, number=3)

    assert "Not yet: still out: 1 7." in sat.screen


def test_a_tour_changed_during_the_sitting_is_not_overwritten(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "SAVE_WAIT", 0)
    desk = opened(1)
    sit("!4 +5 late", desk=desk, number=1)
    tour("stage", "ruling", "1", *RULED)

    assert not saved(desk)

    assert "Not saved: the tour was changed meanwhile" in desk.notice[1]
    assert "!7 +20 moved out of turn" in desk.buffer.text
    assert saved(desk)
    assert 'reason = "moved out of turn"' in tour("stage", "show", "1").out


def test_a_stage_removed_meanwhile_is_said_when_it_cannot_be_saved(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "SAVE_WAIT", 0)
    tour("stage", "clear", "3", "--yes")
    desk = opened(3)
    sit("4 2\r\r1 0\r7 3\r", desk=desk)
    assert (
        tour("stage", "remove", "--yes").code == 0 or tour("stage", "remove").code == 0
    )

    assert not saved(desk)

    assert "Not saved: no stage 3" in desk.notice[1]
    assert desk.buffer.text == "4 2\n\n1 0\n7 3\n"


def test_a_save_that_fails_keeps_the_lines_and_says_why(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tour("dump").out
    desk = opened(1)
    sit("# a remark", desk=desk)

    def full(*_: object) -> None:
        raise PelotonError("the disk is full")

    monkeypatch.setattr(desk.store, "save", full)

    assert not saved(desk)
    assert "Not saved: the disk is full" in desk.notice[1]
    assert desk.finish
    assert desk.buffer.text.endswith("# a remark")
    assert tour("dump").out == before


def test_a_draft_that_cannot_be_kept_is_said_and_tried_again(tour: Run) -> None:
    assert tour("tours").code == 0
    failing = [True]
    kept = []

    def write(text: str) -> str:
        if failing:
            raise PelotonError("the disk is full")
        kept.append(text)
        return text

    saver = saver_of(write)
    saver.save("4 2")
    assert not saver.wait_until_saved(10)
    assert saver.trouble == "the disk is full"
    failing.clear()
    saver.save("4 2\n")

    saver.close()

    assert kept == ["4 2\n"]
    assert saver.trouble == ""


def test_the_keeping_goes_on_after_an_error_nobody_thought_of() -> None:
    failing = [True]

    def write(text: str) -> str:
        if failing:
            raise KeyError
        return text

    saver = saver_of(write)
    saver.save("4 2")
    assert not saver.wait_until_saved(10)
    assert saver.trouble == "KeyError"
    failing.clear()
    saver.save("4 2\n")

    saver.close()

    assert saver.saved


def test_the_keeping_goes_on_if_the_screen_cannot_be_told() -> None:
    """As while the program ends: nothing typed since may be lost."""
    told = Event()
    failing = [True]

    def write(text: str) -> str:
        if failing:
            raise KeyError
        return text

    def changed() -> None:
        told.set()
        raise RuntimeError("no running event loop")

    saver = saver_of(write)
    saver.changed = changed
    saver.save("4 2")
    assert told.wait(PATIENCE)
    failing.clear()
    saver.save("4 2\n")

    saver.close()

    assert saver.saved


def test_leaving_without_a_draft_is_asked_about_and_is_no_success(
    tour: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tour("tours").code == 0

    def full(*_: object) -> None:
        raise PelotonError("the disk is full")

    monkeypatch.setattr(DeskStore, "save_draft", full)
    desk = opened(1)
    sit("4", desk=desk)

    assert not desk.leave()
    assert "Draft not saved: the disk is full" in desk.notice[1]
    assert desk.leave()
    with pytest.raises(PelotonError, match="draft of stage 1 is not saved"):
        leave(Sitting(desk=desk))


def test_a_saved_stage_leaves_no_draft(
    tour: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    tour("stage", "clear", "3", "--yes")
    desk = opened(3)
    leave(sit("4 2\r\r1 0\r7 3\r", SAVE, desk=desk))

    shown = capsys.readouterr()
    assert draft(3) is None
    assert "Stage result" in shown.out
    assert "Saved stage 3. Undo with 'peloton undo'." in shown.err


def test_another_tour_chosen_meanwhile_is_not_touched(tour: Run, folder: Path) -> None:
    desk = opened(1)
    other = (folder / "mini.toml").read_text().replace('"Mini"', '"Other"')
    (folder / "other.toml").write_text(other)
    assert tour("load", "other.toml").code == 0
    before = tour("dump").out
    assert sit("!7 +20 late\r", SAVE, desk=desk).saved

    assert tour("dump").out == before
    assert 'reason = "late"' in tour("--tour", "Mini", "stage", "show", "1").out


def test_two_desks_on_one_stage_type_on_one_draft(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")
    first, second = opened(3), opened(3)
    sit("4 2\r", desk=first)

    sat = sit("7 1\r", PAGE_DOWN, desk=second)

    assert draft(3) == "4 2\n7 1\n"
    assert sat.text == "4 2\n7 1\n"
    assert "NOT SAVED" not in sat.screen


def test_a_line_that_another_mended_is_mended_at_the_desk_too(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")
    sit("4 2\r1 1\r", number=3)
    desk = opened(3)
    mended = "4 5\n1 1\n"
    with open_store("tours.db") as store:
        store.keep_draft("Mini", Draft(3, mended, ""))

    sat = sit("7 0", PAGE_DOWN, desk=desk)

    assert sat.text == f"{mended}7 0"
    assert draft(3) == f"{mended}7 0"


@pytest.mark.parametrize(
    ("typed", "at", "other", "before"),
    [
        ("4 2\n1", 5, "4 2\n1\n7 0\n", "4 2\n1"),
        ("4 2\n1\n", 5, "4 2\n1\n7 0\n", "4 2\n1"),
        ("4 2\n1", 5, "4 25\n1", "4 25\n1"),
        ("4 2\n", 4, "4 2\n7 0\n", "4 2\n7 0\n"),
    ],
)
def test_the_cursor_stays_on_its_line_while_others_write(
    tour: Run, typed: str, at: int, other: str, before: str
) -> None:
    """On an empty line, the next line is typed after theirs."""
    tour("stage", "clear", "3", "--yes")
    with open_store("tours.db") as store:
        store.keep_draft("Mini", Draft(3, typed, ""))
    desk, told = opened(3), Event()
    desk.buffer.cursor_position = at
    desk.saver.changed = told.set
    with open_store("tours.db") as store:
        store.keep_draft("Mini", Draft(3, other, ""))
    assert told.wait(PATIENCE)

    desk.before_drawing()

    assert desk.buffer.text == other
    assert desk.buffer.document.text_before_cursor == before
    desk.close()


def test_what_others_write_comes_to_a_desk_at_which_nobody_types(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")
    desk = opened(3)
    told = Event()
    desk.saver.changed = told.set
    with open_store("tours.db") as store:
        store.keep_draft("Mini", Draft(3, "4 2\n", ""))

    assert told.wait(PATIENCE)
    desk.before_drawing()

    assert desk.buffer.text == "4 2\n"
    desk.close()


def test_leaving_a_desk_untouched_drops_no_draft_of_another(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")
    first, second = opened(3), opened(3)
    sit("4 2", desk=first)
    sit(PAGE_DOWN, desk=second)

    leave(Sitting(desk=second))

    assert draft(3) == "4 2"


def test_a_draft_can_be_given_up_for_the_stage_as_it_is(tour: Run) -> None:
    assert tour("tours").code == 0
    desk = opened(1)
    entered = desk.buffer.text
    desk.close()
    sit("# a remark", number=1)

    sat = sit(AFRESH, number=1)
    leave(sat)

    assert sat.text == entered
    assert draft(1) is None


def test_a_draft_given_up_by_mistake_comes_back_with_undo(tour: Run) -> None:
    assert tour("tours").code == 0
    sit("# a remark", number=1)

    sat = sit(AFRESH, UNDO, number=1)

    assert sat.text.endswith("# a remark")
    assert (draft(1) or "").endswith("# a remark")


def test_a_draft_given_up_says_how_it_comes_back(tour: Run) -> None:
    assert tour("tours").code == 0
    sit("# a remark", number=1)

    assert "^R discards it" in sit(PAGE_DOWN, number=1).screen
    assert "The draft is discarded. ^Z restores it." in sit(AFRESH, number=1).screen


def test_a_draft_that_is_kept_late_is_shown_without_another_key() -> None:
    told = Event()
    slow = Event()

    def write(text: str) -> str:
        slow.wait(PATIENCE)
        return text

    saver = saver_of(write)
    saver.changed = told.set
    saver.save("4 2")
    assert not saver.wait_until_saved(0)
    assert not saver.saved
    slow.set()

    assert told.wait(PATIENCE)
    assert saver.saved
    saver.close()
