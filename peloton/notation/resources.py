"""Where the files that come with peloton stand, installed or in a working copy."""

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def templates() -> Path:
    """Return the folder of what a user copies and changes, such as rulebooks."""
    return _folder("templates")


def sample_tours() -> Path:
    """Return the folder of whole tours that load as they are."""
    return _folder("sample_tours")


def _folder(name: str) -> Path:
    packaged = _PACKAGE / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
