"""The file of a season's scale, and mistakes in it."""

import pytest

from peloton.notation.problems import problem_lines
from peloton.notation.resources import text_beside
from peloton.notation.season_file import (
    default_season,
    read_season,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.season.ranking import PRIZES, Prize
from tests.notation.documents import problems_of


def mistakes(text: str) -> tuple[str, ...]:
    return problem_lines("my.toml", text, problems_of(text, read_season))


def test_the_built_in_scale_gives_points_for_every_place_it_names() -> None:
    scale = default_season()

    assert set(scale.places) == set(PRIZES)
    assert (
        scale.places[ClassificationName.GENERAL][0] > scale.places[Prize.STAGE][0] > 0
    )
    assert scale.days[ClassificationName.GENERAL] > 0


def test_a_copy_of_the_built_in_scale_is_the_built_in_scale() -> None:
    assert read_season(text_beside("seasons", "default")) == default_season()


def test_what_a_scale_leaves_out_is_as_in_the_built_in_one() -> None:
    scale = read_season("best = 3\n[places]\nstage = [2, 1]\n")

    assert scale.best == 3
    assert scale.places == {**default_season().places, Prize.STAGE: (2, 1)}
    assert scale.days == default_season().days


def test_a_scale_says_who_is_who() -> None:
    text = '[same]\nriders = [["Eddy / MOL", "E. / SAL"]]\nplayers = [["Ann", "An"]]\n'
    scale = read_season(text)

    assert scale.same["riders"] == (("Eddy / MOL", "E. / SAL"),)
    assert scale.same["players"] == (("Ann", "An"),)
    assert scale.same["teams"] == ()


def test_every_mistake_is_named_with_its_line_and_the_nearest_word() -> None:
    text = (
        'best = -1\nties = ["tour won"]\n[places]\nstages = [1]\n[days]\npoints = []\n'
    )

    best, ties, stages, points = mistakes(text)

    assert best.startswith("my.toml:1: error: best: found -1, expected a whole number")
    assert ties.startswith("my.toml:2: error: ties: found 'tour won', expected one of")
    assert ties.endswith("; did you mean 'tours won'?")
    assert stages.startswith("my.toml:4: error: unknown key 'stages' in places")
    assert stages.endswith("; did you mean 'stage'?")
    assert points.startswith("my.toml:6: error: points: found [], expected a whole")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[places]\nstage = 5", "stage: found 5, expected a list of whole numbers"),
        (f"[places]\nstage = {[1] * 21}", "stage: found 21 places in a season's scale"),
        ('places = "all"', "places: found 'all', expected a table"),
        ("[days]\nteams = 1", "unknown key 'teams' in days"),
        ("ties = [[1]]", "ties: found [1], expected one of"),
        ('ties = ["best tour", "best tour"]', "ties: found 'best tour' twice"),
        ('[same]\nriders = ["Jo"]', "riders: found ['Jo'], expected lists of two"),
        ('[same]\nteams = [["MOL"]]', "teams: found ['MOL'], expected lists of two"),
        (
            '[same]\nteams = [["MOL", ""]]',
            "teams: found '', expected text that is not empty",
        ),
        ('[same]\nteams = [["a", "b"], ["B", "c"]]', "teams: found 'B' twice"),
        ("best = ", "not valid TOML"),
    ],
)
def test_a_value_that_does_not_fit_is_a_mistake(text: str, found: str) -> None:
    (line,) = mistakes(text)

    assert found in line
