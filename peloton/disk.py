"""Disk operations shared by the packages that write files."""

import errno
import os
from pathlib import Path
from tempfile import TemporaryFile

_CANNOT = {errno.EACCES, errno.EINVAL, errno.ENOTSUP, errno.EPERM}
"""Errors of a system or a drive that cannot sync folders, such as Windows."""


def sync_folder(folder: Path) -> None:
    """Sync a folder to the disk, so that a power cut loses no new file names in it.

    Raises OSError if the disk fails.
    """
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise


def can_lock(folder: Path) -> bool:
    """Return whether files in a folder can be locked; some network drives cannot."""
    try:
        # Windows has no fcntl, and locks files in another way.
        from fcntl import LOCK_EX, LOCK_NB, lockf

        with TemporaryFile(dir=folder) as file:
            lockf(file, LOCK_EX | LOCK_NB)
    except ImportError:
        return True
    except OSError as error:
        return error.errno not in {errno.ENOLCK, errno.ENOTSUP}
    return True
