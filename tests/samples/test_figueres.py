"""The sample series of Figueres has the situations it is meant to show."""

import tomllib
from typing import Any

from tests.reference import reference_document
from tests.samples.golden import sample_text

TOUR = tomllib.loads(sample_text("figueres"))
STAGES: list[Any] = reference_document(sample_text("figueres"))["stages"]


def marks(stage: int) -> list[tuple[str, int, int]]:
    lines = [line.split("#")[0] for line in TOUR["stage"][stage]["finish"].splitlines()]
    words = [line.split() for line in lines if line]
    return [(bib, int(turn), int(space)) for bib, turn, space in words]


def test_four_players_have_six_riders_two_of_them_neutral() -> None:
    """FI-3."""
    neutral = [rider["bib"] for rider in TOUR["rider"] if rider.get("neutral")]

    assert len(TOUR["rider"]) == 6
    assert neutral == ["grey", "orange"]


def test_a_race_ends_with_one_turn_for_everybody_and_eight_at_most() -> None:
    """FI-2: nobody moves after the turn in which the line is passed."""
    for stage in range(4):
        turns = {turn for _, turn, _ in marks(stage)}

        assert len(turns) == 1
        assert max(turns) <= 8
        assert max(space for _, _, space in marks(stage)) > 32 or turns == {8}


def test_in_one_race_nobody_passes_the_line() -> None:
    """FI-2: the most advanced wins; of two on a space, the one on the left."""
    assert max(space for _, _, space in marks(2)) <= 32
    assert [line["bib"] for line in STAGES[2]["result"][:2]] == ["yellow", "blue"]
    assert marks(2)[0][2] == marks(2)[1][2]


def test_nobody_gets_the_points_of_a_neutral_winner() -> None:
    """FI-3."""
    first, second = STAGES[1]["result"][:2]

    assert (first["bib"], first["points"]) == ("grey", 0)
    assert (second["bib"], second["points"]) == ("green", 6)


def test_the_series_goes_to_who_won_one_race_only() -> None:
    """FI-3: 10, 4, 4 and 4; green has a win too, and 20."""
    assert [(line["bib"], line["points"]) for line in STAGES[3]["general"]] == [
        ("red", 22),
        ("green", 20),
        ("yellow", 18),
        ("blue", 16),
    ]
