"""Show work in progress on stderr, if it is a terminal."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TypeVar

from peloton.rules.words import printable

_Item = TypeVar("_Item")


@contextmanager
def show_progress(what: str) -> Iterator[None]:
    """Show a progress message during the `with` block, then erase it."""
    _show(what)
    try:
        yield
    finally:
        _show("")


def with_progress(items: Iterable[_Item], what: str) -> Iterator[_Item]:
    """Yield the items, and show in a progress message how many are done."""
    with show_progress(what):
        for done, item in enumerate(items, 1):
            yield item
            _show(f"{what}: {done}")


def _show(text: str) -> None:
    """Print `text` over the progress message, so that other output overwrites it."""
    if sys.stderr.isatty():
        columns = get_terminal_size().columns - 1
        sys.stderr.write(f"{printable(text)[:columns]:{columns}}\r")
        sys.stderr.flush()
