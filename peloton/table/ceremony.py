"""The ceremony at the live table: the game leader reveals one scene after another."""

from collections.abc import Awaitable, Callable
from functools import partial
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from peloton.reports.scenes import Scene
from peloton.reports.tour.ceremony import ceremony
from peloton.rules.words import phrase
from peloton.store.seats import Seat
from peloton.table.live_table import LiveTable
from peloton.table.pages import FOLLOWER_PATHS
from peloton.table.requests import form_fields, parse_number

_JSON = "/now.json"
_HIDDEN = {*FOLLOWER_PATHS, "/desk", "/change", _JSON}
"""Paths of the pages and requests whose responses would reveal the winners."""
TOUR_FILES = {
    "/home/tour.html": (phrase("Web page"), "text/html"),
    "/home/tour.pdf": (phrase("Book"), "application/pdf"),
    "/home/tour.toml": (phrase("Tour file"), "application/toml"),
}
"""The path, title and media type of each file of the tour that phones can download."""

_Handler = Callable[[LiveTable, Request, Seat | None], Awaitable[Response]]


async def _scenes(table: LiveTable) -> tuple[Scene, ...]:
    race, say = table.tour.board.saved, table.pages.say
    return await table.scenes.get(race, "", lambda: say(ceremony(race)).scenes)


def scene_instead(
    table: LiveTable, request: Request, seat: Seat | None
) -> _Handler | None:
    """Return the handler to use instead if the requested page would reveal the winners.

    During a ceremony, that handler shows the current scene in place of such a page.
    Returns None for other requests. The game leader's phone may open every page, but
    the wall (a television) always shows the current scene.
    """
    path, leads = request.url.path, seat is not None and seat.leads
    hidden = path == "/wall" or (path in _HIDDEN and not leads)
    return scene_page if table.tour.board.revealed and hidden else None


async def scene_page(
    table: LiveTable, request: Request, _seat: Seat | None
) -> Response:
    """Return the page that shows the scene revealed last.

    The game leader also sees the next scene. Requests for JSON get status 503 until the
    ceremony ends.
    """
    board, path = table.tour.board, request.url.path
    if path == _JSON:
        raise HTTPException(503, "the ceremony has not ended yet")
    scenes = await _scenes(table)
    place = min(board.revealed, len(scenes))
    content = table.pages.render(
        "ceremony",
        leads=path == "/ceremony",
        scene=scenes[place - 1] if place else None,
        following=scenes[place] if place < len(scenes) else None,
        place=place,
        count=len(scenes),
        files=TOUR_FILES if table.tour.fully_revealed else {},
    )
    return table.answer(request, board.number, content)


async def reveal(table: LiveTable, request: Request, _seat: Seat) -> Response:
    """Reveal the ceremony's scenes 1 to the given number; 0 ends the ceremony."""
    place = parse_number((await form_fields(request)).get("to", ""))
    scenes = await _scenes(table)
    table.tour.revealed = min(place, len(scenes))
    if place:
        table.tour.fully_revealed = place >= len(scenes)
    await table.refresh()
    return RedirectResponse("/ceremony", 303)


async def tour_file(table: LiveTable, request: Request, _seat: Seat) -> Response:
    """Return a file of the whole tour.

    The status is 403 until the ceremony's last scene, because the file would reveal the
    winners.
    """
    if not table.tour.fully_revealed:
        message = "the files of the tour are ready after the last scene"
        raise HTTPException(403, table.pages.message(message))
    race, path = table.tour.board.saved, request.url.path
    name = path.rpartition("/")[2]
    make = partial(table.settings.make_file, race, name)
    body = await table.files.get(race, path, make)
    own_name = f"{quote(race.tour.name, safe='')}.{name.partition('.')[2]}"
    disposition = f"attachment; filename=\"{name}\"; filename*=UTF-8''{own_name}"
    headers = {"Content-Disposition": disposition}
    return Response(body, headers=headers, media_type=TOUR_FILES[path][1])
