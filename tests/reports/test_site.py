"""The parts of a web page: their contents, and the part that opens first."""

from dataclasses import replace

import pytest

from peloton.reports.tour.site import site_sheets
from peloton.rules.facts.startlist import Bib, Rider
from tests.reports.samples import sample


def test_the_last_stage_ridden_opens() -> None:
    race = sample("cyclo")
    assert [sheet.part for sheet in site_sheets(race) if sheet.opens] == ["Stage 5"]

    begun = replace(race, stages=race.stages[:2])
    assert [sheet.part for sheet in site_sheets(begun) if sheet.opens] == ["Stage 2"]
    begun = replace(race, stages=())
    assert not any(sheet.opens for sheet in site_sheets(begun))


def test_a_stage_says_who_won_and_begins_with_its_result() -> None:
    (stage,) = [sheet for sheet in site_sheets(sample("cyclo")) if sheet.opens]

    assert stage.subtitle.startswith("Hervé Hérisson (Éclair Cycles) wins the stage")
    assert stage.tables[0].name == "Result"
    assert list(dict.fromkeys(table.tab for table in stage.tables)) == [
        *("Stage", "Jerseys", "General", "Points", "Mountains", "Teams"),
    ]


def test_every_rider_and_team_has_a_card() -> None:
    race = sample("cyclo")

    cards = [sheet.card for sheet in site_sheets(race) if sheet.card]

    assert cards == [
        *(f"bib {rider.bib}" for rider in race.tour.riders),
        *(f"code {team.code}" for team in race.tour.teams),
    ]


@pytest.mark.parametrize(
    ("riders", "apart", "cards"), [(59, 0, 1), (60, 0, 0), (60, 1, 1)]
)
def test_in_one_file_the_cards_of_a_large_field_are_left_out(
    riders: int, apart: int, cards: int
) -> None:
    """They are half as much again, and the teams' names too: a code stands for each."""
    race = sample("road")
    more = tuple(Rider(bib=Bib(f"x{n}")) for n in range(riders - len(race.tour.riders)))
    tour = replace(race.tour, riders=(*race.tour.riders, *more))
    race = replace(race, tour=tour)

    found = [
        sheet for sheet in site_sheets(race, separate_files=bool(apart)) if sheet.card
    ]

    assert bool(found) == bool(cards)
