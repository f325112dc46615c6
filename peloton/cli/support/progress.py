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
class Work:
    """Work in progress: its name and the number of items done."""

    what: str
    done: int = 0


@contextmanager
def working(what: str) -> Iterator[Work]:
    """Show progress on stderr after a second, if it is a terminal.

    It is erased at the end. Callers count finished items in `Work.done`.
    """
    work = Work(what)
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
    """Yield items and show their number with `working`."""
    with working(what) as work:
        for item in items:
            yield item
            work.done += 1


def _watch(work: Work, over: Event) -> None:
    if over.wait(_DELAY):
        return
    # Slow to import.
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
