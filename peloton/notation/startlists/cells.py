"""Clean and classify the cells of published startlists."""

import re
from collections.abc import Sequence
from unicodedata import normalize

from peloton.notation.startlists.words import NATION_CODES, NATION_NAMES

_REMOVED = re.compile(
    "[\u00ad\u200b\u200e\u200f\u2060\ufeff]"
    r"|\[(?:\d{1,3}|[a-z]|(?:note|nb|n) ?\d+)\](?!\()"
    r"|^\s*(?:#{1,6}|[-*•\u2013])\s+"
    r"|^\s*(?i:team|[eé]quipe|equipo|equip|squadra|ploeg|mannschaft)"
    r"(?: ?/ ?\w+)?\s*:\s*(?=\S)"
)
"""Matches parts to remove: invisible characters, footnotes, list bullets, `Team:`."""
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_MARKDOWN = re.compile(r"\[([^\[\]]*)\]\([^()]*\)|\*\*([^*]+)\*\*")
"""Matches a Markdown link or emphasis, and captures its visible text."""
_BEHIND = re.compile(r"(?<=[^\s*†‡§^¹²³])[\s*†‡§^¹²³]+$")
_IN_BRACKETS = re.compile(
    r"(?<=\S)\s*[(\[](?:[A-Za-z]{1,3}\d{0,2}|\d{2}|abandon|retired|"
    r"(?:DN[FS]|DSQ|OTL|AB|NP)\b[^()\[\]]*)[)\]]$"
)
"""Matches brackets after a name: nation, category, age, or last stage of the rider."""
_NO_STARTER = re.compile(
    r"(?:^|\s|\()(?:DNS|did not start|non[ -]partante?|non[ -]starter|forfait)\)?$",
    re.IGNORECASE,
)
_WRITTEN_BIB = re.compile(
    r"(?:n\s?[°o]\.?|nr\.?|#|bib|dossard|dorsal)?\s?(\d{1,20}[a-z]?)(?:\.0|[.):°])?",
    re.IGNORECASE,
)
_BIB = r"\d{1,5}[a-zA-Z]?|[A-Za-z](?![.):])\d{0,2}"
_RIDER = re.compile(
    rf"(?:(?:[nN]\s?[°oº]\.?\s?|#\s?)?(?P<bib>{_BIB})[.):]?(?:\s+[-\u2013\u2014:])?\s+"
    r"|(?P<glued>\d{1,4})(?=['\u2019]?[^\W\d_]))(?P<rest>\S.*)"
)


def clean_text(text: str) -> str:
    """Remove invisible characters, flags and footnotes; separate words by one space."""
    text = _MARKDOWN.sub(r"\1\2", _REMOVED.sub("", text))
    return " ".join(_FLAG.sub(" ", text).split())


def clean_bib(text: str) -> str:
    """Remove `n°`, `#`, a full stop and footnotes from a bib."""
    text = normalize("NFKC", _BEHIND.sub("", text))
    found = _WRITTEN_BIB.fullmatch(text)
    return found[1] if found else text


def clean_name(text: str) -> str:
    """Remove what follows a name: footnotes, nation, age, category, a colon."""
    before = ""
    while before != text:
        before = text
        text = _IN_BRACKETS.sub("", _BEHIND.sub("", text.rstrip(": ")))
    return text


def is_bib(text: str) -> bool:
    """Return whether text is a bib, perhaps with signs: 12, n° 12, 12., A, A1."""
    return bool(re.fullmatch(_BIB, clean_bib(text)))


def is_no_starter(text: str) -> bool:
    """Return whether text says that a rider does not start."""
    return bool(_NO_STARTER.search(text))


def split_rider(text: str) -> list[str]:
    """Split `12 Ann`, `A Ann`, `n° 12 Ann`, `12. Ann` or `12Ann` into bib and name."""
    found = _RIDER.fullmatch(text)
    return [found["bib"] or found["glued"], found["rest"]] if found else [text]


def is_nation(text: str) -> bool:
    """Return whether text is a nation's code, such as `(BEL)`, or its English name."""
    return text.strip("()") in NATION_CODES or text in NATION_NAMES


def without_nations(names: Sequence[str]) -> Sequence[str]:
    """Remove the nations before or after names, if most names have a nation there."""
    for nation in (_NATION_BEHIND, _NATION_BEFORE):
        bare = [nation.sub("", name) for name in names]
        if sum(map(str.__ne__, names, bare)) * 2 > len(names):
            names = bare
    return names


_NATION_BEHIND = re.compile(
    rf"(?:(?<=[a-zß-ÿ])|\s)(?=[A-Z]{{3}}$)(?:{'|'.join(NATION_CODES)})$"
)
_NATION_BEFORE = re.compile(
    rf"^(?:{'|'.join(map(re.escape, (*NATION_CODES, *NATION_NAMES)))}) (?=\S)"
)
