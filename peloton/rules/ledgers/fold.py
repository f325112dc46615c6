"""Extra turns, cards and money, booked and paid stage by stage."""

from dataclasses import replace

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.ledgers.cards import card_problems
from peloton.rules.ledgers.extra_turns import count_extra_turns, count_team_turns
from peloton.rules.ledgers.purse import count_money, stage_premiums
from peloton.rules.ledgers.sponsors import count_savings, offer_problems
from peloton.rules.ledgers.turn_checks import extra_turn_problems, team_turn_problems
from peloton.rules.results import StageScore, TurnLines
from peloton.rules.rulebook.rulebook import Rulebook


def book_spending(
    tour: Tour, stage: Stage, tally: Tally, rulebook: Rulebook
) -> tuple[TurnLines, list[Problem]]:
    """Book extra turns and sponsor money of a stage; return extra turns and problems.

    Spending needs no result: it is booked on a stage that cannot be scored, or is
    still to be ridden, too.
    """
    turns = TurnLines(
        count_extra_turns(stage, tally, rulebook),
        count_team_turns(stage, tally, rulebook),
    )
    wrong = [
        *extra_turn_problems(stage, turns.riders, tally, rulebook),
        *team_turn_problems(stage, turns.teams, rulebook),
        *offer_problems(tour, stage, tally, rulebook),
        *card_problems(stage, tally, rulebook),
    ]
    count_savings(tour, stage, tally, rulebook)
    return turns, wrong


def pay_premiums(
    score: StageScore, turns: TurnLines, tally: Tally, rulebook: Rulebook, *, last: bool
) -> StageScore:
    """Pay the premiums of a stage and return its score with the ledgers (CY-16).

    `last` is the last stage of the tour: the final premiums are paid too (CY-17).
    """
    premiums = stage_premiums(score, tally.startlist, rulebook, last=last)
    return replace(
        score,
        premiums=premiums,
        purse=count_money(premiums, tally, rulebook),
        extra_turns=turns.riders,
        team_turns=turns.teams,
    )
