"""The words of startlists, such as column titles, in the languages of the players."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from peloton.rules.words import without_accents

_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_NAMES: Mapping[str, list[str]] = _WORDS["columns"]
OTHER = "other"
"""The field of columns with a known title that are not used, such as an age."""
FIELDS = {field: names[0] for field, names in _NAMES.items() if field != OTHER}
"""The title of each field in English."""
NATION_CODES = frozenset(_WORDS["nations"]["codes"].split())
NATION_NAMES = frozenset(_WORDS["nations"]["names"])


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


def _meaning(title: str) -> tuple[str, int]:
    """Return the field and the priority of a title such as `Nom / Name`."""
    parts = [title, *re.split(r"\(|/| - ", title)]
    words = [normalise_word(part) for part in parts]
    known = [_FIELDS.get(word) for word in words]
    known += [_FIELDS.get(_LITTLE.sub("", word).strip()) for word in words]
    return next(filter(None, known), ("", 0))


_LITTLE = re.compile(
    r"\b(?:de|del|dell|della|der|des|di|du|el|l|la|le|les|of|the|van|name|naam|nom|nombre"
    r"|nome) (?=[a-z])"
)
"""Words before the noun of a title, as in `Nombre del ciclista`."""


def header_fields(titles: Sequence[str]) -> list[str]:
    """Return the field of each column by its title, or "" if it is unknown."""
    found = [_meaning(title) for title in titles]
    best: dict[str, int] = {}
    for number, (field, order) in enumerate(found):
        if field and (field not in best or order < found[best[field]][1]):
            best[field] = number
    best.pop(OTHER, None)
    # In `Name, Vorname` and `Nome, Cognome` the title `Name` or `Nome` is half a name.
    if "name" in best and ("first" in best) != ("last" in best):
        best["last" if "first" in best else "first"] = best.pop("name")
    elif "first" in best and not {"last", "name"} & best.keys():
        # `Nombre` without a column for the last name is the whole name.
        best["name"] = best.pop("first")
    elif "last" in best and not {"first", "name"} & best.keys():
        best["name"] = best.pop("last")
    fields = {number: field for field, number in best.items()}
    others = (OTHER if field == OTHER else "" for field, _ in found)
    return [fields.get(number, other) for number, other in enumerate(others)]
