"""Notify every open page of the live table when the tour has changed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool

from peloton.errors import PelotonError
from peloton.table.live import LiveTour
from peloton.table.seats import MAX_SEATS, NotNowError

_FILE_INTERVAL, _SERVER_INTERVAL = 0.1, 1.0
"""Seconds between two checks of a database: a file, or one on a server."""
_HEARTBEAT = 5.0
"""Seconds between two messages of a stream, so that a dead connection is noticed."""


class ChangeNotifier:
    """Watches the database of a tour and sends the board number to every stream."""

    def __init__(self, tour: LiveTour, tell: Callable[[str], None]) -> None:
        """Watch a tour; `connected` counts the phones that joined or reconnected.

        `tell` prints a line on the terminal.
        """
        self._tour, self._tell = tour, tell
        self._reported = tour.board
        self._sign: object = tour.watch.sign()
        self._streams: set[asyncio.Event] = set()
        self._closed = False
        self.connected = 0

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
        """Read the tour again, and notify every stream if it has changed."""
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
        """End every stream, so that a stopping server need not wait."""
        self._closed = True
        self.notify()

    def notify(self) -> None:
        """Notify every stream of a new board."""
        for event in self._streams:
            event.set()

    def stream(self) -> AsyncIterator[str]:
        """Yield the board number as a server-sent event, now and at each change.

        Raises NotNowError if too many streams are open.
        """
        if len(self._streams) >= 2 * MAX_SEATS:
            raise NotNowError("the live table is full")
        return self._events()

    async def _events(self) -> AsyncIterator[str]:
        event = asyncio.Event()
        self.connected += 1
        self._streams.add(event)
        try:
            yield "retry: 2000\n"
            while not self._closed:
                yield f"data: {self._tour.board.number}\n\n"
                with suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), _HEARTBEAT)
                event.clear()
        finally:
            self._streams.discard(event)

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
