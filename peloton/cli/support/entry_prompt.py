"""A stage entered at the prompt: line by line, with each mistake shown at once."""

from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from peloton.cli.support.output import tell
from peloton.cli.support.prompts import interviewed, prompt_list, prompt_until_valid
from peloton.desk.proposal import line_drawn
from peloton.desk.scored_tour import Current, counted
from peloton.desk.state import DeskView, StageAtDesk
from peloton.errors import PelotonError
from peloton.notation.desk.lines import course_labels, is_status
from peloton.notation.desk.writing import desk_text, written_label
from peloton.rules.facts.kinds import ORDERED_BY, StageKind
from peloton.rules.facts.seen import COUNTED, counted_signs
from peloton.rules.facts.stage import Stage, lap_label
from peloton.rules.facts.tour import stage_at


def asked_entry(before: Current, number: int) -> str:
    """Ask for the lines of a stage; return them with those of what is not asked for.

    It asks for the order over each sprint and summit, for the finish until every rider
    is accounted for, on the track until an empty line, then for what the game counts of
    each rider; laps and heats in a race that has them. The mistake in a line is shown
    and the line asked for again; the lines before it stay.
    """
    stage = replace(stage_at(before.tour, number), cancelled="")
    desk = StageAtDesk(before.with_stage(number, stage), number)
    _introduce(desk)
    key = f"stage enter {before.tour.name} {number}"
    drawn: dict[tuple[str, str], str] = {}
    return interviewed(key, lambda: _Lines(desk, _not_asked(desk), drawn).asked())


def _counted(desk: StageAtDesk) -> dict[str, list[str]]:
    """Return the counted facts to ask for, by their sign; none in a race apart."""
    apart = desk.stage.kind.outside_the_tour
    return {} if apart else counted_signs(desk.before.rulebook.keeps)


def _not_asked(desk: StageAtDesk) -> str:
    """Write what a stage has already and is not asked for, such as its rulings."""
    asked = chain(ORDERED_BY.values(), *_counted(desk).values())
    bare = dict.fromkeys(("finish", "crossings", *asked))
    empty: dict[str, Any] = {name: getattr(Stage(), name) for name in bare}
    return desk_text(replace(desk.stage, **empty), desk.form)


def _introduce(desk: StageAtDesk) -> None:
    """Explain what is asked for, how it is written, and how to stop."""
    form, stage, number = desk.form, desk.stage, desk.number
    written = (
        f" A finish is written: bib, then {form.form}, such as {form.example};"
        " (4 7 9) and a mark for a group;"
        if stage.kind.timed
        else " An order is written: 1 5 7, the first of them first;"
    )
    tell(
        f"Stage {number}, {stage.name or stage.kind}:"
        f" {counted(len(desk.race.racing), 'rider')}.{written}"
        " DNF 15. Any other line of the desk does as well, such as !7 +20 late. 'undo'"
        " goes back a line, Ctrl-C leaves and keeps what was typed."
    )
    if stage.ridden:
        tell(
            f"It was entered before: 'peloton desk {number}' corrects a line of it."
            " Here all of it is asked for again."
        )


_ORDERS = {
    StageKind.CRITERIUM: "Order over the line on the next lap before the finish",
    StageKind.POINTS_RACE: "Order over the line on the next lap",
    StageKind.SPRINT: "The next heat, its winner first",
    StageKind.ELIMINATION: "Who went out, first out first",
}


@dataclass(slots=True)
class _Lines:
    """The lines of a stage as they are answered; `text` are those so far.

    `drawn` stores each draw by text and line, so that `undo` draws nothing again.
    """

    desk: StageAtDesk
    text: str
    drawn: dict[tuple[str, str], str]

    @property
    def view(self) -> DeskView:
        return self.desk.view(self.text)

    def asked(self) -> str:
        """Ask for all that was seen; return every line."""
        stage = self.desk.stage
        for label in course_labels(stage):
            was = " ".join(stage.crossings.get(label, ()))
            self._ask(f"Order over {label}", f"{written_label(label, stage)}: ", was)
        if stage.kind in _ORDERS:
            prompt_list(1, _ORDERS[stage.kind], self._order)
        while stage.kind.timed and self._finish():
            pass
        for sign, names in _counted(self.desk).items():
            counts = {name: getattr(stage, name) for name in names}
            was = desk_text(replace(Stage(), **counts)).replace(f"\n{sign}", " ")
            row = COUNTED[names[0]]
            question = f"{row.title}, such as {row.example[len(sign) :]}"
            self._ask(question, sign, was.strip()[len(sign) :])
        return self.text

    def add(self, line: str) -> None:
        """Add a line; PelotonError for a mistake that comes with it."""
        known = {wrong.message for wrong in self.view.mistakes}
        at = self.text, line
        if at not in self.drawn:
            self.drawn[at] = line_drawn(self.desk, self.view, line)
        text = f"{self.text}{self.drawn[at]}\n"
        for wrong in self.desk.view(text).mistakes:
            if wrong.message not in known:
                raise PelotonError(wrong.message)
        self.text = text

    def _ask(self, question: str, begin: str, was: str) -> None:
        """Ask for what follows the beginning of a line; `none` is no line."""

        def read(answer: str) -> None:
            if answer not in ("", "none"):
                self.add(begin + answer)

        prompt_until_valid(question, read, default=was)

    def _order(self, number: int, answer: str) -> int:
        """Add an order; return the number of the next lap or heat."""
        out = is_status(answer)
        lap = self.desk.stage.kind.timed and not out
        self.add(f"{lap_label(number)}: {answer}" if lap else answer)
        return number if out else number + 1

    def _finish(self) -> bool:
        """Ask for a line of the finish; return whether there may be another."""
        view, apart = self.view, self.desk.stage.kind.outside_the_tour
        home = {bib for line in view.reading.stage.finish for bib in line.bibs}
        left = [bib for bib in self.desk.race.racing if bib not in home]

        def read(answer: str) -> bool:
            if not answer and apart:
                return False
            self.add(answer)
            if not answer and self.view.reading.turn == view.reading.turn:
                message = f"still to come: {' '.join(left)}"
                raise PelotonError(message)
            return True

        turn = "" if view.reading.turn is None else f", turn {view.reading.turn}"
        question = f"Finish ({len(left)} to come){turn}"
        return bool(left) and prompt_until_valid(question, read, default="")
