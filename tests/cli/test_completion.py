"""Tab completes tours, stages, bibs, teams and classifications."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from peloton.cli.main import main
from tests.cli.conftest import Run


def offered(folder: Path, *words: str, typed: str = "") -> list[str]:
    shell = ShellComplete(main, {}, "peloton", "_PELOTON_COMPLETE")
    line = ["--db", str(folder / "tours.db"), *words]
    return [item.value for item in shell.get_completions(line, typed)]


@pytest.fixture
def folder_with_tour(tour: Run, folder: Path) -> Path:
    assert tour("tours").code == 0
    return folder


@pytest.mark.parametrize(
    ("words", "typed", "expected"),
    [
        (("use",), "mi", ["Mini"]),
        (("--tour",), "", ["Mini"]),
        (("standings", "--tour"), "M", ["Mini"]),
        (("delete",), "", ["Mini"]),
        (("explain",), "1", ["1"]),
        (("stage", "show"), "", ["1", "2", "3"]),
        (("stage", "enter"), "", ["1", "2", "3"]),
        (("finish",), "", ["1", "2", "3"]),
        (("desk",), "", ["1", "2", "3"]),
        (("result",), "", ["1", "2", "3"]),
        (("standings", "--after"), "", ["1", "2", "3"]),
        (("log", "--stage"), "3", ["3"]),
        (("stage", "lots", "1", "general"), "4", ["4"]),
        (("stage", "ruling", "--bib"), "4", ["4"]),
        (("stage", "ruling", "1", "--zzz", "--team"), "", ["MOL"]),
        (("rider", "add", "9", "--team"), "", ["MOL"]),
        (("standings",), "gen", ["general"]),
        (("stage", "lots", "1"), "poi", ["points"]),
        (("sheet",), "standi", ["standings"]),
        (("rules", "table"), "", ["criterium"]),
        (("stage",), "en", ["enter"]),
    ],
)
def test_a_word_is_completed(
    folder_with_tour: Path, words: tuple[str, ...], typed: str, expected: list[str]
) -> None:
    assert offered(folder_with_tour, *words, typed=typed) == expected


def test_a_tour_named_after_the_command_is_the_one_that_is_offered_from(
    folder_with_tour: Path, tour: Run
) -> None:
    assert tour("new", "Other", "--rulebook", "criterium").code == 0

    assert offered(folder_with_tour, "stage", "show") == []
    assert offered(folder_with_tour, "stage", "show", "--tour", "Mini") == [
        "1",
        "2",
        "3",
    ]


def test_a_name_is_offered_without_what_would_act_on_the_terminal(
    folder_with_tour: Path, tour: Run
) -> None:
    """And what is offered stands for the tour."""
    name = "Ronde \u2066van\x1b[31m"
    assert tour("new", name, "--rulebook", "cyclo", "--team", "A").code == 0
    assert tour("use", "Mini").code == 0

    words = offered(folder_with_tour, "use", typed="ronde")

    assert words == [r"Ronde \u2066van\x1b[31m"]
    assert tour("use", *words).err.startswith(f"'{words[0]}' is now the current tour.")


def test_the_explanation_of_a_word_does_not_act_on_the_terminal(
    folder_with_tour: Path, tour: Run
) -> None:
    assert tour("rider", "edit", "1", "--name", "Eddy\u202e\x1b[2J").code == 0
    shell = ShellComplete(main, {}, "peloton", "_PELOTON_COMPLETE")
    where = ["--db", str(folder_with_tour / "tours.db"), "explain"]

    first, *_ = shell.get_completions(where, "1")

    assert first.help == r"Eddy\u202e\x1b[2J"


def test_every_rider_is_offered_by_bib(folder_with_tour: Path, tour: Run) -> None:
    bibs = offered(folder_with_tour, "rider", "edit")

    riders = json.loads(tour("rider", "list", "--json").out)

    assert bibs == [rider["bib"] for rider in riders]


@pytest.mark.parametrize(
    "words",
    [
        ("load",),
        ("score",),
        ("export",),
        ("dump", "-o"),
        ("sheet", "book", "-o"),
        ("form", "1", "-o"),
        ("stage", "enter", "--from"),
        ("rider", "import"),
        ("season", "--scale"),
    ],
)
def test_where_a_file_is_named_the_shell_offers_files(
    folder: Path, words: tuple[str, ...]
) -> None:
    shell = ShellComplete(main, {}, "peloton", "_PELOTON_COMPLETE")
    found = shell.get_completions(["--db", str(folder / "tours.db"), *words], "my")

    assert [item.type for item in found] == ["file"]


def test_a_rider_is_offered_with_the_name(folder_with_tour: Path) -> None:
    shell = ShellComplete(main, {}, "peloton", "_PELOTON_COMPLETE")
    where = ["--db", str(folder_with_tour / "tours.db")]
    first, *_ = shell.get_completions([*where, "explain"], "")

    assert first.help


@pytest.mark.parametrize("words", [("explain",), ("use",), ("stage", "show")])
def test_without_a_database_nothing_is_offered_and_nothing_said(
    folder: Path, words: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    assert offered(folder, *words) == []
    assert capfd.readouterr() == ("", "")
    assert not (folder / "tours.db").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(run: Run, shell: str) -> None:
    script = run("completion", shell)

    assert (script.code, script.err) == (0, "")
    assert f"_PELOTON_COMPLETE={shell}_complete" in script.out


def test_bash_gets_a_name_with_spaces_as_one_word(tour: Run, folder: Path) -> None:
    """Bash puts what it is offered on the line as it is."""
    text = (folder / "mini.toml").read_text().replace('"Mini"', '"Tour de Table"')
    (folder / "other.toml").write_text(text)
    tour("load", "other.toml")
    program = str(Path(sys.executable).with_name("peloton"))
    done = subprocess.run(  # noqa: S603 - our own program
        [program],
        env={
            **os.environ,
            "PELOTON_DB": str(folder / "tours.db"),
            "_PELOTON_COMPLETE": "bash_complete",
            "COMP_WORDS": "peloton use Tour",
            "COMP_CWORD": "2",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout == "plain,Tour\\ de\\ Table\n"


def test_the_script_for_bash_leaves_the_backslashes_of_a_name(run: Run) -> None:
    assert "read -r type value" in run("completion", "bash").out
