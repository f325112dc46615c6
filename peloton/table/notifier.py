"""Watch the database of a tour, and answer waiting phones when it has changed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool

from peloton.errors import PelotonError
from peloton.table.live import LiveTour

_FILE_INTERVAL, _SERVER_INTERVAL = 0.1, 1.0
"""Seconds between two checks of a database: a file, or one on a server."""
_LONGEST_WAIT = 5.0
"""Seconds until a waiting phone is answered anyway, to show that the table is live."""


class ChangeNotifier:
    """Watches the database of a tour, and lets requests wait for the next change."""

    def __init__(self, tour: LiveTour, tell: Callable[[str], None]) -> None:
        """Watch a tour; `connected` becomes true once a phone has joined.

        `tell` prints a line on the terminal.
        """
        self._tour, self._tell = tour, tell
        self._reported = tour.board
        self._sign: object = tour.watch.sign()
        self._changed = asyncio.Event()
        self._closed = False
        self.connected = False

    @asynccontextmanager
    async def running(self, _app: Starlette) -> AsyncIterator[None]:
        """Watch the database while the web application runs."""
        task = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            self._tour.watch.close()

    async def refresh(self) -> None:
        """Read the tour again; if it has changed, answer all waiting phones."""
        if await self.reload():
            self.notify()

    async def reload(self) -> bool:
        """Read the tour again without notifying; return whether it has changed."""
        changed = await run_in_threadpool(self._tour.refresh)
        old, new = self._reported, self._tour.board
        self._reported = new
        if new.trouble != old.trouble:
            self._tell(new.trouble or "The tour can be read again.")
        if new.name != old.name:
            self._tell(f"The tour is now called '{new.name}'.")
        return changed

    def close(self) -> None:
        """Answer all waiting phones, so that a stopping server need not wait."""
        self._closed = True
        self.notify()

    def notify(self) -> None:
        """Answer all waiting phones."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self, known: str) -> None:
        """Wait some seconds while the number of the board is still `known`."""
        self.connected = True
        if known == str(self._tour.board.number) and not self._closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), _LONGEST_WAIT)

    async def _watch(self) -> None:
        watch = self._tour.watch
        while not self._closed:
            await asyncio.sleep(_FILE_INTERVAL if watch.cheap else _SERVER_INTERVAL)
            try:
                sign = (
                    watch.sign() if watch.cheap else await run_in_threadpool(watch.sign)
                )
            except PelotonError:
                sign = None
            # After an error, retry even if nothing was saved: the cause may be gone.
            if sign is None or sign != self._sign or self._tour.board.trouble:
                self._sign = sign
                await self.refresh()
