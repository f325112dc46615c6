"""Cut and pad styled text to screen rows, measured in terminal columns.

Chinese characters are two columns wide, and combining accents have no width. Escape
codes are replaced by visible characters (`printable`).
"""

from collections.abc import Iterable

from prompt_toolkit.utils import get_cwidth
from wcwidth import clip

from peloton.rules.words import printable

Fragment = tuple[str, str]
"""A prompt_toolkit style, and text without newlines."""
ScreenRow = tuple[Fragment, ...]
"""One row of the screen, from left to right."""


def width_of(text: str) -> int:
    """Return the width of text in terminal columns."""
    return get_cwidth(printable(text))


def cut_to_width(text: str, columns: int) -> str:
    """Cut text to at most `columns` columns; cut text ends with `…`."""
    text = printable(text)
    if get_cwidth(text) <= columns:
        return text
    return f"{clip(text, 0, columns - 1)}…" if columns > 0 else ""


def pad_to_width(text: str, columns: int, *, right: bool = False) -> str:
    """Cut or pad text to exactly `columns` columns."""
    text = cut_to_width(text, columns)
    space = " " * (columns - get_cwidth(text))
    return space + text if right else text + space


def cut_row(row: ScreenRow, columns: int) -> ScreenRow:
    """Cut a screen row to at most `columns` columns."""
    parts: list[Fragment] = []
    for style, text in row:
        parts.append((style, cut_to_width(text, columns)))
        columns -= get_cwidth(parts[-1][1])
    return tuple(parts)


def wrapped_words(words: Iterable[str], columns: int, between: str = " ") -> list[str]:
    """Wrap words into rows of at most `columns` columns; cut longer words."""
    rows: list[str] = []
    taken = columns
    for word in words:
        piece = cut_to_width(word, columns)
        wide = get_cwidth(piece) + len(between)
        if rows and taken + wide <= columns:
            rows[-1] += between + piece
            taken += wide
        else:
            rows.append(piece)
            taken = wide - len(between)
    return rows
