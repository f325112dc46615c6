"""The turn counter of the desk, and the marks that go without their turn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from peloton.notation.toml.values import FormError, unfit
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.games.mark import DIGITS, MarkForm


@dataclass(slots=True)
class Counter:
    """The turn of play (CR-1, CY-1, CY-3, CI-1, FI-1, FR-1).

    Where turns count from the first arrival's, those before it are not counted.
    """

    turn: int
    after_first: bool
    running: bool

    def advance(self) -> None:
        """Go on to the next turn."""
        if self.running:
            self.turn += 1

    def set(self, text: str) -> None:
        """Go to a turn: 14. FormError for any other text."""
        if not DIGITS.fullmatch(text):
            raise unfit("@" + text, "a turn such as @14")
        self.turn = int(text)


def turn_counter(stage: Stage, form: MarkForm) -> Counter | None:
    """Return the counter at the start of a stage; None if its marks have no turns."""
    short = form.short
    if short is None or not stage.kind.timed:
        return None
    if form.levelled and stage.kind.against_the_clock:
        return Counter(1, after_first=False, running=True)
    return Counter(short.first, short.after_first, running=not short.after_first)


def desk_form(form: MarkForm) -> MarkForm:
    """Return a form of marks whose mistakes say how it is typed at the desk."""
    short = form.short
    if short is None:
        return form
    return replace(form, shapes=f"{short.expected}, or {form.expected}")


def full_line(
    line: str, form: MarkForm, counter: Counter | None, played: Mapping[Bib, int]
) -> str:
    """Write a result line out: with the turn, if its mark goes without.

    That is the riders' own turns, if those were counted apart, or else the counter's.
    Where finishes are times, a bib alone has that of the line above.
    """
    riders, rest = _parted(line)
    words = rest.split()
    status = [words.pop()] if words and words[-1].upper() in Reason.__members__ else []
    mark = " ".join(words)
    short = form.short
    if short is None:
        mark = mark if mark or status or not riders else form.same
    elif counter is not None and short.text.fullmatch(mark):
        turn = _turn(riders.strip("()").split(), counter, played)
        full = "{turn} {mark}" if mark.startswith("+") else short.full
        mark = full.format(turn=turn, mark=mark)
    return " ".join(filter(None, (riders, mark, *status))) if riders else line


def _parted(line: str) -> tuple[str, str]:
    """Part the riders of a line from the rest; nobody if it begins otherwise."""
    if not line.startswith("("):
        bib, *words = line.split(None, 1)
        return ("", "") if bib.upper() in Reason.__members__ else (bib, "".join(words))
    group, bracket, rest = line.partition(")")
    return (group + bracket, rest) if bracket else ("", "")


def _turn(riders: Iterable[str], counter: Counter, played: Mapping[Bib, int]) -> int:
    turns = {played.get(Bib(bib), counter.turn) for bib in riders}
    if len(turns) > 1:
        message = "riders with turns of their own, expected a line for each"
        raise FormError(message)
    return turns.pop() if turns else counter.turn
