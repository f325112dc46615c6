"""Translatable sentences, readable times and dates, and text that is safe to print.

A report calls `phrase("Stage {number}", number=3)`. The result is a string with the
English sentence, which also stores the pattern and the values for a later translation.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    import datetime as dt
    from decimal import Decimal  # slow to import, and rarely needed


PhraseValue: TypeAlias = "str | int | Decimal | dt.date"
Report = TypeVar("Report")

PLACEHOLDER = re.compile(r"\{(\w+)\}")
"""Matches a placeholder in a pattern, such as `{number}`, to be replaced by a value."""
_BREAKS = re.compile(r"(?<= )(?=[^ ])|(?<=[^\W\d][-\u2010\u2013/])(?=[^\W\d])")
"""Matches possible line breaks: after a space, and in `Trek-Café`, not in `CY-15`."""


class Phrase(str):
    """A sentence with its English pattern and values, which may be phrases, too."""

    __slots__ = ("pattern", "values")

    pattern: str
    values: Mapping[str, PhraseValue]


def phrase(pattern: str, /, **values: PhraseValue) -> Phrase:
    """Return an English pattern with the values filled in, as a translatable phrase.

    The pattern is the key under which translations are found.
    """
    english: dict[str, object] = {**values}
    for name, value in values.items():
        if isinstance(value, int):
            english[name] = format_number(value)
        elif hasattr(value, "month"):
            english[name] = format_day(cast("dt.date", value))
    text = pattern.format_map(english) if values else pattern
    return _sentence(text, pattern, values)


def count_phrase(
    count: int, one: Phrase, more: Phrase, **values: PhraseValue
) -> Phrase:
    """Fill a count into the phrase for one thing (or -1), or the one for several."""
    pattern = (one if abs(count) == 1 else more).pattern
    return phrase(pattern, count=count, **values)


def _sentence(text: str, pattern: str, values: Mapping[str, PhraseValue]) -> Phrase:
    sentence = Phrase(text)
    sentence.pattern, sentence.values = pattern, values
    return sentence


_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def format_day(day: "dt.date") -> str:
    """Format a date in English: 15 May 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def format_number(number: int) -> str:
    """Format a whole number; five or more digits are grouped in threes: 11 000.

    The groups are separated by narrow no-break spaces, because a comma or dot is a
    decimal sign in some languages.
    """
    if abs(number) < _LEAST_GROUPED:
        return str(number)
    return f"{number:,}".replace(",", "\u202f")


_LEAST_GROUPED = 10_000


def join(parts: Iterable[str], sep: str = ", ") -> str:
    """Join strings or phrases into one phrase, so that each can still be translated."""
    sentence, *rest = tuple(parts) or ("",)
    for part in rest:
        sentence = phrase(f"{{before}}{sep}{{after}}", before=sentence, after=part)
    return sentence


def translate_report(report: Report, translate: Callable[[Phrase], str]) -> Report:
    """Return a report with every phrase translated, also in fields and tuples."""
    new: Any = report
    if isinstance(report, Phrase):
        new = _sentence(translate(report), report.pattern, report.values)
    elif isinstance(report, tuple):
        new = tuple(translate_report(part, translate) for part in report)
    elif is_dataclass(report) and not isinstance(report, type):
        names = [field.name for field in fields(report)]
        parts = {n: translate_report(getattr(report, n), translate) for n in names}
        new = replace(report, **parts)
    return cast("Report", new)


def format_time(ticks: int, unit: str, *, long: bool = False) -> str:
    """Format a time in seconds, such as `1:02:03`, or in `tenths` of a round: `1'3`.

    If `long`, a time below an hour has hours too: a spreadsheet would read 0:21 as 21
    minutes.
    """
    sign, ticks = ("-", -ticks) if ticks < 0 else ("", ticks)
    if unit == "tenths":
        return f"{sign}{ticks // 10}'{ticks % 10}"
    minutes, seconds = divmod(ticks, 60)
    hours, minutes = divmod(minutes, 60)
    if hours or long:
        return f"{sign}{hours}:{minutes:02}:{seconds:02}"
    return f"{sign}{minutes}:{seconds:02}"


DEVICE_NAMES = frozenset(
    {"con", "prn", "aux", "nul"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
)
"""File names that Windows reserves for devices, with any extension: `con.toml`."""


# Joiners, which connect or separate letters, are harmless. Other format characters,
# such as bidirectional overrides, would rearrange or hide the text around them.
_JOINERS = "\u200c\u200d"
_ESCAPED = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_LETTER = re.compile(
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f|.", re.DOTALL
)
"""Matches a character, or a flag such as Scotland's: a black flag and tag letters."""


def printable(text: str) -> str:
    r"""Escape control characters, as `\x1b`, so that they have no effect on a terminal.

    Line breaks, bidirectional controls and unassigned or private code points are
    escaped, too; all other text, such as the flag of Wales, is unchanged.
    """
    if text.isprintable():
        return text
    return "".join(
        letter
        if letter in _JOINERS or unicodedata.category(letter[0]) not in _ESCAPED
        else letter.encode("unicode_escape", "surrogatepass").decode("ascii")
        for letter in _LETTER.findall(text)
    )


def without_accents(text: str) -> str:
    """Remove the accents from a string: `Hervé` becomes `Herve`."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def wrap_text(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """Break text into lines that fit, between words if possible; yield the lines."""
    line = ""
    for word in _BREAKS.split(text):
        if fits((line + word).rstrip()):
            line += word
            continue
        if line.strip():
            yield line.strip()
        line = ""
        for part in [word] if fits(word.rstrip()) else word:
            if line.strip() and not fits(line + part):
                yield line.strip()
                line = ""
            line += part
    if line.strip():
        yield line.strip()
