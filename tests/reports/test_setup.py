"""Setting-up sheets: the material to put on the table before a game."""

import pytest

from peloton.errors import PelotonError
from peloton.notation.rulebook_file.reading import builtin_names
from peloton.reports.rules.rulebook import rulebook_sheet
from peloton.reports.rules.setup import setup_sheet
from peloton.reports.sheet import Sheet, sheet_rows
from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Section, Stage
from peloton.rules.facts.tour import OptionValue, Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.writers.text import to_text
from tests.rules.notation import rulebook_of

MOUNTAIN = Section(kind=SectionKind.MOUNTAIN, start=0, end=25)


def game(name: str, **options: OptionValue) -> Rulebook:
    return rulebook_of(Tour(name="A", rulebook=name, options=options))


def table(sheet: Sheet, name: str) -> dict[str, object]:
    """Return the second column of a table by the first column."""
    return {
        str(row[0]): row[1]
        for each in sheet.tables
        if each.name == name
        for row in each.rows
    }


def test_the_cards_of_12_riders_stand_with_the_draw_pile() -> None:
    """CR-14. None of value 7 and 8 are dealt; blank is none."""
    (cards,) = setup_sheet(game("criterium"), riders=12).tables

    assert [column.title for column in cards.columns] == [
        "For",
        *map(str, range(7, 17)),
        "Cards",
        "Refreshments each",
    ]
    assert cards.rows == (
        ("12 riders", None, None, 8, 8, 8, 8, 8, 8, 6, 6, 60, 1),
        ("draw pile", 14, 14, 14, 14, 14, 14, None, None, None, None, 84, None),
    )
    assert cards.notes[0] == "5 cards for each rider (CR-14)."


def test_the_extra_turns_of_a_ride_of_190_lines_are_4() -> None:
    """CY-12. The game's own example; a climber has one more for 25 lines up."""
    stage = Stage(length=190, sections=(MOUNTAIN,))

    turns = table(setup_sheet(game("cyclo", level=2), stage=stage), "Extra turns")

    assert (turns["helper"], turns["climber"]) == (4, 5)


@pytest.mark.parametrize(("length", "turns"), [(34, 2), (35, 3), (50, 3), (51, 4)])
def test_a_time_rider_has_extra_turns_in_a_time_trial(length: int, turns: int) -> None:
    """CY-13. Under 35 lines 2, from 35 to 50 3, over 50 4."""
    stage = Stage(kind=StageKind.ITT, length=length)

    granted = table(setup_sheet(game("cyclo", level=2), stage=stage), "Extra turns")

    assert (granted["time rider"], granted["helper"]) == (turns, 0)


def test_the_dice_of_cyclo_stand_by_what_the_road_is() -> None:
    """CY-19. At level 1 everybody has three in the last km."""
    assert table(setup_sheet(game("cyclo", level=1)), "Dice") == {
        "road": 2,
        "mountain": 1,
        "descent": 3,
        "last km, 30 lines": 3,
        "first round": 3,
    }


def test_figueres_is_set_up_by_its_players() -> None:
    """FI-3."""
    (riders,) = setup_sheet(game("figueres"), players=4).tables

    assert riders.rows == ((4, 6, 2),)


def test_el_juego_de_los_ciclistas_has_counters_and_courses() -> None:
    """CI-5."""
    sheet = setup_sheet(game("ciclistas"))

    assert table(sheet, "Bonus counters") == {
        "maximum per team": 5,
        "maximum added to one roll": 3,
        "carried over to the next stage": 0,
    }
    assert list(table(sheet, "Courses").values()) == [60, 90, 120]


@pytest.mark.parametrize("name", builtin_names())
def test_every_game_has_a_sheet_that_can_be_printed(name: str) -> None:
    assert to_text(setup_sheet(game(name), stage=Stage(length=60))).strip()


def test_what_a_game_does_not_go_by_is_refused() -> None:
    """FI-3."""
    with pytest.raises(PelotonError, match="found 4 players, expected none"):
        setup_sheet(game("road"), players=4)


def test_a_sheet_is_given_to_scripts_as_rows_by_table_and_column() -> None:
    """FI-3."""
    rows = sheet_rows(setup_sheet(game("figueres"), players=3))

    assert rows == {"Riders": [{"Players": 3, "Riders": 5, "Neutral": 2}]}


def test_a_rulebook_is_shown_without_the_cards_and_dice_of_other_games() -> None:
    """CR-14, CY-19. Criterium has cards and no dice, Cyclo dice and no cards."""
    keys = {
        name: {str(row[0]) for row in rulebook_sheet(game(name)).tables[0].rows}
        for name in ("criterium", "cyclo")
    }

    assert "setup.deal.12" in keys["criterium"] - keys["cyclo"]
    assert "dice.mountain" in keys["cyclo"] - keys["criterium"]
