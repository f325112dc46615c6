"""Read the tables, headings and lists in a web page as rows."""

import re
from html.parser import HTMLParser

NumberedRow = tuple[int, list[str]]
"""A row's line number and its cells; a heading or a paragraph is a row of one cell."""

_HTML = re.compile(r"<(?:table|tr|li|html|body)\b", re.IGNORECASE)
_HIDDEN = {"script", "style", "title"}
_BLOCKS = {"p", "caption", "ul", "ol", "li", "div", "table", "tr"}
_BLOCKS |= {"h1", "h2", "h3", "h4", "h5", "h6"}


def rows_of_html(text: str) -> list[NumberedRow]:
    """Return the rows of a web page; [] if the text is not HTML."""
    if not _HTML.search(text):
        return []
    page = _Page()
    page.feed(text)
    page.close()
    return [
        (line, [" ".join("".join(parts).split()) for parts in cells])
        for line, cells in page.rows
    ]


class _Page(HTMLParser):
    """A parser that collects rows of cells; text outside tables gets rows of one cell.

    Each row in `rows` has its line number, and for each cell the pieces of its text.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[int, list[list[str]]]] = [(1, [])]
        self._hidden = self._in_cell = False
        self._spans: dict[int, tuple[int, list[str]]] = {}
        """For each column: the row below its last cell (rowspan), and that cell."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._break(tag, starts=True)
        if tag in {"td", "th"}:
            row, cells, new = len(self.rows), self.rows[-1][1], list[str]()
            while (span := self._spans.get(len(cells), (0, new)))[0] > row:
                cells.append(span[1])
            rows = dict(attrs).get("rowspan") or ""
            end = row + (int(rows) if re.fullmatch("[0-9]{1,3}", rows) else 1)
            self._spans[len(cells)] = end, new
            cells.append(new)

    def handle_endtag(self, tag: str) -> None:
        self._break(tag, starts=False)

    def _break(self, tag: str, *, starts: bool) -> None:
        """Handle an HTML tag at which a cell, a row or a word begins or ends."""
        if tag in {"td", "th"}:
            self._in_cell = starts
        elif tag in _HIDDEN:
            self._hidden = starts
        elif tag in _BLOCKS and (tag == "tr" or not self._in_cell):
            self._in_cell = False
            if self.rows[-1][1]:
                self.rows.append((self.getpos()[0], []))
        elif tag == "br" or tag in _BLOCKS:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        cells = self.rows[-1][1]
        if not cells and data.strip() and not self._hidden:
            cells.append([])
        if cells and not self._hidden:
            cells[-1].append(data)
