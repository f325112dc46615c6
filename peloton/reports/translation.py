"""Reports in another language: sentences from a catalogue, dates and numbers."""

import datetime as dt
from collections.abc import Callable, Mapping
from decimal import Decimal

from peloton.rules.facts.kinds import Language
from peloton.rules.words import GAP, Phrase, PhraseValue, Report, translated

_Catalogue = Mapping[str, str]
"""The translation of each English pattern; one that is missing stays English."""


def in_language(report: Report, language: Language, catalogue: _Catalogue) -> Report:
    """Translate a report, or several: its sentences, dates and numbers."""
    return translated(report, _speaker(language, catalogue))


def _speaker(language: Language, catalogue: _Catalogue) -> Callable[[Phrase], str]:
    # Only needed where a language is asked for, and slow to import.
    from babel.dates import format_date
    from babel.numbers import format_decimal

    def saying(sentence: Phrase) -> str:
        pattern = catalogue.get(sentence.pattern, sentence.pattern)
        # Not `str.format`: a player's text must reach nothing but the values.
        return GAP.sub(lambda gap: value(sentence.values[gap[1]]), pattern)

    def value(part: PhraseValue) -> str:
        if isinstance(part, Phrase):
            return saying(part)
        if isinstance(part, str):
            return part
        if isinstance(part, dt.date):
            return format_date(part, "long", locale=language)
        if isinstance(part, Decimal):
            places = "0." + "0" * max(0, -int(part.as_tuple().exponent))
            return format_decimal(part, format=places, locale=language)
        return format_decimal(part, locale=language)

    return saying
