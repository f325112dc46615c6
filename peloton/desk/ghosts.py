"""A turn of the ghosts, drawn by a sound shuffle: the only place where cards are."""

from secrets import SystemRandom

from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import NO_GHOSTS, drawn_line
from peloton.notation.desk.lines import DeskReading
from peloton.rules.ghosts import Shuffle

_SOUND = SystemRandom().shuffle


def draw_ghosts(reading: DeskReading, shuffle: Shuffle = _SOUND) -> str:
    """Draw a turn for every ghost that is still on the road; return it as a line.

    Raises PelotonError if the tour has no ghosts, or none that has a card to play.
    """
    if not reading.ghosts.ghosts:
        raise PelotonError(NO_GHOSTS)
    home = {bib for line in reading.stage.finish for bib in line.bibs}
    turns, table = [], reading.ghosts
    for owner, ghost in table.ghosts.items():
        if home.issuperset(ghost.riders):
            continue
        turn = table.turn(owner, shuffle)
        if turn is not None:
            # Two bottles of one turn are two of the same stock.
            table = table.drawn(owner, *turn)
            turns.append((owner, *turn))
    if not turns:
        message = "no ghost on the road has a card left"
        raise PelotonError(message)
    return drawn_line(turns)
