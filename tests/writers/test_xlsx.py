"""The workbook, read back cell by cell."""

import datetime as dt
import re
from dataclasses import replace
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900
from openpyxl.worksheet.worksheet import Worksheet

from peloton.notation.catalogue import builtin_catalogue
from peloton.reports.drawing import Chart, Picture, Series
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.reports.shirts import Pattern, Shirt
from peloton.reports.tour.tour import workbook_sheets
from peloton.reports.translation import in_language
from peloton.rules.facts.kinds import Language
from peloton.rules.words import phrase
from peloton.writers.workbook.book import to_xlsx
from tests.drawing import slow_but
from tests.writers.conftest import sheet_of
from tests.writers.excel import refused
from tests.writers.reported import race_of


def opened(*sheets: Sheet) -> Workbook:
    return load_workbook(BytesIO(to_xlsx(sheets)))


def test_the_title_stands_above_the_table(sheet: Sheet) -> None:
    page = opened(sheet)["General"]

    assert [page["A1"].value, page["A2"].value, page["A3"].value] == [
        *("After stage 1", "Ronde", "General"),
    ]
    assert [cell.value for cell in page[4]] == ["Rank", "Bib", "Rider", "Time", "Gap"]


def test_ranks_and_bibs_are_numbers_and_a_bib_of_letters_is_text(sheet: Sheet) -> None:
    page = opened(sheet)["General"]

    assert [page["A5"].value, page["B5"].value, page["B6"].value] == [1, 12, "A"]


def test_a_bib_with_a_leading_nought_stays_as_it_is_worn() -> None:
    page = opened(sheet_of((1, "007", "Eddy", 0, 0)))["General"]

    assert page["B5"].value == "007"


def test_the_subtitle_stands_clear_of_the_table(sheet: Sheet) -> None:
    page = opened(sheet)["General"]

    assert (page.row_dimensions[2].height or 0) > 15
    assert page["A2"].alignment.vertical == "top"


def test_a_time_is_a_duration(sheet: Sheet) -> None:
    cell = opened(sheet)["General"]["D5"]

    assert cell.value == dt.timedelta(hours=1, minutes=2, seconds=3)
    assert cell.number_format == "[h]:mm:ss"


def test_a_negative_gap_is_a_negative_duration(sheet: Sheet) -> None:
    assert opened(sheet)["General"]["E6"].value == dt.timedelta(seconds=-2)


def dated(*cells: str, gap: int = 0) -> Sheet:
    columns = (
        Column(title="Date", kind=ColumnKind.DATE),
        Column(title="Gap", kind=ColumnKind.GAP),
    )
    rows = tuple((cell, gap) for cell in cells)
    table = Table(name="Stages", title="Stages", columns=columns, rows=rows)
    return Sheet(title="Stages", name="Stages", tables=(table,))


def test_dates_count_from_1900_as_in_every_other_book() -> None:
    book = opened(dated("2026-11-21"))

    assert book.epoch == CALENDAR_WINDOWS_1900
    assert book["Stages"]["A5"].value == dt.datetime(2026, 11, 21)  # noqa: DTZ001 - a day
    assert book["Stages"]["A5"].number_format == "yyyy-mm-dd"


def test_where_a_duration_is_below_0_dates_count_from_1904_or_it_would_be_hashes() -> (
    None
):
    """A date is then a formula, which is the same day in any book it is pasted to."""
    sheet = dated("2026-11-21", gap=-2)
    book = opened(sheet)
    shown = load_workbook(BytesIO(to_xlsx([sheet])), data_only=True)

    assert book.epoch == CALENDAR_MAC_1904
    assert book["Stages"]["A5"].value == "=DATE(2026,11,21)"
    assert shown["Stages"]["A5"].value == dt.datetime(2026, 11, 21)  # noqa: DTZ001 - a day


def test_a_date_that_is_repeated_keeps_its_day_where_it_is_a_formula() -> None:
    sheet = dated("2026-11-21", "2026-11-22", "2026-11-21", gap=-2)
    page = load_workbook(BytesIO(to_xlsx([sheet])), data_only=True)["Stages"]

    assert [cell.value.day for cell in page["A"][4:]] == [21, 22, 21]


def test_a_date_is_a_date_whatever_the_language_it_is_written_in() -> None:
    said = dated(phrase("{date}", date=dt.date(2026, 11, 21)))
    page = opened(in_language(said, Language.FRENCH, {}))["Stages"]

    assert page["A5"].value == dt.datetime(2026, 11, 21)  # noqa: DTZ001 - a day


@pytest.mark.parametrize("cell", ["1899-12-31", "1904-01-01", "soon", "=1+1"])
def test_what_no_workbook_takes_for_a_date_stays_text(cell: str) -> None:
    found = opened(dated(cell))["Stages"]["A5"]

    assert (found.value, found.data_type) == (cell, "s")


def test_a_gap_has_its_sign_and_the_leader_has_none(sheet: Sheet) -> None:
    code = opened(sheet)["General"]["E5"].number_format

    assert code == "+[h]:mm:ss;-[h]:mm:ss;[h]:mm:ss"


def test_tenths_of_a_round_are_numbers_shown_with_an_apostrophe() -> None:
    """CI-2."""
    cell = opened(sheet_of((1, "1", "Eddy", 13, 0), unit="tenths"))["General"]["D5"]

    assert cell.value == 13
    assert cell.number_format == '0"\'"0'


@pytest.mark.parametrize("name", ["=cmd()", "+1+1", "-2", "@sum", "#N/A", "=1"])
def test_a_name_is_never_a_formula_or_an_error(name: str) -> None:
    cell = opened(sheet_of((1, "1", name, 0, 0)))["General"]["C5"]

    assert (cell.value, cell.data_type) == (name, "s")


def test_a_title_is_never_a_formula(sheet: Sheet) -> None:
    cell = opened(replace(sheet, title="=1+1"))["General"]["A1"]

    assert (cell.value, cell.data_type) == ("=1+1", "s")


def test_control_characters_are_written_out(hostile: Sheet) -> None:
    names = {cell.value for cell in opened(hostile)["General"]["C"]}

    assert {r"a\x1b[31mb", r"\ud800", r"a\nb\tc"} <= names


def test_headers_stay_in_sight_and_have_filters(sheet: Sheet) -> None:
    page = opened(sheet)["General"]

    assert page.freeze_panes == "D5"
    assert [table.ref for table in page.tables.values()] == ["A4:E7"]
    assert page.print_title_rows == "$1:$4"


def followed(rows: int, more: int) -> Worksheet:
    """Return a tab with a table of some rows, and a second table below it."""
    first, second = (
        sheet_of(*((n, str(n), "Eddy", n, n) for n in range(count))).tables[0]
        for count in (rows, more)
    )
    second = replace(second, name="Points", title="Points")
    page = opened(replace(sheet_of(), tables=(first, second)))["General"]
    assert isinstance(page, Worksheet)
    return page


@pytest.mark.parametrize(("rows", "more"), [(30, 30), (100, 100), (40, 20)])
def test_no_page_has_the_head_of_one_table_over_the_rows_of_another(
    rows: int, more: int
) -> None:
    """The second table may begin at the foot of a page and go on over it."""
    assert followed(rows, more).print_title_rows == "$1:$2"


def test_the_head_of_the_main_table_is_on_each_of_its_pages() -> None:
    """A stage result of 198 riders, with the teams and the sprints below it."""
    assert followed(198, 22).print_title_rows == "$1:$4"


def test_each_table_has_filters_of_its_own(sheet: Sheet) -> None:
    second = replace(sheet.tables[0], name="Again")
    page = opened(replace(sheet, tables=(*sheet.tables, second)))["General"]

    assert [table.autoFilter.ref for table in page.tables.values()] == [
        *("A4:E7", "A10:E13"),
    ]


def test_a_filter_is_called_what_its_column_is(hostile: Sheet) -> None:
    (table,) = opened(hostile)["General"].tables.values()

    assert [column.name for column in table.tableColumns] == [
        *("Rank", "Bib", "Rider", "Time", "Gap"),
    ]


def test_it_prints_on_a4_as_wide_as_the_page(sheet: Sheet) -> None:
    page = opened(sheet)["General"]

    assert page.page_setup.paperSize == 9
    assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (1, 0)


def test_the_foot_of_a_page_names_the_tab_and_counts_the_pages(sheet: Sheet) -> None:
    footer = opened(sheet)["General"].oddFooter

    assert footer is not None
    assert (footer.left.text, footer.right.text) == ("&A", "&P / &N")


def test_columns_are_as_wide_as_their_longest_name() -> None:
    page = opened(sheet_of((1, "1", "x" * 40, 0, 0)))["General"]

    assert page.column_dimensions["C"].width >= 40


def test_tab_names_are_legal_and_unique(sheet: Sheet) -> None:
    names = [
        *("a/b:c", "A-B-C", "x" * 40, "x" * 40, "", "'quoted'", "History"),
        "=cmd()",
    ]
    book = opened(*(replace(sheet, name=name) for name in names))

    assert book.sheetnames == [
        *("a-b-c", "A-B-C (2)", "x" * 31, f"{'x' * 27} (2)", "After stage 1"),
        *("quoted", "History-", "=cmd()"),
    ]


def test_a_workbook_of_nothing_still_opens() -> None:
    assert opened().sheetnames == ["Empty"]


CONTENTS = Sheet(
    title="Ronde",
    name="Overview",
    tables=(
        Table(
            name="Contents",
            title="Contents",
            columns=(Column(title="Sheet", kind=ColumnKind.SHEET),),
            rows=(("General",), ("it's",), ("http://example.org",), ("=cmd()",)),
        ),
    ),
)


def test_the_overview_links_to_the_tabs_and_to_nothing_else(sheet: Sheet) -> None:
    page = opened(CONTENTS, sheet, replace(sheet, name="it's"))["Overview"]
    links = {
        str(cell.value): cell.hyperlink
        and (cell.hyperlink.location, cell.hyperlink.target)
        for cell in page["A"][4:]
    }

    assert links == {
        "General": ("'General'!A1", None),
        "it's": ("'it''s'!A1", None),
        "http://example.org": None,
        "=cmd()": None,
    }


def rules(page: Worksheet) -> dict[str, tuple[str, str]]:
    """Return the conditional formats of a page: formula, range, fill (or letters)."""
    found = {}
    for cells in page.conditional_formatting:
        for rule in cells.rules:
            fill = rule.dxf.fill
            colour = fill.bgColor.rgb if fill else rule.dxf.font.color.rgb
            found[rule.formula[0]] = (str(cells.sqref), colour[-6:])
    return found


def test_a_wearer_has_the_colour_of_the_jersey(sheet: Sheet) -> None:
    """Bib `a` is another rider; to a plain = they are the same."""
    jerseys = (("12", Shirt("#f5c400")), ("A", Shirt("#00aa44")))
    found = rules(opened(replace(sheet, jerseys=jerseys))["General"])

    assert found["B5=12"] == ("B5:B7", "f5c400")
    assert found['EXACT(B5,"A")'] == ("B5:B7", "00aa44")


def test_each_pattern_has_a_mark_of_its_own_ahead_of_the_bib(sheet: Sheet) -> None:
    """A colour is lost in grey. The bib stays a number."""
    marks = set()
    for pattern in Pattern:
        worn = replace(sheet, jerseys=(("12", Shirt("#00aa44", pattern)),))
        page = opened(worn)["General"]
        rules_of = (
            rule for cells in page.conditional_formatting for rule in cells.rules
        )
        (look,) = [rule.dxf for rule in rules_of if rule.formula == ["B5=12"]]
        marks.add(look.numFmt.formatCode)
        assert page["B5"].value == 12

    assert len(marks) == len(Pattern)


@pytest.mark.parametrize(
    "colour", ["#000000", "#ffffff", "#ff0000", "#0000ff", "#f5c400", "#777777"]
)
def test_a_bib_can_be_read_on_every_colour(sheet: Sheet, colour: str) -> None:
    """At least 4 to 1, as WCAG reckons it; nothing is better than 4.6 on all."""
    page = opened(replace(sheet, jerseys=(("12", Shirt(colour)),)))["General"]
    (look,) = [
        rule.dxf
        for cells in page.conditional_formatting
        for rule in cells.rules
        if rule.formula == ["B5=12"]
    ]
    light, dark = sorted(
        map(brightness, (look.font.color.rgb[-6:], look.fill.bgColor.rgb[-6:])),
        reverse=True,
    )

    assert (light + 0.05) / (dark + 0.05) > 4


def brightness(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_bib_with_quotes_stays_a_text_in_a_rule(sheet: Sheet) -> None:
    jerseys = (('"),HYPERLINK("x', Shirt("#f5c400")),)
    found = rules(opened(replace(sheet, jerseys=jerseys))["General"])

    assert 'EXACT(B5,""")' + ',HYPERLINK(""x")' in found


def moves(*cells: int | str) -> Sheet:
    column = Column(title="Move", kind=ColumnKind.MOVE)
    rows = tuple((cell,) for cell in cells)
    table = Table(name="Moves", title="Moves", columns=(column,), rows=rows)
    return Sheet(title="Moves", name="Moves", tables=(table,))


def test_moves_are_numbers_with_arrows_and_colours() -> None:
    page = opened(moves(2, -1, 0, "new"))["Moves"]

    assert [cell.value for cell in page["A"][4:]] == [2, -1, 0, "new"]
    assert page["A5"].number_format == '"▲"0;"▼"0;"="'
    assert {"N(A5)>0", "N(A5)<0"} <= rules(page).keys()


def test_every_other_row_is_shaded(sheet: Sheet) -> None:
    assert rules(opened(sheet)["General"])["MOD(ROW()-4,2)=0"][0] == "A5:E7"


def test_a_form_has_boxes_to_write_in() -> None:
    columns = (Column(title="Bib"), Column(title="Mark"))
    table = Table(
        name="Form", title="Form", columns=columns, rows=(("1", None),), blank=True
    )
    page = opened(Sheet(title="Form", name="Form", tables=(table,)))["Form"]

    assert page["B5"].border.left.style == "thin"
    assert page.row_dimensions[5].height > 20


def pictured(rows: int = 3) -> Sheet:
    chart = Chart(
        categories=(1, 2, 3),
        series=(
            Series(title="=cmd()", values=(0, 60, None), colour="#0072b2"),
            Series(title="Zoë", values=(5, 0, 21), colour="#009e73"),
        ),
        across="Stage",
        across_step=1,
        upwards="Gap",
        upwards_step=10,
        timed=True,
        reversed=True,
    )
    picture = Picture(
        name="Gaps", title="Gaps", width=500, height=200, shapes=(), chart=chart
    )
    plain = sheet_of(*((n, str(n), "Eddy", n, n) for n in range(1, rows + 1)))
    return replace(plain, pictures=(picture,))


def charts(page: object) -> list[Any]:
    """Return the charts of a page, which openpyxl offers only in this way."""
    return list(vars(page)["_charts"])


def test_a_chart_stands_below_the_tables_and_is_printed_with_them() -> None:
    page = opened(pictured())["General"]
    (chart,) = charts(page)

    assert (chart.anchor._from.col, chart.anchor._from.row) == (0, 8)  # noqa: SLF001 - likewise
    assert str(page.print_area).count(":") == 1


def test_the_figures_of_a_chart_are_in_hidden_rows_and_no_formula() -> None:
    page = opened(pictured())["General"]
    hidden = [n for n, row in page.row_dimensions.items() if row.hidden]

    assert [[c.value for c in page[n][:3]] for n in hidden] == [
        [None, "=cmd()", "Zoë"],
        [1, dt.timedelta(0), dt.timedelta(seconds=5)],
        [2, dt.timedelta(seconds=60), dt.timedelta(0)],
        [3, None, dt.timedelta(seconds=21)],
    ]
    assert page.cell(hidden[0], 2).data_type == "s"


def test_nothing_stands_where_a_chart_lies() -> None:
    page = opened(pictured())["General"]
    hidden = [n for n, row in page.row_dimensions.items() if row.hidden]
    below = [row for row in page.iter_rows(8, hidden[0] - 1) for c in row if c.value]

    assert below == []
    assert hidden[0] - 8 > 15


def test_a_chart_has_room_to_its_lower_edge() -> None:
    """A row is 15 points high, and so one that prints has to be there."""
    page = opened(pictured())["General"]
    (chart,) = charts(page)
    hidden = [n for n, row in page.row_dimensions.items() if row.hidden]
    rows = hidden[0] - 1 - chart.anchor._from.row  # noqa: SLF001 - likewise

    assert rows * 15 * 12_700 > chart.anchor.ext.height


@pytest.mark.parametrize(("rows", "breaks"), [(3, []), (60, [64])])
def test_a_chart_is_not_split_over_two_pages(rows: int, breaks: list[int]) -> None:
    """Rows 5 to 64 are the table; the chart is below the empty row 65."""
    page = opened(pictured(rows))["General"]
    (chart,) = charts(page)

    assert [each.id for each in page.row_breaks.brk] == breaks
    assert breaks in ([], [chart.anchor._from.row - 1])  # noqa: SLF001 - likewise


def test_a_profile_is_to_scale_and_its_lines_have_names() -> None:
    sheet = pictured()
    (picture,) = sheet.pictures
    road = Series(title="Road", values=(10, 110, 10), colour="#d5dfc8")
    point = Series(
        title="=Muur", values=(None, 110, None), colour="#d7263d", points=True
    )
    chart = Chart(
        categories=(0, 3, 90),
        series=(road, point),
        across="Spaces",
        across_step=10,
        top=275,
    )
    data = to_xlsx([replace(sheet, pictures=(replace(picture, chart=chart),))])
    drawn = ZipFile(BytesIO(data)).read("xl/charts/chart1.xml").decode()

    assert drawn.count("<scatterChart>") == 1
    assert '<majorUnit val="10"' in drawn
    assert '<max val="90"' in drawn
    assert '<max val="275"' in drawn
    assert drawn.count('<showSerName val="1"') == 1
    assert "<legend>" not in drawn
    assert refused(data) == []


def test_a_chart_without_a_figure_is_left_out() -> None:
    sheet = pictured()
    (picture,) = sheet.pictures
    assert picture.chart is not None
    flat = replace(picture.chart, series=(Series(title="Flat", values=(0, 0, None)),))
    page = opened(replace(sheet, pictures=(replace(picture, chart=flat),)))["General"]

    assert charts(page) == []


def test_a_wide_sheet_prints_across_with_the_names_on_every_page() -> None:
    stages = tuple(Column(title=f"Stage {n}", kind=ColumnKind.TIME) for n in range(40))
    columns = (Column(title="Rider", weight=1), *stages)
    table = Table(
        name="T", title="T", columns=columns, rows=(("Eddy", *(n for n in range(40))),)
    )
    page = opened(Sheet(title="T", name="T", tables=(table,)))["T"]

    assert page.page_setup.orientation == "landscape"
    assert (page.page_setup.fitToWidth or 1) > 1
    assert page.print_title_cols == "$A:$A"


def test_a_column_of_wearers_has_the_colour_of_their_jersey() -> None:
    column = Column(title="Yellow jersey", shirt=Shirt("#f5c400"))
    table = Table(name="Days", title="Days", columns=(column,), rows=(("Eddy",),))
    page = opened(Sheet(title="Days", name="Days", tables=(table,)))["Days"]

    assert rules(page)["LEN(A5)>0"] == ("A5", "f5c400")


def test_a_bare_sheet_is_its_table_from_the_first_row(sheet: Sheet) -> None:
    """What reads a workbook without knowing it takes the first row for the heads."""
    page = opened(CONTENTS, replace(sheet, bare=True))["General"]

    assert [cell.value for cell in page[1]] == ["Rank", "Bib", "Rider", "Time", "Gap"]
    assert [cell.value for cell in page[2]][:3] == [1, 12, "Eddy"]
    assert (page.freeze_panes, page.print_title_rows) == ("D2", "$1:$1")
    assert [table.ref for table in page.tables.values()] == ["A1:E4"]


def names_of(book: Workbook) -> list[str]:
    """Return the names that formulas can use: tables and named ranges."""
    return [*(name for page in book for name in page.tables), *book.defined_names]


@pytest.mark.parametrize("language", slow_but(Language, Language.SPANISH))
def test_a_table_is_called_as_its_sheet_in_english_in_every_language(
    language: Language,
) -> None:
    sheets = workbook_sheets(race_of("cyclo"))
    book = opened(*in_language(sheets, language, builtin_catalogue(language)))
    expected = {
        *("Startlist", "Stage1", "Stage2", "Stage2_Teams", "Stage2_Paterspint"),
        *("General", "GeneralByStage", "Points", "Teams", "Totals_General", "Data"),
    }

    assert expected <= set(names_of(book))
    tables = {name: page.tables[name].ref for page in book for name in page.tables}
    assert tables["Stage2_Teams"] == "A27:D31"


def test_a_name_is_none_of_a_cell_and_none_is_there_twice(sheet: Sheet) -> None:
    tables = (*sheet.tables, *(replace(sheet.tables[0], name=n) for n in ("é!", "E")))
    names = ("a1", "R1C1", "r", "2nd", "…", "X", "x", "=cmd()")
    book = opened(*(replace(sheet, name=name, tables=tables) for name in names))

    assert names_of(book)[::3] == [
        *("A1_General", "R1C1_General", "R_General", "_2nd_General", "_General"),
        *("X_General", "X_General_2", "Cmd_General"),
    ]
    assert names_of(book)[1:3] == ["A1_E", "A1_E_2"]
    alone = opened(*(replace(sheet, name=name) for name in names))
    assert names_of(alone) == ["A1_", "R1C1_", "R_", "_2nd", "_", "X", "X_2", "Cmd"]


def test_the_book_says_whose_it_is(sheet: Sheet) -> None:
    about = load_workbook(BytesIO(to_xlsx([sheet], "nl"))).properties

    assert (about.creator, about.title, about.language) == (
        *("peloton", "After stage 1", "nl"),
    )


def test_a_chart_says_what_it_shows_to_who_cannot_see_it() -> None:
    sheet = pictured()
    pictures = (replace(sheet.pictures[0], about='The "first" & last.'),)
    data = to_xlsx([replace(sheet, pictures=pictures)])
    drawn = ZipFile(BytesIO(data)).read("xl/drawings/drawing1.xml").decode()

    assert 'name="Gaps"' in drawn
    assert 'descr="The &quot;first&quot; &amp; last."' in drawn


def test_cells_and_rows_have_no_reference_unless_the_tab_is_bare() -> None:
    """A bare tab has all references, for simple programs."""
    rows = (1, "A", '<c r="A1" t="n" />', None, 5), (2, "B", "Jan", 7, 9)
    page, bare = sheet_of(*rows), replace(sheet_of(*rows), name="Data", bare=True)
    written = to_xlsx((page, bare))
    with ZipFile(BytesIO(written)) as parts:
        page_xml, bare_xml = (
            parts.read(f"xl/worksheets/sheet{number}.xml").decode() for number in (1, 2)
        )
    found = load_workbook(BytesIO(written))

    assert '<c r="' not in page_xml
    assert 'r="E3"' in bare_xml
    assert '<row r="3"' in bare_xml
    assert "<row r=" not in page_xml
    assert re.search('<c[^>]* t="n"', page_xml + bare_xml) is None
    assert found["General"]["C5"].value == '<c r="A1" t="n" />'
    assert [c.value for c in found["General"][5]] == [c.value for c in found["Data"][2]]
    assert found["General"]["D5"].value is None
