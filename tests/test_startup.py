"""What starts quickly stays quick: the light commands import no heavy library."""

import json
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from peloton.cli.commands.stage import stage
from peloton.cli.main import main
from peloton.notation.resources import sample_tours

HEAVY = {
    "alembic",
    "babel",
    "ifaddr",
    "openpyxl",
    "prompt_toolkit",
    "pydantic",
    "reportlab",
    "segno",
    "sqlalchemy",
    "sqlmodel",
    "starlette",
    "uvicorn",
}
CYCLO = str(sample_tours() / "cyclo.toml")
PROBE = """
import json, runpy, sys
arguments, out = sys.argv[1:]
sys.argv = ["peloton", *json.loads(arguments)]
try:
    runpy.run_module("peloton", run_name="__main__")
finally:
    with open(out, "w", encoding="utf-8") as file:
        json.dump([name.partition(".")[0] for name in sys.modules], file)
"""
"""Runs a command and writes down what was imported when it is done."""

GROUPS = {"peloton": main, "peloton stage": stage}


def imported(arguments: list[str], folder: Path, probe: str = PROBE) -> set[str]:
    """The top-level modules that a command has imported when it is done."""
    out = folder / "modules.json"
    done = subprocess.run(  # noqa: S603 - our own program, with our own arguments
        [sys.executable, "-c", probe, json.dumps(arguments), str(out)],
        check=False,
        capture_output=True,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(out.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["stage", "--help"],
        ["help"],
        ["help", "tour-file"],
        ["rules", "list"],
        ["rules", "show", "cyclo"],
        ["rules", "table", "criterium"],
        ["score", CYCLO],
        ["score", CYCLO, "--json"],
        ["export", "tour.html", "--from", CYCLO],
        ["sheet", "result", "2", "--from", CYCLO, "-o", "result.csv"],
    ],
    ids=lambda arguments: " ".join(each for each in arguments if each != CYCLO),
)
def test_a_light_command_imports_no_heavy_library(
    arguments: list[str], tmp_path: Path
) -> None:
    modules = imported(arguments, tmp_path)

    assert "peloton" in modules
    assert not modules & HEAVY


def test_a_tour_without_mistakes_looks_for_no_nearest_words(tmp_path: Path) -> None:
    """Nor does its rulebook: that takes longer than the scoring."""
    assert "difflib" not in imported(["score", CYCLO, "--json"], tmp_path)


READING = {
    "": set[str](),
    "standings": set[str](),
    "result 2": set[str](),
    "jerseys": set[str](),
    "explain 1": set[str](),
    "communique 2": set[str](),
    "stage list": set[str](),
    "stage show 2": set[str](),
    "rider list": set[str](),
    "team list": set[str](),
    "tours": set[str](),
    "log": set[str](),
    "awards": set[str](),
    "kit 1": set[str](),
    "season 'Ronde van de Keukentafel'": set[str](),
    "records 'Ronde van de Keukentafel'": set[str](),
    "dump": set[str](),
    "export tour.json": set[str](),
    "export tour.xlsx": {"openpyxl"},
    "sheet standings -o standings.pdf": {"reportlab"},
}
"""Commands that read, and which heavy library each needs."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a tour in it; loading it imports what reading does not."""
    file = tmp_path_factory.mktemp("tours") / "tours.db"
    modules = imported(["--db", str(file), "load", CYCLO], file.parent)
    assert modules & HEAVY == {"pydantic", "sqlalchemy", "sqlmodel"}
    return file


@pytest.mark.parametrize("command", READING)
def test_a_command_that_reads_imports_nothing_that_writes(
    database: Path, command: str, tmp_path: Path
) -> None:
    modules = imported(["--db", str(database), *shlex.split(command)], tmp_path)

    assert "sqlite3" in modules
    assert modules & HEAVY == READING[command]


def test_what_writes_to_a_file_that_is_there_imports_no_sqlalchemy(
    tmp_path: Path,
) -> None:
    """But what makes one does, and what takes an older one over."""
    load = ["--db", str(tmp_path / "tours.db"), "load", CYCLO, "--replace"]
    assert imported(load, tmp_path) & HEAVY
    for command in (load, [*load[:2], "undo"]):
        assert not imported(command, tmp_path) & HEAVY


def test_tab_imports_nothing_that_writes(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_PELOTON_COMPLETE", "bash_complete")
    monkeypatch.setenv("PELOTON_DB", str(database))
    monkeypatch.setenv("COMP_WORDS", "peloton explain ")
    monkeypatch.setenv("COMP_CWORD", "2")
    modules = imported([], tmp_path)

    assert "sqlite3" in modules
    assert not modules & HEAVY


WHOLE = PROBE.replace('name.partition(".")[0]', "name")
"""Writes down every module, not only what it is a part of."""
MOST = 79
"""Modules of ours, packages aside, that one has to know of to follow an entry."""


def test_to_follow_the_entry_of_a_stage_one_reads_few_modules(
    database: Path, tmp_path: Path
) -> None:
    """A change of one line on a stage that was entered: what differs is shown too."""
    file = tmp_path / "tours.db"
    file.write_bytes(database.read_bytes())
    entry = tmp_path / "stage-5.txt"
    finish = tomllib.loads(Path(CYCLO).read_text(encoding="utf-8"))["stage"][4]
    entry.write_text(finish["finish"].replace("6 5", "6 6"), encoding="utf-8")
    arguments = ["--db", str(file), "stage", "enter", "5", "--from", str(entry)]
    modules = imported([*arguments, "--yes"], tmp_path, WHOLE)

    packages = {name.rpartition(".")[0] for name in modules}
    ours = {name for name in modules - packages if name.startswith("peloton.")}
    assert len(ours) <= MOST, sorted(ours)


def test_a_command_that_writes_imports_no_database_it_does_not_use(
    tmp_path: Path,
) -> None:
    where = ["--db", str(tmp_path / "tours.db"), "load", CYCLO]
    dialects = {
        name.split(".")[2]
        for name in imported(where, tmp_path, WHOLE)
        if name.startswith("sqlalchemy.dialects.")
    }
    assert dialects == {"sqlite", "_typing"}


def test_the_groups_list_their_commands_without_importing_them() -> None:
    assert [name for name, group in GROUPS.items() if not group.lazy] == []
