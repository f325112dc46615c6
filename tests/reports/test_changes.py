"""The effects of a correction, as a sheet."""

from dataclasses import replace

import pytest

from peloton.reports.sheet import ColumnKind, Sheet
from peloton.reports.stage.changes import changes_sheet
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import JerseyLine, Race, TimeStanding
from tests.reports.conftest import ONE, TWO
from tests.reports.samples import table
from tests.rules.ledger_notation import cyclo_tour, offer, ridden
from tests.rules.notation import ruling


@pytest.fixture
def before(race: Race) -> Race:
    """The race after the prologue."""
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
        (1, "1", "Eddy", 15),
        (2, "2", "2", 5),
    )


def test_who_stays_where_he_was_is_left_out(race: Race) -> None:
    last = race.stages[-1]
    general = (TimeStanding(1, "1", 0, 0, None), TimeStanding(2, "2", 9, 9, None))
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

    assert teams.columns[1].title == "Team"
    assert teams.rows[0] == (1, "MOL", "Molteni", 40, "")


def test_a_team_behind_a_slower_one_is_noted_as_short_of_riders(
    before: Race, race: Race
) -> None:
    """CY-18."""
    teams = table(changes_sheet(before, race), "Teams")

    assert teams.columns[-1].title == "Note"
    assert teams.rows[1][-1] == "fewer riders"
    assert table(changes_sheet(before, race), "General").columns[-1].title != "Note"


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
        (1, "1", "Eddy", 15),
        (2, "2", "2", 5),
    )


def changed(*days: Stage, riders: str = "TIR: 11; BIA: 23", **facts: object) -> Sheet:
    """Return the effects of changed facts on the first stage of a level 4 tour."""
    race = cyclo_tour(*days, riders=riders, level=4)
    day = replace(days[0], **facts)  # type: ignore[arg-type]  # its fields
    after = cyclo_tour(day, *days[1:], riders=riders, level=4)
    assert {problem.code for problem in after.problems} <= {"unspent"}
    return changes_sheet(race, after)


def test_lots_of_an_earlier_stage_change_the_jersey_and_the_money_of_it() -> None:
    """CY-7, CY-16: yellow is worth 100, green 50; 23 has the lot, 11 is second."""
    days = ridden("(11 23) 0 0"), ridden("(11 23) 0 0"), ridden("23 0 0, 11 1 0")
    lots = {ClassificationName.GENERAL: (Bib("23"), Bib("11"))}

    assert changed(*days, lots=lots).notes[0] == (
        "Stage 1: yellow 11 -> 23; green 23 -> 11; purse: TIR -50, BIA +50"
    )


def test_a_result_entered_again_names_who_moved() -> None:
    days = ridden("11 0 0, 23 1 0"), ridden("11 0 0, 23 9 0")
    again = ridden("23 0 0, 11 1 0").finish

    assert (
        changed(*days, finish=again)
        .notes[0]
        .startswith("Stage 1: result: 23 2 -> 1, 11 1 -> 2; yellow 11 -> 23")
    )


def test_a_ruling_on_an_earlier_stage_names_whose_time_or_points_it_changes() -> None:
    """GN-2."""
    days = ridden("11 0 0, 23 1 0"), ridden("11 0 0, 23 9 0")
    (note, *_) = changed(*days, rulings=(ruling("23", seconds=20),)).notes

    assert note == "Stage 1: changed times or points: 23"


def test_extra_turns_of_an_earlier_stage_are_named_once() -> None:
    """CY-12: what is left later follows from it."""
    days = ridden("11 0 0, 23 1 0"), ridden("11 0 0, 23 9 0")

    assert changed(*days, extra_turns={Bib("11"): 2}).notes == (
        "Stage 1: extra turns: 11 -2",
    )


def test_an_offer_that_somebody_won_is_in_the_purse() -> None:
    """CY-15."""
    days = ridden("11 0 0, 23 1 0"), ridden("11 0 0, 23 9 0")

    assert changed(*days, offers=(offer("BIA", 50),)).notes == (
        "Stage 1: purse: TIR +50",
    )


def test_large_changes_stay_short() -> None:
    """A field of 60 turned round on the first of 15 stages."""
    bibs = [str(bib) for bib in range(1, 61)]
    lines = [", ".join(f"{b} 0 0" for b in order) for order in (bibs, bibs[::-1])]
    days = [ridden(lines[0])] * 15
    riders = ", ".join(f"{bib} -" for bib in bibs)
    sheet = changed(*days, riders=f"TIR: {riders}", finish=ridden(lines[1]).finish)

    assert "Stage 1: result: 60 60 -> 1, 59 59 -> 2, 58 58 -> 3, 57 57 -> 4, 56 56" in (
        "\n".join(sheet.notes)
    )
    assert any(" and 55 more; " in note for note in sheet.notes)
    assert max(len(each.rows) for each in sheet.tables) == 20
    assert len(sheet.notes) < 20
    assert max(map(len, sheet.notes)) < 300
