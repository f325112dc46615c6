"""Fixtures: a small tour, a separate database for each test, and a command runner."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

import pytest
from click.testing import CliRunner

from peloton.cli.main import main
from tests.cli.killed_desk import Starter

TOUR = """\
[tour]
name = "Mini"
rulebook = "cyclo"

[[team]]
code = "MOL"
name = "Molteni"

  [[team.rider]]
  bib = "1"
  name = "Eddy Baens"

  [[team.rider]]
  bib = "4"
  name = "Jan Janssen"

[[rider]]
bib = "7"
name = "Leo Lakei"

[[stage]]
name = "Oudenaarde - Muur"
sections = [
  { kind = "mountain", name = "Muur", from = 60, to = 84 },
]
sprints = [
  { name = "Zottegem", at = 120 },
]
finish = \"\"\"
1  0 3
4  0 1
7  2 2
\"\"\"

  [stage.crossings]
  Muur = "4 1"

[[stage]]
name = "Time trial"
kind = "itt"
finish = \"\"\"
7  3 1
1  3 0
4  3 5
\"\"\"

[[stage]]
name = "Home"
finish = \"\"\"
4  0 2
1  1 0
7  1 3
\"\"\"
"""


@dataclass(frozen=True, kw_only=True)
class Ran:
    """The exit code, the stdout and the stderr of one run of the program."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        return [line for line in self.err.splitlines() if line.startswith("Error: ")]


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with the database in it; return the folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PELOTON_DB", str(tmp_path / "tours.db"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(
        "peloton.desk.session.current_tour_file", lambda: tmp_path / "own.json"
    )
    return tmp_path


@pytest.fixture
def run() -> Run:
    def ran(*args: str, typed: str | bytes = "") -> Ran:
        result = CliRunner().invoke(main, args, input=typed, prog_name="peloton")
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(code=result.exit_code, out=result.stdout, err=result.stderr)

    return ran


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Load the small tour once into a database, which tests copy; return its folder."""
    folder = tmp_path_factory.mktemp("loaded")
    (folder / "mini.toml").write_text(TOUR)
    args = ("--db", str(folder / "tours.db"), "load", str(folder / "mini.toml"))
    assert CliRunner().invoke(main, args).exit_code == 0
    return folder


@pytest.fixture
def tour(run: Run, folder: Path, loaded: Path) -> Run:
    """Copy the small tour of three ridden stages; return the function for commands."""
    for file in ("mini.toml", "tours.db"):
        copyfile(loaded / file, folder / file)
    return run


@pytest.fixture
def starter() -> Iterator[Starter]:
    """A starter of desks at real terminals."""
    starter = Starter()
    yield starter
    starter.close()
