"""The picture of a stage for a chat: winner, first five, jerseys, names whole."""

import pytest

from peloton.reports.drawing import Label
from peloton.reports.sheet import Sheet
from peloton.reports.tour.share import share_sheet
from tests.reports.long_tours import grand_tour
from tests.reports.samples import NAMES, column, sample, table

_PHONE = 360 / 360
"""Pixels per point on a phone: the pictures fill the width of the screen."""


def labels(sheet: Sheet) -> list[Label]:
    return [
        part
        for picture in sheet.pictures
        for part in picture.shapes
        if isinstance(part, Label)
    ]


def test_a_shared_stage_has_the_winner_and_the_first_five() -> None:
    """Road, stage 5: 31 wins in 4:40:52; 11 leads the tour with 14:12:21."""
    sheet = share_sheet(sample("road"), 5)
    words = " ".join(part.text for part in labels(sheet))

    assert words.startswith("Truus Tegenwind Kasseien Kasteel · 4:40:52")
    assert column(table(sheet, "Result"), "Place") == [1, 2, 3, 4, 5]
    assert column(table(sheet, "General"), "Rider")[0] == "Fausta Coppetta"
    assert "14:12:21" in words


def test_an_earlier_stage_has_the_tour_as_it_was_then() -> None:
    """Road, stage 1: the ranking of the tour is that of the prologue."""
    sheet = share_sheet(sample("road"), 1)

    assert column(table(sheet, "General"), "Rider")[0] == "Truus Tegenwind"


def test_a_team_time_trial_is_won_by_a_team() -> None:
    sheet = share_sheet(sample("road"), 3)

    assert labels(sheet)[0].text == "Gelato & Gregari"
    assert column(table(sheet, "Teams"), "Team")[0] == "Gelato & Gregari"


@pytest.mark.parametrize("name", [*NAMES, "long"])
def test_every_name_is_whole_and_can_be_read_on_a_phone(name: str) -> None:
    race = grand_tour(21) if name == "long" else sample(name)
    for score in race.stages:
        for part in labels(share_sheet(race, score.number)):
            assert "…" not in part.text
            assert part.size * _PHONE >= 7 or part.colour == "#808080"
