"""Recognise words in startlists, such as column titles, in several languages."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

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


@lru_cache(maxsize=1024)
def _meaning(title: str) -> tuple[str, int]:
    """Return (field, priority) for a title such as `Nom / Name`; ("", 0) if unknown."""
    parts = map(normalise_word, [title, *re.split(r"\(|/| - ", title)])
    return next((_FIELDS[part] for part in parts if part in _FIELDS), ("", 0))


def is_header(texts: Sequence[str]) -> bool:
    """Return whether a row has the titles of two known columns and no numbers."""
    fields = set(header_fields(texts)) - {""}
    return len(fields) > 1 and not any(map(str.isdecimal, texts))


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
