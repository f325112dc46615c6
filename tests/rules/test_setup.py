"""Setting up: the cards, the riders and the counters before a game begins."""

import pytest

from peloton.errors import PelotonError
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.setting_up import (
    cards_to_deal,
    refreshment_cards,
    rider_counts,
)
from tests.rules.notation import rulebook_of

# The table of the game: cards of value 9 to 16, and the printed last column.
PRINTED = {
    6: ((4, 4, 4, 4, 4, 4, 3, 3), 30),
    7: ((5, 5, 5, 4, 4, 4, 4, 4), 35),
    8: ((5, 5, 5, 5, 5, 5, 5, 5), 40),
    9: ((6, 6, 6, 6, 6, 5, 5, 5), 45),
    10: ((7, 7, 6, 6, 6, 6, 6, 6), 50),
    11: ((7, 7, 7, 7, 7, 7, 7, 6), 55),
    12: ((8, 8, 8, 8, 8, 8, 6, 6), 60),
    13: ((9, 8, 8, 8, 8, 8, 8, 8), 65),
    14: ((9, 9, 9, 9, 9, 9, 8, 8), 70),
    15: ((10, 10, 10, 9, 9, 9, 9, 9), 75),
}


def game(name: str) -> Rulebook:
    return rulebook_of(Tour(name="A", rulebook=name))


@pytest.mark.parametrize("riders", PRINTED)
def test_the_cards_to_deal_are_those_of_the_printed_table(riders: int) -> None:
    """CR-14. None of value 7 and 8."""
    assert cards_to_deal(game("criterium"), riders) == {
        riders: (0, 0, *PRINTED[riders][0])
    }


@pytest.mark.parametrize("riders", PRINTED)
def test_every_total_agrees_with_the_last_column_of_the_printed_table(
    riders: int,
) -> None:
    """CR-14. Added up from the cards of the row."""
    book, (_, printed) = game("criterium"), PRINTED[riders]

    assert sum(cards_to_deal(book, riders)[riders]) == printed
    assert riders * book.number("setup.hand") == printed


def test_the_draw_pile_is_84_cards_14_of_each_from_7_to_12() -> None:
    """CR-14."""
    draw = game("criterium").scale("setup.draw")

    assert (draw, sum(draw)) == ((14, 14, 14, 14, 14, 14), 84)


def test_without_a_number_of_riders_it_is_the_whole_table() -> None:
    """CR-14."""
    assert [*cards_to_deal(game("criterium"))] == list(range(6, 16))


@pytest.mark.parametrize("riders", [-1, 0, 5, 16])
def test_a_number_of_riders_outside_the_table_is_refused(riders: int) -> None:
    """CR-14."""
    with pytest.raises(
        PelotonError, match=rf"^found {riders} riders, expected 6 to 15 \(CR-14\)$"
    ):
        cards_to_deal(game("criterium"), riders)


@pytest.mark.parametrize(
    ("players", "riders", "neutral"), [(3, 5, 2), (4, 6, 2), (5, 6, 1)]
)
def test_the_neutral_riders_of_figueres_go_by_the_players(
    players: int, riders: int, neutral: int
) -> None:
    """FI-3."""
    counts = rider_counts(game("figueres"), players)

    assert counts == {players: (riders, neutral)}


@pytest.mark.parametrize("players", [-1, 0, 2, 6])
def test_a_number_of_players_figueres_is_not_for_is_refused(players: int) -> None:
    """FI-3."""
    with pytest.raises(
        PelotonError, match=rf"^found {players} players, expected 3 to 5 \(FI-3\)$"
    ):
        rider_counts(game("figueres"), players)


def test_a_game_without_cards_to_deal_refuses_a_number_of_riders() -> None:
    """CR-14."""
    with pytest.raises(PelotonError, match="found 12 riders, expected none"):
        cards_to_deal(game("cyclo"), 12)


def test_el_juego_de_los_ciclistas_has_its_courses_and_counters() -> None:
    """CI-5. At most 5 counters a team, 3 on a roll, none kept."""
    book = game("ciclistas")

    assert book.scale("setup.courses") == (60, 90, 120)
    keys = ("setup.counters", "setup.counters_a_roll", "setup.counters_kept")
    assert [book.number(key) for key in keys] == [5, 3, 0]


@pytest.mark.parametrize(
    ("riders", "cards"), [(5, 4), (6, 4), (7, 3), (8, 1), (9, 1), (20, 1)]
)
def test_starters_have_the_refreshment_cards_of_the_nearest_number(
    riders: int, cards: int
) -> None:
    """CR-19. As a house rule 4, 3 and 1 for 6, 7 and 8 starters; the seed has none."""
    rules = {"setup.refreshments": (4, 3, 1)}
    house = rulebook_of(Tour(name="A", rulebook="criterium", rules=rules))

    assert refreshment_cards(house, riders) == cards
    assert refreshment_cards(game("cyclo"), riders) == 0


def test_players_without_a_number_of_neutral_riders_have_none() -> None:
    """FI-3, as a house rule."""
    rules = {"setup.neutral": (0, 0, 2)}
    house = rulebook_of(Tour(name="A", rulebook="figueres", rules=rules))

    assert [neutral for _, neutral in rider_counts(house).values()] == [2, 0, 0]
