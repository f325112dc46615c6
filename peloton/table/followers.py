"""The pages for followers: the stage, the classifications, the course, a rider."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from urllib.parse import quote, unquote

from starlette.exceptions import HTTPException

from peloton.desk.store import OpenedStage
from peloton.reports.classifications.jerseys import jerseys_sheet
from peloton.reports.classifications.outlook import outlook_sheet
from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.names import Names
from peloton.reports.sheet import Sheet, Table
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.result import stage_sheet
from peloton.reports.stage.story import story_sheet, story_text
from peloton.reports.tour.cards import rider_sheets
from peloton.reports.tour.document import document
from peloton.reports.tour.explain import explanation_sheet
from peloton.reports.tour.startlist import startlist_sheet
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.names import Subject
from peloton.rules.results import Race
from peloton.rules.story.templates import StoryTemplates
from peloton.rules.words import phrase
from peloton.table.live import Board
from peloton.table.visits import Visit
from peloton.table.wall import wall_values
from peloton.writers.json import json_text

_RIDER = "peloton_rider"
"""Name of the cookie with the bib that the user chose on the page `/rider`."""
_SLIDE_TIME = 15
"""Seconds to show each slide of the wall."""
FOLLOWER_PATHS = ("/", "/standings", "/course", "/outlook", "/rider", "/wall")
"""The paths of the pages that every phone with a seat may read."""


def follower_page(visit: Visit) -> str:
    """Return a page for followers, rendered once for all phones that share it."""
    bib, slide = "", 0
    if visit.path == "/wall":
        slide = int(monotonic() // _SLIDE_TIME)
    if visit.path == "/rider":
        bib = visit.fields.get("bib", unquote(visit.request.cookies.get(_RIDER, "")))
        bib = bib if bib in {r.bib for r in visit.board.saved.tour.riders} else ""
        cookie = f"{_RIDER}={quote(bib)}; HttpOnly; SameSite=strict"
        visit.headers["Set-Cookie"] = cookie
    key = visit.path, visit.right, visit.link(""), bib
    version = visit.board.number, slide
    return visit.table.once(key, version, lambda: _rendered(visit, bib, slide))


def _rendered(visit: Visit, bib: str, slide: int) -> str:
    board, live, race, path = visit.board, visit.live, visit.race, visit.path
    # Ignore an incomplete stage: riders still out may change its result.
    complete = live is not None and live.view.live.complete
    decided = race if complete else board.saved
    saved, story = board.saved, visit.table.pages.story
    sheets: dict[str, Callable[[], Sequence[Sheet]]] = {
        "/": lambda: _now_sheets(race, live, ClassificationName.GENERAL),
        "/wall": lambda: _now_sheets(race, live, None),
        "/standings": lambda: _standings_sheets(race, saved, story),
        "/outlook": lambda: [outlook_sheet(decided)],
        "/course": lambda: _course_sheets(board),
        "/rider": lambda: _rider_sheets(race, bib),
    }
    always = path in {"/", "/course", "/wall"}
    found = sheets[path]() if race.stages or always else ()
    if path == "/wall":
        told = story_text(saved, None, story) if saved.stages else ""
        texts = wall_values(decided, live, map(visit.table.pages.say, found))
        return visit.render("wall", story=told, slide=slide, **texts)
    views = visit.table.pages.views(found)
    return visit.render("follower", views=views, bib=bib, names=Names(race.tour))


def now_json(visit: Visit) -> str:
    """Return the tour as JSON, for a joined phone or a program with a link's key.

    It is like that of `score --json`, but with only the last stage. The key `live`
    describes the stage being ridden; it is null for those who may not see this stage.
    """
    if visit.table.seats.is_link(visit.fields.get("key", "")):
        visit.headers["Access-Control-Allow-Origin"] = "*"
    elif not visit.seat.id:
        raise HTTPException(401, "no seat: add ?key= with the key of the link")
    row: dict[str, object] | None = None
    if visit.live is not None:
        seen = visit.live.view.live
        out = [str(bib) for bib in seen.still_out]
        row = {"stage": visit.live.number, "complete": seen.complete, "still_out": out}
    return json_text({"live": row, **document(visit.race, last=True)})


def _now_sheets(
    race: Race, live: OpenedStage | None, only: ClassificationName | None
) -> Sequence[Sheet]:
    """Return the result so far, the classifications and the jerseys.

    Before the first finish of a stage, the result is that of the stage before it, and
    comes last. Before the first stage, return only the startlist.
    """
    if not race.stages:
        return [startlist_sheet(race.tour)]
    result, score = stage_sheet(race), live and live.view.live.score
    if live and score and live.view.live.still_out:
        result = replace(result, tables=tuple(map(_incomplete, result.tables)))
    sheets = [standings_sheet(race, only=only, moves=True)]
    if race.rulebook.jerseys:
        sheets.append(jerseys_sheet(race))
    return [*sheets, result] if live and not score else [result, *sheets]


def _incomplete(table: Table) -> Table:
    if table.name != "Teams":
        return table
    return replace(table, title=phrase("{title}: incomplete", title=table.title))


def _standings_sheets(
    race: Race, saved: Race, story: StoryTemplates | None
) -> Sequence[Sheet]:
    """Return the classifications, and the story of the stage saved last."""
    told = [story_sheet(saved, None, story)] if story and saved.stages else []
    return [standings_sheet(race, moves=True), *told]


def _course_sheets(board: Board) -> Sequence[Sheet]:
    """Return the course of the stage being ridden, or else of the last stage."""
    tour, rulebook = board.saved.tour, board.saved.rulebook
    number = board.live.number if board.live else len(tour.stages)
    return [course_sheet(tour, number, rulebook)] if number else []


def _rider_sheets(race: Race, bib: str) -> Sequence[Sheet]:
    """Return a rider's card, with the times and points in each total, newest first."""
    if not bib:
        return []
    (card,) = rider_sheets(race, [Bib(bib)])
    amounts = explanation_sheet(race, Subject("rider", bib)).tables
    return [replace(card, tables=(*card.tables, *reversed(amounts)))]
