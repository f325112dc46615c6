"""Cards kept between stages: Criterium's good cards, Flamme Rouge's exhaustion."""

from collections.abc import Iterator, Mapping

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage, Unplaced
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import no_rider

NO_CARDS = "none"
"""The kind of cards kept in a game that keeps none."""


def kept_cards(tour: Tour, number: int, rulebook: Rulebook) -> Mapping[Bib, int]:
    """Count the cards that riders take into stage `number` (CR-17, FR-2).

    They are those of the stage before it. A cancelled one takes none away, nor does a
    race apart from the tour on which none were written down. Riders who keep none are
    left out.
    """
    if rulebook.word("cards.kind") == NO_CARDS:
        return {}
    for stage in reversed(tour.stages[: number - 1]):
        if not stage.cancelled and (stage.cards or not stage.kind.outside_the_tour):
            kept = {bib: _kept(held, rulebook) for bib, held in stage.cards.items()}
            return {bib: cards for bib, cards in kept.items() if cards}
    return {}


def _kept(held: int, rulebook: Rulebook) -> int:
    return -(-held // rulebook.number("cards.one_in"))


def card_problems(stage: Stage, tally: Tally, rulebook: Rulebook) -> Iterator[Problem]:
    """Find cards of riders who cannot keep them, or more than the game lets keep.

    `tally` has who is racing on the stage. Only a rider with a place keeps any, as
    nobody else starts again (GN-1).
    """
    if not stage.cards:
        return
    out = {line.bib: line.reason for line in stage.finish if isinstance(line, Unplaced)}
    for bib, held in stage.cards.items():
        if bib not in tally.startlist:
            # On a stage that is ridden all who are named are looked up together.
            if not stage.ridden:
                yield Problem.of(
                    "unknown", no_rider(bib, tally.startlist), "cards", bib, bib=bib
                )
        elif bib not in tally.racing:
            message = f"rider {bib} left the race on an earlier stage, and has no cards"
            yield Problem.of("left", message, "cards", bib, bib=bib)
        elif bib in out:
            message = f"rider {bib} is {out[bib]} on the stage, and keeps no cards"
            message = f"{message} ({_rule(rulebook)})"
            yield Problem.of("left", message, "cards", bib, bib=bib)
        elif wrong := _fault(bib, held, rulebook):
            message = f"{wrong} ({_rule(rulebook)})"
            yield Problem.of("cards", message, "cards", bib, bib=bib)


def _fault(bib: Bib, held: int, rulebook: Rulebook) -> str:
    most = rulebook.number("cards.most")
    holding = f"rider {bib} has {held} card{'' if held == 1 else 's'}"
    if rulebook.word("cards.kind") == NO_CARDS:
        return f"{holding}, but {rulebook.name} keeps none between stages"
    if most and _kept(held, rulebook) > most:
        return f"{holding}, expected {most} at most to be kept"
    return ""


def _rule(rulebook: Rulebook) -> str:
    return rulebook.rule("cards.kind") or "CR-17"
