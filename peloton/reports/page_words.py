"""The words of a web page that are on no sheet: what its controls are called."""

from dataclasses import dataclass

from peloton.rules.words import phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """What a page says of itself; most of it is only heard, by a screen reader."""

    parts: str = phrase("Parts of the tour")
    everything: str = phrase("All")
    light: str = phrase("Light or dark")
    jersey: str = phrase("Jersey")
    up: str = phrase("up")
    down: str = phrase("down")
    same: str = phrase("unchanged")
