"""Files are written completely or not at all."""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from peloton.errors import PelotonError
from peloton.writers.files import write_file, write_files
from tests.machine import needs_posix


def test_a_file_is_written(tmp_path: Path) -> None:
    write_file(tmp_path / "a.pdf", b"new")

    assert (tmp_path / "a.pdf").read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [tmp_path / "a.pdf"]


@needs_posix
def test_what_stood_there_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")
    path.chmod(0o640)

    write_file(path, b"new")

    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@needs_posix
@pytest.mark.usefixtures("usual_umask")
@pytest.mark.parametrize(("published", "mode"), [(False, 0o600), (True, 0o644)])
def test_a_new_file_is_for_nobody_else_unless_it_is_published(
    tmp_path: Path, mode: int, *, published: bool
) -> None:
    write_files({tmp_path / "a.html": b"new"}, published=published)

    assert (tmp_path / "a.html").stat().st_mode & 0o777 == mode


def test_a_missing_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(PelotonError) as refusal:
        write_file(tmp_path / "no" / "a.pdf", b"x")

    assert str(refusal.value) == (
        f"cannot write {tmp_path / 'no' / 'a.pdf'}: No such file or directory"
    )


@needs_posix
def test_a_directory_in_the_way_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PelotonError, match="Is a directory"):
        write_file(tmp_path, b"x")


def test_a_name_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PelotonError, match="cannot write"):
        write_file(tmp_path / "a\0b", b"x")


def test_a_name_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PelotonError, match="cannot write"):
        write_file(tmp_path / ("x" * 300), b"x")

    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_what_stood_there_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")

    def full(*_: Any) -> None:  # noqa: ANN401 - stands in for any call
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PelotonError, match="No space left on device"):
        write_file(path, b"new")

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@needs_posix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "a.pdf", tmp_path / "link.pdf"
    path.write_bytes(b"old")
    link.symlink_to(path)

    write_file(link, b"new")

    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_device_is_written_to_and_never_replaced() -> None:
    write_file(Path(os.devnull), b"x")

    assert Path(os.devnull).is_char_device()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has one")
def test_a_device_without_room_is_refused_in_one_line() -> None:
    with pytest.raises(PelotonError) as refusal:
        write_file(Path("/dev/full"), b"x")

    assert str(refusal.value) == "cannot write /dev/full: No space left on device"


def test_a_file_that_another_program_holds_is_refused_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows lets nobody replace a workbook that is open in a spreadsheet."""
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"old")

    def held(*_: Any) -> None:  # noqa: ANN401 - stands in for any call
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "replace", held)
    with pytest.raises(PelotonError, match="open in another program"):
        write_file(path, b"new")

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_ctrl_c_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: Any) -> None:  # noqa: ANN401 - stands in for any call
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "a.pdf", b"new")

    assert list(tmp_path.iterdir()) == []


def test_files_that_belong_together_are_written(tmp_path: Path) -> None:
    contents = {tmp_path / f"{n}.html": str(n).encode() for n in range(3)}

    write_files(contents)

    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == contents


def test_one_that_cannot_be_written_leaves_all_as_they_were(tmp_path: Path) -> None:
    first, last = tmp_path / "first.html", tmp_path / "last.html"
    first.write_bytes(b"old")
    last.mkdir()

    with pytest.raises(PelotonError, match=r"last\.html: Is a directory"):
        write_files({first: b"new", last: b"new"})

    assert first.read_bytes() == b"old"
    assert set(tmp_path.iterdir()) == {first, last}


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record what is synced and replaced, in order; folders by name."""
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def noted_sync(handle: int) -> None:
        found = os.fstat(handle)
        folders = (
            f for f in Path.cwd().glob("**") if os.path.samestat(f.stat(), found)
        )
        done.append(next((f.name for f in folders), "a file"))
        sync(handle)

    def noted_replace(*paths: Any) -> None:  # noqa: ANN401 - of any kind
        done.append("replaced")
        replace(*paths)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(os, "replace", noted_replace)
    return done


def test_the_names_of_files_are_synced_after_the_files(
    tmp_path: Path, synced: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pages = tmp_path / "above" / "pages"
    pages.mkdir(parents=True)

    write_files({pages / f"{n}.html": b"new" for n in range(2)})

    assert synced[:4] == ["a file", "a file", "replaced", "replaced"]
    assert sorted(synced[4:]) == ["above", "pages"]


def test_a_folder_that_no_drive_syncs_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some network drives cannot; a disk that fails is told of."""
    sync, codes = os.fsync, [errno.EINVAL, errno.EIO]

    def no_folder(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(codes[0], os.strerror(codes[0]))
        sync(handle)

    monkeypatch.setattr(os, "fsync", no_folder)

    write_file(tmp_path / "a.pdf", b"new")

    assert (tmp_path / "a.pdf").read_bytes() == b"new"
    del codes[0]
    with pytest.raises(PelotonError, match="Input/output error"):
        write_file(tmp_path / "a.pdf", b"new")
