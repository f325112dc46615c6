"""The words of a web page that are on no sheet: the names of its controls."""

from dataclasses import dataclass

from peloton.rules.words import phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """The names of the controls of a page; most are only for a screen reader."""

    parts: str = phrase("Parts of the tour")
    everything: str = phrase("All")
    top: str = phrase("Top {count}", count=10)
    skip: str = phrase("To the results")
    light: str = phrase("Light or dark")
    jersey: str = phrase("Jersey")
    up: str = phrase("up")
    down: str = phrase("down")
    same: str = phrase("unchanged")
