"""The picture of a stage for a chat: winner, first five, jerseys, names whole."""

import pytest

from peloton.reports.drawing import Label
from peloton.reports.sheet import Sheet
from peloton.reports.tour.poster import share_sheet
from peloton.writers.paper.fonts import typefaces
from peloton.writers.paper.style import Imprint
from tests.reports.long_tours import grand_tour
from tests.reports.samples import NAMES, column, sample, table
from tests.writers.drawn import drawn_pages

_PHONE = 360 / 540
"""Pixels per point on a phone: the page fills the width of the screen."""


def winner(sheet: Sheet) -> list[str]:
    shapes = sheet.pictures[0].shapes
    return [part.text for part in shapes if isinstance(part, Label)]


def test_a_shared_stage_has_the_winner_and_the_first_five() -> None:
    """Road, stage 5: 31 wins in 4:40:52; 11 leads the tour with 14:12:21."""
    sheet = share_sheet(sample("road"), 5)

    assert winner(sheet) == ["Truus Tegenwind", "Kasseien Kasteel"]
    assert column(table(sheet, "Result"), "Place") == [1, 2, 3, 4, 5]
    assert column(table(sheet, "General"), "Rider")[0] == "Fausta Coppetta"
    assert column(table(sheet, "General"), "Time")[0] == "14:12:21"


def test_an_earlier_stage_has_the_tour_as_it_was_then() -> None:
    """Road, stage 1: the ranking of the tour is that of the prologue."""
    sheet = share_sheet(sample("road"), 1)

    assert column(table(sheet, "General"), "Rider")[0] == "Truus Tegenwind"


def test_a_team_time_trial_is_won_by_a_team() -> None:
    sheet = share_sheet(sample("road"), 3)

    assert winner(sheet) == ["Gelato & Gregari"]
    assert column(table(sheet, "Teams"), "Team")[0] == "Gelato & Gregari"


@pytest.mark.parametrize("name", [*NAMES, "long"])
def test_every_name_is_whole_and_can_be_read_on_a_phone(name: str) -> None:
    race = grand_tour(21) if name == "long" else sample(name)
    sheets = [share_sheet(race, score.number) for score in race.stages]
    with typefaces([*map(chr, range(32, 0x180)), "·▲▼"]) as faces:
        for sheet in sheets:
            (page,) = drawn_pages([sheet], faces, Imprint(paper="share"))
            for text in page.texts:
                assert "…" not in "".join(run.text for run in text.line.runs)
                assert text.size * _PHONE >= 6 or text.colour == "#808080"
