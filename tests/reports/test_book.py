"""The tour book, from the cover to the awards."""

from dataclasses import replace

import pytest

from peloton.reports.tour.book import book_sheets
from peloton.reports.tour.honours import awards_sheet
from peloton.reports.tour.tour import tour_sheets
from peloton.rules.results import Race
from tests.reports.samples import NAMES, plain_data, sample, table
from tests.rules.notation import cyclo, stage


def names(race: Race) -> list[str]:
    return [sheet.name for sheet in book_sheets(race)]


def test_the_book_goes_from_the_cover_to_the_awards() -> None:
    communiques = [f"Communiqué {number}" for number in range(1, 6)]

    assert names(sample("cyclo")) == [
        *("Cover", "Contents", "Startlist", "Courses", *communiques),
        *("Stage by stage", "Final classifications", "Records", "Awards"),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_contents_link_to_every_sheet_inside(name: str) -> None:
    _, contents, *inside = book_sheets(sample(name))

    links = [row[0] for row in table(contents, "Contents").rows]
    assert links == [sheet.name for sheet in inside]
    assert len(set(links)) == len(links)


def test_the_cover_has_the_days_and_those_in_the_jerseys() -> None:
    cover, *_ = book_sheets(sample("cyclo"))

    assert cover.cover
    dates = "21 November 2026 to 5 December 2026"
    assert cover.subtitle == f"{dates} · Cyclo · 5 stages · 20 riders"
    names = [picture.name for picture in cover.pictures]
    assert names[:3] == ["Winner", "Wearers", "Gaps"]


def test_the_startlist_has_a_table_a_team_with_its_code() -> None:
    startlist = next(s for s in book_sheets(sample("cyclo")) if s.name == "Startlist")

    assert [each.title for each in startlist.tables] == [
        *("MOK: Mokka-Tafelberg", "KRI: Krakeling-Kringloop"),
        *("ECL: Éclair Cycles", "POL: Polderwind"),
    ]
    assert startlist.tables[0].notes == ("Played by Ann",)


def test_the_final_classifications_have_the_codes() -> None:
    sheets = book_sheets(sample("cyclo"))
    finals = next(s for s in sheets if s.name == "Final classifications")

    general = table(finals, "General")
    team = [column.title for column in general.columns].index("Team")
    assert {row[team] for row in general.rows} == {"MOK", "KRI", "ECL", "POL"}


def test_every_course_has_its_profile() -> None:
    courses = next(s for s in book_sheets(sample("cyclo")) if s.name == "Courses")

    assert [picture.name for picture in courses.pictures] == [
        f"Profile {number}" for number in range(1, 6)
    ]


def test_in_the_list_of_wearers_a_cancelled_stage_is_no_day_in_a_jersey() -> None:
    race = cyclo(*[stage("1 3 0, 2 4 0", "itt")] * 9, stage(cancelled="snow"))
    days = next(s for s in book_sheets(race) if s.name == "Stage by stage")

    (wearers,) = days.tables
    first, *_, last = wearers.rows
    assert first[:2] == (1, "1")
    assert last[0] == 10
    assert not any(last[1:])


@pytest.mark.parametrize("line", ["1 0 3, 2 0 1", "DNF 1 2"])
def test_the_book_of_a_single_race_has_no_empty_page_of_its_stages(line: str) -> None:
    race = cyclo(stage(line), riders="1 2")

    assert "Stage by stage" not in names(race)
    assert all(sheet.tables or sheet.pictures for sheet in book_sheets(race))


def test_a_single_race_has_no_days_in_the_jerseys() -> None:
    """GN-11: they are won, and nobody rides on in them."""
    sheets = tour_sheets(cyclo(stage("1 0 3, 2 0 1"), riders="1 2"))
    jerseys = next(sheet for sheet in sheets if sheet.name == "Jerseys")

    assert [table.name for table in jerseys.tables] == ["Jerseys"]


def test_before_the_first_stage_it_ends_with_the_courses(unridden: Race) -> None:
    assert names(unridden) == ["Cover", "Contents", "Startlist", "Courses"]


def test_an_unfinished_book_says_how_far_it_goes(race: Race) -> None:
    cover, *inside = book_sheets(race)

    assert cover.notes == ("As of stage 2.",)
    assert inside[-1].notes[0] == "As of stage 2."
    assert "Final classifications" not in [sheet.name for sheet in inside]


def test_the_records_are_of_this_tour_alone() -> None:
    records = next(s for s in book_sheets(sample("road")) if s.name == "Records")

    titles = [row[0] for row in table(records, "Records").rows]
    assert "Biggest winning margin of a stage" in titles
    assert "Days in the jersey: General classification" in titles
    assert not {"Tours won", "Stages won in one tour"} & set(titles)


def test_a_tour_without_a_stage_is_a_cover_and_a_startlist(unridden: Race) -> None:
    bare = replace(unridden, tour=replace(unridden.tour, stages=()))

    assert names(bare) == ["Cover", "Contents", "Startlist"]


def test_an_award_stands_with_the_figures_that_earned_it() -> None:
    rows = table(awards_sheet(sample("road")), "Awards").rows

    assert rows[0] == (
        *("Most combative rider", "3", "Pelle Paraply", "Slow Cycling Society"),
        "14 points at sprints and summits (3 won)",
    )


def test_the_rows_of_the_awards_have_every_candidate() -> None:
    rows = plain_data(awards_sheet(sample("road")))

    assert rows[0] | {"candidates": ()} == {
        "award": "most combative",
        "bib": "3",
        "points": 14,
        "first": 3,
        "candidates": (),
    }


@pytest.mark.parametrize("name", ["road", "criterium"])
def test_the_book_lists_once_what_decided_the_tour(name: str) -> None:
    """The last communiqué has the table."""
    sheets = book_sheets(sample(name))
    tables = [table.name for sheet in sheets for table in sheet.tables]

    assert tables.count("Decided") == 1
