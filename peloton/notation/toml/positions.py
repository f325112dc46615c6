"""Find the line of a key, a list item or an exceeded limit in a TOML document.

`tomllib` reports no line numbers. This scanner runs only to locate a mistake. Any text
can be split into tokens, in linear time. Positions are found only in valid TOML, so it
is enough to recognize strings, lists, tables and keys.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice

from peloton.rules.limits import Limit

_KeyPath = tuple[str | int, ...]
"""A path of keys and list indices, such as ("stage", 1, "finish")."""

_NEWLINE = re.compile(r"\n")
_ESCAPES = re.compile(r"\\u000[aA]|\\U0000000[aA]|\\[ \t]*\n\s*|\\.|\n")
_NEWLINES = ("\n", "\\n", "\\u000a", "\\u0000000a")


class LineNumbers:
    """The line numbers, from 1, of a document's keys and strings.

    `keys` maps the dotted path of each key and list item to its line. The path does not
    depend on quotes around keys or on how tables are nested. `strings` maps the path of
    each string to its line and its text, including the quotes.
    """

    # `_path` is the path of the current value. It is None before a key and in a header.
    # `_around` holds the enclosing lists and inline tables, outermost first: the path
    # of each, and the index of the list item (None for an inline table).

    def __init__(self) -> None:
        """Begin at the document's first line, outside any table."""
        self.keys: dict[str, int] = {}
        self.strings: dict[str, tuple[int, str]] = {}
        self._line = 1
        self._table: _KeyPath = ()
        self._tables: dict[_KeyPath, int] = {}
        self._path: _KeyPath | None = None
        self._around: list[tuple[_KeyPath, int | None]] = []
        self._key: list[str] = []
        self._brackets = 0

    def line(self, where: _KeyPath) -> int | None:
        """Return the line of a path, else of its nearest enclosing key, else None."""
        for length in range(len(where), 0, -1):
            line = self.keys.get(dotted_key(where[:length]))
            if line is not None:
                return line
        return None

    def text_at(self, where: _KeyPath) -> str:
        """Return the text of a string, or "" if the value is not a string."""
        string = self.strings.get(dotted_key(where))
        return _unquoted(string[1]) if string else ""

    def text_lines(self, where: _KeyPath) -> Sequence[int]:
        """Return the document's line number for each line of a string."""
        string = self.strings.get(dotted_key(where))
        return _text_lines(*string) if string else ()

    def read(self, word: str) -> None:
        """Read the next token of the document, and update the current path and line."""
        if word[0] in " \t\n#":
            if "\n" in word and not self._around:
                self._path = None
        elif word in {"]", "}"} and self._around:
            self._path, _ = self._around.pop()
        elif self._path is None:
            self._in_key(word)
        elif word == ",":
            around, item = self._around.pop()
            self._open(around, None if item is None else item + 1)
        else:
            self._in_value(self._path, word)
        self._line += word.count("\n")

    def _in_key(self, word: str) -> None:
        """Read a token of a key or a header: `[a.b]`, `[[a.b]]` for a new list item."""
        if word == "[":
            self._brackets += 1
        elif word == "]" and self._key:
            self._table = self._record_key((), lists=self._brackets > 1)
        elif word == "=":
            above = self._around[-1][0] if self._around else self._table
            self._path = self._record_key(above)
        elif word[0] in "\"'":
            self._key.append(_unquoted(word))
        elif word not in {".", ",", "]"}:
            self._key.append(word)

    def _record_key(self, path: _KeyPath, *, lists: bool = False) -> _KeyPath:
        """Record the line of each part of a key; return the key's full path."""
        parts, self._key, self._brackets = self._key, [], 0
        for number, part in enumerate(parts, 1):
            path = (*path, part)
            self._record(path)
            if lists and number == len(parts):
                self._tables[path] = self._tables.get(path, 0) + 1
            if path in self._tables:
                path = (*path, self._tables[path] - 1)
                self._record(path)
        return path

    def _in_value(self, path: _KeyPath, word: str) -> None:
        if self._around and self._around[-1][1] is not None:
            self._record(path)
        if word[0] in "\"'":
            self.strings.setdefault(dotted_key(path), (self._line, word))
        elif word in {"[", "{"}:
            self._open(path, 0 if word == "[" else None)

    def _open(self, around: _KeyPath, item: int | None) -> None:
        """Enter a list at the index `item`, or an inline table if `item` is None."""
        self._around.append((around, item))
        self._path = None if item is None else (*around, item)

    def _record(self, path: _KeyPath) -> None:
        self.keys.setdefault(dotted_key(path), self._line)


def document_line_numbers(text: str) -> LineNumbers:
    """Return the line numbers in a document; empty if it is invalid or too large."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    lines = LineNumbers()
    with suppress(ValueError):
        if not exceeded_limit(text)[0] and tomllib.loads(text):
            for token in tokens(text):
                lines.read(token)
    return lines


def dotted_key(where: _KeyPath) -> str:
    """Join a path of keys and indices with dots."""
    return ".".join(map(str, where))


def _text_lines(line: int, string: str) -> list[int]:
    """Return the line number for each line of a quoted string."""
    quotes = 3 if string.startswith(('"""', "'''")) else 1
    body = string[quotes:-quotes]
    if quotes > 1 and body.startswith("\n"):
        body, line = body[1:], line + 1
    lines = [line]
    breaks = _ESCAPES if string[0] == '"' else _NEWLINE
    for match in breaks.finditer(body):
        line += match[0].count("\n")
        if match[0].lower() in _NEWLINES:
            lines.append(line)
    return lines


def _unquoted(string: str) -> str:
    """Return the text of a string without its quotes and escapes."""
    text: str = tomllib.loads(f"key = {string}")["key"]
    return text


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
