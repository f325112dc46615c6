"""Riders as tiles in the colours of their teams, on phones and on the wall."""

from typing import NamedTuple

from peloton.reports.names import Names
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour

_WHITE_BELOW = 0.179
"""Relative luminance below which white text has more contrast than black text."""


class Tile(NamedTuple):
    """One rider: the bib, the short name, the first letter of the type, a CSS class.

    The letter is empty if the bib begins with it.
    """

    bib: str
    name: str
    type: str
    style: str


class Tiles:
    """The tiles of a tour's riders."""

    def __init__(self, tour: Tour) -> None:
        """Look up the names and the teams."""
        self._names, self._riders = Names(tour), {r.bib: r for r in tour.riders}
        coloured = [team.code for team in tour.teams if team.colour]
        self._styles = {code: f"team{at}" for at, code in enumerate(coloured)}

    def of(self, bib: str) -> Tile:
        """Return the tile of a rider."""
        rider = self._riders[Bib(bib)]
        name = self._names.short(bib) if rider.name else rider.type or ""
        letter = (rider.type or "")[:1].upper()
        letter = "" if bib.upper().startswith(letter) else letter
        return Tile(bib, name, letter, self.style(rider.team))

    def style_of(self, bib: str) -> str:
        """Return the CSS class of a rider's team; empty for any other text."""
        rider = self._riders.get(Bib(bib))
        return self.style(rider.team) if rider else ""

    def style(self, team: TeamCode | None) -> str:
        """Return the CSS class of a team; empty for a team without a colour."""
        return self._styles.get(team, "") if team else ""


def team_styles(tour: Tour) -> str:
    """Return the style sheet with the colours of the teams, as `#rrggbb`."""
    colours = [team.colour for team in tour.teams if team.colour]
    return "".join(
        f".team{at} {{ --team: {colour}; --team-ink: {_ink_on(colour)}; }}\n"
        for at, colour in enumerate(colours)
    )


def _ink_on(colour: str) -> str:
    """Return black or white, whichever has more contrast on a colour."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    # sRGB to relative luminance, near enough to choose between two inks.
    red, green, blue = (part**2.2 for part in parts)
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#fff" if light < _WHITE_BELOW else "#000"
