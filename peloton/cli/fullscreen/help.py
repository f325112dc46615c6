"""Lay out the help of the desk: what to type on this stage, and the keys."""

from collections.abc import Iterable

from peloton.cli.fullscreen.rows import ScreenRow, pad_to_width, wrapped_words
from peloton.cli.fullscreen.views import Panel
from peloton.cli.support.output import say
from peloton.desk.state import StageAtDesk
from peloton.notation.desk.examples import Example

_KEYS: tuple[Example, ...] = (
    ("Up, Down", "go to a line to correct it; Enter goes to the end"),
    ("Ctrl-O", "insert a line below this one"),
    ("Tab", "complete a bib, a name or a label"),
    ("Ctrl-Z, Ctrl-Y", "undo typing, redo typing"),
    ("Ctrl-R", "discard the draft; Ctrl-Z restores it"),
    ("PgDn, PgUp", "scroll this pane"),
    ("F3, Ctrl-T", "switch between finish and race"),
    ("F4, Ctrl-N", "show this line's riders one space further"),
    ("F1, Ctrl-G", "show or hide this help"),
    ("F2, Ctrl-S", "review the changes, then save the stage"),
    ("Ctrl-Q, Ctrl-C", "leave; the draft is saved"),
)


def help_blocks(desk: StageAtDesk, width: int) -> list[Panel]:
    """Return the help on desk lines and keys, laid out in `width` columns."""
    search = ("/name", "find a rider, with place and time; Enter ends the search")
    return [
        _block("Lines to type", [*desk.examples(), search], width),
        _block("Keys", _KEYS, width),
    ]


def first_line_example(desk: StageAtDesk) -> str:
    """Return an example of a desk line, to show until the user types something."""
    typed, meaning = next(desk.examples())
    return say(f"{typed}: {meaning}. F1 explains more.")


def _block(title: str, lines: Iterable[Example], width: int) -> Panel:
    left = min(16, width // 2)
    rows: list[ScreenRow] = []
    for typed, meaning in lines:
        for index, row in enumerate(
            wrapped_words(say(meaning).split(), width - left - 1)
        ):
            head = pad_to_width("" if index else say(typed), left)
            rows.append((("class:turn", head), ("", f" {row}")))
    return Panel(say(title), len(rows), rows.__getitem__)
