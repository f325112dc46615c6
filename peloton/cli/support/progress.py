"""Show progress on the terminal for work that takes longer than a second."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from threading import Event, Thread
from time import monotonic
from typing import TypeVar

from peloton.rules.words import format_time

_Item = TypeVar("_Item")

_DELAY, _TICK = 1.0, 0.1
"""Seconds before progress is shown, and between updates."""


@dataclass(slots=True)
class ProgressCount:
    """Work in progress: its name and the number of items done."""

    what: str
    done: int = 0


@contextmanager
def show_progress(what: str) -> Iterator[ProgressCount]:
    """Show progress on stderr after a second, if stderr is a terminal.

    The progress is erased at the end. Callers count finished items in `done`.
    """
    work = ProgressCount(what)
    if not sys.stderr.isatty():
        yield work
        return
    over = Event()
    watching = Thread(target=_watch, args=(work, over), daemon=True)
    watching.start()
    try:
        yield work
    finally:
        over.set()
        watching.join()


def with_progress(items: Iterable[_Item], what: str) -> Iterator[_Item]:
    """Yield items, showing with `show_progress` how many are done."""
    with show_progress(what) as work:
        for item in items:
            yield item
            work.done += 1


def _watch(work: ProgressCount, over: Event) -> None:
    if over.wait(_DELAY):
        return
    from wcwidth import clip  # slow to import

    columns = (os.get_terminal_size(sys.stderr.fileno()).columns or 80) - 1
    started = monotonic() - _DELAY
    for spinner in cycle("|/-\\"):
        counted = f": {work.done}" if work.done else ""
        passed = format_time(int(monotonic() - started), "seconds")
        line = clip(f"{spinner} {work.what}{counted} {passed}", 0, columns)
        sys.stderr.write(f"{line}\r")
        sys.stderr.flush()
        if over.wait(_TICK):
            break
    sys.stderr.write(f"{' ' * columns}\r")
    sys.stderr.flush()
