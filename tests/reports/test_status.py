"""`peloton` without a command reports the state of the tour and the next step."""

from dataclasses import replace
from itertools import pairwise

import pytest

from peloton.reports.tour.status import status_sheet
from peloton.rules.facts.tour import OPEN, Tour
from peloton.rules.race import score
from peloton.rules.results import Race
from tests.scored import facts_of

TWO_STAGES = """
[tour]
name = "Two Cats Classic"
rulebook = "cyclo"

[[rider]]
bib = "1"
name = "Eddy"
[[rider]]
bib = "2"

[[stage]]
name = "Round the table"
length = 95
finish = "1 0 3\\n2 2 2\\n"

[[stage]]
kind = "itt"
length = 40
"""


def race_of(text: str = TWO_STAGES, **changes: object) -> Race:
    read, book = facts_of(text)
    tour: Tour = replace(read, **changes)  # type: ignore[arg-type]  # by name
    return score(tour, book)


def notes(race: Race, *begun: int, change: str | None = None) -> str:
    return "\n".join(status_sheet(race, begun, change).notes)


def test_it_says_how_far_the_tour_has_come() -> None:
    sheet = status_sheet(race_of())

    assert sheet.title == "Two Cats Classic"
    assert sheet.subtitle == "Cyclo · 2 riders · 1 of 2 stages ridden"


def test_it_names_the_leader_and_the_lead() -> None:
    """2 2 is 2 x 10 - 2 + 3 = 21 seconds behind (CY-3)."""
    said = "General classification: Eddy leads by 0:21"

    assert said in notes(race_of())


def test_who_leads_by_a_tie_that_was_parted_is_not_ahead() -> None:
    """CY-7: the better place on the latest stage parts them until lots are drawn."""
    level = TWO_STAGES.replace("2 2 2", "2 0 3")
    said = notes(race_of(level)).splitlines()

    assert "General classification: Eddy leads" in said


def test_it_reminds_of_lots_to_be_drawn() -> None:
    """CY-7: two riders level after the first stage."""
    level = TWO_STAGES.replace("1 0 3\\n2 2 2\\n", "(1 2) 0 3\\n")
    reminder = "General classification: lots are still to be drawn."

    assert reminder in notes(race_of(level))
    assert reminder not in notes(race_of())


def test_the_wearers_are_a_table() -> None:
    (table,) = status_sheet(race_of()).tables

    assert table.rows[0][2:4] == ("1", "Eddy")


def test_the_next_stage_is_named_with_its_commands() -> None:
    said = notes(race_of())

    assert "Next: Stage 2, individual time trial, 40 lines." in said
    assert "'peloton kit 2'" in said
    assert "'peloton desk 2'" in said


def test_a_stage_with_unsaved_lines_is_named_with_its_command() -> None:
    for number in (1, 2):
        said = notes(race_of(), number)
        assert f"unsaved lines: open 'peloton desk {number}'." in said


def test_without_riders_the_startlist_comes_first() -> None:
    assert "Next: the startlist" in notes(race_of(riders=(), stages=()))


def test_without_stages_a_stage_comes_next() -> None:
    assert "Next: stage 1, with 'peloton stage add'." in notes(race_of(stages=()))


def test_after_the_last_stage_the_book_is_left() -> None:
    race = race_of()
    said = notes(replace(race, tour=replace(race.tour, stages=race.tour.stages[:1])))

    assert "'peloton sheet book'" in said
    assert "Next:" not in said


@pytest.mark.parametrize(
    ("planned", "progress", "step"),
    [
        (7, "1 of 7 stages ridden", "Next: stage 2, with 'peloton stage add'."),
        (
            OPEN,
            "stages ridden: 1, more may follow",
            "If the tour is over, end it with 'peloton close'.",
        ),
    ],
)
def test_a_tour_goes_on_while_stages_are_planned(
    planned: int | str, progress: str, step: str
) -> None:
    """GN-9."""
    race = race_of()
    tour = replace(race.tour, stages=race.tour.stages[:1], planned=planned)
    race = replace(race, tour=tour)

    assert progress in (status_sheet(race).subtitle or "")
    assert step in notes(race)
    assert "No stage is left" not in notes(race)


def test_a_cancelled_stage_is_not_ridden() -> None:
    """GN-4, GN-9. The tour is over with one stage ridden and one cancelled."""
    text = TWO_STAGES.replace('kind = "itt"', 'kind = "itt"\ncancelled = "rain"')
    race = race_of(text)

    assert (status_sheet(race).subtitle or "").endswith(
        "1 of 2 stages ridden · 1 cancelled"
    )
    assert "No stage is left: 'peloton sheet book' prints the tour." in notes(race)


def test_the_last_change_is_told_with_the_way_back() -> None:
    said = notes(race_of(), change="entered stage 1")

    assert "Last change: entered stage 1. Undo with 'peloton undo'." in said
    assert "undo" not in notes(race_of())


def test_a_shared_lead_is_nobodys() -> None:
    """Bibs 1 and 2 hold nothing of the mountains, and share no lead in it."""
    assert "Mountains classification" not in notes(race_of())


ONE_DAY = """
[tour]
name = "Two Cats Classic"
rulebook = "criterium"
[[rider]]
bib = "1"
[[rider]]
bib = "2"
[[stage]]
sprints = [{ name = "Town" }, { name = "Village" }]
bonus = []
finish = "1 6 3/9\\n2 6 4/11\\n"
crossings = { Town = "2", Village = "2" }
"""


def test_the_general_classification_of_a_single_race_names_no_second_winner() -> None:
    """GN-11. 1 wins on the line, 2 has 12 seconds of bonus."""
    said = notes(race_of(ONE_DAY))

    assert "Winner of the tour: 1." in said
    assert "Points classification: 1 wins by 4 points" in said
    assert "General classification" not in said


def test_a_single_race_without_another_jersey_has_no_table_of_jerseys() -> None:
    """GN-11: yellow is not awarded, and a team time trial gives no points (CY-2)."""
    teams = ONE_DAY.partition("[[stage]]")[0]
    trial = '[[stage]]\nkind = "ttt"\nfinish = "1 6 3/9\\n2 6 4/11\\n"\n'

    assert status_sheet(race_of(teams + trial)).tables == ()


@pytest.mark.parametrize("cancelled", ["", 'cancelled = "rain"'])
def test_it_reminds_of_lots_of_an_earlier_stage(cancelled: str) -> None:
    """CY-7. Level after both stages: the rank after the first stage decides."""
    level = "1 0 3\\n2 0 3\\n"
    days = f'[[stage]]\nfinish = "{level}"\n[[stage]]\n{cancelled}\nfinish = "{level}"'
    read = TWO_STAGES.partition("[[stage]]")[0] + days
    lots = "Stage 1: General classification: lots are still to be drawn."

    lines = notes(race_of(read)).splitlines()
    draw = "Draw the lots with 'peloton stage lots 1 general --draw'."
    assert (lots, draw) in pairwise(lines)
    drawn = read.replace("[[stage]]", '[[stage]]\nlots = { general = "2 1" }', 1)
    assert "lots" not in notes(race_of(drawn))
