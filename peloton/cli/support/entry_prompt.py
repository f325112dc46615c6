"""Ask for a stage's results at a prompt, show their effect, and save them."""

from dataclasses import replace

from peloton.cli.support.changing import confirm, report, show_changes
from peloton.cli.support.output import say, tell
from peloton.cli.support.prompts import ask_yes_no, beginning, prompt_until_valid
from peloton.desk.merging import text_lines, with_newlines
from peloton.desk.notes import MISTAKE
from peloton.desk.proposal import line_after_draw, still_out_message, tour_to_save
from peloton.desk.scored_tour import count_noun
from peloton.desk.state import DeskView, StageAtDesk
from peloton.desk.store import DeskStore
from peloton.errors import PelotonError
from peloton.notation.desk.writing import desk_text
from peloton.rules.facts.fact_table import without_results
from peloton.rules.facts.labels import STAGE_KINDS
from peloton.rules.lots import undrawn_lots


def ask_for_stage(store: DeskStore, opened: DeskView) -> DeskView:
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
    while True:
        view = desk.view(text)
        typed = prompt_until_valid(
            _question(view),
            lambda answer: _text_with(answer, view, first),  # noqa: B023 - called at once
            default="",
        )
        if typed is None:
            return view
        text = typed
        if text in unchanged:
            store.delete_draft()
            continue
        store.save_draft(text)
        merged = store.merge_changes(text)
        if merged is not None:  # undo must not remove other users' lines
            text = first = merged


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


def _question(view: DeskView) -> str:
    """Return the question for the next line; it says what is missing."""
    turn = view.reading.turn
    if left := len(view.live.still_out):
        return f"Finish ({left} still out){'' if turn is None else f', turn {turn}'}"
    labels = ", ".join(view.unordered)
    missing = f"No order yet at {labels}. " if labels else ""
    return f"{missing}Next line (Enter when done)"


def _text_with(answer: str, before: DeskView, first: str) -> str | None:
    """Return the lines plus an answer; None if it ends the entry.

    An empty answer ends the entry once all riders have finished. The answer `undo`
    removes the last line, but not those in `first`. Raises PelotonError for a mistake.
    """
    if answer == "undo":
        if before.text in ("", first):
            raise PelotonError("This is the first question.")
        return with_newlines(text_lines(before.text)[:-1])
    if not (answer or before.live.still_out):
        return None
    line = line_after_draw(before, answer)
    after = before.desk.view(f"{before.text}{line}\n")
    known = {wrong.message for wrong in before.wrong}
    for wrong in after.mistakes:
        if wrong.message not in known:
            raise PelotonError(wrong.message)
    if not answer and after.reading.turn == before.reading.turn:
        raise PelotonError(still_out_message(before.live.still_out))
    for wrong in after.wrong:
        if wrong.message not in known:
            tell(f"{MISTAKE}{wrong.message}")
    return after.text


def save_lines(store: DeskStore, view: DeskView) -> None:
    """Show the effect of the lines of a stage; after confirmation, save them.

    Raises PelotonError if the stage cannot be saved, or if the user declines.
    """
    before, after, number = view.desk.before, tour_to_save(view), view.number
    show_changes(before, after, number)
    for wrong in view.wrong:  # warnings only: tour_to_save raises mistakes
        tell(f"{MISTAKE}{wrong.message}")
    if undrawn := ", ".join(undrawn_lots(after.scored, after.scored.score(number))):
        tell(f"Lots not drawn yet: {undrawn}.")
    missing = ", ".join(view.unordered)
    question = f"No order yet at {missing}. Save it?" if missing else "Save it?"
    confirm(store.session, question)
    store.save(before, after)
    report(store.session, f"Saved stage {number}.")
