"""The notation of a finish on paper (the mark) in each game, with one module per game.

To add a game, write a module like the others and list it in `MARKS`. If its marks are
of a new type, add the type to `Mark`.
"""

from collections.abc import Mapping

from peloton.errors import PelotonError
from peloton.rules.games import (
    ciclistas,
    criterium,
    cyclo,
    figueres,
    flamme_rouge,
    road,
)
from peloton.rules.games.mark import PAIR, MarkFormat

Mark = (
    criterium.FractionMark
    | cyclo.LinesMark
    | ciclistas.RoundMark
    | figueres.SpaceMark
    | road.ClockMark
    | road.SameMark
)

MARKS: Mapping[str, MarkFormat] = {
    game.MARK.name: game.MARK
    for game in (criterium, cyclo, ciclistas, figueres, road, flamme_rouge)
}
"""The mark format of each game, keyed by the name of the format."""


def read_mark(text: str, form: MarkFormat) -> Mark:
    """Read a mark in a game's format; raise PelotonError if the text does not fit it.

    If the text is a mark of a different game, the error names that game.
    """
    mark: Mark | None = form.parse(text)
    if mark is not None:
        return mark
    fault = f"found '{text}', expected a mark {form.expected}"
    for other in MARKS.values():
        # Two numbers may be a mark of several games, so no game is suggested.
        if other.read_or_none(text) and not PAIR.fullmatch(text):
            raise PelotonError(f"{fault}; this looks like a {other.game} mark")
    raise PelotonError(fault)
