"""The web application of the live table: it checks and answers every request."""

from collections.abc import Awaitable, Callable
from enum import IntEnum
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from peloton.errors import PelotonError
from peloton.store.seats import Seat
from peloton.table import ceremony, desk_requests, seat_requests
from peloton.table.live_table import LiveTable, content_tag
from peloton.table.pages import FOLLOWER_PATHS, now_text, page_files
from peloton.table.requests import SAFE_HEADERS, address_of, reject_foreign_requests
from peloton.table.seats import NotNowError
from peloton.table.tiles import team_styles


class _Right(IntEnum):
    """The access levels of phones, each of which includes the lower ones."""

    ANYONE = 0
    SEATED = 1
    WRITER = 2
    LEADER = 3


_Handler = Callable[[LiveTable, Request, Any], Awaitable[Response]]
"""A function that answers a request; its last argument is the phone's seat, if any."""
_COMPRESSED = [Middleware(GZipMiddleware)]


def application(table: LiveTable) -> Starlette:
    """Return the web application, which watches the database while it runs."""
    anyone, seated, writer, leader = _Right
    handlers: list[tuple[str, _Right, str, _Handler]] = [
        *(("GET", seated, path, _follower_page) for path in FOLLOWER_PATHS),
        ("GET", writer, "/desk", desk_requests.desk_page),
        ("GET", leader, "/desk/save", desk_requests.save_page),
        ("GET", seated, "/teams.css", _team_styles),
        ("GET", anyone, "/now.json", _now),
        ("POST", anyone, "/sit", seat_requests.sit),
        ("POST", writer, "/change", desk_requests.change_line),
        ("POST", leader, "/save", desk_requests.save),
        ("POST", leader, "/undo", desk_requests.undo),
        ("GET", seated, "/who", seat_requests.name_page),
        ("POST", seated, "/name", seat_requests.rename),
        ("GET", leader, "/invite", seat_requests.invite),
        ("POST", leader, "/seat", seat_requests.change_seat),
        ("GET", leader, "/ceremony", ceremony.scene_page),
        ("POST", leader, "/ceremony", ceremony.reveal),
    ]
    files = {path: _static_file(table, *file) for path, file in page_files().items()}
    for path in ceremony.TOUR_FILES:
        files[path] = _checked(table, ceremony.tour_file, seated)
    return Starlette(
        routes=[
            *(
                Route(path, _checked(table, handler, right), methods=[method])
                for method, right, path, handler in handlers
            ),
            *(
                Route(path, endpoint, middleware=_COMPRESSED)
                for path, endpoint in files.items()
            ),
        ],
        exception_handlers={HTTPException: _error_text, Exception: _error_text},
        lifespan=table.running,
    )


def _checked(
    table: LiveTable, handler: _Handler, right: _Right
) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that calls `handler` after checking origin, rate and access.

    `right` is the access level that the phone needs.
    """

    async def checked(request: Request) -> Response:
        reject_foreign_requests(request, table.settings.hosts)
        try:
            seat = table.seat_of(request)
            table.request_rate.check(seat.id if seat else address_of(request))
            if seat and (known := request.query_params.get("board")):
                await table.wait(known)
                # The game leader may have changed this phone's rights meanwhile.
                seat = table.seat_of(request)
            request.state.seat = seat
            if refused := _refusal(seat, right):
                response = seat_requests.no_seat(table, request, *refused)
            else:
                shown = ceremony.scene_instead(table, request, seat) or handler
                response = await shown(table, request, seat)
        except PelotonError as error:
            status = 429 if isinstance(error, NotNowError) else 400
            raise HTTPException(status, table.pages.message(str(error))) from error
        response.headers.update(SAFE_HEADERS)
        return response

    return checked


def _refusal(seat: Seat | None, right: _Right) -> tuple[int, str] | None:
    """Return (status, message) if a phone lacks the required access, otherwise None."""
    if seat is None:
        return (401, "") if right else None
    if right >= _Right.WRITER and not seat.writes:
        return 403, seat_requests.ONLY_FOLLOWS
    if right is _Right.LEADER and not seat.leads:
        return 403, "only the game leader may do this: enter the PIN"
    return None


def _static_file(
    table: LiveTable, text: str, media_type: str
) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of a style sheet or a script.

    Each page has several of them, so these requests have no rate limit.
    """

    async def static_file(request: Request) -> Response:
        reject_foreign_requests(request, table.settings.hosts)
        return Response(text, headers=SAFE_HEADERS, media_type=media_type)

    return static_file


async def _team_styles(table: LiveTable, _request: Request, _seat: Seat) -> Response:
    return Response(team_styles(table.tour.board.saved.tour), media_type="text/css")


async def _follower_page(table: LiveTable, request: Request, seat: Seat) -> Response:
    board, path = table.tour.board, request.url.path
    bib = request.query_params.get("bib", "")
    bib = bib if bib in {rider.bib for rider in board.saved.tour.riders} else ""
    veil = table.settings.veil and not seat.writes

    def content() -> str:
        return table.pages.content(board, path, bib, veil=veil)

    shared = await table.contents.get(board.number, (path, bib, veil), content)
    return table.answer(request, board.number, shared)


async def _now(table: LiveTable, request: Request, seat: Seat | None) -> Response:
    """Return the tour as JSON, for a joined phone or a program with a link's key.

    With the setting `veil`, the stage being ridden is included only for phones that may
    enter results.
    """
    linked = table.seats.is_link(request.query_params.get("key", ""))
    if seat is None and not linked:
        raise HTTPException(401, "no seat: add ?key= with the key of the link")
    veil = table.settings.veil and not (seat and seat.writes)
    text = await run_in_threadpool(now_text, table.tour.board, veil=veil)
    headers = {"ETag": content_tag(text)}
    if linked:
        headers["Access-Control-Allow-Origin"] = "*"
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type="application/json")


async def _error_text(_request: Request, error: Exception) -> Response:
    """Return an error's message as plain text, without details of unexpected errors."""
    status, text = 500, "internal error"
    if isinstance(error, HTTPException):
        status, text = error.status_code, error.detail
    return Response(text, status, SAFE_HEADERS, "text/plain")
