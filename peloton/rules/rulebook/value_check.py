"""Check a value of a rulebook, and word every refusal alike."""

from collections.abc import Iterable, Mapping, Sequence

from peloton.errors import did_you_mean
from peloton.rules.numbers import LARGEST, is_scale, is_whole_number
from peloton.rules.rulebook.keys import KEYS, RuleKind

_LENGTHS = 5  # categories 4, 3, 2, 1 and HC
_AT_LEAST_ONE = (
    "cards.one_in",
    "turn",
    "ttt.rider",
    "track.keirin",
    "track.last_lap",
    "track.pursuit_rider",
)
_WIDEST = 60


def shown(found: object) -> str:
    """Quote a value for an error message, at most 60 letters."""
    if isinstance(found, Mapping):
        return "a table"
    if isinstance(found, list | tuple):
        if not all(isinstance(each, int | str) for each in found):
            return "a list"
        text = f"[{', '.join(map(shown, found))}]"
    elif isinstance(found, bool):
        text = "true" if found else "false"
    elif isinstance(found, int) and abs(found) > LARGEST:
        text = "a huge number"
    else:
        text = f"'{found}'" if isinstance(found, str) else str(found)
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."


def whole_fault(found: object, least: int = 0) -> str:
    """Return why a value is not a whole number from `least` on, or ""."""
    if is_whole_number(found, least):
        return ""
    expected = "a whole number" if least < 0 else f"a whole number, {least} or more"
    return f"found {shown(found)}, expected {expected}"


def value_fault(key: str, found: object) -> str:
    """Return what is wrong with a value for a key of a rulebook, or "".

    `key` is one of KEYS; lists are given as tuples.
    """
    fault = _kind_fault(key, found)
    if not fault and found == 0 and key in _AT_LEAST_ONE:
        fault = "found 0, expected a whole number, 1 or more"
    if not fault and key == "mountains.lengths" and isinstance(found, tuple):
        rising = list(found) == sorted(found)
        if len(found) > _LENGTHS or not rising:
            fault = f"found {shown(found)}, expected up to 5 numbers, rising"
    return f"{key}: {fault}" if fault else ""


def _kind_fault(key: str, found: object) -> str:
    kind, words = KEYS[key].kind, KEYS[key].words
    if kind is RuleKind.WORD:
        return "" if found in words else not_one_of(found, words)
    if kind is RuleKind.WORDS and isinstance(found, tuple):
        strange = [each for each in found if each not in words]
        if strange:
            return not_one_of(strange[0], words)
        twice = [each for each in words if found.count(each) > 1]
        return f"found '{twice[0]}' twice, expected once" if twice else ""
    fits = (
        (kind is RuleKind.SCALE and is_scale(found))
        or (kind is RuleKind.NUMBER and is_whole_number(found))
        or (kind is RuleKind.FLAG and isinstance(found, bool))
    )
    return "" if fits else f"found {shown(found)}, expected {kind}"


def not_one_of(found: object, words: tuple[str, ...]) -> str:
    """Return the message that a value is none of these words, with the nearest."""
    near = did_you_mean(found, words) if isinstance(found, str) else ""
    return f"found {shown(found)}, expected {one_of(words)}{near}"


def one_of(words: Sequence[str]) -> str:
    """Write the words to choose from, one or more."""
    return f"one of {', '.join(words)}" if len(words) > 1 else f"'{words[0]}'"


def no_rider(bib: str, known: Iterable[str]) -> str:
    """Return the message that a bib is not on the startlist, with the nearest."""
    return f"no rider {bib} on the startlist{did_you_mean(bib, known)}"


def no_team(code: str, known: Iterable[str]) -> str:
    """Return the message that the tour has no such team, with the nearest."""
    return f"no team '{code}'{did_you_mean(code, known)}"
