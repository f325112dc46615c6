"""Ask for a stage's results at a prompt, show their effect, and save them."""

from dataclasses import dataclass, replace

from peloton.cli.support.changing import confirm, report, show_changes
from peloton.cli.support.output import say, tell
from peloton.cli.support.prompts import ask_yes_no, beginning, prompt_until_valid
from peloton.desk.merging import text_lines, with_newlines
from peloton.desk.notes import MISTAKE
from peloton.desk.proposal import labels_without_order, line_after_draw, preview_save
from peloton.desk.scored_tour import count_noun
from peloton.desk.state import DeskView, StageAtDesk
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError
from peloton.notation.desk.writing import desk_text
from peloton.rules.facts.fact_table import without_results
from peloton.rules.facts.labels import STAGE_KINDS


def ask_for_stage(store: DeskStore, opened: DeskView) -> str:
    """Ask for the desk lines of a stage until there are no more; return all of them.

    Stored rulings, offers and lots are included. After a mistake, the same question is
    asked again. Each line is saved immediately in the draft that the desk also uses.
    """
    desk, stage = opened.desk, opened.desk.stage
    kept = replace(
        without_results(stage),
        rulings=stage.rulings,
        offers=stage.offers,
        lots=stage.lots,
    )
    first = text = desk_text(kept, desk.mark_format)
    unchanged = {first, desk.base}
    _introduce(desk, store.notice)
    lines = text_lines(opened.text)
    question = f"Continue with your draft ({beginning(lines)})?"
    if opened.text != desk.base and ask_yes_no(question):
        text, first = with_newlines(lines), ""
    entry = _Entry(store, desk, unchanged, first, text)
    while not entry.complete:
        prompt_until_valid(entry.question, entry.read, default="")
    return entry.text


def _introduce(desk: StageAtDesk, notice: str) -> None:
    """Describe the stage, and list examples of the lines that can be typed."""
    stage, number = desk.stage, desk.number
    tell(
        f"Stage {number}, {stage.name or say(STAGE_KINDS[stage.kind])}:"
        f" {count_noun(len(desk.race.racing), 'rider')}. Type one line at a time."
    )
    for typed, meaning in desk.examples():
        tell(f"  {say(typed):<16} {say(meaning)}")
    tell("Type 'undo' to go back a line. Press Ctrl-C to stop; your lines are saved.")
    if stage.ridden:
        tell(
            "This stage has results; you are asked for all of them again. To correct"
            f" single lines, use 'peloton desk {number}'."
        )
    if notice:
        tell(notice)


@dataclass(slots=True)
class _Entry:
    """The lines typed so far, which are saved as the stage's draft.

    If `text` is one of the strings in `unchanged`, it adds nothing to the stage, and no
    draft is saved. `first` contains the lines that the answer `undo` never removes.
    """

    store: DeskStore
    desk: StageAtDesk
    unchanged: set[str]
    first: str
    text: str
    complete: bool = False

    @property
    def question(self) -> str:
        """The question for the next line; it says what is missing."""
        view = self.desk.view(self.text)
        turn = view.reading.turn
        if left := len(view.live.still_out):
            turns = "" if turn is None else f", turn {turn}"
            return f"Finish ({left} still out){turns}"
        labels = ", ".join(labels_without_order(view.reading.stage))
        missing = f"No order yet at {labels}. " if labels else ""
        return f"{missing}Next line (Enter when done)"

    def read(self, answer: str) -> None:
        """Add a line; raise PelotonError if it has a mistake.

        An empty line ends the entry once all riders have finished. The answer `undo`
        removes the last line.
        """
        if answer == "undo":
            if self.text in ("", self.first):
                raise PelotonError("This is the first question.")
            self._save(with_newlines(text_lines(self.text)[:-1]))
        elif answer or self.desk.view(self.text).live.still_out:
            self._save(self._with(answer))
        else:
            self.complete = True

    def _with(self, answer: str) -> str:
        """Return the lines plus a new line; raise PelotonError if it has a mistake."""
        before = self.desk.view(self.text)
        known = {wrong.message for wrong in before.wrong}
        line = line_after_draw(before, answer)
        after = self.desk.view(f"{self.text}{line}\n")
        for wrong in after.mistakes:
            if wrong.message not in known:
                raise PelotonError(wrong.message)
        if not answer and after.reading.turn == before.reading.turn:
            out = " ".join(before.live.still_out)
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


def save_lines(store: DeskStore, view: DeskView, *, yes: bool) -> None:
    """Show the effect of the lines of a stage; after confirmation, save them.

    Raises PelotonError if the stage cannot be saved, or if the user declines.
    """
    preview, before, number = preview_save(view), view.desk.before, view.desk.number
    show_changes(before, preview.after, number)
    for wrong in view.wrong:  # warnings only: preview_save raises mistakes
        tell(f"{MISTAKE}{say(wrong.message)}")
    if preview.undrawn:
        tell(f"Lots not drawn yet: {', '.join(preview.undrawn)}.")
    missing = ", ".join(preview.unordered)
    question = f"No order yet at {missing}: save without?" if missing else "Save it?"
    confirm(question, yes=yes)
    store.save(before, preview.after)
    report(store.session, f"Saved stage {number}.")
