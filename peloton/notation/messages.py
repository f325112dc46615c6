"""Messages as phrases, found by the patterns in the catalogues.

Messages are English where they are raised, and in the journal. For another language, a
message is matched to the patterns of `[messages]`: the phrase has the pattern and the
values, and is translated like a phrase of a sheet.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from peloton.notation.catalogue import builtin_catalogue, message_patterns
from peloton.rules.facts.kinds import Language
from peloton.rules.words import PLACEHOLDER, join, phrase

_NESTED = frozenset({"count", "expected", "message", "what"})
"""Placeholders whose text is translated too; the text of all others is unchanged.

Digits after the name are ignored: `{count}`, `{count2}`.
"""
_NUMBER = "n"
"""Placeholder of a whole number, which selects the plural form."""
_SENTENCE_END = re.compile(r"(?<=[.?!]) (?=\S)")
_MOST_COLONS, _MOST_DEPTH, _MOST_SENTENCES, _LONGEST = 3, 4, 12, 1_000
"""Limits of the search for translations; a message beyond them stays English."""


class _Match(NamedTuple):
    """A reading of a message: how many characters patterns match, and its `text`.

    The text is a phrase, or the message itself if no pattern matches.
    """

    known: int
    text: str


class _Pattern(NamedTuple):
    """A key of the catalogues, split into its texts and the placeholders' names."""

    key: str
    texts: tuple[str, ...]
    names: tuple[str, ...]

    def values(self, message: str) -> tuple[str, ...] | None:
        """Return the value of each placeholder, or None if the message differs."""
        first, last = self.texts[0], self.texts[-1]
        if not (message.startswith(first) and message.endswith(last)):
            return None
        rest, found = message[len(first) : len(message) - len(last)], []
        for text in self.texts[1:-1]:
            value, between, rest = rest.partition(text)
            found.append(value if between else "")
        found.append(rest)
        numbers = (v for n, v in zip(self.names, found, strict=True) if n == _NUMBER)
        valid = all(found) and all(map(str.isdecimal, numbers))
        return tuple(found) if valid else None


def as_phrase(message: str) -> str:
    """Return a message as a phrase; unchanged if no pattern matches it."""
    return _match(message, _MOST_DEPTH).text if len(message) < _LONGEST else message


@lru_cache(maxsize=1024)
def _match(message: str, depth: int) -> _Match:
    """Return the reading of a message in which patterns match the most characters."""
    if message in builtin_catalogue(Language.FRENCH):
        return _Match(len(message), phrase(message))
    readings = [_Match(0, message)]
    if depth:
        for readings_of in (_by_pattern, _by_colon, _by_sentence):
            readings += readings_of(message, depth - 1)
    return max(readings, key=lambda reading: reading.known)


def _by_pattern(message: str, depth: int) -> Iterator[_Match]:
    """Yield a reading of a whole message for each pattern that fits."""
    patterns = _patterns()
    for pattern in (*patterns[""], *patterns.get(message[:1], ())):
        values = pattern.values(message)
        if values is None:
            continue
        known = sum(map(len, pattern.texts))
        filled: dict[str, str | int] = {}
        for name, value in zip(pattern.names, values, strict=True):
            filled[name] = int(value) if name == _NUMBER else value
            if name.rstrip("0123456789") in _NESTED:
                nested = _match(value, depth)
                known, filled[name] = known + nested.known, nested.text
        yield _Match(known, phrase(pattern.key, **filled))


def _by_colon(message: str, depth: int) -> Iterator[_Match]:
    """Yield readings of a message that begins with a location: `stage 2: ...`."""
    parts = message.split(": ", _MOST_COLONS)
    for at in range(1, len(parts)):
        who = _match(": ".join(parts[:at]), depth)
        what = _match(": ".join(parts[at:]), depth)
        if what.known:
            both = phrase("{who}: {what}", who=who.text, what=what.text)
            yield _Match(who.known + what.known, both)


def _by_sentence(message: str, depth: int) -> Iterator[_Match]:
    """Yield a reading in which each of several sentences is matched separately."""
    sentences = _SENTENCE_END.split(message)
    if 1 < len(sentences) <= _MOST_SENTENCES:
        read = [_match(sentence, depth) for sentence in sentences]
        text = join((each.text for each in read), " ")
        yield _Match(sum(each.known for each in read), text)


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, list[_Pattern]]:
    """Return the patterns by first letter, "" if they begin with a placeholder."""
    patterns: dict[str, list[_Pattern]] = {"": []}
    for key in message_patterns():
        parts = PLACEHOLDER.split(key)
        if len(parts) > 1:
            texts, names = tuple(parts[::2]), tuple(parts[1::2])
            alike = patterns.setdefault(texts[0][:1], [])
            alike.append(_Pattern(key, texts, names))
            if names == (_NUMBER,) and not texts[0] and key.endswith("s"):
                alike.append(
                    _Pattern(key, ("", texts[1][:-1]), names)
                )  # as in "1 rider"
    return patterns
