"""Read the tables and lists of a web page (HTML) or of an article in wikitext."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

MarkedRow = tuple[int, list[str]]
"""The line number of a row, and its cells; a heading or a paragraph has one cell."""

_HTML = re.compile(r"<(?:table|tr|li|html|body)\b", re.IGNORECASE)
_HIDDEN = {"script", "style", "title"}
_BLOCKS = {"p", "caption", "ul", "ol", "li", "div", "table", "tr"}
_BLOCKS |= {"h1", "h2", "h3", "h4", "h5", "h6"}


def html_rows(text: str) -> list[MarkedRow]:
    """Return the rows of a page; [] if the text is not HTML."""
    if not _HTML.search(text):
        return []
    page = _Page()
    page.feed(text)
    page.close()
    page.end_row()
    return page.rows


class _Page(HTMLParser):
    """Collect table rows; any other block is a row of one cell."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[MarkedRow] = []
        self._line = 1
        self._cells: list[str] = []
        self._text: list[str] = []
        self._hidden = 0
        self._in_cell = False
        self._rowspan = 1
        self._spanned: dict[int, tuple[int, str]] = {}
        self._below: dict[int, tuple[int, str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _HIDDEN
        if tag in {"td", "th"}:
            self._end_cell()
            self._add_spanned()
            self._text, self._in_cell = [], True
            rows = dict(attrs).get("rowspan") or ""
            self._rowspan = int(rows) if re.fullmatch("[0-9]{1,3}", rows) else 1
        elif tag == "tr" or (tag in _BLOCKS and not self._in_cell):
            self.end_row()
            if tag == "table":
                self._spanned = {}
        elif tag == "br" or tag in _BLOCKS:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _HIDDEN:
            self._hidden = max(self._hidden - 1, 0)
        elif tag in {"td", "th"}:
            self._end_cell()
        elif tag == "tr" or (tag in _BLOCKS and not self._in_cell):
            self.end_row()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            if not (self._cells or self._text):
                self._line = self.getpos()[0]
            if self._text or data.strip():
                self._text.append(data)

    def _end_cell(self) -> None:
        if self._in_cell:
            text = " ".join("".join(self._text).split())
            if self._rowspan > 1:
                self._spanned[len(self._cells)] = self._rowspan - 1, text
            self._cells.append(text)
        self._text, self._in_cell = [], False

    def _add_spanned(self) -> None:
        """Add the cells of earlier rows that span this row too."""
        while (column := len(self._cells)) in self._spanned:
            rows, text = self._spanned.pop(column)
            self._cells.append(text)
            if rows > 1:
                self._below[column] = rows - 1, text

    def end_row(self) -> None:
        """End the row, or the text outside of a table."""
        if self._in_cell:
            self._end_cell()
        if self._cells:
            self._add_spanned()
        cells = self._cells or [" ".join("".join(self._text).split())]
        if any(cells):
            self.rows.append((self._line, cells))
        self._spanned |= self._below
        self._cells, self._text, self._below = [], [], {}


_TEMPLATE = re.compile(r"\{\{([^{}]*)\}\}")
_REMOVED = re.compile(r"<!--[^<>]*-->|<ref[^<>/]*>[^<]*</ref>|<[^<>]*>")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_FLAGS = re.compile(
    "(?:flag ?icon|flagdeco|dagger|double-dagger|drapeau)", re.IGNORECASE
)
_BAR = "\0"
"""Stands for a bar inside a cell, until the cells are split at the others."""


def wikitext_rows(text: str) -> list[MarkedRow]:
    """Return the rows of the tables of an article; [] if the text has no wikitext."""
    if not re.search(r"^\{\|", text, re.MULTILINE):
        return []
    text = _REMOVED.sub(lambda found: "\n" * found[0].count("\n"), text)
    text = text.replace("{{!}}", _BAR).replace("'''", "").replace("''", "")
    for _ in range(_DEEPEST):
        text = _LINK.sub(r"\1", _TEMPLATE.sub(_template_text, text))
    return [(line, cells) for line, cells in _table_rows(text) if any(cells)]


_DEEPEST = 4
"""Maximum depth of nested templates."""


def _template_text(found: re.Match[str]) -> str:
    """Return the text that a template shows: mostly its first argument."""
    name, *arguments = found[1].split("|")
    plain = [text.strip() for text in arguments if "=" not in text]
    if _FLAGS.match(name.strip()) or not plain:
        return ""
    return " ".join(plain[:2]) if name.strip() == "sortname" else plain[0]


def _table_rows(text: str) -> Iterator[MarkedRow]:
    number, cells = 1, list[str]()
    for line_number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if line.startswith(("{|", "|}", "|-", "|+")):
            yield number, cells
            number, cells = line_number + 1, []
            if line.startswith("|+"):
                yield line_number, [_cell_text(line[2:])]
        elif line.startswith(("|", "!")):
            bars = line.replace("!!", "||") if line.startswith("!") else line
            cells += map(_cell_text, bars[1:].split("||"))
    yield number, cells


def _cell_text(text: str) -> str:
    """Remove the attributes before a cell's text, as in `scope="col" | No.`."""
    return text.rpartition("|")[2].strip().replace(_BAR, "|")
