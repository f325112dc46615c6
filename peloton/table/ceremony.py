"""The ceremony at the live table: the game leader reveals one scene after another."""

from collections.abc import Sequence
from functools import partial
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from peloton.reports.scenes import Scene
from peloton.reports.tour.ceremony import ceremony
from peloton.rules.words import phrase
from peloton.table.followers import FOLLOWER_PATHS
from peloton.table.visits import Visit

_HIDDEN = {*FOLLOWER_PATHS, "/desk", "/change", "/now.json"}
"""Paths of the pages and requests whose responses would reveal the winners."""
TOUR_FILES = {
    "/home/tour.html": (phrase("Web page"), "text/html"),
    "/home/tour.pdf": (phrase("Book"), "application/pdf"),
    "/home/tour.toml": (phrase("Tour file"), "application/toml"),
}
"""The path, title and media type of each file of the tour that phones can download."""


def scenes_of(visit: Visit) -> Sequence[Scene]:
    """Return the scenes of the ceremony, in the language of the table."""
    race, say = visit.board.saved, visit.table.pages.say
    scenes: Sequence[Scene]
    scenes = visit.table.once("scenes", race, lambda: say(ceremony(race)).scenes)
    return scenes


def is_hidden(visit: Visit) -> bool:
    """Return whether the current scene is shown instead of the requested page.

    During a ceremony, that is so for all pages that would reveal the winners. The game
    leader's phone may open every page, but the wall (a television) always shows the
    current scene.
    """
    hidden = visit.path == "/wall" or (visit.path in _HIDDEN and not visit.seat.leads)
    return bool(visit.board.revealed) and hidden


def scene_page(visit: Visit) -> str:
    """Render the scene revealed last; the game leader also sees the next one.

    Requests for JSON get status 503 until the ceremony ends.
    """
    if visit.path == "/now.json":
        raise HTTPException(503, "the ceremony has not ended yet")
    scenes = scenes_of(visit)
    place = min(visit.board.revealed, len(scenes))
    return visit.render(
        "ceremony",
        leads=visit.path == "/ceremony",
        scene=scenes[place - 1] if place else None,
        following=scenes[place] if place < len(scenes) else None,
        place=place,
        count=len(scenes),
        files=TOUR_FILES if visit.table.tour.fully_revealed else {},
    )


async def tour_file(visit: Visit) -> Response:
    """Return a file of the whole tour.

    The status is 403 until the ceremony's last scene, because the file would reveal the
    winners.
    """
    table, race = visit.table, visit.board.saved
    if not table.tour.fully_revealed:
        message = "the files of the tour are ready after the last scene"
        raise HTTPException(403, table.pages.message(message))
    name = visit.path.rpartition("/")[2]
    async with table.making:  # one at a time
        make = partial(table.make_file, race, name)
        body = await run_in_threadpool(table.once, name, race, make)
    own_name = f"{quote(race.tour.name, safe='')}.{name.partition('.')[2]}"
    disposition = f"attachment; filename=\"{name}\"; filename*=UTF-8''{own_name}"
    headers = {"Content-Disposition": disposition}
    return Response(body, headers=headers, media_type=TOUR_FILES[visit.path][1])
