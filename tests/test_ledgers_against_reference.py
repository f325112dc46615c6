"""Money and extra turns of any legal tour, compared with the naive scorer."""

import tomllib
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.stage import Stage
from peloton.rules.live import RaceBeforeStage
from peloton.rules.race import score
from peloton.rules.results import PremiumKind, Race
from tests.drawing import drawn
from tests.ledger_tours import LENGTHS, ledger_tours
from tests.reference_ledgers import granted
from tests.scored import facts_of
from tests.test_against_reference import first_difference


@drawn
@given(ledger_tours())
def test_money_and_extra_turns_are_booked_as_the_naive_scorer_says(text: str) -> None:
    """CY-12, CY-13, CY-15 to CY-17."""
    assert first_difference(text) is None


@pytest.mark.slow
@drawn
@given(ledger_tours())
def test_balances_and_extra_turns_add_up(text: str) -> None:
    """CY-12, CY-16: from one stage to the next, and the premiums to what is earned."""
    race = race_of(text)
    balance: dict[str, int] = {}
    left: dict[str, int] = {}
    for done in race.stages:
        for line in done.purse:
            won = sum(each.amount for each in done.premiums if each.team == line.team)
            balance[line.team] = balance.get(line.team, 0) + line.earned
            assert (line.earned, line.balance) == (won, balance[line.team])
            assert 0 <= line.savings <= 300
        for turns in done.extra_turns:
            saved = left.get(turns.who, 0)
            left[turns.who] = saved + turns.granted - turns.used
            assert turns.left == left[turns.who] >= 0


@pytest.mark.slow
@drawn
@given(ledger_tours())
def test_all_the_money_paid_to_riders_of_teams_is_in_a_purse(text: str) -> None:
    """CY-16: ten for every point of every rider of a team, and nothing twice."""
    race = race_of(text)
    team = {rider.bib: rider.team for rider in race.tour.riders}
    for done in race.stages:
        points = sum(
            line.points * done.stage.counts.get(ClassificationName.POINTS, True)
            + line.mountains * done.stage.counts.get(ClassificationName.MOUNTAINS, True)
            for line in done.result
            if team[line.bib] is not None
        )
        paid = sum(p.amount for p in done.premiums if p.kind is PremiumKind.POINTS)
        assert paid == 10 * points * bool(done.purse)


@drawn
@given(ledger_tours(), st.sampled_from(LENGTHS), st.data())
def test_a_race_on_the_track_has_extra_turns_of_its_own(
    text: str, length: int, data: st.DataObject
) -> None:
    """CY-12: granted as on the road; put between two rides it changes neither."""
    race, toml = race_of(text), tomllib.loads(text)
    # A stage put between others would change the number of the one they join on.
    assume(not any(rider.joins for rider in race.tour.riders))
    at = data.draw(st.integers(0, len(race.stages)))
    days = race.tour.stages
    track = Stage(kind=StageKind.POINTS_RACE, length=length)
    racing = RaceBeforeStage(
        replace(race.tour, planned=None, stages=(*days[:at], track)),
        at + 1,
        race.rulebook,
    ).racing
    track = replace(track, laps=(racing[:1],))
    both = replace(race.tour, planned=None, stages=(*days[:at], track, *days[at:]))
    scores = list(score(both, race.rulebook).stages)
    apart = scores.pop(at).extra_turns if racing else ()

    on_it = {"kind": "points race", "length": length}
    grants = {bib: granted(toml, bib, on_it) for bib in racing}
    assert {line.who: line.granted for line in apart} == (
        grants if toml["tour"]["options"]["level"] > 1 else {}
    )
    assert [done.extra_turns for done in scores] == [
        done.extra_turns for done in race.stages[: len(scores)]
    ]


def race_of(text: str) -> Race:
    race = score(*facts_of(text))
    assert {problem.code for problem in race.problems} <= {"unspent"}
    return race
