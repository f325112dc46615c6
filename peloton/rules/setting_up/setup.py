"""Setting up: what each game needs on the table before it begins.

The numbers are the rulebook's; a game that lacks them has nothing of the kind. How
many extra turns riders have for a course is for `peloton.rules.ledgers.extra_turns`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from peloton.errors import PelotonError
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook

_Row = TypeVar("_Row")
LOWEST_CARD = 7
"""The value of the first card in a list of cards (CR-14)."""

_FEWEST, _MOST = 6, 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The movement cards dealt to a number of riders, by value from LOWEST_CARD up."""

    riders: int
    cards: tuple[int, ...]
    expected: int

    @property
    def total(self) -> int:
        """How many cards that is; `expected` is a hand for each rider."""
        return sum(self.cards)


def deals(rulebook: Rulebook, riders: int | None = None) -> tuple[Deal, ...]:
    """Return the cards to deal, for a number of riders or for each there is (CR-14).

    Raises PelotonError for a number of riders the table does not have.
    """
    hand = rulebook.number("setup.hand")
    table = {
        number: Deal(riders=number, cards=cards, expected=number * hand)
        for number in range(_FEWEST, _MOST + 1)
        if (cards := rulebook.scale(f"setup.deal.{number}"))
    }
    return _rows(table, riders, rulebook, "riders", "CR-14")


def refreshments(rulebook: Rulebook, riders: int) -> int:
    """Return the refreshment cards that each of so many starters is dealt (CR-19).

    Fewer or more starters than the rulebook has a number for are dealt the nearest.
    """
    cards = rulebook.scale("setup.refreshments")
    return cards[min(max(riders, _FEWEST) - _FEWEST, len(cards) - 1)] if cards else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RiderCount:
    """The riders on the board with a number of players, the neutral ones included."""

    players: int
    riders: int
    neutral: int


def fields(rulebook: Rulebook, players: int | None = None) -> tuple[RiderCount, ...]:
    """Return who rides, for a number of players or for each there is (FI-3).

    Raises PelotonError for a number of players the game is not for.
    """
    neutral = rulebook.scale("setup.neutral")
    by_players = {
        number: RiderCount(
            players=number,
            riders=riders,
            neutral=neutral[number - 1] if number <= len(neutral) else 0,
        )
        for number, riders in enumerate(rulebook.scale("setup.riders"), 1)
        if riders
    }
    return _rows(by_players, players, rulebook, "players", "FI-3")


def field_problems(tour: Tour, rulebook: Rulebook) -> Iterator[Problem]:
    """Warn of a startlist that is not that of any number of players (FI-3)."""
    known = sorted({(field.riders, field.neutral) for field in fields(rulebook)})
    entered = len(tour.riders), sum(rider.neutral for rider in tour.riders)
    if known and entered not in known and any(s.has_results for s in tour.stages):
        expected = " or ".join(f"{riders} with {neutral}" for riders, neutral in known)
        message = f"found {entered[0]} riders, {entered[1]} of them neutral,"
        message, warning = f"{message} expected {expected} (FI-3)", Severity.WARNING
        yield Problem.of("field", message, "tour", "rulebook", severity=warning)


def _rows(
    table: Mapping[int, _Row],
    number: int | None,
    rulebook: Rulebook,
    what: str,
    rule: str,
) -> tuple[_Row, ...]:
    """Return the rows of a table, or that of a number; PelotonError if none has it."""
    if number is None or number in table:
        return tuple(row for key, row in table.items() if number in (None, key))
    expected = f"expected none: nothing in {rulebook.name} goes by {what}"
    if table:
        expected = f"expected {min(table)} to {max(table)} ({rule})"
    message = f"found {number} {what}, {expected}"
    raise PelotonError(message)
