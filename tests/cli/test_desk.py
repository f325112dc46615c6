"""The desk, tested key by key."""

from pathlib import Path
from shutil import copyfile

import pytest
from click.testing import CliRunner

from peloton.cli.fullscreen.program import run_desk
from peloton.cli.fullscreen.session import DeskSession
from peloton.cli.main import main
from peloton.desk.session import Session
from peloton.reports.sheet import Sheet
from peloton.reports.stage import changes
from peloton.rules.results import Race
from tests.cli.conftest import Run
from tests.cli.desks import (
    BACKSPACE,
    DOWN,
    ENTER,
    HELP,
    LEAVE,
    OPEN_LINE,
    PAGE_DOWN,
    REDO,
    SAVE,
    SWITCH,
    TAB,
    UNDO,
    UP,
    leave,
    sit,
)


@pytest.fixture(scope="module")
def two_ridden(tmp_path_factory: pytest.TempPathFactory, loaded: Path) -> Path:
    """Clear the third stage of the small tour, once for all tests."""
    where = tmp_path_factory.mktemp("third") / "tours.db"
    copyfile(loaded / "tours.db", where)
    cleared = ("--db", str(where), "stage", "clear", "3", "--yes")
    assert CliRunner().invoke(main, cleared).exit_code == 0
    return where


@pytest.fixture(autouse=True)
def third(folder: Path, two_ridden: Path) -> None:
    """Use the small tour with its third stage still to be ridden."""
    copyfile(two_ridden, folder / "tours.db")


def test_a_stage_is_entered_as_the_riders_cross(run: Run) -> None:
    """CY-3: 4 in turn 0 with 2 lines, 1 in turn 1 with 0, 7 in turn 1 with 3."""
    sat = sit("4 2\r\r1 0\r7 3\r", SAVE)

    assert sat.left
    assert sat.saved
    assert run("stage", "show", "3", "--entry").out == "4 0 2\n1 1 0\n7 1 3\n"


def test_times_and_the_general_classification_follow_every_key() -> None:
    """
    CY-3. 1 is 1 turn behind: 10 - 0 + 2 = 12 s; with 5 lines, 7 s.

    general before: 4 0, 1 3, 7 23; after: 1 at 3 + 12 = 15, then 3 + 7 = 10
    """
    sat = sit("4 2\r\r1 ", "0", BACKSPACE + "5")

    before, zero, five = sat.screens
    assert "+0:12" not in before
    assert "2    +0:12 Eddy Baens" in zero
    assert "General classification, provisional" in zero
    assert "+0:15" in zero
    assert "2    +0:07 Eddy Baens" in five
    assert "+0:10" in five


def test_enter_begins_the_next_turn_in_large_after_a_deleted_line_too() -> None:
    """The line of 44 was wrong, and goes: Enter is the next turn, as ever."""
    sat = sit("4 2\r44 2\r", UP + "\x15" + BACKSPACE, ENTER, "1 0")

    assert "TURN" not in sat.screens[1]
    assert f"{'TURN 1':^110}".rstrip() in sat.screens[2].splitlines()
    assert sat.row("1 0").startswith("  1 ")
    assert "TURN 1" not in sat.screens[3]


@pytest.mark.parametrize("key", [UP, DOWN, ENTER, SAVE])
def test_a_line_whose_text_is_deleted_is_no_turn_once_the_cursor_leaves_it(
    key: str,
) -> None:
    sat = sit("4 2\r\r1 0\r7 3\r", UP + UP + "\x15", key)

    assert sat.text == "4 2\n\n7 3\n"


def test_a_next_turn_on_which_a_key_was_taken_back_stays_a_turn() -> None:
    sat = sit("4 2\r\r1 0\r", UP + UP + "x" + BACKSPACE + DOWN + UP, OPEN_LINE + UP)

    assert sat.text == "4 2\n\n\n1 0\n"


def test_a_deleted_line_below_a_next_turn_leaves_the_turn() -> None:
    sat = sit("4 2\r\r44 2\r1 0\r", UP + UP + "\x15" + BACKSPACE + DOWN)

    assert sat.text == "4 2\n\n1 0\n"


def test_going_back_to_the_last_line_begins_no_turn() -> None:
    sat = sit("4 2\r1 0\r", UP + UP + ENTER, ENTER)

    assert "TURN" not in sat.screens[1]
    assert "TURN 1" in sat.screens[2]


def test_the_desk_shows_the_race_and_once_riders_come_in_the_finish(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[bool] = []

    class Seen(Exception):  # noqa: N818 - ends the test
        pass

    def sat(desk: DeskSession) -> None:
        shown.append(desk.finish)
        raise Seen

    monkeypatch.setattr("peloton.cli.fullscreen.program._check_terminal", lambda _: 0)
    monkeypatch.setattr("peloton.cli.fullscreen.program.desk_application", sat)
    session = Session(address="tours.db", tour_name=None)
    for number in (3, 2):
        with pytest.raises(Seen):
            run_desk(session, number, finish=False)

    assert shown == [False, True]


def test_an_empty_line_is_the_next_turn_and_stands_beside_the_lines() -> None:
    sat = sit("4 2\r\r1 0\r\r\r7 3")

    assert "turn 3" in sat.screen.splitlines()[0]
    assert sat.row("7 3").startswith("  3 ")


def test_riders_of_a_group_have_the_same_time() -> None:
    """CY-5."""
    sat = sit("(4 1) 2\r")

    assert "1-2   0:00 Jan Janssen" in sat.screen
    assert "s.t." in sat.screen


def test_who_is_still_out_is_named() -> None:
    sat = sit("4 2\r")

    assert "Still out: 2" in sat.screen
    assert "1 Baens, 7 Lakei" in sat.screen


def test_a_mistake_is_said_on_its_line_and_costs_no_other_line() -> None:
    sat = sit("4 2\r44 1\r\r1 0\r7 3\r")

    assert "! no rider 44" in sat.row("44 1")
    assert "line 2: no rider 44 on the startlist; did you mean '4'?" in sat.screen
    assert "Result so far: 3 of 3 finished" in sat.screen


def test_the_line_that_is_being_typed_is_not_called_a_mistake() -> None:
    sat = sit("4 2\r1")

    assert "!" not in sat.row("  1  ")


def test_saving_with_a_mistake_goes_to_its_line() -> None:
    sat = sit("4 2\r44 1\r\r1 0\r7 3\r", SAVE)

    assert "Not yet: no rider 44" in sat.screen
    assert sat.desk.buffer.document.cursor_position_row == 1
    assert not sat.left


def test_saving_with_riders_out_names_them() -> None:
    sat = sit("4 2\r", SAVE)

    assert "Not yet: still out: 1 7. Enter their finish, or DNF 1." in sat.screen
    assert not sat.left


def test_saving_shows_what_changes(capsys: pytest.CaptureFixture[str]) -> None:
    assert sit("4 2\r\r1 0\r7 3\r", SAVE).saved

    shown = capsys.readouterr().out
    assert "Stage result" in shown
    assert "What changes" in shown


def test_saving_computes_the_changes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[Race] = []
    sheet = changes.changes_sheet

    def counted(before: Race, after: Race) -> Sheet:
        computed.append(after)
        return sheet(before, after)

    monkeypatch.setattr(changes, "changes_sheet", counted)

    assert sit("4 2\r\r1 0\r7 3\r", SAVE).saved
    assert len(computed) == 1


def test_enter_on_a_mended_line_goes_on_at_the_end_and_adds_no_turn() -> None:
    sat = sit(f"4 2\r\r1 0\r{UP}{UP}{UP}{BACKSPACE}3\r7 3")

    assert sat.text == "4 3\n\n1 0\n7 3"


def test_a_line_is_put_between_others() -> None:
    sat = sit(f"4 2\r1 0\r{UP}{UP}{OPEN_LINE}7 1{DOWN}")

    assert sat.text == "4 2\n7 1\n1 0\n"


def test_what_was_typed_is_taken_back_and_brought_again() -> None:
    sat = sit("4 2\r", "1 9", UNDO, REDO)
    texts = [screen.splitlines()[2] for screen in sat.screens]

    assert "1 9" in texts[1]
    assert "1 9" not in texts[2]
    assert "1 9" in texts[3]


def test_a_name_is_offered_while_it_is_typed_and_completes_to_the_bib() -> None:
    sat = sit("ba", "e", f"{TAB} 2\r")

    assert "Eddy Baens" in sat.screens[1]
    assert sat.text == "1 2\n"


def test_a_word_that_is_ended_quickly_leaves_nothing_offered() -> None:
    """Ways to go on are worked out while the next keys come in already."""
    sat = sit("bae\r", PAGE_DOWN)

    assert sat.desk.buffer.complete_state is None


def test_an_empty_desk_says_how_to_begin() -> None:
    sat = sit(PAGE_DOWN, number=3)

    assert "12 3: 12 finished, 3 lines past the line. F1 explains" in sat.screen


def test_the_other_view_and_the_help_come_with_a_key_each() -> None:
    sat = sit(SWITCH, HELP, PAGE_DOWN, HELP, SWITCH, number=1)
    desk, helped, more, back, finish = sat.screens

    assert "4 Janssen 5, 1 Baens 3" in desk
    assert "Lines" in helped
    assert "Ctrl-Q" in more
    assert "4 Janssen 5" in back
    assert "Result so far" in finish


def test_terminals_that_keep_the_f_keys_have_others() -> None:
    sat = sit("\x07", "\x14", "\x13", number=1)
    helped, desk = sat.screens

    assert "Lines" in helped
    assert "4 Janssen 5" in sit("\x14", number=1).screen
    assert "Result so far" in desk
    assert sat.saved


def test_the_desk_opens_with_the_sheet_of_the_race() -> None:
    sat = sit("!7 +20 moved out of turn", number=1, finish=False)

    assert "Muur (3)" in sat.screen
    assert "  7 +20 moved out of turn" in sat.screen


def test_leaving_keeps_the_draft_and_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sat = sit("4 2\r\r1 0", LEAVE)
    leave(sat)

    assert "Continue with 'peloton desk 3' or" in capsys.readouterr().err
    assert not sat.saved
    again = sit(number=3)
    assert again.text == "4 2\n\n1 0"
    assert again.desk.buffer.cursor_position == len(again.text)


@pytest.mark.parametrize("key", ["\x03", LEAVE])
def test_there_are_two_ways_to_leave(key: str) -> None:
    assert sit("4 2\r", key).left


def test_a_draft_is_taken_up_with_a_word() -> None:
    sit("4 2\r")

    sat = sit(PAGE_DOWN)

    assert "Your draft was restored" in sat.screen


def test_leaving_a_stage_as_it_is_leaves_no_draft(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sat = sit(f"x{BACKSPACE}", LEAVE, number=1)
    leave(sat)

    assert capsys.readouterr().err == "Nothing was changed.\n"
    assert "draft is taken up" not in sit(PAGE_DOWN, number=1).screen


def test_a_stage_entered_before_is_the_text_to_begin_with(run: Run) -> None:
    before = run("dump").out
    sat = sit(f"{ENTER}", SAVE, number=1)

    assert sat.saved
    assert run("dump").out == before


@pytest.mark.parametrize("size", [(56, 20), (40, 10), (20, 5), (3, 3)])
def test_a_small_window_takes_lines_too(size: tuple[int, int]) -> None:
    sat = sit("4 2\r", size=size)

    assert sat.text == "4 2\n"
    assert ("window is too small" in sat.screen) is (size == (40, 10))


def test_eighty_columns_are_enough() -> None:
    sat = sit("4 2\r\r1 0\r", size=(80, 24))
    rows = sat.screen.splitlines()

    assert "F2 Save" in rows[-1]
    assert "4 Jan Janssen" in sat.screen
    assert len(rows) == 24


def test_a_slash_finds_a_rider_and_leaves_no_line() -> None:
    sat = sit("4 2\r", "/7", ENTER)

    assert "7" in sat.screens[1]
    assert "still out" in sat.screens[1]
    assert "End the search" in sat.screens[1]
    assert sat.text == "4 2\n"
    assert "End the search" not in sat.screens[2]


def test_a_search_for_nobody_says_so() -> None:
    assert "Nobody found." in sit("/zz").screen


@pytest.mark.parametrize(("columns", "team"), [(99, "MOL"), (100, "Molteni")])
def test_teams_have_names_beside_the_lines_from_100_columns_on(
    columns: int, team: str
) -> None:
    typed = "!MOL +20 late\r$MOL 60\r"
    sat = sit(typed, number=3, finish=False, size=(columns, 30))

    shown = [row.split("│")[-1].strip() for row in sat.screen.splitlines()]
    assert f"team {team} +20 late" in shown
    assert f"{team} 60" in shown


def test_without_mistakes_the_first_warning_is_below_the_lines() -> None:
    sat = sit("7 2\r1 4 5\r", number=3, size=(80, 24))

    shown = " ".join(sat.screen.splitlines()[-3:])
    assert "line 2: turn 4 is still to come, and rider 4 has no result" in shown
    assert "did you mean '(1 4) 5'?" in shown
