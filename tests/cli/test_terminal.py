"""At a real terminal: prompts, Ctrl-C, colour, pipes."""

import os
import select
import signal
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from peloton.store.facts.parts import Draft
from peloton.store.session import open_store
from tests.cli.conftest import TOUR, Run
from tests.drawing import slow_but
from tests.machine import PATIENCE

termios = pytest.importorskip("termios", reason="see pty")
pty = pytest.importorskip("pty", reason="a terminal to drive is a POSIX thing")


class Terminal:
    """A program at a terminal, with its output and its keyboard."""

    def __init__(self, *args: str, lines: int = 999, columns: int = 80) -> None:
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (lines, columns))
        # A test run in the background ignores Ctrl-C, and so would its children.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.process = subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-m", "peloton", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm"},
        )
        signal.signal(signal.SIGINT, before)
        os.close(slave)
        self.text = ""
        self.decoder = getincrementaldecoder("utf-8")()

    def wait_for(self, prompt: str) -> None:
        """Read the output until these words appear."""
        deadline = time.monotonic() + PATIENCE
        while prompt not in self.text:
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            assert ready, f"waited for {prompt!r}, got {self.text!r}"
            assert time.monotonic() < deadline
            self.text += self.read()

    def read(self) -> str:
        try:
            return self.decoder.decode(os.read(self.master, 65536))
        except OSError:  # so the kernel says that the program has gone
            return pytest.fail(f"it left after {self.text!r}")

    def type(self, line: str) -> None:
        self.text = ""
        os.write(self.master, f"{line}\n".encode())

    def interrupt(self) -> int:
        """Press Ctrl-C, again if the first one was too early."""
        time.sleep(0.1)  # what is asked is shown just before that wait
        for _ in range(PATIENCE // 5):
            self.process.send_signal(signal.SIGINT)
            try:
                return self.process.wait(5)
            except subprocess.TimeoutExpired:
                continue
        return pytest.fail("Ctrl-C does not stop it")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


END = "\nError: stopped; nothing was changed\n"


def started(
    command: str,
    stdin: IO[bytes] | None = None,
    stdout: IO[str] | int = subprocess.PIPE,
    stderr: IO[str] | int = subprocess.PIPE,
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """Run the program in a new process until it ends."""
    return subprocess.run(  # noqa: S603 - this very program
        [sys.executable, "-m", "peloton", *command.split()],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env=os.environ | environment,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def opened(terminals: list[Terminal], *args: str, lines: int = 999) -> Terminal:
    terminals.append(Terminal(*args, lines=lines))
    return terminals[-1]


def test_a_stage_is_entered_line_by_line_and_each_mistake_said_at_once(
    tour: Run, terminals: list[Terminal]
) -> None:
    tour("stage", "clear", "3", "--yes")
    terminal = opened(terminals, "stage", "enter", "3")
    terminal.wait_for("Finish (3 still out)")
    terminal.type("44 0 1")
    terminal.wait_for("did you mean '4'?")
    terminal.wait_for("Finish (3 still out)")
    terminal.type("(4 1) 0 1")
    terminal.wait_for("Finish (1 still out)")
    terminal.type("undo")
    terminal.wait_for("Finish (3 still out)")
    terminal.type("(1 4) 0 1")
    terminal.wait_for("Finish (1 still out)")
    terminal.type("!4 +20 late")
    terminal.wait_for("Finish (1 still out)")
    terminal.type("DNF 7")
    terminal.wait_for("Next line (Enter when done)")
    terminal.type("+44")
    terminal.wait_for("no rider 44 on the startlist")
    terminal.type("+4 jan*1")
    terminal.wait_for("Next line (Enter when done)")
    terminal.type("")
    terminal.wait_for("Save it?")
    terminal.type("")
    terminal.wait_for("Saved stage 3")

    assert terminal.process.wait(PATIENCE) == 0
    entry = "(1 4) 0 1\nDNF 7\n+4*2\n!4 +20 late\n"
    assert tour("stage", "show", "3", "--entry").out == entry


@pytest.mark.parametrize(
    ("game", "asked"), [("criterium", "Sprint NAME@AT"), ("flamme-rouge", "Climb NAME")]
)
def test_a_game_without_sprints_asks_for_none(
    run: Run, terminals: list[Terminal], game: str, asked: str
) -> None:
    assert run("new", "Ronde", "--rulebook", game).code == 0
    terminal = opened(terminals, "stage", "add", "--name", "One", "--kind", "road")
    terminal.wait_for("Length in s")
    terminal.type("60")
    terminal.wait_for("Enter when done")

    assert asked in terminal.text


def test_the_prompt_shows_what_to_type_and_which_order_is_missing(
    tour: Run, terminals: list[Terminal]
) -> None:
    terminal = opened(terminals, "stage", "enter", "1")
    terminal.wait_for("m:4 1 12         order over Muur")
    terminal.wait_for("To correct single lines, use 'peloton desk 1'.")
    lines = ("Zottegem: 7 1", "1 0 3", "4 0 1", "7 2 2")
    for line, prompt in zip(
        lines, ("3 still", "2 still", "1 still", "Next"), strict=True
    ):
        terminal.wait_for("still out)")
        terminal.type(line)
        terminal.wait_for(prompt)
    assert "No order yet at Muur. Next line" in terminal.text
    for line, prompt in (("", "at Muur. Save it?"), ("y", "Saved stage 1")):
        terminal.type(line)
        terminal.wait_for(prompt)

    assert "Zottegem: 7 1\n" in tour("stage", "show", "1", "--entry").out
    assert "Muur" not in tour("stage", "show", "1", "--entry").out


@pytest.mark.parametrize(
    ("command", "answers"),
    [
        ("stage enter 2", ("Finish (3 still out)",)),
        (
            "stage enter 2",
            ("Finish (3", "1 2 0", "Finish (2", "(4 7) 3 0", "Next line"),
        ),
        ("stage add", ("Name of stage", "Ninove", "Kind")),
        ("delete Mini", ("Delete 'Mini'",)),
    ],
)
def test_ctrl_c_at_a_prompt_saves_nothing(
    tour: Run, terminals: list[Terminal], command: str, answers: tuple[str, ...]
) -> None:
    before = tour("dump").out
    terminal = opened(terminals, *command.split())
    for position, text in enumerate(answers):
        if position % 2:
            terminal.type(text)
        else:
            terminal.wait_for(text)

    code = terminal.interrupt()

    terminal.wait_for("Error: stopped; nothing was changed")
    assert code == 1
    assert "Traceback" not in terminal.text
    assert tour("dump").out == before


def draft(number: int) -> str | None:
    with open_store("tours.db", write=False) as store:
        found = store.draft("Mini", number)
    return found.text if found else None


KEPT = (
    "Stage 2 is not saved, but its draft is. Continue with 'peloton desk 2' or"
    " 'peloton stage enter 2'."
)


@pytest.mark.usefixtures("tour")
def test_the_prompt_and_the_desk_share_one_draft(terminals: list[Terminal]) -> None:
    prompt = opened(terminals, "stage", "enter", "2")
    prompt.wait_for("Finish (3 still out)")
    prompt.type("1 2 0")
    prompt.wait_for("Finish (2 still out)")
    assert draft(2) == "1 2 0\n"
    prompt.interrupt()
    prompt.wait_for(KEPT)
    desk = opened(terminals, "desk", "2", lines=24)
    desk.wait_for("Your draft was restored")
    desk.type("4 3 0")
    desk.wait_for("Janssen")
    desk.interrupt()
    desk.wait_for(KEPT)
    assert draft(2) == "1 2 0\n4 3 0\n"

    again = opened(terminals, "stage", "enter", "2")
    again.wait_for("Continue with your draft (1 2 0, 4 3 0)?")
    again.type("")
    again.wait_for("Finish (1 still out)")
    again.type("undo")
    again.wait_for("Finish (2 still out)")
    assert draft(2) == "1 2 0\n"
    again.type("(4 7) 3 0")
    for question in ("Next line", "Save it?"):
        again.wait_for(question)
        again.type("")
    again.wait_for("Saved stage 2")
    assert again.process.wait(PATIENCE) == 0
    assert draft(2) is None


@pytest.mark.parametrize("answer", [b"n\n", b"\x04"])
def test_the_desk_asks_before_it_saves_and_no_goes_back_to_the_lines(
    tour: Run, terminals: list[Terminal], answer: bytes
) -> None:
    tour("stage", "clear", "3", "--yes")
    desk = opened(terminals, "desk", "3", lines=24)
    desk.wait_for("F1")
    desk.type("(4 1) 2")
    desk.wait_for("1-2")
    desk.type("DNF 7")
    desk.wait_for("Leo")
    os.write(desk.master, b"\x13")
    desk.wait_for("What changes")
    desk.wait_for("Save it?")
    desk.text = ""
    os.write(desk.master, answer)
    desk.wait_for("Not saved: cancelled; nothing was changed")
    desk.wait_for("F1")
    desk.text = ""
    os.write(desk.master, b"\x13")
    desk.wait_for("Save it?")
    desk.type("")
    desk.wait_for("Saved stage 3")

    assert desk.process.wait(PATIENCE) == 0
    assert tour("stage", "show", "3", "--entry").out == "(4 1) 0 2\nDNF 7\n"


@pytest.mark.usefixtures("tour")
def test_a_draft_may_be_begun_anew(terminals: list[Terminal]) -> None:
    first = opened(terminals, "stage", "enter", "2")
    first.wait_for("Finish (3 still out)")
    first.type("1 2 0")
    first.wait_for("Finish (2 still out)")
    first.interrupt()
    second = opened(terminals, "stage", "enter", "2")
    second.wait_for("Continue with your draft (1 2 0)?")
    second.type("n")
    second.wait_for("Finish (3 still out)")
    assert draft(2) == "1 2 0\n"
    second.type("4 2 0")
    second.wait_for("Finish (2 still out)")
    assert draft(2) == "4 2 0\n"
    second.type("undo")
    second.wait_for("Finish (3 still out)")
    assert draft(2) is None
    second.interrupt()

    second.wait_for("Error: stopped; nothing was changed")
    assert "draft" not in second.text


@pytest.mark.usefixtures("tour")
def test_lines_written_elsewhere_meanwhile_come_to_the_prompt(
    terminals: list[Terminal],
) -> None:
    prompt = opened(terminals, "stage", "enter", "2")
    prompt.wait_for("Finish (3 still out)")
    prompt.type("1 2 0")
    prompt.wait_for("Finish (2 still out)")
    with open_store("tours.db") as store:
        found = store.draft("Mini", 2)
        assert found is not None
        store.keep_draft("Mini", Draft(2, f"{found.text}DNF 7\n", found.base))
    prompt.type("4 3 0")
    prompt.wait_for("Next line")

    text = draft(2)
    assert text is not None
    assert sorted(text.splitlines()) == ["1 2 0", "4 3 0", "DNF 7"]


def test_other_options_do_not_go_on_with_what_was_typed(
    folder: Path, terminals: list[Terminal]
) -> None:
    """What was typed for a tour with a name is no name of another."""
    first = opened(terminals, "new", "Giro")
    first.wait_for("Game (ciclistas, criterium")
    first.type("cyclo")
    first.wait_for("Number of stages")
    first.type("7")
    first.wait_for("The level played:")
    first.interrupt()

    second = opened(terminals, "new")
    second.wait_for("Name of the tour")
    second.interrupt()
    third = opened(terminals, "new", "Giro")
    third.wait_for("Continue with your last answers (cyclo, 7)?")
    assert not (folder / "tours.db").exists()


@pytest.mark.usefixtures("tour")
def test_a_rider_who_is_home_is_said_to_be_in_already(
    terminals: list[Terminal],
) -> None:
    terminal = opened(terminals, "stage", "enter", "2")
    terminal.wait_for("Finish (3 still out)")
    terminal.type("1 2 0")
    terminal.wait_for("Finish (2 still out)")
    terminal.type("1 3 0")
    terminal.wait_for("finish: found rider 1 twice, expected once")
    terminal.wait_for("Finish (2 still out)")


def test_a_forgotten_bracket_is_said_at_the_prompt(
    tour: Run, terminals: list[Terminal]
) -> None:
    tour("stage", "clear", "3", "--yes")
    terminal = opened(terminals, "stage", "enter", "3")
    for line in ("7 2", "1 4 5"):
        terminal.wait_for("still out)")
        terminal.type(line)

    terminal.wait_for("! turn 4 is still to come, and rider 4 has no result")
    terminal.wait_for("did you mean '(1 4) 5'?")
    terminal.wait_for("Finish (1 still out)")


@pytest.mark.usefixtures("tour")
def test_mistakes_found_in_the_end_cost_none_of_what_was_typed(
    terminals: list[Terminal],
) -> None:
    """Rider 7 is out on stage 2, and so has no place on the stage after it."""
    terminal = opened(terminals, "stage", "enter", "2")
    terminal.wait_for("Finish (3 still out)")
    terminal.type("(1 4) 2 0")
    terminal.wait_for("Finish (1 still out)")
    for line, prompt in (("DNF 7", "Next line"), ("", "rider 7 left the race")):
        terminal.type(line)
        terminal.wait_for(prompt)
    assert KEPT in terminal.text


def test_what_was_typed_and_not_agreed_to_is_kept_for_the_desk(
    tour: Run, terminals: list[Terminal]
) -> None:
    before = tour("dump").out
    terminal = opened(terminals, "stage", "enter", "2")
    for prompt, line in (("Finish (3", "1 2 0"), ("Finish (2", "(4 7) 3 0")):
        terminal.wait_for(prompt)
        terminal.type(line)
    for prompt, line in (("Next line", ""), ("Save it?", "n")):
        terminal.wait_for(prompt)
        terminal.type(line)

    terminal.wait_for(KEPT)

    assert terminal.process.wait(PATIENCE) == 1
    assert tour("dump").out == before
    assert draft(2) == "1 2 0\n(4 7) 3 0\n"


def test_a_page_of_the_guide_is_laid_out_on_a_terminal(
    terminals: list[Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = opened(terminals, "help", "databases")
    terminal.wait_for("is lost.")

    assert "peloton --db club.db tours" in terminal.text
    assert "```" not in terminal.text
    assert "\x1b[" not in terminal.text


def test_colour_is_for_terminals_that_want_it(
    tour: Run, terminals: list[Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    coloured = opened(terminals, "standings")
    coloured.wait_for("Team classification")
    monkeypatch.setenv("NO_COLOR", "1")
    plain = opened(terminals, "standings")
    plain.wait_for("Team classification")
    monkeypatch.setenv("NO_COLOR", "")
    unset = opened(terminals, "standings")
    unset.wait_for("Team classification")

    assert "\x1b[" in coloured.text
    assert "\x1b[" in unset.text
    assert "\x1b[" not in plain.text
    assert "\x1b[" not in tour("standings").out


@pytest.mark.usefixtures("tour")
@pytest.mark.parametrize(("columns", "team"), [(99, "MOL"), (100, "Molteni")])
def test_teams_have_names_on_a_screen_of_100_columns(
    terminals: list[Terminal], columns: int, team: str
) -> None:
    terminals.append(Terminal("standings", "general", columns=columns))
    terminals[-1].wait_for("Leo Lakei")

    row = next(r for r in terminals[-1].text.splitlines() if "Eddy Baens" in r)
    assert [word for word in ("MOL", "Molteni") if word in row] == [team]


def test_an_entry_that_is_shown_does_not_act_on_the_terminal(
    tour: Run, terminals: list[Terminal]
) -> None:
    Path("evil.toml").write_text(
        TOUR.replace('"Muur"', '"Mu\\u001b[31mur"').replace(
            "  Muur =", '  "Mu\\u001b[31mur" ='
        )
    )
    assert tour("load", "evil.toml", "--replace").code == 0
    terminal = opened(terminals, "stage", "show", "1", "--entry")
    terminal.wait_for('ur": 4 1')

    assert '"Mu\\u001b[31mur": 4 1' in terminal.text
    assert "\x1b" not in terminal.text


def unread(command: str) -> tuple[int, str]:
    """Run the program with a closed output; return its exit code and stderr."""
    with subprocess.Popen(  # noqa: S603 - this very program
        [sys.executable, "-m", "peloton", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
    return process.returncode, told


def test_a_pipe_that_closes_early_is_no_mistake(tour: Run) -> None:
    assert tour("tours").code == 0

    assert unread("standings")[1] == ""


def test_what_is_saved_is_saved_where_nobody_reads_on(tour: Run) -> None:
    """As in `peloton stage clear 3 --yes | head -1`."""
    assert tour("tours").code == 0
    code, told = unread("stage clear 3 --yes")

    assert code == 0
    assert told.endswith("Undo with 'peloton undo'.\n")
    assert "cleared stage 3" in tour("log").out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize(
    "command",
    slow_but(
        ["dump", "--help", "stage add --help", "rules list --json", "", "tours"],
        *("dump", "--help", ""),
    ),
)
def test_a_screen_that_cannot_be_written_to_is_one_line(
    tour: Run, command: str
) -> None:
    assert tour("tours").code == 0
    with Path("/dev/full").open("w") as full:
        ran = started(command, stdout=full)

    assert ran.returncode == 1
    assert ran.stderr.splitlines() == ["Error: cannot write: No space left on device"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize(("command", "code"), [("result 9", 1), ("resutl", 2)])
def test_a_refusal_that_nobody_can_be_told_of_has_its_exit_code(
    tour: Run, command: str, code: int
) -> None:
    assert tour("tours").code == 0
    with Path("/dev/full").open("w") as full:
        assert started(command, stderr=full).returncode == code


def test_what_is_no_terminal_gets_every_letter_in_utf_8(tour: Run) -> None:
    """As on Windows, where a pipe has few letters and no line for a table."""
    ran = started("score mini.toml", PYTHONIOENCODING="cp1252")

    assert ran.returncode == 0
    assert ran.stdout == tour("score", "mini.toml").out


def test_a_disk_that_is_full_while_a_workbook_is_made_is_one_line(
    tour: Run, folder: Path
) -> None:
    """No file may grow beyond 4 kB: the sheets of a workbook are files first."""
    assert tour("tours").code == 0

    # Nor is Python to leave half of a module behind, compiled.
    limited = (
        'ulimit -f 8; PYTHONDONTWRITEBYTECODE=1 exec "$0" -m peloton export tour.xlsx'
    )
    ran = subprocess.run(  # noqa: S603 - this very program
        ["sh", "-c", limited, sys.executable],  # noqa: S607 - any shell
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 1
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stderr.startswith("Error: cannot write")
    assert not (folder / "tour.xlsx").exists()


def test_bytes_that_are_no_text_are_refused_at_a_question(folder: Path) -> None:
    (folder / "typed").write_bytes(b"\xff\n")
    with (folder / "typed").open("rb") as typed:
        ran = started("new", stdin=typed, PYTHONIOENCODING="utf-8:strict")

    assert ran.returncode == 1
    assert ran.stderr.endswith("\nError: the input is not text in utf-8\n")


@pytest.mark.parametrize(
    ("command", "typed", "last"),
    [
        ("new", "\n", "Error: stopped; nothing was changed"),
        ("new", "Ronde\nchess\n", "Error: stopped; nothing was changed"),
        ("delete Mini", "n\n", "Error: cancelled; nothing was changed"),
    ],
)
def test_an_error_stands_on_a_line_of_its_own_once(
    tour: Run, folder: Path, command: str, typed: str, last: str
) -> None:
    """Answers from a file leave the questions without an end of the line."""
    assert tour("tours").code == 0
    (folder / "typed").write_text(typed)
    with (folder / "typed").open("rb") as answers:
        ran = started(command, stdin=answers)

    assert ran.stderr.splitlines()[-1] == last
    assert ran.stderr.count("Error:") == 1


@pytest.mark.parametrize(
    ("before", "code", "said"),
    [
        # Ctrl-C while it is imported; just before the command; as Python ends.
        (
            "sys.modules['peloton.cli.main'] = type('', (), {'__getattr__': stop})()",
            1,
            END,
        ),
        ("import click; click.Group.make_context = stop", 1, END),
        ("import atexit; atexit.register(signal.raise_signal, signal.SIGINT)", 0, ""),
    ],
    ids=["imported", "begun", "ended"],
)
def test_ctrl_c_is_one_line_whenever_it_comes(
    before: str, code: int, said: str
) -> None:
    program = f"""
import runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
def stop(*args, **kwargs):
    signal.raise_signal(signal.SIGINT)
{before}
sys.argv = ["peloton", "rules", "list"]
runpy.run_module("peloton", run_name="__main__")
"""
    ran = subprocess.run(  # noqa: S603 - this very program
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert (ran.returncode, ran.stderr) == (code, said)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("", 0),
        ("log", 0),
        ("undo --dry-run", 0),
        ("stage add", 1),
        ("new", 1),
        ("stage enter 2", 1),
        ("stage enter 2 --from - --yes", 1),
        ("rider import - --yes", 1),
    ],
)
def test_without_a_screen_and_keys_nothing_breaks(
    tour: Run, command: str, code: int
) -> None:
    """As a scheduler starts a program: both streams are closed."""
    assert tour("tours").code == 0

    closed = 'exec "$0" -m peloton "$@" <&- >&-'
    ran = subprocess.run(  # noqa: S603 - this very program
        ["sh", "-c", closed, sys.executable, *command.split()],  # noqa: S607 - any shell
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )

    assert "Traceback" not in ran.stderr
    assert ran.returncode == code


@pytest.mark.parametrize(
    ("command", "paged"),
    [
        (("standings",), True),
        (("help", "desk"), True),
        (("standings", "general"), False),
    ],
)
def test_only_a_long_report_at_a_terminal_opens_in_the_pager(
    tour: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    *,
    paged: bool,
) -> None:
    pager = tmp_path / "pager"  # click 8.2.1 ignores arguments of PAGER
    pager.write_text("#!/bin/sh\nexec sed s/^/paged:/\n")
    pager.chmod(0o700)
    monkeypatch.setenv("PAGER", str(pager))
    assert "paged:" not in tour(*command).out
    terminal = Terminal(*command, lines=20)
    shown = b""
    with suppress(OSError):  # at the end
        while chunk := os.read(terminal.master, 65536):
            shown += chunk
    assert terminal.process.wait(PATIENCE) == 0
    os.close(terminal.master)

    assert (b"paged:" in shown) is paged
    assert b"\x1b[1m" in shown
