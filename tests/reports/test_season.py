"""A season and its records as sheets and as rows."""

from typing import Any

from peloton.reports.season import (
    records_rows,
    records_sheets,
    season_rows,
    season_sheet,
)
from peloton.reports.sheet import ColumnKind, Sheet, printed_rows
from peloton.rules.season.ranking import Contest
from tests.rules.ledger_notation import won_by_money
from tests.rules.notation import cyclo, stage
from tests.rules.seasons import hall_of_records, home, rode, scale, season

GIRO = rode("Giro", home("Eddy Jo Leo Mia"), home("Jo Leo Eddy Mia"))
RONDE = rode("Ronde", home("Leo Eddy Jo Mia"), home("Leo Jo Mia Eddy"))


def printed(sheet: Sheet, name: str) -> list[list[str]]:
    """Return the printed titles of the columns, and the printed rows."""
    (table,) = (table for table in sheet.tables if table.name == name)
    columns = [column.title for column in table.columns]
    return [columns, *map(list, printed_rows(table, sheet.unit))]


def test_a_season_lists_riders_with_their_best_tours() -> None:
    each = scale(stage=(5, 3))
    sheet = season_sheet(season([GIRO, RONDE], each), each, ["Giro", "Ronde"])

    assert printed(sheet, "Riders") == [
        ["Rank", "Rider", "Team", "Points", "Tours", "Tours won", "Stages won",
         "Best tours"],
        ["1", "Leo", "TIR", "13", "2", "1", "2", "Ronde 10, Giro 3"],
        ["2", "Jo", "MOL", "11", "2", "1", "1", "Giro 8, Ronde 3"],
        ["3", "Eddy", "MOL", "8", "2", "", "1", "Giro 5, Ronde 3"],
    ]  # fmt: skip


def test_teams_and_players_have_tables_of_their_own() -> None:
    each = scale(stage=(5, 3))
    sheet = season_sheet(season([GIRO], each), each, ["Giro"])

    assert [table.title for table in sheet.tables] == ["Riders", "Teams", "Players"]
    assert printed(sheet, "Players")[0][1] == "Player"


def test_a_ranking_without_players_has_no_column_for_their_teams() -> None:
    sheet = season_sheet({Contest.PLAYERS: []}, scale(stage=(5,)), ["Giro"])

    assert printed(sheet, "Players")[0][:3] == ["Rank", "Player", "Points"]


def test_a_tie_is_explained_and_a_shared_rank_too() -> None:
    each = scale(stage=(5,))
    sheet = season_sheet(season([GIRO, RONDE], each), each, ["Giro", "Ronde"])

    assert [row[-1] for row in printed(sheet, "Riders")[1:]] == [
        "",
        "ex aequo",
        "ex aequo",
    ]


def test_only_the_first_tours_are_named_and_the_others_counted() -> None:
    names = ["Giro", "Ronde", "Tour", "Vuelta", "Zesdaagse"]
    each = scale(one_day=(5,))
    races = [rode(name, home("Eddy Jo"), riders="MOL: Eddy Jo") for name in names]
    sheet = season_sheet(season(races, each), each, names)

    assert printed(sheet, "Teams")[1][-1] == "Giro 5, Ronde 5, Tour 5 and 2 more"


def test_the_sheet_says_how_many_tours_and_which_are_wanting() -> None:
    each = scale(stage=(5,), best=1)
    sheet = season_sheet(
        season([GIRO, RONDE], each), each, ["Giro", "Ronde"], left_out=["Vuelta"]
    )

    assert sheet.subtitle == "2 tours · the best 1 count"
    assert sheet.notes == ("Left out because of errors: Vuelta",)


def test_the_rows_have_every_tour_and_say_which_count() -> None:
    rows: Any = season_rows(
        season([GIRO, RONDE], scale(stage=(5, 3), best=1)), Contest.RIDERS
    )
    (leo, *_) = rows

    assert leo == {
        "rank": 1,
        "rider": "Leo",
        "team": "TIR",
        "points": 10,
        "tours": 2,
        "tours_won": 1,
        "stages_won": 2,
        "tie": None,
        "results": [
            {"tour": "Ronde", "points": 10, "counts": True},
            {"tour": "Giro", "points": 3, "counts": False},
        ],
    }


def test_the_rows_of_a_season_are_by_who_is_ranked() -> None:
    rows: Any = season_rows(season([GIRO], scale()))

    assert list(rows) == ["riders", "teams", "players"]


def test_a_record_has_its_figure_and_what_earned_it() -> None:
    (sheet,) = records_sheets(hall_of_records([GIRO, RONDE], top=1), [])

    assert printed(sheet, "Stages won") == [
        ["Rank", "Rider", "Team", "Won", "Achieved in"],
        ["1", "Leo", "TIR", "2", "Ronde"],
    ]
    assert printed(sheet, "Biggest winning margin of a stage")[1] == [
        "1", "Eddy", "MOL", "+0:10", "Giro, stage 1",
    ]  # fmt: skip


def test_a_gap_is_a_time_for_the_workbook() -> None:
    (sheet,) = records_sheets(hall_of_records([GIRO]), [])
    kinds = {table.name: table.columns[3].kind for table in sheet.tables}

    assert kinds["Biggest winning margin of a tour"] is ColumnKind.GAP
    assert kinds["Stages won"] is ColumnKind.NUMBER


def test_the_days_in_a_jersey_name_its_classification() -> None:
    (sheet,) = records_sheets(hall_of_records([GIRO]), [])

    assert "Days in the jersey: General classification" in [
        table.title for table in sheet.tables
    ]


def test_a_tour_won_by_money_is_held_by_a_team_and_no_rider() -> None:
    """CY-17. The name links to the card of the team."""
    records = hall_of_records([won_by_money()])
    (table, *_) = records_sheets(records, [])[0].tables
    (won, *_) = records_rows(records)

    assert won["record"] == "tours won"
    assert won["holders"] == [
        {
            "rank": 1,
            "rider": None,
            "team": "SAL",
            "figure": 1,
            "earned": [{"tour": "A little race", "stage": None, "figure": 1}],
        }
    ]
    assert table.cards == ("team\nSAL\n",)


def test_gaps_in_another_unit_stand_on_a_sheet_of_their_own() -> None:
    tenths = cyclo(
        stage("Eddy 0 0, Jo 3 0"), stage("Eddy 0 0, Jo 1 0"), rules={"unit": "tenths"}
    )
    seconds, others = records_sheets(hall_of_records([GIRO, tenths]), [])

    assert (seconds.unit, others.unit) == ("seconds", "tenths")
    subtitles = seconds.subtitle, others.subtitle
    assert subtitles == ("0 tours", "0 tours · gaps in rounds and tenths of a round")
    gaps = printed(others, "Biggest winning margin of a stage")
    assert [row[-2] for row in gaps[1:]] == ["+3'0", "+1'0"]


def test_the_rows_of_the_records_have_gaps_in_ticks_of_their_unit() -> None:
    rows = records_rows(hall_of_records([GIRO], top=1))
    gap = rows[-1]

    assert gap == {
        "record": "biggest winning gap of a tour",
        "classification": None,
        "unit": "seconds",
        "holders": [
            {
                "rank": 1,
                "rider": "Jo",
                "team": "MOL",
                "figure": 10,
                "earned": [{"tour": "Giro", "stage": None, "figure": 10}],
            }
        ],
    }
