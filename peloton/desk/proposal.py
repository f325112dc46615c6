"""Check whether a stage at the desk can be saved, add lines to it, and draw lots."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from secrets import SystemRandom

from peloton.desk.merging import with_newlines
from peloton.desk.scored_tour import ScoredTour, raise_mistakes
from peloton.desk.state import DeskView, StageAtDesk
from peloton.errors import PelotonError
from peloton.notation.desk.ghosts import DRAW_TURN, ghost_draws_line
from peloton.notation.desk.ledger_lines import LOTS_PLACEHOLDER, split_lots
from peloton.notation.desk.lines import DeskReading
from peloton.notation.desk.writing import lots_text
from peloton.rules.ghosts import NO_GHOSTS
from peloton.rules.ranking import tied_by_lots


class NotYetError(PelotonError):
    """The reason why a stage cannot be saved yet; `line` is the line to check, or 0."""

    def __init__(self, message: str, line: int) -> None:
        """Build the full message; `message` is only the reason."""
        super().__init__(f"Not yet: {message}")
        self.line = line


def tour_to_save(view: DeskView) -> ScoredTour:
    """Return the tour with the stage of a text, if the stage can be saved.

    Raises NotYetError if the stage has mistakes or missing riders, and PelotonError if
    the tour could not be scored afterwards.
    """
    if view.mistakes:
        first, *others = view.mistakes
        more = f" ({len(others)} more)" if others else ""
        raise NotYetError(f"{first.message}{more}", first.offset)
    out, missing, message = view.live.still_out, view.live.missing, ""
    if out:
        message = still_out_message(out)
    elif missing:
        message = missing[0].message
    elif not view.results:
        message = "nobody has finished yet. The draft is saved."
    if message:
        raise NotYetError(message, len(view.reading.lines))
    return view.desk.after(view.reading.stage).checked()


def still_out_message(bibs: Sequence[str]) -> str:
    """Return the message that some riders have neither a finish nor a status."""
    return f"still out: {' '.join(bibs)}. Enter their finish, or DNF {bibs[0]}."


def with_lines(before: ScoredTour, number: int, lines: Sequence[str]) -> ScoredTour:
    """Return the tour with lines added to a stage; raise InputError for mistakes."""
    stage = StageAtDesk(before, number)
    reading = stage.read(stage.base + with_newlines(lines))
    typed = [line.text for line in reading.lines]
    raise_mistakes(
        replace(wrong, message=f"'{typed[wrong.offset - 1]}': {wrong.message}")
        if len(lines) > 1 and wrong.offset
        else wrong
        for wrong in reading.problems
    )
    return before.with_stage(number, reading.stage)


def line_after_draw(view: DeskView, line: str) -> str:
    """Replace a line that requests a draw with the result; leave other lines unchanged.

    `=general ?` draws lots, and `?` draws a turn for the ghosts. Raises PelotonError if
    there is nothing to draw.
    """
    if line.strip() == DRAW_TURN:
        return _ghosts_drawn(view.reading)
    if not line.startswith("=") or not line.endswith(LOTS_PLACEHOLDER):
        return line
    try:
        name, _ = split_lots(line[1:])
    except PelotonError:
        return line
    live = view.live
    if live.still_out or not live.complete:
        raise PelotonError("No lots yet: the stage is not complete.")
    ties = tied_by_lots(live.score, name, view.desk.before.rulebook)
    if not ties:
        raise PelotonError(f"No lots to draw: nobody is tied in {name}.")
    return lots_text(name, draw_lots(ties))


def draw_lots(ties: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Draw lots to order each tie; every order is equally likely.

    The drawn order is stored as a fact, because scoring itself never draws lots.
    """
    draw = SystemRandom().sample
    return tuple(who for tie in ties for who in draw(tie, len(tie)))


def _ghosts_drawn(reading: DeskReading) -> str:
    """Draw a turn for each ghost on the road, as a line; PelotonError without any."""
    if not reading.ghosts.ghosts:
        raise PelotonError(NO_GHOSTS)
    home = {*reading.stage.listed}
    turns, table = [], reading.ghosts
    for owner, ghost in table.ghosts.items():
        if home.issuperset(ghost.riders):
            continue
        turn = table.draw_turn(owner, SystemRandom().shuffle)
        if turn is not None:
            # The next ghost must draw from the cards that are left.
            table = table.after_draw(owner, *turn)
            turns.append((owner, *turn))
    if not turns:
        raise PelotonError("no ghost on the road has a card left")
    return ghost_draws_line(turns)
