"""Split a TOML document into tokens, in one pass whatever the text is.

Nothing is checked: of a text that is not TOML the tokens are just as fast to find.
"""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r'[ \t\n]+|#[^\n]*|"""|"|'
    r"'''|'|[][{}=,.]|[^][{}=,.\"'#\s]+"
)
"""A token, of a string only the quotes that open it."""
_ENDS = {
    '"""': re.compile(r'\\.|(?P<end>"{3,5})', re.DOTALL),
    "'''": re.compile(r"(?P<end>'{3,5})"),
    '"': re.compile(r'\\.|(?P<end>["\n])'),
    "'": re.compile(r"(?P<end>['\n])"),
}
"""The end of a string by its quotes, or an escape that ends none."""


def tokens(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the position and the text of every token, from a position on.

    A token is a run of blanks and newlines, a comment, a string with its quotes, a sign
    of the syntax, or anything else between these.
    """
    while match := _TOKEN.search(text, start):
        first, start = match.span()
        if ends := _ENDS.get(match[0]):
            found = (m.end() for m in ends.finditer(text, start) if m["end"])
            start = next(found, len(text))
        yield first, text[first:start]
