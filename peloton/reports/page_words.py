"""The words of a web page that are on no sheet: the names of its controls."""

from dataclasses import dataclass

from peloton.rules.words import say


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """The names of the controls of a page; most are only for a screen reader."""

    parts: str = say("Parts of the tour")
    everything: str = say("All")
    light: str = say("Light or dark")
    jersey: str = say("Jersey")
    up: str = say("up")
    down: str = say("down")
    same: str = say("unchanged")
