"""Break text into lines of a given width."""

import re
from collections.abc import Iterator

from peloton.writers.paper.fonts import ShapedLine, Typeface

_HYPHEN = re.compile(r"(?<=[^\W\d][-\u2010\u2013/])(?=\w)")
"""Matches line breaks allowed within a word: after `Trekking-`, but not in `1-15`."""
MOST_LINES = 30
"""Default limit on the number of lines, so that no text is longer than a page."""


def wrapped_lines(
    text: str, face: Typeface, size: float, width: float, maximum: int = MOST_LINES
) -> list[ShapedLine]:
    """Break text into lines of at most `width` points, between words if possible.

    Text with more lines than the `maximum` is cut and ends in an ellipsis.
    """
    line = face.line(text)
    limit = width / size + 1e-6
    if line.width <= limit:
        return [line]
    lines: list[str] = [""]
    for joint, word in _words(text):
        longer = f"{lines[-1]}{joint}{word}" if lines[-1] else word
        if face.line(longer).width <= limit:
            lines[-1] = longer
            continue
        if not lines[-1]:
            lines.pop()
        lines += _broken(word, face, limit)
        if len(lines) > maximum:
            break
    if len(lines) > maximum:
        lines = [*lines[: maximum - 1], _shortened(lines[maximum - 1], face, limit)]
    return [face.line(text) for text in lines]


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Yield (separator, part) for the parts of text between possible line breaks."""
    for word in text.split(" "):
        first, *others = _HYPHEN.split(word)
        yield " ", first
        yield from (("", part) for part in others)


def _broken(word: str, face: Typeface, limit: float) -> list[str]:
    """Break a word between letters, because it is longer than a line."""
    pieces = [""]
    for letter in word:
        if len(pieces) > MOST_LINES:
            break
        if not pieces[-1] or face.line(pieces[-1] + letter).width <= limit:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _shortened(text: str, face: Typeface, limit: float) -> str:
    while text and face.line(f"{text}…").width > limit:
        text = text[:-1]
    return f"{text.rstrip()}…"
