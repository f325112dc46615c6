"""Files on disk: written whole or not at all."""

import errno
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from peloton.errors import WriteError
from peloton.reports.sheet import visible


def write_file(path: Path, content: bytes) -> None:
    """Write a file; until it is complete, what stood there before still stands.

    Raises WriteError, in one line, for a folder that is missing or closed, a
    directory in the way, a full disk.
    """
    try:
        if path.exists() and not path.is_file():
            # A directory refuses; a pipe or a device is written to, never replaced.
            path.write_bytes(content)
        else:
            # A link keeps pointing where it did: the file behind it changes.
            _replace(path.resolve(), content)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"cannot write {visible(str(path))}: {reason or error}"
        raise WriteError(message) from error


def _replace(target: Path, content: bytes) -> None:
    """Write beside the target, and put it in its place once it is on the disk."""
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with NamedTemporaryFile(dir=target.parent, prefix=".peloton-", delete=False) as new:
        beside = Path(new.name)
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(_mode(target))
        beside.replace(target)
    except BaseException:  # Ctrl-C leaves nothing behind either.
        beside.unlink()
        raise


def _mode(target: Path) -> int:
    """Return the permissions the file has, or those any new file would get."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
