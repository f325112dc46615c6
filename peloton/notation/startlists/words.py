"""The words of startlists, such as column titles, in the languages of the players."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from peloton.rules.words import without_accents

_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_NAMES: Mapping[str, list[str]] = _WORDS["columns"]
FIELDS = {field: names[0] for field, names in _NAMES.items()}
"""The title of each field in English."""


def read_yes_no(text: str) -> bool | None:
    """Read a yes or no in any language of the catalogues; None for any other text."""
    word = normalise_word(text) or text
    answers = _WORDS["answers"]
    if word in answers["yes"]:
        return True
    return False if word in answers["no"] else None


def type_word(text: str) -> str:
    """Return the English name of a rider type; an unknown word is only normalised."""
    word, types = normalise_word(text), _WORDS["types"].items()
    return next((to for to, names in types if word in names), word)


def normalise_word(text: str) -> str:
    """Normalise a text: `N° Équipe`, `n equipe` and `N_EQUIPE` become equal."""
    bare = without_accents(text.casefold()).replace("°", " ").replace("#", " no")
    return " ".join(re.findall(r"[^\W_]+|[*✓]|^-$", bare))


_FIELDS: Mapping[str, tuple[str, int]] = {
    normalise_word(name): (field, order)
    for field, names in _NAMES.items()
    for order, name in enumerate(names)
}
"""The field that each column title means, and its priority; 0 is the highest."""


def header_fields(titles: Sequence[str]) -> list[str]:
    """Return the field of each column by its title, or "" if it is unknown."""
    found = [_FIELDS.get(normalise_word(title), ("", 0)) for title in titles]
    best: dict[str, int] = {}
    for number, (field, order) in enumerate(found):
        if field and (field not in best or order < found[best[field]][1]):
            best[field] = number
    # In `Name, Vorname` and `Nome, Cognome` the title `Name` or `Nome` is half a name.
    if "name" in best and ("first" in best) != ("last" in best):
        best["last" if "first" in best else "first"] = best.pop("name")
    elif "first" in best and not {"last", "name"} & best.keys():
        # `Nombre` without a column for the last name is the whole name.
        best["name"] = best.pop("first")
    fields = {number: field for field, number in best.items()}
    return [fields.get(number, "") for number in range(len(titles))]
