"""What a phone asks: where it comes from, and what it says, checked."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from peloton.desk.changes import LineChange, Op
from peloton.rules.limits import Limit
from peloton.table.seats import Seat

_MOST_NUMBER = 2**53
_DIGITS = 16
Fields = Mapping[str, str]
"""What the fields of a form say, by their names."""


def check_origin(request: Request, hosts: Collection[str]) -> None:
    """Refuse who came by another name, as who was led here by a foreign page.

    Who would write must besides come from a page of the table.
    """
    host = request.headers.get("host", "")
    if host not in hosts:
        raise HTTPException(421, "this table is not called so")
    if request.method != "POST":
        return
    origin, site = (request.headers.get(h) for h in ("origin", "sec-fetch-site"))
    if site not in (None, "same-origin") or origin not in (None, f"http://{host}"):
        raise HTTPException(403, "written by a page of another origin")
    if origin is None and site is None:
        raise HTTPException(403, "written by no page of the table")


async def form_fields(request: Request) -> Fields:
    """Read the fields of a form, of at most 8 kB; 400 or 413 for anything else."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > Limit.PHONE_FORM.most:
                raise HTTPException(413, "more than 8 kB")
    except ClientDisconnect as gone:
        raise HTTPException(400, "not all of it came") from gone
    try:
        found = parse_qs(
            body.decode("utf-8"), keep_blank_values=True, max_num_fields=20
        )
    except ValueError as error:
        raise HTTPException(400, "found no fields of a form") from error
    return {name: values[0] for name, values in found.items()}


def line_change(fields: Fields, seat: Seat) -> tuple[str, LineChange]:
    """Read a change of the lines of a stage; 400 if it is none."""
    at = fields.get("at", "")
    with suppress(ValueError):
        change = LineChange(
            seat=seat.id,
            number=number_in(fields.get("number", "")),
            op=Op(fields.get("op", "")),
            at=number_in(at) if at else None,
            was=fields.get("was", ""),
            line=fields.get("line", ""),
            waiting=fields.get("waiting", ""),
            area=seat.area,
        )
        return fields.get("stage", ""), change
    raise HTTPException(400, "found no change of a line")


def sent_by_form(change: LineChange) -> LineChange:
    """Give a change a number by its words: a page gone back to sends several."""
    said = f"{change.number} {change.op} {change.at} {change.line}"
    number = int.from_bytes(sha256(said.encode()).digest()[:6], "big")
    return replace(change, number=number)


def number_in(typed: str) -> int:
    """Read a number; 400 for any other text."""
    if typed.isascii() and typed.isdecimal() and len(typed) <= _DIGITS:
        return min(int(typed), _MOST_NUMBER)
    raise HTTPException(400, "found no number")


def told(seat: Seat, change: LineChange) -> str:
    """Say a change to who watches the terminal."""
    match change.op:
        case Op.REMOVE:
            return f"{seat.title} took out: {change.was}"
        case Op.REPLACE:
            return f"{seat.title} changed: {change.was} -> {change.line}"
    return f"{seat.title}: {change.line or 'next turn'}"


def is_by_script(request: Request) -> bool:
    """Whether the script asks, and not the browser for a page."""
    return request.headers.get("accept") == "text/plain"


def address_of(request: Request) -> str:
    """Return the address a phone asks from."""
    return request.client.host if request.client else ""
