"""Find the line of every key and list item in a TOML document.

`tomllib` says what a document holds but not where. This scanner walks a document that
`tomllib` has accepted, so it checks nothing and only has to tell strings, lists,
tables and keys apart. It runs only when there is a mistake to point at.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_KeyPath = tuple[str | int, ...]
"""A path of keys and list indices, such as ("stage", 1, "finish")."""

_BLANK = re.compile(r"(?:[ \t\n]++|#[^\n]*+)*+")
_SPACE = re.compile(r"[ \t]*+")
_KEY = re.compile(r"""[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'""")
_STRING = re.compile(
    r'"""(?:\\.|(?!""").)*+"{3,5}'
    r"|'''(?:(?!''').)*+'{3,5}"
    r'|"(?:\\.|[^"\\])*+"'
    r"|'[^']*+'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]++")
_NEWLINE = re.compile(r"\n")
_ESCAPES = re.compile(r"\\u000[aA]|\\U0000000[aA]|\\[ \t]*\n\s*|\\.|\n")
_NEWLINES = ("\n", "\\n", "\\u000a", "\\u0000000a")


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a document, from 1.

    `keys` has the line of each key and list item by its path, joined by dots: a
    dotted key may stand quoted or opened out into tables. `strings` has where in
    `text` a string starts, `document` what `tomllib` reads.
    """

    text: str
    document: Mapping[str, Any]
    keys: Mapping[str, int]
    strings: Mapping[str, int]

    def of(self, where: _KeyPath) -> int | None:
        """Return the line of a path, or of the nearest key around it."""
        for length in range(len(where), 0, -1):
            line = self.keys.get(joined(where[:length]))
            if line is not None:
                return line
        return None

    def text_at(self, where: _KeyPath) -> str:
        """Return the text of a string, or nothing where there is none."""
        if joined(where) not in self.strings:
            return ""
        value: Any = self.document
        for key in where:
            value = value[key]
        return str(value)

    def of_text(self, where: _KeyPath) -> Sequence[int]:
        """Return, for each line of the text in a string, the line it starts on."""
        start = self.strings.get(joined(where))
        match = None if start is None else _STRING.match(self.text, start)
        if match is None:
            return ()
        return _text_lines(match[0], self.text.count("\n", 0, start) + 1)


def document_lines(text: str) -> Lines:
    """Find the lines of a document; none when it is not valid TOML."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    scan = _Scan(text)
    try:
        document = tomllib.loads(text)
        scan.document()
    except (ValueError, RecursionError):
        return Lines(text, {}, {}, {})
    return Lines(text, document, scan.keys, scan.strings)


def joined(where: _KeyPath) -> str:
    """Write a path as one dotted key."""
    return ".".join(map(str, where))


def _text_lines(string: str, line: int) -> list[int]:
    """Follow a string as written, quotes included, from the line it opens on."""
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


class _Scan:
    """One walk over a document, noting the place of keys and strings."""

    def __init__(self, text: str) -> None:
        self.keys: dict[str, int] = {}
        self.strings: dict[str, int] = {}
        self._text = text
        self._at = 0
        self._breaks = [found.start() for found in _NEWLINE.finditer(text)]
        self._counts: dict[_KeyPath, int] = {}

    def document(self) -> None:
        """Go through the headers and the keys under them."""
        table: _KeyPath = ()
        while True:
            self._pass(_BLANK)
            if self._at == len(self._text):
                return
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> _KeyPath:
        """Read `[a.b]` or `[[a.b]]`, which adds an item; return the path it opens."""
        start = self._at
        lists = self._text.startswith("[[", start)
        self._at += 2 if lists else 1
        parts = self._key()
        self._at = self._text.index("]", self._at) + (2 if lists else 1)
        path: _KeyPath = ()
        for number, part in enumerate(parts, 1):
            path = (*path, part)
            self._note(path, start)
            if lists and number == len(parts):
                self._counts[path] = self._counts.get(path, 0) + 1
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
                self._note(path, start)
        return path

    def _pair(self, table: _KeyPath) -> None:
        start, path = self._at, table
        for part in self._key():
            path = (*path, part)
            self._note(path, start)
        self._pass(_SPACE)
        self._at += 1  # the =
        self._pass(_SPACE)
        self._value(path)

    def _key(self) -> list[str]:
        """Read a key, dotted or not, into its parts."""
        parts: list[str] = []
        while True:
            self._pass(_SPACE)
            part = self._pass(_KEY)
            quoted = part[0] in "\"'"
            parts.append(tomllib.loads(f"key = {part}")["key"] if quoted else part)
            self._pass(_SPACE)
            if self._text[self._at] != ".":
                return parts
            self._at += 1

    def _value(self, path: _KeyPath) -> None:
        match self._text[self._at]:
            case "[":
                self._items(path, "]")
            case "{":
                self._items(path, "}")
            case '"' | "'":
                self.strings.setdefault(joined(path), self._at)
                self._pass(_STRING)
            case _:
                self._pass(_SCALAR)

    def _items(self, path: _KeyPath, end: str) -> None:
        """Go through a list or an inline table."""
        self._at += 1
        index = 0
        while True:
            self._pass(_BLANK)
            if self._text[self._at] == end:
                self._at += 1
                return
            if self._text[self._at] == ",":
                self._at += 1
            elif end == "}":
                self._pair(path)
            else:
                self._note((*path, index), self._at)
                self._value((*path, index))
                index += 1

    def _note(self, path: _KeyPath, start: int) -> None:
        self.keys.setdefault(joined(path), bisect_left(self._breaks, start) + 1)

    def _pass(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:  # not for a document that tomllib has accepted
            message = f"nothing to scan at {self._at}"
            raise ValueError(message)
        self._at = match.end()
        return match[0]
