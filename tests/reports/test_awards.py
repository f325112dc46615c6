"""The awards as a sheet: who has the best figure, and who has the award."""

from peloton.reports.tour.honours import awards_sheet
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


def test_an_award_for_places_names_the_stages_left_out() -> None:
    """Teams win stage 2, a team time trial, and stage 3 does not count."""
    days = (
        stage("1 3 0, 2 4 0, 3 5 0, 4 6 0", "itt"),
        stage("1 6 0, 2 6 0, 3 7 0, 4 7 0", "ttt"),
        stage("1 0 3, 2 0 2, 3 0 1, 4 0 0", counts={"general": False}),
        stage("1 3 0, 2 4 0, 3 5 0, 4 6 0", "itt"),
    )
    riders = "MOL: 1 2, SAL: 3 4"
    texts = {
        row[0]: row[-1]
        for row in awards_sheet(cyclo(*days, riders=riders)).tables[0].rows
    }

    assert texts["Most regular rider"] == (
        "place 1 on 2 stages; stages not counted: 2, 3"
    )
    assert "on 2 of 2 stages; stages not counted: 2, 3" in str(texts["Best team-mate"])
    (*_, shown) = (
        row[-1]
        for row in awards_sheet(cyclo(days[0], days[3], riders=riders)).tables[0].rows
        if row[0] == "Most regular rider"
    )
    assert shown == "place 1 on 2 stages"
