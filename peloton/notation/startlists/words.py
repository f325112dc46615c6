"""Recognize words in startlists, in several languages, and clean their cells."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from unicodedata import normalize

from peloton.rules.words import without_accents

_WORDS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)


def _words(table: str, key: str) -> list[str]:
    return " ".join(_WORDS[table][key].split()).split(", ")


OTHER = "other"
"""The field of startlist columns that are recognised but not used, such as an age."""
_TITLES = {field: _words("columns", field) for field in _WORDS["columns"]}
FIELDS = {field: titles[0] for field, titles in _TITLES.items() if field != OTHER}
"""The English column title of each startlist field."""
NATION_CODES = frozenset(_words("nations", "codes"))
NATION_NAMES = frozenset(_words("nations", "names"))
_YES, _NO = _words("answers", "yes"), _words("answers", "no")


def read_yes_no(text: str) -> bool | None:
    """Read yes or no in any language with a catalogue; None for any other text."""
    word = normalise_word(text) or text
    return True if word in _YES else False if word in _NO else None


def normalise_word(text: str) -> str:
    """Normalise text, so that `N° Équipe`, `n equipe` and `N_EQUIPE` become equal."""
    bare = without_accents(text.casefold()).replace("°", " ").replace("#", " no")
    return " ".join(re.findall(r"[^\W_]+|[*✓]|^-$", bare))


_FIELDS: Mapping[str, tuple[str, int]] = {
    normalise_word(title): (field, order)
    for field, titles in _TITLES.items()
    for order, title in enumerate(titles)
}
"""For each column title: its field, and the title's priority (0 is the highest)."""


def _meaning(title: str) -> tuple[str, int]:
    """Return (field, priority) for a title such as `Nom / Name`; ("", 0) if unknown."""
    parts = map(normalise_word, [title, *re.split(r"\(|/| - ", title)])
    return next((_FIELDS[part] for part in parts if part in _FIELDS), ("", 0))


def is_header(texts: Sequence[str]) -> bool:
    """Return whether a row has the titles of two known columns and no numbers."""
    numbers = any(map(str.isdecimal, texts))
    return not numbers and len(set(header_fields(texts)) - {""}) > 1


def header_fields(titles: Sequence[str]) -> list[str]:
    """Return the field for each column title, "" if the title is unknown."""
    found = [_meaning(title) for title in titles]
    best: dict[str, int] = {}
    for number, (field, order) in enumerate(found):
        if field and (field not in best or order < found[best[field]][1]):
            best[field] = number
    best.pop(OTHER, None)
    halves = {"first", "last"} & best.keys()
    if len(halves) == 1 and "name" in best:
        # In `Name, Vorname`, `Name` is the last name; in `Nome, Cognome`, `Nome` is the
        # first.
        best[({"first", "last"} - halves).pop()] = best.pop("name")
    elif len(halves) == 1:
        # Without a column for the last name, `Nombre` is the full name.
        best["name"] = best.pop(halves.pop())
    fields = {number: field for field, number in best.items()}
    others = (OTHER if field == OTHER else "" for field, _ in found)
    return [fields.get(number, other) for number, other in enumerate(others)]


_REMOVED = re.compile(
    "[\u00ad\u200b\u200e\u200f\u2060\ufeff]"
    r"|\[(?:\d{1,3}|[a-z]|(?:note|nb|n) ?\d+)\]"
    r"|^\s*[-*•\u2013]\s+"
    r"|^\s*(?i:team|[eé]quipe|equipo|equip|squadra|ploeg|mannschaft)"
    r"(?: ?/ ?\w+)?\s*:\s*(?=\S)"
)
"""Matches parts to remove: invisible characters, footnotes, list bullets, `Team:`."""
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_BEHIND = re.compile(r"(?<=[^\s*†‡§^¹²³])[\s*†‡§^¹²³]+$")
_DETAILS = re.compile(
    r"(?<=\S)\s*[(\[](?:[A-Za-z]{1,3}\d{0,2}|\d{2}|abandon|retired|"
    r"(?:DN[FS]|DSQ|OTL|AB|NP)\b[^()\[\]]*)[)\]]$"
    r"|\s(?:\d\d?[./-]\d\d?[./-]\d{4}|\d{4}-\d\d-\d\d|10\d ?\d{3} ?\d{3} ?\d\d)$"
)
"""Matches details after a name: a date of birth, a UCI ID, or brackets with a nation,
category, age or last stage of the rider.
"""
NO_STARTER = re.compile(
    r"(?:^|\s|\()(?:DNS|did not start|non[ -]partante?|non[ -]starter|forfait)\)?$",
    re.IGNORECASE,
)
"""Matches text that says that a rider does not start."""
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
    return " ".join(_FLAG.sub(" ", _REMOVED.sub("", text)).split())


def clean_bib(text: str) -> str:
    """Remove `n°`, `#`, a full stop and footnotes from a bib."""
    text = normalize("NFKC", _BEHIND.sub("", text))
    found = _WRITTEN_BIB.fullmatch(text)
    return found[1] if found else text


def clean_name(text: str) -> str:
    """Remove what follows a name: footnotes, nation, age, ID, category, a colon."""
    before = ""
    while before != text:
        before = text
        text = _DETAILS.sub("", _BEHIND.sub("", text.rstrip(": ")))
    return text


def is_bib(text: str) -> bool:
    """Return whether text is a bib, perhaps with signs: 12, n° 12, 12., A, A1."""
    return bool(re.fullmatch(_BIB, clean_bib(text)))


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
    rf"|\s(?:{'|'.join(map(re.escape, NATION_NAMES))})$"
)
_NATION_BEFORE = re.compile(
    rf"^(?:{'|'.join(map(re.escape, (*NATION_CODES, *NATION_NAMES)))}) (?=\S)"
)
