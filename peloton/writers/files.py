"""Write files atomically: completely or not at all."""

import errno
import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from peloton.disk import sync_folder, write_temporary_file
from peloton.errors import file_errors
from peloton.rules.words import printable


def write_file(path: Path, content: bytes) -> None:
    """Write a file atomically: an old version is replaced once the new one is complete.

    A new file is readable only by its owner, like the database; an existing file keeps
    its permissions. Raises PelotonError if the folder is missing or not writable, the
    path is a directory, the disk is full or another program locks the file.
    """
    write_files({path: content})


def write_files(contents: Mapping[Path, bytes], *, published: bool = False) -> None:
    """Write several files; replace old versions only once all new files are on disk.

    Their folders are synced too, so that a power cut loses no file. With `published`,
    new files get the user's default permissions; by default, only their owner can read
    them. Raises PelotonError like `write_file`.
    """
    new_files: dict[Path, Path] = {}
    try:
        for path, content in contents.items():
            with _write_errors(path):
                if path.exists() and not path.is_file():
                    # Write into a device, such as /dev/stdout, instead of replacing it.
                    # For a directory, this raises an error.
                    path.write_bytes(content)
                else:
                    new_files[path] = _new_file(path, content, published=published)
        for path, new in new_files.items():
            with _write_errors(path):
                # For a symbolic link, replace the file it points to.
                new.replace(path.resolve())
        # The folder itself may be new: sync its parent too.
        for folder in {f for path in new_files for f in path.resolve().parents[:2]}:
            with _write_errors(folder):
                sync_folder(folder)
    finally:
        for new in new_files.values():  # delete them even after Ctrl-C
            new.unlink(missing_ok=True)


def _write_errors(path: Path) -> AbstractContextManager[None]:
    return file_errors(f"cannot write {printable(str(path))}", written=path)


def _new_file(path: Path, content: bytes, *, published: bool) -> Path:
    """Write a temporary file with the permissions of the file that it replaces."""
    target, mode = path.resolve(), 0o600
    if target.exists():
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        mode = target.stat().st_mode & 0o777
    elif published:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    return write_temporary_file(target.parent, content, mode)
