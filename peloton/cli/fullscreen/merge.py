"""A draft and a stage that was changed under it: nothing of either is lost."""

from collections.abc import Iterable

from peloton.cli.fullscreen.state import StageAtDesk
from peloton.notation.desk.lines import DeskLine, LineKind

_SILENT = {LineKind.EMPTY, LineKind.REMARK, LineKind.TURN}


def merged_text(desk: StageAtDesk, text: str, base: str) -> tuple[str, str]:
    """Add to a text the lines that came into its stage since `base`; say so.

    Lines that were taken out of the stage meanwhile still stand in the text, and are
    named. A line that contradicts another is found as a mistake, as any is.
    """
    was, now, typed = (_said(desk, each) for each in (base, desk.base, text))
    came = [line for said, line in now.items() if said not in was | typed]
    gone = [line for said, line in was.items() if said not in now and said in typed]
    if came:
        text = f"{text.rstrip(chr(10))}\n" if text.strip() else ""
        text += "".join(_added(came, desk.read(text).turn))
    notes = []
    if came:
        notes.append(f"{_lines(came)} came from the stage, changed meanwhile.")
    if gone:
        named = ", ".join(f"'{line.text.strip()}'" for line in gone)
        notes.append(f"No longer in the stage, but still here: {named}.")
    return text, " ".join(notes)


def _said(desk: StageAtDesk, text: str) -> dict[tuple[str, str], DeskLine]:
    """Return the lines that say something, by what they say."""
    return {
        (line.kind, line.written or line.text): line
        for line in desk.read(text).lines
        if line.kind not in _SILENT
    }


def _added(lines: Iterable[DeskLine], turn: int | None) -> Iterable[str]:
    """Write lines, those of the finish each in its turn."""
    for line in lines:
        if line.kind is LineKind.FINISH and line.turn is not None and line.turn != turn:
            yield f"@{line.turn}\n"
            turn = line.turn
        yield f"{line.text.strip()}\n"


def _lines(lines: list[DeskLine]) -> str:
    return "1 line" if len(lines) == 1 else f"{len(lines)} lines"
