"""The race at this moment as JSON, for overlays and other programs."""

from hashlib import sha256

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from peloton.reports.tour.document import document
from peloton.store.seats import Seat
from peloton.table.live import Board, LiveStage, LiveTour
from peloton.table.seats import Seats
from peloton.writers.json import json_text

_ANY_PAGE = {"Access-Control-Allow-Origin": "*"}
"""Header that lets any website read a response; sent only for a valid `key`."""


async def answer_now(
    tour: LiveTour, seats: Seats, request: Request, seat: Seat | None, *, veil: bool
) -> Response:
    """Return the state of the race, for a phone or a program with a link's `key`.

    With `veil` only phones that may write get the stage being ridden.
    """
    linked = seats.is_link(request.query_params.get("key", ""))
    if seat is None and not linked:
        raise HTTPException(401, "no seat: add ?key= with the key of the link")
    veil = veil and not (seat and seat.writes)
    text = await run_in_threadpool(now_text, tour.board, veil=veil)
    tag = f'"{sha256(text.encode()).hexdigest()[:20]}"'
    headers = {"ETag": tag, **(_ANY_PAGE if linked else {})}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type="application/json")


def now_text(board: Board, *, veil: bool) -> str:
    """Return a board as JSON: as `score --json` does, but with the last stage only.

    `live` describes the stage being ridden. With `veil`, it is null, and the document
    has the stage saved last.
    """
    live, race = (None, board.saved) if veil else (board.live, board.current)
    return json_text({"live": _live_row(live), **document(race, last=True)})


def _live_row(live: LiveStage | None) -> dict[str, object] | None:
    if live is None:
        return None
    seen = live.view.live
    out = [str(bib) for bib in seen.still_out]
    return {"stage": live.number, "complete": seen.complete, "still_out": out}
