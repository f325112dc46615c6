"""What a correction does, as a sheet."""

from dataclasses import replace

import pytest

from peloton.reports.sheet import ColumnKind, Sheet, Table
from peloton.reports.stage.changes import changes_sheet
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import JerseyLine, Race, TimeStanding
from tests.reports.conftest import ONE, TWO


def table(sheet: Sheet, name: str) -> Table:
    return next(each for each in sheet.tables if each.name == name)


@pytest.fixture
def before(race: Race) -> Race:
    """The race as it stood after the prologue."""
    return replace(race, stages=race.stages[:1])


def test_who_moved_stands_with_the_rank_and_the_total_before(
    before: Race, race: Race
) -> None:
    general = table(changes_sheet(before, race), "General")

    assert general.rows[0] == (1, 2, "1", "Eddy", 0, 5)


def test_who_left_a_classification_stands_last_without_a_rank(
    before: Race, race: Race
) -> None:
    general = table(changes_sheet(before, race), "General")

    assert general.rows[-1] == (None, 1, "A", "Zoë", None, 0)


def test_who_is_new_in_a_classification_has_nothing_before(
    before: Race, race: Race
) -> None:
    points = table(changes_sheet(before, race), "Points")

    assert points.rows == (
        (1, None, "1", "Eddy", 15, None),
        (2, None, "2", "2", 5, None),
    )


def test_who_stays_where_he_was_is_left_out(race: Race) -> None:
    last = race.stages[-1]
    general = (
        TimeStanding(1, "1", 0, 0, None),
        TimeStanding(2, "2", 9, 9, None),
    )
    standings = {**last.standings, ClassificationName.GENERAL: general}
    changed = replace(last, standings=standings)
    after = replace(race, stages=(*race.stages[:-1], changed))

    assert table(changes_sheet(race, after), "General").rows == (
        (2, 2, "2", "2", 9, 0),
    )


def test_times_and_points_stand_in_columns_of_their_kind(
    before: Race, race: Race
) -> None:
    sheet = changes_sheet(before, race)

    kinds = [table(sheet, name).columns[-1].kind for name in ("General", "Points")]
    assert kinds == [ColumnKind.TIME, ColumnKind.NUMBER]


def test_teams_are_named_by_code_and_name(before: Race, race: Race) -> None:
    teams = table(changes_sheet(before, race), "Teams")

    assert teams.columns[2].title == "Team"
    assert teams.rows[0] == (1, None, "MOL", "Molteni", 40, None)


def test_a_jersey_that_changes_shoulders_is_noted(race: Race) -> None:
    last = race.stages[-1]
    line = JerseyLine("yellow", ClassificationName.GENERAL, ONE, TWO)
    changed = replace(last, jerseys=(line,))
    after = replace(race, stages=(*race.stages[:-1], changed))

    assert changes_sheet(race, after).notes == ("Yellow jersey: 2, taken from Eddy",)


def test_a_first_wearer_takes_it_from_nobody(before: Race, race: Race) -> None:
    notes = changes_sheet(before, race).notes

    assert notes == ("Yellow jersey: Eddy", "Green jersey: 2")


def test_no_change_at_all_is_said(race: Race) -> None:
    sheet = changes_sheet(race, race)

    assert sheet.tables == ()
    assert sheet.notes == ("No classification changes.",)


def test_a_tour_taken_back_to_its_start_loses_every_rank(
    race: Race, unridden: Race
) -> None:
    points = table(changes_sheet(race, unridden), "Points")

    assert points.rows == (
        (None, 1, "1", "Eddy", None, 15),
        (None, 2, "2", "2", None, 5),
    )
