"""Convert messages to phrases, so that they can be translated.

Messages are raised and stored in the journal in English. For any other language, a
message is matched against the patterns in the `[messages]` tables of the catalogues.
The phrase consists of the pattern and the values found in the message, and is
translated like a phrase on a sheet.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from peloton.notation.catalogue import builtin_catalogue, message_patterns
from peloton.rules.facts.kinds import Language
from peloton.rules.words import PLACEHOLDER, join, phrase

_NESTED = frozenset({"count", "expected", "message", "reason", "what"})
"""Placeholders whose values are translated too; other values stay unchanged.

Digits after the name are ignored: `{count}`, `{count2}`.
"""
_KEYS = frozenset(
    {
        "bib",
        "bonus",
        "cancelled",
        "captain",
        "colour",
        "general",
        "level",
        "mountains",
        "neutral",
        "seconds",
        "space",
        "stages",
        "teams",
        "young",
    }
)
"""Keys of a tour file that are also words on sheets: `level: found 9` stays `level`."""
_NUMBER = "n"
"""Name of the placeholder whose number selects the singular or plural form."""
_COUNT = "count"
"""Name of the placeholder for a number with its noun, such as `2 mistakes`."""
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


class _Pattern(NamedTuple):
    """A catalogue key, split into its fixed texts and the names of its placeholders."""

    key: str
    texts: tuple[str, ...]
    names: tuple[str, ...]

    def values(self, message: str) -> tuple[str, ...] | None:
        """Extract the placeholders' values; None if the message does not match."""
        first, last = self.texts[0], self.texts[-1]
        if not (message.startswith(first) and message.endswith(last)):
            return None
        rest, found = message[len(first) : len(message) - len(last)], []
        # A message may contain the text after it: `... (CY-20) (2 more)`.
        from_end = self.names[0] == "message"
        for text in self.texts[1:-1]:
            split = rest.rpartition if from_end else rest.partition
            value, between, rest = split(text)
            found.append(value if between else "")
        found.append(rest)
        valid = all(found) and all(
            value.isdecimal() if name == _NUMBER else value[0].isdecimal()
            for name, value in zip(self.names, found, strict=True)
            if name == _NUMBER or name.startswith(_COUNT)
        )
        return tuple(found) if valid else None


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
    """Yield phrases for a message that begins with a location, as in `stage 2: ...`."""
    parts = message.split(": ", _MOST_COLONS)
    for at in range(1, len(parts)):
        who = _Match(0, ": ".join(parts[:at]))
        if parts[at - 1] not in _KEYS:
            who = _match(who.text, depth)
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
def _patterns() -> Mapping[str, list[_Pattern]]:
    """Return the patterns by first character, "" if they begin with a placeholder."""
    patterns: dict[str, list[_Pattern]] = {"": []}
    for key in message_patterns():
        parts = PLACEHOLDER.split(key)
        if len(parts) > 1:
            texts, names = tuple(parts[::2]), tuple(parts[1::2])
            alike = patterns.setdefault(texts[0][:1], [])
            alike.append(_Pattern(key, texts, names))
            if names == (_NUMBER,) and not texts[0] and key.endswith("s"):
                # For "{n} riders", also match "1 rider".
                alike.append(_Pattern(key, ("", texts[1][:-1]), names))
    return patterns
