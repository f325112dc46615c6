"""`stage enter`: entering a stage, and entering it again to correct it."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SECOND = "7 3 1\n1 3 0\n4 3 5\n"


def general(run: Run) -> list[tuple[str, int]]:
    rows = json.loads(run("standings", "general", "--json").out)
    return [(row["bib"], row["time"]) for row in rows]


def test_the_next_stage_is_entered_without_its_number(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")

    ran = tour("stage", "enter", "--yes", typed="7 0 1\n1 0 2\nDNF 4\n")

    assert ran.code == 0
    assert "Saved stage 3" in ran.err


def test_the_result_and_the_changes_are_shown_before_saving(
    tour: Run, folder: Path
) -> None:
    (folder / "two.txt").write_text("1 2 0\n7 3 1\n4 3 5\n")
    before = tour("dump").out

    ran = tour("stage", "enter", "2", "--from", "two.txt", typed="n\n")

    assert (ran.code, len(ran.errors)) == (1, 1)
    assert "Stage result" in ran.out
    assert "-1 3 0" in ran.out
    assert "+1 2 0" in ran.out
    assert "General classification" in ran.out
    assert tour("dump").out == before


def test_a_new_warning_is_shown_before_saving(tour: Run, folder: Path) -> None:
    """CY-4. It is not repeated when something else of the tour is changed."""
    (folder / "one.txt").write_text("1 0 3\n7 2 2\n4 1 1\n")
    warning = (
        "Warning: stage 1: rider 4 (turn 1) is listed below a rider on turn 2: is the"
        " order of arrival right? (CY-4)"
    )
    ran = tour("stage", "enter", "1", "--from", "one.txt", typed="y\n")

    assert ran.err.index(warning) < ran.err.index("Save it?")
    assert "Warning" not in tour("note", "3", "!7 +10 late", "--yes").err


def test_the_end_of_input_at_the_question_saves_nothing(
    tour: Run, folder: Path
) -> None:
    (folder / "two.txt").write_text("1 2 0\n7 3 1\n4 3 5\n")
    before = tour("dump").out

    ran = tour("stage", "enter", "2", "--from", "two.txt")

    assert ran.errors == ["Error: stopped; nothing was changed"]
    assert tour("dump").out == before


def test_a_correction_of_an_earlier_stage_changes_the_standings_after_the_last(
    tour: Run,
) -> None:
    """
    CY-6. Rider 1 rode the time trial in 30 s; it was 20 s.

    before: 1 0+30+12=42, 4 2+25+0=27, 7 21+29+9=59; less 27: 15, 0, 32
    after:  1 0+20+12=32, 4 2+25+0=27, 7 21+29+9=59; less 27:  5, 0, 32
    """
    assert general(tour) == [("4", 0), ("1", 15), ("7", 32)]

    tour("stage", "enter", "2", "--yes", typed="1 2 0\n7 3 1\n4 3 5\n")

    assert general(tour) == [("4", 0), ("1", 5), ("7", 32)]


def test_rulings_and_lots_stay_when_the_finish_is_entered_again(tour: Run) -> None:
    ruled = ("--bib", "7", "--seconds", "20", "--reason", "moved out of turn")
    tour("stage", "ruling", "2", *ruled, "--yes")
    tour("stage", "lots", "2", "general", "4", "1", "--yes")

    tour("stage", "enter", "2", "--yes", typed="1 2 0\n7 3 1\n4 3 5\n")

    shown = tour("stage", "show", "2").out
    assert 'reason = "moved out of turn"' in shown
    assert 'general = "4 1"' in shown


def test_a_correction_that_a_later_stage_cannot_follow_is_refused(tour: Run) -> None:
    before = tour("dump").out

    ran = tour("stage", "enter", "2", "--yes", typed="7 3 1\n1 3 0\nDNF 4\n")

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert "stage 3: rider 4 left the race on an earlier stage" in ran.err
    assert tour("dump").out == before


def test_entering_the_same_again_changes_nothing(tour: Run) -> None:
    ran = tour("stage", "enter", "2", "--yes", typed=SECOND)

    assert ran.code == 0
    assert "Changed on this stage:\nnothing\n" in ran.out
    assert "No classification changes." in ran.out


def test_what_was_entered_can_be_written_out_and_entered_again(
    tour: Run, folder: Path
) -> None:
    before = tour("dump").out
    entry = tour("stage", "show", "1", "--entry").out
    (folder / "one.txt").write_text(entry)

    assert tour("stage", "enter", "1", "--from", "one.txt", "--yes").code == 0

    assert "Muur: 4 1" in entry
    assert tour("dump").out == before


def test_a_piece_of_a_tour_file_is_an_entry_too(tour: Run) -> None:
    entry = 'finish = """\n4 0 3\n1 0 1\n7 2 2\n"""\n[crossings]\nZottegem = "7 1"\n'

    assert tour("stage", "enter", "1", "--yes", typed=entry).code == 0

    shown = tour("stage", "show", "1").out
    assert 'Zottegem = "7 1"' in shown
    assert 'Muur = "4 1"' in shown


def test_windows_line_ends_and_a_byte_order_mark_are_read(tour: Run) -> None:
    entry = b"\xef\xbb\xbf" + SECOND.replace("\n", "\r\n").encode()

    assert tour("stage", "enter", "2", "--yes", typed=entry).code == 0


def test_every_mistake_of_an_entry_is_named_with_its_line(
    tour: Run, folder: Path
) -> None:
    (folder / "one.txt").write_text(
        "1 0 3\n"
        "11 0 2\n"  # unknown
        "7 -2 2\n"  # negative
        "1 2 2\n"  # twice
        "Mur: 4 1\n"  # no such climb
        "Muur: 4 4\n"  # twice
    )
    before = tour("dump").out

    ran = tour("stage", "enter", "1", "--from", "one.txt", "--yes")

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "one.txt:2: error: no rider 11 on the startlist; did you mean '1'?",
        "one.txt:3: error: found -2 turns and 2 lines, expected 0 or more of each",
        "one.txt:4: error: finish: found rider 1 twice, expected once",
        (
            "one.txt:5: error: no sprint or summit 'Mur', expected one of"
            " Muur, Zottegem; did you mean 'Muur'?"
        ),
        "one.txt:6: error: 'Muur': found rider 4 twice, expected once",
        "Error: one.txt has 5 mistakes; nothing was changed",
    ]
    assert tour("dump").out == before


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("7 3 1\n1 3 0\n", "rider 4 is missing: expected a mark, or one of"),
        ("7 3 1\n1 3 0\n4 3/5\n", "or 'turns lines' such as 2 2"),
        ("7 3 1\n1 3 0\nDNFF 4\n", "did you mean 'DNF'?"),
        ("7 3 1\n1 3 0\n4 99999999999 5\n", "expected a mark 'lines' such as 2"),
        ("", "standard input has no results"),
        ("# nothing yet\n", "standard input has no results"),
        (b"\xff\xfe\x00", "standard input is not a text file in UTF-8"),
        ('finish = """\n7 3 1\n', "not valid TOML"),
        ("[crossing]\nMuur = '1'\nfinish = ''\n", "did you mean 'crossings'?"),
    ],
)
def test_an_entry_that_cannot_be_is_refused(
    tour: Run, entry: str | bytes, said: str
) -> None:
    before = tour("dump").out

    ran = tour("stage", "enter", "2", "--yes", typed=entry)

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert said in ran.err
    assert tour("dump").out == before


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le", "utf-16-be"])
def test_files_that_windows_writes_are_read(
    tour: Run, folder: Path, encoding: str
) -> None:
    """With a byte order mark and CRLF: UTF-16 is what PowerShell 5.1 writes by `>`."""

    def typed_on_windows(name: str, text: str) -> None:
        mark = "" if encoding == "utf-8-sig" else "\ufeff"
        data = (mark + text.replace("\n", "\r\n")).encode(encoding)
        (folder / name).write_bytes(data)

    typed_on_windows("two.txt", SECOND)
    typed_on_windows("new.toml", tour("dump").out.replace("Leo Lakei", "Léo 雷"))

    assert tour("stage", "enter", "2", "--from", "two.txt", "--yes").code == 0
    assert "Léo 雷" in tour("score", "new.toml").out
    assert tour("load", "new.toml", "--replace").code == 0
    assert "Léo 雷" in tour("dump").out


@pytest.mark.parametrize("source", [".", "missing.txt"])
def test_an_entry_that_cannot_be_read_is_refused(tour: Run, source: str) -> None:
    ran = tour("stage", "enter", "2", "--from", source)

    assert (ran.code, len(ran.err.splitlines())) == (1, 1)
    assert ran.err.startswith(f"Error: cannot read {source}: ")


def test_results_on_standard_input_need_yes_for_nobody_can_be_asked(tour: Run) -> None:
    ran = tour("stage", "enter", "2", "--from", "-", typed=SECOND)

    assert ran.code == 1
    assert "add --yes" in ran.err


def test_a_stage_beyond_the_last_is_refused(tour: Run) -> None:
    assert tour("stage", "enter", "4").errors == ["Error: no stage 4; the tour has 3"]


def test_when_all_is_ridden_the_stage_to_enter_again_must_be_named(tour: Run) -> None:
    assert (
        "every stage has been ridden; give the number of a stage"
        in tour("stage", "enter").err
    )


def test_missing_riders_of_an_entry_are_one_line(tour: Run) -> None:
    """GN-1. Stage 2 is ridden by 1, 4 and 7."""
    ran = tour("stage", "enter", "2", "--yes", typed="7 3 1\n")

    assert ran.err.splitlines() == [
        (
            "standard input: error: riders 1, 4 are missing: expected a mark, or one of"
            " ABS, DNF, DNS, DSQ, OTL"
        ),
        "Error: standard input has 1 mistake; nothing was changed",
    ]
