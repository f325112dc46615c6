"""The reports of a race as sheets."""

from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.reports.classifications.outlook import outlook_sheet
from peloton.reports.classifications.standings import (
    jerseys_sheet,
    stage_by_stage_sheet,
    standings_sheet,
)
from peloton.reports.shirts import Shirt
from peloton.reports.stage.result import stage_sheet
from peloton.reports.tour.startlist import printed_startlist, startlist_sheet
from peloton.reports.tour.tour import tour_sheets, workbook_sheets
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.names import find_classification
from peloton.rules.results import Race
from peloton.rules.rulebook.rulebook import Jersey
from tests.reports.conftest import GENERAL, POINTS, TEAMS, TOUR
from tests.reports.samples import column, sample, table, titles
from tests.rules.notation import cyclo, stage
from tests.scored import race_of


def test_the_startlist_names_team_player_and_role() -> None:
    (found,) = startlist_sheet(TOUR).tables

    assert titles(found) == ["Bib", "Rider", "Team", "Player", "Role"]
    assert found.rows[0] == ("1", "Eddy", "Molteni", "Ann", "captain, young")


def test_the_startlist_says_which_teams_are_ghosts() -> None:
    first, *others = TOUR.teams
    ghosts = replace(TOUR, teams=(replace(first, ghost="muscle", player=""), *others))

    (found,) = startlist_sheet(ghosts).tables
    assert found.rows[0][3] == "Ghost"
    assert printed_startlist(ghosts).tables[0].notes == ("Ghost",)


def test_the_printed_startlist_has_every_team_that_it_counts() -> None:
    """A team that has no riders yet, too."""
    first, *others = TOUR.teams
    tour = replace(TOUR, teams=(replace(first, code=TeamCode("NEW")), first, *others))

    tables = printed_startlist(tour).tables

    assert [each.name for each in tables] == ["NEW", "MOL", "TIR", "Riders"]
    assert (tables[0].rows, tables[0].notes[0]) == ((), "Nobody yet.")


def test_a_team_without_a_name_is_shown_by_its_code() -> None:
    (found,) = startlist_sheet(TOUR).tables

    assert found.rows[1][2] == "TIR"


def test_a_rider_without_a_name_is_shown_by_bib(race: Race) -> None:
    found = table(stage_sheet(race, 2), "Result")

    assert found.rows[1][:4] == (2, "2", "2", "TIR")


def test_a_rider_without_a_place_stands_with_the_reason(race: Race) -> None:
    found = table(stage_sheet(race, 2), "Result")

    assert found.rows[2][:3] == ("DNF", "A", "Zoë")


RESULT = {
    ("ciclistas", 1): "Place Bib Rider Team Time Gap",
    ("criterium", 1): "Place Bib Rider Team Time Gap Bonus Points Mountains",
    ("cyclo", 1): "Place Bib Rider Team Time Gap Points",
    ("cyclo", 2): "Place Bib Rider Team Time Points Mountains",
    ("cyclo", 3): "Place Bib Rider Team Time Gap",
    ("cyclo", 5): "Place Bib Rider Team Time Penalty Points Mountains",
    ("figueres", 1): "Place Bib Rider Points",
    ("flamme-rouge", 4): "Place Bib Rider Team Time Gap Bonus Penalty Points Mountains",
    ("road", 4): "Place Bib Rider Team Time Gap Bonus Penalty Points Mountains",
    ("track", 3): "Place Bib Rider Team",
    ("track", 5): "Place Bib Rider Team Points",
}
"""The columns of a stage's result, by sample tour and stage number."""


def test_a_result_has_a_column_for_all_that_came_of_the_stage() -> None:
    """And no other: none of points in a team time trial, of gaps equal to times."""
    results = {
        (game, number): table(stage_sheet(sample(game), number), "Result")
        for game, number in RESULT
    }
    found = {which: " ".join(titles(result)) for which, result in results.items()}

    assert found == RESULT


def test_the_stage_result_shows_time_bonus_penalty_and_points(race: Race) -> None:
    found = table(stage_sheet(race, 2), "Result")

    assert titles(found)[4:] == [
        "Time",
        "Bonus",
        "Penalty",
        "Points",
        "Mountains",
    ]
    assert found.rows[0][4:] == (0, None, 20, 15, 5)


def test_a_column_in_which_nobody_won_anything_is_left_out(race: Race) -> None:
    found = table(stage_sheet(race, 1), "Result")

    assert titles(found) == ["Place", "Bib", "Rider", "Team", "Time"]


def test_passages_stand_in_the_order_ridden_with_what_they_brought(race: Race) -> None:
    sheet = stage_sheet(race, 2)

    assert [each.title for each in sheet.tables[2:4]] == [
        "Zottegem (intermediate sprint, at line 40)",
        "Muur (climb of category 3, 24 lines, at line 84)",
    ]
    assert table(sheet, "Zottegem").rows == (
        (1, "2", "2", "TIR", 5, 6),
        (2, "1", "Eddy", "Molteni", None, None),
    )


def test_a_ruling_stands_with_its_reason(race: Race) -> None:
    """GN-2."""
    found = table(stage_sheet(race, 2), "Rulings")

    assert found.rows == (("1", "Eddy", "Molteni", 20, "moved out of turn"),)


def test_a_stage_is_named_by_number_and_name(race: Race) -> None:
    assert stage_sheet(race, 2).title == "Stage 2: Muur"
    assert stage_sheet(race, 1).title == "Stage 1"


def test_without_a_number_the_last_stage_ridden_is_meant(race: Race) -> None:
    assert stage_sheet(race) == stage_sheet(race, 2)


def test_a_stage_not_ridden_is_refused_naming_the_last_one(race: Race) -> None:
    with pytest.raises(PelotonError, match=r"stage 3 .* last .* is 2"):
        stage_sheet(race, 3)


def test_before_the_first_stage_there_are_no_standings(unridden: Race) -> None:
    with pytest.raises(PelotonError, match="no stage has been ridden"):
        standings_sheet(unridden)


def test_a_tie_is_said_in_words(race: Race) -> None:
    """GN-3."""
    found = table(standings_sheet(race, 2), "General")

    assert found.rows[0][-1] == "tie: previous general"


def test_a_tie_parted_after_the_lots_says_they_are_not_drawn(race: Race) -> None:
    """CY-7."""
    found = table(standings_sheet(race, 2), "General")

    assert found.rows[1][-1] == "tie: latest place, until lots are drawn"


def test_riders_whom_nothing_parts_are_ex_aequo(race: Race) -> None:
    """GN-3."""
    found = table(standings_sheet(race, 1), "General")

    assert [(row[0], row[-1]) for row in found.rows] == [
        (1, ""),
        (2, "ex aequo"),
        (2, "ex aequo"),
    ]


def test_a_classification_by_points_has_points_for_time_and_gap(race: Race) -> None:
    found = table(standings_sheet(race, only=POINTS), "Points")

    assert titles(found) == ["Rank", "Bib", "Rider", "Team", "Points"]


def test_an_empty_classification_by_time_has_no_points_column() -> None:
    """GN-1: nobody is left."""
    race = cyclo(stage("DNF 1, DNF 2"), stage(), riders="MOL: 1, TIR: 2")

    for sheet in (standings_sheet(race), outlook_sheet(race)):
        for name in ("General", "Teams"):
            assert "Time" in titles(table(sheet, name))
            assert "Points" not in titles(table(sheet, name))
        assert "Points" in titles(table(sheet, "Points"))


def test_teams_stand_with_code_and_name(race: Race) -> None:
    found = table(standings_sheet(race, only=TEAMS), "Teams")

    assert found.rows[0][:3] == (1, "MOL", "Molteni")


def test_a_team_ahead_on_time_and_behind_in_rank_is_short_of_riders(race: Race) -> None:
    """CY-18."""
    found = table(standings_sheet(race, only=TEAMS), "Teams")

    assert found.rows[1][-1] == "fewer riders"


def test_stage_by_stage_has_a_row_a_rider_and_a_column_a_stage(race: Race) -> None:
    (found,) = stage_by_stage_sheet(race, GENERAL).tables

    assert titles(found)[-2:] == ["Stage 1", "Stage 2"]
    assert found.rows == (
        (1, "1", "Eddy", "Molteni", 5, 0),
        (2, "2", "2", "TIR", 5, 0),
        (None, "A", "Zoë", "", 0, None),
    )


def test_a_wearer_stands_in_for_the_leader_with_a_higher_jersey(race: Race) -> None:
    """CY-10."""
    (found,) = jerseys_sheet(race).tables

    assert found.rows[0] == (
        *("yellow", "General classification"),
        *("1", "Eddy", "Molteni", ""),
    )
    assert found.rows[1] == (
        *("green", "Points classification"),
        *("2", "2", "TIR", "Eddy"),
    )


def test_a_game_without_jerseys_says_so(race: Race) -> None:
    bare = replace(race.rulebook, jerseys=())
    last = replace(race.stages[-1], jerseys=())

    (found,) = jerseys_sheet(replace(race, rulebook=bare, stages=(last,))).tables

    assert found.rows == ()
    assert found.notes == (f"{bare.title} has no jerseys.",)


def test_a_classification_without_points_yet_says_so(race: Race) -> None:
    nobody = {**race.stages[-1].standings, ClassificationName.MOUNTAINS: ()}
    last = replace(race.stages[-1], standings=nobody)

    sheet = standings_sheet(
        replace(race, stages=(last,)), only=ClassificationName.MOUNTAINS
    )

    assert sheet.tables[0].notes == ("Nobody yet.",)


def test_a_jersey_that_nobody_is_left_to_wear_says_so(race: Race) -> None:
    (found,) = jerseys_sheet(race).tables

    assert found.rows[2][2:4] == (None, "nobody")


def test_the_tour_has_a_sheet_for_everything(race: Race) -> None:
    assert [sheet.name for sheet in tour_sheets(race)] == [
        *("Overview", "Startlist", "Stage 1", "Stage 2"),
        *("General", "General by stage", "Points", "Points by stage"),
        *("Mountains", "Mountains by stage", "Teams", "Teams by stage"),
        "Jerseys",
    ]


def test_a_tour_not_begun_is_its_overview_and_its_startlist(unridden: Race) -> None:
    assert [sheet.name for sheet in tour_sheets(unridden)] == ["Overview", "Startlist"]


def test_the_overview_links_to_every_sheet_by_name(race: Race) -> None:
    overview, *sheets = workbook_sheets(race)

    links = [row[0] for row in table(overview, "Contents").rows]
    assert links == [sheet.name for sheet in sheets]


def test_there_are_no_links_where_there_are_no_tabs(race: Race) -> None:
    assert "Contents" not in [each.name for each in tour_sheets(race)[0].tables]


def test_the_overview_has_the_leaders_and_the_winners(race: Race) -> None:
    overview, *_ = tour_sheets(race)

    assert overview.notes == (
        "General classification: Eddy leads",
        "Points classification: Eddy leads by 10 points",
        "Mountains classification: Eddy leads",
        "Team classification: Molteni leads",
    )
    assert [row[-2] for row in table(overview, "Stages").rows] == ["Zoë", "Eddy", None]


def test_teams_that_share_a_stage_are_all_its_winners() -> None:
    """CY-2. Both have their third rider home in 58 seconds."""
    riders = [
        f'[[team]]\ncode = "{code}"\n'
        + "".join(f'[[team.rider]]\nbib = "{code}{n}"\n' for n in range(4))
        for code in ("ALF", "BET")
    ]
    finish = "".join(f"{code}{n} 6 2\n" for code in ("ALF", "BET") for n in range(4))
    head = '[tour]\nname = "Two teams"\nrulebook = "cyclo"\n'
    stage = f'[[stage]]\nkind = "ttt"\nlength = 30\nfinish = """\n{finish}"""\n'
    race = race_of("".join((head, *riders, stage)))
    overview = tour_sheets(race)[0]

    assert [line.rank for line in race.stages[0].team_result] == [1, 1]
    assert column(table(overview, "Stages"), "Team") == ["ALF, BET"]


def test_moves_are_ranks_gained_and_lost_since_the_stage_before(race: Race) -> None:
    sheet = standings_sheet(race, moves=True)

    assert [row[:3] for row in table(sheet, "General").rows] == [
        (1, 1, "1"),
        (2, 0, "2"),
    ]
    assert [row[1] for row in table(sheet, "Mountains").rows] == ["new"]


def test_there_are_no_moves_on_the_first_stage(race: Race) -> None:
    sheet = standings_sheet(race, 1, moves=True)

    assert "Move" not in titles(table(sheet, "General"))


def test_a_sheet_knows_who_wears_which_colour(race: Race) -> None:
    yellow = Jersey(name="yellow", classification=GENERAL, colour="#f5c400")
    dressed = replace(race, rulebook=replace(race.rulebook, jerseys=(yellow,)))

    assert ("1", Shirt("#f5c400")) in standings_sheet(dressed).jerseys
    assert ("1", Shirt("#f5c400")) in stage_sheet(dressed).jerseys


def test_a_classification_not_kept_is_refused_with_the_nearest_word(race: Race) -> None:
    with pytest.raises(PelotonError, match=r"'pionts'.*did you mean 'points'"):
        find_classification(race.rulebook, "pionts")
