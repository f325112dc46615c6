"""The words of a web page that are on no sheet: its title, and its controls."""

from dataclasses import dataclass

from peloton.rules.words import phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """The title of a page, the code of its language, and the names of its controls.

    Without a title it has that of its first sheet. Most names are for a screen reader.
    """

    title: str = ""
    lang: str = "en"
    parts: str = phrase("Parts of the tour")
    everything: str = phrase("All")
    top: str = phrase("Top {count}", count=10)
    skip: str = phrase("To the results")
    light: str = phrase("Light or dark")
    jersey: str = phrase("Jersey")
    up: str = phrase("up")
    down: str = phrase("down")
    same: str = phrase("unchanged")
