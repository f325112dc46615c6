"""Cards carried over between stages: good cards and exhaustion cards (CR-17, FR-2)."""

from collections.abc import Iterator, Mapping

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
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
            cards = {b: _carried(held, rulebook) for b, held in stage.cards.items()}
            return {bib: count for bib, count in cards.items() if count}
    return {}


def _carried(held: int, rulebook: Rulebook) -> int:
    return -(-held // rulebook.number("cards.one_in"))


def card_problems(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Find riders with recorded cards who cannot carry any over, or not so many.

    Only riders with a place carry cards over, because others do not start again (GN-1).
    Unknown bibs are reported by another check.
    """
    rulebook, out = tally.rulebook, stage.reasons
    most, rule = rulebook.number("cards.most"), rulebook.rule("cards.kind") or "CR-17"
    for bib, held in stage.cards.items():
        holding = f"rider {bib} has {held} card{'' if held == 1 else 's'}"
        code, wrong = "left", ""
        if bib not in tally.startlist:
            continue
        if bib not in tally.racing:
            wrong = f"rider {bib} left the race on an earlier stage, and has no cards"
        elif bib in out:
            stays = f"rider {bib} is {out[bib]} on the stage"
            wrong = f"{stays}, and keeps no cards ({rule})"
        elif not rulebook.uses("cards.kind"):
            code, game = "cards", rulebook.name
            wrong = f"{holding}, but {game} keeps none between stages ({rule})"
        elif most and _carried(held, rulebook) > most:
            code, wrong = (
                "cards",
                f"{holding}, expected at most {most} to keep ({rule})",
            )
        if wrong:
            yield Problem.of(code, wrong, "cards", bib, bib=bib)
