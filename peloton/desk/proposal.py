"""What saving a stage at the desk would change, or what is still in the way of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from secrets import SystemRandom

from peloton.desk.scored_tour import Current, draw_lots, refuse
from peloton.desk.stage_lines import StageLines
from peloton.desk.state import DeskView, StageAtDesk
from peloton.errors import InputError, PelotonError
from peloton.notation.desk.besides import DRAW, named_lots
from peloton.notation.desk.ghosts import ASKED, drawn_line, no_ghosts
from peloton.notation.desk.lines import DeskReading
from peloton.notation.desk.writing import lots_text
from peloton.notation.toml.values import FormError
from peloton.reports.classifications.standings import lots_undrawn
from peloton.reports.sheet import Sheet
from peloton.reports.stage.changes import changes_sheet
from peloton.rules.ranking import tied_by_lots


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A tour as saving would leave it; `undrawn` are classifications without lots."""

    after: Current
    changes: Sheet
    undrawn: tuple[str, ...]


class NotYetError(PelotonError):
    """A stage that cannot be saved yet: what it lacks, and the line, 0 if on none."""

    def __init__(self, message: str, line: int, *, wrong: bool) -> None:
        """Say what it lacks; `wrong` if that is a mistake."""
        super().__init__(f"Not yet: {message}")
        self.line, self.wrong = line, wrong


def proposal(desk: StageAtDesk, view: DeskView) -> Proposal:
    """Return what saving would change.

    NotYetError for a stage with mistakes or without all its riders, PelotonError for a
    tour that cannot be scored then.
    """
    if view.mistakes:
        first = view.mistakes[0]
        more = len(view.mistakes) - 1
        message = f"{first.message} ({more} more)" if more else first.message
        raise NotYetError(message, first.offset, wrong=True)
    if view.live.still_out or view.live.missing or view.live.score is None:
        raise NotYetError(_to_come(view), len(view.reading.lines), wrong=False)
    after = desk.after(view.reading.stage).checked()
    race = after.scored
    return Proposal(
        after=after,
        changes=changes_sheet(desk.before.race(), race),
        undrawn=tuple(lots_undrawn(race, race.score(desk.number))),
    )


def noted(before: Current, number: int, lines: Sequence[str]) -> Current:
    """Return the tour with lines added to a stage; they are not scored yet.

    Raises InputError with each line that cannot be read.
    """
    stage = StageLines(before, number)
    base = stage.base
    reading = stage.read(base + "".join(f"{line}\n" for line in lines))
    first = base.count("\n") + 1
    typed = "\n".join(lines).split("\n")
    several = len(typed) > 1
    refuse(
        replace(wrong, message=f"'{typed[wrong.offset - first]}': {wrong.message}")
        if several and wrong.offset >= first
        else wrong
        for wrong in reading.problems
    )
    return before.with_stage(number, reading.stage)


def _to_come(view: DeskView) -> str:
    """Return a message on who or what is still missing from the stage."""
    if view.live.still_out:
        bibs = " ".join(view.live.still_out)
        first = view.live.still_out[0]
        return f"still out: {bibs}. Type how they finish, or DNF {first}."
    if view.live.missing:
        return view.live.missing[0].message
    return "nobody has finished yet. The draft stays."


def line_drawn(desk: StageAtDesk, view: DeskView, line: str) -> str:
    """Draw what a line asks for; return any other line as it is.

    `=general ?` asks for lots, `?` for the turn of the ghosts. PelotonError if there is
    nothing to draw.
    """
    if line.strip() == ASKED:
        return _ghosts_drawn(view.reading)
    if not line.startswith("=") or not line.endswith(DRAW):
        return line
    try:
        name, _ = named_lots(line[1:])
    except FormError:
        return line
    live = view.live
    if live.score is None or live.still_out or not live.complete:
        message = "No lots yet: the stage is not complete."
        raise PelotonError(message)
    ties = tied_by_lots(live.score, name, desk.before.rulebook)
    if not ties:
        message = f"Nobody is tied in {name}: no lots."
        raise PelotonError(message)
    return lots_text(name, draw_lots(ties))


def _ghosts_drawn(reading: DeskReading) -> str:
    """Draw a turn for every ghost that is still on the road; return it as a line.

    Raises PelotonError if the tour has no ghosts, or none that has a card to play.
    """
    if not reading.ghosts.ghosts:
        raise PelotonError(no_ghosts(reading.ghosts))
    home = {bib for line in reading.stage.finish for bib in line.bibs}
    turns, table = [], reading.ghosts
    for owner, ghost in table.ghosts.items():
        if home.issuperset(ghost.riders):
            continue
        turn = table.turn(owner, SystemRandom().shuffle)
        if turn is not None:
            # Two bottles of one turn are two of the same stock.
            table = table.drawn(owner, *turn)
            turns.append((owner, *turn))
    if not turns:
        away = home.issuperset(b for g in table.ghosts.values() for b in g.riders)
        message = "no ghost on the road has a card left"
        message = "no ghost is on the road any more" if away else message
        raise PelotonError(message)
    return drawn_line(turns)


def not_saved(error: PelotonError) -> str:
    """Say in one line why a stage was not saved."""
    lines = error.lines if isinstance(error, InputError) else ()
    return " ".join(("Not saved:", *lines, str(error)))
