"""Cards kept for the next stage: Criterium's good cards, Flamme Rouge's exhaustion."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.ledgers.cards import carried_cards
from peloton.rules.results import Race
from tests.rules.notation import message, raced, stage, tour

TO_COME = Stage()


def held(lines: str, cards: Mapping[str, int], **facts: str) -> Stage:
    """Return a stage with the cards held at its end."""
    return replace(
        stage(lines, **facts),  # type: ignore[arg-type]  # kind and cancelled are words
        cards={Bib(bib): count for bib, count in cards.items()},
    )


def game(name: str, *stages: Stage) -> Race:
    return raced(tour(name, stages, "1 2 3"))


def kept(race: Race) -> dict[str, int]:
    """Return the cards that riders carry into the last stage."""
    number = len(race.tour.stages)
    return dict(carried_cards(race.tour, number, race.rulebook).items())


def test_one_two_or_three_good_cards_are_kept() -> None:
    """CR-17. A rider who is not written down keeps none."""
    day = held("1 6 3/9, 2 6 4/9, 3 6 5/9", {"1": 1, "2": 3})
    race = game("criterium", day, TO_COME)

    assert race.problems == ()
    assert kept(race) == {"1": 1, "2": 3}


def test_a_fourth_good_card_is_refused() -> None:
    """CR-17."""
    race = game("criterium", held("1 6 3/9, 2 6 4/9, 3 6 5/9", {"1": 4}))

    assert message(race) == "rider 1 has 4 cards, expected at most 3 to keep (CR-17)"
    assert race.problems[0].where == ("stage", 0, "cards", "1")


@pytest.mark.parametrize(("cards", "half"), [(1, 1), (2, 1), (5, 3), (6, 3)])
def test_half_of_the_exhaustion_is_kept_rounded_up(cards: int, half: int) -> None:
    """FR-2."""
    race = game("flamme-rouge", held("1 0 4, 2 0 1, 3 1 2", {"2": cards}), TO_COME)

    assert race.problems == ()
    assert kept(race) == {"2": half}


def test_cards_are_those_of_the_stage_before() -> None:
    """CR-17. What was kept into a stage is played on it; 0 is none."""
    lines = "1 6 3/9, 2 6 4/9, 3 6 5/9"
    first, without = held(lines, {"1": 3}), held(lines, {})
    race = game("criterium", first, held(lines, {"2": 1, "3": 0}), TO_COME)

    assert kept(race) == {"2": 1}
    assert kept(game("criterium", first, without, TO_COME)) == {}


def test_a_cancelled_stage_takes_no_card_away() -> None:
    """CR-17."""
    lines = "1 6 3/9, 2 6 4/9, 3 6 5/9"
    off = held(lines, {"1": 1}, cancelled="the cat")
    race = game("criterium", held(lines, {"1": 3}), off, TO_COME)

    assert kept(race) == {"1": 3}


def test_a_race_on_the_track_takes_no_card_away_unless_it_has_its_own() -> None:
    """CR-17."""
    day = held("1 6 3/9, 2 6 4/9, 3 6 5/9", {"1": 3})
    keirin = Stage(kind=StageKind.KEIRIN)
    own = replace(keirin, cards={Bib("3"): 2})

    assert kept(game("criterium", day, keirin, TO_COME)) == {"1": 3}
    assert kept(game("criterium", day, own, TO_COME)) == {"3": 2}


@pytest.mark.parametrize("reason", ["DNS", "DNF", "DSQ", "OTL"])
def test_a_rider_without_a_place_keeps_no_cards(reason: str) -> None:
    """CR-17, GN-1."""
    race = game("criterium", held(f"1 6 3/9, 2 6 4/9, {reason} 3", {"3": 1}))

    assert message(race) == "rider 3 has cards but no place on the stage"


def test_a_rider_who_left_has_no_cards() -> None:
    """CR-17."""
    day = stage("1 6 3/9, 2 6 4/9, DNF 3")
    race = game("criterium", day, held("1 6 3/9, 2 6 4/9", {"3": 1}))

    assert "left the race on an earlier stage" in message(race)


def test_cards_of_an_unknown_rider_name_the_nearest() -> None:
    """CR-17."""
    race = game("criterium", held("1 6 3/9, 2 6 4/9, 3 6 5/9", {"33": 1}))

    assert message(race) == "no rider 33 on the startlist; did you mean '3'?"


def test_all_the_cards_of_a_stage_are_checked() -> None:
    """CR-17. 33 is unknown, 1 has too many."""
    race = game("criterium", held("1 6 3/9, 2 6 4/9, 3 6 5/9", {"33": 1, "1": 9}))

    assert {(each.code, each.bib) for each in race.problems} == {
        ("unknown", "33"),
        ("cards", "1"),
    }


def test_a_game_that_keeps_no_cards_refuses_them() -> None:
    """CR-17. Cyclo has none."""
    race = game("cyclo", held("1 0 3, 2 0 1, 3 1 2", {"1": 2}))

    assert message(race) == (
        "rider 1 has 2 cards, but cyclo keeps none between stages (CR-17)"
    )
    assert carried_cards(race.tour, 2, race.rulebook) == {}


@pytest.mark.parametrize("finish", ["", "1 0 3, 2 0 1, 3 1 2"])
def test_cards_are_refused_before_a_stage_is_ridden_too(finish: str) -> None:
    """CR-17. Otherwise the stage could not be cancelled or entered later."""
    race = game("cyclo", replace(stage(finish), cards={Bib("1"): 2}))

    assert "cyclo keeps none between stages" in message(race)


def test_a_rider_without_a_place_is_one_mistake_in_a_game_without_cards() -> None:
    """CR-17."""
    race = game("cyclo", held("1 0 3, 2 0 1, DNF 3", {"3": 2}))

    assert message(race) == "rider 3 has cards but no place on the stage"
