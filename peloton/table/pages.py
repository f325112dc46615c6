"""Render the templates of the live table, in its language; its style and scripts."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.resources import files
from typing import Any

from peloton.notation.messages import as_phrase
from peloton.reports.drawing import Picture
from peloton.reports.pictures.qr_code import code_picture
from peloton.reports.sheet import Column, PageWords, Sheet, Table
from peloton.reports.tour.ghosts import card_words
from peloton.rules.facts.kinds import Language
from peloton.rules.story.templates import StoryTemplates
from peloton.rules.words import phrase
from peloton.table.tiles import ghost_buttons
from peloton.writers.html.environment import jinja_environment
from peloton.writers.html.page import package_file, site_style
from peloton.writers.html.sheet import SheetView

Say = Callable[[Any], Any]
"""A function that translates text or a sheet into the language of the live table."""
_MOST_COLUMNS = 30
_CODE_WIDTH = 240.0
"""Width of a QR code in points; a page scales it."""


class Pages:
    """A renderer of the live table's pages, in the language of the live table."""

    def __init__(
        self, say: Say, lang: str, story: StoryTemplates | None = None
    ) -> None:
        """Render with the translator `say`; `lang` is the language code.

        `story` holds the templates of the stories about stages; None means no stories.
        """
        self.say, self.story = say, story
        self._templates = jinja_environment("peloton.table")
        self._templates.globals |= {
            "say": lambda words, **values: say(phrase(words, **values)),
            "words": say(PageWords(lang=lang)),
            "code": self._code,
            "card_words": card_words,
            "ghost_buttons": ghost_buttons,
        }
        self._in_english = lang == Language.ENGLISH
        self._templates.filters |= {"translated": say, "message": self.message}

    def message(self, message: str) -> str:
        """Translate a message into the language of the pages."""
        return message if self._in_english else str(self.say(as_phrase(message)))

    def render(self, template: str, **values: object) -> str:
        """Render a template of the live table."""
        return self._templates.get_template(f"{template}.html").render(values)

    def _code(self, link: str, title: str) -> Picture:
        """Draw a link as a QR code with a title for screen readers."""
        return replace(code_picture(link, _CODE_WIDTH), title=title)

    def views(self, sheets: Iterable[Sheet]) -> list[SheetView]:
        """Return views of sheets, without sortable columns, for a template."""
        return [
            SheetView(self.say(sheet), f"s{number}", sortable=False)
            for number, sheet in enumerate(sheets, 1)
        ]


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
    shared = package_file("replay.js") + package_file("scrolling.js")
    shared += "export { bars, move, showScrolling };\n"
    found["/scripts/shared.js"] = shared, "text/javascript"
    return found
