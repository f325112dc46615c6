"""The notes beside the lines at the desk, computed without a screen."""

import re

import pytest

from peloton.api.formats import FileOptions
from peloton.cli.fullscreen.rows import ScreenRow
from peloton.cli.fullscreen.views import (
    Pane,
    Panel,
    fitted_rows,
)
from peloton.desk.scored_tour import with_rulebook
from peloton.desk.state import StageAtDesk
from peloton.errors import limited_hints
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.notation.tour_file.reading import read_tour
from peloton.rules.facts.kinds import Language
from peloton.rules.words import phrase

FOURTH_LEVEL = """\
[tour]
name = "Mini"
rulebook = "cyclo"

[tour.options]
level = 4

[[team]]
code = "MOL"

[[team.rider]]
bib = "1"
name = "Eddy Baens"
type = "helper"

[[rider]]
bib = "4"
name = "Jan Janssen"
type = "time rider"

[[stage]]
length = 190
sections = [ { kind = "mountain", name = "Muur", from = 60, to = 84 } ]
sprints = [ { name = "Zottegem", at = 120 } ]

[[stage]]
kind = "itt"
length = 40
"""


def at_the_desk(number: int = 1) -> StageAtDesk:
    tour = read_tour(FOURTH_LEVEL).tour
    assert tour is not None
    tour = tour.__class__(
        name=tour.name,
        rulebook=tour.rulebook,
        options=tour.options,
        teams=tour.teams,
        riders=tour.riders,
        stages=tour.stages[number - 1 :],
    )
    return StageAtDesk(with_rulebook(tour, builtin_text("cyclo")), 1)


def written(rows: list[ScreenRow]) -> str:
    return "\n".join("".join(text for _, text in row) for row in rows)


def finish(text: str, number: int = 1, height: int = 40) -> str:
    desk = at_the_desk(number)
    return written(fitted_rows(list(Pane(desk.view(text), 50).finish()), height))


def sheet(text: str, number: int = 1) -> str:
    desk = at_the_desk(number)
    return written(fitted_rows(Pane(desk.view(text), 50).race(), 40))


def test_the_last_turn_of_the_time_limit_comes_nearer() -> None:
    """CY-11: 25 turns after the first arrival."""
    assert "last turn: 25 (25 turns left)" in finish("1 0\n")
    assert "last turn: 25 (3 turns left)" in finish("1 0\n@22\n")


def test_who_comes_after_the_limit_is_over_it_and_out() -> None:
    """CY-11, GN-1."""
    assert "4 Janssen OTL" in finish("1 0\n@26\n4 3\n")


def test_who_is_absent_is_not_out_of_the_race() -> None:
    """GN-10."""
    for shown in (finish("DNF 1\nABS 4\n"), sheet("DNF 1\nABS 4\n")):
        assert "Out of the race: 1\n  1 Baens DNF\nAbsent: 1\n  4 Janssen ABS" in shown


def test_points_over_a_climb_show_before_anybody_is_home() -> None:
    """CY-9: 24 lines are a climb of the 3rd category, 5, 3, 2, 1."""
    shown = sheet("m:4 1")

    assert "Muur (3)" in shown
    assert "4 Janssen 5, 1 Baens 3" in shown
    assert "Zottegem" in shown


def test_extra_turns_count_down_as_they_are_used() -> None:
    """CY-12: 190 lines give 4."""
    rows = sheet("+1*3\n").splitlines()

    (row,) = (row.split() for row in rows if "Eddy Baens" in row)
    assert (row[0], row[-1]) == ("3", "1")


def test_turns_of_a_time_trial_are_counted_for_each_rider() -> None:
    """CY-1."""
    assert "Turns counted\n  4 Janssen: 3, 1 Baens: 1" in sheet(".4*2\n.4 1\n", 2)


@pytest.mark.parametrize("language", Language)
def test_the_number_of_arrivals_is_in_sight_on_80_columns(language: Language) -> None:
    """The pane has room for 35 characters there."""
    message = phrase("{message}", message="Result so far: 120 of 198 finished")
    title = FileOptions(language=language).translated(message)

    assert "198" in title
    assert len(title) <= 35


def test_turns_in_the_lead_are_counted_while_the_race_goes_on() -> None:
    """FR-6."""
    toml = """
tour = { name = "Mini", rulebook = "flamme-rouge" }
rider = [{ bib = "1", name = "Rita Rood" }, { bib = "4" }]
stage = [{ length = 78 }]
"""
    tour = read_tour(toml).tour
    assert tour is not None
    desk = StageAtDesk(with_rulebook(tour, builtin_text("flamme-rouge")), 1)

    shown = written(fitted_rows(Pane(desk.view(">1 4\n>1\n&4 2\n"), 50).race(), 40))

    assert "Combativity\n  1 Rood: 2, 4: 1" in shown
    assert "Cards held at the end\n  4: 2" in shown


def test_offers_and_what_a_team_has_left_to_offer_are_shown() -> None:
    """CY-15: 100 a stage."""
    shown = sheet("$MOL 60 Zottegem 2\n")

    assert "MOL 60 Zottegem 2" in shown
    assert "left to offer: MOL 40" in shown


def test_rulings_stand_with_their_reasons() -> None:
    """GN-2."""
    shown = sheet("!4 +20 -2p moved out of turn\n")

    assert "4 +20 -2p moved out of turn" in shown


def lines(title: str, count: int, *, newest: bool = False) -> Panel:
    return Panel(title, range(count), lambda n: (("", f"{title}{n}"),), newest)


def test_of_a_long_result_the_winner_and_the_newest_stay_in_view() -> None:
    rows = written(fitted_rows([lines("a", 9, newest=True)], 4)).split()

    assert rows == ["a", "a0", "a7", "a8"]


def test_of_a_long_classification_the_best_stay_in_view() -> None:
    assert written(fitted_rows([lines("a", 9)], 4)).split() == [
        "a",
        "a0",
        "a1",
        "a2",
    ]


def test_every_part_keeps_a_row_as_long_as_there_is_room() -> None:
    blocks = [lines("a", 9), lines("b", 2), lines("c", 9)]
    rows = written(fitted_rows(blocks, 8)).split()

    assert len(rows) == 8
    assert {"a", "a0", "b", "b0", "b1", "c", "c0"} <= set(rows)


RIDDEN = FOURTH_LEVEL.replace(
    'code = "MOL"', 'code = "MOL"\nname = "Molteni"\ncolour = "#6f4e37"'
).replace(
    "\n[[stage]]\nkind",
    '\nfinish = """\n4 0 3\n1 2 0\n"""\n\n[stage.crossings]\nMuur = "1 4"\n'
    "\n[[stage]]\nkind",
)
"""A tour whose stage 1 is won by 4 by over a turn; 1 is first at the climb."""


def second_stage() -> StageAtDesk:
    tour = read_tour(RIDDEN).tour
    assert tour is not None
    return StageAtDesk(with_rulebook(tour, builtin_text("cyclo")), 2)


def test_a_bib_has_the_colours_of_the_jersey_and_the_team() -> None:
    desk = second_stage()
    pane = Pane(desk.view(""), 50)
    jersey = next(j for j in desk.before.rulebook.jerseys if j.name == "yellow")

    band, bib = pane.bib_fragments("4", 2)
    assert band == ("", " "), "4 rides for no team"
    assert bib[1] == " 4"
    assert bib[0].endswith(f"bg:{jersey.colour}")
    assert pane.bib_fragments("1", 1)[0] == ("#6f4e37", "▌")


def test_the_rankings_are_those_of_the_stage_so_far() -> None:
    desk = second_stage()
    before, after = (
        written(fitted_rows([*Pane(desk.view(text), 50).rankings()], 40))
        for text in ("", "4 3 0\n1 9 0\n")
    )

    assert "Jersey wearers" in before
    assert re.search(r" yellow +4 Jan Janssen", before)
    for title in ("Points", "Mountains", "Team"):
        assert f"{title} classification" in before
    assert "General" not in before
    assert "MOL Molteni" in after
    assert before != after


def test_jerseys_are_virtual_while_riders_are_out() -> None:
    desk = second_stage()
    shown = written(fitted_rows([*Pane(desk.view("4 3 0\n"), 50).rankings()], 40))

    assert "Virtual jerseys" in shown


def test_before_the_first_stage_there_are_no_rankings() -> None:
    desk = at_the_desk()

    assert [*Pane(desk.view(""), 50).rankings()] == []


def test_a_wrong_line_has_its_hint_after_any_number_of_keys() -> None:
    desk = at_the_desk()
    with limited_hints():  # as in a command
        messages = [desk.view(f"Mur: 1\n1 {n}").wrong[0].message for n in range(150)]

    assert {message.rpartition("; ")[2] for message in messages} == {
        "did you mean 'Muur'?"
    }
