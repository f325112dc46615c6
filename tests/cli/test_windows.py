"""The rules of Windows that can be tried on any system.

Names of devices, names that differ only in case, line ends, the code page of a pipe,
and a Python without POSIX modules, users and signals.
"""

import ast
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from peloton.notation.resources import is_file_beside, sample_tours, templates
from peloton.store.maintenance.backups import backup_name
from peloton.writers.html.page import file_names
from tests.cli.conftest import TOUR, Run
from tests.test_architecture import BY_NAME, nodes

DEVICES = ("CON", "nul", "Aux", "prn", "COM1", "lpt9")
ONLY_POSIX = ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty")
WINDOWS_SIGNALS = {"SIGABRT", "SIGBREAK", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV"}
WINDOWS_SIGNALS |= {"SIGTERM", "SIG_DFL", "SIG_IGN"}
FORBIDDEN = set('<>:"/\\|?*')

BOOTSTRAP = f"""
import json, os, runpy, signal, sys, warnings
import platformdirs  # has a part for each system
for name in {ONLY_POSIX}:
    sys.modules[name] = None
for name in ("getuid", "geteuid", "getgid", "fork", "getpgid", "killpg", "mkfifo"):
    delattr(os, name)
for name in dir(signal):
    if name.startswith("SIG") and name not in {WINDOWS_SIGNALS}:
        delattr(signal, name)
warnings.filterwarnings("error", category=EncodingWarning, module="peloton")
for arguments in json.loads(sys.argv[1]):
    sys.argv, code = ["peloton", *arguments], 0
    try:
        runpy.run_module("peloton", run_name="__main__")
    except SystemExit as end:
        code = end.code or 0
    if code:
        sys.exit(f"{{arguments}}: {{code}}")
"""
"""A program that runs commands in a Python without the POSIX features."""


def on_windows(*commands: str) -> subprocess.CompletedProcess[str]:
    """Run commands as on Windows, in one process whose pipes have a code page."""
    given = json.dumps([command.split() for command in commands])
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-X", "warn_default_encoding", "-c", BOOTSTRAP, given],
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "USERNAME": "Ann"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_program_needs_no_posix_no_signals_and_no_default_encoding(
    tour: Run, folder: Path
) -> None:
    """Reading, changing, undoing, saving, exporting: none needs what is not there."""
    (folder / "home.txt").write_text("4 0 2\n7 0 3\n1 1 0\n", encoding="utf-8")
    assert tour("rider", "edit", "7", "--name", "Léo 李小龙").code == 0

    ran = on_windows(
        *("where", "tours", "standings", "result 1 --json", "kit 1", "log"),
        "stage enter 3 --from home.txt --yes",
        *("undo", "redo", "check", "backup copy.db"),
        *("export tour.html", "export tour.xlsx", "export site/", "dump -o new.toml"),
        *("sheet result 1 -o result.pdf", "season Mini -o season/", "form 1"),
        *(
            "score new.toml",
            "load new.toml --replace",
            "rules new own.toml --from cyclo",
        ),
    )

    assert (ran.returncode, ran.stderr.count("Error")) == (0, 0), ran.stderr
    assert "Léo 李小龙" in ran.stdout
    assert (folder / "season" / "index.html").exists()


def test_what_is_piped_is_utf_8_whatever_the_code_page(tour: Run) -> None:
    """Places gained are arrows, and a name may have any letters."""
    tour("rider", "edit", "7", "--name", "Ł 李 ✓")
    commands = ("standings", "result 2", "communique 2 --markdown", "rider list --csv")

    ran = on_windows(*commands)

    assert ran.stdout == "".join(tour(*command.split()).out for command in commands)


@pytest.mark.parametrize("device", DEVICES)
def test_no_rulebook_is_read_from_a_device(device: str) -> None:
    """On Windows `CON.toml` is the keyboard, and reading it would never end."""
    assert not is_file_beside(f"{device}.toml")
    assert not is_file_beside(f"{device}.club.toml")
    assert not is_file_beside(f"{device} .toml")
    assert is_file_beside(f"{device}rad.toml")


def test_a_tour_whose_rulebook_is_a_device_is_refused(run: Run, folder: Path) -> None:
    (folder / "con.toml").write_text("name = 1", encoding="utf-8")
    text = TOUR.replace('rulebook = "cyclo"', 'rulebook = "con.toml"')
    (folder / "tour.toml").write_text(text, encoding="utf-8")

    ran = run("score", "tour.toml")

    assert ran.code == 1
    assert "unknown rulebook" in ran.err or "no rulebook" in ran.err


@pytest.mark.parametrize("device", DEVICES)
def test_no_rulebook_is_named_like_a_device(run: Run, device: str) -> None:
    ran = run("rules", "new", f"{device}.toml", "--from", "cyclo")

    assert ran.code == 1
    assert "expected a new name" in ran.err


def test_names_of_pages_differ_not_only_in_case_and_are_allowed() -> None:
    titles = [
        *DEVICES,
        "Ann",
        "ANN",
        "ann ",
        "a/b",
        "a\\b",
        "x?.",
        "",
        "李",
        "..",
        "C:",
    ]
    names = [*file_names(titles)]

    assert len({name.lower() for name in names}) == len(titles)
    assert not {name.lower() for name in names} & {name.lower() for name in DEVICES}
    assert [n for n in names if FORBIDDEN & set(n) or n != n.strip(". ")] == []


def test_the_name_of_a_backup_is_allowed() -> None:
    assert not FORBIDDEN & set(backup_name())


@pytest.mark.parametrize("ending", [".HTML", ".Csv", ".JSON"])
def test_the_ending_of_a_file_may_be_in_capitals(
    tour: Run, folder: Path, ending: str
) -> None:
    assert tour("export", f"tour{ending}").code == 0

    assert (folder / f"tour{ending}").stat().st_size > 100


@pytest.mark.parametrize("file", sorted(sample_tours().glob("*.toml")), ids=str)
def test_a_sample_with_windows_line_ends_is_the_same_tour(
    run: Run, folder: Path, file: Path
) -> None:
    (folder / "tour.toml").write_bytes(with_crlf(file))

    assert run("score", "tour.toml", "--json") == run("score", str(file), "--json")


def with_crlf(file: Path) -> bytes:
    text = file.read_text(encoding="utf-8")
    return text.replace("\r\n", "\n").replace("\n", "\r\n").encode()


def test_rulebooks_scales_and_catalogues_may_have_windows_line_ends(
    tour: Run, folder: Path
) -> None:
    book = templates() / "rulebooks" / "cyclo.toml"
    text = with_crlf(book).replace(b'name = "cyclo"', b'name = "club"', 1)
    (folder / "club.toml").write_bytes(text)
    own = TOUR.replace('rulebook = "cyclo"', 'rulebook = "club.toml"')
    (folder / "tour.toml").write_text(own, encoding="utf-8")
    (scale,) = (templates() / "seasons").glob("*.toml")
    (folder / "scale.toml").write_bytes(with_crlf(scale))
    french = templates() / "languages" / "fr.toml"
    (folder / "french.toml").write_bytes(with_crlf(french))

    assert run_out(tour, "score", "tour.toml") == run_out(tour, "score", "mini.toml")
    assert run_out(tour, "season", "Mini", "--scale", "scale.toml") == run_out(
        tour, "season", "Mini"
    )
    assert run_out(tour, "standings", "--language", "french.toml") == run_out(
        tour, "standings", "--language", "fr"
    )


def run_out(run: Run, *arguments: str) -> str:
    ran = run(*arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_what_only_posix_has_is_asked_for_before_it_is_used() -> None:
    """Such as `os.getuid` and SIGHUP: each module that uses one asks `hasattr`."""
    missing = {"getuid", "geteuid", "fork", "killpg", "mkfifo", "chown"}
    used = {
        (name, node.attr)
        for name, file in BY_NAME.items()
        for node in nodes(file)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (
            (node.value.id == "os" and node.attr in missing)
            or (
                node.value.id == "signal"
                and node.attr in dir(signal)
                and node.attr.startswith("SIG")
                and node.attr not in WINDOWS_SIGNALS
            )
        )
    }

    assert used
    assert [
        (name, attr)
        for name, attr in used
        if f'"{attr}")' not in BY_NAME[name].read_text(encoding="utf-8")
    ] == []
