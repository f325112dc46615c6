"""The poster: winners, jerseys and gaps on one wide page."""

from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.reports.drawing import Label, Picture
from peloton.reports.tour.book import book_sheets
from peloton.reports.tour.poster import poster_sheet
from peloton.rules.results import Race
from peloton.writers.paper.pdf import to_pdf
from tests.reports.samples import NAMES, sample
from tests.rules.notation import criterium, stage


def labels(picture: Picture) -> list[str]:
    return [part.text for part in picture.shapes if isinstance(part, Label)]


def test_the_poster_has_winners_jerseys_and_gaps() -> None:
    sheet = poster_sheet(sample("road"))

    names = [picture.name for picture in sheet.pictures]
    assert names == ["Winners", "Jersey days", "Gaps"]
    assert "Winner: Fausta Coppetta" in sheet.subtitle


@pytest.mark.parametrize("name", NAMES)
def test_every_stage_stands_with_its_winner(name: str) -> None:
    race = sample(name)
    said = labels(poster_sheet(race).pictures[0])

    for number, score in enumerate(race.stages, 1):
        assert str(number) in said
        assert score.stage.by_teams or any(
            rider.name in said
            for rider in race.tour.riders
            if rider.bib == score.result[0].bib
        )


@pytest.mark.parametrize("stages", [2, 5, 8, 21])
def test_a_poster_is_one_page_on_its_side(stages: int) -> None:
    ridden = [stage("1 6 1/9, 2 6 5/9", sprints={"Aalst": "2 1"})] * stages
    pdf = to_pdf([poster_sheet(criterium(*ridden))])

    assert pdf.count(b"/Type /Page\n") == 1
    assert b"/MediaBox [ 0 0 841" in pdf


def test_what_is_to_come_has_no_winner_and_no_champion() -> None:
    race = sample("road")
    begun = replace(race, stages=race.stages[:2])
    sheet = poster_sheet(begun)

    assert "Winner" not in sheet.subtitle
    assert "Zandvoorde, team time trial" in labels(sheet.pictures[0])
    assert "Gelato & Gregari" not in labels(sheet.pictures[0])


def test_the_cover_names_the_winner_and_those_of_the_stages() -> None:
    cover, *_ = book_sheets(sample("road"))

    first, _, stages = cover.pictures
    assert labels(first) == ["Winner", "Fausta Coppetta"]
    assert stages.name == "Winners"


def test_before_the_first_stage_there_is_no_poster(unridden: Race) -> None:
    with pytest.raises(PelotonError, match="no stage has been ridden"):
        poster_sheet(unridden)
