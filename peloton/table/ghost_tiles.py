"""The ghosts of a stage on phones: the card that each played last, and its buttons."""

from collections.abc import Iterator
from typing import NamedTuple

from peloton.notation.desk.lines import one_word
from peloton.reports.tour.ghosts import card_words
from peloton.rules.ghosts import Ghost, GhostDecks, GhostTerrain
from peloton.rules.words import phrase
from peloton.table.tiles import Tiles

_ROADS = {
    GhostTerrain.FLAT: phrase("Flat"),
    GhostTerrain.CLIMB: phrase("Climb"),
    GhostTerrain.DESCENT: phrase("Descent"),
    GhostTerrain.SPRINT: phrase("Sprint"),
}


class GhostTile(NamedTuple):
    """A ghost: its riders, the card played last, and the kind of that card.

    `buttons` are lines to add, each with a title, and True if it is already chosen.
    """

    who: str
    style: str
    card: str
    kind: str
    buttons: tuple[tuple[str, str, bool], ...]


def ghost_tiles(decks: GhostDecks, tiles: Tiles) -> list[GhostTile]:
    """Return a tile for each deck of the ghosts."""
    found = []
    for ghost in decks.ghosts.values():
        card, kind = card_words(ghost.played[-1]) if ghost.played else ("", "")
        riders = [tiles.of(bib) for bib in ghost.riders]
        who = " · ".join(f"{rider.bib} {rider.name}".strip() for rider in riders)
        buttons = tuple(_buttons(ghost))
        style = riders[0].style
        found.append(GhostTile(who, style, card, kind, buttons))
    return found


def _buttons(ghost: Ghost) -> Iterator[tuple[str, str, bool]]:
    owner = one_word(ghost.owner, "(")
    if len(ghost.way.play) > 1:
        for road in ghost.way.play:
            yield f"?{road.value[0]} {owner}", _ROADS[road], road is ghost.terrain
    if ghost.way.exhaustion:
        yield f"?- {owner}", phrase("Exhaustion"), False
    if ghost.way.bottles:
        yield f"?+ {owner}", phrase("Bottle"), False
