"""The parts listed by `explain` add up to every figure, in random tours."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peloton.rules.explain.accounts import (
    EXTRA_TURNS,
    TEAM_TURNS,
    purse_account,
    rank_account,
    team_accounts,
    turns_account,
)
from peloton.rules.explain.rider import AmountLine, explanation
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Race
from tests.drawing import drawn, seldom_drawn
from tests.ledger_tours import ledger_tours
from tests.reports.samples import NAMES, sample
from tests.rules.track_meeting import met
from tests.scored import race_of
from tests.tours import GAMES, tours


def added_up(account: list[AmountLine]) -> int:
    """Add up the lines; the last one must be the total."""
    *lines, total = account
    assert total.total
    assert not any(line.total for line in lines)
    return sum(line.amount or 0 for line in lines)


def figures(
    race: Race, after: int
) -> Iterator[tuple[object, int | None, list[AmountLine]]]:
    """Yield the name of each figure, the score's value, and the explained value."""
    score = race.stages[after - 1]
    for line in score.purse:
        yield line, line.balance, purse_account(race, line.team, after)
    for turns in score.extra_turns:
        yield turns, turns.left, turns_account(race, EXTRA_TURNS, turns.who, after)
    for used in score.team_turns:
        yield used, used.left, turns_account(race, TEAM_TURNS, used.who, after)
    for result in score.team_result:
        account = next(team_accounts(race, result.team, after))
        yield result, result.points if result.time is None else result.time, account
    for name, rows in score.standings.items():
        for row in rows:
            yield (name, row), row.total, rank_account(race, name, row, after)


def rider_figures(race: Race, bib: Bib) -> Iterator[tuple[object, int, int]]:
    """Yield a rider's points on every stage or at the end, scored and explained."""
    reasons = explanation(race, bib)
    for score in race.stages:
        for line in score.result:
            if line.bib == bib:
                for key in ("bonus", "penalty", "points", "mountains"):
                    amounts = [
                        reason.amount or 0
                        for reason in reasons
                        if (reason.stage, reason.towards) == (score.number, key)
                        and not reason.total
                    ]
                    final = (
                        award.amount
                        for award in score.final_points
                        if (award.bib, award.towards) == (bib, key)
                    )
                    figure = getattr(line, key) + sum(final)
                    yield (score.number, key), figure, sum(amounts)


def check(race: Race) -> None:
    assert race.stages
    for after in range(1, len(race.stages) + 1):
        for what, figure, account in figures(race, after):
            assert (what, added_up(account)) == (what, figure)
            assert account[-1].amount == figure
    for rider in race.tour.riders:
        for what, figure, explained in rider_figures(race, rider.bib):
            assert (what, explained) == (what, figure)


@seldom_drawn
@given(st.sampled_from(GAMES).flatmap(tours))
def test_the_lines_add_up_to_every_figure(text: str) -> None:
    """Purse, classifications, teams and riders, after every stage."""
    check(race_of(text))


@seldom_drawn
@given(ledger_tours())
def test_the_lines_add_up_where_money_and_extra_turns_are_used(text: str) -> None:
    """CY-12, CY-15."""
    check(race_of(text))


@pytest.mark.endurance
@settings(drawn, max_examples=1000)
@given(st.sampled_from(GAMES).flatmap(tours) | ledger_tours())
def test_the_lines_add_up_in_a_thousand_tours(text: str) -> None:
    check(race_of(text))


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_add_up_in_a_sample_tour(name: str) -> None:
    check(sample(name))


TEAMS = "RED: 1 2 3, BLU: 4 5 6"
TRACK = """
kind = "points race"
length = 60
laps = ["1 4 2", "4 5 1", "2 1 4"]
[stage.extra_turns]
4 = 1

kind = "team pursuit"
length = 120
finish = '''
1 8 0
2 8 2
3 9 3
4 9 1
5 9 0
6 9 4
'''

kind = "road"
length = 101
finish = '''
(4 1) 0 3
2 1 0
3 1 1
5 2 2
6 3 1
'''
[stage.extra_turns]
1 = 2
[stage.team_turns]
RED = 1

kind = "sprint"
heats = ["1 4", "4 1", "1 4"]
[stage.extra_turns]
1 = 5

kind = "ttt"
length = 60
finish = '''
1 6 0
2 6 1
3 7 1
4 6 0
5 6 1
6 8 1
'''
"""


@pytest.mark.parametrize(
    "header",
    [
        "[tour.options]\nlevel = 4\n[tour.rules]",
        "[tour.options]\nformat = 'omnium'\nmoney = true\n[tour.rules]",
        "[tour.rules]\n'teams.by' = 'best times'\n'teams.riders' = 3",
    ],
)
def test_the_lines_add_up_on_the_track(header: str) -> None:
    """CY-12, CY-20. Races apart have accounts of their own."""
    header += "\n'extra_turns.team' = 2"
    race = met("cyclo", TEAMS, TRACK.strip("\n"), header)

    assert len(race.stages) == 5, race.problems
    check(race)
