"""The web page: its contents, its safety, and the targets of its links."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pytest

from peloton.reports.drawing import GREY, Label, Picture
from peloton.reports.sheet import (
    Column,
    ColumnKind,
    PageWords,
    Sheet,
    Table,
    printed_rows,
)
from peloton.reports.shirts import Pattern, Shirt
from peloton.rules.words import printable
from peloton.writers.html.page import to_html, to_site
from tests.writers.conftest import HOSTILE, sheet_of
from tests.writers.markup import Page

TOUR = [
    replace(sheet_of((1, "12", "Eddy", 0, 0)), name="Start", part="Overview"),
    replace(sheet_of((1, "12", "Eddy", 0, 0)), name="One", part="Stage 1"),
    replace(sheet_of((1, "12", "Eddy", 0, 0)), name="After one", part="Stage 1"),
    replace(sheet_of((1, "7", "Jo", 0, 0)), name="Two", part="Stage 2"),
]


def one_cell(cell: str | int | None, kind: ColumnKind, name: str = "x") -> Sheet:
    table = Table(
        name=name, title=name, columns=(Column(title="c", kind=kind),), rows=((cell,),)
    )
    return Sheet(title=name, name=name, tables=(table,))


def attribute(page: str, tag: str, name: str) -> list[str]:
    return [each for each in Page(page).names(tag, name) if each]


def test_every_cell_reads_as_in_print(hostile: Sheet) -> None:
    grid = Page(to_html([hostile])).grids[0]

    assert grid.head == ["Rank", "Bib", "Rider", "Time", "Gap"]
    assert grid.rows == list(map(list, printed_rows(hostile.tables[0], "seconds")))


def test_times_and_gaps_are_sorted_by_their_ticks(sheet: Sheet) -> None:
    grid = Page(to_html([sheet])).grids[0]

    assert [row[3:] for row in grid.values] == [
        ["3723", "0"],
        ["3721", "-2"],
        ["", "21"],
    ]


def test_every_head_can_be_pressed(sheet: Sheet) -> None:
    page = to_html([sheet])

    assert page.count("<th scope=col") == 5
    assert len(re.findall(r'<th scope=col[^>]*><button type="button">', page)) == 5


def test_the_page_says_its_language_and_its_title(sheet: Sheet) -> None:
    page = Page(to_html([sheet], PageWords(title="Ronde & co", lang="nl")))

    assert page.names("html", "lang") == ["nl"]
    assert ("title", "Ronde & co") in page.headings
    assert ("h1", "Ronde & co") in page.headings


def test_the_page_is_allowed_its_own_style_and_script_and_nothing_else() -> None:
    page = to_html(TOUR)
    policy = attribute(page, "meta", "content")[-1]

    def allowed(tag: str) -> str:
        source = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert len(source) == 1
        return b64encode(sha256(source[0].encode()).digest()).decode()

    assert policy == (
        f"default-src 'none'; style-src 'sha256-{allowed('style')}';"
        f" script-src 'sha256-{allowed('script')}'; base-uri 'none'; form-action 'none'"
    )


def test_nothing_is_fetched_and_nothing_is_styled_or_run_in_passing(
    hostile: Sheet,
) -> None:
    tags = Page(to_html([hostile, *TOUR])).tags

    assert {name for _, given in tags for name in given} & {"src", "style"} == set()
    assert not [name for _, given in tags for name in given if name.startswith("on")]
    links = [given["href"] for _, given in tags if "href" in given]
    assert links
    assert all(link and link.startswith("#") for link in links)


@pytest.mark.parametrize(
    "name",
    [
        *("</script><script>alert(1)</script>", "</style>", "<!--", "]]>", '"><i a="'),
        *("<b>x</b>", "&amp;", "' onclick='x", "</title></h1>", "javascript:alert(1)"),
    ],
)
def test_markup_in_a_name_is_read_and_does_nothing(name: str) -> None:
    picture = Picture(name=name, title=name, width=1, height=1, shapes=(), about=name)

    def sheet(said: str) -> Sheet:
        return replace(
            one_cell(said, ColumnKind.TEXT, said),
            subtitle=said,
            notes=(said,),
            part=said,
            pictures=(replace(picture, title=said, about=said),),
            jerseys=((said, Shirt("#ffcc00")),),
        )

    hostile = to_html([sheet(name), TOUR[0]], PageWords(title=name))
    harmless = to_html([sheet("x"), TOUR[0]], PageWords(title="x"))

    assert Page(hostile).grids[0].rows == [[name]]
    assert [tag for tag, _ in Page(hostile).tags] == [
        tag for tag, _ in Page(harmless).tags
    ]
    assert ("h1", name) in Page(hostile).headings


@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_act_is_written_out(name: str) -> None:
    page = to_html([sheet_of((1, "1", name, 0, 0))], PageWords(title=name))

    assert printable(name) in "".join(Page(page).text)
    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", page
    )


def test_a_name_reads_in_its_own_direction() -> None:
    page = to_html([sheet_of((1, "1", "محمد", 0, 0))])

    assert '<th scope=row dir="auto">محمد' in page


def test_the_parts_are_chosen_from_a_menu_and_all_are_there() -> None:
    page = to_html(TOUR)

    assert re.findall(
        '<a href="(#[^"]*)">([^<]*)</a>', page.partition("<main>")[0]
    ) == [
        ("#overview", "Overview"),
        ("#stage-1", "Stage 1"),
        ("#stage-2", "Stage 2"),
        ("#all", "All"),
    ]
    assert re.findall('<section class="part[^"]*" id="([^"]*)"', page) == [
        *("overview", "stage-1", "stage-2"),
    ]


def test_no_two_things_on_a_page_have_one_name() -> None:
    names = ["all", "jersey", "sheet-1", "part-2", "Stage 1", "stage-1", "王", "é", "!"]
    page = Page(to_html([replace(TOUR[0], part=name) for name in names]))
    found = [given["id"] for _, given in page.tags if "id" in given]

    assert len(found) == len(set(found))
    assert len(page.names("article", "id")) == len(names)


def test_the_part_whose_sheet_opens_is_shown_first() -> None:
    """Else the first one, and of a site it is index.html."""
    sheets = [*TOUR[:3], replace(TOUR[3], opens=True)]

    assert attribute(to_html(TOUR), "section", "class")[0] == "part shown"
    assert re.findall('class="part shown" id="([^"]*)"', to_html(sheets)) == ["stage-2"]
    assert set(to_site(sheets)) == {
        *("peloton.css", "peloton.js", "overview.html", "stage-1.html", "index.html"),
    }
    assert "Two" not in to_site(sheets)["overview.html"]


def test_each_part_leads_to_the_one_before_and_the_one_after() -> None:
    page = to_html(TOUR)

    assert re.findall('<a rel="(prev|next)" href="([^"]*)">([^<]*)</a>', page) == [
        ("next", "#stage-1", "Stage 1"),
        ("prev", "#overview", "Overview"),
        ("next", "#stage-2", "Stage 2"),
        ("prev", "#stage-1", "Stage 1"),
    ]


def test_tables_with_tabs_stand_under_the_tab_that_leads_to_them() -> None:
    """A tab that comes back is the same one."""
    (one,) = TOUR[0].tables
    tables = [replace(one, tab=tab) for tab in ("Stage", "General", "Stage")]
    page = to_html([replace(TOUR[0], tables=tuple(tables))])

    tabs = re.findall('<a href="#([^"]*)">(Stage|General)</a>', page)
    assert [title for _, title in tabs] == ["Stage", "General"]
    assert attribute(page, "div", "id") == [anchor for anchor, _ in tabs]
    first, second = re.split('<div class="tab"', page)[1:]
    assert (first.count("<table"), second.count("<table")) == (2, 1)


def test_tables_of_one_tab_have_no_tabs(sheet: Sheet) -> None:
    table = replace(sheet.tables[0], tab="General")

    assert 'class="tab"' not in to_html([replace(sheet, tables=(table, table))])


def test_a_minor_column_is_known_to_the_style(sheet: Sheet) -> None:
    table = sheet.tables[0]
    columns = (*table.columns[:2], replace(table.columns[2], minor=True))
    columns += table.columns[3:]
    page = to_html([replace(sheet, tables=(replace(table, columns=columns),))])

    assert " m3" in attribute(page, "table", "class")[0]
    assert ".m3 tr>:nth-child(3)" in page


def test_ranks_in_their_order_say_that_they_are_sorted(sheet: Sheet) -> None:
    assert attribute(to_html([sheet]), "th", "aria-sort") == ["ascending"]
    turned = replace(sheet.tables[0], rows=sheet.tables[0].rows[::-1])
    assert (
        attribute(to_html([replace(sheet, tables=(turned,))]), "th", "aria-sort") == []
    )


def test_a_page_can_be_skipped_to_its_results_and_says_what_it_is_about() -> None:
    page = to_html(TOUR, PageWords(title="Ronde"))

    assert attribute(page, "a", "href")[0] == "#results"
    assert attribute(page, "main", "id") == ["results"]
    described = [tag for _, tag in Page(page).tags if tag.get("name") == "description"]
    assert [tag["content"] for tag in described] == ["After stage 1. Ronde"]


def test_grey_is_the_page_s_own_in_a_drawing(sheet: Sheet) -> None:
    label = Label(at=(1, 1), text="x", colour=GREY)
    picture = Picture(name="p", title="P", width=9, height=9, shapes=(label,))

    assert 'fill="var(--soft)"' in to_html([replace(sheet, pictures=(picture,))])


def test_a_row_without_a_name_has_no_cell_that_names_it() -> None:
    """A screen reader announces an empty heading before each figure of the row."""
    columns = Column(title="At"), Column(title="Name", weight=1)
    table = Table(name="T", title="T", columns=columns, rows=((9, ""), (60, "Muur")))
    page = to_html([Sheet(title="x", name="x", tables=(table,))])

    assert re.findall("<th scope=row[^<]*", page) == ["<th scope=row>Muur\n"]


def test_a_rider_s_name_leads_to_the_rider_s_card_and_a_team_s_to_the_team_s() -> None:
    """Cards are in no menu, and lead to the card before and after, not to a stage."""
    columns = (Column(title="Code", code=True), Column(title="Team", weight=1))
    teams = Table(name="T", title="T", columns=columns, rows=(("MOL", "Molteni"),))
    cards = [
        replace(TOUR[0], name=name, part=name, card=card)
        for name, card in (("Eddy", "bib 12"), ("Molteni", "code MOL"))
    ]
    sheets = [*TOUR[:3], replace(TOUR[3], tables=(teams,)), *cards]
    page, site = to_html(sheets), to_site(sheets)

    assert '<th scope=row><a href="#bib-12">Eddy</a>' in page
    assert '<th scope=row><a href="#code-mol">Molteni</a>' in page
    assert '<th scope=row><a href="bib-12.html">Eddy</a>' in site["stage-1.html"]
    assert "#bib-12" not in page.partition("<main")[0]
    assert re.findall('rel="(?:prev|next)" href="([^"]*)"', site["bib-12.html"]) == [
        "code-mol.html"
    ]


def test_a_single_part_has_no_menu(sheet: Sheet) -> None:
    assert "<nav" not in to_html([sheet])


@pytest.mark.parametrize(
    ("places", "arrow", "said"),
    [(2, "▲2", "up 2"), (-1, "▼1", "down 1"), (0, "=", "unchanged")],
)
def test_a_move_is_an_arrow_and_said_in_words(
    places: int, arrow: str, said: str
) -> None:
    page = to_html([one_cell(places, ColumnKind.MOVE)])

    assert Page(page).grids[0].rows == [[arrow]]
    assert said in attribute(page, "span", "aria-label")


def test_the_name_of_a_sheet_is_a_link_to_it() -> None:
    page = to_html([one_cell("Two", ColumnKind.SHEET), *TOUR])
    link = re.search('<td><a href="#([^"]*)">Two</a>', page)

    assert link
    assert re.search(f'<article class="sheet" id="{link[1]}">\n<header><h2>', page)


def test_the_name_of_a_sheet_that_is_not_there_is_no_link() -> None:
    assert "<td>Nowhere" in to_html([one_cell("Nowhere", ColumnKind.SHEET)])


def test_a_wearer_has_a_jersey_of_the_colour_and_pattern_by_the_bib(
    sheet: Sheet,
) -> None:
    shirt = Shirt("#f2a900", Pattern.STRIPES)
    page = to_html([replace(sheet, jerseys=(("12", shirt),))])

    assert page.count('<svg class="jersey"') == 1
    assert re.search('fill="#f2a900"[^>]*><use href="#shirt-stripes"/></svg>12', page)


def test_a_long_number_is_grouped_and_sorted_by_its_value() -> None:
    page = to_html([one_cell(11000, ColumnKind.NUMBER)])

    assert "<td data-v=11000>11\u202f000" in page


def test_a_form_has_boxes_and_nothing_to_press() -> None:
    sheet = one_cell(None, ColumnKind.TEXT)
    blank = replace(sheet, tables=(replace(sheet.tables[0], blank=True),))
    page = to_html([blank])

    assert 'class="blank"' in page
    assert "<th scope=col>c" in page


def test_a_picture_stands_in_the_page_under_its_title(sheet: Sheet) -> None:
    picture = Picture(name="p", title="Profile", width=9, height=9, shapes=())
    page = to_html([replace(sheet, pictures=(picture,))])

    assert "<figcaption>Profile</figcaption><svg" in page


def test_the_words_of_the_page_are_those_given() -> None:
    page = to_html(TOUR, PageWords(everything="Tout", parts="Étapes"))

    assert ">Tout</a>" in page
    assert attribute(page, "nav", "aria-label") == ["Étapes"]


def test_a_site_has_a_page_a_part_and_shares_style_and_script() -> None:
    assert list(to_site(TOUR)) == [
        *("peloton.css", "peloton.js", "index.html", "stage-1.html", "stage-2.html"),
    ]


def test_every_link_of_a_site_leads_to_a_page_of_it() -> None:
    site = to_site([one_cell("Two", ColumnKind.SHEET), *TOUR])

    for name, page in site.items():
        if not name.endswith(".html"):
            continue
        links = [*attribute(page, "a", "href"), *attribute(page, "link", "href")]
        for link in [*links, *attribute(page, "script", "src")]:
            file, _, anchor = link.partition("#")
            assert not anchor or f'id="{anchor}"' in site[file or name]
            assert not file or file in site


def test_a_page_of_a_site_says_which_one_it_is() -> None:
    site = to_site(TOUR, PageWords(title="Ronde"))

    assert '<a href="stage-2.html" aria-current="page">' in site["stage-2.html"]
    assert ("title", "Stage 2 · Ronde") in Page(site["stage-2.html"]).headings
    assert ("h1", "Ronde") in Page(site["stage-2.html"]).headings
    assert site["stage-2.html"].count("aria-current") == 1


@pytest.mark.parametrize(
    "part", ["../../etc", "CON", "a/b\\c", "con", "W" * 300, "", "😀"]
)
def test_the_files_of_a_site_have_safe_names(part: str) -> None:
    sheets = [TOUR[0], *(replace(TOUR[1], part=part, name="", title="") for _ in "ab")]

    assert all(
        re.fullmatch(r"[a-z0-9-]{1,70}\.(html|css|js)", name)
        for name in to_site(sheets)
    )
    assert not {"con.html", "nul.html"} & set(to_site(sheets))
