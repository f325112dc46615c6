"""The requests of phones: check their origin and read their form fields."""

from collections.abc import Collection, Mapping
from hashlib import sha256
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from peloton.desk.changes import LineChange, Op
from peloton.rules.limits import Limit
from peloton.store.seats import Seat

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


def read_line_change(
    fields: Fields, seat: Seat, *, by_script: bool
) -> tuple[str, LineChange]:
    """Return the stage and the line change in form fields; status 400 if invalid.

    A phone may send a change twice, so a change whose number was received before is
    ignored. Without the script, one page may send different changes with the same
    number, so this number is replaced by one computed from the change.
    """
    op, at, line = (fields.get(name, "") for name in ("op", "at", "line"))
    number = parse_number(fields.get("number", ""))
    if not by_script:
        content = sha256(f"{number} {op} {at} {line}".encode()).digest()
        number = int.from_bytes(content[:6], "big")
    if op not in {*Op}:
        raise HTTPException(400, "the request has no valid line change")
    change = LineChange(
        seat=seat.id,
        number=number,
        op=Op(op),
        at=parse_number(at) if at else None,
        was=fields.get("was", ""),
        line=line,
        waiting=fields.get("waiting", ""),
        area=seat.area,
    )
    return fields.get("stage", ""), change


def parse_number(typed: str) -> int:
    """Parse a whole number; respond with status 400 if the string is not one."""
    if typed.isascii() and typed.isdecimal() and len(typed) <= _DIGITS:
        return int(typed)
    raise HTTPException(400, "expected a number")


def wants_part(request: Request) -> bool:
    """Return whether a script requests only the changing part of its page."""
    return "part" in request.query_params


def address_of(request: Request) -> str:
    """Return the IP address of the phone that sent a request; "" if unknown."""
    return request.client.host if request.client else ""
