"""Clean the texts of a published startlist: footnotes, flags, nations, statuses."""

import re
from collections.abc import Sequence
from unicodedata import normalize

from peloton.notation.startlists.words import NATION_CODES, NATION_NAMES, header_fields
from peloton.notation.toml.values import FieldError

_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_FOOTNOTE = re.compile(r"\[(?:\d{1,3}|[a-z]|(?:note|nb|n) ?\d+)\](?!\()")
_MARKDOWN = re.compile(r"\[([^\[\]]*)\]\([^()]*\)|\*\*([^*]+)\*\*")
"""A link or an emphasis, with the text that it shows."""
_BEHIND = re.compile(r"(?<=[^\s*†‡§^¹²³])[\s*†‡§^¹²³]+$")
_IN_BRACKETS = re.compile(
    r"(?<=\S)\s*[(\[](?:[A-Za-z]{1,3}\d{0,2}|\d{2}|abandon|retired)[)\]]$"
)
"""A nation, a category, an age, or another short mark."""
_LEFT_LATER = re.compile(
    r"(?<=\S)\s*\(?\b(?:DN[FS]|DSQ|OTL|AB|NP)\b[\s#\u2013-]*"
    r"(?:st(?:age)?\.?\s*)?(?:\d+\)?|\))$"
)
"""A rider who left the race after the start: `(DNF #9)`, `DNS-4`, `(OTL)`."""
_NO_STARTER = re.compile(
    r"(?:^|\s|\()(?:DNS|did not start|non[ -]partante?|non[ -]starter|forfait)\)?$",
    re.IGNORECASE,
)
_BIB = re.compile(
    r"(?:n\s?[°o]\.?|nr\.?|#|bib|dossard|dorsal)?\s?(\d{1,20}[a-z]?)(?:\.0|[.):°])?",
    re.IGNORECASE,
)
_RIDER = re.compile(
    r"(?:(?:[nN]\s?[°oº]\.?\s?|#\s?)?"
    r"(?P<bib>\d{1,5}[a-zA-Z]?|[A-Za-z]\d{1,2}|[A-Za-z](?=\s))[.):]?"
    r"(?:\s+[-\u2013\u2014:])?\s+(?!$)|(?P<glued>\d{1,4})(?=[^\W\d_]))(?P<rest>.*)"
)
"""A rider on one line: `12 Ann`, `A Ann`, `n° 12 Ann`, `12. Ann`, `12Ann`."""
_YEAR = r"\b(?:19|20)\d\d\b"
_NO_BIB = re.compile(
    rf"{_YEAR}\s|.*{_YEAR}$|\d+(?:st|nd|rd|th|e|er|[eè]me|ste|de)\s|"
    r"\d+ *(?:km|stages?)\b",
    re.IGNORECASE,
)
"""A year, as in `2025 Tour`, or an ordinal number, as in `112th Tour`."""


def clean_text(text: str) -> str:
    """Remove invisible characters, flags and footnotes; join words by one space."""
    text = _MARKDOWN.sub(r"\1\2", _FOOTNOTE.sub("", _INVISIBLE.sub("", text)))
    text = _FLAG.sub(" ", text)
    return " ".join(text.split())


def clean_bib(text: str) -> str:
    """Remove `n°`, `#`, a full stop and footnotes from a bib."""
    text = normalize("NFKC", _BEHIND.sub("", text))
    found = _BIB.fullmatch(text)
    return found[1] if found else text


def clean_name(text: str) -> str:
    """Remove marks behind a name: footnotes, a nation, an age, the stage of leaving.

    Raises FieldError for a rider who does not start.
    """
    refuse_status(text)
    before = ""
    while before != text:
        before = text
        for mark in (_BEHIND, _LEFT_LATER, _IN_BRACKETS):
            text = mark.sub("", text)
    return text


def refuse_status(text: str) -> None:
    """Raise FieldError if a text says that a rider does not start."""
    if _NO_STARTER.search(text):
        raise FieldError(
            f"found '{text}', a rider who does not start: delete the mark or the rider"
        )


def clean_team(text: str) -> str:
    """Remove the rank, the category or the nation of a team, and footnotes."""
    text = text.lstrip("# ").rstrip(": ") or text
    shorter = _CATEGORY.sub("", _BEHIND.sub("", text)).rstrip()
    if shorter != text:
        shorter = _RANK.sub("", shorter)
    return _IN_BRACKETS.sub("", shorter) or text


_CATEGORY = re.compile(r"\((?:W?WT|WTW|PRT|PCT|PRW|CTM?|CTW|CLT|NAT)\)$")
_RANK = re.compile(r"^\d+[.)]?\s+(?=\S)")


def is_bib(text: str) -> bool:
    """Return whether a text is a number, perhaps with marks: 12, n° 12, 12."""
    return clean_bib(text).isdecimal()


def heading_of(texts: Sequence[str], bib: int) -> str:
    """Return the team's name in a row that has no rider; "" for any other row.

    The name is the only cell, or in the column of bibs; beside it may be a nation or a
    short code.
    """
    given = [text for text in texts if text]
    if is_bib(given[0]) or (len(texts) > 1 and texts.index(given[0]) != bib):
        return ""
    names = [text for text in given if not (is_nation(text) or _CODE.fullmatch(text))]
    if len(given) == 1:
        names = given if len(given[0]) > 1 else []
    return (
        clean_team(names[0]) if names == given[:1] and not _LEFT.match(names[0]) else ""
    )


_CODE = re.compile(r"\(?[A-Z]{2,4}\)?")
_LEFT = re.compile(r"(?:DN[FS]|DSQ|OTL)$", re.IGNORECASE)


def is_remark(text: str) -> bool:
    """Return whether a text is no team: a page number, a title, the staff of a team."""
    return bool(_REMARK.match(text) or re.search(_YEAR, text))


_REMARK = re.compile(
    r"(?:page|pag\.?|página|pagina|pàgina|seite|blz\.?) ?\d|\d+ ?/ ?\d+$|https?:|www\.|"
    r"start ?list|startlijst|starterliste|liste des |lista de |elenco |"
    r"(?:sports? directors?|directeurs? sportifs?|directore?s? deportivos?|"
    r"dirett?ore? sportivi?|ploegleiders?|sportliche[rn]? leiter|DS|D\.S\.)(?:\W|$)",
    re.IGNORECASE,
)


def bib_and_name(text: str) -> tuple[str, str] | None:
    """Split a line that begins with a bib; None if it is any other line."""
    found = _RIDER.fullmatch(text)
    if not found or _NO_BIB.match(text) or _CATEGORY.search(text):
        return None
    if found["rest"].isalpha() and any(header_fields([found["rest"]])):
        return None  # as in `176 riders`
    if found["glued"] and not found["rest"][0].isupper():
        return None
    return found["bib"] or found["glued"], found["rest"].lstrip(". ")


def is_nation(text: str) -> bool:
    """Return whether a text is a nation, by its code or its English name."""
    return text in NATION_CODES or text in NATION_NAMES


def without_nations(names: Sequence[str]) -> list[str]:
    """Remove the nation before or behind the names, if most names have one."""
    for shorter in map(_without_last_nation, names), map(_without_first_nation, names):
        found = list(shorter)
        if sum(map(str.__ne__, names, found)) * 2 > len(names):
            return found
    return list(names)


def _without_last_nation(name: str) -> str:
    first, code = name[:-3].rstrip(), name[-3:]
    apart = len(first) < len(name) - 3 or first[-1:].islower()
    return first if first and apart and code in NATION_CODES else name


def _without_first_nation(name: str) -> str:
    words = name.split(" ")
    for length in (3, 2, 1):
        if len(words) > length and is_nation(" ".join(words[:length])):
            return " ".join(words[length:])
    return name
