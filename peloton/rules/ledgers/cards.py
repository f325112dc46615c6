"""Cards carried over between stages: good cards and exhaustion cards (CR-17, FR-2)."""

from collections.abc import Mapping

from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook


def carried_cards(tour: Tour, number: int, rulebook: Rulebook) -> Mapping[Bib, int]:
    """Return the cards that riders carry over into stage `number` (CR-17, FR-2).

    They are the cards recorded on the latest earlier stage, or the part of them that
    the rulebook lets riders keep. Cancelled stages, and races outside the tour without
    recorded cards, are skipped.
    """
    if not rulebook.uses("cards.kind"):
        return {}
    for stage in reversed(tour.stages[: number - 1]):
        if not stage.cancelled and (stage.cards or not stage.kind.outside_the_tour):
            held = stage.cards.items()
            return {bib: cards_to_carry(n, rulebook) for bib, n in held if n}
    return {}


def cards_to_carry(held: int, rulebook: Rulebook) -> int:
    """Return the number of cards that a rider who holds `held` cards carries over."""
    return -(-held // rulebook.number("cards.one_in"))
