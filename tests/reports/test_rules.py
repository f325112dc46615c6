"""Rulebooks and printed tables, as sheets."""

from dataclasses import replace

import pytest

from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    read_rulebook,
)
from peloton.reports.rules.rulebook import (
    fraction_sheet,
    rulebook_sheet,
)
from peloton.rules.rulebook.rulebook import Rulebook, Source
from tests.reports.samples import plain_data


def built_in(name: str) -> Rulebook:
    return read_rulebook(builtin_text(name))


@pytest.mark.parametrize("name", builtin_names())
def test_every_value_of_the_game_is_shown_with_where_it_comes_from(name: str) -> None:
    book = built_in(name)

    rows = rulebook_sheet(book).tables[0].rows

    own = {key for key, value in book.values.items() if value.source == Source.SEED}
    assert {row[0] for row in rows} >= own
    assert all(row[2] for row in rows), "a meaning"
    assert all(row[4] for row in rows), "a source"


def test_a_value_is_written_as_it_is_read() -> None:
    rows = {row[0]: row for row in rulebook_sheet(built_in("cyclo")).tables[0].rows}

    assert rows["points.finish"][1] == "15, 10, 5, 4, 3, 2, 1"
    assert rows["bonus.finish"][1] == "none"
    assert rows["general.levelled"][1] == "true"


def test_the_options_show_what_there_is_to_choose() -> None:
    sheet = rulebook_sheet(built_in("cyclo"))

    options = next(table for table in sheet.tables if table.name == "Options")
    level = next(row for row in options.rows if row[0] == "level")
    assert level[1] == "1, 2, 3, 4"


def test_jerseys_stand_highest_first() -> None:
    """CY-10."""
    sheet = rulebook_sheet(built_in("cyclo"))

    jerseys = next(table for table in sheet.tables if table.name == "Jerseys")
    assert [row[0] for row in jerseys.rows] == ["yellow", "green", "white"]


def test_the_rows_for_scripts_keep_the_values_as_they_are() -> None:
    rows = {row["key"]: row for row in plain_data(rulebook_sheet(built_in("cyclo")))}

    assert rows["points.finish"]["value"] == (15, 10, 5, 4, 3, 2, 1)
    assert rows["points.finish"]["source"] == "seed"


def test_the_fraction_tables_are_printed_as_the_game_has_them() -> None:
    """CR-7. 3 of 9 spaces: 0.333 of a turn, 20 s; 4 of 11: 0.364, 21.82 s."""
    fractions, seconds = fraction_sheet(built_in("criterium")).tables

    assert (fractions.rows[8][3], seconds.rows[8][3]) == ("0.333", "20.00")
    assert (fractions.rows[10][4], seconds.rows[10][4]) == ("0.364", "21.82")


def test_the_seconds_of_the_fraction_tables_are_those_of_a_turn_of_the_tour() -> None:
    """CR-1, CR-7. With a turn of 30 s, 3 of 9 spaces are 10 s, 4 of 11 are 10.91 s."""
    book = built_in("criterium")
    turn = replace(book.values["turn"], value=30)
    sheet = fraction_sheet(replace(book, values={**book.values, "turn": turn}))

    fractions, seconds = sheet.tables

    assert (fractions.rows[8][3], seconds.rows[8][3]) == ("0.333", "10.00")
    assert seconds.rows[10][4] == "10.91"
    assert {"moved": 9, "left": 3, "thousandths": 333, "hundredths": 1000} in [
        *plain_data(sheet)
    ]


def test_there_is_no_fraction_of_more_spaces_than_were_moved() -> None:
    """CR-1. 1 <= d <= m."""
    fractions, _ = fraction_sheet(built_in("criterium")).tables

    assert fractions.rows[0] == ("1", "1.000", *[""] * 15)
    assert {"moved": 1, "left": 2} not in [
        {"moved": row["moved"], "left": row["left"]}
        for row in plain_data(fraction_sheet(built_in("criterium")))
    ]
