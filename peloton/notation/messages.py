"""Convert messages to phrases, so that they can be translated.

Messages are raised and stored in the journal in English. For any other language, a
message is matched against the patterns in the `[messages]` tables of the catalogues.
The phrase consists of the pattern and the values found in the message, and is
translated like a phrase on a sheet.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import digits
from typing import NamedTuple

from peloton.notation.catalogue import builtin_catalogue, message_patterns
from peloton.rules.facts.kinds import Language
from peloton.rules.words import PLACEHOLDER, join, phrase

_NESTED = frozenset({"count", "expected", "message", "what"})
"""Placeholders whose values are translated too; other values stay unchanged.

Digits after the name are ignored: `{count}`, `{count2}`.
"""
_NUMBER = "n"
"""Name of the placeholder whose number selects the singular or plural form."""
_VALUES = {_NUMBER: r"\d+", "count": r"\d.*?", "message": ".+"}
"""The regular expressions of placeholders' values, by default any text.

A `{count}` is a number with its noun, such as `2 mistakes`. A `{message}` is as long as
possible, because it may contain the text after it: `... (CY-20) (2 more)`.
"""
_SENTENCE_END = re.compile(r"(?<=[.?!]) (?=\S)")
_MOST_COLONS, _MOST_DEPTH, _MOST_SENTENCES, _LONGEST = 3, 5, 12, 1_000
"""Limits of a message to translate: colons, nesting depth, sentences, characters.

A message beyond these limits stays in English, because the search would be slow.
"""


class _Match(NamedTuple):
    """A message converted to a phrase that can be translated.

    `text` is the phrase, or the message itself if no pattern matches. `known` is the
    number of characters that are fixed text of the matching patterns.
    """

    known: int
    text: str


def as_phrase(message: str) -> str:
    """Convert a message to a phrase; return it unchanged if no pattern matches."""
    return _match(message, _MOST_DEPTH).text if len(message) < _LONGEST else message


@lru_cache(maxsize=1024)
def _match(message: str, depth: int) -> _Match:
    """Return the phrase whose fixed texts make up the most characters of a message."""
    if message in builtin_catalogue(Language.FRENCH):
        return _Match(len(message), phrase(message))
    readings = [_Match(0, message)]
    if depth:
        for readings_of in (_by_pattern, _by_colon, _by_sentence):
            readings += readings_of(message, depth - 1)
    return max(readings, key=lambda reading: reading.known)


def _by_pattern(message: str, depth: int) -> Iterator[_Match]:
    """Yield a phrase for each pattern that matches the whole message."""
    patterns = _patterns()
    for form, key in (*patterns["{"], *patterns.get(message[:1], ())):
        # Few patterns end like the message; only these are compiled.
        likely = message.endswith(form.rpartition("}")[2])
        match = _regex(form).fullmatch(message) if likely else None
        if match is None:
            continue
        known, filled = len(message), dict[str, str | int]()
        for name, value in match.groupdict().items():
            nested = _Match(0, value)
            if name.rstrip(digits) in _NESTED:
                nested = _match(value, depth)
            known += nested.known - len(value)
            filled[name] = int(value) if name == _NUMBER else nested.text
        yield _Match(known, phrase(key, **filled))


def _by_colon(message: str, depth: int) -> Iterator[_Match]:
    """Yield phrases for a message that begins with a location, as in `stage 2: ...`."""
    parts = message.split(": ", _MOST_COLONS)
    for at in range(1, len(parts)):
        who = _match(": ".join(parts[:at]), depth)
        what = _match(": ".join(parts[at:]), depth)
        if what.known:
            both = phrase("{who}: {what}", who=who.text, what=what.text)
            yield _Match(who.known + what.known, both)


def _by_sentence(message: str, depth: int) -> Iterator[_Match]:
    """Yield a phrase for a message of several sentences, each matched separately."""
    sentences = _SENTENCE_END.split(message)
    if 1 < len(sentences) <= _MOST_SENTENCES:
        read = [_match(sentence, depth) for sentence in sentences]
        text = join((each.text for each in read), " ")
        yield _Match(sum(each.known for each in read), text)


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, list[tuple[str, str]]]:
    """Return pairs of a pattern and its catalogue key, keyed by first character."""
    patterns: dict[str, list[tuple[str, str]]] = {}
    for key in filter(PLACEHOLDER.search, message_patterns()):
        forms = patterns.setdefault(key[0], [])
        forms.append((key, key))
        if PLACEHOLDER.findall(key) == [_NUMBER] and key[0] == "{" and key[-1] == "s":
            forms.append((key[:-1], key))  # for "{n} riders", also match "1 rider"
    return patterns


@lru_cache(maxsize=1024)
def _regex(pattern: str) -> re.Pattern[str]:
    """Return a regular expression with a group for each placeholder of a pattern.

    A value ends before the first text that follows it in the pattern. No other end is
    tried, so that a long message takes linear time.
    """
    first, *rest = PLACEHOLDER.split(pattern)
    *groups, last = (
        f"(?P<{name}>{_VALUES.get(name.rstrip(digits), '.+?')}){re.escape(text)}"
        for name, text in zip(rest[::2], rest[1::2], strict=True)
    )
    atomic = (f"(?>{group})" for group in groups)
    return re.compile("".join((re.escape(first), *atomic, last)), re.DOTALL)
