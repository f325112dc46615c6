"""Write sheets as a web page: one file, or a site with a page for each group of sheets.

The pages load nothing from other sites, and scripts contain no user-supplied text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import groupby
from unicodedata import normalize

from peloton.reports.scenes import Scene
from peloton.reports.sheet import PageWords, Sheet
from peloton.rules.words import DEVICE_NAMES, printable
from peloton.writers.html.sheet import SheetView, jinja_environment

_STYLE, _SCRIPT = "peloton.css", "peloton.js"
_RESERVED = DEVICE_NAMES | {"all", "jersey", "results", "index"}
"""Names that must not be given to a part: ids of the page, device names of Windows."""
_LONGEST_NAME = 60

_ENGLISH = PageWords()
_TEMPLATES = jinja_environment()
"""The templates, each compiled once for all pages of a site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """Part of a page: sheets shown together under one title, each with its anchor.

    `place` is the part's index, and `name` its id for links. `file` is the file of the
    site that shows the part; it is empty if all parts are on a single page.
    """

    place: int
    title: str
    name: str
    sheets: tuple[tuple[str, Sheet], ...]
    file: str = ""

    @property
    def first(self) -> Sheet:
        """The first sheet, whose properties hold for the whole part."""
        return self.sheets[0][1]

    @property
    def address(self) -> str:
        """The address of links to this part."""
        return self.file or f"#{self.name}"

    def views(self, links: Mapping[str, str]) -> list[SheetView]:
        """Return the part's sheets as views, which the template renders."""
        return [SheetView(sheet, anchor, links) for anchor, sheet in self.sheets]

    def steps(self, parts: "Sequence[_Part]") -> "dict[str, _Part]":
        """Return the parts to turn to from this one: `prev` and `next`.

        The page (card) of a rider or team leads only to other cards, and any other part
        only to parts that are not cards.
        """
        beside = {"prev": parts[: self.place][-1:], "next": parts[self.place + 1 :][:1]}
        return {
            rel: part
            for rel, found in beside.items()
            for part in found
            if bool(part.first.card) is bool(self.first.card)
        }


def to_html(sheets: Sequence[Sheet], words: PageWords = _ENGLISH) -> str:
    """Write sheets as one self-contained page, with links between groups of sheets.

    There must be at least one sheet.
    """
    parts, inline = _parts(sheets), _style_and_script(sheets)
    return _document(words, parts, _opening(parts), _links(parts), inline)


def to_site(
    sheets: Sequence[Sheet],
    words: PageWords = _ENGLISH,
    links: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Write sheets as a small site; return the text of each file, keyed by file name.

    The part shown first is index.html. All files belong in one folder. `links` maps the
    pages of riders and teams (cards) that are not in the site to their addresses.
    """
    parts = _parts(sheets)
    index = _opening(parts)
    parts = [
        replace(part, file="index.html" if part is index else f"{part.name}.html")
        for part in parts
    ]
    links = {**(links or {}), **_links(parts)}
    pages = {part.file: _document(words, parts, part, links) for part in parts}
    style, script = _style_and_script(sheets)
    return {_STYLE: style, _SCRIPT: script, **pages}


def to_ceremony(scenes: Sequence[Scene], words: PageWords) -> str:
    """Write a ceremony as one page that reveals its scenes one at a time."""
    style = package_file("scene.css") + package_file("ceremony.css")
    script = package_file("replay.js") + package_file("ceremony.js")
    template = _TEMPLATES.get_template("ceremony.html")
    return template.render(scenes=scenes, words=words, style=style, script=script)


def site_style(columns: int) -> str:
    """Return the CSS of the pages, with rules that align or hide single columns.

    `columns` is the largest number of columns of a table.
    """
    if not columns:
        return package_file(_STYLE)
    right = ",".join(f".r{at} tr>:nth-child({at})" for at in range(1, columns + 1))
    minor = ",".join(f".m{at} tr>:nth-child({at})" for at in range(1, columns + 1))
    return (
        f"{package_file(_STYLE)}{right}{{width:1%;text-align:right;white-space:nowrap}}\n"
        f"@media screen and (max-width:44rem){{{minor}{{display:none}}}}\n"
        "@media print{"
        f":is(.tab+.tab,.table:not(.wide)) :is({minor}){{display:none}}}}\n"
    )


def _style_and_script(sheets: Sequence[Sheet]) -> tuple[str, str]:
    counts = (len(table.columns) for sheet in sheets for table in sheet.tables)
    script = package_file(_SCRIPT) + package_file("scrolling.js")
    return site_style(max(counts, default=0)), script


def _parts(sheets: Sequence[Sheet]) -> list[_Part]:
    """Group the sheets into the parts of a page; give parts and sheets unique names."""
    numbered = [(f"sheet-{at}", sheet) for at, sheet in enumerate(sheets, 1)]
    titled = groupby(numbered, lambda at: at[1].part or at[1].name or at[1].title)
    groups = [(title, tuple(found)) for title, found in titled]
    names = file_names(group[0][1].card or title for title, group in groups)
    return [
        _Part(place=place, title=title, name=name, sheets=group)
        for place, ((title, group), name) in enumerate(zip(groups, names, strict=True))
    ]


def file_names(titles: Iterable[str]) -> Iterator[str]:
    """Yield a unique name for each title, for use as a file name or an id.

    The names are valid on every system. If a name made from the title would be invalid,
    reserved or already used, the title's number is used instead: `part-3`.
    """
    used = set(_RESERVED)
    for number, title in enumerate(titles, 1):
        plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
        name = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_NAME] or "sheet-"
        if name in used or name.startswith(("part-", "sheet-")):
            name = f"part-{number}"
        used.add(name)
        yield name


def _opening(parts: Sequence[_Part]) -> _Part:
    """Return the part to show first: the one marked `opens`, or else the first part."""
    return next((part for part in parts if part.first.opens), parts[0])


def _links(parts: Sequence[_Part]) -> dict[str, str]:
    """Map sheet names to addresses; a name that sheets share leads to the first."""
    links: dict[str, str] = {}
    for part in parts:
        for anchor, sheet in part.sheets:
            links.setdefault(sheet.name or sheet.title, f"{part.file}#{anchor}")
            if sheet.card:
                links[sheet.card] = part.address
    return links


def _document(
    words: PageWords,
    parts: Sequence[_Part],
    current: _Part,
    links: Mapping[str, str],
    inline: tuple[str, str] = ("", ""),
) -> str:
    """Render the page of the `current` part in a site, or a single page of all parts.

    `links` maps sheet names to addresses. `inline` holds the style and the script of a
    single page.
    """
    name = title = words.title or parts[0].first.title
    if current.file:
        title = f"{printable(current.title)} · {printable(name)}"
    about = filter(None, (current.first.title, current.first.subtitle))
    return _TEMPLATES.get_template("page.html").render(
        words=words,
        style=inline[0],
        script=inline[1],
        parts=parts,
        current=current,
        shown=[current] if current.file else parts,
        links=links,
        name=name,
        title=title,
        about=". ".join(about),
    )


def package_file(name: str) -> str:
    """Return the text of a style sheet or a script for the pages."""
    return files("peloton.writers.html").joinpath(name).read_text(encoding="utf-8")
