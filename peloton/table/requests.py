"""The requests of phones: check their origin and read their form fields."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from gzip import decompress
from hashlib import sha256
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from peloton.desk.changes import LineChange, Op
from peloton.rules.limits import Limit
from peloton.store.seats import Seat

_MOST_NUMBER = 2**53
_DIGITS = 16
SAFE_HEADERS = {
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
Fields = Mapping[str, str]
"""The values of form fields by name."""


def reject_foreign_requests(request: Request, hosts: Collection[str]) -> None:
    """Reject requests with a foreign host name, as in a DNS rebinding attack.

    A POST must also come from a page of the live table.
    """
    host = request.headers.get("host", "")
    if host not in hosts:
        raise HTTPException(421, "unknown host name: open the address on the code")
    if request.method != "POST":
        return
    origin, site = (request.headers.get(h) for h in ("origin", "sec-fetch-site"))
    if site not in (None, "same-origin") or origin not in (None, f"http://{host}"):
        raise HTTPException(403, "the request came from another website")
    if origin is None and site is None:
        raise HTTPException(403, "the request has no origin: use the table's pages")


async def form_fields(request: Request) -> Fields:
    """Read form fields of at most 8 kB; status 400 or 413 for any other body."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > Limit.PHONE_FORM.most:
                raise HTTPException(413, "the request has more than 8 kB")
    except ClientDisconnect as gone:
        raise HTTPException(400, "the request is incomplete") from gone
    try:
        found = parse_qs(
            body.decode("utf-8"), keep_blank_values=True, max_num_fields=20
        )
    except ValueError as error:
        raise HTTPException(400, "the request has no form fields") from error
    return {name: values[0] for name, values in found.items()}


def read_line_change(fields: Fields, seat: Seat) -> tuple[str, LineChange]:
    """Read a line change and the stage it is for; status 400 for invalid fields."""
    at = fields.get("at", "")
    with suppress(ValueError):
        change = LineChange(
            seat=seat.id,
            number=parse_number(fields.get("number", "")),
            op=Op(fields.get("op", "")),
            at=parse_number(at) if at else None,
            was=fields.get("was", ""),
            line=fields.get("line", ""),
            waiting=fields.get("waiting", ""),
            area=seat.area,
        )
        return fields.get("stage", ""), change
    raise HTTPException(400, "the request has no valid line change")


def numbered_by_content(change: LineChange) -> LineChange:
    """Return a change with a number computed from its content.

    A change with a number received before is ignored. Without the script, different
    changes sent from one page may have the same number.
    """
    content = f"{change.number} {change.op} {change.at} {change.line}"
    number = int.from_bytes(sha256(content.encode()).digest()[:6], "big")
    return replace(change, number=number)


def parse_number(typed: str) -> int:
    """Return the number in a text; raise status 400 for any other text."""
    if typed.isascii() and typed.isdecimal() and len(typed) <= _DIGITS:
        return min(int(typed), _MOST_NUMBER)
    raise HTTPException(400, "expected a number")


def log_line(seat: Seat, change: LineChange) -> str:
    """Return a line about a change for the terminal."""
    match change.op:
        case Op.REMOVE:
            return f"{seat.title} removed: {change.was}"
        case Op.REPLACE:
            return f"{seat.title} changed: {change.was} -> {change.line}"
        case Op.UNDO | Op.REDO:
            return f"{seat.title}: {change.op}"
    return f"{seat.title}: {change.line or 'next turn'}"


def is_by_script(request: Request) -> bool:
    """Return whether the page's script sent the request, not a plain form or link."""
    return request.headers.get("accept") == "text/plain"


def address_of(request: Request) -> str:
    """Return the address of a phone."""
    return request.client.host if request.client else ""


def compressed_file(request: Request, body: bytes, kind: str) -> Response:
    """Return a gzip file, decompressed if the browser does not accept gzip."""
    headers = {**SAFE_HEADERS, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = decompress(body)
    return Response(body, media_type=kind, headers=headers)


async def http_error(_request: Request, error: Exception) -> Response:
    """Return the response to an error: its message as plain text."""
    status = error.status_code if isinstance(error, HTTPException) else 400
    detail = error.detail if isinstance(error, HTTPException) else ""
    return Response(detail, status, SAFE_HEADERS, "text/plain")


async def internal_error(_request: Request, _error: Exception) -> Response:
    """Return the response to an unexpected error, without its details."""
    return Response("internal error", 500, SAFE_HEADERS, "text/plain")
