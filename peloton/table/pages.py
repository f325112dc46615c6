"""Render the templates of the live table, in its language; its style and scripts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Any, NamedTuple

from peloton.notation.desk.lines import written_name
from peloton.reports.names import Names
from peloton.reports.pictures.qr_code import code_picture
from peloton.reports.sheet import PageWords, Sheet
from peloton.reports.shirts import ink_on
from peloton.reports.tour.ghosts import card_words
from peloton.rules.facts.tour import Tour
from peloton.rules.ghosts import Ghost
from peloton.rules.story.templates import StoryTemplates
from peloton.rules.words import phrase
from peloton.writers.html.page import package_file, site_style
from peloton.writers.html.sheet import SheetView, jinja_environment

Say = Callable[[Any], Any]
"""A function that translates text or a sheet into the language of the live table."""
_MOST_COLUMNS = 30
"""Maximum number of columns of a table."""


class Pages:
    """A renderer of the live table's pages, in the language of the live table."""

    def __init__(self, say: Say, lang: str, story: StoryTemplates | None) -> None:
        """Render with a translator, a language code, and the templates of stories."""
        self.say, self.story = say, story
        self._templates = jinja_environment("peloton.table")
        self._templates.filters |= {"translated": say, "message": self.message}
        self._templates.globals |= {
            "say": lambda words, **values: say(phrase(words, **values)),
            "words": say(PageWords(lang=lang)),
            "code": lambda link, title: replace(code_picture(link), title=title),
            "card_words": card_words,
            "ghost_buttons": _ghost_buttons,
        }

    def message(self, message: str) -> str:
        """Translate a message into the language of the pages."""
        return str(self.say(phrase("{message}", message=message)))

    def render(self, template: str, **values: object) -> str:
        """Render a template of the live table."""
        return self._templates.get_template(f"{template}.html").render(values)

    def views(self, sheets: Iterable[Sheet]) -> list[SheetView]:
        """Return views of sheets, without sortable columns, for a template."""
        return [
            SheetView(self.say(sheet), f"s{number}", sortable=False)
            for number, sheet in enumerate(sheets, 1)
        ]


def _ghost_buttons(ghost: Ghost) -> Iterator[tuple[str, str, bool]]:
    """Yield the buttons of a ghost: (desk line to add, title, whether it is chosen)."""
    owner = written_name(ghost.owner, " (")
    if len(ghost.way.play) > 1:
        for road in ghost.way.play:
            title = phrase(road.value.capitalize())
            yield f"?{road.value[0]} {owner}", title, road is ghost.terrain
    if ghost.way.exhaustion:
        yield f"?- {owner}", phrase("Exhaustion"), False
    if ghost.way.bottles:
        yield f"?+ {owner}", phrase("Bottle"), False


class Tile(NamedTuple):
    """A rider's tile: bib, name, the type's letter if not in the bib, CSS class."""

    bib: str
    name: str
    type: str
    style: str


class Tiles:
    """The tiles of a tour's `riders`, and the CSS classes of teams with a colour."""

    def __init__(self, tour: Tour) -> None:
        """Make the tiles of all riders."""
        coloured = [team.code for team in tour.teams if team.colour]
        self.teams = {code: f"team{at}" for at, code in enumerate(coloured)}
        self.riders, names = dict[str, Tile](), Names(tour)
        for rider in tour.riders:
            name = names.short_name(rider.bib) if rider.name else rider.type or ""
            letter = (rider.type or "")[:1].upper()
            letter = "" if rider.bib.upper().startswith(letter) else letter
            style = self.teams.get(rider.team, "") if rider.team else ""
            self.riders[rider.bib] = Tile(rider.bib, name, letter, style)


def team_styles(tour: Tour) -> str:
    """Return the style sheet with the colours of the teams, as `#rrggbb`."""
    colours = [team.colour for team in tour.teams if team.colour]
    return "".join(
        f".team{at} {{ --team: {colour}; --team-ink: {ink_on(colour)}; }}\n"
        for at, colour in enumerate(colours)
    )


def page_files() -> dict[str, tuple[str, str]]:
    """Return the content and media type of the style sheet and each script, by path."""
    folder = files("peloton.table")
    # The style of sheets comes first, so that the style of these pages overrides it.
    css = site_style(_MOST_COLUMNS)
    css += folder.joinpath("table.css").read_text(encoding="utf-8")
    css += package_file("scene.css")
    found = {"/style.css": (css, "text/css"), "/favicon.ico": ("", "image/x-icon")}
    for script in folder.joinpath("scripts").iterdir():
        text = script.read_text(encoding="utf-8")
        found[f"/scripts/{script.name}"] = text, "text/javascript"
    shared = package_file("replay.js") + package_file("scrolling.js")
    shared += "export { bars, move, showScrolling };\n"
    found["/scripts/shared.js"] = shared, "text/javascript"
    return found
