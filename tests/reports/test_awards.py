"""The awards as a sheet: who has the best figure, and who has the award."""

from peloton.reports.tour.honours import awards_sheet
from peloton.rules.results import Race
from tests.rules.notation import criterium, cyclo, stage

SPRINTS = {"Sluis": "1 3", "Zottegem": "1 3", "Aalst": "2 4 3"}


def test_an_award_given_to_another_names_the_best_figure_too() -> None:
    """Rider 1 has six points and 3 five; the lanterne rouge went to the team of 1."""
    finish = "3 6 1/9, 4 6 9/9, 1 7 9/9, 2 8 9/9"
    race = criterium(stage(finish, sprints=SPRINTS), riders="MOL: 1 2, SAL: 3 4")
    (given,) = awards_sheet(race).tables
    combative = [row for row in given.rows if row[0] == "Most combative rider"]

    assert [row[1] for row in combative] == ["1", "3"]
    assert str(combative[0][-1]).endswith(f"; the award goes to {combative[1][2]}")
    assert "receives the award" in str(combative[1][-1])


def test_points_that_are_an_awards_own_are_said_to_be() -> None:
    """Those of a classification are others, as 5, 3, 2 and 1 at a sprint (CR-9)."""
    finish = "1 6 1/9, 2 6 9/9"
    said = "3, 2 and 1 points for the first three at each sprint and summit."

    for sprints, times in (({"Sluis": "1 2"}, 1), ({}, 0)):
        race = criterium(stage(finish, sprints=sprints), riders="MOL: 1, SAL: 2")
        notes = " ".join(awards_sheet(race).notes)
        assert notes.count(said) == times


def lantern(race: Race) -> object:
    (given,) = awards_sheet(race).tables
    return next(row[-1] for row in given.rows if row[0] == "Lanterne rouge")


def test_the_last_rider_with_the_time_of_the_first_is_not_said_to_be_behind() -> None:
    """CY-7: each is 10 seconds behind on a stage, and 1 was ahead before the last."""
    race = cyclo(stage("1 0 3, 2 1 3"), stage("2 0 3, 1 1 3"))

    assert lantern(race) == "rank 2, tie on time"


def test_the_last_rider_of_a_single_race_may_have_less_time_than_the_winner() -> None:
    """CY-3: rider 2 crosses second in the same turn, and goes 4 lines further."""
    assert lantern(cyclo(stage("1 0 3, 2 0 7"))) == "rank 2"
