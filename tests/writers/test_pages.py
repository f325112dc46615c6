"""Sheets laid out on pages: positions of forms, columns, covers and continuations."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from reportlab.lib.pagesizes import A4, LETTER

from peloton.reports.drawing import Label, Picture
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.rules.words import printable
from peloton.writers.paper.fonts import Typefaces, typefaces
from peloton.writers.paper.style import BLUE, FOOT, GREEN, MARGIN, RED, Imprint
from tests.writers.conftest import COLUMNS, HOSTILE, sheet_of
from tests.writers.drawn import DrawnPage, Text, drawn_pages

TEXT, NUMBER, BIB = ColumnKind.TEXT, ColumnKind.NUMBER, ColumnKind.BIB
WIDTH = A4[0] - 2 * MARGIN


@pytest.fixture(scope="module")
def faces() -> Iterator[Typefaces]:
    letters = ["".join(map(printable, HOSTILE)), "".join(map(chr, range(32, 127)))]
    texts = [*letters, "é…·▲▼"]
    with typefaces(texts) as faces:
        yield faces


def column(title: str, kind: ColumnKind = TEXT, weight: int = 0) -> Column:
    return Column(title=title, kind=kind, weight=weight)


def table(title: str, rows: int) -> Table:
    """Return a table that fits in a column, with cells named after it."""
    return Table(
        name=title,
        title=title,
        columns=(column("Bib", BIB), column("Rider", weight=1)),
        rows=tuple((str(n), f"{title} {n}") for n in range(1, rows + 1)),
    )


def wide(title: str, rows: int) -> Table:
    """Return a table that is too wide for a column."""
    columns = tuple(column(f"A long heading {n}") for n in range(6))
    row = ("of some length",) * 6
    return Table(name=title, title=title, columns=columns, rows=(row,) * rows)


def sheet_with(*tables: Table) -> Sheet:
    return Sheet(title="Sheet title", subtitle="Sub", tables=tables)


def letters(placed: Text) -> str:
    return "".join(run.read_as or run.text for run in placed.line.runs)


def texts(page: DrawnPage) -> list[str]:
    return list(map(letters, page.texts))


def found(page: DrawnPage, text: str) -> Text:
    """Return the first occurrence of a text on a page."""
    return next(placed for placed in page.texts if letters(placed) == text)


def written(pages: list[DrawnPage]) -> list[str]:
    """Return the texts of pages, without titles, subtitles and feet."""
    around = {"Sheet title", "Sub"}
    feet = {f"{n} / {len(pages)}" for n in range(1, len(pages) + 1)}
    return [text for page in pages for text in texts(page) if text not in around | feet]


def form(rows: int) -> Sheet:
    blank = Table(
        name="Arrival",
        title="Arrival",
        columns=(column("Place", NUMBER), column("Bib", BIB), column("Mark")),
        rows=tuple((n, "", "") for n in range(1, rows + 1)),
        blank=True,
    )
    return sheet_with(blank)


def lines_down(page: DrawnPage) -> set[float]:
    """Return the positions of the vertical lines of a form."""
    return {round(rule.x, 1) for rule in page.rules if rule.x == rule.to_x}


def row_heights(page: DrawnPage) -> list[float]:
    """Return the heights of the boxes in the first column of a form, head first."""
    left = min(lines_down(page))
    return [
        rule.y - rule.to_y
        for rule in page.rules
        if rule.x == rule.to_x and round(rule.x, 1) == left
    ]


def test_a_form_for_twenty_riders_is_one_page(faces: Typefaces) -> None:
    assert len(drawn_pages([form(20)], faces)) == 1


def test_a_box_is_high_enough_for_a_pencil(faces: Typefaces) -> None:
    (page,) = drawn_pages([form(20)], faces)
    _, *heights = row_heights(page)

    assert len(heights) == 20
    assert all(20 <= round(height, 3) <= 26 for height in heights)


def test_a_form_for_thirty_riders_has_lower_boxes_and_is_one_page(
    faces: Typefaces,
) -> None:
    (page,) = drawn_pages([form(30)], faces)

    assert min(row_heights(page)[1:]) == pytest.approx(19.8)


def test_a_form_too_long_for_a_page_runs_on_under_its_heads(faces: Typefaces) -> None:
    pages = drawn_pages([form(50)], faces)

    assert len(pages) == 2
    assert all({"Place", "Bib", "Mark"} <= set(texts(page)) for page in pages)
    assert all(row_heights(page)[1] >= 20 for page in pages)


def test_every_box_has_lines_all_round_over_the_whole_width(faces: Typefaces) -> None:
    (page,) = drawn_pages([form(20)], faces)
    across = [rule for rule in page.rules if rule.y == rule.to_y]

    assert len(lines_down(page)) == 4
    assert min(lines_down(page)) == pytest.approx(MARGIN)
    assert max(lines_down(page)) == pytest.approx(MARGIN + WIDTH, abs=0.1)
    assert len({round(rule.y, 1) for rule in across}) == 22


def test_many_forms_stand_in_two_columns(faces: Typefaces) -> None:
    (blank,) = form(5).tables
    forms = [replace(blank, title=f"Form {n}") for n in range(1, 5)]
    (page,) = drawn_pages([sheet_with(*forms)], faces)

    assert found(page, "Form 1").y == pytest.approx(found(page, "Form 3").y)
    assert found(page, "Form 1").x < MARGIN + WIDTH / 2 < found(page, "Form 3").x


def test_the_heads_of_a_form_are_shaded(faces: Typefaces) -> None:
    (page,) = drawn_pages([form(20)], faces)
    _, shade = page.fills
    head = found(page, "Place")

    assert shade.y < head.y < shade.y + shade.height


def test_the_line_below_a_heading_is_of_the_colour_of_the_title(
    faces: Typefaces,
) -> None:
    cover = Sheet(title="Ronde", cover=True)
    first, second = drawn_pages([cover, sheet_with(table("One", 3))], faces)

    assert [page.fills[0].colour for page in (first, second)] == [BLUE, BLUE]
    assert found(first, "Ronde").colour == BLUE


def test_the_subtitle_of_a_cover_is_clear_of_the_letters_of_the_title(
    faces: Typefaces,
) -> None:
    """In Noto Sans `g` reaches 0.24 of the type size down, and `É` 0.96 of it up."""
    cover = Sheet(title="Zesdaagse", subtitle="Édith", cover=True)
    (page,) = drawn_pages([cover], faces)
    title, subtitle = found(page, "Zesdaagse"), found(page, "Édith")

    assert title.y - 0.24 * title.size > subtitle.y + 0.96 * subtitle.size


def test_narrow_tables_stand_in_two_columns(faces: Typefaces) -> None:
    sheet = sheet_with(table("One", 5), table("Two", 5))
    (page,) = drawn_pages([sheet], faces)

    assert found(page, "One").y == pytest.approx(found(page, "Two").y)
    assert found(page, "One").x < MARGIN + WIDTH / 2 < found(page, "Two").x


def test_a_wide_table_stands_across_the_columns(faces: Typefaces) -> None:
    sheet = sheet_with(table("One", 5), table("Two", 5), wide("All", 3))
    (page,) = drawn_pages([sheet], faces)
    last = found(page, "A long heading 5")

    assert found(page, "All").y < found(page, "One 5").y
    assert found(page, "All").x == pytest.approx(found(page, "One").x)
    assert last.x > MARGIN + WIDTH / 2


def test_tables_below_a_wide_one_are_in_two_columns_if_the_next_is_on_a_new_page(
    faces: Typefaces,
) -> None:
    """There is room for two tables in the first column, and for none in the second."""
    tables = [
        table(n, k) for n, k in (("One", 2), ("Two", 2), ("Three", 15), ("Four", 40))
    ]
    sheet = sheet_with(wide("All", 32), *tables)
    page, after = drawn_pages([sheet], faces)

    assert "Three" in texts(after)
    assert found(page, "One").y == pytest.approx(found(page, "Two").y)
    assert found(page, "One").x < MARGIN + WIDTH / 2 < found(page, "Two").x


def test_a_long_table_alone_is_parted_evenly(faces: Typefaces) -> None:
    (page,) = drawn_pages([sheet_with(table("One", 60))], faces)
    lefts = [placed.x for placed in page.texts if letters(placed)[:4] == "One "]
    left = sum(x < MARGIN + WIDTH / 2 for x in lefts)

    assert abs(left - 31) <= 2


def test_a_short_table_alone_stands_across(faces: Typefaces) -> None:
    (page,) = drawn_pages([sheet_with(table("One", 5))], faces)

    assert max(fill.width for fill in page.fills) == pytest.approx(WIDTH)


def test_columns_are_read_one_after_the_other(faces: Typefaces) -> None:
    """The order in the file is that of the tables, not of the lines on the page."""
    tables = [table(name, 12) for name in ("One", "Two", "Three", "Four")]
    pages = drawn_pages([sheet_with(*tables)], faces)

    names = [text for text in written(pages) if text[-1:].isdigit() and " " in text]
    assert names == [f"{each.name} {n}" for each in tables for n in range(1, 13)]


def test_the_type_of_a_communique_stays_readable(faces: Typefaces) -> None:
    sheet = sheet_with(table("One", 50), table("Two", 50), wide("All", 3))

    for page in drawn_pages([sheet], faces):
        assert all(placed.size >= 6.5 for placed in page.texts)


def test_tables_side_by_side_are_of_one_type_size(faces: Typefaces) -> None:
    name = "A rider of a name that goes on and on and on"
    long = replace(table("Two", 5), rows=(("1", name),))
    sheet = sheet_with(table("One", 5), long)
    (page,) = drawn_pages([sheet], faces)

    assert found(page, "One 1").size == found(page, name).size


@pytest.mark.parametrize("riders", [7, 20, 57, 198])
def test_a_table_that_runs_on_has_its_caption_and_heads_again(
    faces: Typefaces, riders: int
) -> None:
    tables = [table("One", riders), table("Two", riders), table("Three", riders)]
    for page in drawn_pages([sheet_with(*tables)], faces):
        captions = [
            text for text in texts(page) if text.removesuffix(" (continued)") in TITLES
        ]

        assert captions
        assert texts(page).count("Rider") == len(captions)


TITLES = {"One", "Two", "Three"}


@pytest.mark.parametrize("riders", [7, 20, 57, 198])
def test_no_caption_and_no_row_stands_alone(faces: Typefaces, riders: int) -> None:
    """At least two rows stand under each caption, here and where it runs on."""
    tables = [table("One", riders), table("Two", riders), table("Three", riders)]
    pages = drawn_pages([sheet_with(*tables)], faces)
    all_texts = [text.removesuffix(" (continued)") for text in written(pages)]
    captions = [n for n, text in enumerate(all_texts) if text in TITLES]
    rows = [
        sum(text[:1].isalpha() and text[-1:].isdigit() for text in all_texts[at:after])
        for at, after in pairwise([*captions, len(all_texts)])
    ]

    assert min(rows) >= 2
    assert sum(rows) == 3 * riders


def test_a_short_table_stays_whole(faces: Typefaces) -> None:
    tables = [table(f"T{n}", 9) for n in range(12)]
    pages = drawn_pages([sheet_with(*tables)], faces)

    assert len(pages) > 1
    for each in tables:
        on = [page for page in pages if each.title in texts(page)]
        assert len(on) == 1
        assert f"{each.title} 9" in texts(on[0])


def communique(riders: int) -> Sheet:
    six = [table(name, riders) for name in ("General", "Points", "Mountains", "Young")]
    primes = [table(f"Sprint {n}", 4) for n in range(5)]
    return sheet_with(table("Result", riders), *primes, *six)


def test_the_communique_of_20_riders_is_one_to_three_pages(faces: Typefaces) -> None:
    assert 1 <= len(drawn_pages([communique(20)], faces)) <= 3


@pytest.mark.parametrize("name", [*HOSTILE, "a long name " * 30])
def test_nothing_stands_outside_the_margins(faces: Typefaces, name: str) -> None:
    rows = ((1, "1", name, 36_000, 5), (2, name, "Jo", 1, -1))
    hostile = Table(name="t", title=name, columns=COLUMNS, rows=rows, notes=(name,))
    sheet = Sheet(
        title=name,
        subtitle=name,
        tables=(hostile, replace(hostile, blank=True)),
        notes=(name,),
    )
    for page in drawn_pages([sheet], faces):
        for placed in page.texts:
            right = placed.x + placed.line.width * placed.size
            assert placed.x >= MARGIN - 0.01
            assert right <= page.width - MARGIN + 0.01
            assert MARGIN - FOOT <= placed.y <= page.height - MARGIN


def test_a_title_as_long_as_a_book_leaves_room_for_the_table(faces: Typefaces) -> None:
    sheet = replace(sheet_of((1, "1", "Eddy", 1, 1)), title="W " * 5_000)

    for page in drawn_pages([sheet], faces):
        assert "Eddy" in texts(page)


def moves(*cells: int | str | None) -> Sheet:
    columns = (column("Move", ColumnKind.MOVE), column("Rider"))
    rows = tuple((cell, "Eddy") for cell in cells)
    return sheet_with(Table(name="t", title="t", columns=columns, rows=rows))


def test_a_move_up_is_green_and_a_move_down_red(faces: Typefaces) -> None:
    (page,) = drawn_pages([moves(2, -1, 0, None, "new")], faces)

    assert found(page, "↑2").colour == GREEN
    assert found(page, "↓1").colour == RED
    assert found(page, "=").colour not in (GREEN, RED)


def contents(*names: str) -> Sheet:
    columns = (column("Sheet", ColumnKind.SHEET),)
    rows = tuple((name,) for name in names)
    return sheet_with(Table(name="t", title="t", columns=columns, rows=rows))


def test_the_name_of_a_sheet_is_a_link_where_it_stands(faces: Typefaces) -> None:
    (page,) = drawn_pages([contents("Stage 1", "Stage 2")], faces)

    assert [link.to for link in page.links] == ["Stage 1", "Stage 2"]
    for link in page.links:
        placed = found(page, link.to)
        assert link.x < placed.x < link.x + link.width
        assert link.y < placed.y < link.y + link.height


def test_a_page_knows_which_sheet_begins_on_it(faces: Typefaces) -> None:
    long = sheet_with(table("One", 198))
    pages = drawn_pages([long, contents(), long], faces)

    assert [page.begins for page in pages if page.begins] == [(0,), (1,), (2,)]
    assert pages[0].begins == (0,)
    assert pages[1].begins == ()


def test_the_foot_says_whose_page_it_is_and_which_of_how_many(faces: Typefaces) -> None:
    pages = drawn_pages([sheet_with(table("One", 100))], faces)

    for number, page in enumerate(pages, 1):
        left, right = page.texts[-2:]
        assert [letters(left), letters(right)] == [
            "Sheet title",
            f"{number} / {len(pages)}",
        ]
        assert left.x == MARGIN
        assert right.x > MARGIN + WIDTH / 2
        assert left.y == right.y < MARGIN


def test_the_pages_of_a_book_are_signed_with_its_title_and_that_of_the_sheet(
    faces: Typefaces,
) -> None:
    cover = Sheet(title="Ronde van de Tafel", cover=True)
    first, second = drawn_pages([cover, sheet_with(table("One", 3))], faces)

    assert texts(first) == ["Ronde van de Tafel"]
    assert texts(second)[-2:] == ["Ronde van de Tafel · Sheet title", "2 / 2"]


def test_a_foot_is_not_cut_if_it_fits_beside_the_number(faces: Typefaces) -> None:
    """The widest foot of a sample tour: the code for the phones, A5, in French."""
    tour, title = "Festes de la Santa Creu", "Suivez la course sur votre téléphone"
    sheet = replace(sheet_with(table("One", 3)), title=title)
    imprint = Imprint(paper="a5", tour=f"{tour} de Cartro")
    (page,) = drawn_pages([sheet], faces, imprint)
    left, right = page.texts[-2:]

    assert letters(left) == f"{tour} de Cartro · {title}"
    assert left.x + left.line.width * left.size + 10 <= right.x


def test_a_cover_has_a_page_to_itself_with_the_largest_type_and_little_ink(
    faces: Typefaces,
) -> None:
    cover = Sheet(
        title="Ronde", subtitle="Five stages", cover=True, notes=("Printed at home",)
    )
    first, second = drawn_pages([cover, sheet_with(table("One", 3))], faces)
    title, subtitle, note = (
        found(first, text) for text in ("Ronde", "Five stages", "Printed at home")
    )
    (block,) = first.fills

    assert "Ronde" in texts(first)
    assert title.size > max(placed.size for placed in second.texts)
    assert title.y > subtitle.y > note.y
    assert block.width * block.height < first.width * first.height / 100
    assert note.y < block.y < subtitle.y


def test_a_sheet_of_many_columns_is_turned_on_its_side(faces: Typefaces) -> None:
    columns = tuple(column(f"Heading {n}") for n in range(14))
    many = Table(name="t", title="t", columns=columns, rows=(("x" * 9,) * 14,))
    (page,) = drawn_pages([sheet_with(many)], faces)

    assert page.width > page.height


def test_every_page_is_signed_with_the_name_of_the_tour(faces: Typefaces) -> None:
    (page,) = drawn_pages([sheet_with(table("One", 3))], faces, Imprint(tour="Ronde"))

    assert "Ronde · Sheet title" in texts(page)


def test_on_letter_the_foot_of_the_page_is_on_the_page(faces: Typefaces) -> None:
    long = sheet_with(table("One", 198))
    for page in drawn_pages([long], faces, Imprint(paper="letter")):
        assert (page.width, page.height) == LETTER
        assert all(0 < each.y < page.height for each in page.texts)


def test_contents_say_on_which_page_each_sheet_begins(faces: Typefaces) -> None:
    """The cover is page 1, the contents 2; of the two sheets the first has 4 pages."""
    columns = (Column(title="Sheet", kind=ColumnKind.SHEET),)
    rows = (("Long",), ("Short",), ("No such sheet",))
    contents = Table(name="Contents", title="", columns=columns, rows=rows)
    sheets = [
        Sheet(title="Ronde", cover=True),
        replace(sheet_with(contents), name="Contents"),
        replace(sheet_with(table("One", 180)), name="Long"),
        replace(sheet_with(table("Two", 3)), name="Short"),
    ]
    pages = drawn_pages(sheets, faces)
    short = next(n for n, page in enumerate(pages, 1) if page.begins == (3,))

    assert short > 4
    assert texts(pages[1])[2:-2] == [
        *("Sheet", "Page", "Long", "3", "Short", str(short), "No such sheet"),
    ]


def front(rows: int, name: str = "Rider") -> Sheet:
    """Return a sheet with a first page (facts, two tables, boxes) and a list."""
    facts = Table(
        name="Facts",
        title="Who won",
        columns=(column("Date"), column("Kind")),
        rows=(("today", "road"),),
    )
    boxes = Table(name="Box", title="", columns=(column("Sign"),), rows=(("",),))
    beside = [
        Table(
            name=title,
            title=title,
            columns=(column("Bib", BIB), column("Rider", weight=1)),
            rows=tuple((str(n), f"{name} {n}") for n in range(1, rows + 1)),
        )
        for title in ("Stage", "Tour")
    ]
    tables = (facts, *beside, replace(boxes, blank=True), table("All", 198))
    sheet = replace(sheet_with(*tables), front=4, watermark="draft")
    return replace(sheet, notes=("A note",))


def test_a_first_page_is_one_page_with_two_tables_side_by_side(
    faces: Typefaces,
) -> None:
    first, *others = drawn_pages([front(10)], faces)

    assert found(first, "Stage").y == pytest.approx(found(first, "Tour").y)
    assert found(first, "Rider 1").size >= 10
    assert {"Who won", "A note", "Sign"} <= set(texts(first))
    assert found(first, "Sign").y < MARGIN + FOOT + 50
    assert "All 1" in texts(others[0])
    assert all(page.watermark for page in (first, *others))


@pytest.mark.parametrize("name", ["W" * 90, "王" * 40, "a long name " * 8])
def test_a_first_page_holds_long_names_too(faces: Typefaces, name: str) -> None:
    first, second, *_ = drawn_pages([front(10, name)], faces)

    assert {"Stage", "Tour", "Sign"} <= set(texts(first))
    assert found(first, "Stage").y == pytest.approx(found(first, "Tour").y)
    assert "All 1" in texts(second)
    ends = [each.x + each.line.width * each.size for each in first.texts]
    assert max(ends) <= first.width - MARGIN + 1


def test_pictures_are_smaller_if_a_first_page_has_many_notes(faces: Typefaces) -> None:
    notes = tuple(f"Note {n}" for n in range(1, 13))
    high = Picture(name="Profile", title="", width=511, height=320, shapes=())
    sheet = replace(front(10), notes=notes, pictures=(high,))
    first, *_ = drawn_pages([sheet], faces)

    assert {"Rider 10", "Note 1", "Note 12", "Sign"} <= set(texts(first))


def test_pictures_are_not_smaller_if_two_pages_are_needed_anyway(
    faces: Typefaces,
) -> None:
    shapes = (Label((0, 20), "Start", 8.0),)
    low = Picture(name="Profile", title="", width=511, height=100, shapes=shapes)
    sheet = replace(front(10, "a long name " * 25), pictures=(low,))
    first, second, *_ = drawn_pages([sheet], faces)

    assert "Sign" not in texts(first)
    assert "Sign" in texts(second)
    assert found(first, "Start").size == pytest.approx(8, rel=0.01)


@pytest.mark.parametrize("rows", [11, 70, 198])
def test_the_type_grows_as_long_as_no_page_more_is_needed(
    faces: Typefaces, rows: int
) -> None:
    pages = drawn_pages([sheet_with(table("One", rows))], faces)
    size = found(pages[0], "One 1").size

    assert size in (8.5, 9, 10)
    assert size == 10 or len(pages) == (rows // 100) + 1


@pytest.mark.parametrize("rows", [57, 58, 59, 60, 61, 62])
def test_no_page_has_fewer_than_five_rows_of_a_table(
    faces: Typefaces, rows: int
) -> None:
    for page in drawn_pages([sheet_with(table("One", rows))], faces):
        assert sum(text.startswith("One ") for text in texts(page)) >= 5
