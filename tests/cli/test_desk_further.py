"""A key of the desk that moves a mark one space further."""

import click
import pytest

from peloton.desk.scored_tour import ScoredTour
from peloton.desk.session import Session
from peloton.desk.state import StageAtDesk, one_space_further
from peloton.errors import PelotonError
from tests.cli.conftest import Run
from tests.cli.desks import ENTER, ONE_SPACE_FURTHER, UP, sit
from tests.scored import facts_of


def test_a_line_one_space_further_shows_place_and_general_rank(tour: Run) -> None:
    """CY-1: rider 4 leads the tour by 15 s; one line further is 1 s behind, not 2."""
    tour("stage", "add", "--kind", "road", "--length", "100")

    sat = sit("1 3", ENTER, "4 1", ONE_SPACE_FURTHER)

    assert "One space further: 4 place 2 (general 1)" in sat.screen
    assert sat.text == "1 3\n4 1"


def test_place_and_rank_are_in_the_language_of_the_tour(tour: Run) -> None:
    tour("stage", "add", "--kind", "road", "--length", "100")
    tour("edit", "--language", "ca")
    session = Session(address="tours.db", tour_name=None)
    session.read_language()

    with click.Context(click.Command("desk"), obj=session):
        sat = sit("1 3", ENTER, "4 1", ONE_SPACE_FURTHER)

    assert "Una casella més: 4 lloc 2 (general 1)" in sat.screen


def test_the_line_of_the_cursor_counts(tour: Run) -> None:
    tour("stage", "add", "--kind", "road", "--length", "100")

    sat = sit("1 3", ENTER, "# a remark", UP, ONE_SPACE_FURTHER)

    assert "One space further: 1 place 1" in sat.screen


def test_a_line_without_a_finish_has_no_spaces(tour: Run) -> None:
    tour("stage", "add", "--kind", "road", "--length", "100")

    assert "no finish in spaces on this line" in sit("DNF 7", ONE_SPACE_FURTHER).screen
    assert "no finish in spaces on this line" in sit(ONE_SPACE_FURTHER).screen


@pytest.mark.parametrize(
    ("game", "lines", "row", "expected"),
    [
        # FR-1: 60 s a round, 10 s a square: level with rider 2 at the same square.
        ("flamme-rouge", "1 4\n2 3", 1, "2 place 2 (general 2)"),
        # CR-1: 4/9 of a turn is 27 s, 4/10 is 24 s: within 8 s of 3/8, 22.5 s.
        ("criterium", "1 6 1/8\n2 6 4/9", 1, "2 place 2 (general 2)"),
        # CI-1: the spaces past the line count down, so that 2 is further than 3.
        ("ciclistas", "2 1'4\n1 1'3", 1, "1 place 1 (general 1)"),
        # FI-2: before the line, the distance decides.
        (
            "figueres",
            "1 1 20\n2 1 20",
            1,
            "2 place 2 (general 2) -> place 1 (general 1)",
        ),
    ],
)
def test_every_game_with_spaces_knows_the_way_on(
    game: str, lines: str, row: int, expected: str
) -> None:
    assert expected in one_space_further(desk_of(game).view(lines), row)


def test_times_have_no_spaces() -> None:
    with pytest.raises(PelotonError, match="no finish in spaces"):
        one_space_further(desk_of("road").view("1 3:00:00"), 0)


def desk_of(game: str) -> StageAtDesk:
    riders = '[[rider]]\nbib = "1"\n[[rider]]\nbib = "2"\n'
    text = f'[tour]\nname = "T"\nrulebook = "{game}"\n{riders}[[stage]]\nlength = 100\n'
    tour, rulebook = facts_of(text)
    return StageAtDesk(ScoredTour(tour=tour, rulebook=rulebook), 1)
