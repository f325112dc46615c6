"""The live table, which all requests share: its tour, seats, pages and responses."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, TypeVar
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from peloton.errors import PelotonError
from peloton.reports.scenes import Scene
from peloton.rules.results import Race
from peloton.store.seats import Seat
from peloton.table.live import LiveTour
from peloton.table.pages import Pages
from peloton.table.requests import wants_part
from peloton.table.seats import RateLimit, Seats

COOKIE = "peloton_seat"
_FILE_INTERVAL, _SERVER_INTERVAL = 0.1, 1.0
"""Seconds between two checks for changes: of a database file, of a database server."""
_LONGEST_WAIT = 5.0
"""Seconds until a waiting phone is answered anyway, to show that the table is live."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """The settings of a live table, as set by the command's options.

    `hosts` are the accepted host names, and `tell` prints a line on the terminal.
    `make_file` makes a file of the whole tour, such as `tour.pdf`. If the table is
    `read_only`, no phone may write. With `veil`, followers do not see the stage being
    ridden.
    """

    hosts: frozenset[str]
    tell: Callable[[str], None]
    make_file: Callable[[Race, str], bytes]
    read_only: bool = False
    veil: bool = False


class SharedResults(Generic[_T]):
    """A cache of results that many phones request at the same time.

    Each result is computed once, in a thread.
    """

    def __init__(self) -> None:
        """Start without computed results."""
        self._lock = asyncio.Lock()
        self._version: object = None
        self._results: dict[object, _T] = {}

    async def get(self, version: object, key: object, compute: Callable[[], _T]) -> _T:
        """Return the result for a key; call `compute` if it is not cached.

        Results computed for another version of the data are dropped.
        """
        async with self._lock:
            if version != self._version:
                self._version, self._results = version, {}
            if key not in self._results:
                self._results[key] = await run_in_threadpool(compute)
            return self._results[key]


class LiveTable:
    """A tour shown on phones: the current data, the joined phones, and the pages.

    The live table watches the database, and lets requests wait for the next change.
    """

    def __init__(
        self, tour: LiveTour, seats: Seats, pages: Pages, settings: TableSettings
    ) -> None:
        """Prepare to serve a tour; `running` starts to watch the database.

        `authors` maps each desk line to the id of the phone that last added or removed
        the line.
        """
        self.tour, self.seats, self.pages = tour, seats, pages
        self.settings = settings
        self.request_rate = RateLimit(60, 20)
        self.authors: dict[str, str] = {}
        self.contents = SharedResults[str]()
        self.scenes = SharedResults[tuple[Scene, ...]]()
        self.files = SharedResults[bytes]()
        self._reported = tour.board
        self._sign: object = tour.watch.sign()
        self._changed = asyncio.Event()
        self._closed = False

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
        watch = self.tour.watch
        while not self._closed:
            await asyncio.sleep(_FILE_INTERVAL if watch.cheap else _SERVER_INTERVAL)
            try:
                sign = (
                    watch.sign() if watch.cheap else await run_in_threadpool(watch.sign)
                )
            except PelotonError:
                sign = None
            # After an error, retry even if nothing was saved: the cause may be gone.
            if sign is None or sign != self._sign or self.tour.board.trouble:
                self._sign = sign
                await self.refresh()

    async def refresh(self) -> None:
        """Read the tour again; if it has changed, answer all waiting phones."""
        if await self.reload():
            self.notify()

    async def reload(self) -> bool:
        """Read the tour again; return whether it has changed.

        Phones that wait for a change are not answered yet: `notify` answers them.
        """
        changed = await run_in_threadpool(self.tour.refresh)
        old, new = self._reported, self.tour.board
        self._reported = new
        if new.trouble != old.trouble:
            self.settings.tell(new.trouble or "The tour can be read again.")
        if new.name != old.name:
            self.settings.tell(f"The tour is now called '{new.name}'.")
        return changed

    def notify(self) -> None:
        """Answer all phones that wait for a change."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self, known: str) -> None:
        """Wait at most some seconds until the board's number is not `known`.

        A board is the data of all pages; after every change its number is new.
        """
        if known == str(self.tour.board.number) and not self._closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), _LONGEST_WAIT)

    def close(self) -> None:
        """Answer all waiting phones, so that the server can stop at once."""
        self._closed = True
        self.notify()

    def seat_of(self, request: Request) -> Seat | None:
        """Return the seat of the phone that sent a request; None if it has not joined.

        A seat holds the rights of a phone, such as to enter results.
        """
        cookie = request.cookies.get(COOKIE, "")
        seat = self.seats.seat_of(cookie) if cookie else None
        if seat and self.settings.read_only:
            return seat._replace(writes=False, leads=False)
        return seat

    def answer(
        self, request: Request, number: int, content: str, status: int = 200
    ) -> Response:
        """Answer with the `content` of a page, or status 304 if it is unchanged.

        `content` is the changing part of the page; unless a script asks for this part
        alone, the rest is added. `number` is the number of the board shown.
        """
        seat: Seat = request.state.seat
        board = self.tour.board
        tag = content_tag(content)
        headers = {"ETag": tag, "Board": str(number), "Tour": quote(board.name)}
        if not wants_part(request):
            content = self.pages.document(
                board,
                content,
                path=request.url.path if request.method == "GET" else "/desk",
                tag=tag,
                writes=seat.writes,
                pin=not (seat.leads or self.settings.read_only),
                link=self.link(request, f"f={self.seats.follow}"),
            )
        elif status == 200 and request.headers.get("if-none-match") == tag:  # noqa: PLR2004
            return Response(status_code=304, headers=headers)
        return Response(content, status, headers, "text/html")

    def link(self, request: Request, key: str) -> str:
        """Return a link to the live table that contains a key, for other phones.

        If the page was opened on the table's own computer, a network address replaces
        `localhost`.
        """
        asked, local = request.headers["host"], ("localhost", "127.0.0.1")
        hosts = sorted(self.settings.hosts)
        reachable = (host for host in hosts if not host.startswith(local))
        host = next(reachable, asked) if asked.startswith(local) else asked
        return f"http://{host}/#{key}"


def content_tag(content: str) -> str:
    """Return an ETag computed from a page's content."""
    return f'"{sha256(content.encode()).hexdigest()[:20]}"'
