"""El juego de los ciclistas: rounds, tiles behind the line, teams of three (CI)."""

import pytest

from tests.rules.tour_texts import column, parted, race, stage

SEED = "1 1'4, 2 1'4, 4 1'9, 3 1'3"
"""The finish in the game's own text, in the order of crossing."""


def test_the_winner_is_who_goes_furthest_in_the_round() -> None:
    """CI-2. The first to cross is second; two on one space have one time."""
    (result,) = race("ciclistas", stage(SEED))

    assert column(result["result"], "place") == {"3": 1, "1": 2, "2": 3, "4": 4}
    assert column(result["result"], "time") == {"3": 13, "1": 14, "2": 14, "4": 19}


def test_the_fourth_is_6_spaces_behind() -> None:
    """CI-2."""
    (result,) = race("ciclistas", stage(SEED))

    assert column(result["result"], "gap")["4"] == 6


@pytest.mark.parametrize(
    ("past", "time"), [("1 +7", 13), ("1 +1", 19), ("1 +10", 10), ("1 +14", 10)]
)
def test_a_mark_may_be_spaces_past_the_line_and_beyond_0_counts_0(
    past: str, time: int
) -> None:
    """CI-1."""
    (result,) = race("ciclistas", stage(f"1 {past}"))

    assert column(result["result"], "time") == {"1": time}


def test_a_rider_of_a_later_round_is_behind_everybody_of_an_earlier_one() -> None:
    """CI-2: 1'9 is 19, 2'0 is 20."""
    (result,) = race("ciclistas", stage("1 2'0, 2 1'9"))

    assert column(result["result"], "time") == {"2": 19, "1": 20}


def test_the_general_classification_adds_the_times_up() -> None:
    """CI-3. Tenths of a round; ties by the sum of places, as CR-15."""
    found = race(
        "ciclistas", stage("1 1'3, 2 1'3, 3 1'4"), stage("2 1'5, 3 1'4, 1 1'5")
    )

    assert column(found[-1]["general"], "time") == {"3": 28, "2": 28, "1": 28}
    assert parted(found[-1]["general"]) == [
        ("3", "latest place"),
        ("2", "latest place"),
        ("1", "latest place"),
    ]


def test_a_team_has_the_three_times_of_every_stage() -> None:
    """CI-3."""
    stages = (
        stage("1 1'0, 4 1'1, 2 1'2, 5 1'3, 6 1'4, 3 1'5"),
        stage("1 1'0, 4 1'1, 2 1'2, 5 1'3, 6 1'4, 3 1'5"),
    )
    found = race("ciclistas", *stages, riders="ACE: 1 2 3, SIE: 4 5 6")

    assert column(found[-1]["teams"], "time") == {"ACE": 74, "SIE": 76}


def test_there_is_a_yellow_jersey_and_no_other() -> None:
    """CI-3, CI-4: points and mountains are off."""
    (result,) = race("ciclistas", stage(SEED, climbs={"Puerto 12": "1"}))

    assert [jersey["jersey"] for jersey in result["jerseys"]] == ["yellow"]
    assert not {"points", "mountains"} & result.keys()


def test_a_scale_of_the_house_switches_points_on() -> None:
    """CI-4: the makers mention points for the first three, without a scale."""
    (result,) = race("ciclistas", stage(SEED), rules='"points.finish" = [3, 2, 1]')

    assert column(result["points"], "points") == {"3": 3, "1": 2, "2": 1}


@pytest.mark.parametrize(
    ("facts", "rules", "kept"),
    [
        (stage(SEED, more="points = [3, 2]"), "", {"points"}),
        (
            stage(SEED, sprints={"Meta": "2"}).replace(
                '"Meta" }', '"Meta", points = [2] }'
            ),
            "",
            {"points"},
        ),
        (
            stage(SEED, climbs={"Puerto 12": "2"}).replace(
                ", from", ", points = [2], from"
            ),
            "",
            {"mountains"},
        ),
        (stage(SEED), '"mountains.2" = [3]', {"mountains"}),
        (stage(SEED), '"mountains.lengths" = [20, 25, 30, 41]', set()),
    ],
)
def test_a_classification_is_kept_where_anything_gives_points_for_it(
    facts: str, rules: str, kept: set[str]
) -> None:
    """CI-4. On one of the stages, or by a scale of the house."""
    found = race("ciclistas", stage(SEED), facts, rules=rules)

    assert found[0].keys() & {"points", "mountains", "teams"} == kept
