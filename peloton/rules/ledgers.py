"""What is kept besides the classifications: extra turns, cards, money, in the fold."""

from dataclasses import replace

from peloton.rules.cards import card_problems
from peloton.rules.extra_turns import count_extra_turns, count_team_turns
from peloton.rules.model import Tour
from peloton.rules.purse import count_money, stage_premiums
from peloton.rules.results import Problem, StageScore, TurnLines
from peloton.rules.rulebook import Rulebook
from peloton.rules.sponsors import count_savings, offer_problems
from peloton.rules.tallies import Tally
from peloton.rules.turn_checks import extra_turn_problems, team_turn_problems


def booked(
    tour: Tour, number: int, tally: Tally, rulebook: Rulebook
) -> tuple[TurnLines, list[Problem]]:
    """Book what was spent on a stage; return the extra turns, and what is wrong.

    Spending needs no result: it is booked on a stage that cannot be scored, or is
    still to be ridden, too.
    """
    stage = tour.stages[number - 1]
    turns = TurnLines(
        count_extra_turns(stage, tally, rulebook),
        count_team_turns(stage, tally, rulebook),
    )
    wrong = [
        *extra_turn_problems(number, stage, turns.riders, tally, rulebook),
        *team_turn_problems(number, stage, turns.teams, rulebook),
        *offer_problems(tour, number, tally, rulebook),
        *card_problems(tour, number, tally, rulebook),
    ]
    count_savings(stage, tally, rulebook)
    return turns, wrong


def paid(
    score: StageScore,
    turns: TurnLines,
    tally: Tally,
    rulebook: Rulebook,
    *,
    last: bool,
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
