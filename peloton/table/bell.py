"""Notify every open page of the live table when the tour has changed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool

from peloton.errors import PelotonError
from peloton.table.live import LiveTour
from peloton.table.seats import MOST_SEATS, NotNowError

_EVERY, _SELDOM = 0.1, 1.0
"""Seconds between two checks of a database: a file, or one on a server."""
_BEAT = 5.0
"""Seconds between two messages of a stream, so that a dead connection is noticed."""


class Bell:
    """Watches the database of a tour and sends the board number to every stream."""

    def __init__(self, tour: LiveTour) -> None:
        """Watch a tour; `came` counts the phones that joined or reconnected."""
        self._tour = tour
        self._sign: object = tour.watch.sign()
        self._listening: set[asyncio.Event] = set()
        self._closed = False
        self.came = 0

    @asynccontextmanager
    async def rung(self, _app: Starlette) -> AsyncIterator[None]:
        """Watch the database while an application runs."""
        task = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            self._tour.watch.close()

    async def ring(self) -> None:
        """Read the tour again, and notify every stream if it has changed."""
        if await self.read():
            self.tell()

    async def read(self) -> bool:
        """Read the tour again without notifying; return whether it has changed."""
        return await run_in_threadpool(self._tour.refresh)

    def close(self) -> None:
        """End every stream, so that a stopping server need not wait."""
        self._closed = True
        self.tell()

    def tell(self) -> None:
        """Notify every stream of a new board."""
        for event in self._listening:
            event.set()

    def numbers(self) -> AsyncIterator[str]:
        """Yield the number of the board as server-sent events, again at each change.

        NotNowError if too many streams are open.
        """
        if len(self._listening) >= 2 * MOST_SEATS:
            message = "the live table is full"
            raise NotNowError(message)
        return self._numbers()

    async def _numbers(self) -> AsyncIterator[str]:
        event = asyncio.Event()
        self.came += 1
        self._listening.add(event)
        try:
            yield "retry: 2000\n"
            while not self._closed:
                yield f"data: {self._tour.board.number}\n\n"
                with suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), _BEAT)
                event.clear()
        finally:
            self._listening.discard(event)

    async def _watch(self) -> None:
        watch = self._tour.watch
        while not self._closed:
            await asyncio.sleep(_EVERY if watch.cheap else _SELDOM)
            try:
                sign = watch.sign() if watch.cheap else await self._asked()
            except PelotonError:
                sign = None
            # After an error, retry even if nothing was saved: the cause may be gone.
            if sign is None or sign != self._sign or self._tour.board.trouble:
                self._sign = sign
                await self.ring()

    async def _asked(self) -> object:
        return await run_in_threadpool(self._tour.watch.sign)
