"""Fast commands stay fast: they import no heavy library."""

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
    "babel",
    "bidi",
    "ifaddr",
    "jinja2",
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
commands, out = sys.argv[1:]
found, known = [], set()
for arguments in json.loads(commands):
    sys.argv, code = ["peloton", *arguments], 0
    try:
        runpy.run_module("peloton", run_name="__main__")
    except SystemExit as end:
        code = end.code or 0
    found.append((code, sorted(sys.modules.keys() - known)))
    known |= sys.modules.keys()
with open(out, "w", encoding="utf-8") as file:
    json.dump(found, file)
"""
"""A program that runs commands and records the modules that each imports."""

GROUPS = {"peloton": main, "peloton stage": stage}


def imported(folder: Path, *commands: list[str]) -> list[set[str]]:
    """Return the modules that each command imports in addition to earlier ones."""
    out = folder / "modules.json"
    done = subprocess.run(  # noqa: S603 - our own program, with our own arguments
        [sys.executable, "-c", PROBE, json.dumps(commands), str(out)],
        check=False,
        capture_output=True,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text(encoding="utf-8"))
    assert [code for code, _ in found] == [0] * len(commands), done.stderr
    return [set(modules) for _, modules in found]


def heavy(modules: set[str]) -> set[str]:
    """Return the heavy libraries among modules."""
    return HEAVY & {name.partition(".")[0] for name in modules}


LIGHT = [
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
    ["sheet", "result", "2", "--from", CYCLO, "-o", "result.csv"],
]


def test_a_light_command_imports_no_heavy_library(tmp_path: Path) -> None:
    found = imported(tmp_path, *LIGHT)

    assert "peloton" in found[0]
    wrong = {
        " ".join(command): heavy(new) for command, new in zip(LIGHT, found, strict=True)
    }
    assert {command for command, libraries in wrong.items() if libraries} == set()


def test_a_tour_without_mistakes_looks_for_no_nearest_words(tmp_path: Path) -> None:
    """Nor does its rulebook: that takes longer than the scoring."""
    (modules,) = imported(tmp_path, ["score", CYCLO, "--json"])
    assert "difflib" not in modules


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
    "export tour.html": {"jinja2"},
    "export tour.json": set[str](),
    "export tour.xlsx": {"openpyxl"},
    "sheet standings -o standings.pdf": {"bidi", "reportlab"},
}
"""Commands that read, and the heavy libraries that each is the first to need."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a tour, because loading imports more than reading."""
    file = tmp_path_factory.mktemp("tours") / "tours.db"
    (modules,) = imported(file.parent, ["--db", str(file), "load", CYCLO])
    assert heavy(modules) == {"pydantic", "sqlalchemy", "sqlmodel"}
    return file


def test_a_command_imports_the_report_it_shows_and_no_other(
    database: Path, tmp_path: Path
) -> None:
    """No writer of another format, nor the money where standings are asked for."""
    commands = ["--db", str(database), "standings"], ["score", CYCLO]
    standings, score = imported(tmp_path, *commands)
    assert "peloton.reports.classifications.standings" in standings
    others = {
        "peloton.reports.ledgers",
        "peloton.reports.drawing",
        "peloton.writers.json",
    }
    assert not (standings | score) & others
    (as_json,) = imported(tmp_path, [*commands[1], "--json"])
    assert as_json & others == {"peloton.writers.json"}


def test_a_command_that_reads_imports_nothing_that_writes(
    database: Path, tmp_path: Path
) -> None:
    where = ["--db", str(database)]
    found = imported(tmp_path, *([*where, *shlex.split(each)] for each in READING))

    assert "sqlite3" in found[0]
    assert dict(zip(READING, map(heavy, found), strict=True)) == READING


def test_what_writes_to_a_file_that_is_there_imports_no_sqlalchemy(
    tmp_path: Path,
) -> None:
    """But what makes one does, and what takes an older one over."""
    where = ["--db", str(tmp_path / "tours.db")]
    assert heavy(*imported(tmp_path, [*where, "load", CYCLO]))
    change = [*where, "edit", "--place", "the kitchen"]
    changed, undone = imported(tmp_path, change, [*where, "undo"])
    assert heavy(changed | undone) == set()


def test_tab_imports_nothing_that_writes(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_PELOTON_COMPLETE", "bash_complete")
    monkeypatch.setenv("PELOTON_DB", str(database))
    monkeypatch.setenv("COMP_WORDS", "peloton explain ")
    monkeypatch.setenv("COMP_CWORD", "2")
    (modules,) = imported(tmp_path, [])

    assert "sqlite3" in modules
    assert heavy(modules) == set()


MOST = 84
"""Maximum number of our modules, without packages, that entering a stage imports."""


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
    (modules,) = imported(tmp_path, [*arguments, "--yes"])

    packages = {name.rpartition(".")[0] for name in modules}
    ours = {name for name in modules - packages if name.startswith("peloton.")}
    assert len(ours) <= MOST, sorted(ours)


def test_a_command_that_writes_imports_no_database_it_does_not_use(
    tmp_path: Path,
) -> None:
    where = ["--db", str(tmp_path / "tours.db"), "load", CYCLO]
    (modules,) = imported(tmp_path, where)
    dialects = {
        name.split(".")[2]
        for name in modules
        if name.startswith("sqlalchemy.dialects.")
    }
    assert dialects - {"_typing"} == {"sqlite"}


def test_the_groups_list_their_commands_without_importing_them() -> None:
    assert [name for name, group in GROUPS.items() if not group.lazy] == []
