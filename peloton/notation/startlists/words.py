"""The names that columns of startlists go by, in the languages of the players."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from peloton.rules.words import without_accents

_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_NAMES: Mapping[str, list[str]] = _WORDS["columns"]
FIELDS = {field: names[0] for field, names in _NAMES.items()}
"""What a column can be, in words."""


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
    bare = without_accents(text.casefold()).replace("°", " ").replace("#", " no")
    return " ".join(re.findall(r"[^\W_]+|[*✓]|^-$", bare))


_FIELDS: Mapping[str, tuple[str, int]] = {
    plain(name): (field, order)
    for field, names in _NAMES.items()
    for order, name in enumerate(names)
}
"""The field and the order of preference of each title."""


def header_fields(titles: Sequence[str]) -> list[str]:
    """Return the field that each title of a column names; nothing for the others."""
    found = [_FIELDS.get(plain(title), ("", 0)) for title in titles]
    best: dict[str, int] = {}
    for number, (field, order) in enumerate(found):
        if field and (field not in best or order < found[best[field]][1]):
            best[field] = number
    # `Name, Vorname` and `Nome, Cognome`: a name beside its other half.
    if "name" in best and ("first" in best) != ("last" in best):
        best["last" if "first" in best else "first"] = best.pop("name")
    elif "first" in best and not {"last", "name"} & best.keys():
        # `Nombre` and its like alone are the whole name.
        best["name"] = best.pop("first")
    fields = {number: field for field, number in best.items()}
    return [fields.get(number, "") for number in range(len(titles))]
