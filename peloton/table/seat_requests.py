"""Answer the requests about seats: take, name, limit or remove one; invite a writer.

A seat stands for a phone that has joined the live table, and holds its rights.
"""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from peloton.desk.changes import ALL_LINES
from peloton.errors import PelotonError
from peloton.rules.words import phrase
from peloton.store.seats import Seat
from peloton.table.live_table import COOKIE, LiveTable
from peloton.table.requests import address_of, form_fields, wants_part
from peloton.table.seats import NotNowError
from peloton.table.tiles import Tiles

ONLY_FOLLOWS = "this phone may only follow: ask the game leader to let it write"
_NO_LINES = "-"
"""Value of the form field for the lines a phone may change: none."""
_YEAR = 365 * 24 * 3600


def no_seat(table: LiveTable, request: Request, status: int, message: str) -> Response:
    """Answer a phone that lacks the required access with the page to enter the PIN."""
    if wants_part(request):
        message = message or "no seat: scan the code again"
        raise HTTPException(status, table.pages.message(message))
    seated = bool(request.state.seat)
    page = table.pages.render("sit", message=message, seated=seated)
    return Response(page, status, media_type="text/html")


async def sit(table: LiveTable, request: Request, here: Seat | None) -> Response:
    """Let a phone join that sends the key from a link, or as game leader the PIN."""
    key = (await form_fields(request)).get("key", "")
    seats, address = table.seats, address_of(request)
    who, writes = (here.id, True) if here and here.writes else (address, False)
    # Do not await before a guess is counted: parallel guesses would bypass the limit.
    if not seats.is_link(key):
        seats.guesses.check(who, writes=writes)
    try:
        seat = seats.take_seat(key, here)
    except NotNowError:
        raise
    except PelotonError as error:
        if seats.guesses.count(who):
            table.settings.tell(
                "Too many wrong PINs: for a minute only phones that may write can"
                " enter the PIN."
            )
        return no_seat(table, request, 401, str(error))
    if not seats.is_link(key):
        seats.guesses.of_phone.forget(who)
    role = "leads" if seat.leads else "writes" if seat.writes else "follows"
    if key == seats.write and not seat.writes:
        role = "asks to write: the game leader can allow it"
    table.settings.tell(f"{seat.title} {role} ({address})")
    response = RedirectResponse(_first_page(table, seat), 303)
    cookie = seats.cookie(seat)
    response.set_cookie(COOKIE, cookie, max_age=_YEAR, httponly=True, samesite="strict")
    return response


def _first_page(table: LiveTable, seat: Seat) -> str:
    """Return the path of the first page for a phone that has joined.

    A phone that may enter results is first asked for a name.
    """
    if table.settings.read_only:
        return "/"
    if seat.id in table.seats.writers and not seat.name:
        return "/who"
    return "/desk" if seat.writes else "/"


async def name_page(table: LiveTable, request: Request, seat: Seat) -> Response:
    """Return the page that asks for the user's name: a player's, or a new one."""
    board = table.tour.board
    tiles, teams = Tiles(board.saved.tour), board.saved.tour.teams
    players = [(t.player, tiles.style(t.code)) for t in teams if t.player]
    content = table.pages.render("who", seat=seat, players=players)
    return table.answer(request, board.number, content)


async def rename(table: LiveTable, request: Request, seat: Seat) -> Response:
    """Set the name of a phone that may write, or waits for permission to write."""
    if seat.id not in table.seats.writers or table.settings.read_only:
        raise HTTPException(403, ONLY_FOLLOWS)
    if name := (await form_fields(request)).get("name", "").strip():
        table.seats.change(seat._replace(name=name))
    return RedirectResponse("/desk" if seat.writes else "/", 303)


async def invite(table: LiveTable, request: Request, _seat: Seat) -> Response:
    """Return a page with the QR code that lets a phone change the lines of one area."""
    area = request.query_params.get("area", "")[:200]
    key = table.seats.invitation(area) if area else table.seats.write
    link = table.link(request, f"w={key}")
    code = table.pages.code(link, phrase("Invite a writer"))
    content = table.pages.render("invite", area=area, link=link, code=code)
    return table.answer(request, table.tour.board.number, content)


async def change_seat(table: LiveTable, request: Request, _seat: Seat) -> Response:
    """Set which lines another phone may change, or remove that phone's seat.

    The lines are all lines, none or those of one area.
    """
    fields = await form_fields(request)
    other = table.seats.writers.get(fields.get("id", ""))
    if other is None or other.leads:
        raise HTTPException(400, "this phone no longer has a writer's seat")
    area = fields.get("area", "")[:200]
    if "remove" in fields:
        table.seats.remove(other.id)
    elif area == _NO_LINES:
        table.seats.change(other._replace(writes=False, area=ALL_LINES))
    else:
        table.seats.change(other._replace(writes=True, area=area))
    return RedirectResponse("/desk", 303)
