"""Whole numbers: the range a tour may have, and rounding half up."""

LARGEST = 999_999_999
"""No count, length or amount in a tour is larger, either way; databases hold it."""


def half_up(amount: int, parts: int) -> int:
    """Divide exactly and round to a whole number, half up (CR-5)."""
    return (2 * amount + parts) // (2 * parts)


def is_whole_number(found: object, least: int = 0) -> bool:
    """Whether a value is a whole number from `least` on; true and false are not."""
    return (
        isinstance(found, int)
        and not isinstance(found, bool)
        and least <= found <= LARGEST
    )


def is_scale(found: object) -> bool:
    """Whether a value is a tuple of whole numbers from 0 on."""
    return isinstance(found, tuple) and all(map(is_whole_number, found))
