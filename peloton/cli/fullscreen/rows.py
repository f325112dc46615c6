"""Cut and pad styled text to rows of the screen, by columns of the terminal.

Chinese characters are two columns wide, combining accents have no width. Escape codes
are made visible (`printable`).
"""

from collections.abc import Iterable

from prompt_toolkit.utils import get_cwidth
from wcwidth import clip

from peloton.rules.words import printable

Fragment = tuple[str, str]
"""A style and a text without line breaks."""
ScreenRow = tuple[Fragment, ...]
"""One row of the screen, from left to right."""


def width_of(text: str) -> int:
    """Return the width of a text in columns of the terminal."""
    return get_cwidth(printable(text))


def cut_to_width(text: str, columns: int) -> str:
    """Return a text cut to at most `columns` columns, with `…` at the end if cut."""
    text = printable(text)
    if get_cwidth(text) <= columns:
        return text
    return f"{clip(text, 0, columns - 1)}…" if columns > 0 else ""


def pad_to_width(text: str, columns: int, *, right: bool = False) -> str:
    """Return a text cut or padded to exactly `columns` columns."""
    text = cut_to_width(text, columns)
    space = " " * (columns - get_cwidth(text))
    return space + text if right else text + space


def cut_row(row: ScreenRow, columns: int) -> ScreenRow:
    """Return a row cut to at most `columns` columns."""
    parts: list[Fragment] = []
    for style, text in row:
        parts.append((style, cut_to_width(text, columns)))
        columns -= get_cwidth(parts[-1][1])
        if columns <= 0:
            break
    return tuple(parts)


def wrapped_words(words: Iterable[str], columns: int, between: str = " ") -> list[str]:
    """Return words wrapped to rows of at most `columns` columns; long words are cut."""
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
