"""Pictures and jerseys on paper: their positions, sizes and colours."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from reportlab.lib.pagesizes import A4

from peloton.reports.drawing import GREY, Anchor, Label, Picture, Shape
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.reports.shirts import Pattern, Shirt
from peloton.writers.paper.fonts import BOLD, REGULAR, Typefaces, typefaces
from peloton.writers.paper.pdf import to_pdf
from peloton.writers.paper.style import FOOT, MARGIN
from tests.writers.drawn import Area, DrawnPage, Text, drawn_pages

WIDTH = A4[0] - 2 * MARGIN
YELLOW, WHITE = "#f6c700", "#ffffff"


@pytest.fixture(scope="module")
def faces() -> Iterator[Typefaces]:
    letters = ["".join(map(chr, range(32, 127)))]
    with typefaces(letters) as faces:
        yield faces


def picture(
    width: float, height: float, *labels: Label, title: str = "Profile"
) -> Picture:
    """Return a picture filled by a triangle, whose corners show its position."""
    corners = ((0.0, height), (width / 2, 0.0), (width, height))
    triangle = Shape(points=corners, closed=True, fill="#102030", stroke="#ff0000")
    return Picture(
        name=title, title=title, width=width, height=height, shapes=(triangle, *labels)
    )


def riders(*bibs: str, blank: bool = False) -> Table:
    columns = (
        Column(title="Place", kind=ColumnKind.NUMBER),
        Column(title="Bib", kind=ColumnKind.BIB),
        Column(title="Rider"),
    )
    rows = tuple((int(bib), bib, f"Rider {bib}") for bib in bibs)
    return Table(name="t", title="Table", columns=columns, rows=rows, blank=blank)


def sheet_of(*pictures: Picture, tables: Sequence[Table] = (), **more: bool) -> Sheet:
    cover = more.get("cover", False)
    return Sheet(
        title="Sheet",
        pictures=pictures,
        tables=tuple(tables),
        cover=cover,
    )


def only_page(sheet: Sheet, faces: Typefaces) -> DrawnPage:
    (page,) = drawn_pages([sheet], faces)
    return page


def found(page: DrawnPage, text: str) -> Text:
    return next(
        placed
        for placed in page.texts
        if "".join(run.text for run in placed.line.runs) == text
    )


def width_of(area: Area) -> float:
    across = [x for x, _ in area.points]
    return max(across) - min(across)


def height_of(area: Area) -> float:
    down = [y for _, y in area.points]
    return max(down) - min(down)


def test_a_picture_stands_as_large_as_it_is(faces: Typefaces) -> None:
    (area,) = only_page(sheet_of(picture(400, 120)), faces).areas

    assert width_of(area) == pytest.approx(400)
    assert height_of(area) == pytest.approx(120)


def test_what_is_down_in_a_picture_is_down_on_the_page(faces: Typefaces) -> None:
    (area,) = only_page(sheet_of(picture(400, 120)), faces).areas
    left, top, right = area.points

    assert left[1] == right[1] < top[1]
    assert left[0] < top[0] < right[0]


def test_a_picture_wider_than_the_page_is_made_smaller(faces: Typefaces) -> None:
    page = only_page(sheet_of(picture(2 * WIDTH, 120)), faces)
    (area,) = page.areas
    room = page.width - 2 * MARGIN

    assert width_of(area) == pytest.approx(room)
    assert height_of(area) == pytest.approx(60 * room / WIDTH)
    assert area.thickness == pytest.approx(0.5 * room / WIDTH)


def test_a_picture_higher_than_the_page_is_made_smaller(faces: Typefaces) -> None:
    page = only_page(sheet_of(picture(100, 5_000)), faces)
    (area,) = page.areas

    assert min(y for _, y in area.points) >= MARGIN + FOOT - 0.01
    assert height_of(area) / width_of(area) == pytest.approx(50)
    assert found(page, "Profile").y > max(y for _, y in area.points)


def test_pictures_stand_under_the_heading_before_the_tables(faces: Typefaces) -> None:
    page = only_page(sheet_of(picture(400, 120), tables=[riders("1")]), faces)
    (area,) = page.areas
    top, foot = area.points[1][1], area.points[0][1]

    assert found(page, "Sheet").y > found(page, "Profile").y > top
    assert foot > found(page, "Table").y


def test_a_picture_is_on_one_page_with_its_title(faces: Typefaces) -> None:
    pictures = [picture(400, 300, title=f"Picture {n}") for n in range(5)]
    pages = drawn_pages([sheet_of(*pictures)], faces)

    assert len(pages) == 3
    for page in pages:
        titles = [text for text in page.texts if text.line.runs[0].text[:3] == "Pic"]
        assert len(titles) == len(page.areas)
        for title, area in zip(titles, page.areas, strict=True):
            assert title.y > max(y for _, y in area.points)
            assert min(y for _, y in area.points) >= MARGIN + FOOT - 0.01


def test_in_a_communique_a_wide_picture_stands_across(faces: Typefaces) -> None:
    (area,) = only_page(sheet_of(picture(400, 50)), faces).areas

    assert width_of(area) == pytest.approx(400)


def test_on_a_cover_a_picture_is_enlarged(faces: Typefaces) -> None:
    (area,) = only_page(sheet_of(picture(300, 50), cover=True), faces).areas

    assert 300 < width_of(area) <= WIDTH + 0.01


def test_many_pictures_share_a_cover(faces: Typefaces) -> None:
    pictures = [picture(300, 200, title=f"Picture {n}") for n in range(3)]

    assert len(only_page(sheet_of(*pictures, cover=True), faces).areas) == 3


def test_colours_are_those_of_the_picture(faces: Typefaces) -> None:
    (area,) = only_page(sheet_of(picture(400, 120)), faces).areas

    assert area.fill == "#102030"
    assert area.stroke == "#ff0000"
    assert area.closed


def test_a_line_is_not_closed_and_not_filled(faces: Typefaces) -> None:
    line = Shape(points=((0, 0), (9, 9), (18, 0)), fill="#ff0000", stroke="#0000ff")
    drawn = replace(picture(100, 20), shapes=(line,))
    (area,) = only_page(sheet_of(drawn), faces).areas

    assert (area.closed, area.fill, area.stroke) == (False, "", "#0000ff")


def test_a_shape_of_no_points_is_no_trouble() -> None:
    empty = replace(picture(100, 20), shapes=(Shape(points=()),))

    assert to_pdf([sheet_of(empty)])


@pytest.mark.parametrize(
    ("anchor", "before"), [(Anchor.START, 0), (Anchor.MIDDLE, 0.5), (Anchor.END, 1)]
)
def test_a_label_stands_at_its_point_by_its_anchor(
    faces: Typefaces, anchor: Anchor, before: float
) -> None:
    label = Label(at=(100, 60), text="Muur", size=10, anchor=anchor, colour="#ff0000")
    page = only_page(sheet_of(picture(400, 120, label)), faces)
    placed, (area,) = found(page, "Muur"), page.areas
    (left, foot), _, _ = area.points

    width = placed.line.width * placed.size
    assert placed.x + before * width == pytest.approx(left + 100)
    assert placed.y == pytest.approx(foot + 60)
    assert (placed.size, placed.colour) == (10, "#ff0000")


def test_a_label_shrinks_with_its_picture(faces: Typefaces) -> None:
    label = Label(at=(100, 60), text="Muur", size=10)
    page = only_page(sheet_of(picture(2 * WIDTH, 120, label)), faces)

    assert found(page, "Muur").size == pytest.approx(
        5 * (page.width - 2 * MARGIN) / WIDTH
    )


def test_a_bold_label_is_bold(faces: Typefaces) -> None:
    labels = [Label(at=(9, 9), text=f"{bold}", bold=bold) for bold in (True, False)]
    page = only_page(sheet_of(picture(400, 120, *labels)), faces)

    assert found(page, "True").line.runs[0].font.endswith(f"-{BOLD}")
    assert found(page, "False").line.runs[0].font.endswith(f"-{REGULAR}")


@pytest.mark.parametrize("bold", [True, False])
def test_the_letters_of_a_label_are_embedded(*, bold: bool) -> None:
    label = Label(at=(9, 9), text="Ужгород 王 אב", bold=bold)
    pdf = to_pdf([sheet_of(picture(400, 120, label))])

    weight = b"700" if bold else b"400"
    assert all(
        b"+Noto" + script + b"-" + weight in pdf for script in (b"SC", b"Hebrew")
    )


def jerseys(*wearers: tuple[str, str], table: Table, faces: Typefaces) -> DrawnPage:
    return only_page(
        replace(
            sheet_of(tables=[table]),
            jerseys=tuple((bib, Shirt(colour)) for bib, colour in wearers),
        ),
        faces,
    )


@pytest.mark.parametrize("blank", [False, True])
def test_a_jersey_stands_between_the_bib_and_the_name(
    faces: Typefaces, *, blank: bool
) -> None:
    table = riders("1", "12", "3", blank=blank)
    page = jerseys(("12", YELLOW), table=table, faces=faces)
    (jersey,) = page.areas
    bib = [text for text in page.texts if text.line.runs[0].text == "12"][1]
    name = found(page, "Rider 12")

    assert jersey.fill == YELLOW
    left, right = (f(x for x, _ in jersey.points) for f in (min, max))
    assert bib.x + bib.line.width * bib.size < left
    assert right < name.x
    low, high = (f(y for _, y in jersey.points) for f in (min, max))
    assert abs((low + high) / 2 - (name.y + 0.35 * name.size)) < name.size / 4


@pytest.mark.parametrize("title", ["Bib", "Dorsal", "Startnummer"])
def test_a_title_over_bibs_and_jerseys_keeps_off_the_one_before(
    faces: Typefaces, title: str
) -> None:
    """In some languages it is wider than the bibs: the jerseys' room is its own."""
    table = riders("1", "12")
    place, bib, name = table.columns
    table = replace(table, columns=(place, replace(bib, title=title), name))
    sheet = replace(sheet_of(tables=[table]), jerseys=(("12", Shirt(YELLOW)),))
    page = only_page(sheet, faces)
    before, over, behind = (found(page, text) for text in ("Place", title, "Rider"))

    assert before.x + before.line.width * before.size < over.x - 1
    assert over.x + over.line.width * over.size < behind.x - 1


def test_a_white_jersey_has_an_outline(faces: Typefaces) -> None:
    (jersey,) = jerseys(("1", WHITE), table=riders("1"), faces=faces).areas

    assert jersey.stroke == GREY


def test_bibs_stand_under_one_another_with_and_without_a_jersey(
    faces: Typefaces,
) -> None:
    page = jerseys(("12", YELLOW), table=riders("11", "12"), faces=faces)
    ends = {
        bib: [text for text in page.texts if text.line.runs[0].text == bib][1]
        for bib in ("11", "12")
    }

    assert ends["11"].x == pytest.approx(ends["12"].x)


def test_every_wearer_has_a_jersey_in_every_table(faces: Typefaces) -> None:
    table = riders("1", "2", "3")
    sheet = replace(
        sheet_of(tables=[table, replace(table, name="u")]),
        jerseys=(("3", Shirt(YELLOW)), ("1", Shirt(WHITE)), ("9", Shirt("#ff0000"))),
    )
    page = only_page(sheet, faces)

    fills = [area.fill for area in page.areas]
    assert fills == [WHITE, YELLOW] * 2


def test_a_rider_with_two_jerseys_is_shown_in_the_first(faces: Typefaces) -> None:
    wearers = (("1", YELLOW), ("1", WHITE))
    (jersey,) = jerseys(*wearers, table=riders("1"), faces=faces).areas

    assert jersey.fill == YELLOW


def test_a_pattern_is_drawn_on_the_cloth_at_the_size_of_letters(
    faces: Typefaces,
) -> None:
    """What is a colour alone is lost in grey."""
    shirt = Shirt("#d7263d", Pattern.DOTS)
    sheet = replace(sheet_of(tables=[riders("1")]), jerseys=(("1", shirt),))
    cloth, *dots = only_page(sheet, faces).areas

    assert cloth.fill == WHITE
    assert len(dots) > 5
    assert {dot.fill for dot in dots} == {"#d7263d"}


def test_a_place_that_looks_like_a_bib_has_no_jersey(faces: Typefaces) -> None:
    table = replace(riders("1"), rows=((7, "1", "7"),))

    assert jerseys(("7", YELLOW), table=table, faces=faces).areas == []


def test_where_no_bib_stands_there_is_no_jersey_of_a_bib_called_none(
    faces: Typefaces,
) -> None:
    table = replace(riders("1"), rows=((7, None, "7"),))

    assert jerseys(("None", YELLOW), table=table, faces=faces).areas == []
