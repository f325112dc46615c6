"""Catalogues: the translations of the sheets, in files that a player can correct."""

import tomllib
from collections.abc import Mapping
from functools import cache

from peloton.errors import did_you_mean
from peloton.notation.resources import templates
from peloton.notation.toml.schema import TableSchema, read_toml
from peloton.notation.toml.values import FieldError, text_value, unexpected, word_value
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.problem import Problem
from peloton.rules.values import quote
from peloton.rules.words import PLACEHOLDER

_CATALOGUE = TableSchema(
    "a catalogue",
    {"language": word_value(Language)},
    required=("language",),
    nested=("words",),
)


@cache
def builtin_catalogue(language: Language) -> Mapping[str, str]:
    """Return peloton's translations into a language by English text; {} for English."""
    if language is Language.ENGLISH:
        return {}
    file = templates() / "languages" / f"{language}.toml"
    # Not read by `read_catalogue`, which checks every text: a test does that.
    words: dict[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["words"]
    return words


def read_catalogue(
    text: str,
) -> tuple[Language | None, Mapping[str, str], tuple[Problem, ...]]:
    """Read a player's catalogue: its language, the translations, and the mistakes.

    The key `language` names the language, such as "fr". The table `[words]` maps
    English texts to translations; texts that it leaves out have peloton's own
    translations. A translation must have the same {placeholders} as the English text.
    """
    spot = read_toml(text)
    if spot.problems:
        return None, {}, tuple(spot.problems)
    language = spot.values(_CATALOGUE).get("language")
    words = spot.at("words")
    known = builtin_catalogue(Language.FRENCH)
    catalogue = dict(builtin_catalogue(language)) if language else {}
    for english, found in words.table().items():
        try:
            catalogue[english] = _translation(english, found, known)
        except FieldError as fault:
            words.at(english).report(str(fault))
    return language, catalogue, tuple(spot.problems)


def _translation(english: str, found: object, known: Mapping[str, str]) -> str:
    if english not in known:
        hint = did_you_mean(english, known)
        raise FieldError(f"no sheet has the text {quote(english)}{hint}")
    translation = text_value(found)
    if set(PLACEHOLDER.findall(translation)) != set(PLACEHOLDER.findall(english)):
        raise unexpected(translation, f"the {{placeholders}} of {quote(english)}")
    return translation
