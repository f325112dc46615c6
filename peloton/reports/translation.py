"""A report said in another language: a catalogue's words, and its dates and numbers."""

import datetime as dt
from collections.abc import Callable, Mapping
from decimal import Decimal

from peloton.rules.facts.kinds import Language
from peloton.rules.words import GAP, Report, Said, Value, translated

Catalogue = Mapping[str, str]
"""What to say for each English pattern; what is not in it stays English."""


def in_language(report: Report, language: Language, catalogue: Catalogue) -> Report:
    """Return a report, or several, as a reader of the language would write it."""
    return translated(report, _speaker(language, catalogue))


def _speaker(language: Language, catalogue: Catalogue) -> Callable[[Said], str]:
    # Only needed where a language is asked for, and slow to import.
    from babel.dates import format_date
    from babel.numbers import format_decimal

    def saying(said: Said) -> str:
        pattern = catalogue.get(said.pattern, said.pattern)
        # Not `str.format`: a player's text must reach nothing but the values.
        return GAP.sub(lambda gap: value(said.values[gap[1]]), pattern)

    def value(found: Value) -> str:
        if isinstance(found, Said):
            return saying(found)
        if isinstance(found, str):
            return found
        if isinstance(found, dt.date):
            return format_date(found, "long", locale=language)
        if isinstance(found, Decimal):
            places = "0." + "0" * max(0, -int(found.as_tuple().exponent))
            return format_decimal(found, format=places, locale=language)
        return format_decimal(found, locale=language)

    return saying
