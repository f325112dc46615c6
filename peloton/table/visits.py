"""A visit: one request from a phone, with the phone's seat and the fields it sent."""

from collections.abc import Collection, Mapping
from enum import IntEnum
from functools import cached_property
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from peloton.rules.limits import Limit
from peloton.table.live_table import LiveTable
from peloton.table.pages import Tiles

COOKIE = "peloton_seat"
_DIGITS = 16
_LOCAL = ("localhost", "127.0.0.1")
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


Right = IntEnum("Right", "ANYONE SEATED WRITER LEADER", start=0)
"""The access levels of phones, each of which includes the lower ones."""


class Visit:
    """One request from a phone, with the fields of the form or of the address.

    A veil hides `live`, the stage being ridden, from phones that only follow; `race` is
    the tour that the phone sees. The page that answers the request shows `message`, and
    is sent with `headers`.
    """

    def __init__(self, table: LiveTable, request: Request) -> None:
        """Find the seat that the phone's cookie identifies."""
        self.table, self.request = table, request
        self.path, self.board = request.url.path, table.board
        self.fields: Mapping[str, str] = request.query_params
        self.headers: dict[str, str] = {}
        self.message = ""
        seat = table.seats.seat_of(request.cookies.get(COOKIE, ""))
        if table.read_only:
            seat = seat._replace(writes=False, leads=False)
        self.seat = seat
        self.right = Right(bool(seat.id) + seat.writes + seat.leads)
        veiled = table.veil and not seat.writes
        self.live = None if veiled else self.board.live
        self.race = self.board.current if self.live else self.board.saved
        self.address = request.client.host if request.client else ""

    @cached_property
    def tiles(self) -> Tiles:
        """The riders and teams in their colours."""
        return Tiles(self.board.saved.tour)

    def link(self, key: str) -> str:
        """Return a link for other phones with a key, even for a page of `localhost`."""
        host = self.request.headers["host"]
        host = self.table.hosts[0] if host.startswith(_LOCAL) else host
        return f"http://{host}/#{key}"

    def render(self, template: str, **values: object) -> str:
        """Render a page."""
        values |= {"visit": self, "board": self.board, "page": self.path}
        return self.table.pages.render(template, tiles=self.tiles, **values)

    def number(self, name: str) -> int:
        """Return a field that is a whole number; status 400 if it is not one."""
        typed = self.fields.get(name, "")
        if typed.isascii() and typed.isdecimal() and len(typed) <= _DIGITS:
            return int(typed)
        raise HTTPException(400, "expected a number")


def reject_foreign_requests(request: Request, hosts: Collection[str]) -> None:
    """Reject foreign host names (DNS rebinding) and forms of other websites."""
    host = request.headers.get("host", "")
    if host not in hosts:
        raise HTTPException(421, "unknown host name: open the address on the code")
    if request.method == "POST" and request.headers.get("origin") != f"http://{host}":
        raise HTTPException(403, "the request came from another website")


async def form_fields(request: Request) -> Mapping[str, str]:
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
        found = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=20)
    except ValueError as error:
        raise HTTPException(400, "the request has no form fields") from error
    return {name: values[0] for name, values in found.items()}
