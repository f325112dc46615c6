"""Ask for a stage's results at a prompt, and report mistakes after each line."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from peloton.cli.support.output import say, tell
from peloton.cli.support.prompts import ask_yes_no, beginning, prompt_until_valid
from peloton.desk.merging import text_lines, with_newlines
from peloton.desk.notes import MISTAKE
from peloton.desk.proposal import line_after_draw
from peloton.desk.scored_tour import count_noun
from peloton.desk.state import DeskView, StageAtDesk
from peloton.desk.store import DeskStore, OpenedStage
from peloton.errors import PelotonError
from peloton.notation.desk.lines import course_labels, is_status
from peloton.notation.desk.writing import desk_text, label_text
from peloton.rules.facts.fact_table import COUNTS, counted_signs
from peloton.rules.facts.kinds import ORDERED_BY, StageKind
from peloton.rules.facts.labels import STAGE_KINDS
from peloton.rules.facts.stage import Stage, lap_label


def ask_for_stage(store: DeskStore, opened: OpenedStage) -> str:
    """Ask for the results of a stage; return them as desk lines.

    Asks first for the order across each sprint and summit, or for laps and heats; then
    for the finish, until every rider has a line (on the track, until an empty line);
    then for the game's counts, such as extra turns. Stored lines of other kinds, such
    as rulings, are included. After a mistake, the same question is asked again. Each
    line is saved immediately in the draft that the desk also uses.
    """
    desk, first = opened.desk, _other_lines(opened.desk)
    _introduce(desk, opened.notice)
    text, unchanged = first, {first, desk.base}
    lines = text_lines(opened.text)
    question = f"Continue with your draft ({beginning(lines)})?"
    if opened.text != desk.base and ask_yes_no(question):
        text, first = with_newlines(lines), ""
    return _StageQuestions(store, desk, unchanged, first, text).ask_all()


def _counted(desk: StageAtDesk) -> dict[str, list[str]]:
    """Return the kinds of counts to ask for, keyed by the sign that begins their lines.

    A count is a number per rider, such as extra turns. A race outside the tour has no
    counts.
    """
    outside = desk.stage.kind.outside_the_tour
    return {} if outside else counted_signs(desk.before.rulebook.uses)


def _other_lines(desk: StageAtDesk) -> str:
    """Return the stored desk lines that answer no question, such as rulings."""
    asked = chain(ORDERED_BY.values(), *_counted(desk).values())
    bare = dict.fromkeys(("finish", "crossings", *asked))
    empty: dict[str, Any] = {name: getattr(Stage(), name) for name in bare}
    return desk_text(replace(desk.stage, **empty), desk.mark_format)


def _introduce(desk: StageAtDesk, notice: str) -> None:
    form, stage, number = desk.mark_format, desk.stage, desk.number
    written = (
        f" For a finish, type the bib and {form.name}, such as {form.example}."
        " For a group, type (4 7 9) instead of the bib."
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
    if notice:
        tell(notice)


_ORDERS = {
    StageKind.CRITERIUM: "Order across the line on the next lap (not the last)",
    StageKind.POINTS_RACE: "Order across the line on the next lap",
    StageKind.SPRINT: "The next heat, its winner first",
    StageKind.ELIMINATION: "Riders eliminated, first out first",
}
_FINISH = "finish"
"""Name of the question for the next riders to finish."""


class _Question(NamedTuple):
    """A question at the prompt, whose answer is part of a desk line.

    `name` identifies the question, and `words` is its text. The desk line consists of
    `begin` and the answer. `default` is the answer if the user only presses Enter.
    """

    name: str
    words: str
    begin: str = ""
    default: str = ""


@dataclass(slots=True)
class _StageQuestions:
    """The questions about a stage, and the desk lines that answer them so far.

    `text` contains the lines so far, which are saved as the stage's draft. If `text` is
    one of the strings in `unchanged`, it adds nothing to the stage, and no draft is
    saved. `first` contains the lines that the answer `undo` never removes. `answered`
    contains the names of the questions to which the user has nothing to add.
    """

    store: DeskStore
    desk: StageAtDesk
    unchanged: set[str]
    first: str
    text: str
    answered: set[str] = field(default_factory=set)

    @property
    def view(self) -> DeskView:
        return self.desk.view(self.text)

    def ask_all(self) -> str:
        """Ask all questions; return the desk lines as one string."""
        while question := next(
            (q for q in self._questions() if q.name not in self.answered), None
        ):
            read = partial(self._read, question)
            prompt_until_valid(question.words, read, default=question.default)
        return self.text

    def _questions(self) -> Iterator[_Question]:
        stage, reading = self.desk.stage, self.view.reading
        for label in course_labels(stage):
            if not reading.stage.crossings.get(label):
                was = " ".join(stage.crossings.get(label, ()))
                begin = f"{label_text(label, stage)}: "
                yield _Question(begin, f"Order over {label}", begin, was)
        if stage.kind in _ORDERS:
            lap = f"{lap_label(len(reading.stage.laps) + 1)}: "
            begin = lap if stage.kind.timed else ""
            words = f"{_ORDERS[stage.kind]} (Enter when done)"
            yield _Question("orders", words, begin)
        if stage.kind.timed and (left := len(self._left())):
            turn = "" if reading.turn is None else f", turn {reading.turn}"
            yield _Question(_FINISH, f"Finish ({left} still out){turn}")
        for sign, names in _counted(self.desk).items():
            if not any(getattr(reading.stage, name) for name in names):
                counts = {name: getattr(stage, name) for name in names}
                was = desk_text(replace(Stage(), **counts)).replace(f"\n{sign}", " ")
                row = COUNTS[names[0]]
                words = f"{row.title}, such as {row.example[len(sign) :]}"
                yield _Question(sign, words, sign, was.strip()[len(sign) :])

    def _left(self) -> list[str]:
        finish = self.view.reading.stage.finish
        home = {bib for line in finish for bib in line.bibs}
        return [bib for bib in self.desk.race.racing if bib not in home]

    def _read(self, question: _Question, answer: str) -> None:
        """Add an answer to the desk lines; raise PelotonError if it causes a mistake.

        The answer `none` adds no line. The answer `undo` removes the last line.
        """
        outside = self.desk.stage.kind.outside_the_tour
        if answer == "undo":
            if self.text in ("", self.first):
                raise PelotonError("This is the first question.")
            self.answered.clear()
            self._save(with_newlines(text_lines(self.text)[:-1]))
        elif answer in ("", "none") and (outside or question.name != _FINISH):
            self.answered.add(question.name)
        else:
            # `DNF 4` is a complete desk line, not the order of riders at a sprint.
            out = bool(answer) and is_status(answer)
            self._save(self._with("" if out else question.begin, answer))

    def _with(self, begin: str, answer: str) -> str:
        """Return the lines plus a new line; raise PelotonError if it has a mistake."""
        known = {wrong.message for wrong in self.view.wrong}
        turn = self.view.reading.turn
        line = line_after_draw(self.desk, self.view, begin + answer)
        after = self.desk.view(f"{self.text}{line}\n")
        for wrong in after.mistakes:
            if wrong.message not in known:
                raise PelotonError(wrong.message)
        if not answer and after.reading.turn == turn:
            out = " ".join(self._left())
            raise PelotonError(f"still out: {out}; expected a line for each")
        for wrong in after.wrong:
            if wrong.message not in known:
                tell(f"{MISTAKE}{say(wrong.message)}")
        return after.text

    def _save(self, text: str) -> None:
        """Save the lines in the draft, merged with lines that other users added."""
        if text in self.unchanged:
            self.store.delete_draft()
        else:
            self.store.save_draft(text)
            merged = self.store.merge_changes(text)
            if merged is not None:  # undo must not remove other users' lines
                text = self.first = merged
        self.text = text
