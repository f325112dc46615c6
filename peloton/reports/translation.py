"""Translate the sentences, dates and numbers of reports."""

import datetime as dt
import re
from collections.abc import Callable, Mapping

from peloton.rules.facts.kinds import Language
from peloton.rules.words import (
    PLACEHOLDER,
    Phrase,
    PhraseValue,
    Report,
    format_day,
    format_number,
    translate_report,
)

PLURAL = " | "
"""Separates the singular and plural forms of a translation."""
_FIRST_DAY = re.compile(r"^1\b")


def in_language(
    report: Report,
    language: Language,
    catalogue: Mapping[str, str],
    as_phrase: Callable[[str], str] = str,
) -> Report:
    """Translate the sentences, dates and numbers of a report, or of several.

    `catalogue` maps English patterns to translations; a pattern without a translation
    stays in English. If a translation has two forms, the number `n` in the sentence
    selects one. The value of `{message}` is an error or warning as plain text:
    `as_phrase` converts it to a phrase, so that it is translated too; by default, it
    stays in English.
    """

    def translate(sentence: Phrase) -> str:
        pattern = catalogue.get(sentence.pattern, sentence.pattern)
        if PLURAL in pattern and "n" in sentence.values:
            # Imported late: slow to import, and needed only for plural forms.
            from babel.core import Locale

            one, _, many = pattern.partition(PLURAL)
            number = int(str(sentence.values["n"]))
            pattern = one if Locale(language).plural_form(number) == "one" else many
        # `str.format` would evaluate text in braces, such as in a player's name. Here,
        # braces without a value stay unchanged.
        return PLACEHOLDER.sub(
            lambda gap: value(gap[1], sentence.values.get(gap[1], gap[0])), pattern
        )

    def value(name: str, part: PhraseValue) -> str:
        if name == "message" and not isinstance(part, Phrase):
            part = as_phrase(str(part))
        if isinstance(part, Phrase):
            return translate(part)
        if isinstance(part, str):
            return part
        if isinstance(part, int):
            return format_number(part)
        if isinstance(part, dt.date):
            return _long_date(part, language)
        from babel.numbers import format_decimal

        places = "0." + "0" * max(0, -int(part.as_tuple().exponent))
        return format_decimal(part, format=places, locale=language)

    return translate_report(report, translate)


def _long_date(day: dt.date, language: Language) -> str:
    if language is Language.ENGLISH:
        return format_day(day)
    from babel.dates import format_date

    written = format_date(day, "long", locale=language)
    return _FIRST_DAY.sub("1er", written) if language is Language.FRENCH else written
