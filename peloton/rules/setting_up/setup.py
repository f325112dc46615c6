"""Setting up a game: the cards to deal and the number of riders.

All numbers are in the rulebook. If it has none, the results are empty. Extra turns for
a course are calculated in `peloton.rules.ledgers.extra_turns`.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from peloton.errors import PelotonError
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook, Scale

_Row = TypeVar("_Row")
LOWEST_CARD = 7
"""The card value to which the first number in a list of card counts belongs (CR-14)."""

_MIN_RIDERS, _MAX_RIDERS = 6, 15


def cards_to_deal(rulebook: Rulebook, riders: int | None = None) -> Mapping[int, Scale]:
    """Return how many cards of each value to deal, keyed by number of riders (CR-14).

    With `riders`, return only the row for that number. Raises PelotonError for a number
    of riders that the rulebook does not list.
    """
    table = {
        number: cards
        for number in range(_MIN_RIDERS, _MAX_RIDERS + 1)
        if (cards := rulebook.scale(f"setup.deal.{number}"))
    }
    return _selected(table, riders, rulebook, "riders", "CR-14")


def refreshment_cards(rulebook: Rulebook, riders: int) -> int:
    """Return the number of refreshment cards for each of `riders` starters (CR-19).

    If the rulebook does not list this number of starters, the nearest one is used.
    """
    cards = rulebook.scale("setup.refreshments") or (0,)
    return cards[min(max(riders, _MIN_RIDERS) - _MIN_RIDERS, len(cards) - 1)]


def rider_counts(
    rulebook: Rulebook, players: int | None = None
) -> Mapping[int, tuple[int, int]]:
    """Return how many riders are on the board and how many of them are neutral (FI-3).

    The keys are numbers of players. With `players`, return only the row for that
    number. Raises PelotonError for a number of players that the rulebook does not list.
    """
    neutral = rulebook.scale("setup.neutral")
    by_players = {
        number: (riders, sum(neutral[number - 1 : number]))
        for number, riders in enumerate(rulebook.scale("setup.riders"), 1)
        if riders
    }
    return _selected(by_players, players, rulebook, "players", "FI-3")


def startlist_problems(tour: Tour, rulebook: Rulebook) -> Iterator[Problem]:
    """Yield a warning if the game is not played with this number of riders (FI-3)."""
    known = sorted(set(rider_counts(rulebook).values()))
    entered = len(tour.riders), sum(rider.neutral for rider in tour.riders)
    if known and entered not in known and any(s.has_results for s in tour.stages):
        expected = " or ".join(f"{riders} with {neutral}" for riders, neutral in known)
        message = f"found {entered[0]} riders, {entered[1]} of them neutral,"
        message, warning = f"{message} expected {expected} (FI-3)", Severity.WARNING
        yield Problem.of("field", message, "tour", "rulebook", severity=warning)


def _selected(
    table: Mapping[int, _Row],
    number: int | None,
    rulebook: Rulebook,
    what: str,
    rule: str,
) -> Mapping[int, _Row]:
    """Return only the row for a number, or the whole table if the number is None."""
    if number is None:
        return table
    if number in table:
        return {number: table[number]}
    expected = f"expected none: nothing in {rulebook.name} depends on {what}"
    if table:
        expected = f"expected {min(table)} to {max(table)} ({rule})"
    raise PelotonError(f"found {number} {what}, {expected}")
