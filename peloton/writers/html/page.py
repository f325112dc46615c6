"""Sheets -> a web page: one file with all in it, or a page for each part of a tour.

Nothing is fetched from anywhere, and nothing a person typed is ever in the script.
"""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from unicodedata import normalize

from peloton.reports.sheet import PageWords, Sheet
from peloton.writers.html.sheet import SHIRTS, sheet_html, text

_STYLE, _SCRIPT = "peloton.css", "peloton.js"
_TAKEN = frozenset({"all", "jersey", "results", "index", "con", "prn", "aux", "nul"})
"""Names no part may have: those of the page itself, and those Windows keeps."""
_LONGEST_NAME = 60
_BESIDE = "'self' file:"
"""Files of the site itself, also where it is opened from a folder."""


_ENGLISH = PageWords()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """The sheets shown together under a title, each with the name of links to it.

    `file` is the page of a site that has them, or empty where there is only one.
    """

    place: int
    title: str
    name: str
    sheets: tuple[tuple[str, Sheet], ...]
    file: str = ""

    @property
    def first(self) -> Sheet:
        """Its first sheet, which says what it is."""
        return self.sheets[0][1]

    @property
    def address(self) -> str:
        """What a link to it names."""
        return self.file or f"#{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tour:
    """What all pages of a tour share: `head` is their style and script.

    `links` are the addresses of the sheets by name.
    """

    words: PageWords
    head: str
    parts: Sequence[_Part]
    links: Mapping[str, str]


def to_html(sheets: Sequence[Sheet], words: PageWords = _ENGLISH) -> str:
    """Write sheets as one self-contained page, with a selector of its parts."""
    style, script = _style(sheets), _own(_SCRIPT)
    head = (
        f"{_policy(_hash(style), _hash(script))}\n"
        f"<style>{style}</style>\n<script>{script}</script>"
    )
    parts = _parts(sheets)
    tour = _Tour(words=words, head=head, parts=parts, links=_links(parts))
    return _document(tour, _opening(parts), parts)


def to_site(sheets: Sequence[Sheet], words: PageWords = _ENGLISH) -> dict[str, str]:
    """Write sheets as a small site: the text of each file by its name.

    The part that opens is index.html; all files go into one folder.
    """
    head = (
        f"{_policy(_BESIDE, _BESIDE)}\n"
        f'<link rel="stylesheet" href="{_STYLE}">\n'
        f'<script src="{_SCRIPT}"></script>'
    )
    parts = _parts(sheets)
    index = _opening(parts)
    parts = [
        replace(part, file="index.html" if part is index else f"{part.name}.html")
        for part in parts
    ]
    tour = _Tour(words=words, head=head, parts=parts, links=_links(parts))
    pages = {part.file: _document(tour, part, [part]) for part in parts}
    pages = pages or {"index.html": _document(tour, None, [])}
    return {_STYLE: _style(sheets), _SCRIPT: _own(_SCRIPT), **pages}


def _parts(sheets: Sequence[Sheet]) -> list[_Part]:
    """Group the sheets, and give each part and sheet a name of its own."""
    numbered = [(f"sheet-{at}", sheet) for at, sheet in enumerate(sheets, 1)]
    parts: list[_Part] = []
    taken = set(_TAKEN)
    titled = groupby(numbered, lambda at: at[1].part or at[1].name or at[1].title)
    for place, (title, found) in enumerate(titled):
        group = tuple(found)
        name = _address(group[0][1].card or title)
        if name in taken or name.startswith(("part-", "sheet-")):
            name = f"part-{place + 1}"
        taken.add(name)
        parts.append(_Part(place=place, title=title, name=name, sheets=group))
    return parts


def _address(title: str) -> str:
    """Make a name for links and files: `Étape 3` is at etape-3."""
    plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_NAME] or "sheet-"


def _opening(parts: Sequence[_Part]) -> _Part | None:
    """Return the part that is shown first: one whose sheet opens, else the first."""
    return next((part for part in parts if part.first.opens), next(iter(parts), None))


def _links(parts: Sequence[_Part]) -> dict[str, str]:
    """Return the address of each sheet by its name; the first of a name counts."""
    links: dict[str, str] = {}
    for part in parts:
        for anchor, sheet in part.sheets:
            links.setdefault(sheet.name or sheet.title, f"{part.file}#{anchor}")
            if sheet.card:
                links[sheet.card] = part.address
    return links


def _steps(parts: Sequence[_Part], here: _Part) -> str:
    """Write the links from a part to the one before and the one after it."""
    beside = {"prev": parts[: here.place][-1:], "next": parts[here.place + 1 :][:1]}
    links = [
        f'<a rel="{name}" href="{part.address}">{text(part.title)}</a>'
        for name, found in beside.items()
        for part in found
        if bool(part.first.card) is bool(here.first.card)
    ]
    return f'<p class="steps">{"".join(links)}</p>' if links else ""


def _menu(tour: _Tour, current: _Part | None) -> str:
    """Write the selector of the parts, less the cards; nothing if there is only one.

    On the one page all can be shown at once.
    """
    if current is None or len(tour.parts) == 1:
        return ""
    here = ' aria-current="page"' if current.file else ""
    links = [
        f'<a href="{part.address}"{here if part is current else ""}>'
        f"{text(part.title)}</a>"
        for part in tour.parts
        if not part.first.card
    ]
    if not current.file:
        links.append(f'<a href="#all">{text(tour.words.everything)}</a>')
    return f'<nav aria-label="{text(tour.words.parts)}">{"".join(links)}</nav>'


def _body(tour: _Tour, part: _Part, current: _Part | None) -> str:
    words, links = tour.words, tour.links
    card = " card" if part.first.card and not part.file else ""
    classes = f"part{card}{' shown' if part is current else ''}"
    label = f'tabindex="-1" aria-label="{text(part.title)}"'
    return "\n".join(
        [
            f'<section class="{classes}" id="{part.name}" {label}>'
            + _steps(tour.parts, part),
            *(sheet_html(sheet, anchor, words, links) for anchor, sheet in part.sheets),
            "</section>",
        ]
    )


def _document(tour: _Tour, current: _Part | None, shown: Sequence[_Part]) -> str:
    """Write a page with some parts, of which `current` is seen at first."""
    words, light = tour.words, text(tour.words.light)
    first = tour.parts[0].first.title if tour.parts else "peloton"
    title = about = name = text(words.title or first)
    if current is not None:
        title = f"{text(current.title)} · {name}" if current.file else name
        of_it = current.first.title, current.first.subtitle
        about = text(". ".join(filter(None, of_it)))
    body = "\n".join(_body(tour, part, current) for part in shown)
    return f"""<!doctype html>
<html lang="{text(words.lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{about}">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
{tour.head}
<title>{title}</title>
</head>
<body>
<a class="skip" href="#results">{text(words.skip)}</a>
{SHIRTS}
<header class="top">
<h1 dir="auto">{name}</h1>
<button type="button" class="light" aria-label="{light}" title="{light}" hidden>
<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2a8 8 0 1 0 0 16z"/>\
<circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="1.6"/>\
</svg></button>
</header>
{_menu(tour, current)}
<main id="results" data-top="{text(words.top)}" data-all="{text(words.everything)}">
{body}
</main>
</body>
</html>
"""


def _style(sheets: Sequence[Sheet]) -> str:
    """Return the style, with a rule for each column that may be aligned right."""
    tables = [table for sheet in sheets for table in sheet.tables]
    columns = max((len(table.columns) for table in tables), default=0)
    right = ",".join(f".r{at} tr>:nth-child({at})" for at in range(1, columns + 1))
    if not columns:
        return _own(_STYLE)
    minor = ",".join(f".m{at} tr>:nth-child({at})" for at in range(1, columns + 1))
    return (
        f"{_own(_STYLE)}{right}{{width:1%;text-align:right;white-space:nowrap}}\n"
        f"@media screen and (max-width:44rem){{{minor}{{display:none}}}}\n"
        "@media print{"
        f":is(.tab+.tab,.table:not(.wide)) :is({minor}){{display:none}}}}\n"
    )


def _own(name: str) -> str:
    return files("peloton.writers.html").joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Forbid the page everything but its own style and script."""
    policy = (
        f"default-src 'none'; style-src {style}; script-src {script};"
        " base-uri 'none'; form-action 'none'"
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{policy}">'


def _hash(source: str) -> str:
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"
