"""The games' marks: a file each, with all that is particular to it.

A new one is a file as the others are, and stands below: in MARKS, and in Mark if its
marks are of a type of their own.
"""

from collections.abc import Mapping

from peloton.rules.games import (
    ciclistas,
    criterium,
    cyclo,
    figueres,
    flamme_rouge,
    road,
)
from peloton.rules.games.mark import PAIR, MarkError, MarkForm

Mark = (
    criterium.FractionMark
    | cyclo.LinesMark
    | ciclistas.RoundMark
    | figueres.SpaceMark
    | road.ClockMark
    | road.SameMark
)

MARKS: Mapping[str, MarkForm] = {
    game.MARK.form: game.MARK
    for game in (criterium, cyclo, ciclistas, figueres, road, flamme_rouge)
}
"""How each game writes a finish, by the name of the form."""


def read_mark(text: str, form: MarkForm) -> Mark:
    """Read a mark in its game's form; MarkError names the game it looks like."""
    try:
        mark: Mark = form.read(text)
    except MarkError as error:
        for other in MARKS.values():
            # Two numbers are several games' mark, and tell nothing.
            if PAIR.fullmatch(text) or not _reads(text, other):
                continue
            message = f"{error}; this looks like a {other.game} mark"
            raise MarkError(message) from None
        raise
    return mark


def _reads(text: str, form: MarkForm) -> bool:
    try:
        form.read(text)
    except MarkError:
        return False
    return True
