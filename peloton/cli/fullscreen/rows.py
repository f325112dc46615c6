"""Rows of a screen: styled pieces of text, cut and filled to columns of the terminal.

Chinese letters take two columns and accents none; what would act on the terminal is
written out (`visible`).
"""

from collections.abc import Iterable

from prompt_toolkit.utils import get_cwidth

from peloton.rules.words import visible

Fragment = tuple[str, str]
"""A style and a text without line breaks."""
ScreenRow = tuple[Fragment, ...]
"""One row of the screen, from left to right."""


def width_of(text: str) -> int:
    """Return the columns that a text takes on a terminal."""
    return get_cwidth(visible(text))


def cut_to_width(text: str, columns: int) -> str:
    """Cut a text to at most `columns` columns, with `…` at the end if cut."""
    text = visible(text)
    if get_cwidth(text) <= columns:
        return text
    kept, taken = [], 1
    for letter in text:
        taken += get_cwidth(letter)
        if taken > columns:
            break
        kept.append(letter)
    return "".join(kept) + "…" if columns > 0 else ""


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """Cut a text to `columns` columns, or fill it up with spaces."""
    text = cut_to_width(text, columns)
    space = " " * (columns - get_cwidth(text))
    return space + text if right else text + space


def cut_row(row: ScreenRow, columns: int) -> ScreenRow:
    """Cut a row to at most `columns` columns."""
    parts: list[Fragment] = []
    for style, text in row:
        parts.append((style, cut_to_width(text, columns)))
        columns -= get_cwidth(parts[-1][1])
        if columns <= 0:
            break
    return tuple(parts)


def wrapped_words(words: Iterable[str], columns: int, between: str = " ") -> list[str]:
    """Wrap words into rows of at most `columns` columns; a longer word is cut."""
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
