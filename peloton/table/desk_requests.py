"""Answer the requests to show the desk, change a line, save a stage, and undo."""

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from peloton.desk.changes import ChangedMeanwhileError, LineChange, Op
from peloton.errors import PelotonError
from peloton.store.seats import Seat
from peloton.table.desk_pages import DeskPage, EntryBox
from peloton.table.live_table import LiveTable
from peloton.table.requests import (
    form_fields,
    parse_number,
    read_line_change,
    wants_part,
)
from peloton.table.seats import remember


async def desk_page(table: LiveTable, request: Request, _seat: Seat) -> Response:
    """Return the desk's page; `?edit=3` puts line 3 in the entry box."""
    at = request.query_params.get("edit", "")
    typing = EntryBox(at=parse_number(at) if at else None)
    return await _desk(table, request, lambda page: page.content(typing))


async def save_page(table: LiveTable, request: Request, _seat: Seat) -> Response:
    """Return the page that shows what would change if the stage were saved."""
    return await _desk(table, request, DeskPage.saving)


async def _desk(
    table: LiveTable,
    request: Request,
    write: Callable[[DeskPage], str],
    status: int = 200,
) -> Response:
    board, seat = table.tour.board, request.state.seat
    page = DeskPage(
        pages=table.pages,
        board=board,
        seat=seat,
        writers=table.seats.writers.values(),
        followers=table.seats.followers,
        reversible=table.tour.reversible(seat.id),
    )
    content = await run_in_threadpool(write, page)
    return table.answer(request, board.number, content, status)


async def change_line(table: LiveTable, request: Request, seat: Seat) -> Response:
    """Change a line of the stage, or return the reason why not."""
    fields = await form_fields(request)
    stage, change = read_line_change(fields, seat, by_script=wants_part(request))
    try:
        await run_in_threadpool(table.tour.change, stage, change)
    except PelotonError as error:
        words = _with_author(table, error, seat)
        if wants_part(request):
            changed = isinstance(error, ChangedMeanwhileError)
            words = table.pages.message(words)
            raise HTTPException(409 if changed else 400, words) from error
        typing = EntryBox(line=change.line, at=change.at, message=words)
        return await _desk(table, request, lambda page: page.content(typing), 409)
    # A turn line such as `@3` is stored under "": a new turn line replaces the old one,
    # so that only the latest author matters.
    line = change.was if change.op is Op.REMOVE else change.line
    remember(table.authors, "" if line[:1] == "@" else line, seat.id)
    table.settings.tell(_log_line(seat, change))
    await table.reload()
    # Answer the writer before the other phones, which may be many.
    response: Response = RedirectResponse("/desk", 303)
    if wants_part(request):
        response = await _desk(table, request, DeskPage.content)
    table.notify()
    return response


def _with_author(table: LiveTable, error: PelotonError, seat: Seat) -> str:
    """Return an error's message; if another phone changed the line, name that phone."""
    if not isinstance(error, ChangedMeanwhileError):
        return str(error)
    who = table.seats.writers.get(table.authors.get(error.line, ""))
    by = f"meanwhile by {who.title}" if who and who.id != seat.id else "meanwhile"
    return str(error).replace("meanwhile", by, 1)


def _log_line(seat: Seat, change: LineChange) -> str:
    match change.op:
        case Op.REMOVE:
            return f"{seat.title} removed: {change.was}"
        case Op.REPLACE:
            return f"{seat.title} changed: {change.was} -> {change.line}"
        case Op.UNDO | Op.REDO:
            return f"{seat.title}: {change.op}"
    return f"{seat.title}: {change.line or 'next turn'}"


async def save(table: LiveTable, request: Request, seat: Seat) -> Response:
    """Save the stage, unless it was changed after the phone showed the preview."""
    seen = parse_number((await form_fields(request)).get("seen", ""))
    try:
        number = await run_in_threadpool(table.tour.save, seen, seat.id, seat.title)
    except PelotonError as error:
        await table.refresh()
        why = str(error)
        return await _desk(table, request, lambda page: page.saving(why), 409)
    table.settings.tell(f"{seat.title} saved stage {number}")
    await table.refresh()
    return RedirectResponse("/desk", 303)


async def undo(table: LiveTable, request: Request, seat: Seat) -> Response:
    """Undo the last change of the tour."""
    step = parse_number((await form_fields(request)).get("step", ""))
    undone = await run_in_threadpool(table.tour.undo, step, seat.id)
    table.settings.tell(f"{seat.title} undid: {undone.what}")
    await table.refresh()
    return RedirectResponse("/desk", 303)
