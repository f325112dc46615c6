"""The web application of the live table: it checks and answers every request."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from peloton.desk.changes import ChangedMeanwhileError, LineChange, Op
from peloton.errors import PelotonError
from peloton.rules.limits import Limit
from peloton.table import followers
from peloton.table.desk_pages import desk_page, invitation_page, saving_page
from peloton.table.live_table import COOKIE, LiveTable, Right, Visit
from peloton.table.pages import page_files, team_styles
from peloton.table.seats import STRANGERS

_Responder = Callable[[Visit], Awaitable[Response]]
_Show = Callable[[Visit], str]
_HEAD_START = 0.02
"""Seconds between the response to a change and those to all waiting phones."""
_ONLY_LEADS = "only the game leader may do this: enter the PIN"
_ONLY_FOLLOWS = "this phone may only follow: ask the game leader to let it write"
_TOO_MANY_PINS = (
    "Too many wrong PINs: for a minute only phones that may write can enter the PIN."
)
_SAFE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
        " img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    # With "no-referrer", browsers send no usable Origin header with a form.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""Headers of every response."""
_HIDDEN = {*followers.FOLLOWER_PATHS, "/desk"}
"""Paths of the pages that would reveal the winners before the ceremony does."""
_MEDIA_TYPES = {"css": "text/css", "json": "application/json"}
_COMPRESSED = [Middleware(GZipMiddleware)]


def application(table: LiveTable) -> Starlette:
    """Return the web application, which watches the database while it runs."""
    anyone, seated, writer, leader = Right
    pages: dict[str, tuple[Right, _Show]] = {
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
        "/sit": (anyone, _sit),
        "/change": (writer, _change_line),
        "/save": (leader, _save),
        "/name": (seated, _rename),
        "/seat": (leader, _change_seat),
        "/ceremony": (leader, _reveal),
    }
    # A user may reload the address of a change; it then shows the refusal.
    pages = dict.fromkeys(changes, (anyone, lambda v: v.render("refusal"))) | pages
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
    errors = HTTPException, PelotonError, Exception
    handlers = dict.fromkeys(errors, partial(_error_text, table))
    return Starlette(routes=routes, exception_handlers=handlers, lifespan=table.running)


async def _checked(
    table: LiveTable, right: Right, respond: _Responder, request: Request
) -> Response:
    """Respond to a request after checking its origin, rate and right of access."""
    _reject_foreign(request, table.hosts)
    visit = Visit(table, request)
    table.request_rate.check(visit.seat.id or visit.address)
    if visit.seat.id and (known := request.query_params.get("board")):
        await table.wait(known)
        # The game leader may have changed this phone's rights meanwhile.
        visit = Visit(table, request)
    if visit.right >= right:
        response = await respond(visit)
    else:
        visit.message = ("", _ONLY_FOLLOWS, _ONLY_LEADS)[visit.right]
        status = 403 if visit.seat.id else 401
        response = Response(visit.render("refusal"), status, None, "text/html")
    response.headers.update(_SAFE_HEADERS)
    return response


def _reject_foreign(request: Request, hosts: Sequence[str]) -> None:
    """Reject foreign host names (DNS rebinding) and forms of other websites."""
    host = request.headers.get("host", "")
    if host not in hosts:
        raise HTTPException(421, "unknown host name: open the address on the code")
    if request.method == "POST" and request.headers.get("origin") != f"http://{host}":
        raise HTTPException(403, "the request came from another website")


async def _form_fields(request: Request) -> Mapping[str, str]:
    """Read form fields of at most 8 kB; status 400 or 413 for any other body."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > Limit.PHONE_FORM.most:
                raise HTTPException(413, "the request has more than 8 kB")
        found = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=20)
    except (ClientDisconnect, ValueError) as error:
        raise HTTPException(
            400, "the request is incomplete or has no form fields"
        ) from error
    return {name: values[0] for name, values in found.items()}


async def _page(show: _Show, visit: Visit, status: int = 200) -> Response:
    """Respond with a page, or with status 304 if the phone shows it already."""
    # In a ceremony only the game leader sees these pages; the wall shows the scene.
    hidden = visit.path == "/wall" or (visit.path in _HIDDEN and not visit.seat.leads)
    if hidden and visit.board.revealed:
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
    """Change something in a thread; respond with the page to show, or a refusal."""
    visit.fields, table, path = await _form_fields(visit.request), visit.table, ""
    status = 401 if act is _sit else 400
    try:
        path = await run_in_threadpool(act, visit)
    except PelotonError as error:
        visit.message = str(error)
        if isinstance(error, ChangedMeanwhileError):
            status = 409
    except HTTPException as error:
        visit.message, status = error.detail, error.status_code
    if await table.refresh():
        # The phone that made the change requests its page before the others do.
        asyncio.get_running_loop().call_later(_HEAD_START, table.notify)
    visit.board = table.tour.board
    if path:
        return RedirectResponse(path, 303, visit.headers)
    return await _page(lambda refused: refused.render("refusal"), visit, status)


def _sit(visit: Visit) -> str:
    """Let a phone join that sends the key from a link, or as game leader the PIN."""
    table, key = visit.table, visit.fields.get("key", "")
    try:
        seat = table.seats.take_seat(key, visit.seat)
    except PelotonError:
        if table.seats.guesses.is_reached(STRANGERS):
            table.tell(_TOO_MANY_PINS)
        raise
    role = "leads" if seat.leads else "writes" if seat.writes else "follows"
    if key == table.seats.write and not seat.writes:
        role = "asks to write: the game leader can allow it"
    table.tell(f"{seat.title} {role} ({visit.address})")
    visit.headers["Set-Cookie"] = (
        f"{COOKIE}={table.seats.cookie(seat)};"
        f" HttpOnly; SameSite=strict; Path=/; Max-Age={365 * 24 * 3600}"
    )
    if table.read_only:
        return "/"
    if seat.id not in table.seats.writers:
        return "/"
    # A phone that may enter results, or may be allowed to, is first asked for a name.
    return "/desk" if seat.name else "/who"


def _rename(visit: Visit) -> str:
    """Set the name of a phone that may write, or waits for permission to write."""
    seats, seat = visit.table.seats, visit.seat
    if seat.id not in seats.writers or visit.table.read_only:
        raise HTTPException(403, _ONLY_FOLLOWS)
    if name := visit.fields.get("name", "").strip():
        seats.change(seat._replace(name=name))
    return "/desk"


def _change_seat(visit: Visit) -> str:
    """Let another phone change all lines or those of one area, or remove its seat."""
    seats = visit.table.seats
    other = seats.writers.get(visit.fields.get("id", ""))
    if other is None or other.leads:
        raise PelotonError("this phone no longer has a writer's seat")
    if "remove" in visit.fields:
        seats.remove(other.id)
    else:
        area = visit.fields.get("area", "")[:200]
        seats.change(other._replace(writes=True, area=area))
    return "/desk"


def _change_line(visit: Visit) -> str:
    """Change a line of the stage."""
    table, seat, change = visit.table, visit.seat, _line_change(visit)
    try:
        table.tour.change(visit.fields.get("stage", ""), change)
    except ChangedMeanwhileError as error:
        other = table.seats.writers.get(table.authors.get(error.line, ""))
        if other is None or other.id == seat.id:
            raise
        raise ChangedMeanwhileError(error.reason, error.line, other.title) from error
    # All turn lines, such as `@3`, are stored under "": only the latest author matters.
    line = change.was if change.op is Op.REMOVE else change.line
    if change.op not in {Op.UNDO, Op.REDO}:
        table.authors["" if line[:1] == "@" else line] = seat.id
    what = line or ("next turn" if change.op is Op.ADD else "")
    table.tell(f"{seat.title}: {change.op} {what}".strip())
    return "/desk"


def _line_change(visit: Visit) -> LineChange:
    """Return the line change in the fields of a form; status 400 if it is invalid."""
    op, at = visit.fields.get("op", ""), visit.fields.get("at", "")
    if op not in {*Op}:
        raise HTTPException(400, "the request has no valid line change")
    if op == Op.UNDO and at and not visit.seat.leads:
        raise HTTPException(403, _ONLY_LEADS)
    # Only the script sends a change again, and then with the same number.
    number = time.time_ns() // 1000
    if "number" in visit.fields:
        number = visit.number("number")
    return LineChange(
        seat=visit.seat.id,
        number=number,
        op=Op(op),
        at=visit.number("at") if at else None,
        was=visit.fields.get("was", ""),
        line=visit.fields.get("line", ""),
        area=visit.seat.area,
    )


def _save(visit: Visit) -> str:
    """Save the stage, unless it was changed after the phone showed the preview."""
    seen, seat = visit.number("seen"), visit.seat
    number = visit.table.tour.save(seen, seat.id, seat.title)
    visit.table.tell(f"{seat.title} saved stage {number}")
    return "/desk"


def _reveal(visit: Visit) -> str:
    """Reveal the ceremony's scenes 1 to the given number; 0 ends the ceremony."""
    visit.table.tour.reveal(visit.number("to"), len(followers.scenes_of(visit)))
    return "/ceremony"


async def _static_file(
    table: LiveTable, text: str, media_type: str, request: Request
) -> Response:
    """Return a style sheet or a script, without a limit: each page needs several."""
    _reject_foreign(request, table.hosts)
    return Response(text, headers=_SAFE_HEADERS, media_type=media_type)


async def _error_text(table: LiveTable, _: Request, error: Exception) -> Response:
    """Return an error's message as plain text, without details of unexpected errors."""
    status, text = 500, "internal error"
    if isinstance(error, HTTPException):
        status, text = error.status_code, error.detail
    elif isinstance(error, PelotonError):
        status, text = 400, str(error)
    return Response(table.pages.message(text), status, _SAFE_HEADERS, "text/plain")
