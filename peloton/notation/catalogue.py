"""Read catalogues: translations of sheets and messages, which users can override."""

import tomllib
from collections.abc import KeysView, Mapping
from functools import cache, lru_cache

from peloton.errors import PelotonError, did_you_mean
from peloton.notation.resources import text_beside
from peloton.notation.toml.schema import TableSchema, read_toml
from peloton.notation.toml.values import text_value, word_value
from peloton.rules.facts.kinds import Language
from peloton.rules.values import quote, unexpected
from peloton.rules.words import PLACEHOLDER

_TABLES = ("words", "messages")
"""The tables of a catalogue: `words` (text on sheets and phones) and `messages`."""
_CATALOGUE = TableSchema(
    "a catalogue",
    {"language": word_value(Language)},
    required=("language",),
    nested=_TABLES,
)


@cache
def builtin_catalogue(language: Language) -> Mapping[str, str]:
    """Return peloton's own translations, keyed by English text; {} for English."""
    if language is Language.ENGLISH:
        return {}
    words, messages = _tables(language)
    return {**messages, **words}


def message_patterns() -> KeysView[str]:
    """Return the patterns of all translatable messages, such as `{n} riders`."""
    return _tables(Language.FRENCH)[1].keys()


@lru_cache(maxsize=1)  # French is needed twice: as translations and as patterns
def _tables(language: Language) -> tuple[Mapping[str, str], ...]:
    # The checks of `read_catalogue` are skipped here, because a test makes them for the
    # built-in files.
    tables = tomllib.loads(text_beside("languages", language))
    return tuple(tables[name] for name in _TABLES)


def read_catalogue(text: str) -> tuple[Language, Mapping[str, str]]:
    """Read a user's catalogue; return its language and translations.

    The key `language` names the language, such as "fr". The tables `[words]` (sheets
    and phones) and `[messages]` map English text to translations. Text that is missing
    from the catalogue keeps peloton's own translation. A translation must have the same
    {placeholders} as the English text. It may have a singular and a plural form,
    `{n} coureur | {n} coureurs`, of which the number `n` selects one. Raises a
    DocumentError with all mistakes.
    """
    spot = read_toml(text)
    spot.check(_CATALOGUE.name)
    language = spot.values(_CATALOGUE).get("language", Language.ENGLISH)
    known = builtin_catalogue(Language.FRENCH)
    catalogue = dict(builtin_catalogue(language))
    for texts in map(spot.at, _TABLES):
        for english, found in texts.table().items():
            try:
                catalogue[english] = _translation(english, found, known)
            except PelotonError as fault:
                texts.at(english).report(str(fault))
    spot.check(_CATALOGUE.name)
    return language, catalogue


def _translation(english: str, found: object, known: Mapping[str, str]) -> str:
    if english not in known:
        # A hint is only given for a limited number of known words.
        alike = sorted(known, key=lambda text: abs(len(text) - len(english)))[:300]
        hint = did_you_mean(english, alike)
        raise PelotonError(f"peloton has no text {quote(english)}{hint}")
    translation = text_value(found)
    if set(PLACEHOLDER.findall(translation)) != set(PLACEHOLDER.findall(english)):
        raise unexpected(translation, f"the {{placeholders}} of {quote(english)}")
    return translation
