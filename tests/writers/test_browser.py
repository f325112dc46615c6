"""The exported page in a browser: no errors, no requests, and sortable tables."""

import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from peloton.reports.sheet import PageWords
from peloton.reports.tour.site import site_sheets
from peloton.rules.results import Race
from peloton.writers.html.page import to_html, to_site
from tests.drawing import slow_but
from tests.writers.browser import Browser, browser, needs_browser
from tests.writers.reported import HOSTILE_TOUR, race_of

pytestmark = needs_browser

PHONE, DESK = (390, 844), (1280, 900)
SHOWN = (
    "[...document.querySelectorAll('.part')].filter(p => p.offsetHeight).map(p => p.id)"
)
TABLE = (
    "[...document.querySelectorAll('.shown .table')].find("
    "t => t.querySelector('h3')?.textContent.startsWith('Stage result'))"
)

GONE = "new Promise(done => addEventListener('hashchange', () => setTimeout(done)))"


@pytest.fixture(scope="module")
def tab() -> Iterator[Browser]:
    with browser() as tab:
        yield tab


def write_page(file: Path, race: Race) -> None:
    page = to_html(site_sheets(race), PageWords(title=race.tour.name))
    file.write_text(page, encoding="utf-8")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "tour.html"
    race = race_of("cyclo")
    write_page(file, race)
    return file.as_uri()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    race = race_of("cyclo")
    for name, text in to_site(
        site_sheets(race), PageWords(title=race.tour.name)
    ).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def column(tab: Browser, title: str) -> list[str]:
    """Return the column of the stage result with a title."""
    found: list[str] = tab.value(
        f"(() => {{ const t = {TABLE}.querySelector('table');"
        " const at = [...t.tHead.rows[0].cells]"
        f".findIndex(c => c.textContent === '{title}');"
        " return [...t.tBodies[0].rows].map(r => r.cells[at].textContent); })()"
    )
    return found


def head(title: str) -> str:
    return (
        f"[...{TABLE}.querySelectorAll('th button')]"
        f".find(b => b.textContent === '{title}')"
    )


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_is_said_on_the_console_nothing_is_asked_for_and_nothing_sticks_out(
    tab: Browser, page: str, width: int, height: int, *, dark: bool
) -> None:
    tab.open(page, width=width, height=height, dark=dark)

    assert tab.said == []
    assert tab.asked == [page]
    assert tab.value("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [656, 700, 768, 1024])
def test_between_a_phone_and_a_desk_the_last_column_of_a_result_is_in_sight(
    tab: Browser, page: str, width: int
) -> None:
    tab.open(page, width=width, height=900)

    assert (
        tab.value(
            f"(b => b.scrollWidth - b.clientWidth)({TABLE}.querySelector('.scroll'))"
        )
        == 0
    )


def test_a_hostile_tour_says_and_asks_for_nothing_either(
    tab: Browser, tmp_path: Path
) -> None:
    race = race_of(HOSTILE_TOUR)
    file = tmp_path / "tour.html"
    write_page(file, race)

    tab.open(f"{file.as_uri()}#all", width=PHONE[0], height=PHONE[1])

    assert (tab.said, tab.asked) == ([], [f"{file.as_uri()}"])
    assert tab.value("document.documentElement.scrollWidth") <= PHONE[0]


def test_a_name_without_spaces_does_not_stick_out(tab: Browser, tmp_path: Path) -> None:
    race = race_of("flamme-rouge")
    file = tmp_path / "tour.html"
    write_page(file, replace(race, tour=replace(race.tour, name="Z" * 60)))

    tab.open(file.as_uri(), width=PHONE[0], height=PHONE[1])

    assert tab.value("document.documentElement.scrollWidth") <= PHONE[0]


def test_one_part_is_shown_and_the_address_names_it(tab: Browser, page: str) -> None:
    tab.open(f"{page}#stage-2", width=1280, height=900)

    assert tab.value(SHOWN) == ["stage-2"]
    assert tab.value("document.querySelector('nav [aria-current]').textContent") == (
        "Stage 2"
    )
    assert tab.value("scrollY") == 0


def test_the_menu_goes_to_a_part_and_the_way_back_is_open(
    tab: Browser, page: str
) -> None:
    tab.open(page, width=1280, height=900)

    assert tab.value(SHOWN) == ["stage-5"]
    tab.value(
        f"const gone = {GONE}; document.querySelectorAll('nav a')[3].click(); gone"
    )
    assert tab.value(SHOWN) == ["stage-2"]
    tab.value(f"const back = {GONE}; history.back(); back")
    assert tab.value(SHOWN) == ["stage-5"]


def test_a_name_leads_to_the_riders_tour_and_back(tab: Browser, page: str) -> None:
    tab.open(page, width=1280, height=900)

    tab.value(f"const on = {GONE}; {TABLE}.querySelector('tbody a').click(); on")
    (card,) = tab.value(SHOWN)
    assert card.startswith("bib-")
    assert tab.value("document.activeElement.id") == card
    tab.value(f"const back = {GONE}; history.back(); back")
    assert tab.value(SHOWN) == ["stage-5"]


def test_all_parts_are_shown_when_asked_for(tab: Browser, page: str) -> None:
    tab.open(f"{page}#all", width=1280, height=900)

    assert len(tab.value(SHOWN)) == tab.value(
        "document.querySelectorAll('.part:not(.card)').length"
    )


def test_a_press_on_a_head_sorts_by_value_and_another_turns_it(
    tab: Browser, page: str
) -> None:
    """Times are 0:02, not letters; the most points come first; blanks last."""
    tab.open(f"{page}#stage-2", width=1280, height=900)
    before = column(tab, "Points")

    tab.value(f"{head('Points')}.click()")
    points = column(tab, "Points")
    assert points == sorted(before, key=lambda each: -int(each or 0))
    assert tab.value(f"{head('Points')}.parentElement.ariaSort") == "descending"

    tab.value(f"{head('Points')}.click()")
    won = [each for each in column(tab, "Points") if each]
    assert won == sorted(won, key=int)
    assert column(tab, "Points")[len(won) :] == [""] * (len(before) - len(won))

    tab.value(f"{head('Time')}.click()")
    assert column(tab, "Place") == sorted(column(tab, "Place"), key=int)


def test_blanks_of_the_last_column_come_last_too(tab: Browser, page: str) -> None:
    tab.open(f"{page}#stage-2", width=1280, height=900)
    last = tab.value(f"[...{TABLE}.querySelectorAll('th button')].at(-1).textContent")
    for _ in "ab":
        tab.value(f"{head(last)}.click()")
        found = [cell.strip() for cell in column(tab, last)]
        won = [cell for cell in found if cell]
        assert 0 < len(won) < len(found)
        assert found[: len(won)] == won


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("name", ["cyclo", "road"])
def test_on_a_phone_the_last_stage_opens_and_its_gaps_are_in_sight(
    tab: Browser, tmp_path: Path, name: str, width: int
) -> None:
    """So is the first line, and it has no team: that is left for wider screens."""
    race, file = race_of(name), tmp_path / "tour.html"
    write_page(file, race)

    tab.open(file.as_uri(), width=width, height=568)

    assert tab.value(SHOWN) == [f"stage-{len(race.stages)}"]
    edges = tab.value(
        f"(() => {{ const t = {TABLE}; const at = [...t.querySelectorAll('thead th')]"
        ".findLastIndex(c => ['Time', 'Gap'].includes(c.textContent));"
        " const cell = t.querySelector('tbody tr').cells[at].getBoundingClientRect();"
        " return [cell.right, cell.bottom]; })()"
    )
    assert edges[0] <= width
    assert edges[1] <= 568
    assert tab.value(f"{head('Team')}.offsetWidth") == 0


def test_on_the_smallest_phone_the_gaps_of_many_hours_are_in_sight(
    tab: Browser, tmp_path: Path
) -> None:
    """The general classification has moves as well, and times such as 14:12:21."""
    file = tmp_path / "tour.html"
    write_page(file, race_of("road"))

    tab.open(f"{file.as_uri()}#overview", width=320, height=568)

    gap = "[...document.querySelectorAll('.shown thead th')].find("
    gap += "title => title.offsetWidth && title.textContent === 'Gap')"
    edge = f"{gap}.closest('.scroll, .table, section').getBoundingClientRect().right"
    assert tab.value(f"{gap}.getBoundingClientRect().right") <= min(
        tab.value(edge), 320
    )
    assert tab.value("document.documentElement.scrollWidth") == 320


def test_on_a_phone_the_arrow_of_a_sorted_column_is_clear_of_the_next_title(
    tab: Browser, page: str
) -> None:
    tab.open(f"{page}#stage-2", width=320, height=568)

    sorted_column, next_title, size = tab.value(
        "(() => { const [one, two] = ["
        f"{TABLE}.querySelector('[aria-sort]'),"
        f"{TABLE}.querySelector('[aria-sort] + th')"
        "].map(th => { const range = document.createRange();"
        " range.selectNodeContents(th); return range.getBoundingClientRect(); });"
        f" const style = getComputedStyle({TABLE}.querySelector('[aria-sort] button'),"
        " '::after'); return [one.right, two.left, parseFloat(style.width)]; })()"
    )
    assert sorted_column + size + 2 <= next_title


def test_on_a_phone_no_name_of_a_sample_is_broken_within_a_word(
    tab: Browser, tmp_path: Path
) -> None:
    """The widest is Grachtengordel, in bold letters as wide as those of DejaVu Sans."""
    race, file = race_of("cyclo"), tmp_path / "tour.html"
    write_page(file, race)

    tab.open(file.as_uri(), width=320, height=568)

    broken = tab.value(
        f"[...{TABLE}.querySelectorAll('tbody th')].flatMap(cell => {{"
        " const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);"
        " const range = document.createRange(), found = [];"
        " while (walk.nextNode()) for (const word of"
        " walk.currentNode.data.matchAll(/\\S+/g)) {"
        " range.setStart(walk.currentNode, word.index);"
        " range.setEnd(walk.currentNode, word.index + word[0].length);"
        " if (range.getClientRects().length > 1) found.push(word[0]); }"
        " return found; })"
    )
    assert broken == []


def test_a_classification_is_chosen_and_stays_chosen_from_stage_to_stage(
    tab: Browser, page: str
) -> None:
    """Who chooses with the keyboard stays where the choice was made."""
    tab.open(f"{page}#stage-2", width=1280, height=900)
    shown = (
        "[...document.querySelectorAll('.shown h3')]"
        ".filter(h => h.offsetHeight).map(h => h.textContent)"
    )
    points = "[...document.querySelectorAll('.shown .tabs a')].find("
    points += "a => a.textContent === 'Points')"

    tab.value(f"{points}.focus(); {points}.click()")
    assert tab.value(shown) == ["Points classification after stage 2"]
    assert tab.value("document.activeElement.textContent") == "Points"

    tab.value(
        f"const on = {GONE}; document.querySelector('.shown [rel=next]').click(); on"
    )
    assert tab.value(shown) == ["Points classification after stage 3"]
    assert tab.value("document.activeElement.id") == "stage-3"


def test_ten_are_shown_until_all_are_asked_for(tab: Browser, page: str) -> None:
    tab.open(f"{page}#stage-2", width=1280, height=900)
    rows = (
        f"[...{TABLE}.querySelectorAll('tbody tr')].filter(r => r.offsetHeight).length"
    )
    more = f"{TABLE}.querySelector('.more')"
    all_rows = tab.value(f"{TABLE}.querySelectorAll('tbody tr').length")

    assert tab.value(rows) == 10
    assert tab.value(f"{more}.textContent") == f"All ({all_rows})"
    tab.value(f"{more}.click()")
    assert tab.value(rows) == all_rows > 12
    assert tab.value(f"{more}.textContent") == "Top 10"


@pytest.mark.parametrize("width", [320, 1280])
def test_only_a_table_that_scrolls_is_a_stop_of_the_tab_key(
    tab: Browser, page: str, width: int
) -> None:
    tab.open(f"{page}#all", width=width, height=900)
    boxes = tab.value(
        "[...document.querySelectorAll('.scroll')].map(b => [b.tabIndex === 0,"
        " b.scrollWidth > b.clientWidth, b.role === 'region' && !!b.ariaLabel])"
    )

    assert all(len(set(box)) == 1 for box in boxes)
    assert any(stop for stop, *_ in boxes) == (width == 320)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_letters_in_drawings_have_a_contrast_of_four_and_a_half(
    tab: Browser, page: str, *, dark: bool
) -> None:
    """But on an area of a colour of its own, which has its own letters (`ink_on`)."""
    tab.open(f"{page}#all", width=1280, height=900, dark=dark)
    colours = tab.value(
        "[getComputedStyle(document.querySelector('.sheet')).backgroundColor,"
        " ...new Set([...document.querySelectorAll('figure:not(.jersey-days) text')]"
        ".map(t => getComputedStyle(t).fill))]"
    )
    card, *inks = map(_brightness, colours)

    assert inks
    for ink in inks:
        darker, lighter = sorted([card, ink])
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def _brightness(colour: str) -> float:
    """Return the relative luminance of `rgb(1, 2, 3)`, from 0 to 1."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", ["cyclo", "road"])
@pytest.mark.parametrize("first", slow_but([-1, 0], -1), ids=["last", "every"])
def test_a_stage_is_printed_on_two_pages(
    tab: Browser, tmp_path: Path, name: str, first: int
) -> None:
    race, file = race_of(name), tmp_path / "tour.html"
    write_page(file, race)

    for done in race.stages[first:]:
        tab.open(f"{file.as_uri()}#stage-{done.number}", width=1280, height=900)
        printed = tab.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)

        assert b64decode(printed["data"]).count(b"/Type /Page\n") <= 2


def test_a_head_is_pressed_by_key_too(tab: Browser, page: str) -> None:
    tab.open(f"{page}#stage-2", width=1280, height=900)

    tab.value(f"{head('Rider')}.focus()")
    tab.press("Enter")

    riders = column(tab, "Rider")
    assert tab.value(f"{head('Rider')}.parentElement.ariaSort") == "ascending"
    assert riders[0] == "Björn Kettingvet"


def test_light_and_dark_are_changed_by_hand(tab: Browser, page: str) -> None:
    tab.open(page, width=390, height=844, dark=True)
    colour = "getComputedStyle(document.body).backgroundColor"
    dark = tab.value(colour)

    tab.value("document.querySelector('.light').click()")

    assert tab.value(colour) != dark


def test_on_paper_there_are_no_controls(tab: Browser, page: str) -> None:
    tab.open(f"{page}#stage-2", width=1280, height=900)
    tab.call("Emulation.setEmulatedMedia", media="print")
    try:
        assert tab.value("document.querySelector('nav').offsetHeight") == 0
        assert tab.value(SHOWN) == ["stage-2"]
    finally:
        tab.call("Emulation.setEmulatedMedia", media="")


def test_every_page_of_the_site_finds_its_style_and_script(
    tab: Browser, site: Path
) -> None:
    tab.open((site / "stage-2.html").as_uri(), width=1280, height=900)

    assert tab.said == []
    assert {Path(address).name for address in tab.asked} == {
        *("stage-2.html", "peloton.css", "peloton.js"),
    }
    assert tab.value("document.documentElement.className") == "scripted"
    assert tab.value("getComputedStyle(document.querySelector('nav')).position") == (
        "sticky"
    )
