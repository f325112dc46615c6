"""Extra turns, cards and money, booked and paid stage by stage.

The cards are Criterium's good cards and Flamme Rouge's exhaustion cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.ledgers.extra_turns import (
    book_extra_turns,
    book_team_turns,
    extra_turn_problems,
    team_turn_problems,
)
from peloton.rules.ledgers.money import (
    add_savings,
    offer_problems,
    pay_teams,
    stage_premiums,
)
from peloton.rules.results import StageScore, TurnLines
from peloton.rules.rulebook.rulebook import Rulebook


def book_spending(stage: Stage, tally: Tally) -> tuple[TurnLines, list[Problem]]:
    """Book extra turns and sponsor money of a stage; return extra turns and problems.

    Spending is also booked on stages that have errors or are not ridden yet.
    """
    turns = TurnLines(book_extra_turns(stage, tally), book_team_turns(stage, tally))
    wrong = [
        *extra_turn_problems(stage, turns.riders, tally),
        *team_turn_problems(stage, turns.teams, tally.rulebook),
        *offer_problems(stage, tally),
        *card_problems(stage, tally),
    ]
    add_savings(stage, tally)
    return turns, wrong


def pay_premiums(
    score: StageScore, turns: TurnLines, tally: Tally, *, last: bool
) -> StageScore:
    """Pay the premiums of a stage and return its score with the ledgers (CY-16).

    On the `last` stage of the tour the final premiums are paid, too (CY-17).
    """
    premiums = stage_premiums(score, tally, last=last)
    return replace(
        score,
        premiums=premiums,
        purse=pay_teams(premiums, tally),
        extra_turns=turns.riders,
        team_turns=turns.teams,
    )


def carried_cards(tour: Tour, number: int, rulebook: Rulebook) -> Mapping[Bib, int]:
    """Return the cards that riders carry over into stage `number` (CR-17, FR-2).

    These are the cards held after the stage before; cancelled stages, and races outside
    the tour without recorded cards, are skipped. Riders without cards are left out.
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
    """Find cards held by riders who carry none over, or more cards than allowed.

    `tally` has the riders in the race. Only riders with a place carry cards over, as
    the others do not start again (GN-1).
    """
    if not stage.cards:
        return
    rule = tally.rulebook.rule("cards.kind") or "CR-17"
    out = {line.bib: line.reason for line in stage.unplaced}
    for bib, held in stage.cards.items():
        code, wrong = "left", ""
        if bib not in tally.startlist:
            continue  # Unknown bibs are reported by another check.
        if bib not in tally.racing:
            wrong = f"rider {bib} left the race on an earlier stage, and has no cards"
        elif bib in out:
            wrong = (
                f"rider {bib} is {out[bib]} on the stage, and keeps no cards ({rule})"
            )
        elif fault := _cards_fault(bib, held, tally.rulebook):
            code, wrong = "cards", f"{fault} ({rule})"
        if wrong:
            yield Problem.of(code, wrong, "cards", bib, bib=bib)


def _cards_fault(bib: Bib, held: int, rulebook: Rulebook) -> str:
    most = rulebook.number("cards.most")
    holding = f"rider {bib} has {held} card{'' if held == 1 else 's'}"
    if not rulebook.uses("cards.kind"):
        return f"{holding}, but {rulebook.name} keeps none between stages"
    if most and _carried(held, rulebook) > most:
        return f"{holding}, expected at most {most} to keep"
    return ""
