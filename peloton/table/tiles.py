"""Riders and ghosts as tiles in the colours of their teams."""

from collections.abc import Iterator
from typing import NamedTuple

from peloton.notation.desk.lines import one_word
from peloton.reports.names import Names
from peloton.reports.shirts import ink_on
from peloton.rules.facts.startlist import Rider
from peloton.rules.facts.tour import Tour
from peloton.rules.ghosts import Ghost, GhostTerrain
from peloton.rules.words import phrase

_ROADS = {
    GhostTerrain.FLAT: phrase("Flat"),
    GhostTerrain.CLIMB: phrase("Climb"),
    GhostTerrain.DESCENT: phrase("Descent"),
    GhostTerrain.SPRINT: phrase("Sprint"),
}


class Tile(NamedTuple):
    """A rider's tile: bib, short name, first letter of the rider's type, CSS class.

    The letter is "" if the bib begins with it.
    """

    bib: str
    name: str
    type: str
    style: str


class Tiles:
    """The tiles of a tour's `riders`, by bib, and the CSS classes of its `teams`.

    Teams without a colour have no class.
    """

    def __init__(self, tour: Tour) -> None:
        """Make the tiles of all riders."""
        coloured = [team.code for team in tour.teams if team.colour]
        self.teams = {code: f"team{at}" for at, code in enumerate(coloured)}
        names = Names(tour)
        self.riders = {rider.bib: self._tile(rider, names) for rider in tour.riders}

    def _tile(self, rider: Rider, names: Names) -> Tile:
        bib, kind = rider.bib, rider.type or ""
        letter = kind[:1].upper()
        return Tile(
            bib=bib,
            name=names.short_name(bib) if rider.name else kind,
            type="" if bib.upper().startswith(letter) else letter,
            style=self.teams.get(rider.team, "") if rider.team else "",
        )


def ghost_buttons(ghost: Ghost) -> Iterator[tuple[str, str, bool]]:
    """Yield the buttons of a ghost: (desk line to add, title, whether it is chosen)."""
    owner = one_word(ghost.owner, "(")
    if len(ghost.way.play) > 1:
        for road in ghost.way.play:
            yield f"?{road.value[0]} {owner}", _ROADS[road], road is ghost.terrain
    if ghost.way.exhaustion:
        yield f"?- {owner}", phrase("Exhaustion"), False
    if ghost.way.bottles:
        yield f"?+ {owner}", phrase("Bottle"), False


def team_styles(tour: Tour) -> str:
    """Return the style sheet with the colours of the teams, as `#rrggbb`."""
    colours = [team.colour for team in tour.teams if team.colour]
    return "".join(
        f".team{at} {{ --team: {colour}; --team-ink: {ink_on(colour)}; }}\n"
        for at, colour in enumerate(colours)
    )
