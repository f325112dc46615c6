"""Sheets -> a web page: one file with all in it, or a page for each part of a tour.

Nothing is fetched from anywhere, and nothing a person typed is ever in the script.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """The sheets shown together, under a title, and the name of links to them."""

    title: str
    name: str
    sheets: tuple[tuple[str, Sheet], ...]

    @property
    def is_card(self) -> bool:
        """Whether it is reached by links, and left out of the selector."""
        return bool(self.sheets[0][1].card)

    @property
    def about(self) -> str:
        """Say what its first sheet is about."""
        sheet = self.sheets[0][1]
        return ". ".join(filter(None, (sheet.title, sheet.subtitle)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """What all pages of a tour have in common."""

    tour: str
    title: str
    lang: str
    words: PageWords
    head: str


def to_html(
    sheets: Sequence[Sheet],
    *,
    title: str = "",
    lang: str = "en",
    words: PageWords | None = None,
) -> str:
    """Write sheets as one self-contained page, with a selector of its parts.

    `title` is the page's, else that of the first sheet; `lang` is the code of the
    language the sheets and `words` are in.
    """
    parts = _parts(sheets)
    style, script = _style(sheets), _own(_SCRIPT)
    head = (
        f"{_policy(_hash(style), _hash(script))}\n"
        f"<style>{style}</style>\n<script>{script}</script>"
    )
    title = title or _title(sheets)
    page = _Page(
        tour=title, title=title, lang=lang, words=words or PageWords(), head=head
    )
    first = _first(parts)
    addresses = {part.name: f"#{part.name}" for part in parts}
    links = _links(parts, dict.fromkeys(addresses, ""))
    everything = f'<a href="#all">{text(page.words.everything)}</a>'
    menu = _menu(parts, addresses, everything, page.words)
    bodies = [
        _body(part, page.words, links, _classes(part, first), steps)
        for part, steps in zip(parts, _steps(parts, addresses), strict=True)
    ]
    return _document(page, menu, bodies, first)


def to_site(
    sheets: Sequence[Sheet],
    *,
    title: str = "",
    lang: str = "en",
    words: PageWords | None = None,
) -> dict[str, str]:
    """Write sheets as a small site: the text of each file by its name.

    The part that opens is index.html; all files go into one folder.
    """
    parts = _parts(sheets)
    head = (
        f"{_policy(_BESIDE, _BESIDE)}\n"
        f'<link rel="stylesheet" href="{_STYLE}">\n'
        f'<script src="{_SCRIPT}"></script>'
    )
    title = title or _title(sheets)
    page = _Page(
        tour=title, title=title, lang=lang, words=words or PageWords(), head=head
    )
    addresses = {part.name: f"{part.name}.html" for part in parts}
    if first := _first(parts):
        addresses[first.name] = "index.html"
    links = _links(parts, addresses)
    site = {_STYLE: _style(sheets), _SCRIPT: _own(_SCRIPT)}
    for part, steps in zip(parts, _steps(parts, addresses), strict=True):
        menu = _menu(parts, addresses, "", page.words, part)
        body = _body(part, page.words, links, "part shown", steps)
        own = replace(page, title=f"{part.title} · {title}")
        site[addresses[part.name]] = _document(own, menu, [body], part)
    return site if parts else {**site, "index.html": _document(page, "", [], None)}


def _parts(sheets: Sequence[Sheet]) -> list[_Part]:
    """Group the sheets, and give each part and sheet a name of its own."""
    numbered = [(f"sheet-{at}", sheet) for at, sheet in enumerate(sheets, 1)]
    parts: list[_Part] = []
    taken = set(_TAKEN)
    titled = groupby(numbered, lambda at: at[1].part or at[1].name or at[1].title)
    for title, found in titled:
        group = tuple(found)
        name = _address(group[0][1].card or title)
        if name in taken or name.startswith(("part-", "sheet-")):
            name = f"part-{len(parts) + 1}"
        taken.add(name)
        parts.append(_Part(title=title, name=name, sheets=group))
    return parts


def _classes(part: _Part, first: _Part | None) -> str:
    return f"part{' card' if part.is_card else ''}{' shown' if part is first else ''}"


def _first(parts: Sequence[_Part]) -> _Part | None:
    """Return the part that is shown first: one whose sheet opens, else the first."""
    opening = (part for part in parts if part.sheets[0][1].opens)
    return next(opening, next(iter(parts), None))


def _steps(parts: Sequence[_Part], addresses: Mapping[str, str]) -> Iterator[str]:
    """Write the links from each part to the one before and the one after it."""
    for at, here in enumerate(parts):
        beside = {"prev": parts[:at][-1:], "next": parts[at + 1 :][:1]}
        links = [
            f'<a rel="{name}" href="{addresses[part.name]}">{text(part.title)}</a>'
            for name, found in beside.items()
            for part in found
            if part.is_card is here.is_card
        ]
        yield f'<p class="steps">{"".join(links)}</p>' if links else ""


def _address(title: str) -> str:
    """Make a name for links and files: `Étape 3` is at etape-3."""
    plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_NAME] or "sheet-"


def _links(parts: Sequence[_Part], pages: Mapping[str, str]) -> dict[str, str]:
    """Return the address of each sheet by its name; the first of a name counts."""
    links: dict[str, str] = {}
    for part in parts:
        for anchor, sheet in part.sheets:
            links.setdefault(sheet.name or sheet.title, f"{pages[part.name]}#{anchor}")
            if sheet.card:
                links[sheet.card] = pages[part.name] or f"#{part.name}"
    return links


def _title(sheets: Sequence[Sheet]) -> str:
    return next((sheet.title for sheet in sheets), "peloton")


def _menu(
    parts: Sequence[_Part],
    addresses: Mapping[str, str],
    more: str,
    words: PageWords,
    current: _Part | None = None,
) -> str:
    """Write the selector of the parts; nothing if there is only one."""
    if len(parts) < 2:  # noqa: PLR2004 - one part is no choice
        return ""
    here = ' aria-current="page"'
    links = [
        f'<a href="{addresses[part.name]}"{here if part is current else ""}>'
        f"{text(part.title)}</a>"
        for part in parts
        if not part.is_card
    ]
    label = text(words.parts)
    return f'<nav aria-label="{label}">{"".join([*links, more])}</nav>'


def _body(
    part: _Part, words: PageWords, links: Mapping[str, str], classes: str, steps: str
) -> str:
    written = [sheet_html(sheet, anchor, words, links) for anchor, sheet in part.sheets]
    label = f'tabindex="-1" aria-label="{text(part.title)}"'
    return "\n".join(
        [
            f'<section class="{classes}" id="{part.name}" {label}>{steps}',
            *written,
            "</section>",
        ]
    )


def _document(
    page: _Page, menu: str, bodies: Sequence[str], first: _Part | None
) -> str:
    title, body, words = text(page.title), "\n".join(bodies), page.words
    light = text(words.light)
    about = text(first.about if first else page.title)
    return f"""<!doctype html>
<html lang="{text(page.lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{about}">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
{page.head}
<title>{title}</title>
</head>
<body>
<a class="skip" href="#results">{text(words.skip)}</a>
{SHIRTS}
<header class="top">
<h1 dir="auto">{text(page.tour)}</h1>
<button type="button" class="light" aria-label="{light}" title="{light}" hidden>
<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2a8 8 0 1 0 0 16z"/>\
<circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="1.6"/>\
</svg></button>
</header>
{menu}
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
