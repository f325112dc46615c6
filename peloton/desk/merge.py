"""Merging a draft with its stage, changed meanwhile: nothing of either is lost."""

from collections.abc import Iterable

from peloton.desk.scored_tour import counted
from peloton.desk.state import StageAtDesk
from peloton.notation.desk.lines import DeskLine, LineKind

_SILENT = {LineKind.EMPTY, LineKind.REMARK, LineKind.TURN, LineKind.GHOSTS}


def merged_text(desk: StageAtDesk, text: str, base: str) -> tuple[str, str]:
    """Add to a text the lines that its stage got since `base`, and say so.

    Lines that were taken out of the stage meanwhile still stand in the text, and are
    named. Lines that contradict each other are mistakes, as always.
    """
    was, now, typed = (_facts(desk, lines) for lines in (base, desk.base, text))
    came = [line for fact, line in now.items() if fact not in was | typed]
    gone = [line for fact, line in was.items() if fact not in now and fact in typed]
    if came:
        text = f"{text.rstrip(chr(10))}\n" if text.strip() else ""
        text += "".join(_added(came, desk.read(text).turn))
    notes = []
    if came:
        notes.append(
            f"{counted(len(came), 'line')} came from the stage, changed meanwhile."
        )
    if gone:
        named = ", ".join(f"'{line.text.strip()}'" for line in gone)
        notes.append(f"No longer in the stage, but still here: {named}.")
    return text, " ".join(notes)


def _facts(desk: StageAtDesk, text: str) -> dict[tuple[str, str], DeskLine]:
    """Return the lines that hold a fact, by kind and text."""
    return {
        (line.kind, line.written or line.text): line
        for line in desk.read(text).lines
        if line.kind not in _SILENT
    }


def _added(lines: Iterable[DeskLine], turn: int | None) -> Iterable[str]:
    """Write lines, with the turn before a finish of another turn."""
    for line in lines:
        if line.kind is LineKind.FINISH and line.turn is not None and line.turn != turn:
            yield f"@{line.turn}\n"
            turn = line.turn
        yield f"{line.text.strip()}\n"
