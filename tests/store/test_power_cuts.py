"""Acknowledged changes survive a power cut; a failing disk is an error of one line."""

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from peloton.cli.main import main
from peloton.desk.scored_tour import stored_race
from peloton.errors import PelotonError
from peloton.store.facts.parts import Draft
from peloton.store.maintenance.backups import upgrade
from peloton.store.maintenance.checking import check_database
from peloton.store.session import change_store, open_store
from peloton.store.tours import Store
from tests.cli.conftest import TOUR
from tests.store.disk import BROKEN, FULL, Call, Disk, Fault, Recorder
from tests.store.older import OLDER_TABLES

COMMANDS = (
    "load {inputs}/mini.toml",
    "stage ruling 1 --bib 7 --seconds 20 --reason late --yes",
    "undo",
    "redo",
    "stage clear 3 --yes",
    "draft",
    "stage enter 3 --from {inputs}/three.txt --yes",
    "dump -o {root}/mini.toml",
    "new --name Second --rulebook cyclo",
    "use Mini",
    "delete Second --yes",
    "backup {root}/safe/more",
    "export {root}/pages/",
    "dump -o {root}/mini.toml",
    "rider edit 1 --name Eddy",
)
"""The commands to run in this order; `draft` types a line at the desk."""
UPGRADING = (COMMANDS[0], "draft", "older", "upgrade")
"""Commands with an upgrade; `older` turns the database into an older version."""
NOTHING = "[[], [], (), None]"
EVER = 10**9


class Evening:
    """Runs commands on a database in a folder that is empty at first."""

    def __init__(self, folder: Path) -> None:
        self.root, inputs = folder / "root", folder / "inputs"
        self.where = self.root / "data" / "tours.db"
        self.root.mkdir()
        inputs.mkdir()
        (inputs / "mini.toml").write_text(TOUR)
        (inputs / "three.txt").write_text("4  0 2\n1  1 0\n7  1 3\n")
        self._names = {"root": str(self.root), "inputs": str(inputs)}

    def run(self, command: str) -> tuple[int, str]:
        """Run a command; return its exit code and its errors."""
        if command in {"draft", "older"}:
            return self._write(command)
        words = [word.format(**self._names) for word in command.split()]
        ran = CliRunner().invoke(main, ["--db", str(self.where), *words])
        if ran.exception and not isinstance(ran.exception, SystemExit):
            raise ran.exception
        return ran.exit_code, ran.stderr

    def _write(self, command: str) -> tuple[int, str]:
        def work(store: Store) -> None:
            if command == "draft":
                store.keep_draft("Mini", Draft(3, "4 2", ""))
            for statement in OLDER_TABLES if command == "older" else ():
                store.database.run(statement)

        try:
            change_store(str(self.where), work, wait=0)
        except PelotonError as error:
            return 1, f"Error: {error}\n"
        return 0, ""

    def write(self, files: dict[str, bytes]) -> None:
        """Write files into the folder, given by their paths in it."""
        for name, content in files.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def files(self) -> dict[str, bytes]:
        """Return the contents of all files in the folder."""
        found = (path for path in self.root.rglob("*") if path.is_file())
        return {str(f.relative_to(self.root)): f.read_bytes() for f in found}

    def entered(self) -> str:
        """Return everything entered in the database; check that it has no damage.

        An older database is read from an upgraded copy.
        """
        if not self.where.exists():
            return NOTHING
        with TemporaryDirectory() as folder:
            for file in self.where.parent.glob(f"{self.where.name}*"):
                shutil.copy(file, folder)
            copy = str(Path(folder) / self.where.name)
            upgrade(copy, Path(folder), 0)
            assert check_database(copy, stored_race, 0) == ()
            with open_store(copy, write=False) as store:
                names = [each.name for each in store.summaries()]
                tours = [store.tour(name) for name in names]
                drafts = [store.drafts(name) for name in names]
                return repr([tours, drafts, store.journal.steps(None), store.current()])


class Recorded(NamedTuple):
    """The calls of all commands, and the data and the files after each command."""

    root: str
    calls: list[Call]
    entered: list[str]
    files: list[dict[str, bytes]]


def stop_clock(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("peloton.store.facts.journal.time.time", lambda: 7)


@pytest.fixture(autouse=True)
def _the_clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_clock(monkeypatch)


def record(folder: Path, commands: Sequence[str]) -> Recorded:
    """Run commands in a folder and record their calls."""
    evening = Evening(folder)
    recorder = Recorder(evening.root)
    entered, files = [NOTHING], [dict[str, bytes]()]
    for command in commands:
        with recorder.recording():
            assert evening.run(command)[0] == 0, command
        recorder.calls.append(Call("done"))
        entered.append(evening.entered())
        files.append(evening.files())
    return Recorded(str(evening.root), recorder.calls, entered, files)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    with pytest.MonkeyPatch.context() as patch:
        stop_clock(patch)
        return record(tmp_path_factory.mktemp("recorded"), COMMANDS)


class Cut(NamedTuple):
    """A power cut: the finished commands, whether one was running, the files left."""

    done: int
    going_on: bool
    files: dict[str, bytes]


def cuts(recorded: Recorded, wanted: Mapping[int, Iterable[int]]) -> Iterator[Cut]:
    """Yield power cuts after some calls; `wanted` has seeds by the number of calls.

    By seed 0 all is lost that was not synced.
    """
    disk, done = Disk(recorded.root), 0
    for number, call in enumerate(recorded.calls):
        disk.play(call)
        done += call.what == "done"
        for seed in wanted.get(number, ()):
            left = disk.left(Random(number * 10 + seed) if seed else None)  # noqa: S311
            yield Cut(
                done,
                call.what != "done",
                {str(Path(p).relative_to(recorded.root)): d for p, d in left.items()},
            )


def check_cut(recorded: Recorded, cut: Cut, folder: Path) -> None:
    """Raise AssertionError unless every acknowledged change is complete."""
    done, going_on, files = cut
    then = min(done + going_on, len(recorded.entered) - 1)
    evening = Evening(folder)
    evening.write(files)
    assert evening.entered() in {recorded.entered[done], recorded.entered[then]}
    before, after = recorded.files[done], recorded.files[then]
    for name in {*before, *after} - {"data/tours.db"}:
        allowed = {side[name] for side in (before, after) if name in side}
        if name in files or (name in before and name in after):
            assert files[name] in allowed, name


def test_what_was_acknowledged_is_there_after_a_power_cut(
    recorded: Recorded, tmp_path: Path
) -> None:
    """After each command all that was not synced is lost; in between, some of it."""
    numbers = range(len(recorded.calls))
    wanted = dict.fromkeys(Random(20).sample(numbers, 30), (1,))  # noqa: S311
    wanted |= {n: (0,) for n in numbers if recorded.calls[n].what == "done"}
    for number, cut in enumerate(cuts(recorded, wanted)):
        (folder := tmp_path / str(number)).mkdir()
        check_cut(recorded, cut, folder)


@pytest.mark.usefixtures("older_versions")
def test_an_upgrade_is_whole_after_a_power_cut(tmp_path: Path) -> None:
    (folder := tmp_path / "recorded").mkdir()
    recorded = record(folder, UPGRADING)
    done = [n for n, call in enumerate(recorded.calls) if call.what == "done"]
    upgrading = range(done[-2], done[-1] + 1)
    wanted = dict.fromkeys(Random(20).sample(upgrading, 20), (1,))  # noqa: S311
    for number, cut in enumerate(cuts(recorded, wanted | {done[-1]: (0,)})):
        (folder := tmp_path / str(number)).mkdir()
        check_cut(recorded, cut, folder)


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=pytest.mark.endurance) for part in range(8)]
)
def test_power_cuts_after_every_call(
    recorded: Recorded, tmp_path: Path, part: int
) -> None:
    wanted = dict.fromkeys(range(part, len(recorded.calls), 8), range(4))
    for number, cut in enumerate(cuts(recorded, wanted)):
        (folder := tmp_path / str(number)).mkdir()
        check_cut(recorded, cut, folder)


def failed(
    recorded: Recorded, folder: Path, number: int, failing: range, fault: Fault
) -> bool:
    """Run a command on a disk whose calls fail; return whether any call failed.

    It is refused in one line and changes nothing, or is done; it works afterwards.
    """
    evening = Evening(folder)
    evening.write(recorded.files[number])
    before, after = recorded.entered[number : number + 2]
    recorder = Recorder(evening.root, fault)
    recorder.failing = failing
    with recorder.recording():
        code, errors = evening.run(COMMANDS[number])
    if recorder.tried <= failing.start:
        return False
    case = f"{COMMANDS[number]}, {failing}, {fault}"
    if code:
        assert code == 1, case
        first = "Warning: no backup was made: "
        lines = [x for x in errors.splitlines() if not x.startswith(first)]
        assert [line[:7] for line in lines] == ["Error: "], (case, errors)
    assert evening.entered() in ({before, after} if code else {after}), case
    if "unlink" not in recorder.refused:
        hidden = [name for name in evening.files() if "/." in f"/{name}"]
        assert hidden == [], case
    if code and evening.entered() == before:
        assert evening.run(COMMANDS[number])[0] == 0, case
        assert evening.entered() == after, case
    return True


FAILING = [(fault, length) for fault in (FULL, BROKEN) for length in (1, EVER)]


def test_a_disk_that_fails_is_one_line_and_loses_nothing(
    recorded: Recorded, tmp_path: Path
) -> None:
    dice = Random(20)  # noqa: S311 - no secret
    found = 0
    for number in range(len(COMMANDS)):
        for fault, length in dice.sample(FAILING, 2):
            (folder := tmp_path / f"{number} {fault} {length}").mkdir()
            first = dice.randrange(12)
            found += failed(
                recorded, folder, number, range(first, first + length), fault
            )
    assert found > len(COMMANDS)


@pytest.mark.endurance
@pytest.mark.parametrize("number", range(len(COMMANDS)), ids=COMMANDS)
@pytest.mark.parametrize(("fault", "length"), FAILING)
def test_a_disk_that_fails_at_any_call(
    recorded: Recorded, tmp_path: Path, number: int, fault: Fault, length: int
) -> None:
    first = 0
    (folder := tmp_path / "0").mkdir()
    while failed(recorded, folder, number, range(first, first + length), fault):
        first += 1
        (folder := tmp_path / str(first)).mkdir()
    assert first > 0


def test_the_disk_loses_what_was_not_synced(tmp_path: Path) -> None:
    """Else the tests above would show nothing."""
    recorder = Recorder(tmp_path)
    with recorder.recording():
        for level in ("EXTRA", "OFF"):
            with closing(sqlite3.connect(tmp_path / f"{level}.db")) as connection:
                connection.execute(f"PRAGMA synchronous = {level}")
                connection.execute("CREATE TABLE tour (name)")
        (tmp_path / "lost.txt").write_bytes(b"")
    disk = Disk(str(tmp_path))
    for call in recorder.calls:
        disk.play(call)

    assert [Path(name).name for name in disk.left()] == ["EXTRA.db"]


def test_a_transaction_is_on_the_disk_before_it_is_acknowledged(file: Path) -> None:
    """EXTRA: the folder too, once the journal is gone; else it could come back."""
    found = change_store(
        str(file), lambda store: store.database.query("PRAGMA synchronous"), wait=0
    )

    assert found == [(3,)]
