"""Split a TOML document into tokens and check its limits, in linear time.

The syntax is not checked; any text can be split into tokens.
"""

import re
from collections.abc import Iterator
from itertools import islice

from peloton.rules.limits import Limit

_TOKEN = re.compile(
    r'''
    [ \t\n]+ | \#[^\n]*                                 # whitespace; a comment
    | """ (?:[^"\\]+ | \\.? | "(?!""))* (?:"{3,5} | \Z)   # strings, perhaps unclosed
    | \'\'\' .*? (?:'{3,5} | \Z)
    | " (?:\\?[^\n])*? (?:["\n] | \Z)
    | ' [^'\n]* ['\n]?
    | [][{}=,.] | [^][{}=,."'\#\s]+                     # punctuation; other text
    ''',
    re.DOTALL | re.VERBOSE,
)
_SIGNS = re.compile("[=,.[]")
"""Characters that separate keys or values; limited, because many are slow to parse."""


def tokens(text: str) -> Iterator[str]:
    """Yield the tokens of a TOML document.

    A token is a run of whitespace, a comment, a string with its quotes, a punctuation
    character, or any other text between these.
    """
    return (match[0] for match in _TOKEN.finditer(text))


def exceeded_limit(text: str) -> tuple[str, int]:
    """Return the error message and line of an exceeded limit; ("", 0) if none is."""
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
