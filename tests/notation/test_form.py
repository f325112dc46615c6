"""A filled-in form is read as the stage, and mistakes are reported with their cells."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell, MergedCell

from peloton.errors import PelotonError
from peloton.notation.desk.entry import Entry
from peloton.notation.desk.writing import label_text
from peloton.notation.form.reading import (
    BIB_COLUMN,
    HIDDEN_SHEET,
    MARK_COLUMN,
    OTHER_COLUMN,
    TITLE_ROW,
    read_form,
)
from peloton.notation.form.writing import form_workbook
from peloton.notation.problems import problem_lines
from peloton.notation.resources import sample_tours
from peloton.notation.xlsx import read_workbook
from peloton.rules.facts.fact_table import without_results
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.stage import Arrival, Stage, Unplaced
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour, with_stage
from peloton.rules.race import score
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import printable
from tests.cli.conftest import TOUR
from tests.drawing import seldom_drawn
from tests.notation.workbooks import changed, parts, with_part
from tests.scored import facts_of
from tests.tours import GAMES, Game, tours

Facts = tuple[Tour, Rulebook]
Fill = Mapping[str, object]
"""The values to fill in, by cell: {"Results!B5": 4}."""


def bare(tour: Tour, number: int) -> Tour:
    """Return the tour without results of a stage."""
    return with_stage(tour, number, without_results(tour.stages[number - 1]))


def enter(cell: Cell | MergedCell, value: object) -> None:
    """Enter a value as a spreadsheet does; in a text cell, `=general` is a text."""
    cell.value = value  # type: ignore[assignment]
    if isinstance(value, str) and value[:1] == "=" and cell.number_format == "@":
        cell.data_type = "s"


def typed(full: bytes) -> Callable[[Workbook], None]:
    """Copy the values of a filled-in form into the boxes of an empty one."""

    def fill(book: Workbook) -> None:
        page = load_workbook(BytesIO(full)).worksheets[1]
        for row in range(TITLE_ROW + 1, page.max_row + 1):
            for column in (BIB_COLUMN, MARK_COLUMN, OTHER_COLUMN):
                value = page.cell(row, column).value
                if value is not None:
                    enter(book.worksheets[1].cell(row, column), value)

    return fill


def seen(stage: Stage) -> Stage:
    """Return a stage without empty orders and without the text of a cancellation."""
    crossings = {label: order for label, order in stage.crossings.items() if order}
    return replace(stage, crossings=crossings, cancelled="")


def filled(data: bytes, facts: Facts, number: int = 1) -> Entry:
    tour, book = facts
    return read_form(read_workbook(data), tour, number, book)


# What is filled in is the stage


@pytest.mark.parametrize("game", GAMES)
@seldom_drawn
@given(data=st.data())
def test_a_form_filled_in_by_hand_is_the_stage(game: Game, data: st.DataObject) -> None:
    tour, book = facts_of(data.draw(tours(game)))
    number = data.draw(st.integers(1, len(tour.stages)))
    stage = tour.stages[number - 1]
    if not stage.has_results:
        return
    empty = bare(tour, number), book

    form = form_workbook(empty[0], number, book)
    form = changed(form, typed(form_workbook(tour, number, book)))
    read = filled(form, empty, number)

    assert read.problems == ()
    assert read.stage == seen(stage)


SAMPLES = [
    pytest.param(file, number, id=f"{file.stem} {number}")
    for file in sorted(sample_tours().glob("*.toml"))
    for number in range(1, file.read_text().count("[[stage]]") + 1)
]


@pytest.mark.parametrize(("file", "number"), SAMPLES)
def test_a_form_of_a_stage_that_was_entered_has_all_of_it(
    file: Path, number: int
) -> None:
    """Every kind of race, on the track and off it, with its rulings and its lots."""
    tour, book = facts_of(file.read_text())

    form = form_workbook(tour, number, book)
    read = filled(form, (bare(tour, number), book), number)

    assert read.problems == ()
    assert read.stage == seen(tour.stages[number - 1])


def mini(text: str = TOUR) -> Facts:
    """A tour of riders 1, 4 and 7, with a road stage that is not ridden yet."""
    tour, book = facts_of(text)
    return bare(replace(tour, stages=tour.stages[:1]), 1), book


GOOD: Fill = {
    "Results!B5": 4,
    "Results!D5": "0 3",
    "Results!B6": 1,
    "Results!D6": "x",
    "Results!B7": 7,
    "Results!D7": "DNF",
    "Results!E5": "Muur: 4 1",
}


def fill(facts: Facts, values: Fill) -> bytes:
    """Return a form of stage 1 with these values in it; None empties a cell."""

    def change(book: Workbook) -> None:
        for place, value in values.items():
            sheet, _, cell = place.rpartition("!")
            enter(book[sheet][cell], value)

    tour, book = facts
    if repr(tour) not in EMPTY:
        EMPTY[repr(tour)] = form_workbook(tour, 1, book)
    return changed(EMPTY[repr(tour)], change)


EMPTY: dict[str, bytes] = {}
"""A cache of empty forms, by the tour."""


def mistakes(values: Fill, facts: Facts | None = None) -> list[str]:
    """Return the messages about a filled-in form, by its reader and by the checks."""
    facts = facts or mini()
    return said(filled(fill(facts, values), facts), facts)


def said(read: Entry, facts: Facts) -> list[str]:
    found = score(with_stage(facts[0], 1, read.stage), facts[1]).problems
    placed = map(read.with_location, found)
    lines = problem_lines("f.xlsx", "", (*read.problems, *placed))
    return [line.replace(": error: ", ": ") for line in lines]


def test_lines_of_arrival_groups_and_statuses_are_read() -> None:
    facts = mini()

    read = filled(fill(facts, GOOD), facts)

    (group, out) = read.stage.finish
    assert isinstance(group, Arrival)
    assert (group.bibs, str(group.mark)) == (("4", "1"), "0 3")
    assert out == Unplaced(Bib("7"), Reason.DNF)
    assert read.stage.crossings == {"Muur": ("4", "1")}
    assert said(read, facts) == []


@pytest.mark.parametrize(
    "values",
    [
        {"Results!B5": "4", "Results!D5": " 0  3"},
        {"Results!B5": " 4 ", "Results!D5": "0\n3"},
        {"Results!B5": "\uff14", "Results!D5": "0 \uff13"},
        {"Results!D6": " X ", "Results!D7": " dnf"},
    ],
)
def test_values_as_spreadsheets_and_people_write_them_are_read(values: Fill) -> None:
    """Numbers as texts, with spaces about them, in full-width digits; 3.0 for 3."""
    facts = mini()

    assert (
        filled(fill(facts, {**GOOD, **values}), facts).stage
        == filled(fill(facts, GOOD), facts).stage
    )


def test_a_bib_whose_zeros_a_spreadsheet_took_away_is_known_again() -> None:
    facts = mini(TOUR.replace('"4"', '"004"').replace("4  0", "004  0"))
    facts = bare(facts[0], 1), facts[1]

    read = filled(fill(facts, GOOD), facts)

    assert read.stage.finish[0].bibs == ("004", "1")


def test_lines_may_be_left_out_between_others() -> None:
    facts = mini(TOUR.replace("[[rider]]\n", '[[rider]]\nbib = "8"\n\n[[rider]]\n'))
    values = {"Results!B5": 4, "Results!D5": "0 3"}
    values |= {"Results!B7": 1, "Results!D7": "0 1"}

    read = filled(fill(facts, values), facts)

    assert [line.bibs for line in read.stage.finish] == [("4",), ("1",)]


def test_what_is_not_given_stays_as_it_was() -> None:
    """As in result lines: a ruling made after the form is not lost."""
    tour, book = facts_of(TOUR)
    tour = replace(tour, stages=tour.stages[:1])
    form = fill((bare(tour, 1), book), {k: v for k, v in GOOD.items() if "E" not in k})

    read = filled(form, (tour, book))

    assert read.stage.crossings == tour.stages[0].crossings


def with_team_turns() -> Facts:
    """The same tour, with 2 extra turns per stage for a team."""
    rule = 'rulebook = "cyclo"\n[tour.rules]\n"extra_turns.team" = 2\n'
    return mini(TOUR.replace('rulebook = "cyclo"\n', rule))


def test_the_extra_turns_of_the_teams_are_read() -> None:
    """CY-12."""
    facts = with_team_turns()

    read = filled(fill(facts, {**GOOD, "Results!E6": "+MOL*2"}), facts)

    assert read.stage.team_turns == {"MOL": 2}
    assert said(read, facts) == []


def test_a_mistake_in_the_extra_turns_of_a_team_is_named_with_its_cell() -> None:
    """CY-12."""
    facts = with_team_turns()
    (line,) = mistakes({**GOOD, "Results!E6": "+MOL*3"}, facts)

    assert "Results!E6: team MOL used 3 extra turns, but had 2" in line


# Every mistake, on its cell


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ({"D5": "y"}, "D5: found 'y', expected a mark 'turns lines' such as 2 2"),
        ({"D5": -1}, "D5: found '-1', expected a mark 'turns lines' such as 2 2"),
        ({"D5": "-1 0"}, "D5: found -1 turns and 0 lines, expected 0 or more of each"),
        (
            {"D5": dt.date(2026, 9, 3)},
            "D5: found '46268', expected a mark 'turns lines' such as 2 2",
        ),
        ({"D5": True}, "D5: found 'TRUE', expected a mark 'turns lines'"),
        ({"D5": "#REF!"}, "D5: found #REF!, expected a text or a whole number"),
        (
            {"B5": "=A5"},
            "B5: found a formula, expected a text or a whole number: paste it as a",
        ),
        ({"D5": None}, "D5: found no mark, expected 'turns lines' such as"),
        ({"B5": None}, "B5: found nothing, expected the bib of the row"),
        ({"B5": "44"}, "B5: no rider 44 on the startlist; did you mean '4'?"),
        ({"B5": "4 1"}, "B5: found '4 1', expected a bib: a short token without"),
        ({"B5": 4.5}, "B5: found 4.5, expected a text or a whole number"),
        ({"B5": "DNF"}, "B5: found 'DNF', which is a status, expected a bib:"),
        ({"B6": 4}, "B6: finish: found rider 4 twice, expected once"),
        ({"D5": "x"}, "D5: found 'x', expected a mark in the row above, to share it"),
        ({"D7": "DNFF"}, "D7: found 'DNFF', expected a mark 'turns lines' such as"),
        ({"D7": "1 1 DNF"}, "D7: found a mark with DNF, expected a mark only with"),
        (
            {"D5": "1 3"},
            "B5: rider 4 crossed first with mark 1 3: expected 0 turns, as",
        ),
        ({"H5": "hello"}, "H5: found 'hello', expected nothing here"),
        ({"H99": "hello"}, "H99: found 'hello', expected nothing here"),
    ],
)
def test_a_mistake_is_named_with_its_cell(values: Fill, line: str) -> None:
    found = mistakes({**GOOD, **{f"Results!{key}": v for key, v in values.items()}})

    assert found[0].startswith(f"f.xlsx: Results!{line}")


@pytest.mark.parametrize(
    ("values", "line"),
    [
        (
            {"Results!E5": "Muur: 4 4"},
            "Results!E5: 'Muur': found rider 4 twice, expected once",
        ),
        (
            {"Results!E5": "Muur: 4 99"},
            "Results!E5: no rider 99 on the startlist",
        ),
        (
            {"Results!E5": "Mur: 4"},
            "Results!E5: no sprint or summit 'Mur', expected one of",
        ),
        ({"Results!E5": "+4*two"}, "Results!E5: found '4*two', expected"),
        ({"Results!E5": "!4 +20"}, "Results!E5: a ruling without a reason"),
        (
            {"Results!E6": "!team MOLL -2p helped"},
            "Results!E6: ruling: no team 'MOLL'; did you mean 'MOL'?",
        ),
        (
            {"Results!E5": "$MOL 5 Mur"},
            "Results!E5: no sprint or summit 'Mur', expected one of Muur,",
        ),
        ({"Results!E5": "=general 99"}, "Results!E5: no rider 99 on the"),
    ],
)
def test_a_mistake_on_the_other_sheets_is_named_with_its_cell(
    values: Fill, line: str
) -> None:
    paid = 'rulebook = "cyclo"\nrules = { "money.premiums" = true }'

    found = mistakes({**GOOD, **values}, mini(TOUR.replace('rulebook = "cyclo"', paid)))

    assert found[0].startswith(f"f.xlsx: {line}")


def test_all_mistakes_are_named_at_once_in_the_order_of_the_form() -> None:
    """Also those that only the checks find, on what can be read."""
    values = {"Results!E6": "=general 99", "Results!D5": "x"}

    found = mistakes({**GOOD, **values, "Results!E5": "Muur: 4 4"})

    assert [line.split(": ")[1] for line in found[:3]] == [
        "Results!D5",
        "Results!E5",
        "Results!E6",
    ]


def test_who_is_missing_is_on_no_cell() -> None:
    found = mistakes({**GOOD, "Results!B7": None, "Results!D7": None})

    assert found == [
        "f.xlsx: rider 7 is missing: expected a mark, or one of ABS, DNF, DNS, DSQ, OTL"
    ]


def test_a_sheet_that_was_deleted_is_missed() -> None:
    facts = mini()

    def change(book: Workbook) -> None:
        del book["Results"]

    said = refusal(changed(fill(facts, GOOD), change), facts)

    assert said == "has no sheet with boxes any more: create a new form"


def test_a_sheet_that_was_renamed_is_found() -> None:
    facts = mini()

    def change(book: Workbook) -> None:
        book["Results"].title = "Finished"

    read = filled(changed(fill(facts, GOOD), change), facts)

    assert read.problems == ()


def test_copies_of_the_sheet_that_differ_are_refused() -> None:
    facts = mini()

    def copy(book: Workbook) -> None:
        book.copy_worksheet(book["Results"])

    def change(book: Workbook) -> None:
        book["Results Copy"]["D5"] = "0 5"

    copied = changed(fill(facts, GOOD), copy)

    assert filled(copied, facts).problems == ()
    assert "'Results', 'Results Copy'; delete one" in refusal(
        changed(copied, change), facts
    )


def test_a_column_that_was_moved_is_named_with_its_cell() -> None:
    facts = mini()

    def change(book: Workbook) -> None:
        book["Results"].move_range("D3:D7", cols=4, translate=False)

    said = refusal(changed(fill(facts, GOOD), change), facts)

    assert said == "has a moved column: Results!D4; create a new form"


def test_merged_cells_are_refused() -> None:
    """Of merged cells, all but the first are empty."""
    facts = mini()

    def change(book: Workbook) -> None:
        book["Results"].merge_cells("B5:B6")

    found = said(filled(changed(fill(facts, GOOD), change), facts), facts)

    assert "f.xlsx: Results!B6: found nothing, expected the bib" in found[0]


def test_a_formula_is_refused_though_its_value_is_kept_beside_it() -> None:
    """Excel and LibreOffice keep what a formula came to last; it may be stale."""
    facts = mini()
    data = fill(facts, {**GOOD, "Results!B5": "=1+3"})
    (name,) = (n for n, part in parts(data).items() if b"<f>1+3</f>" in part)
    part = parts(data)[name].replace(b"<f>1+3</f><v />", b"<f>1+3</f><v>4</v>")
    assert b"<f>1+3</f><v>4</v>" in part

    found = said(filled(with_part(data, name, part), facts), facts)

    assert "Results!B5: found a formula" in found[0]


# Whose form it is


def refusal(data: bytes, facts: Facts, number: int = 1) -> str:
    with pytest.raises(PelotonError) as refused:
        filled(data, facts, number)
    return str(refused.value)


def test_an_empty_form_says_so() -> None:
    facts = mini()

    assert refusal(fill(facts, {}), facts) == "is an empty form: nothing is filled in"


def test_a_form_of_another_stage_is_refused() -> None:
    tour, book = facts_of(TOUR)

    said = refusal(form_workbook(tour, 1, book), (tour, book), 2)

    assert said == "is the form of stage 1, not of stage 2"


def test_a_form_of_another_tour_is_refused() -> None:
    facts = mini()

    said = refusal(fill(facts, GOOD), mini(TOUR.replace("Mini", "Maxi")))

    assert said.startswith("is a form of the tour 'Mini', not of 'Maxi'")


def test_a_workbook_that_is_no_form_is_refused() -> None:
    facts = mini()

    def change(book: Workbook) -> None:
        del book[HIDDEN_SHEET]

    said = refusal(changed(fill(facts, GOOD), change), facts)

    assert said.startswith("is not the form of a stage: 'peloton form N -o FILE.xlsx'")


def test_a_form_of_another_version_is_refused() -> None:
    facts = mini()

    said = refusal(fill(facts, {**GOOD, f"{HIDDEN_SHEET}!A2": 99}), facts)

    assert said == "is a form of another version of peloton: create a new one"


# What is printed on it


HOSTILE = (
    '=HYPERLINK("x")',
    "<b>x</b>",
    "+1",
    "@a",
    "&amp;",
    "李小龙",
    "x" * 300,
    "a\x1b[31m",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_never_become_formulas_or_markup(name: str) -> None:
    tour, book = mini()
    stage = tour.stages[0]
    section = replace(stage.sections[0], name=name)
    tour = replace(
        with_stage(tour, 1, replace(stage, name=name, sections=(section,))),
        name=name,
        teams=tuple(replace(team, name=name) for team in tour.teams),
        riders=tuple(replace(rider, name=name) for rider in tour.riders),
    )
    label = f"{label_text(name, tour.stages[0])}:"

    def check(workbook: Workbook) -> None:
        hidden = workbook[HIDDEN_SHEET]
        shown = printable(name)
        assert [hidden.cell(row, 5).value for row in (1, 2, 3)] == [shown] * 3
        assert hidden["E1"].data_type == hidden["A4"].data_type == "s"
        assert workbook["Results"]["E5"].value == printable(label)
        assert workbook["Results"]["E5"].data_type == "s"

    data = changed(form_workbook(tour, 1, book), check)
    assert read_workbook(data)
    values = {**GOOD, "Results!E5": f"{printable(label)} 4 1"}
    read = filled(fill((tour, book), values), (tour, book))
    assert read.stage.crossings == {name: ("4", "1")}


def boxes(facts: Facts) -> Workbook:
    kept: list[Workbook] = []
    changed(form_workbook(facts[0], 1, facts[1]), kept.append)
    return kept[0]


def test_only_the_boxes_to_fill_in_are_open() -> None:
    page = boxes(mini())["Results"]

    assert page.protection.sheet
    assert not page.protection.password
    open_ = [cell.coordinate for cell in page[5] if not cell.protection.locked]
    assert open_ == ["B5", "D5", "E5"]
    assert all(cell.protection.locked for row in page["A1:F4"] for cell in row)


def test_a_form_is_printed_no_wider_than_a_page() -> None:
    """The instructions are a single page; the boxes have their titles on each page."""
    instructions, results, _ = boxes(mini()).worksheets

    for page, pages_high in ((instructions, 1), (results, 0)):
        assert page.sheet_properties.pageSetUpPr
        assert page.sheet_properties.pageSetUpPr.fitToPage
        setup = page.page_setup
        assert (setup.fitToWidth, setup.fitToHeight) == (1, pages_high)
    assert results.print_title_rows == f"$1:${TITLE_ROW}"


def test_bibs_are_chosen_from_the_riders_in_the_race() -> None:
    page = boxes(mini())["Results"]
    (check,) = page.data_validations.dataValidation

    assert check.type == "list"
    assert check.showErrorMessage
    assert "B5" in check.sqref
    assert "B7" in check.sqref


def test_offers_are_explained_only_where_teams_have_sponsors() -> None:
    """CY-15."""
    paid = 'rulebook = "cyclo"\nrules = { "money.premiums" = true }'
    with_sponsors = mini(TOUR.replace('rulebook = "cyclo"', paid))

    heads = [
        {row[0].value for row in boxes(facts)["Instructions"].iter_rows()}
        for facts in (mini(), with_sponsors)
    ]

    assert ["$MOL 50 Muur 2" in found for found in heads] == [False, True]
    assert all("!7 +20 why" in found for found in heads)


def test_a_form_draws_no_lots() -> None:
    page = boxes(mini())["Instructions"]

    assert "=general ?" not in {row[0].value for row in page.iter_rows()}


@pytest.mark.parametrize(
    ("time", "said"),
    [
        ("3:25:10", ""),
        ("\uff13\uff1a25\uff1a10", ""),
        (
            dt.time(3, 25, 10),
            "found 0.1424768518518519, expected a text or a whole number: type '",
        ),
        ("3.25", "found '3.25', expected a mark 'h:mm:ss' such as 3:25:10, +1:07"),
        (3.25, "found 3.25, expected a text or a whole number"),
        (3, "found '3', expected a mark 'h:mm:ss' such as"),
    ],
)
def test_a_time_is_a_text_and_no_time_of_day(time: object, said: str) -> None:
    """1:07 typed into a cell of a spreadsheet is seven past one, and not a minute."""
    text = TOUR.replace("cyclo", "road").partition("[[stage]]")[0] + "[[stage]]\n"
    facts = facts_of(text)
    values = {"Results!B5": 4, "Results!D5": time, "Results!B6": 1, "Results!D6": "s"}
    values |= {"Results!B7": 7, "Results!D7": "DNF"}

    found = mistakes(values, facts)

    assert found[0].startswith(f"f.xlsx: Results!D5: {said}") if said else found == []
