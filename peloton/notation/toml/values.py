"""Read and check single values in a file: strings, dates, numbers, options.

Each reader returns the checked value or raises PelotonError.
"""

import datetime as dt
from collections.abc import Callable
from enum import StrEnum
from functools import cache, partial
from typing import TypeGuard, TypeVar, cast

from peloton.errors import PelotonError
from peloton.rules.checks.facts import SCALE_EXPECTED, bib_fault, colour_fault
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import OPEN, OptionValue, RuleValue
from peloton.rules.limits import Limit
from peloton.rules.rulebook.rulebook import Allowance, ByLength, PerLines
from peloton.rules.values import (
    LARGEST,
    is_scale,
    is_whole_number,
    quote,
    unexpected,
    whole_number_fault,
    word_fault,
)

KEY_NAME = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
"""The pattern of a name in a dotted key, which may be in quotes."""
_Word = TypeVar("_Word", bound=StrEnum)


def text_value(found: object) -> str:
    """Read a string, empty or not, up to the maximum length."""
    if not isinstance(found, str):
        raise unexpected(found, "text in quotes")
    if fault := Limit.TEXT.fault(len(found)):
        raise PelotonError(fault)
    return found


def name_value(found: object) -> str:
    """Read a name: a string that is not empty."""
    if (name := text_value(found)).strip():
        return name
    raise unexpected(found, "text that is not empty")


def flag_value(found: object) -> bool:
    """Read a TOML boolean: true or false."""
    if isinstance(found, bool):
        return found
    raise unexpected(found, "true or false")


def colour_value(found: object) -> str:
    """Read a hexadecimal colour, such as `#f2a900`."""
    if fault := colour_fault(found):
        raise PelotonError(fault)
    return str(found)


def date_value(found: object) -> dt.date:
    """Read a date without a time."""
    if isinstance(found, dt.date) and not isinstance(found, dt.datetime):
        return found
    raise unexpected(found, "a date such as 2026-11-21, unquoted")


def whole_value(found: object, minimum: int = 0) -> int:
    """Read a whole number not below the `minimum`, such as a count or a length."""
    if is_whole_number(found, minimum):
        return found
    raise PelotonError(whole_number_fault(found, minimum))


def plan_value(found: object) -> int | str:
    """Read the planned number of stages: 1 or more, or `open` (GN-9)."""
    if isinstance(found, str) and found.casefold() == OPEN:
        return OPEN
    if is_whole_number(found, 1):
        return found
    raise unexpected(found, f"a whole number, 1 or more, or '{OPEN}'")


@cache  # equal readers are one function, by which the schema of a file is made
def whole_from(minimum: int) -> Callable[[object], int]:
    """Return a reader of whole numbers not below the `minimum`."""
    return partial(whole_value, minimum=minimum)


def scale_value(found: object) -> tuple[int, ...]:
    """Read the points or seconds for each place; an empty list awards nothing."""
    scale = as_tuple(found)
    if is_scale(scale):
        return scale
    raise unexpected(found, SCALE_EXPECTED)


def bib_value(found: object) -> Bib:
    """Read a bib from a string or a number; raise PelotonError if it is invalid."""
    if isinstance(found, int) and not isinstance(found, bool):
        found = quote(found)
    if fault := bib_fault(found):
        raise PelotonError(fault)
    return Bib(str(found))


def order_value(found: object) -> tuple[str, ...]:
    """Read an order of bibs or team codes from a string, such as "12 4", or a list.

    A list is needed for codes that contain spaces.
    """
    if isinstance(found, str):
        return tuple(found.split())
    if isinstance(found, list):
        return tuple(
            name if isinstance(name, str) else bib_value(name) for name in found
        )
    raise unexpected(found, "the order in quotes, such as '12 4'")


def crossing_value(found: object) -> tuple[Bib, ...]:
    """Read the bibs of riders in the order in which they crossed a line."""
    return tuple(map(bib_value, order_value(found)))


def word_value(words: type[_Word]) -> Callable[[object], _Word]:
    """Return a reader that accepts the values of an enumeration; it reads 3 as "3".

    The kind of a stage may be written in any spelling: `points race`, `points-race`.
    """

    def read(found: object) -> _Word:
        word = str(found) if is_whole_number(found) else found
        try:
            return words(text_value(word))
        except (ValueError, PelotonError):
            raise PelotonError(word_fault(found, tuple(words))) from None

    return read


def as_tuple(found: object) -> object:
    """Convert a list to a tuple; return any other value unchanged."""
    return tuple(found) if isinstance(found, list) else found


def allowance_value(found: object) -> Allowance:
    """Read extra turns by stage length: 1 `per` 50 lines, or 3 `from` 35 lines on."""
    match found:
        case {"turns": turns, "per": per, **rest} if (
            is_whole_number(turns)
            and is_whole_number(per, 1)
            and isinstance(halved := rest.pop("halved", False), bool)
            and not rest
        ):
            return PerLines(turns=turns, per=per, halved=halved)
        case {"turns": [*turns], "from": [*starts], **rest} if (
            is_scale((*turns, *starts))
            and len(turns) == len(starts)
            and starts == sorted(set(starts))
            and not rest
        ):
            return ByLength(turns=tuple(turns), starts=tuple(starts))
    raise unexpected(
        found,
        "{ turns = 1, per = 50 }, halved = true for half of them,"
        " or { turns = [2, 3], from = [0, 35] }",
    )


def option_value(found: object) -> OptionValue:
    """Read the value of a tour's option: a number, a string, true or false."""
    if _plain(found):
        return found
    raise unexpected(found, "a whole number, a word, true or false")


def rule_value(found: object) -> RuleValue:
    """Read a rulebook value of any type; convert lists to tuples."""
    value = text_value(found) if isinstance(found, str) else as_tuple(found)
    if _plain(value) or (isinstance(value, tuple) and all(map(_plain, value))):
        return cast("RuleValue", value)
    raise unexpected(found, "a whole number, text, true, false or a list")


def _plain(found: object) -> TypeGuard[OptionValue]:
    if isinstance(found, int):
        return abs(found) <= LARGEST
    return isinstance(found, str)
