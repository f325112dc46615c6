"""The words of a web page that are on no sheet: what its controls are called."""

from dataclasses import dataclass

from peloton.rules.words import say


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """What a page says of itself; most of it is only heard, by a screen reader."""

    parts: str = say("Parts of the tour")
    everything: str = say("All")
    light: str = say("Light or dark")
    jersey: str = say("Jersey")
    up: str = say("up")
    down: str = say("down")
    same: str = say("unchanged")
