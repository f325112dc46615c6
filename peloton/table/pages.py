"""The pages for followers: the stage, the classifications, the course, a rider."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from importlib.resources import files
from typing import Any

from peloton.notation.messages import as_phrase
from peloton.reports.classifications.jerseys import jerseys_sheet
from peloton.reports.classifications.outlook import outlook_sheet
from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.drawing import Picture
from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.pictures.qr_code import code_picture
from peloton.reports.sheet import Column, PageWords, Sheet, Table
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.result import stage_sheet
from peloton.reports.stage.story import story_sheet, story_text
from peloton.reports.tour.document import document
from peloton.reports.tour.explain import explanation_sheet
from peloton.reports.tour.startlist import startlist_sheet
from peloton.rules.facts.kinds import ClassificationName, Language
from peloton.rules.names import Subject
from peloton.rules.results import Race
from peloton.rules.story.templates import StoryTemplates
from peloton.rules.words import Phrase, phrase
from peloton.table.live import Board, LiveStage
from peloton.table.tiles import Tiles, ghost_tiles
from peloton.table.wall import wall_values
from peloton.writers.html.environment import jinja_environment
from peloton.writers.html.page import package_file, site_style
from peloton.writers.html.sheet import SheetView
from peloton.writers.json import json_text

Say = Callable[[Any], Any]
"""A function that translates text or a sheet into the language of the live table."""
_GENERAL = ClassificationName.GENERAL
_MOST_COLUMNS = 30
_CODE_WIDTH = 240.0
"""Width of a QR code in points; a page scales it."""

FOLLOWER_PATHS = ("/", "/standings", "/course", "/outlook", "/rider", "/wall")
"""The paths of the pages that every phone with a seat may read."""


class Pages:
    """A renderer of the live table's pages, in the language of the live table."""

    def __init__(
        self, say: Say, lang: str, story: StoryTemplates | None = None
    ) -> None:
        """Render with the translator `say`; `lang` is the language code.

        `story` holds the templates of the stories about stages; None means no stories.
        """
        self.say, self._story = say, story
        self._templates = jinja_environment("peloton.table")
        self._templates.globals |= {
            "say": lambda words, **values: say(phrase(words, **values)),
            "words": say(PageWords(lang=lang)),
        }
        self._in_english = lang == Language.ENGLISH
        self._templates.filters |= {"translated": say, "message": self.message}

    def message(self, message: str) -> str:
        """Translate a message into the language of the pages."""
        return message if self._in_english else str(self.say(as_phrase(message)))

    def render(self, template: str, **values: object) -> str:
        """Render a template of the live table."""
        return self._templates.get_template(f"{template}.html").render(values)

    def document(self, board: Board, content: str, link: str, **shown: object) -> str:
        """Render a whole page around its changing part, `content`.

        The wall shows `link` as a QR code. `shown` holds the page's `path`, the ETag of
        the content (`tag`), whether the phone may enter results (`writes`), and whether
        to show the PIN field (`pin`).
        """
        wall = shown["path"] == "/wall"
        title = phrase("Follow the race on your phone")
        code = self.code(link, title) if wall else None
        tour = board.name
        return self.render("document", tour=tour, content=content, code=code, **shown)

    def code(self, link: str, title: Phrase) -> Picture:
        """Draw a link as a QR code with a title for screen readers."""
        return replace(code_picture(link, _CODE_WIDTH), title=self.say(title))

    def views(self, sheets: Iterable[Sheet]) -> list[SheetView]:
        """Return views of sheets, without sortable columns, for a template."""
        return [
            SheetView(self.say(sheet), f"s{number}", sortable=False)
            for number, sheet in enumerate(sheets, 1)
        ]

    def content(self, board: Board, path: str, bib: str, *, veil: bool) -> str:
        """Render the changing part of a page for followers.

        With `veil`, the page leaves out the stage being ridden. `bib` selects the rider
        of the page `/rider`.
        """
        live, race = (None, board.saved) if veil else (board.live, board.current)
        # Ignore an incomplete stage: riders still out may change its result.
        complete = live is not None and live.view.live.complete
        decided = race if complete else board.saved
        sheets: dict[str, Callable[[], Iterable[Sheet]]] = {
            "/": partial(_now_sheets, race, live),
            "/wall": partial(_slides, race, live),
            "/standings": partial(_standings_sheets, race, board.saved, self._story),
            "/outlook": lambda: [outlook_sheet(decided)],
            "/course": partial(_course_sheets, board),
            "/rider": partial(_rider_sheets, race, bib),
        }
        found: Iterable[Sheet] = ()
        if race.stages or path in {"/", "/course", "/wall"}:
            found = [*sheets[path]()]
        tiles = Tiles(race.tour)
        cards = ghost_tiles(live.view.reading.ghosts, tiles) if live else ()
        if path == "/wall":
            saved = board.saved
            story = story_text(saved, None, self._story) if saved.stages else ""
            values = {
                "story": story,
                **wall_values(decided, live, map(self.say, found), tiles),
            }
            return self.render("wall", board=board, live=live, cards=cards, **values)
        return self.render(
            "follower",
            path=path,
            board=board,
            live=live,
            cards=cards,
            names=Names(race.tour),
            views=self.views(found),
            bib=bib,
            riders=race.tour.riders,
        )


def now_text(board: Board, *, veil: bool) -> str:
    """Return the tour as JSON, like `score --json`, but with only the last stage.

    The key `live` describes the stage being ridden. With `veil`, which hides this stage
    from followers, `live` is null, and the last stage is the one saved last.
    """
    live, race = (None, board.saved) if veil else (board.live, board.current)
    row: dict[str, object] | None = None
    if live is not None:
        seen = live.view.live
        out = [str(bib) for bib in seen.still_out]
        row = {"stage": live.number, "complete": seen.complete, "still_out": out}
    return json_text({"live": row, **document(race, last=True)})


def page_files() -> dict[str, tuple[str, str]]:
    """Return the content and media type of the style sheet and each script, by path."""
    folder = files("peloton.table")
    # The style of sheets comes first, so that the style of these pages overrides it.
    columns = tuple(Column(title="") for _ in range(_MOST_COLUMNS))
    wide = Table(name="", title="", columns=columns, rows=())
    css = site_style([Sheet(title="", tables=(wide,))])
    css += folder.joinpath("table.css").read_text(encoding="utf-8")
    css += package_file("scene.css")
    found = {"/style.css": (css, "text/css"), "/favicon.ico": ("", "image/x-icon")}
    for script in folder.joinpath("scripts").iterdir():
        text = script.read_text(encoding="utf-8")
        found[f"/scripts/{script.name}"] = text, "text/javascript"
    replay = package_file("replay.js") + "export { bars, move };\n"
    found["/scripts/replay.js"] = replay, "text/javascript"
    return found


def _now_sheets(race: Race, live: LiveStage | None) -> Sequence[Sheet]:
    """Return the result so far, the general classification and the jerseys.

    Before the first stage, return only the startlist.
    """
    if not race.stages:
        return [startlist_sheet(race.tour)]
    result = stage_sheet(race)
    tables = (
        replace(table, title=phrase("{title}: incomplete", title=table.title))
        if table.name == "Teams" and live and live.view.live.still_out
        else table
        for table in result.tables
    )
    unscored = live is not None and live.view.live.score is None
    earlier = unscored and live is not None and race.score().number < live.number
    sheets = [] if earlier else [replace(result, tables=tuple(tables))]
    if _GENERAL in race.score().standings:
        sheets.append(standings_sheet(race, only=_GENERAL, moves=True))
    if race.rulebook.jerseys:
        sheets.append(jerseys_sheet(race))
    if not sheets or unscored:
        sheets.append(result)
    return sheets


def _slides(race: Race, live: LiveStage | None) -> Iterable[Sheet]:
    yield _now_sheets(race, live)[0]
    if race.stages:
        yield standings_sheet(race, moves=True)
    if race.stages and race.rulebook.jerseys:
        yield jerseys_sheet(race)


def _standings_sheets(
    race: Race, saved: Race, story: StoryTemplates | None
) -> Sequence[Sheet]:
    """Return sheets of the classifications, and of the story of the stage saved last.

    The story comes first unless the classifications are of the stage being ridden.
    """
    sheets = [standings_sheet(race, moves=True)]
    if story and saved.stages:
        sheets.insert(race is not saved, story_sheet(saved, None, story))
    return sheets


def _course_sheets(board: Board) -> Iterable[Sheet]:
    """Yield the course of the stage being ridden, or else of the last stage."""
    tour = board.saved.tour
    if number := board.live.number if board.live else len(tour.stages):
        yield course_sheet(tour, number, board.saved.rulebook)


def _rider_sheets(race: Race, bib: str) -> Iterable[Sheet]:
    """Yield a sheet with a rider's ranks, and the times and points in each total."""
    if bib:
        sheet = explanation_sheet(race, Subject("rider", bib))
        ranks = tuple(
            (CLASSIFICATION_TITLES[name], str(line.rank))
            for name, standings in race.score().standings.items()
            for line in standings
            if line.who == bib and name is not ClassificationName.TEAMS
        )
        table = Table(name="", title="", columns=_PLACES, rows=ranks)
        yield replace(sheet, tables=(table, *sheet.tables[::-1]))


_PLACES = (Column(title=phrase("Classification")), Column(title=phrase("Rank")))
