"""A page is rendered once for all phones that request it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from starlette.types import Message

from peloton.store.seats import Seat
from peloton.store.session import open_store
from peloton.store.tours import Store
from peloton.table.app import application
from peloton.table.live import LiveTour
from peloton.table.live_table import LiveTable
from peloton.table.pages import Pages
from peloton.table.seats import Seats
from tests.table.tables import loaded

HOST = "table.test"


class CountedPages(Pages):
    """Pages that count how often they are rendered, and fail on request."""

    def __init__(self) -> None:
        super().__init__(lambda report: report, "en", None)
        self.rendered: list[str] = []
        self.failures = 0

    def render(self, template: str, **values: object) -> str:
        self.rendered.append(template)
        if self.failures:
            self.failures -= 1
            raise MemoryError("out of memory")
        return super().render(template, **values)


@dataclass(kw_only=True)
class Server:
    """The application without sockets, and the cookie of a follower."""

    tour: LiveTour
    seats: Seats
    pages: CountedPages = field(default_factory=CountedPages)

    def __post_init__(self) -> None:
        table = LiveTable(
            tour=self.tour,
            seats=self.seats,
            pages=self.pages,
            hosts=(HOST,),
            tell=lambda _: None,
            make_file=lambda _race, _name: b"",
        )
        self.app = application(table)

    async def status(self, phone: int, path: str = "/") -> int:
        """Request a page; return the status of the response."""
        cookie = self.seats.cookie(Seat(id=f"phone{phone}"))
        headers = {"host": HOST, "cookie": f"peloton_seat={cookie}"}
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
        }
        statuses: list[int] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        try:
            await self.app(scope, receive, send)
        except MemoryError:
            assert statuses == [500]
        return statuses[0]

    async def statuses(self, phones: int) -> list[int]:
        """Request the first page from many phones at once; return the statuses."""
        return await asyncio.gather(*map(self.status, range(phones)))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    session = loaded(tmp_path, "flamme-rouge", 3)
    tour = LiveTour(session, None)
    yield Server(tour=tour, seats=Seats(tmp_path / "seats.db"))
    tour.watch.close()


def test_a_refresh_reads_everything_in_one_transaction(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tour, its drafts and its journal are of the same moment."""
    opened = []

    def counted(
        where: str, *, write: bool, wait: float, user_file: Callable[[], Path]
    ) -> AbstractContextManager[Store]:
        opened.append(where)
        return open_store(where, write=write, wait=wait, user_file=user_file)

    monkeypatch.setattr("peloton.store.session.open_store", counted)
    server.tour.refresh()

    assert len(opened) == 1


def test_forty_phones_at_once_take_one_rendering(server: Server) -> None:
    assert asyncio.run(server.statuses(40)) == [200] * 40
    assert server.pages.rendered == ["follower"]


def test_a_changed_board_is_rendered_once_more(server: Server) -> None:
    async def two_boards() -> None:
        await server.statuses(3)
        board = server.tour.board
        server.tour.board = replace(board, number=board.number + 1)
        await server.statuses(3)

    asyncio.run(two_boards())

    assert server.pages.rendered == ["follower"] * 2


def test_a_failed_rendering_is_tried_again(server: Server) -> None:
    async def twice() -> list[list[int]]:
        return [await server.statuses(2), await server.statuses(2)]

    server.pages.failures = 1

    assert asyncio.run(twice()) == [[500, 200], [200, 200]]
    assert server.pages.rendered == ["follower"] * 2


def test_a_phone_that_is_gone_takes_the_page_from_nobody_else(server: Server) -> None:
    async def first_gone() -> int:
        first = asyncio.create_task(server.status(1))
        second = asyncio.create_task(server.status(2))
        await asyncio.sleep(0)  # both have asked
        first.cancel()
        return await second

    assert asyncio.run(first_gone()) == 200
