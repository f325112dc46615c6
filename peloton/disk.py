"""Disk operations shared by the packages that write files."""

import errno
import os
from pathlib import Path
from tempfile import mkstemp

_UNSUPPORTED = {errno.EACCES, errno.EINVAL, errno.ENOTSUP, errno.EPERM}
"""Ignored error codes: the system, such as Windows, cannot sync folders."""


def write_temporary_file(folder: Path, content: bytes, mode: int = 0o600) -> Path:
    """Write and sync a temporary file, which the caller renames; may raise OSError."""
    handle, name = mkstemp(dir=folder, prefix=".peloton-")
    path = Path(name)
    try:
        # Close the file before `unlink`: Windows cannot delete an open file.
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        path.chmod(mode)
    except BaseException:
        path.unlink()
        raise
    return path


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that new files survive a power cut; may raise OSError."""
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
