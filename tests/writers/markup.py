"""Parse a page: its tables, its headings, its texts, and its tags with attributes."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "input"}


@dataclass(kw_only=True)
class Grid:
    """One table; `values` has the sort keys of cells, empty if a cell has none."""

    part: str
    sheet: str
    title: str
    head: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    values: list[list[str]] = field(default_factory=list)


class Page(HTMLParser):
    """Parses a page: `tags` has every tag with its attributes, `text` all texts."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.grids: list[Grid] = []
        self.headings: list[tuple[str, str]] = []
        self._part = self._sheet = self._heading = self._into = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        classes = (given.get("class") or "").split()
        if tag == "section" and "part" in classes:
            self._part = given.get("aria-label") or ""
        elif tag == "article":
            self._sheet = ""
        elif tag in {"h1", "h2", "h3", "style", "script", "title"}:
            self._into = tag
            self.headings.append((tag, ""))
        elif tag == "table":
            title = next((text for tag, text in self.headings[::-1] if tag == "h3"), "")
            self.grids.append(Grid(part=self._part, sheet=self._heading, title=title))
        elif tag == "thead":
            self._into = "head"
        elif tag == "tr" and self._into != "head":
            self._into = "row"
            self.grids[-1].rows.append([])
            self.grids[-1].values.append([])
        elif tag == "th" and self._into == "head":
            self.grids[-1].head.append("")
        elif tag in {"td", "th"}:
            self.grids[-1].rows[-1].append("")
            self.grids[-1].values[-1].append(given.get("data-v") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"h1", "h2", "h3", "style", "script", "title", "thead", "table"}:
            self._into = ""

    def handle_data(self, data: str) -> None:
        if self._into in {"style", "script"}:
            return
        self.text.append(data)
        data = data.rstrip("\n")
        if self._into in {"h1", "h2", "h3", "title"}:
            tag, text = self.headings[-1]
            self.headings[-1] = tag, text + data
            self._heading = text + data if tag == "h2" else self._heading
        elif self._into == "head" and self.grids[-1].head:
            self.grids[-1].head[-1] += data
        elif self._into == "row" and self.grids[-1].rows[-1]:
            self.grids[-1].rows[-1][-1] += data

    def names(self, tag: str, attribute: str) -> list[str]:
        """Return the values of an attribute of all tags of a kind."""
        return [given.get(attribute) or "" for each, given in self.tags if each == tag]
