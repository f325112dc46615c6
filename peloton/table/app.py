"""The web application of the live table: it checks and answers every request."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import sha256

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from peloton.desk.changes import ChangedMeanwhileError
from peloton.errors import PelotonError
from peloton.table import actions, followers
from peloton.table.desk_pages import desk_page, invitation_page, saving_page
from peloton.table.live_table import LiveTable
from peloton.table.pages import page_files, team_styles
from peloton.table.visits import (
    SAFE_HEADERS,
    Right,
    Visit,
    form_fields,
    reject_foreign_requests,
)

_Responder = Callable[[Visit], Awaitable[Response]]
_HEAD_START = 0.02
"""Seconds between the response to a change and those to all waiting phones."""
_MEDIA_TYPES = {"css": "text/css", "json": "application/json"}
_COMPRESSED = [Middleware(GZipMiddleware)]


def application(table: LiveTable) -> Starlette:
    """Return the web application, which watches the database while it runs."""
    anyone, seated, writer, leader = Right
    pages: dict[str, tuple[Right, Callable[[Visit], str]]] = {
        **dict.fromkeys(followers.FOLLOWER_PATHS, (seated, followers.follower_page)),
        "/desk": (writer, desk_page),
        "/desk/save": (leader, saving_page),
        "/teams.css": (seated, lambda visit: team_styles(visit.board.saved.tour)),
        "/now.json": (anyone, followers.now_json),
        "/who": (seated, lambda visit: visit.render("dialog")),
        "/invite": (leader, invitation_page),
        "/ceremony": (leader, followers.scene_page),
    }
    changes: dict[str, tuple[Right, Callable[[Visit], str]]] = {
        "/sit": (anyone, actions.sit),
        "/change": (writer, actions.change_line),
        "/save": (leader, actions.save),
        "/name": (seated, actions.rename),
        "/seat": (leader, actions.change_seat),
        "/ceremony": (leader, actions.reveal),
    }
    checked: list[tuple[str, str, Right, _Responder]] = [
        *(("GET", path, r, partial(_page, show)) for path, (r, show) in pages.items()),
        *(("POST", path, r, partial(_act, act)) for path, (r, act) in changes.items()),
        *(("GET", path, seated, followers.tour_file) for path in followers.TOUR_FILES),
    ]
    routes = [
        Route(path, partial(_checked, table, right, respond), methods=[method])
        for method, path, right, respond in checked
    ]
    routes += [
        Route(path, partial(_static_file, table, *file), middleware=_COMPRESSED)
        for path, file in page_files().items()
    ]
    error_text = partial(_error_text, table)
    handlers = {HTTPException: error_text, Exception: error_text}
    return Starlette(routes=routes, exception_handlers=handlers, lifespan=table.running)


async def _checked(
    table: LiveTable, right: Right, respond: _Responder, request: Request
) -> Response:
    """Respond to a request after checking its origin, rate and access.

    `right` is the access level that the phone needs.
    """
    reject_foreign_requests(request, table.hosts)
    try:
        visit = Visit(table, request)
        table.request_rate.check(visit.seat.id or visit.address)
        if visit.seat.id and (known := request.query_params.get("board")):
            await table.wait(known)
            # The game leader may have changed this phone's rights meanwhile.
            visit = Visit(table, request)
        if visit.right >= right:
            response = await respond(visit)
        else:
            refusals = ("", actions.ONLY_FOLLOWS, actions.ONLY_LEADS)
            visit.message = refusals[visit.right]
            status = 403 if visit.seat.id else 401
            response = Response(_refusal_page(visit), status, None, "text/html")
    except PelotonError as error:
        raise HTTPException(400, str(error)) from error
    response.headers.update(SAFE_HEADERS)
    return response


async def _page(
    show: Callable[[Visit], str], visit: Visit, status: int = 200
) -> Response:
    """Respond with a page, or with status 304 if the phone shows it already."""
    if followers.is_hidden(visit):
        show = followers.scene_page
    async with visit.table.rendering:
        text = await run_in_threadpool(show, visit)
    tag = f'"{sha256(text.encode()).hexdigest()[:20]}"'
    headers = {**visit.headers, "ETag": tag, "Board": str(visit.board.number)}
    if status == 200 and visit.request.headers.get("if-none-match") == tag:  # noqa: PLR2004
        return Response(status_code=304, headers=headers)
    ending = visit.path.rpartition(".")[2]
    return Response(text, status, headers, _MEDIA_TYPES.get(ending, "text/html"))


async def _act(act: Callable[[Visit], str], visit: Visit) -> Response:
    """Change something, and let the phone request the page that shows the result.

    After a mistake, respond with a message.
    """
    visit.fields, table, path = await form_fields(visit.request), visit.table, ""
    status = 401 if act is actions.sit else 400
    try:
        path = await run_in_threadpool(act, visit)
    except PelotonError as error:
        visit.message = str(error)
        if isinstance(error, ChangedMeanwhileError):
            status = 409
    if await table.refresh():
        # The phone that made the change requests its page before the others do.
        asyncio.get_running_loop().call_later(_HEAD_START, table.notify)
    visit.board = table.board
    if path:
        return RedirectResponse(path, 303, visit.headers)
    return await _page(_refusal_page, visit, status)


async def _static_file(
    table: LiveTable, text: str, media_type: str, request: Request
) -> Response:
    """Return a style sheet or a script.

    Each page has several of them, so these requests have no rate limit.
    """
    reject_foreign_requests(request, table.hosts)
    return Response(text, headers=SAFE_HEADERS, media_type=media_type)


def _refusal_page(visit: Visit) -> str:
    """Render why a request was refused, with the field for the PIN."""
    return visit.render("refusal")


async def _error_text(table: LiveTable, _: Request, error: Exception) -> Response:
    """Return an error's message as plain text, without details of unexpected errors."""
    status, text = 500, "internal error"
    if isinstance(error, HTTPException):
        status, text = error.status_code, table.pages.message(error.detail)
    return Response(text, status, SAFE_HEADERS, "text/plain")
