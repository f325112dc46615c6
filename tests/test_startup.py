"""What starts quickly stays quick: the light commands import no heavy library."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from peloton.cli.commands.stage import stage
from peloton.cli.main import main
from peloton.notation.resources import sample_tours

HEAVY = {
    "alembic",
    "babel",
    "openpyxl",
    "prompt_toolkit",
    "pydantic",
    "reportlab",
    "sqlalchemy",
    "sqlmodel",
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


def imported(arguments: list[str], folder: Path) -> set[str]:
    """The top-level modules that a command has imported when it is done."""
    out = folder / "modules.json"
    done = subprocess.run(  # noqa: S603 - our own program, with our own arguments
        [sys.executable, "-c", PROBE, json.dumps(arguments), str(out)],
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


def test_a_command_that_needs_the_store_imports_it(tmp_path: Path) -> None:
    """Or the tests above would be no tests."""
    where = ["--db", str(tmp_path / "tours.db")]

    assert "sqlmodel" in imported([*where, "load", CYCLO], tmp_path)


def test_the_groups_list_their_commands_without_importing_them() -> None:
    assert [name for name, group in GROUPS.items() if not group.lazy] == []
