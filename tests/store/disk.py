"""Simulate power cuts and failing disks.

`Recorder` records the calls that change files: SQLite's calls with a VFS that passes
them to the default one, and Python's calls by replacing functions of `os`. `Disk`
replays them. The content of a file is safe once the file is synced, and its name once
its folder is synced. A power cut may lose any change that was not synced, or a part of
it.
"""

import _sqlite3
import ctypes
import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_CALLS = {
    "write": CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64),
    "truncate": CFUNCTYPE(c_int, c_void_p, c_int64),
    "sync": CFUNCTYPE(c_int, c_void_p, c_int),
}
_CREATE, _JOURNALS = 0x4, 0x800 | 0x4000 | 0x80000
"""Flags of xOpen: create the file; it is a journal."""


class _Vfs(ctypes.Structure):
    _fields_ = (
        *((name, c_int) for name in ("version", "size", "longest")),
        *(("next", c_void_p), ("name", c_char_p), ("data", c_void_p)),
        *(("open", _OPEN), ("delete", _DELETE), ("more", c_void_p * 14)),
    )


class _Methods(ctypes.Structure):
    _fields_ = (
        *(("version", c_int), ("close", c_void_p), ("read", c_void_p)),
        *_CALLS.items(),
        ("more", c_void_p * 13),
    )


class Call(NamedTuple):
    """A call that changes files; `done` marks the end of a command that succeeded."""

    what: str
    path: str = ""
    at: int = 0
    data: bytes = b""
    to: str = ""


class Fault(NamedTuple):
    """The error codes of a failing disk, for SQLite and for Python."""

    sqlite: int
    system: int


FULL, BROKEN = Fault(13, errno.ENOSPC), Fault(10, errno.EIO)


class Recorder:
    """Records the calls for files below a folder; calls number `failing` fail."""

    def __init__(self, root: Path, fault: Fault = BROKEN) -> None:
        self.root, self.fault = str(root.resolve()), fault
        self.failing = range(0)
        self.tried, self.refused = 0, set[str]()
        self.calls: list[Call] = []
        self._paths: dict[int, str] = {}
        self._new_journals: set[str] = set()
        self._methods: dict[int, _Methods] = {}
        self._sqlite = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        if not hasattr(self._sqlite, "sqlite3_vfs_find"):
            pytest.skip("the SQLite of this Python lets nobody watch its files")
        self._sqlite.sqlite3_vfs_find.restype = POINTER(_Vfs)
        self._usual = self._sqlite.sqlite3_vfs_find(None)
        self._vfs = _Vfs.from_buffer_copy(self._usual.contents)
        self._vfs.name = b"recorded"
        self._vfs.open, self._vfs.delete = _OPEN(self._open), _DELETE(self._delete)

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record in this context; all connections must be closed at its end."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "open", self._os_open(os.open))
            patch.setattr(os, "fsync", self._os_fsync(os.fsync))
            for name in ("link", "mkdir", "replace", "unlink"):
                patch.setattr(os, name, self._os_call(name, getattr(os, name)))
            self._sqlite.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
            try:
                yield
            finally:
                self._sqlite.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
                self._sqlite.sqlite3_vfs_register(self._usual, 1)

    def _fails(self, what: str, path: str) -> bool:
        """Count a call; return whether it fails.

        A full disk does not refuse calls that need no space.
        """
        if not path.startswith(self.root):
            return False
        self.tried += 1
        takes_none = self.fault is FULL and what in {"unlink", "truncate", "replace"}
        if takes_none or self.tried - 1 not in self.failing:
            return False
        self.refused.add(what)
        return True

    def _refuse(self, what: str, path: str) -> None:
        """Raise OSError if a call of Python fails."""
        if self._fails(what, path):
            raise OSError(self.fault.system, os.strerror(self.fault.system), path)

    def _note(self, what: str, path: str, *more: Any) -> None:  # noqa: ANN401 - of a call
        if path.startswith(self.root):
            self.calls.append(Call(what, path, *more))

    def _open(self, _vfs: int, name: int, file: int, flags: int, out: int) -> int:
        path = os.fsdecode(ctypes.string_at(name)) if name else ""
        new = bool(path and flags & _CREATE and not Path(path).exists())
        methods = c_void_p.from_address(file)
        methods.value = None  # tells SQLite, on failure, that nothing was opened
        if new and self._fails("create", path):
            return self.fault.sqlite
        code: int = self._usual.contents.open(self._usual, name, file, flags, out)
        if code == 0 and path and methods.value:
            self._paths[file] = path
            methods.value = ctypes.addressof(self._noting(methods.value))
            if new:
                self._note("create", path)
            if new and flags & _JOURNALS:
                self._new_journals.add(path)
        return code

    def _delete(self, _vfs: int, name: int, sync: int) -> int:
        path = os.fsdecode(ctypes.string_at(name))
        if Path(path).exists() and self._fails("unlink", path):
            return self.fault.sqlite
        code: int = self._usual.contents.delete(self._usual, name, sync)
        if code == 0:
            self._note("unlink", path)
            if sync:
                self._note("folder", str(Path(path).parent))
        return code

    def _noting(self, usual: int) -> _Methods:
        """Return methods of a file that record each call before they make it."""
        if usual not in self._methods:
            methods = _Methods.from_address(usual)
            own = self._methods[usual] = _Methods.from_buffer_copy(methods)
            for what, kind in _CALLS.items():
                setattr(own, what, kind(self._file_call(what, getattr(methods, what))))
        return self._methods[usual]

    def _file_call(self, what: str, real: Callable[..., int]) -> Callable[..., int]:
        def call(file: int, *given: int) -> int:
            path = self._paths[file]
            if self._fails(what, path):
                return self.fault.sqlite
            if what == "write":
                data, size, at = given
                self._note(what, path, at, ctypes.string_at(data, size))
            else:
                self._note(what, path, given[0])
            if what == "sync" and path in self._new_journals:  # SQLite does the same
                self._new_journals.remove(path)
                self._note("folder", str(Path(path).parent))
            return real(file, *given)

        return call

    def _os_open(self, real: Callable[..., int]) -> Callable[..., int]:
        def call(path: Any, flags: int, *more: Any, **how: Any) -> int:  # noqa: ANN401 - of os
            new = flags & os.O_CREAT and not Path(path).exists()
            if new:
                self._refuse("create", _absolute(path))
            handle = real(path, flags, *more, **how)
            if new:
                self._note("create", _absolute(path))
            return handle

        return call

    def _os_fsync(self, real: Callable[[int], None]) -> Callable[[int], None]:
        def call(handle: int) -> None:
            found = os.fstat(handle)
            below = [Path(self.root), *Path(self.root).rglob("*")]
            paths = [p for p in below if os.path.samestat(p.stat(), found)]
            for path in paths[:1]:
                self._refuse("sync", str(path))
                if path.is_dir():
                    self._note("folder", str(path))
                else:
                    self._note("truncate", str(path), 0)
                    self._note("write", str(path), 0, path.read_bytes())
                    self._note("sync", str(path))
            real(handle)

        return call

    def _os_call(self, what: str, real: Callable[..., None]) -> Callable[..., None]:
        def call(path: Any, *more: Any, **how: Any) -> None:  # noqa: ANN401 - of os
            source = _absolute(path)
            self._refuse(what, source)
            real(path, *more, **how)
            to = _absolute(more[0]) if what in {"link", "replace"} else ""
            self._note(what, source, 0, b"", to)

        return call


def _absolute(path: Any) -> str:  # noqa: ANN401 - of any kind that os takes
    return str(Path(os.fsdecode(path)).absolute())


@dataclass(eq=False)
class _File:
    """A file or a folder, regardless of its names; `content` is safe on the disk."""

    folder: bool = False
    content: bytearray = field(default_factory=bytearray)


class _Change(NamedTuple):
    """A change that a power cut may lose until its file or folder is synced."""

    synced_by: object
    names: dict[str, _File | None]
    file: _File | None = None
    at: int = 0
    data: bytes | None = None


class Disk:
    """The names and contents safe on a disk, and the changes that may be lost."""

    def __init__(self, root: str) -> None:
        self._now: dict[str, _File | None] = {root: _File(folder=True)}
        self._names, self._waiting = dict(self._now), list[_Change]()

    def play(self, call: Call) -> None:
        """Replay a recorded call."""
        file, folder = self._now.get(call.path), str(Path(call.to or call.path).parent)
        match call.what:
            case "write":
                change = _Change(file, {}, file, call.at, call.data)
            case "truncate":
                change = _Change(file, {}, file, call.at)
            case "create" | "mkdir":
                new = _File(folder=call.what == "mkdir")
                change = _Change(folder, {call.path: new})
            case "unlink":
                change = _Change(folder, {call.path: None})
            case "link":
                change = _Change(folder, {call.to: file})
            case "replace":
                change = _Change(folder, {call.to: file, call.path: None})
            case "sync" | "folder":
                self._sync(file if call.what == "sync" else call.path)
                return
            case _:
                return
        self._now |= change.names
        self._waiting.append(change)

    def _sync(self, synced: object) -> None:
        for change in [c for c in self._waiting if c.synced_by == synced]:
            self._waiting.remove(change)
            self._names |= change.names
            if change.file is not None:
                _write(change, change.file.content)

    def left(self, dice: Random | None = None) -> dict[str, bytes]:
        """Return the contents of the files after a power cut, by path.

        Without `dice` all changes that were not synced are lost. With `dice` a random
        part is lost: some writes, the last sectors of others, and the latest names.
        """
        names, contents = dict(self._names), dict[_File, bytearray]()
        lost = dice.randrange(len(self._waiting) + 1) if dice else 0
        for number, change in enumerate(self._waiting if dice else ()):
            if number < lost:
                names |= change.names
            if change.file is not None and dice and dice.random() < 0.7:
                content = bytearray(change.file.content)
                data = change.data
                if data and dice.random() < 0.2:
                    data = data[: 512 * dice.randrange(len(data) // 512 + 1)]
                content = contents.setdefault(change.file, content)
                _write(change._replace(data=data), content)
        return {
            path: bytes(contents.get(file, file.content))
            for path, file in names.items()
            if file is not None
            and not file.folder
            and all(names.get(str(p)) for p in Path(path).parents if self._is_below(p))
        }

    def _is_below(self, folder: Path) -> bool:
        return str(folder).startswith(next(iter(self._now)))


def _write(change: _Change, content: bytearray) -> None:
    """Change the content of a file."""
    if change.data is None:
        del content[change.at :]
        content.extend(bytes(change.at - len(content)))
    else:
        content.extend(bytes(max(0, change.at - len(content))))
        content[change.at : change.at + len(change.data)] = change.data
