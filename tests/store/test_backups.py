"""A backup that succeeded is complete and has replaced no other file."""

import errno
import hashlib
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Timer
from typing import Any, NoReturn

import pytest

from peloton.desk.scored_tour import stored_race
from peloton.errors import StoreError
from peloton.store.database import Database
from peloton.store.maintenance import backups
from peloton.store.maintenance.backups import (
    back_up,
    delete_old,
    manifest_of,
    restore,
    upgrade,
)
from peloton.store.maintenance.checking import check_database
from peloton.store.session import change_store
from tests.store.older import OLDER, make_older
from tests.store.ronde import GIRO
from tests.store.test_upgrades import content, filled

AT_ONCE = 3


@pytest.fixture
def safe(tmp_path: Path) -> Path:
    """The folder of the backups."""
    return tmp_path / "safe"


def refused(where: str, file: Path) -> str:
    """Return the error of a backup that fails; check that it leaves no file."""
    before = [*file.parent.glob("*"), *file.parent.glob(".*")]
    with pytest.raises(StoreError) as refusal:
        back_up(where, file, 0)
    assert [*file.parent.glob("*"), *file.parent.glob(".*")] == before
    message = str(refusal.value)
    assert len(message.splitlines()) == 1
    return message


@pytest.mark.parametrize("rounds", [5, pytest.param(60, marks=pytest.mark.endurance)])
def test_three_backups_at_once_to_one_name_are_three_whole_files(
    file: Path, safe: Path, rounds: int
) -> None:
    where = filled(file)
    before = content(where)
    start = Barrier(AT_ONCE)

    def written(_: int) -> list[Path]:
        found = []
        for number in range(rounds):
            start.wait()
            copy, tours, _ = back_up(where, safe / f"{number}.db", 0)
            assert (check_database(str(copy), stored_race, 0), tours) == ((), 2)
            assert content(copy) == before
            found.append(copy)
        return found

    with ThreadPoolExecutor(AT_ONCE) as pool:
        files = [
            copy for copies in pool.map(written, range(AT_ONCE)) for copy in copies
        ]

    assert {*safe.iterdir()} == {*files, *map(manifest_of, files)}
    assert len(files) == AT_ONCE * rounds


def test_a_backup_takes_the_first_number_that_is_free(where: str, safe: Path) -> None:
    filled(where)
    (safe / "tours-2.db").mkdir(parents=True)
    (safe / "tours.db").write_text("another file")

    copy, _, _ = back_up(where, safe / "tours.db", 0)

    assert copy == safe / "tours-3.db"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert content(copy) == content(where)
    assert (safe / "tours.db").read_text() == "another file"


def test_a_drive_without_links_has_no_file_replaced_either(
    file: Path, safe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    where = filled(file)

    copies = [back_up(where, safe / "tours.db", 0)[0] for _ in range(2)]

    assert [copy.name for copy in copies] == ["tours.db", "tours-2.db"]
    assert [content(copy) for copy in copies] == [content(where)] * 2
    assert {*safe.iterdir()} == {*copies, *map(manifest_of, copies)}


@pytest.mark.usefixtures("older_versions")
def test_the_copy_of_an_upgrade_replaces_no_file(where: str, tmp_path: Path) -> None:
    before = content(filled(where))
    make_older(where)
    taken = tmp_path / (f"tours.db.{OLDER}.bak" if "://" not in where else "-")
    taken.write_text("another file")

    copy = upgrade(where, tmp_path, 0)

    assert copy is not None
    assert taken.read_text() == "another file"
    assert content(copy) == before


@pytest.mark.usefixtures("older_versions")
def test_an_upgrade_that_has_to_wait_for_a_reader_leaves_one_copy(file: Path) -> None:
    make_older(filled(file))
    with closing(sqlite3.connect(file, check_same_thread=False)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM tour").fetchall()
        soon = Timer(1.5, reader.rollback)
        soon.start()
        copy = upgrade(str(file), file.parent, 30)
        soon.join()

    assert [*file.parent.glob("*.bak")] == [copy]


def failing(code: int) -> Callable[..., NoReturn]:
    """Return a system call that fails."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(code, os.strerror(code))

    return fail


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("peloton.store.maintenance.backups.write_temporary_file", errno.EACCES),
        ("peloton.store.maintenance.backups.write_temporary_file", errno.EROFS),
        ("os.fsync", errno.EIO),
        ("os.fsync", errno.ENOSPC),
        ("os.mkdir", errno.EACCES),
    ],
)
def test_what_the_system_refuses_is_said_of_the_backup(
    where: str, safe: Path, call: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(where)
    if call != "os.mkdir":
        safe.mkdir()
    monkeypatch.setattr(call, failing(code))

    message = refused(where, safe / "tours.db")

    assert f"the backup '{safe / 'tours.db'}' cannot be" in message
    assert os.strerror(code) in message


def test_a_full_disk_is_said_of_the_backup(
    where: str, safe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(where)
    safe.mkdir()
    real = sqlite3.connect

    def small(place: Any, *more: Any, **how: Any) -> sqlite3.Connection:  # noqa: ANN401 - of sqlite3
        connection: sqlite3.Connection = real(place, *more, **how)
        if Path(str(place)).name.startswith(".peloton-"):
            connection.execute("PRAGMA max_page_count = 3")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)

    message = refused(where, safe / "tours.db")

    assert message.startswith(f"the backup '{safe / 'tours.db'}' did not fit because")


HARMS: dict[str, Callable[[sqlite3.Connection], object]] = {
    "a step of the journal less": lambda copy: copy.execute(
        "DELETE FROM journal WHERE id = 1"
    ),
    "a tour less": lambda copy: copy.executescript(
        "PRAGMA foreign_keys = OFF; DELETE FROM tour WHERE name = 'Giro'"
    ),
    "an index that does not fit": lambda copy: copy.executescript(
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_master SET sql = replace(sql, 'undone', 'number')"
        " WHERE name = 'ix_journal_undone'"
    ),
}


@pytest.mark.parametrize("harm", HARMS)
def test_a_backup_is_read_back(
    where: str, safe: Path, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(where)
    safe.mkdir()
    check = backups._check  # noqa: SLF001 - what the disk made of the file

    def harmed(part: Path, *more: Any) -> None:  # noqa: ANN401 - its own
        with closing(sqlite3.connect(part)) as copy:
            HARMS[harm](copy)
            copy.commit()
        check(part, *more)

    monkeypatch.setattr(backups, "_check", harmed)

    message = refused(where, safe / "tours.db")

    assert f"the backup '{safe / 'tours.db'}' was not written correctly" in message


def test_others_can_write_while_a_backup_is_read_back(
    where: str, safe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The backup is as the database was before, and says so."""
    before = content(filled(where))
    check = backups._check  # noqa: SLF001 - as above

    def late(*given: Any) -> None:  # noqa: ANN401 - its own
        change_store(where, lambda store: store.delete(GIRO.name), wait=0)
        check(*given)

    monkeypatch.setattr(backups, "_check", late)

    copy, tours, _ = back_up(where, safe / "tours.db", 0)

    assert (content(copy), tours) == (before, 2)


def test_a_server_sets_no_time_limit_to_a_backup(
    server: str, safe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[object] = []
    copy = backups._copy  # noqa: SLF001 - as above

    def look(source: Database, *more: Any) -> dict[str, int]:  # noqa: ANN401 - its own
        limits.extend(source.query("SHOW statement_timeout"))
        return copy(source, *more)

    monkeypatch.setattr(backups, "_copy", look)
    filled(server)

    back_up(server, safe / "tours.db", 0)

    assert limits == [("0",)]


def test_a_damaged_database_is_not_called_a_damaged_backup(
    file: Path, safe: Path
) -> None:
    filled(file)
    safe.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        HARMS["an index that does not fit"](connection)
        connection.commit()

    assert f"the database '{file}' is damaged" in refused(str(file), safe / "tours.db")


def test_a_database_in_wal_mode_is_one_file_in_the_backup(
    file: Path, safe: Path
) -> None:
    where = filled(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")

    copy, _, _ = back_up(where, safe / "tours.db", 0)

    assert content(copy) == content(where)
    assert {*safe.iterdir()} == {copy, manifest_of(copy)}


def test_a_manifest_is_what_sha256sum_writes(where: str, safe: Path) -> None:
    filled(where)
    copy, _, steps = back_up(where, safe / "tours.db", 0)

    digest = hashlib.sha256(copy.read_bytes()).hexdigest()
    assert manifest_of(copy).read_bytes() == f"{digest}  tours.db\n".encode()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM journal").fetchone() == (steps,)


def test_a_backup_that_was_changed_is_not_restored(file: Path, safe: Path) -> None:
    copy, _, _ = back_up(filled(file), safe / "tours.db", 0)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DELETE FROM journal")

    with pytest.raises(StoreError, match=r"tours\.db' was changed or damaged"):
        restore(str(safe / "new.db"), copy, 0)
    assert not (safe / "new.db").exists()


def test_the_latest_backups_are_kept(tmp_path: Path) -> None:
    """By the moment in their names; of one second the highest number is the latest."""
    days = ["2026-11-22-235959", "2026-11-23-000000", "2025-12-31-120000"]
    numbered = ["2026-11-23-000000-2", "2026-11-23-000000-10"]
    names = [f"tours-{when}.db" for when in (*days, *numbered)]
    others = ["tours.db", "tours-old.db", "notes.txt"]
    for name in (*names, *others):
        (tmp_path / name).touch()
        manifest_of(tmp_path / name).touch()

    delete_old(tmp_path, 2)

    latest = {f"tours-{when}.db" for when in numbered} | {*others}
    found = {path.name for path in tmp_path.iterdir()}
    assert found == latest | {f"{name}.sha256" for name in latest}


def test_an_old_backup_that_another_program_deletes_first_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "tours-2026-11-22-235959.db"
    monkeypatch.setattr(Path, "iterdir", lambda _: iter([gone]))

    assert delete_old(tmp_path, 0) == [gone]
