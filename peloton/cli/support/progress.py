"""Progress on the terminal, for work that takes longer than a second."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread
from typing import TypeVar

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
    """Show progress on stderr after a second, if it is a terminal.

    It is erased at the end. Callers count finished items in `done`.
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
    """Yield items and show their number with `show_progress`."""
    with show_progress(what) as work:
        for item in items:
            yield item
            work.done += 1


def _watch(work: ProgressCount, over: Event) -> None:
    if over.wait(_DELAY):
        return
    # Imported here, because rich is slow to import.
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        console=Console(file=sys.stderr),
        transient=True,
    ) as progress:
        task = progress.add_task(work.what, total=None)
        while not over.wait(_TICK):
            counted = f"{work.what}: {work.done}" if work.done else work.what
            progress.update(task, description=counted)
