"""Two teams and every jersey of the Tour de France Femmes 2022, scored by `road`.

The source is named in extract/README.md. `python -m tests.real.check FOLDER` runs the
same comparison on a whole race.
"""

from pathlib import Path

from tests.real.check import Comparison, comparisons

COMPARED: dict[str, Comparison] = {
    compared.title: compared
    for compared in comparisons(Path(__file__).parent / "extract")
}


def test_the_final_general_classification_is_the_published_one() -> None:
    """RR-1 to RR-3: time, gap and rank of each of the 18 riders at the end."""
    assert COMPARED["general classification"].differences == []
    assert COMPARED["general classification"].same == 18


def test_the_team_times_of_every_stage_are_the_published_ones() -> None:
    """RR-6: two teams on eight stages."""
    assert COMPARED["team times"].differences == []
    assert COMPARED["team times"].same == 16


def test_the_jerseys_are_worn_by_those_who_wore_them() -> None:
    """RR-7, RR-8: four jerseys after eight stages."""
    assert COMPARED["jersey wearers"].differences == []
    assert COMPARED["jersey wearers"].same == 32


def test_the_points_won_on_the_way_add_up() -> None:
    """RR-4: of the riders still in at the end."""
    assert COMPARED["points totals"].differences == []
    assert COMPARED["points totals"].same > 10


def test_the_mountains_points_add_up() -> None:
    """RR-5: of the riders still in at the end."""
    assert COMPARED["mountains totals"].differences == []
    assert COMPARED["mountains totals"].same >= 5
