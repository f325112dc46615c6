"""Check and round whole numbers, and format values and choices for error messages."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeGuard

from peloton.errors import PelotonError, did_you_mean

LARGEST = 999_999_999
"""Largest absolute value of a number in a tour; every database can store it."""
_MAX_WIDTH = 60


def half_up(amount: int, parts: int) -> int:
    """Divide `amount` by `parts` and round to a whole number, half up (CR-5)."""
    return (2 * amount + parts) // (2 * parts)


def is_whole_number(found: object, minimum: int = 0) -> TypeGuard[int]:
    """Return whether a value is an int, not a bool, that is not below `minimum`."""
    return (
        isinstance(found, int)
        and not isinstance(found, bool)
        and minimum <= found <= LARGEST
    )


def is_scale(found: object) -> TypeGuard[tuple[int, ...]]:
    """Return whether a value is a tuple of whole numbers, each 0 or more."""
    return isinstance(found, tuple) and all(map(is_whole_number, found))


def quote(found: object) -> str:
    """Quote a value for an error message, in at most 60 characters."""
    if isinstance(found, Mapping):
        return "a table"
    if isinstance(found, list | tuple):
        if not all(isinstance(item, int | str) for item in found):
            return "a list"
        text = f"[{', '.join(map(quote, found))}]"
    elif isinstance(found, bool):
        text = "true" if found else "false"
    elif isinstance(found, int) and abs(found) > LARGEST:
        text = "a huge number"
    else:
        text = f"'{found}'" if isinstance(found, str) else str(found)
    return text if len(text) <= _MAX_WIDTH else f"{text[: _MAX_WIDTH - 3]}..."


def unexpected(found: object, expected: str) -> PelotonError:
    """Return the error for an invalid value: `found X, expected Y`."""
    return PelotonError(f"found {quote(found)}, expected {expected}")


def whole_number(found: str) -> int:
    """Read a whole number, 0 or more; raise PelotonError for anything else."""
    if found.isdecimal() and len(found) <= len(str(LARGEST)):
        return int(found)
    raise unexpected(found, "a whole number, 0 or more")


def whole_number_fault(found: object, minimum: int = 0) -> str:
    """Return an error message if a value is not a whole number >= `minimum`, or ""."""
    if is_whole_number(found, minimum):
        return ""
    expected = "a whole number" if minimum < 0 else f"a whole number, {minimum} or more"
    return f"found {quote(found)}, expected {expected}"


def word_fault(found: object, words: Collection[str]) -> str:
    """Return the error message for a value not in `words`; suggest the nearest word."""
    near = did_you_mean(found, words) if isinstance(found, str) else ""
    return f"found {quote(found)}, expected {one_of(words)}{near}"


def one_of(words: Collection[str]) -> str:
    """List the allowed words (at least one) for an error message."""
    listed = ", ".join(words)
    return f"one of {listed}" if len(words) > 1 else f"'{listed}'"


def unknown_bib_fault(bib: str, known: Iterable[str]) -> str:
    """Return the error message for an unknown bib; suggest the nearest bib."""
    return f"no rider {bib} on the startlist{did_you_mean(bib, known)}"


def unknown_label_fault(label: str, known: Collection[str]) -> str:
    """Return the error message for a label that no sprint or summit has."""
    if not known:
        return f"no sprint or summit {quote(label)}: the stage has none"
    near = did_you_mean(label, known)
    return f"no sprint or summit {quote(label)}, expected {one_of(known)}{near}"


def unknown_team_fault(code: str, known: Iterable[str]) -> str:
    """Return the error message for an unknown team code; suggest the nearest code."""
    return f"no team '{code}'{did_you_mean(code, known)}"
