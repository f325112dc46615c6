"""What every room that writes files needs of the disk."""

import errno
import os
from pathlib import Path

_CANNOT = {errno.EACCES, errno.EINVAL, errno.ENOTSUP, errno.EPERM}
"""Errors of a system or a drive that cannot sync a folder, such as Windows."""


def sync_folder(folder: Path) -> None:
    """Sync a folder to the disk: a power cut could undo the new names in it.

    Raises OSError where the disk fails.
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
