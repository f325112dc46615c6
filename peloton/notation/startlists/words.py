"""The names that columns of startlists go by, in the languages of the players."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from peloton.rules.words import without_accents

_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_NAMES: Mapping[str, list[str]] = _WORDS["columns"]
FIELDS = {field: names[0] for field, names in _NAMES.items()}
"""What a column can be, in words."""
_NOM = "nom"
"""French for a last name beside a `prénom`, Catalan for a first beside `cognoms`."""


def says_yes(text: str) -> bool | None:
    """Read a yes or no in any of the languages; None for anything else."""
    word = plain(text) or text
    answers = _WORDS["answers"]
    if word in answers["yes"]:
        return True
    return False if word in answers["no"] else None


def type_word(text: str) -> str:
    """Return a type of riders by its name in any language, or the plain word."""
    word, types = plain(text), _WORDS["types"].items()
    return next((to for to, names in types if word in names), word)


def plain(text: str) -> str:
    """Write a word so that `N° Équipe`, `n equipe` and `N_EQUIPE` are one."""
    if text.strip() == "#":
        return "#"
    bare = without_accents(text.casefold()).replace("°", " ")
    return " ".join(re.findall(r"[^\W_]+|[*✓]|^-$", bare))


_FIELDS: Mapping[str, str] = {
    plain(name): field for field, names in _NAMES.items() for name in names
}


def header_fields(titles: list[str]) -> list[str]:
    """Return the field that each title of a column names; nothing for the others.

    Of two columns for the same field the first counts.
    """
    words = [plain(title) for title in titles]
    fields = [_FIELDS.get(word, "") for word in words]
    if _NOM in words and "name" not in fields:
        other = {"first": "last", "last": "first"}
        beside = next((other[each] for each in fields if each in other), "name")
        fields[words.index(_NOM)] = beside
    if "first" in fields and "last" not in fields and "name" not in fields:
        # `Nombre` and its like alone are the whole name.
        fields[fields.index("first")] = "name"
    first = {field: number for number, field in reversed([*enumerate(fields)])}
    return [
        field if first[field] == number else "" for number, field in enumerate(fields)
    ]
