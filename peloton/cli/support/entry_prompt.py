"""The prompt for a stage: asks line by line and reports each mistake at once."""

from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from peloton.cli.support.output import say, tell
from peloton.cli.support.prompts import prompt_list, prompt_until_valid, run_interview
from peloton.desk.proposal import line_after_draw
from peloton.desk.scored_tour import ScoredTour, count_noun
from peloton.desk.state import DeskView, StageAtDesk
from peloton.errors import PelotonError
from peloton.notation.desk.lines import course_labels, is_status
from peloton.notation.desk.writing import desk_text, label_text
from peloton.rules.facts.fact_table import COUNTS, counted_signs
from peloton.rules.facts.kinds import ORDERED_BY, StageKind
from peloton.rules.facts.labels import STAGE_KINDS
from peloton.rules.facts.stage import Stage, lap_label
from peloton.rules.facts.tour import stage_at


def ask_for_stage(before: ScoredTour, number: int) -> str:
    """Ask for the lines of a stage; return them with the stage's other lines.

    Asks for the order over each sprint and summit, or for laps and heats. Then asks for
    the finish, until every rider has a line (on the track until an empty line), and for
    the game's counts, such as extra turns. A line with a mistake is asked for again.
    """
    stage = replace(stage_at(before.tour, number), cancelled="")
    desk = StageAtDesk(before.with_stage(number, stage), number)
    _introduce(desk)
    key = f"stage enter {before.tour.name} {number}"
    drawn: dict[tuple[str, str], str] = {}
    return run_interview(key, lambda: _Lines(desk, _other_lines(desk), drawn).asked())


def _counted(desk: StageAtDesk) -> dict[str, list[str]]:
    """Return the counts to ask for, by desk sign; none for a race outside the tour."""
    outside = desk.stage.kind.outside_the_tour
    return {} if outside else counted_signs(desk.before.rulebook.uses)


def _other_lines(desk: StageAtDesk) -> str:
    """Return the stage's lines that are not asked for, such as rulings."""
    asked = chain(ORDERED_BY.values(), *_counted(desk).values())
    bare = dict.fromkeys(("finish", "crossings", *asked))
    empty: dict[str, Any] = {name: getattr(Stage(), name) for name in bare}
    return desk_text(replace(desk.stage, **empty), desk.mark_format)


def _introduce(desk: StageAtDesk) -> None:
    """Print what to type, in which notation, and how to stop."""
    form, stage, number = desk.mark_format, desk.stage, desk.number
    written = (
        f" For a finish, type the bib and {form.name}, such as {form.example}."
        " A group is (4 7 9) and a mark."
        if stage.kind.timed
        else " Type orders with the first rider first, such as 1 5 7."
    )
    tell(
        f"Stage {number}, {stage.name or say(STAGE_KINDS[stage.kind])}:"
        f" {count_noun(len(desk.race.racing), 'rider')}.{written}"
        " DNF 15 did not finish. Any other desk line is accepted, such as !7 +20 late."
        " Type 'undo' to go back a line. Press Ctrl-C to stop; your lines are saved."
    )
    if stage.ridden:
        tell(
            "This stage has results; you are asked for all of them again. To correct"
            f" single lines, use 'peloton desk {number}'."
        )


_ORDERS = {
    StageKind.CRITERIUM: "Order across the line on the next lap (not the last)",
    StageKind.POINTS_RACE: "Order across the line on the next lap",
    StageKind.SPRINT: "The next heat, its winner first",
    StageKind.ELIMINATION: "Who went out, first out first",
}


@dataclass(slots=True)
class _Lines:
    """The lines of a stage typed so far, in `text`.

    `drawn` caches each line drawn, by text and line, so `undo` does not redraw it.
    """

    desk: StageAtDesk
    text: str
    drawn: dict[tuple[str, str], str]

    @property
    def view(self) -> DeskView:
        return self.desk.view(self.text)

    def asked(self) -> str:
        """Ask for every line; return all lines as one text."""
        stage = self.desk.stage
        for label in course_labels(stage):
            was = " ".join(stage.crossings.get(label, ()))
            self._ask(f"Order over {label}", f"{label_text(label, stage)}: ", was)
        if stage.kind in _ORDERS:
            prompt_list(1, _ORDERS[stage.kind], self._order)
        while stage.kind.timed and self._finish():
            pass
        for sign, names in _counted(self.desk).items():
            counts = {name: getattr(stage, name) for name in names}
            was = desk_text(replace(Stage(), **counts)).replace(f"\n{sign}", " ")
            row = COUNTS[names[0]]
            question = f"{row.title}, such as {row.example[len(sign) :]}"
            self._ask(question, sign, was.strip()[len(sign) :])
        return self.text

    def add(self, line: str) -> None:
        """Add a line; PelotonError if it causes a mistake."""
        known = {wrong.message for wrong in self.view.mistakes}
        at = self.text, line
        if at not in self.drawn:
            self.drawn[at] = line_after_draw(self.desk, self.view, line)
        text = f"{self.text}{self.drawn[at]}\n"
        for wrong in self.desk.view(text).mistakes:
            if wrong.message not in known:
                raise PelotonError(wrong.message)
        self.text = text

    def _ask(self, question: str, begin: str, was: str) -> None:
        """Ask for the rest of a line that starts with `begin`; `none` adds no line."""

        def read(answer: str) -> None:
            if answer not in ("", "none"):
                self.add(begin + answer)

        prompt_until_valid(question, read, default=was)

    def _order(self, number: int, answer: str) -> int:
        """Add the order of a lap or heat; return the number of the next one."""
        out = is_status(answer)
        lap = self.desk.stage.kind.timed and not out
        self.add(f"{lap_label(number)}: {answer}" if lap else answer)
        return number if out else number + 1

    def _finish(self) -> bool:
        """Ask for a line of the finish; return whether there may be another."""
        view, outside = self.view, self.desk.stage.kind.outside_the_tour
        home = {bib for line in view.reading.stage.finish for bib in line.bibs}
        left = [bib for bib in self.desk.race.racing if bib not in home]

        def read(answer: str) -> bool:
            if not answer and outside:
                return False
            self.add(answer)
            if not answer and self.view.reading.turn == view.reading.turn:
                raise PelotonError(
                    f"still out: {' '.join(left)}; expected a line for each"
                )
            return True

        turn = "" if view.reading.turn is None else f", turn {view.reading.turn}"
        question = f"Finish ({len(left)} still out){turn}"
        return bool(left) and prompt_until_valid(question, read, default="")
