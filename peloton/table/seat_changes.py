"""The requests that change a seat: its name, its area, its removal."""

from collections.abc import Collection

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from peloton.desk.changes import ALL_LINES
from peloton.store.seats import Seat
from peloton.table.addresses import HERE
from peloton.table.requests import form_fields
from peloton.table.seats import NO_LINES, Seats

ONLY_FOLLOWS = "this phone may only follow: ask the game leader to let it write"


def page_after_seat(seats: Seats, seat: Seat, *, read_only: bool) -> str:
    """Return the first page for a phone with a seat; a writer is asked for a name."""
    if read_only:
        return "/"
    if seat.id in seats.writers and not seat.name:
        return "/who"
    return "/desk" if seat.writes else "/"


async def rename_seat(
    seats: Seats, request: Request, seat: Seat, *, allowed: bool
) -> Response:
    """Set the name of a phone that may write, or waits for permission to write."""
    if seat.id not in seats.writers or not allowed:
        raise HTTPException(403, ONLY_FOLLOWS)
    if name := (await form_fields(request)).get("name", "").strip():
        seats.change(seat._replace(name=name))
    return RedirectResponse("/desk" if seat.writes else "/", 303)


async def change_seat(seats: Seats, request: Request, _seat: Seat) -> Response:
    """Set the area of a writer (every line, none, one part), or remove the seat."""
    fields = await form_fields(request)
    other = seats.writers.get(fields.get("id", ""))
    if other is None or other.leads:
        raise HTTPException(400, "this phone no longer has a writer's seat")
    area = fields.get("area", "")[:200]
    if "remove" in fields:
        seats.remove(other.id)
    else:
        writes = area != NO_LINES
        other = other._replace(writes=writes, area=area if writes else ALL_LINES)
        seats.change(other)
    return RedirectResponse("/desk", 303)


def link_for_phones(request: Request, hosts: Collection[str], key: str) -> str:
    """Return a link with a key, for other phones.

    If the page was opened on the table's own computer, a network address replaces
    `localhost`.
    """
    asked, local = request.headers["host"], ("localhost", HERE)
    reachable = (host for host in sorted(hosts) if not host.startswith(local))
    host = next(reachable, asked) if asked.startswith(local) else asked
    return f"http://{host}/#{key}"
