"""A rider explained, as a sheet and as rows."""

import pytest

from peloton.errors import PelotonError
from peloton.notation.catalogue import builtin_catalogue
from peloton.reports.tour.explain import (
    explanation_sheet,
)
from peloton.reports.translation import in_language
from peloton.rules.facts.kinds import ClassificationName, Language
from peloton.rules.names import LEDGERS, Subject
from peloton.rules.results import Race
from tests.reports.samples import NAMES, plain_data, sample
from tests.reports.test_said import known_of, unsaid
from tests.rules.notation import cyclo, stage
from tests.scored import race_of

ONE, SEVEN = Subject("rider", "1"), Subject("rider", "7")
TOUR = """
[tour]
name = "Mini"
rulebook = "cyclo"
[tour.rules]
"bonus.finish" = [10, 6]
[[rider]]
bib = "1"
[[rider]]
bib = "7"
name = "Leo"
[[stage]]
name = "Muur"
finish = '''
1  0 3
7  2 2
'''
  [[stage.ruling]]
  bib = "7"
  seconds = 20
  reason = "moved out of turn"
[[stage]]
finish = '''
7  0 1
DNF 1
'''
[[stage]]
"""


@pytest.fixture
def race() -> Race:
    """Rider 7: 21 s - 6 + 20 on stage 1 (CY-3), 0 s - 10 on stage 2."""
    race = race_of(TOUR)
    assert not race.problems
    return race


def test_a_rider_without_a_name_is_headed_by_the_bib_once(race: Race) -> None:
    assert explanation_sheet(race, ONE).title == "Rider 1"
    assert explanation_sheet(race, SEVEN).title == "7 Leo"


def test_there_is_a_table_for_each_stage_ridden(race: Race) -> None:
    sheet = explanation_sheet(race, SEVEN)

    assert sheet.title == "7 Leo"
    assert [table.title for table in sheet.tables] == ["Stage 1: Muur", "Stage 2"]


def test_a_bonus_is_shown_as_time_taken_off_and_a_penalty_as_added(race: Race) -> None:
    rows = explanation_sheet(race, SEVEN).tables[0].rows

    amounts = {row[0]: row[1] for row in rows}
    assert (amounts["time"], amounts["bonus"], amounts["penalty"]) == (21, -6, 20)


def test_points_stand_in_their_own_column(race: Race) -> None:
    rows = explanation_sheet(race, SEVEN).tables[0].rows

    row = next(row for row in rows if row[0] == "Points classification")
    assert (row[1], row[2], row[4]) == (None, 10, "CY-8")


def test_the_reason_of_a_ruling_is_the_game_leaders(race: Race) -> None:
    rows = explanation_sheet(race, SEVEN).tables[0].rows

    row = next(row for row in rows if row[0] == "penalty")
    assert "moved out of turn" in str(row[3])
    assert row[4] == "GN-2"


def test_the_total_is_every_amount_so_far(race: Race) -> None:
    totals = [
        row["amount"]
        for row in plain_data(explanation_sheet(race, Subject("rider", "7")))
        if row["towards"] == "general" and row["total"]
    ]

    assert totals == [35, 25]


def test_after_a_stage_the_later_ones_are_left_out(race: Race) -> None:
    rows = plain_data(explanation_sheet(race, Subject("rider", "7"), 1))

    assert {row["stage"] for row in rows} == {1}


@pytest.mark.parametrize("after", [3, 4, 9])
def test_a_stage_without_result_is_refused(race: Race, after: int) -> None:
    with pytest.raises(PelotonError, match=f"stage {after} has no result"):
        explanation_sheet(race, SEVEN, after)


def test_a_rider_without_a_place_has_the_code_of_the_language(race: Race) -> None:
    out = explanation_sheet(race, ONE)
    french = in_language(out, Language.FRENCH, builtin_catalogue(Language.FRENCH))

    assert "DNF: out of the race" in str(out)
    assert "AB\\xa0: hors course" in str(french)


def test_a_ruling_is_named_in_the_language_of_the_sheet(race: Race) -> None:
    """GN-2. Its reason stays as the game leader wrote it."""
    sheet = explanation_sheet(race, SEVEN)
    french = in_language(sheet, Language.FRENCH, builtin_catalogue(Language.FRENCH))
    cells = [str(cell) for row in french.tables[0].rows for cell in row]

    assert "décision\u00a0: moved out of turn" in cells


SUBJECTS = [
    *[("classification", str(name)) for name in ClassificationName],
    *[("ledger", name) for name in LEDGERS],
]


@pytest.mark.parametrize("name", NAMES)
def test_every_subject_is_explained_in_sentences_of_the_catalogues(name: str) -> None:
    """Each figure's rows end with its total."""
    race = sample(name)
    subjects = [*SUBJECTS, *[("team", team.code) for team in race.tour.teams]]
    subjects += [("rider", rider.bib) for rider in race.tour.riders]
    sheets = []
    for subject in (Subject(*each) for each in subjects):
        for turns in (False, True):
            try:
                sheets.append(explanation_sheet(race, subject, turns=turns))
            except PelotonError:
                continue
            rows = plain_data(explanation_sheet(race, subject, turns=turns))
            if subject.kind != "rider" or turns:
                assert rows[-1]["total"] or rows[-1]["towards"] == "leader"

    assert len(sheets) > len(race.tour.riders)
    assert unsaid(sheets, known_of(race)) == set()


def test_a_purse_has_a_table_for_each_team_with_the_balance_so_far() -> None:
    """CY-16: 15 and 10 points, the stage, yellow and green."""
    race = cyclo(stage("1 0 3, 2 2 2"), stage(), riders="MOL: 1 2, SAL:", level=4)
    rich, poor = explanation_sheet(race, Subject("ledger", "purse")).tables

    sums = [column.title for column in rich.columns].index("Sum")
    assert rich.title == "MOL: Purse"
    assert [row[sums] for row in rich.rows] == [150, 250, 450, 550, 600]
    assert (poor.title, poor.rows) == ("SAL: Purse", ())


def test_extra_turns_of_a_classification_are_refused(race: Race) -> None:
    with pytest.raises(PelotonError, match="--turns is for a rider or a team"):
        explanation_sheet(race, Subject("classification", "points"), turns=True)


def test_a_tour_without_money_has_none_to_explain(race: Race) -> None:
    with pytest.raises(PelotonError, match="no money is in play"):
        explanation_sheet(race, Subject("ledger", "purse"))
