"""Setting up a game: the cards to deal and the number of riders.

All numbers come from the rulebook; without them the result is empty. Extra turns for
a course are calculated in `peloton.rules.ledgers.extra_turns`.
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
"""The lowest card value, where lists of card counts begin (CR-14)."""

_MIN_RIDERS, _MAX_RIDERS = 6, 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The number of cards to deal of each value, starting at LOWEST_CARD.

    `expected` is the total that the number of riders requires.
    """

    riders: int
    cards: tuple[int, ...]
    expected: int

    @property
    def total(self) -> int:
        """The total number of cards."""
        return sum(self.cards)


def deals(rulebook: Rulebook, riders: int | None = None) -> tuple[Deal, ...]:
    """Return the cards to deal, for one number of riders or for all (CR-14).

    Raises PelotonError for a number of riders that the rulebook does not list.
    """
    hand = rulebook.number("setup.hand")
    table = {
        number: Deal(riders=number, cards=cards, expected=number * hand)
        for number in range(_MIN_RIDERS, _MAX_RIDERS + 1)
        if (cards := rulebook.scale(f"setup.deal.{number}"))
    }
    return _rows(table, riders, rulebook, "riders", "CR-14")


def refreshment_cards(rulebook: Rulebook, riders: int) -> int:
    """Return the number of refreshment cards for each of `riders` starters (CR-19).

    If the rulebook does not list this number of starters, the nearest one is used.
    """
    cards = rulebook.scale("setup.refreshments")
    return (
        cards[min(max(riders, _MIN_RIDERS) - _MIN_RIDERS, len(cards) - 1)]
        if cards
        else 0
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RiderCount:
    """The riders on the board for a number of players; `riders` includes `neutral`."""

    players: int
    riders: int
    neutral: int


def rider_counts(
    rulebook: Rulebook, players: int | None = None
) -> tuple[RiderCount, ...]:
    """Return the riders on the board, for one number of players or for all (FI-3).

    Raises PelotonError for a number of players that the rulebook does not list.
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


def startlist_problems(tour: Tour, rulebook: Rulebook) -> Iterator[Problem]:
    """Yield a warning if a startlist matches no number of players (FI-3)."""
    known = sorted({(field.riders, field.neutral) for field in rider_counts(rulebook)})
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
    """Return one row of a table, or all rows; PelotonError if there is no such row."""
    if number is None or number in table:
        return tuple(row for key, row in table.items() if number in (None, key))
    expected = f"expected none: nothing in {rulebook.name} depends on {what}"
    if table:
        expected = f"expected {min(table)} to {max(table)} ({rule})"
    raise PelotonError(f"found {number} {what}, {expected}")
