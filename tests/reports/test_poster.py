"""The poster and the cover of the book: all winners on one page, with whole names."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.reports.drawing import Label
from peloton.reports.sheet import Sheet, printed_rows
from peloton.reports.tour.book import book_sheets
from peloton.reports.tour.poster import poster_sheet
from peloton.rules.results import Race
from peloton.rules.words import Phrase
from peloton.writers.csv import to_csv
from peloton.writers.paper.fonts import Typefaces, typefaces
from peloton.writers.paper.pdf import to_pdf
from peloton.writers.paper.style import MARGIN, Imprint
from tests.reports.long_tours import grand_tour
from tests.reports.samples import NAMES, column, sample, table
from tests.rules.notation import criterium, cyclo, stage
from tests.writers.drawn import DrawnPage, drawn_pages


def labels(sheet: Sheet, picture: str) -> list[str]:
    (drawn,) = (each for each in sheet.pictures if each.name == picture)
    return [part.text for part in drawn.shapes if isinstance(part, Label)]


def test_the_poster_names_the_podium() -> None:
    """Road: 11 has 14:12:21; 1 and 31 are 6 and 8 seconds behind."""
    sheet = poster_sheet(sample("road"))

    assert labels(sheet, "Winner") == ["Winner", "Fausta Coppetta"]
    general = table(sheet, "General")
    assert column(general, "Rider") == [
        *("Fausta Coppetta", "Þórdís Brekkusnigill", "Truus Tegenwind")
    ]
    assert [*printed_rows(general, sheet.unit)][1][-1] == "+0:06"


def test_the_winner_of_each_classification_has_the_shirt() -> None:
    """GN-11. Björn wins the mountains of the Cyclo sample with 36 points."""
    words = " ".join(labels(poster_sheet(sample("cyclo")), "Wearers"))

    assert "6 Björn Kettingvet Mountains classification 36 points" in words
    assert "Lekkeband" not in words


def test_the_shirts_of_a_poster_have_either_long_or_short_names() -> None:
    """There is no room for `Young riders classification` below one of four shirts."""
    words = labels(poster_sheet(sample("road")), "Wearers")

    assert {"General", "Points", "Mountains", "Young"} <= {*words}


def test_a_tour_won_by_money_has_a_podium_of_teams() -> None:
    """CY-17."""
    sheet = poster_sheet(sample("cyclo"))

    assert labels(sheet, "Winner") == ["Winner", "Krakeling-Kringloop"]
    assert column(table(sheet, "Purse"), "Balance") == [4885, 2680, 1210]


@pytest.mark.parametrize("name", NAMES)
def test_every_stage_has_its_winner(name: str) -> None:
    race = sample(name)
    if race.is_one_day:
        return
    winners = table(poster_sheet(race), "Winners")
    names = {rider.bib: rider.name for rider in race.tour.riders}

    for score, winner, title in zip(
        race.stages, column(winners, "Winner"), column(winners, "Stage"), strict=True
    ):
        assert title == score.stage.name
        assert score.stage.by_teams or names[score.result[0].bib] in str(winner)


def test_a_single_race_of_teams_has_its_teams() -> None:
    """GN-11, CY-2: MOL won the time trial, and no rider."""
    race = cyclo(stage("1 5 0, 2 6 0", "ttt"), riders="MOL: 1, SAL: 2")
    sheet = poster_sheet(race)

    assert labels(sheet, "Winner") == ["Winner", "MOL"]
    assert [each.name for each in sheet.tables] == ["Teams"]


def test_a_single_race_has_its_first_ten_and_its_profile() -> None:
    sheet = poster_sheet(sample("tour-of-flanders"))

    names = [picture.name for picture in sheet.pictures]
    assert names == ["Winner", "Wearers", "Profile"]
    assert column(table(sheet, "Result"), "Place") == [*range(1, 11)]


@pytest.fixture(scope="module")
def faces() -> Iterator[Typefaces]:
    letters = "".join(map(chr, range(32, 0x180))), "·▲▼"
    with typefaces(letters) as faces:
        yield faces


def page_of(race: Race, faces: Typefaces, paper: str = "a4") -> DrawnPage:
    (page,) = drawn_pages([poster_sheet(race)], faces, Imprint(paper=paper))
    return page


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("stages", [1, 2, 5, 14, 21, 30, 40])
def test_a_poster_fills_one_page_in_type_one_can_read(
    stages: int, paper: str, faces: Typefaces
) -> None:
    page = page_of(grand_tour(stages), faces, paper)

    assert min(text.size for text in page.texts) >= 9
    assert max(text.size for text in page.texts) >= 40
    lowest = min(text.y for text in page.texts)
    assert page.height - MARGIN - lowest >= 0.7 * page.height
    assert all(
        text.x >= MARGIN - 1
        and text.x + text.line.width * text.size <= page.width - MARGIN + 1
        for text in page.texts
    )


@pytest.mark.parametrize("stages", [7, 8, 21, 24, 25, 30])
def test_no_name_on_a_poster_is_cut(stages: int, faces: Typefaces) -> None:
    race = grand_tour(stages)
    words = [run.text for text in page_of(race, faces).texts for run in text.line.runs]

    assert not [word for word in words if "…" in word]
    said = "".join(words).replace(" ", "")
    for rider in race.tour.riders[: min(stages, len(race.tour.riders))]:
        assert rider.name.replace(" ", "") in said


def test_a_poster_is_one_upright_page() -> None:
    ridden = [stage("1 6 1/9, 2 6 5/9", sprints={"Aalst": "2 1"})] * 5
    pdf = to_pdf([poster_sheet(criterium(*ridden))])

    assert pdf.count(b"/Type /Page\n") == 1
    assert b"/MediaBox [ 0 0 595" in pdf


def test_a_poster_as_text_has_all_winners() -> None:
    race = grand_tour(14)
    text = to_csv(poster_sheet(race))

    assert text.count("Tadej Pogačar") >= 2
    assert all(f"{place + 1}," in text for place in range(14))
    for score in race.stages:
        assert score.stage.name in text


def test_a_stage_to_come_has_no_winner() -> None:
    race = sample("road")
    begun = replace(race, stages=race.stages[:2])
    sheet = poster_sheet(begun)

    assert [picture.name for picture in sheet.pictures] == ["Wearers", "Gaps"]
    winners = table(sheet, "Winners")
    assert "Zandvoorde, team time trial" in column(winners, "Stage")
    assert "Gelato & Gregari" not in column(winners, "Winner")


def test_a_cancelled_stage_is_named_so_in_the_language_of_the_poster() -> None:
    sheet = poster_sheet(
        criterium(stage("1 6 1/3"), stage("1 6 1/3", cancelled="snow"), riders="1")
    )

    cell = column(table(sheet, "Winners"), "Winner")[1]
    assert isinstance(cell, Phrase)
    assert cell == "cancelled"


def test_a_cancelled_one_day_race_has_a_poster_without_a_ranking() -> None:
    sheet = poster_sheet(criterium(stage("1 6 1/3", cancelled="snow"), riders="1"))

    assert sheet.tables == ()
    assert labels(sheet, "Winner") == ["cancelled"]


def test_the_poster_of_a_single_race_that_nobody_finished_says_so() -> None:
    sheet = poster_sheet(criterium(stage("DNF 1 2"), riders="1 2"))

    assert labels(sheet, "Winner") == ["Nobody finished"]
    assert sheet.pictures[0].about == "Nobody finished"


def test_the_cover_of_the_book_is_the_poster() -> None:
    race = sample("road")
    cover, *_ = book_sheets(race)

    assert cover == replace(poster_sheet(race), name="Cover")


def test_before_the_first_stage_there_is_no_poster(unridden: Race) -> None:
    with pytest.raises(PelotonError, match="no stage has been ridden"):
        poster_sheet(unridden)
