"""GN-9: when a tour is over."""

from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import OPEN, stage_at, with_stage
from peloton.rules.race import score
from peloton.rules.results import PremiumKind, Race
from peloton.rules.winners import TourWinners, tour_winners
from tests.rules import notation
from tests.rules.ledger_notation import cyclo_tour, paid, ridden
from tests.rules.notation import stage

STAGE = "1 0 0, 2 1 0, 3 1 0"


def planned(race: Race, stages: int | str | None) -> Race:
    """Score the tour of a race again with a plan."""
    return score(replace(race.tour, planned=stages), race.rulebook)


def two_stages_ridden(stages: int | str | None) -> Race:
    tour = cyclo_tour(ridden(STAGE), ridden(STAGE), riders="A: 1, 2; B: 3", level=4)
    return planned(tour, stages)


@pytest.mark.parametrize(
    ("stages", "over"), [(None, True), (2, True), (3, False), (OPEN, False)]
)
def test_a_tour_is_over_when_the_planned_stages_are_ridden(
    stages: int | str | None, *, over: bool
) -> None:
    """GN-9: without a plan a tour has the stages that it lists."""
    assert two_stages_ridden(stages).is_over is over


def test_a_cancelled_stage_counts_as_one_of_those_planned() -> None:
    """GN-9."""
    race = planned(notation.criterium(stage("1 6 3/9"), stage(cancelled="hail")), 2)

    assert race.is_over


@pytest.mark.parametrize("stages", [3, OPEN])
def test_before_the_end_nobody_wins_and_no_final_premiums_are_paid(
    stages: int | str,
) -> None:
    """GN-9, CY-17."""
    race = two_stages_ridden(stages)

    assert tour_winners(race) == TourWinners()
    assert paid(race, PremiumKind.FINAL) == []


def test_sponsor_money_is_not_left_over_before_the_end() -> None:
    """GN-9, CY-15."""
    assert "unspent" in {p.code for p in two_stages_ridden(2).problems}
    assert two_stages_ridden(3).problems == ()


def test_a_stage_of_a_longer_tour_is_no_one_day_race() -> None:
    """GN-9: a race of one stage has rules of its own."""
    race = notation.criterium(stage("1 6 3/9, 2 6 4/11"))

    assert race.is_one_day
    assert not planned(race, 4).is_one_day
    assert not planned(race, OPEN).is_one_day


def test_a_plan_below_the_stages_listed_is_a_problem() -> None:
    """GN-9."""
    (problem,) = (p for p in two_stages_ridden(1).problems if p.code == "plan")

    assert problem == Problem(
        code="plan",
        message="stages: found 1, but the tour lists 2; expected 2 or more, or 'open'"
        " (GN-9)",
        where=("tour", "stages"),
    )


def test_a_stage_is_found_by_its_number_and_replaced_in_its_place() -> None:
    tour = notation.tour("cyclo", (stage("1 0 0"), stage("1 1 0"), stage("1 2 0")))
    other = stage("1 9 0")

    assert [stage_at(tour, n) for n in (1, 2, 3)] == [*tour.stages]
    first, _, third = tour.stages
    assert with_stage(tour, 2, other).stages == (first, other, third)
    for number in (0, 4):
        with pytest.raises(PelotonError, match=f"no stage {number}; the tour has 3"):
            stage_at(tour, number)
