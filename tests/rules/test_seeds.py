"""The examples in the games' own rules, and Criterium's printed tables."""

import csv
from pathlib import Path
from typing import Any

import pytest

from peloton.rules.games.criterium import HUNDREDTHS, THOUSANDTHS, fraction_table
from tests.scored import scored

MISPRINTED = {(14, 4): 286, (16, 8): 500}
"""Spaces moved and left -> the thousandths of a turn that should stand there."""


def seed_cells() -> list[tuple[int, int, int, int]]:
    """Return the printed table of Criterium: moved, left, thousandths, hundredths."""
    text = Path(__file__).with_name("fraction_table.csv").read_text(encoding="utf-8")
    facts = [line for line in text.splitlines() if not line.startswith("#")]
    return [
        (
            int(row["moved"]),
            int(row["left"]),
            int(row["thousandths"]),
            int(row["hundredths"]),
        )
        for row in csv.DictReader(facts)
    ]


SEED_CELLS = seed_cells()


def every_cell() -> dict[tuple[int, int], tuple[int, int]]:
    """Return every pair of spaces moved and left, with thousandths and hundredths."""
    seconds = fraction_table(60 * HUNDREDTHS)
    return {
        (moved, left): (fraction, seconds[moved - 1][left - 1])
        for moved, row in enumerate(fraction_table(THOUSANDTHS), start=1)
        for left, fraction in enumerate(row, start=1)
    }


def two_riders(rulebook: str, kind: str, options: str, one: str, other: str) -> str:
    """Return a tour of one stage with riders A and B, in this order."""
    return f'''
[tour]
name = "The example of the rules"
rulebook = "{rulebook}"
[tour.options]
{options}
[[rider]]
bib = "A"
[[rider]]
bib = "B"
[[stage]]
name = "The example"
kind = "{kind}"
finish = """
A {one}
B {other}
"""
'''


def result(text: str) -> list[Any]:
    stages: Any = scored(text)["stages"]
    rows: list[Any] = stages[0]["result"]
    return rows


def test_six_turns_and_three_ninths_are_380_seconds() -> None:
    """CR-1. A has 3 spaces left, moves 9 after 6 turns; B has 4 left and moves 11."""
    rows = result(two_riders("criterium", "itt", "", "6 3/9", "6 4/11"))

    assert [(row["bib"], row["time"]) for row in rows] == [("A", 380), ("B", 382)]


def test_four_elevenths_of_a_turn_are_21_seconds_82() -> None:
    """CR-1. B's 6 turns and 4/11, 6.3636 of a turn, are 360 s and these."""
    found = every_cell()[11, 4]

    assert found == (364, 2182)


def test_the_better_fraction_of_a_turn_wins_the_timed_race() -> None:
    """CR-2. A crosses at line + 6 and B at line + 7, but A needs less of the turn."""
    marks = ("6 3/9", "6 4/11")
    rows = result(two_riders("criterium", "road", 'format = "time"', *marks))

    assert [row["bib"] for row in rows] == ["A", "B"]


@pytest.mark.parametrize("format_", ["simple", "points", "omnium"])
def test_the_furthest_past_the_line_wins_what_is_not_raced_by_time(
    format_: str,
) -> None:
    """CR-3. The same two riders: the game has the fraction for a race by time."""
    marks = ("6 3/9", "6 4/11")
    rows = result(two_riders("criterium", "road", f'format = "{format_}"', *marks))

    assert [row["bib"] for row in rows] == ["B", "A"]


@pytest.mark.parametrize("format_", ["time", "simple", "points", "omnium"])
@pytest.mark.parametrize(
    ("arrival", "first"), [("fraction", "A"), ("furthest", "B"), ("by format", None)]
)
def test_a_tour_may_choose_how_its_races_arrive(
    format_: str, arrival: str, first: str | None
) -> None:
    """CR-2, CR-3. Whichever of the two options stands first in the file."""
    options = f'arrival = "{arrival}"\nformat = "{format_}"'
    rows = result(two_riders("criterium", "road", options, "6 3/9", "6 4/11"))

    assert rows[0]["bib"] == (first or ("A" if format_ == "time" else "B"))


@pytest.mark.parametrize("kind", ["prologue", "itt"])
def test_six_turns_and_two_lines_are_58_seconds(kind: str) -> None:
    """CY-1."""
    rows = result(two_riders("cyclo", kind, "", "6 2", "7 0"))

    assert rows[0]["time"] == 58


def test_two_turns_two_lines_after_a_first_with_three_lines_are_21_seconds() -> None:
    """CY-3. The first to arrive crossed the line by 3."""
    rows = result(two_riders("cyclo", "road", "", "0 3", "2 2"))

    assert [(row["bib"], row["time"]) for row in rows] == [("A", 0), ("B", 21)]


def test_the_rules_print_a_cell_for_every_fraction_up_to_a_turn() -> None:
    """CR-7: 1 to 18 spaces moved, 1 to 16 left, never more left than moved."""
    assert [len(row) for row in fraction_table(THOUSANDTHS)] == [*range(1, 17), 16, 16]
    assert set(every_cell()) == {(moved, left) for moved, left, _, _ in SEED_CELLS}


def test_the_fractions_of_a_turn_are_as_printed_but_for_two_that_are_put_right() -> (
    None
):
    """CR-7, the first table: 4/14 is printed as 0,288 and 8/16 as 4,500."""
    printed = {(moved, left): n for moved, left, n, _ in SEED_CELLS}
    found = {at: fraction for at, (fraction, _) in every_cell().items()}

    assert set(MISPRINTED) <= set(printed)
    assert found == printed | MISPRINTED


def test_the_seconds_of_the_fractions_are_as_printed() -> None:
    """CR-7, the second table."""
    printed = {(moved, left): n for moved, left, _, n in SEED_CELLS}

    assert {at: seconds for at, (_, seconds) in every_cell().items()} == printed
