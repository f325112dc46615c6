"""Text as Excel keeps it: counted in UTF-16, and with escapes of its own."""

import re

from peloton.rules.words import visible

_LONGEST = 32_767
"""What a cell holds."""
_ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""The beginning of an escaped letter: `_x0041_` is an A."""


def cell_text(text: str) -> str:
    """Escape a text so that Excel shows it as typed, cut to the length of a cell."""
    kept = cut_letters(visible(text), _LONGEST)
    return _ESCAPE.sub("_x005F_", kept) if "_x" in kept else kept


def letters(text: str) -> int:
    """Count the letters of a text as Excel does: a smiling face is two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def cut_letters(text: str, most: int) -> str:
    """Keep no more than so many letters, and no half of one."""
    if text.isascii():
        return text[:most]
    return text.encode("utf-16-le")[: 2 * most].decode("utf-16-le", "ignore")
