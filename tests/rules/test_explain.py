"""Every second and every point of a rider has a reason, and they add up."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from peloton.errors import PelotonError
from peloton.notation.resources import sample_tours
from peloton.rules.explain.rider import Reasoned, explanation
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Race
from tests.rules.notation import criterium, cyclo, ruling, stage, standings
from tests.scored import race_of

RULE = re.compile(r"(CR|CY|GN)-\d+(, (CR|CY|GN)-\d+)*")
SIGNS = {"time": 1, "penalty": 1, "bonus": -1}


@cache
def sample(name: str) -> Race:
    text = (sample_tours() / f"{name}.toml").read_text(encoding="utf-8")
    return race_of(text)


every_sample = pytest.mark.parametrize("name", ["cyclo", "criterium"])


def reasons(race: Race, bib: str) -> list[Reasoned]:
    return explanation(race, Bib(bib))


def amounts(race: Race, bib: str, after: int) -> Iterator[tuple[str, int]]:
    """What counts, by classification, up to and with a stage; bonuses negative."""
    for item in explanation(race, Bib(bib), after):
        if not item.total and item.amount is not None:
            yield item.towards, SIGNS.get(item.towards, 1) * item.amount


# Both sample tours


@every_sample
def test_times_bonuses_and_penalties_add_up_to_the_general_time(name: str) -> None:
    """CR-6, CY-6, GN-2. After every stage; Cyclo's less the lowest total of all."""
    race = sample(name)
    for number in range(1, len(race.stages) + 1):
        shown = {who: total for _, who, total in standings(race, after=number)}
        sums = {
            who: sum(
                amount
                for towards, amount in amounts(race, who, number)
                if towards in SIGNS
            )
            for who in shown
        }
        best = min(sums.values()) if name == "cyclo" else 0
        assert {who: total - best for who, total in sums.items()} == shown != {}


@every_sample
@pytest.mark.parametrize("towards", ["points", "mountains", "active"])
def test_points_add_up_to_the_classification(name: str, towards: str) -> None:
    """CR-8 to CR-10, CY-8, CY-9. After every stage, as long as the rider is in it."""
    race = sample(name)
    for number, done in enumerate(race.stages, 1):
        if towards not in done.standings:
            continue
        shown = {who: total for _, who, total in standings(race, towards, number)}
        in_race = {row.who for row in done.standings[ClassificationName.GENERAL]}
        added = {
            rider.bib: sum(
                amount
                for to, amount in amounts(race, rider.bib, number)
                if to == towards and rider.bib in in_race
            )
            for rider in race.tour.riders
        }
        assert added == {bib: shown.get(bib, 0) for bib in added}


@every_sample
def test_every_line_cites_a_rule_and_says_why(name: str) -> None:
    """By its number, such as CR-6."""
    race = sample(name)
    lines = {rider.bib: explanation(race, rider.bib) for rider in race.tour.riders}

    assert all(lines.values())
    assert [
        (bib, line)
        for bib, found in lines.items()
        for line in found
        if not RULE.fullmatch(line.rule) or not line.why.strip()
    ] == []


# Little races


def test_a_time_is_explained_by_its_mark() -> None:
    """CY-3. 2 2 after a first 0 3: 2 x 10 - 2 + 3."""
    race = cyclo(stage("1 0 3, 2 2 2"))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert (line.amount, line.rule) == (21, "CY-3")
    assert "2 x 10 - 2 + 3" in line.why


def test_a_fraction_is_explained_before_it_is_rounded() -> None:
    """CR-1, CR-5. 6 4/11 is 381.82 s."""
    race = criterium(stage("1 6 4/11"))
    line = next(item for item in reasons(race, "1") if item.towards == "time")

    assert (line.amount, line.rule) == (382, "CR-1, CR-5")
    assert "381.82 s" in line.why


def test_a_time_of_a_group_names_whose_time_it_is() -> None:
    """CR-4. 2 is 8 s behind 1."""
    race = criterium(stage("1 6 1/15, 2 6 3/15"))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert (line.amount, line.rule) == (364, "CR-4")
    assert "the same time as 1" in line.why


def test_a_time_of_a_bracketed_group_cites_the_group_rule() -> None:
    """CY-5. (1 2) 0 3."""
    race = cyclo(stage("(1 2) 0 3"))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert line.rule == "CY-5"


def test_a_team_time_names_the_rider_who_counts() -> None:
    """CY-2. 3 is the third of the team, in 80 s."""
    race = cyclo(stage("1 6 0, 2 7 0, 3 8 0", "ttt"), riders="MOL: 1 2 3")
    line = next(item for item in reasons(race, "1") if item.towards == "time")

    assert (line.amount, line.rule) == (80, "CY-2")
    assert "3" in line.why


def test_a_bonus_names_the_line_and_the_place() -> None:
    """CR-6. Second over the Pont: 4 s."""
    race = criterium(stage("1 6 1/9, 2 6 3/9", sprints={"Pont": "1 2"}))
    line = next(item for item in reasons(race, "2") if "Pont" in item.why)

    assert (line.towards, line.amount, line.rule) == ("bonus", 4, "CR-6")
    assert "place 2" in line.why


def test_a_ruling_is_explained_by_its_reason() -> None:
    """GN-2. 20 s for moving out of turn."""
    given = ruling("1", seconds=20, reason="moved out of turn")
    race = cyclo(stage("1 0 0", rulings=(given,)))
    line = next(item for item in reasons(race, "1") if item.towards == "penalty")

    assert (line.amount, line.rule) == (20, "GN-2")
    assert "moved out of turn" in line.why


def test_leaving_the_race_is_explained() -> None:
    """GN-1. 2 has no time, and a line that says so."""
    race = cyclo(stage("1 0 0, DNF 2"))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert (line.amount, line.rule) == (None, "GN-1")
    assert "DNF" in line.why


def test_a_total_is_explained_after_every_stage() -> None:
    """CY-6. 10 s behind on either stage; shown as 10 and 20."""
    race = cyclo(stage("1 0 0, 2 1 0"), stage("1 0 0, 2 1 0"))
    totals = [
        item.amount
        for item in reasons(race, "2")
        if item.total and item.towards == "general"
    ]

    assert totals == [10, 20]


def test_a_total_names_the_step_that_parted_equal_ones() -> None:
    """CY-7. A first stage in a group: the place parts, as no lots are drawn."""
    race = cyclo(stage("(2 1) 0 0"))
    line = next(
        item for item in reasons(race, "1") if item.total and item.towards == "general"
    )

    assert line.rule == "CY-7"
    assert "latest stage" in line.why


def test_what_does_not_count_is_listed_and_says_so() -> None:
    """GN-4. A stage that does not count for the general."""
    race = cyclo(stage("1 0 0, 2 1 0", counts={"general": False}))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert line.amount == 10
    assert "does not count" in line.why


def test_an_explanation_may_stop_after_a_stage() -> None:
    race = cyclo(stage("1 0 0"), stage("1 0 0"))

    assert {item.stage for item in explanation(race, Bib("1"), after=1)} == {1}


def test_an_unknown_bib_is_refused_with_the_nearest() -> None:
    race = cyclo(stage("12 0 0"))

    with pytest.raises(PelotonError, match="did you mean '12'"):
        explanation(race, Bib("122"))
