"""Riders and ghosts as tiles in the colours of their teams."""

from collections.abc import Iterator
from typing import NamedTuple

from peloton.notation.desk.lines import one_word
from peloton.reports.names import Names
from peloton.reports.shirts import ink_on
from peloton.reports.tour.ghosts import card_words
from peloton.rules.facts.startlist import Bib, TeamCode
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
    """The tiles of a tour's riders: small boxes with a bib and a name."""

    def __init__(self, tour: Tour) -> None:
        """Index a tour's riders, and its teams that have a colour."""
        self._names, self._riders = Names(tour), {r.bib: r for r in tour.riders}
        coloured = [team.code for team in tour.teams if team.colour]
        self._styles = {code: f"team{at}" for at, code in enumerate(coloured)}

    def of(self, bib: str) -> Tile:
        """Return the tile of a rider."""
        rider = self._riders[Bib(bib)]
        name = self._names.short_name(bib) if rider.name else rider.type or ""
        letter = (rider.type or "")[:1].upper()
        letter = "" if bib.upper().startswith(letter) else letter
        return Tile(bib, name, letter, self.style(rider.team))

    def style_of(self, bib: str) -> str:
        """Return the CSS class of the rider's team; "" if no rider has this bib."""
        rider = self._riders.get(Bib(bib))
        return self.style(rider.team) if rider else ""

    def style(self, team: TeamCode | None) -> str:
        """Return the CSS class of a team; "" for a team without a colour."""
        return self._styles.get(team, "") if team else ""


def last_card(ghost: Ghost) -> tuple[str, str]:
    """Return the card that a ghost played last, and its kind; "" if there is none."""
    return card_words(ghost.played[-1]) if ghost.played else ("", "")


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
