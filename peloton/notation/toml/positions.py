"""Find the line of a key, a list item or a line of text in a TOML document.

`tomllib` reports no line numbers. To locate a mistake, it reads a copy of the document
in which each value is replaced by its offset, so that a path of keys leads to a line.
"""

import re
import tomllib
from contextlib import suppress
from secrets import token_hex
from typing import Any

from peloton.notation.toml.schema import STRING, read_toml
from peloton.notation.toml.values import KEY_NAME
from peloton.rules.facts.problem import FactPath

_KEY = rf"{KEY_NAME} (?:[ \t]*\.[ \t]* {KEY_NAME})*"
_TOKEN = re.compile(
    rf"""
    [ \t\n,]+ | \#[^\n]*                       # between values; a comment
    | (?P<key> {_KEY} [ \t]*=[ \t]*)
    | (?P<value> {STRING} | \{{[ \t]*\}} | [^][{{}},"'\#\n]+)
    | (?P<bracket> [][{{}}])
    """,
    re.DOTALL | re.VERBOSE,
)
_HEADER = re.compile(rf"\[\[?[ \t]* {_KEY} [ \t]*\]\]?", re.DOTALL | re.VERBOSE)
_QUOTED = re.compile(STRING, re.DOTALL | re.VERBOSE)
_OWN = token_hex()
"""The key that is added to a table for its offset; random, so that no file has it."""


class LineNumbers:
    """The line numbers, from 1, of a document's keys, list items and lines of text."""

    def __init__(self, text: str) -> None:
        """Take a TOML document; any other text has no lines."""
        self._text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        self._offsets: dict[str, Any] = {}
        with suppress(tomllib.TOMLDecodeError):
            if not read_toml(self._text).problems:
                self._offsets = tomllib.loads(_with_offsets(self._text))

    def find(self, where: FactPath) -> tuple[int, str]:
        """Return the line number of a path, and the text of its string in the file.

        If the path has no value, the line is that of the nearest enclosing key, or 0.
        The text, without the quotes, is empty if the value is no string. A dotted key
        matches the same tables however they are written.
        """
        found: Any = self._offsets
        keys, complete = [*where], True
        while keys:
            key = keys.pop(0)
            if isinstance(key, str) and isinstance(found, dict) and key not in found:
                key, *rest = key.split(".", 1)
                keys = [*rest, *keys]
            elif isinstance(key, int) and isinstance(found, list):
                # The first item of a list in brackets is the offset of the list.
                key += isinstance(found[0], int)
            try:
                found = found[key]
            except (KeyError, IndexError, TypeError):
                complete = False
                break
        if found is self._offsets:
            return 0, ""
        is_value = complete and isinstance(found, int)
        while not isinstance(found, int):
            # The line of a list or a table is that of its first offset.
            values = found if isinstance(found, list) else [*found.values()]
            found = found[_OWN] if _OWN in found else values[0]
        line = self._text.count("\n", 0, found) + 1
        string = _QUOTED.match(self._text, found) if is_value else None
        return line, string[0].strip("\"'") if string else ""


def _with_offsets(text: str) -> str:
    """Replace each value with its offset; insert those of lists and headers."""
    parts: list[str] = []
    position = depth = 0
    kind: str | None = None
    while position < len(text):
        at_header = not depth and kind != "key" and text[position] == "["
        token = (_HEADER if at_header else _TOKEN).match(text, position)
        if token is None:
            break
        word, kind = token[0], token.lastgroup
        if at_header:
            word = f"{word}\n{_OWN} = {position}"
        elif kind == "value":
            word = str(position)
        elif kind == "bracket":
            depth += 1 if word in "[{" else -1
            word = f"[{position}," if word == "[" else word
        parts.append(word)
        position = token.end()
    return "".join(parts)
