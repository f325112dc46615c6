"""The ceremony at the live table: the game leader reveals one scene after another."""

from collections.abc import Awaitable, Callable
from functools import partial
from gzip import compress
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from peloton.reports.scenes import Scene
from peloton.reports.tour.ceremony import ceremony
from peloton.rules.results import Race
from peloton.rules.words import phrase
from peloton.store.seats import Seat
from peloton.table.live import LiveTour
from peloton.table.notifier import ChangeNotifier
from peloton.table.pages import FOLLOWER_PATHS, Pages
from peloton.table.requests import compressed_file, form_fields, parse_number
from peloton.table.shared_results import SharedResults

_JSON = "/now.json"
_HIDDEN = {*FOLLOWER_PATHS, "/desk", "/change", _JSON}
"""Paths whose responses would reveal the winners."""
TOUR_FILES = {
    "/home/tour.html": (phrase("Web page"), "text/html"),
    "/home/tour.pdf": (phrase("Book"), "application/pdf"),
    "/home/tour.toml": (phrase("Tour file"), "application/toml"),
}
"""The path, title and media type of each file of the tour that phones can download."""
MakeFile = Callable[[Race, str], bytes]
"""Makes a file of the whole tour, such as `tour.pdf`."""

_Handler = Callable[[Request, Seat | None], Awaitable[Response]]


class TableCeremony:
    """The scenes of a tour that is over, and the pages that show them."""

    def __init__(
        self,
        tour: LiveTour,
        pages: Pages,
        notifier: ChangeNotifier,
        answer: Callable[[Request, int, str], Response],
        make_file: MakeFile,
    ) -> None:
        """Show the scenes of a tour; its board tells how many are revealed.

        `answer` returns the response to a request, given a board number and a page.
        """
        self._tour, self._pages = tour, pages
        self._notifier, self._answer, self._make_file = notifier, answer, make_file
        self._scenes = SharedResults[tuple[Scene, ...]](1)
        self._files = SharedResults[bytes](len(TOUR_FILES))

    async def _scenes_of(self, race: Race) -> tuple[Scene, ...]:
        """Return the scenes, made once for all phones."""
        return await self._scenes.get(
            race, "scenes", lambda: self._pages.say(ceremony(race)).scenes
        )

    def instead(self, request: Request, seat: Seat | None) -> _Handler | None:
        """Return the handler of the scene if a request would reveal the winners.

        The game leader's phone may open every page, but the wall always shows the
        scene.
        """
        path, leads = request.url.path, seat is not None and seat.leads
        hidden = path == "/wall" or (path in _HIDDEN and not leads)
        return self.page if self._tour.board.revealed and hidden else None

    async def page(self, request: Request, _seat: Seat | None) -> Response:
        """Return the page of the last revealed scene; the leader also gets the next.

        Requests for JSON get 503 until the ceremony ends.
        """
        board, path = self._tour.board, request.url.path
        if path == _JSON:
            raise HTTPException(503, "the ceremony has not ended yet")
        scenes = await self._scenes_of(board.saved)
        place = min(board.revealed, len(scenes))
        content = self._pages.render(
            "ceremony_leader" if path == "/ceremony" else "ceremony_scene",
            scene=scenes[place - 1] if place else None,
            following=scenes[place] if place < len(scenes) else None,
            place=place,
            count=len(scenes),
            files=TOUR_FILES if self._tour.fully_revealed else {},
        )
        return self._answer(request, board.number, content)

    async def reveal(self, request: Request, _seat: Seat) -> Response:
        """Reveal scenes 1 to the given number; 0 ends the ceremony."""
        place = parse_number((await form_fields(request)).get("to", ""))
        scenes = await self._scenes_of(self._tour.board.saved)
        self._tour.revealed = min(place, len(scenes))
        if place:
            self._tour.fully_revealed = place >= len(scenes)
        await self._notifier.refresh()
        return RedirectResponse("/ceremony", 303)

    async def tour_file(self, request: Request, _seat: Seat) -> Response:
        """Return a file of the whole tour; status 403 before the last scene."""
        if not self._tour.fully_revealed:
            message = "the files of the tour are ready after the last scene"
            raise HTTPException(403, self._pages.message(message))
        race, path = self._tour.board.saved, request.url.path
        body = await self._files.get(race, path, partial(self._compressed, race, path))
        name, _, ending = path.rpartition("/")[2].rpartition(".")
        response = compressed_file(request, body, TOUR_FILES[path][1])
        response.headers["Content-Disposition"] = (
            f'attachment; filename="{name}.{ending}";'
            f" filename*=UTF-8''{quote(race.tour.name, safe='')}.{ending}"
        )
        return response

    def _compressed(self, race: Race, path: str) -> bytes:
        return compress(self._make_file(race, path.rpartition("/")[2]), mtime=0)
