"""The pages for followers: the tour, the wall (a television) and the ceremony."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from urllib.parse import quote, unquote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from peloton.errors import PelotonError
from peloton.reports.classifications.outlook import outlook_sheet
from peloton.reports.classifications.standings import jerseys_sheet, standings_sheet
from peloton.reports.headings import provisional_sheet
from peloton.reports.names import Names
from peloton.reports.scenes import Scene
from peloton.reports.sheet import ColumnKind, Sheet, printed_cell
from peloton.reports.shirts import Shirt, team_colour_bands
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.result import stage_sheet
from peloton.reports.stage.story import story_sheet, story_text
from peloton.reports.tour.cards import rider_sheets
from peloton.reports.tour.ceremony import ceremony
from peloton.reports.tour.document import document
from peloton.reports.tour.explain import explanation_sheet
from peloton.reports.tour.startlist import startlist_sheet
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.names import Subject
from peloton.rules.results import Race, TimeStanding
from peloton.rules.winners import winning_margin
from peloton.rules.words import phrase
from peloton.table.live_table import Visit
from peloton.table.pages import Tile, Tiles
from peloton.writers.json import json_text

_RIDER = "peloton_rider"
"""Name of the cookie with the bib that the user chose on the page `/rider`."""
_SLIDE_TIME = 15
"""Seconds to show each slide of the wall."""
_ARRIVALS = 3
"""Number of riders on the wall: those who have finished most recently."""
_ROWS, _TABLES = 10, 2
"""Maximum number of rows of a table, and of tables side by side, on one slide."""
FOLLOWER_PATHS = ("/", "/standings", "/course", "/outlook", "/rider", "/wall")
"""The paths of the pages that every phone with a seat may read."""
TOUR_FILES = {
    "/home/tour.html": (phrase("Web page"), "text/html"),
    "/home/tour.pdf": (phrase("Book"), "application/pdf"),
    "/home/tour.toml": (phrase("Tour file"), "application/toml"),
}
"""The path, title and media type of each file of the tour that phones can download."""


def follower_page(visit: Visit) -> str:
    """Return a page for followers, rendered once for all phones that share it."""
    slide = int(monotonic() // _SLIDE_TIME) if visit.path == "/wall" else 0
    bib = ""
    if visit.path == "/rider":
        bib = visit.fields.get("bib", unquote(visit.request.cookies.get(_RIDER, "")))
        bib = bib if bib in {r.bib for r in visit.board.saved.tour.riders} else ""
        cookie = f"{_RIDER}={quote(bib)}; HttpOnly; SameSite=strict"
        visit.headers["Set-Cookie"] = cookie
    key = visit.path, visit.right, visit.link(""), bib
    version = visit.board.number, slide
    return visit.table.once(key, version, lambda: _rendered(visit, bib, slide))


def _rendered(visit: Visit, bib: str, slide: int) -> str:
    sheets, pages, saved = _sheets(visit, bib), visit.table.pages, visit.board.saved
    if visit.path != "/wall":
        names = Names(visit.race.tour)
        return visit.render("follower", views=pages.views(sheets), bib=bib, names=names)
    bands = team_colour_bands(saved.tour)
    return visit.render(
        "wall",
        leader=_leader(_decided(visit), visit.tiles),
        arrivals=_arrivals(visit),
        story=story_text(saved, None, pages.story) if saved.stages else "",
        views=pages.views(part for sheet in sheets for part in _slides(sheet, bands)),
        slide=slide,
    )


def _sheets(visit: Visit, bib: str) -> Sequence[Sheet]:
    """Return the sheets of a page; `bib` is the rider whom the user chose."""
    race, saved, story = visit.race, visit.board.saved, visit.table.pages.story
    if visit.path == "/course":
        # The stage being ridden, or else the last one.
        view = visit.board.view
        number = view.number if view else len(saved.tour.stages)
        return [course_sheet(saved.tour, number, saved.rulebook)] if number else []
    if visit.path in {"/", "/wall"}:
        return _now_sheets(visit)
    if visit.path == "/outlook" and race.stages:
        return [outlook_sheet(_decided(visit))]
    if visit.path == "/standings" and race.stages:
        stories = [story_sheet(saved, None, story)] if story and saved.stages else []
        return [standings_sheet(race, moves=True), *stories]
    if not (bib and race.stages):
        return []
    # The rider's card, with the times and points in each total, newest first.
    (card,) = rider_sheets(race, [Bib(bib)])
    amounts = explanation_sheet(race, Subject("rider", bib)).tables
    return [replace(card, tables=(*card.tables, *reversed(amounts)))]


def _decided(visit: Visit) -> Race:
    """Return the tour without a stage that riders still out may change."""
    view = visit.view
    return visit.race if view and view.live.complete else visit.board.saved


def _now_sheets(visit: Visit) -> Sequence[Sheet]:
    """Return the result so far, the classifications and the jerseys.

    Before the first finish of a stage, the result is that of the stage before it, and
    comes last. Before the first stage, return only the startlist.
    """
    race, view = visit.race, visit.view
    if not race.stages:
        return [startlist_sheet(race.tour)]
    only = None if visit.path == "/wall" else ClassificationName.GENERAL
    sheets = [stage_sheet(race), standings_sheet(race, only=only, moves=True)]
    # On the last stage, jerseys are not won until all riders have finished.
    worn = _decided(visit) if race.is_over else race
    if worn.rulebook.jerseys and worn.stages:
        sheets.append(jerseys_sheet(worn))
    if view and not view.results:
        return [*sheets[1:], sheets[0]]
    if view and not view.live.complete:
        sheets = [*map(provisional_sheet, sheets)]
    return sheets


def now_json(visit: Visit) -> str:
    """Return the tour as JSON, for a joined phone or a program with a link's key.

    It is like `score --json` with only the last stage; `live` describes the stage being
    ridden, if the caller may see it. The status is 503 during the ceremony.
    """
    if visit.table.seats.is_link(visit.fields.get("key", "")):
        visit.headers["Access-Control-Allow-Origin"] = "*"
    elif not visit.seat.id:
        raise HTTPException(401, "no seat: add ?key= with the key of the link")
    if visit.board.revealed and not visit.seat.leads:
        raise HTTPException(503, "the ceremony has not ended yet")
    row: dict[str, object] | None = None
    if visit.view is not None:
        seen = visit.view.live
        out = [str(bib) for bib in seen.still_out]
        row = {"stage": visit.view.number, "complete": seen.complete, "still_out": out}
    return json_text({"live": row, **document(visit.race, last=True)})


def _slides(sheet: Sheet, bands: Sequence[tuple[str, Shirt]]) -> Iterator[Sheet]:
    """Divide tables into slides of one or two parts; `bands` have team colours."""
    for table in sheet.tables:
        full = replace(table.without_empty_columns(), notes=())
        columns = enumerate(full.columns)
        shown = (i for i, column in columns if not (column.footnotes or column.minor))
        short = full.with_columns(shown)
        parts = [
            replace(short, rows=short.rows[first : first + _ROWS])
            for first in range(0, len(short.rows), _ROWS)
        ]
        for first in range(0, len(parts), _TABLES):
            tables = tuple(parts[first : first + _TABLES])
            yield replace(sheet, tables=tables, jerseys=(*sheet.jerseys, *bands))


def _leader(race: Race, tiles: Tiles) -> tuple[Tile, str] | None:
    """Return the leader of the general classification and the lead."""
    standings = race.score().standings if race.stages else {}
    ranked = standings.get(ClassificationName.GENERAL)
    if not ranked:
        return None
    lead = winning_margin(ranked) or 0
    gap = f"+{lead}"
    if isinstance(ranked[0], TimeStanding):
        gap = printed_cell(lead, ColumnKind.GAP, race.rulebook.unit)
    return tiles.riders[Bib(ranked[0].who)], gap


def _arrivals(visit: Visit) -> list[tuple[Tile, int, str]]:
    """Return the last riders to finish, the latest first, with place and time."""
    view = visit.view
    if view is None:
        return []
    listed = reversed(view.reading.stage.listed)
    results = [view.results[bib] for bib in listed if bib in view.results]
    return [
        (visit.tiles.riders[line.bib], line.place, view.times[line.bib])
        for line in results
        if line.place is not None
    ][:_ARRIVALS]


def scenes_of(visit: Visit) -> Sequence[Scene]:
    """Return the scenes of the ceremony, in the language of the table."""
    once, race, say = visit.table.once, visit.board.saved, visit.table.pages.say
    scenes: Sequence[Scene] = once("scenes", race, lambda: say(ceremony(race)))
    return scenes


def scene_page(visit: Visit) -> str:
    """Render the scene revealed last (for the leader also the next) or a refusal."""
    try:
        scenes = scenes_of(visit)
    except PelotonError as error:
        visit.message = str(error)
        return visit.render("dialog", preview=None)
    return visit.render(
        "ceremony",
        scenes=scenes,
        place=min(visit.board.revealed, len(scenes)),
        files=TOUR_FILES if visit.table.tour.fully_revealed else {},
    )


async def tour_file(visit: Visit) -> Response:
    """Return a file of the whole tour; status 403 until the ceremony's last scene."""
    table, race = visit.table, visit.board.saved
    if not table.tour.fully_revealed:
        raise HTTPException(403, "the files of the tour are ready after the last scene")
    name = visit.path.rpartition("/")[2]
    async with table.making:  # one at a time
        make = partial(table.make_file, race, name)
        body = await run_in_threadpool(table.once, name, race, make)
    own_name = f"{quote(race.tour.name, safe='')}.{name.partition('.')[2]}"
    disposition = f"attachment; filename=\"{name}\"; filename*=UTF-8''{own_name}"
    headers = {"Content-Disposition": disposition}
    return Response(body, headers=headers, media_type=TOUR_FILES[visit.path][1])
