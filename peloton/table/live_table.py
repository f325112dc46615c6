"""The live table, which all requests share, and a visit: one request from a phone."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from peloton.errors import PelotonError
from peloton.rules.results import Race
from peloton.table.live import LiveTour
from peloton.table.pages import Pages, Tiles
from peloton.table.seats import RateLimit, Seats

_FILE_INTERVAL, _SERVER_INTERVAL = 0.1, 1.0
"""Seconds between two checks for changes: of a database file, of a database server."""
_LONGEST_WAIT = 3.0
"""Seconds until a waiting phone is answered anyway, to show that the table is live."""
COOKIE = "peloton_seat"
_DIGITS = 16
_T = TypeVar("_T")


@dataclass(kw_only=True, eq=False)
class LiveTable:
    """A tour shown on phones: the current data, the joined phones, and the pages.

    `hosts` are the accepted Host headers, the one for links first, and `tell` prints a
    line on the terminal. `make_file` makes a file of the whole tour, such as
    `tour.pdf`; the lock `making` allows one at a time. If the table is `read_only`, no
    phone may write. With `veil`, followers do not see the stage being ridden. `authors`
    maps each desk line to the id of the phone that last added or removed the line.
    """

    tour: LiveTour
    seats: Seats
    pages: Pages
    hosts: Sequence[str]
    tell: Callable[[str], None]
    make_file: Callable[[Race, str], bytes]
    read_only: bool = False
    veil: bool = False
    request_rate: RateLimit = field(default_factory=lambda: RateLimit(60, 3))
    authors: dict[str, str] = field(default_factory=dict)
    rendering: asyncio.Lock = field(default_factory=asyncio.Lock)
    making: asyncio.Lock = field(default_factory=asyncio.Lock)
    _made: dict[object, tuple[object, Any]] = field(default_factory=dict)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _closed: bool = False

    def once(self, key: object, version: object, make: Callable[[], _T]) -> _T:
        """Return the cached result of `make`; call `make` only for a new version."""
        if key not in self._made or self._made[key][0] != version:
            self._made[key] = version, make()
        found: _T = self._made[key][1]
        return found

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
            self.tour.watch.close()

    async def _watch(self) -> None:
        watch, cheap, seen = self.tour.watch, self.tour.watch.cheap, None
        while not self._closed:
            await asyncio.sleep(_FILE_INTERVAL if cheap else _SERVER_INTERVAL)
            sign = None
            with suppress(PelotonError):
                sign = watch.sign() if cheap else await run_in_threadpool(watch.sign)
            # After an error, retry even if nothing was saved: the cause may be gone.
            if sign is None or sign != seen or self.tour.board.trouble:
                seen = sign
                if await self.refresh():
                    self.notify()

    async def refresh(self) -> bool:
        """Read the tour again, without notifying phones; return whether it changed."""
        old, new = await run_in_threadpool(self.tour.refresh), self.tour.board
        if old is None:
            return False
        if new.trouble != old.trouble:
            self.tell(new.trouble or "The tour can be read again.")
        if new.saved.tour.name != old.saved.tour.name:
            self.tell(f"The tour is now called '{new.saved.tour.name}'.")
        return True

    def notify(self) -> None:
        """Answer all phones that wait for a change."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self, known: str) -> None:
        """Wait at most some seconds until the board's number is not `known`."""
        if known == str(self.tour.board.number) and not self._closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), _LONGEST_WAIT)

    def close(self) -> None:
        """Answer all waiting phones, so that the server can stop at once."""
        self._closed = True
        self.notify()


Right = IntEnum("Right", "ANYONE SEATED WRITER LEADER", start=0)
"""The access levels of phones, each of which includes the lower ones."""


class Visit:
    """One request from a phone, with the fields of the form or of the address.

    A veil hides `view`, the stage being ridden, from phones that only follow; `race` is
    the tour that the phone sees. The page that answers the request shows `message`, and
    is sent with `headers`.
    """

    def __init__(self, table: LiveTable, request: Request) -> None:
        """Find the seat that the phone's cookie identifies."""
        self.table, self.request = table, request
        self.path, self.board = request.url.path, table.tour.board
        self.fields: Mapping[str, str] = request.query_params
        self.headers: dict[str, str] = {}
        self.message = ""
        self.seat = table.seats.seat_of(request.cookies.get(COOKIE, ""))
        if table.read_only:
            self.seat = self.seat._replace(writes=False, leads=False)
        self.right = Right(bool(self.seat.id) + self.seat.writes + self.seat.leads)
        veiled = table.veil and not self.seat.writes
        self.view = None if veiled else self.board.view
        self.race = self.view.race if self.view else self.board.saved
        self.address = request.client.host if request.client else ""

    @cached_property
    def tiles(self) -> Tiles:
        """The riders and teams in their colours."""
        return Tiles(self.board.saved.tour)

    def link(self, key: str) -> str:
        """Return a link for other phones with a key, even for a page of `localhost`."""
        host = self.request.headers["host"]
        host = self.table.hosts[0] if host.startswith(("localhost", "127.")) else host
        return f"http://{host}/#{key}"

    def render(self, template: str, **values: object) -> str:
        """Render a page."""
        values |= {"visit": self, "board": self.board, "page": self.path}
        return self.table.pages.render(template, tiles=self.tiles, **values)

    def number(self, name: str) -> int:
        """Return a field that is a whole number; status 400 if it is not one."""
        typed = self.fields.get(name, "")
        if typed.isascii() and typed.isdecimal() and len(typed) <= _DIGITS:
            return int(typed)
        raise HTTPException(400, "expected a number")
