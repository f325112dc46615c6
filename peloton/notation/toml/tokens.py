"""Split a TOML document into tokens, in linear time for any text.

Only the limits are checked: a text that is not valid TOML has tokens, too.
"""

import re
from collections.abc import Iterator
from itertools import islice

from peloton.rules.limits import Limit

_TOKEN = re.compile(
    r'[ \t\n]+|#[^\n]*|"""|"|'
    r"'''|'|[][{}=,.]|[^][{}=,.\"'#\s]+"
)
"""A token, or the opening quotes of a string."""
_ENDS = {
    '"""': re.compile(r'\\.|(?P<end>"{3,5})', re.DOTALL),
    "'''": re.compile(r"(?P<end>'{3,5})"),
    '"': re.compile(r'\\.|(?P<end>["\n])'),
    "'": re.compile(r"(?P<end>['\n])"),
}
"""The end of a string, or an escape inside it, by the opening quotes."""
_SIGNS = re.compile("[=,.[]")
"""The signs of keys, key parts, items and tables: each costs parsing time."""


def tokens(text: str) -> Iterator[str]:
    """Yield every token.

    A token is a run of blanks and newlines, a comment, a string with its quotes, a sign
    of the syntax, or any other text between these.
    """
    start = 0
    while match := _TOKEN.search(text, start):
        first, start = match.span()
        if ends := _ENDS.get(match[0]):
            found = (m.end() for m in ends.finditer(text, start) if m["end"])
            start = next(found, len(text))
        yield text[first:start]


def over_limit(text: str) -> tuple[str, int]:
    """Return the message and line of the limit a document exceeds, or "" and 0."""
    sign = next(islice(_SIGNS.finditer(text), Limit.SIGNS.most, None), None)
    if sign is not None:
        found = sum(map(text.count, "=,.["))
        return Limit.SIGNS.fault(found), text.count("\n", 0, sign.start()) + 1
    line, dots, depth = 1, 0, 0
    for word in tokens(text):
        if word in "[]{}=," or "\n" in word:
            dots = 0
            depth += (word in "[{") - (word in "]}")
        dots += word == "."
        if dots == Limit.KEY_PARTS.most:
            return Limit.KEY_PARTS.exceeded, line
        if depth > Limit.NESTING.most:
            return Limit.NESTING.exceeded, line
        line += word.count("\n")
    return "", 0
