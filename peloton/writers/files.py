"""Files on disk: written whole or not at all."""

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from peloton.disk import sync_folder
from peloton.errors import WriteError
from peloton.rules.words import visible


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole; the one before stays until the new one is complete.

    A new one is for nobody else to read, as the database is: others use the computer
    too. One that was there keeps its permissions. Raises WriteError, in one line, for a
    folder that is missing or closed, a directory in the way, a full disk, a file that
    another program holds.
    """
    write_files({path: content})


def write_files(contents: Mapping[Path, bytes], *, published: bool = False) -> None:
    """Write files that belong together: none is replaced before all are on the disk.

    Their names are on the disk too when this returns: a power cut loses none.
    What is `published` is for everybody to read, as far as the user lets any new file
    be. Raises WriteError as `write_file` does.
    """
    beside: dict[Path, Path] = {}
    try:
        for path, content in contents.items():
            with _refused(path):
                if path.exists() and not path.is_file():
                    # A directory refuses; a device is written to, never replaced.
                    path.write_bytes(content)
                else:
                    beside[path] = _beside(path, content, published=published)
        for path, new in beside.items():
            with _refused(path):
                # A link keeps pointing where it did: the file behind it changes.
                new.replace(path.resolve())
        # A folder may be new itself: its name is in the one above.
        for folder in {f for path in beside for f in path.resolve().parents[:2]}:
            with _refused(folder):
                sync_folder(folder)
    finally:
        for new in beside.values():  # Ctrl-C leaves nothing behind either.
            new.unlink(missing_ok=True)


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    """Turn errors into a WriteError with the reason in one line."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        # RuntimeError: symbolic links that lead in a circle.
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"cannot write {visible(str(path))}: {reason or error}"
        if isinstance(error, PermissionError) and path.is_file():
            message += "; is it read-only, or open in another program?"
        raise WriteError(message) from error


def _beside(path: Path, content: bytes, *, published: bool) -> Path:
    """Write a new file beside the one it will take the place of."""
    target = path.resolve()
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with NamedTemporaryFile(dir=target.parent, prefix=".peloton-", delete=False) as new:
        beside = Path(new.name)
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(_mode(target, published=published))
    except BaseException:
        beside.unlink()
        raise
    return beside


def _mode(target: Path, *, published: bool) -> int:
    """Return the permissions the file has, or those it gets as a new one."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        if not published:
            return 0o600
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
