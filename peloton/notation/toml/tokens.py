"""Split a TOML document into tokens, in linear time for any text.

Only limits are checked: a text that is not valid TOML is split into tokens too.
"""

import re
from collections.abc import Iterator
from itertools import islice

from peloton.rules.limits import Limit

_TOKEN = re.compile(
    r'''
    [ \t\n]+ | \#[^\n]*                                 # blanks; a comment
    | """ (?:[^"\\]+ | \\.? | "(?!""))* (?:"{3,5} | \Z)   # strings, perhaps open
    | \'\'\' .*? (?:'{3,5} | \Z)
    | " (?:\\?[^\n])*? (?:["\n] | \Z)
    | ' [^'\n]* ['\n]?
    | [][{}=,.] | [^][{}=,."'\#\s]+                     # a sign; other text
    ''',
    re.DOTALL | re.VERBOSE,
)
_SIGNS = re.compile("[=,.[]")
"""Characters between keys, values, items and tables, all of which are slow to parse."""


def tokens(text: str) -> Iterator[str]:
    """Return all tokens.

    A token is a run of blanks and newlines, a comment, a string with its quotes, a
    punctuation character, or any other text between these.
    """
    return (match[0] for match in _TOKEN.finditer(text))


def exceeded_limit(text: str) -> tuple[str, int]:
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
