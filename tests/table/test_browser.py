"""The table in a real browser: a stage by taps, in and out of the wifi, old phones."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Route,
    expect,
    sync_playwright,
)

from peloton.cli.main import main
from peloton.desk.session import Session
from peloton.table import followers
from tests.machine import PATIENCE
from tests.table.tables import Table, held, loaded
from tests.writers.browser import CHROMIUM, needs_browser

pytestmark = needs_browser
SLOW = pytest.mark.slow
expect.set_options(timeout=1000 * PATIENCE)
SIZES = [(320, 568), (390, 844), (768, 1024), (1920, 1080)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser, which is started once for all tests."""
    with sync_playwright() as started:
        flags = ["--no-sandbox", "--disable-gpu"]
        try:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=flags)
        except Error as error:
            pytest.skip(f"{CHROMIUM} does not start: {error.message.splitlines()[0]}")
        yield browser
        browser.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table on the last stage of the Flamme Rouge sample, still to be ridden."""
    with held(loaded(tmp_path, "flamme-rouge", 4)) as table:
        yield table


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A new phone; the test fails if its pages report an error."""
    size = {"width": 390, "height": 844}
    context = browser.new_context(viewport=size, has_touch=True)  # type: ignore[arg-type]
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.set_default_timeout(1000 * PATIENCE)
    yield context
    context.close()
    assert wrong == []


def sat_down(phone: BrowserContext, table: Table, *, follow: bool = False) -> Page:
    """Scan a code, and wait until the page is live."""
    key = f"f={table.seats.follow}" if follow else f"w={table.seats.write}"
    page = phone.new_page()
    page.goto(f"http://{table.host}/#{key}")
    page.wait_for_selector("#bar.live")
    if page.url.endswith("/who"):
        page.goto(f"http://{table.host}/desk")
        page.wait_for_selector("#bar.live")
    return page


def taps(page: Page, *names: str) -> int:
    """Tap buttons by their values; return the number of taps."""
    for name in names:
        page.locator(f".pads:visible {name}").first.tap()
    return len(names)


def bib(name: str) -> str:
    return f'[data-bib="{name}"]'


def mark(name: object) -> str:
    return f'[data-mark="{name}"]'


def test_eight_riders_of_flamme_rouge_are_home_after_18_taps_at_most(
    phone: BrowserContext, table: Table
) -> None:
    """Two in the turn of the first, the others in the two turns after it."""
    page = sat_down(phone, table)
    count, lines = 0, []
    for turn, riders in enumerate(
        (("R1", "S1"), ("R2", "S2", "R3"), ("S3", "R4", "S4"))
    ):
        for squares, rider in enumerate(riders):
            count += taps(page, bib(rider), mark(5 - squares))
            lines.append(f"{rider} {5 - squares}")
        if turn < 2:
            count += taps(page, ".next")
            lines.append("")
    expect(page.locator("#lines li")).to_have_count(len(lines))

    assert count <= 18
    assert table.draft(4) == "".join(f"{line}\n" for line in lines)


@SLOW
def test_twenty_riders_of_cyclo_with_groups_are_home_after_60_taps_at_most(
    phone: BrowserContext, tmp_path: Path
) -> None:
    with held(loaded(tmp_path, "cyclo", 5)) as table:
        page = sat_down(phone, table)
        view = table.tour.board.view
        assert view is not None
        racing = list(view.desk.race.racing)
        count, lines = 0, []
        while racing:
            alone, group, racing = racing[:1], racing[1:4], racing[4:]
            for riders in filter(None, (alone, group)):
                count += taps(page, *map(bib, riders), mark(len(riders)))
                names = " ".join(riders)
                names = f"({names})" if len(riders) > 1 else names
                lines.append(f"{names} {len(riders)}")
            if racing:
                count += taps(page, ".next")
                lines.append("")
        expect(page.locator("#lines li")).to_have_count(len(lines))

        assert count <= 60
        assert table.draft(5) == "".join(f"{line}\n" for line in lines)


def test_a_whole_stage_is_entered_and_saved_by_taps(
    phone: BrowserContext, table: Table
) -> None:
    page = sat_down(phone, table)
    for squares, rider in enumerate(("R1", "S1", "R2", "S2", "R3", "S3", "R4")):
        taps(page, bib(rider), mark(9 - squares))
    taps(page, '[data-for="DNF "]', bib("S4"))
    page.tap("#box button")
    view = table.tour.board.view
    assert view is not None
    for label in view.reading.stage.primes:
        taps(page, f'[data-for="{label}: "]', bib("R1"), bib("S1"))
        page.tap("#box button")
    expect(page.locator("#unsent li")).to_have_count(0)
    page.tap("text=Save the stage")
    page.tap("form.save button")
    page.wait_for_url("**/desk")

    assert "entered stage 4 (table: phone" in table.run("log")
    assert "DNF" in table.run("result", "4")


def test_no_button_moves_while_a_line_is_sent_and_answered(
    phone: BrowserContext, table: Table
) -> None:
    """The answer may arrive while a finger is on a button."""
    page = sat_down(phone, table)
    held_back: list[Route] = []

    def hold(route: Route) -> None:
        held_back.append(route)

    page.route("**/change*", hold)
    # Found and measured in one step: a tile that is replaced between two steps is at 0.
    tile = f"document.querySelector('{bib('S4')}')"
    place = f"{tile}.getBoundingClientRect().y + scrollY"
    places = [page.evaluate(place)]
    for line in range(2):
        taps(page, bib(f"R{line + 1}"), mark(4))
        places.append(page.evaluate(place))
        page.evaluate("document.getElementById('bar').className = 'off'")
        places.append(page.evaluate(place))
        expect(page.locator("#unsent li")).to_have_count(1)
        while not held_back:
            page.wait_for_timeout(10)
        held_back.pop().continue_()
        expect(page.locator("#lines li")).to_have_count(line + 1)
        expect(page.locator(".next")).to_be_visible()
        places.append(page.evaluate(place))

    assert set(places) == {places[0]}


def test_who_leads_after_a_turn_is_counted_with_one_tap(
    phone: BrowserContext, table: Table
) -> None:
    """FR-6. The button of what is counted stays pressed."""
    page = sat_down(phone, table)
    taps(page, '[data-for=">"]', bib("S1"), bib("S1"), bib("R2"))
    expect(page.locator("#lines li")).to_have_count(3)

    assert table.draft(4) == ">S1\n>S1\n>R2\n"


@pytest.mark.parametrize(("name", "grouped"), [("%7", True), ("7", False)])
def test_a_bib_that_begins_with_a_sign_of_the_desk_goes_in_brackets(
    phone: BrowserContext, table: Table, name: str, *, grouped: bool
) -> None:
    """GN-13: a line that begins with % counts votes."""
    page = sat_down(phone, table)
    page.evaluate(
        "name => { document.querySelector('[data-bib]').dataset.bib = name; }", name
    )
    page.locator("[data-bib]").first.tap()

    expected = f"({name})" if grouped else name
    expect(page.locator("#box [name=line]")).to_have_value(expected)


def test_lines_written_out_of_the_wifi_wait_and_come_once(
    phone: BrowserContext, table: Table
) -> None:
    page = sat_down(phone, table)
    phone.set_offline(True)
    taps(page, bib("R1"), mark(4))
    taps(page, ".next")
    taps(page, bib("R2"), mark(3))
    expect(page.locator("#bar")).to_have_text("not connected, lines waiting: 3")
    assert table.draft(4) is None

    phone.set_offline(False)

    expect(page.locator("#bar")).to_have_text("live")
    expect(page.locator("#lines li")).to_have_count(3)
    assert table.draft(4) == "R1 4\n\nR2 3\n"


def test_without_any_network_the_page_is_live_on_the_computer_of_the_table(
    phone: BrowserContext, table: Table
) -> None:
    """The browser says that it is offline; the table answers all the same."""
    phone.add_init_script(
        "Object.defineProperty(navigator, 'onLine', { get: () => false });"
    )
    page = sat_down(phone, table)
    page.evaluate("dispatchEvent(new Event('offline'))")
    taps(page, bib("R1"), mark(4))

    expect(page.locator("#lines li")).to_have_count(1)
    expect(page.locator("#bar")).to_have_text("live")
    assert table.draft(4) == "R1 4\n"


def test_a_half_typed_line_is_there_after_a_reload_and_another_tab(
    phone: BrowserContext, table: Table
) -> None:
    page = sat_down(phone, table)
    taps(page, '[data-for="DNF "]', bib("R1"), bib("S1"))
    for path in ("desk", "standings", "desk"):
        page.goto(f"http://{table.host}/{path}")
        page.wait_for_selector("#bar.live")

    expect(page.locator("#box [name=line]")).to_have_value("DNF R1 S1")
    taps(page, bib("R2"))
    page.tap("#box button")
    expect(page.locator("#lines a")).to_have_text("DNF R1 S1 R2")


def test_a_line_is_changed_or_the_change_cancelled(
    phone: BrowserContext, table: Table
) -> None:
    table.leader().add("R1 4")
    page = sat_down(phone, table)
    box = page.locator("#box [name=line]")
    page.tap("#lines a")
    expect(page.locator(".line.edited a")).to_have_text("R1 4")
    expect(page.locator("#box button")).to_have_text("Change")
    page.tap(".cancel")
    expect(box).to_have_value("")
    expect(page.locator("#box button")).to_have_text("Add")
    page.tap("#lines a")
    page.reload()
    expect(page.locator("#box button")).to_have_text("Change")
    box.fill("R1 5")
    page.tap("#box button")

    expect(page.locator("#lines a")).to_have_text("R1 5")
    assert table.draft(4) == "R1 5\n"


def test_an_undo_out_of_the_wifi_takes_back_a_line_that_waits(
    phone: BrowserContext, table: Table
) -> None:
    page = sat_down(phone, table)
    taps(page, bib("R1"), mark(4))
    page.wait_for_selector('[aria-label="Undo: R1 4"]')
    phone.set_offline(True)
    taps(page, bib("R2"), mark(4))
    page.tap('[aria-label="Undo: R1 4"]')
    taps(page, bib("R3"), mark(3))
    phone.set_offline(False)

    expect(page.locator("#lines a")).to_have_text(["R1 4", "R3 3"])


def test_what_was_saved_is_announced_and_can_be_undone(
    phone: BrowserContext, tmp_path: Path
) -> None:
    with held(loaded(tmp_path, "flamme-rouge", 3)) as table:
        page = sat_down(phone, table)
        for rider in ("R1", "S1", "R2", "S2", "R3", "S3", "R4", "S4"):
            taps(page, bib(rider), mark(5))
        expect(page.locator("#lines li")).to_have_count(8)
        lines = table.draft(3)
        page.tap("text=Save the stage")
        page.tap("form.save button")
        page.wait_for_url("**/desk")
        expect(page.locator(".news")).to_have_text(
            "Stage 3: Gaston Glaçon wins. Next: stage 4."
        )
        page.tap('[aria-label^="Undo: entered stage 3"]')
        expect(page.locator("#lines li")).to_have_count(8)
        assert table.draft(3) == lines
        page.tap('[aria-label^="Redo: entered stage 3"]')
        expect(page.locator(".news")).to_be_visible()


def test_the_last_stage_is_taken_back_by_taps(
    phone: BrowserContext, table: Table
) -> None:
    """No stage is left, so the page has no entry box when Undo is tapped."""
    page, scribe = sat_down(phone, table), table.phone(table.seats.write)
    for rider in ("R1", "S1", "R2", "S2", "R3", "S3", "R4", "S4"):
        scribe.add(f"{rider} 5")
    page.goto(f"http://{table.host}/desk/save")
    page.tap("form.save button")
    page.tap('[aria-label^="Undo: entered stage 4"]')
    expect(page.locator("#lines li")).to_have_count(8)
    page.tap('[aria-label^="Redo: entered stage 4"]')
    expect(page.locator("#lines")).to_have_count(0)
    page.tap("summary:has-text('Last change')")
    page.tap("text=Undo the whole change")
    expect(page.locator("#lines li")).to_have_count(8)


def test_names_on_tiles_are_whole_and_the_current_page_is_in_sight(
    phone: BrowserContext, tmp_path: Path
) -> None:
    """On a phone and on a computer; the links to the pages can be scrolled."""
    cut = """tiles => tiles.flatMap(tile => [tile, ...tile.children]).filter(
        part => part.clientWidth && part.scrollWidth > part.clientWidth).length"""
    with held(loaded(tmp_path, "cyclo", 5)) as table:
        page = sat_down(phone, table)
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            names = page.locator(".bibs .tile")
            expect(names).to_have_count(19)
            assert names.evaluate_all(cut) == 0
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(f"http://{table.host}/rider")
        expect(page.locator("nav [aria-current]")).to_be_in_viewport(ratio=1)


def test_the_leaders_name_and_gap_are_whole_beside_ghosts(
    phone: BrowserContext, table: Table
) -> None:
    """The ghosts make the leader's tile narrower; a gap may have hours."""
    cut = """parts => parts.filter(part => {
        const tile = part.parentNode.getBoundingClientRect();
        const { height, bottom, right } = part.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(part).fontSize);
        const wide = part.scrollWidth > part.clientWidth;
        return height < size || wide || bottom > tile.bottom || right > tile.right;
    }).map(part => part.textContent)"""
    for team in ("ROS", "BAR"):
        table.run("team", "edit", team, "--ghost", "peloton")
    table.leader().add("? ROS 7 BAR 7")
    page = sat_down(phone, table, follow=True)
    page.goto(f"http://{table.host}/wall")
    expect(page.locator(".wall .ghost")).to_have_count(2)
    for width, height in ((1920, 1080), (3840, 2160), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        for gap, style in (("+0:20", "gap"), ("+1:02:33", "gap long")):
            page.locator(".gap").evaluate(
                "(part, [text, name]) => { part.textContent = text;"
                " part.className = name; }",
                [gap, style],
            )
            assert page.locator(".leader > *").evaluate_all(cut) == []


def test_a_choice_of_rights_is_kept_and_told_to_the_other_phone(
    phone: BrowserContext, browser: Browser, table: Table
) -> None:
    """A line that another phone adds must not change what the leader chose."""
    page, scribe = sat_down(phone, table), browser.new_context()
    other = sat_down(scribe, table)
    page.reload()
    page.click("summary:has-text('Writers: 2')")
    choice = page.locator("form[action='/seat'] select")
    choice.select_option("finish")
    table.phone(table.seats.pin).add("R1 4")
    expect(page.locator("#lines li")).to_have_count(1)
    expect(choice).to_have_value("finish")
    page.click("form[action='/seat'] button:has-text('Remove')")
    expect(other.locator("[role=alert]")).to_contain_text("may only follow")
    scribe.close()


def test_who_scans_the_code_says_who_it_is_and_sits(
    phone: BrowserContext, table: Table
) -> None:
    """The code and the name; then conflicts name the person."""
    page = phone.new_page()
    page.goto(f"http://{table.host}/#w={table.seats.write}")
    page.wait_for_url("**/who")
    page.tap("text=Benoît")
    page.wait_for_url("**/desk")
    taps(page, bib("R1"), mark(4))
    expect(page.locator("#lines li")).to_have_count(1)
    other = table.phone(table.seats.write)
    other.post("/name", name="Zoë")
    page.reload()
    page.click("details:has-text('Benoît')")
    expect(page.locator("label:has-text('Zoë')")).to_be_visible()

    assert "Benoît: add R1 4" in table.told
    removed = {**table.one(), "op": "remove", "at": 1, "was": "R1 5"}
    assert "meanwhile by Benoît" in other.post("/change", **removed)[1]


def test_empty_taps_write_nothing(phone: BrowserContext, table: Table) -> None:
    """FR-1: turns count from the first arrival."""
    page = sat_down(phone, table)
    expect(page.locator(".next")).to_be_hidden()
    taps(page, mark(4), '[data-for="DNF "]')
    page.tap("#box button")
    page.wait_for_timeout(300)
    assert table.draft(4) is None
    status, message = table.leader().add("")
    assert (status, "no turns are counted yet" in message) == (400, True)


def closed_with_a_line_that_waits(phone: BrowserContext, table: Table) -> None:
    """Write a line without wifi, close the page, and restore the wifi."""
    page = sat_down(phone, table)
    phone.set_offline(True)
    taps(page, bib("R1"), mark(4))
    page.close()
    phone.set_offline(False)


def test_lines_that_wait_are_there_after_the_page_was_closed(
    phone: BrowserContext, table: Table
) -> None:
    closed_with_a_line_that_waits(phone, table)

    again = phone.new_page()
    again.goto(f"http://{table.host}/desk")

    expect(again.locator("#lines li")).to_have_count(1)
    assert table.draft(4) == "R1 4\n"


@SLOW
def test_a_line_that_is_another_now_comes_back_into_the_box(
    phone: BrowserContext, table: Table
) -> None:
    """Another writer goes on to the next turn while this phone is out of the wifi."""
    page = sat_down(phone, table)
    taps(page, bib("R1"), mark(4))
    expect(page.locator("#lines li")).to_have_count(1)
    phone.set_offline(True)
    taps(page, bib("R2"), mark(3))
    assert table.leader().add("")[0] == 200
    phone.set_offline(False)

    expect(page.locator("#said")).to_contain_text("it is turn 1 now")
    expect(page.locator("#box input[name=line]")).to_have_value("R2 3")
    assert table.draft(4) == "R1 4\n\n"


def test_of_lines_that_are_refused_none_is_lost(
    phone: BrowserContext, table: Table
) -> None:
    """Two wait for a turn that is over by then, and a third is being typed.

    They stay to be seen, over a reload too, until each is taken back into the box.
    """
    page = sat_down(phone, table)
    taps(page, bib("R1"), mark(4))
    expect(page.locator("#lines li")).to_have_count(1)
    phone.set_offline(True)
    taps(page, bib("R2"), mark(3))
    taps(page, bib("R3"), mark(2))
    taps(page, bib("R4"))
    assert table.leader().add("")[0] == 200
    phone.set_offline(False)

    refused = page.locator(".refused button")
    expect(refused).to_have_text(["R2 3", "R3 2"])
    expect(page.locator("#box input[name=line]")).to_have_value("R4")
    page.reload()
    expect(refused).to_have_text(["R2 3", "R3 2"])
    refused.first.tap()
    expect(refused).to_have_text(["R3 2", "R4"])
    page.tap("#box button")
    for _ in range(2):
        refused.first.tap()
        page.tap(".cancel")
    expect(refused).to_have_count(0)
    expect(page.locator("#lines li")).to_have_count(3)
    assert table.draft(4) == "R1 4\n\nR2 3\n"


@SLOW
def test_a_line_that_waited_leaves_the_page_of_a_follower_as_it_is(
    phone: BrowserContext, table: Table
) -> None:
    """The answer to it is the desk, which another page does not show."""
    closed_with_a_line_that_waits(phone, table)

    other = phone.new_page()
    other.goto(f"http://{table.host}/standings")
    while table.draft(4) is None:
        other.wait_for_timeout(50)
    other.wait_for_timeout(300)

    expect(other.locator("#box")).to_have_count(0)


@SLOW
def test_a_stage_by_taps_is_the_stage_that_was_typed(
    phone: BrowserContext, tmp_path: Path
) -> None:
    """The last stage of Cyclo, with groups, sprints, summits and who did not finish."""
    typed = tmp_path / "typed"
    typed.mkdir()
    session = loaded(typed, "cyclo")
    with held(session, 5) as other:
        wanted = other.run("stage", "show", "5", "--json")
        view = other.tour.board.view
        assert view is not None
        lines = list(one_by_one(view.desk.base.split("\n")[:-1]))
    with held(loaded(tmp_path, "cyclo", 5)) as table:
        page = sat_down(phone, table)
        for line in lines:
            tap_line(page, line)
        expect(page.locator("#lines li")).to_have_count(len(lines))
        page.tap("text=Save the stage")
        page.tap("form.save button")
        page.wait_for_url("**/desk")

        assert table.run("stage", "show", "5", "--json") == wanted


def one_by_one(lines: list[str]) -> Iterator[str]:
    """Replace a line such as `@4` with an empty line for each turn."""
    turn = 0
    for line in lines:
        if line.startswith("@"):
            yield from [""] * (int(line[1:]) - turn)
            turn = int(line[1:])
        else:
            turn += not line
            yield line


def tap_line(page: Page, line: str) -> None:
    """Enter a line by tapping a button for each bib and mark; type the rest."""
    if not line:
        taps(page, ".next")
        return
    if line[0] in "+!":
        page.fill("#box input[name=line]", line)
        page.tap("#box button")
        return
    target, colon, rest = line.partition(": ")
    begin = f"{target}: " if colon else "DNF " if line.startswith("DNF ") else ""
    if begin:
        taps(page, f'[data-for="{begin}"]')
    *bibs, last = (rest if colon else line.removeprefix("DNF ")).split()
    taps(page, *(bib(name.strip("()")) for name in bibs))
    taps(page, bib(last) if begin else mark(last))
    if begin:
        page.tap("#box button")


@SLOW
def test_two_scribes_who_mend_one_line_both_see_what_the_other_wrote(
    browser: Browser, phone: BrowserContext, table: Table
) -> None:
    """The second is told whose line stands there, and has the own one still."""
    ben, context = sat_down(phone, table), browser.new_context()
    ann = sat_down(context, table)
    table.leader().add("R1 4")
    for page in (ann, ben):
        page.click("#lines a")
    phone.set_offline(True)
    for page, line in ((ann, "R1 5"), (ben, "R1 6")):
        page.fill("#box input[name=line]", line)
        page.click("#box button")
    expect(ann.locator("#lines a")).to_have_text("R1 5")
    phone.set_offline(False)

    said = ben.locator("#said")
    expect(said).to_contain_text("meanwhile by phone")
    expect(said).to_contain_text("line 1 is now 'R1 5'")
    expect(ben.locator("#box [name=line]")).to_have_value("R1 6")
    expect(ben.locator("#box button")).to_have_text("Change")
    expect(ben.locator("#lines a")).to_have_text("R1 5")
    assert table.draft(4) == "R1 5\n"
    context.close()


def test_behind_the_veil_who_follows_sees_nothing_of_the_stage_until_it_is_saved(
    phone: BrowserContext, tmp_path: Path
) -> None:
    with held(loaded(tmp_path, "flamme-rouge", 4), veil=True) as table:
        page = sat_down(phone, table, follow=True)
        leader = table.leader()
        number = table.tour.board.number
        assert leader.add("R1 4")[0] == 200
        assert table.tour.board.number > number
        pages = {"": page}
        for path in ("standings", "outlook", "rider?bib=R1", "wall"):
            pages[path] = phone.new_page()
            pages[path].goto(f"http://{table.host}/{path}")
            pages[path].wait_for_selector("#bar.live")
        page.reload()
        page.wait_for_selector("#bar.live")
        page.wait_for_timeout(200)
        for path, shown in pages.items():
            assert " home" not in shown.inner_text("main")
            assert "Stage 4" not in shown.inner_text("main"), path


@SLOW
def test_on_a_small_phone_what_matters_is_in_sight_while_bibs_are_tapped(
    browser: Browser, table: Table
) -> None:
    """What the taps made, what came of it, and that the phone is not connected."""
    small = {"width": 320, "height": 568}
    context = browser.new_context(viewport=small, has_touch=True)  # type: ignore[arg-type]
    page = sat_down(context, table)
    taps(page, bib("R1"), mark(4))
    expect(page.locator("#lines li")).to_have_count(1)
    context.set_offline(True)
    taps(page, bib("R2"), mark(3), bib("S4"))
    assert table.leader().add("")[0] == 200
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#bar")).to_be_in_viewport()
    expect(page.locator("#bar")).to_contain_text("not connected")
    context.set_offline(False)
    taps(page, bib("S3"))

    expect(page.locator("#said")).to_be_in_viewport()
    expect(page.locator("#box input[name=line]")).to_be_in_viewport()
    context.close()


@SLOW
def test_a_page_come_back_to_is_live_again(phone: BrowserContext, table: Table) -> None:
    page = sat_down(phone, table, follow=True)
    page.goto("data:text/html,elsewhere")
    table.leader().add("R1 4")
    page.go_back()

    expect(page.locator("#main")).to_contain_text("1 of 8 home")
    expect(page.locator("#bar")).to_have_text("live")


def test_a_connection_that_dies_silently_costs_seconds(
    phone: BrowserContext, table: Table
) -> None:
    """As on a phone that sleeps: no answer comes any more, and no error."""
    phone.clock.install()
    page = sat_down(phone, table, follow=True)
    page.route("**/*board=*", lambda _: None)
    page.wait_for_timeout(4000)
    table.leader().add("R1 4")

    page.clock.run_for(9000)
    expect(page.locator("#bar")).to_contain_text("behind by")
    page.unroute_all()
    page.clock.run_for(8000)
    expect(page.locator("#main")).to_contain_text("1 of 8 home")


def test_everything_can_be_done_without_a_script(
    browser: Browser, table: Table
) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.goto(f"http://{table.host}/")
    page.fill("input[name=key]", table.seats.pin)
    page.click("main button")
    page.wait_for_url("**/who")
    page.click("text=Agathe")
    page.wait_for_url("**/desk")
    page.fill("#box input[name=line]", "R1 4")
    page.click("#box button")
    expect(page.locator("#lines li")).to_have_count(1)
    assert table.draft(4) == "R1 4\n"
    page.click("#lines form button")
    expect(page.locator("#lines li")).to_have_count(0)
    context.close()


TOUCHED = """[...document.querySelectorAll("button, .button")]
    .filter(button => button.checkVisibility())
    .map(button => [
        Math.min(button.offsetWidth, button.offsetHeight),
        (button.ariaLabel || button.innerText).trim(),
    ])"""
"""A script that returns the smaller side and the name of each button."""


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=SLOW)])
def test_on_no_screen_a_page_is_wider_than_it(
    browser: Browser, table: Table, scheme: Literal["light", "dark"]
) -> None:
    """Whatever can be tapped is large enough for a finger, and has a name."""
    context = browser.new_context(color_scheme=scheme)
    page = sat_down(context, table)
    table.leader().add("R1 4")
    for path in ("desk", "", "standings", "course", "outlook", "rider?bib=R1", "wall"):
        page.goto(f"http://{table.host}/{path}")
        page.wait_for_selector("#bar.live")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate("document.documentElement.scrollWidth")
            assert found <= width, path
            touched = page.evaluate(TOUCHED) if path == "desk" else ()
            assert touched or path != "desk"
            for side, name in touched:
                assert side >= 43.5, (width, name)
                assert name, width
    context.close()


def test_the_page_asks_nobody_else(phone: BrowserContext, table: Table) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    page = sat_down(phone, table)
    page.tap("nav a[href='/standings']")
    page.wait_for_selector("#bar.live")

    assert {re.sub("^(http://[^/]*)/.*", r"\1", url) for url in asked} == {
        f"http://{table.host}"
    }
    assert not [url for url in asked if table.seats.write in url.partition("#")[0]]


WALL = """() => {
    const wrong = [];
    const { scrollHeight, scrollWidth } = document.documentElement;
    if (scrollHeight > innerHeight || scrollWidth > innerWidth) wrong.push("page");
    for (const slide of document.querySelectorAll(".slide")) {
        for (const part of slide.children) {
            const { bottom, right } = part.getBoundingClientRect();
            if (bottom > innerHeight || right > innerWidth) wrong.push(part.innerText);
        }
        if (slide.scrollHeight > slide.clientHeight) wrong.push(slide.innerText);
    }
    for (const element of document.querySelectorAll("body *")) {
        if (element.closest("svg, noscript") || element.children.length) continue;
        const size = parseFloat(getComputedStyle(element).fontSize) / innerHeight;
        const text = element.checkVisibility() && element.innerText;
        if (text && size < .0219) wrong.push(`${text}: ${size}`);
    }
    return wrong;
}"""
"""A script that returns the texts of the wall that are cut off or too small."""


@pytest.mark.parametrize("riders", [8, pytest.param(17, marks=SLOW), 198])
def test_on_the_wall_nothing_scrolls_and_nothing_is_small(
    phone: BrowserContext,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    riders: int,
) -> None:
    """198 have names of 40 letters, and a first stage in which all arrived."""
    name, stage, line = {8: ("flamme-rouge", 4, "R1 4"), 17: ("cyclo", 5, "13 4")}.get(
        riders, ("", 2, "1 3:25:10")
    )
    session = loaded(tmp_path, name, stage) if name else grand_tour(tmp_path)
    now, seen = [0.0], list[str]()
    monkeypatch.setattr(followers, "monotonic", lambda: now[0])
    with held(session) as table:
        assert table.leader().add(line)[0] == 200
        page = sat_down(phone, table, follow=True)
        page.goto(f"http://{table.host}/wall")
        told = re.compile(f"stage {stage - 1}", re.IGNORECASE)
        expect(page.locator(".story p")).to_contain_text(told)
        while not seen or seen[0] != seen[-1] or len(seen) == 1:
            for width, height in ((1920, 1080), (3840, 2160), (1280, 720)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(WALL) == []
            expect(page.locator(".leader .gap")).to_be_visible()
            expect(page.locator(".arrivals li").first).to_contain_text("1")
            expect(page.locator(".code svg")).to_be_visible()
            seen.append(page.inner_text(".slide"))
            now[0] += 15
            page.reload()
        assert len(set(seen)) == len(seen) - 1 >= 4


def test_no_column_of_a_table_of_long_names_is_cut_off_on_the_wall(
    phone: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rider 1 leads two classifications, so rider 2 stands in for 1 in green."""
    file, where, now = tmp_path / "cut.toml", str(tmp_path / "cut.db"), [0.0]
    file.write_text(f"""
tour = {{ name = "Cut", rulebook = "cyclo" }}
stage = [{{ length = 60, finish = "1 0 3\\n2 0 1" }}, {{ length = 60 }}]
[[rider]]
bib = "1"
name = "{"Maximiliaan " * 6}"
[[rider]]
bib = "2"
name = "{"Jan " * 9}"
""")
    done = CliRunner().invoke(main, ["--db", where, "load", str(file)])
    assert done.exit_code == 0, done.output
    monkeypatch.setattr(followers, "monotonic", lambda: now[0])
    with held(Session(address=where, tour_name="Cut")) as table:
        page = sat_down(phone, table, follow=True)
        page.goto(f"http://{table.host}/wall")
        page.set_viewport_size({"width": 1920, "height": 1080})
        while "Stands in for" not in page.inner_text(".slide"):
            now[0] += 15
            assert now[0] < 300
            page.reload()
        box, names = page.locator(".wall .table"), page.locator(".wall tbody th")
        assert box.evaluate(
            "box => box.querySelector('table').offsetWidth <= box.clientWidth"
        )
        assert names.nth(1).evaluate("name => name.scrollWidth <= name.clientWidth")


def grand_tour(folder: Path) -> Session:
    """198 riders of 22 teams, at the start of the second of two stages."""
    file, where = folder / "grand.toml", str(folder / "grand.db")
    bibs = [10 * team + rider for team in range(22) for rider in range(1, 10)]
    teams = "".join(
        f"""[[team]]\ncode = "T{team}"\ncolour = "#{team:02}8040"\n"""
        + "".join(
            f"""[[team.rider]]\nbib = "{bib}"\nname = "{f"Name{bib} " * 6}"\n"""
            for bib in bibs[9 * team :][:9]
        )
        for team in range(22)
    )
    finish = "".join(f"{bib} {'3:25:10' if bib == 1 else '+1:07'}\n" for bib in bibs)
    stages = f"""[[stage]]\nkind = "road"\nfinish = \"\"\"\n{finish}\"\"\"\n"""
    head = """[tour]\nname = "Grand Tour"\nrulebook = "road"\n"""
    text = f"""{head}{teams}{stages}[[stage]]\nkind = "road"\n"""
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["--db", where, "load", str(file)])
    assert done.exit_code == 0, done.output
    return Session(address=where, tour_name="Grand Tour")


LONG = """
[tour]
name = "Donaudampfschifffahrtsgesellschaftsrundfahrt"
rulebook = "road"
[[team]]
code = "WOL"
name = "Wolfeschlegelsteinhausenbergerdorff Racing"
rider = [
  { bib = "1", name = "Hubert Wolfeschlegelsteinhausen" },
  { bib = "2", name = "Jan Papadimitrakopoulos", young = true },
  { bib = "3", name = "Sirivannavari Mahachakrisrindh" },
]
[[stage]]
kind = "road"
finish = "1 3:25:10\\n(2 3) +1:00"
[[stage]]
kind = "road"
"""
BROKEN = """rows => rows.flatMap(row => {
    const text = row.firstChild, broken = [];
    for (const word of text.textContent.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) broken.push(word[0]);
    }
    return broken;
})"""
"""The words that are on two lines."""


@pytest.fixture
def long_names(tmp_path: Path) -> Iterator[Table]:
    """A table of a tour with surnames of up to 24 letters, and a longer name."""
    file, where = tmp_path / "long.toml", str(tmp_path / "long.db")
    file.write_text(LONG, encoding="utf-8")
    done = CliRunner().invoke(main, ["--db", where, "load", str(file)])
    assert done.exit_code == 0, done.output
    name = tomllib.loads(LONG)["tour"]["name"]
    with held(Session(address=where, tour_name=name)) as table:
        yield table


def test_a_surname_of_19_letters_breaks_on_no_phone(
    phone: BrowserContext, long_names: Table
) -> None:
    """No page is wider than the phone, and the leader's name has even more letters."""
    page = sat_down(phone, long_names, follow=True)
    for path in ("", "standings", "outlook", "rider?bib=2"):
        page.goto(f"http://{long_names.host}/{path}")
        page.wait_for_selector("#bar.live")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            names = page.locator("tbody th", has_text=re.compile("^(Jan|Siri)"))
            assert names.count() or path.startswith("rider")
            assert names.evaluate_all(BROKEN) == [], (path, width)


def test_the_buttons_of_ghosts_break_no_word(
    phone: BrowserContext, tmp_path: Path
) -> None:
    file, where = tmp_path / "ghosts.toml", str(tmp_path / "ghosts.db")
    types = {"1": "sprinteur", "2": "rouleur"}.items()
    riders = ", ".join(
        f"""{{ bib = "{bib}", type = "{type_}" }}""" for bib, type_ in types
    )
    team = f"""code = "BRA"\nghost = "brain"\nrider = [{riders}]"""
    tour = """name = "Ghosts"\nrulebook = "flamme-rouge\""""
    text = f"""[tour]\n{tour}\n[[team]]\n{team}\n[[stage]]\nkind = "road"\n"""
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["--db", where, "load", str(file)])
    assert done.exit_code == 0, done.output
    with held(Session(address=where, tour_name="Ghosts")) as table:
        page = sat_down(phone, table)
        buttons = page.locator(".ghost button")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            expect(buttons.first).to_be_visible()
            assert buttons.evaluate_all(BROKEN) == [], width


def test_what_can_still_be_won_fits_the_smallest_phone(
    phone: BrowserContext, tmp_path: Path
) -> None:
    """The last column says whether a rider can win, so it must not be cut off."""
    with held(loaded(tmp_path, "cyclo", 5)) as cyclo:
        page = sat_down(phone, cyclo, follow=True)
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(f"http://{cyclo.host}/outlook")
        cut = "boxes => boxes.map(box => box.scrollWidth - box.clientWidth)"
        assert max(page.locator(".scroll").evaluate_all(cut)) <= 0


CONTRAST = """box => {
    const light = (colour) => {
        const parts = colour.match(/[0-9]+/g).map(part => part / 255);
        const [red, green, blue] = parts.map(
            part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4
        );
        return .2126 * red + .7152 * green + .0722 * blue;
    };
    const { color, backgroundColor } = getComputedStyle(box);
    const [dark, bright] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
    return (bright + .05) / (dark + .05);
}"""
"""The contrast of the text of a box as WCAG 2 defines it."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_bad_news_can_be_read_in_every_light(
    browser: Browser, table: Table, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(color_scheme=scheme)
    page = sat_down(context, table, follow=True)
    table.run("delete", table.name, "--yes")
    trouble = page.locator(".trouble")
    expect(trouble).to_be_visible()
    context.set_offline(True)
    off = page.locator("#bar.off")
    expect(off).to_be_visible()

    assert trouble.evaluate(CONTRAST) >= 4.5
    assert off.evaluate(CONTRAST) >= 4.5
    context.close()


def test_boxes_that_can_be_scrolled_are_reached_with_the_tab_key(
    phone: BrowserContext, long_names: Table
) -> None:
    page = sat_down(phone, long_names, follow=True)
    count = """boxes => [
        boxes.filter(box => box.scrollWidth > box.clientWidth).length,
        boxes.filter(box => box.tabIndex === 0 && box.ariaLabel).length,
    ]"""
    for width, some in ((320, True), (1920, False)):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"http://{long_names.host}/")
        page.wait_for_selector("#bar.live")
        wide, reached = page.locator(".scroll, figure").evaluate_all(count)
        assert (wide, bool(wide)) == (reached, some)


def test_the_leaders_surname_is_whole_on_the_wall(
    phone: BrowserContext, long_names: Table
) -> None:
    page = sat_down(phone, long_names, follow=True)
    page.goto(f"http://{long_names.host}/wall")
    name = page.locator(".leader strong")
    for width, height in ((1920, 1080), (3840, 2160), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        expect(name).to_have_text("1 Wolfeschlegelsteinhausen")
        assert name.evaluate_all(BROKEN) == []
        assert name.evaluate(
            "e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight"
        ), width


def test_a_group_of_198_riders_is_its_digits_and_one_more_tap(
    phone: BrowserContext, tmp_path: Path
) -> None:
    """No other bib begins with 33, 34 or 102; 5 begins 51 to 59, so it needs a key."""
    with held(grand_tour(tmp_path)) as table:
        page = sat_down(phone, table)
        page.fill("#box [name=line]", "1 3:25:10")
        page.tap("#box button")
        keys = [f'[data-key="{key}"]' for key in "3334102"]
        count = taps(page, *keys, mark("s"))
        assert count == 8
        taps(page, *(f'[data-key="{key}"]' for key in "5 102"), mark("s"))
        expect(page.locator("#lines a")).to_have_text(
            ["1 3:25:10", "(33 34 102) s", "(5 102) s"]
        )


def test_a_button_that_was_reached_with_the_tab_key_stays_focused(
    phone: BrowserContext, table: Table
) -> None:
    page = sat_down(phone, table)
    for count, button in enumerate((bib("R3"), ".save a", "#seats summary"), 1):
        page.focus(button)
        table.phone(table.seats.pin).add(f"# {count}")
        expect(page.locator("#lines li")).to_have_count(count)
        expect(page.locator(button)).to_be_focused()


def test_a_very_long_name_is_no_wider_than_a_phone(
    phone: BrowserContext, table: Table
) -> None:
    table.run("rider", "edit", "R1", "--name", "Llanfair" * 8)
    page = sat_down(phone, table, follow=True)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"http://{table.host}/")
    expect(page.locator(".rider").first).to_contain_text("Llanfair")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_link_opened_in_the_tab_of_a_follower_lets_the_phone_write(
    phone: BrowserContext, table: Table
) -> None:
    """Only the fragment of the address changes: the browser loads no page."""
    page = sat_down(phone, table, follow=True)
    page.goto(f"http://{table.host}/#w={table.seats.write}")
    page.wait_for_url("**/who")


def test_a_phone_that_waits_for_permission_opens_the_desk_once_it_has_it(
    phone: BrowserContext, table: Table
) -> None:
    leader, scribe = table.leader(), table.phone(table.seats.write)
    scribe_id = scribe.cookie.partition("=")[2].partition(".")[0]
    leader.post("/seat", id=scribe_id, remove=1)
    page = phone.new_page()
    page.goto(f"http://{table.host}/#w={table.seats.write}")
    page.tap("text=Benoît")
    expect(page.locator("[role=alert]")).to_contain_text("ask the game leader")
    (waiting,) = (s.id for s in table.seats.writers.values() if not s.writes)
    leader.post("/seat", id=waiting, area="")
    expect(page.locator("#box")).to_be_visible()


def test_a_half_typed_line_is_not_lost_with_its_stage(
    phone: BrowserContext, table: Table
) -> None:
    """The reason is shown; a line of another stage is no change of a line of this."""
    leader = table.leader()
    leader.add("# a")
    page = sat_down(phone, table)
    page.tap("#lines a")
    page.fill("#box [name=line]", "# b")
    table.run("stage", "clear", "3", "--yes")
    expect(page.locator("#said")).to_contain_text("stage 4 is no longer being entered")
    expect(page.locator("#box [name=line]")).to_have_value("# b")
    expect(page.locator("#box [name=op]")).to_have_value("add")


def test_each_tab_of_a_phone_has_its_own_half_typed_line(
    phone: BrowserContext, table: Table
) -> None:
    page, other = sat_down(phone, table), phone.new_page()
    other.goto(f"http://{table.host}/desk")
    page.fill("#box [name=line]", "# half")
    table.leader().add("R1 4")
    expect(other.locator("#lines li")).to_have_count(1)
    expect(other.locator("#box [name=line]")).to_have_value("")
    page.reload()
    expect(page.locator("#box [name=line]")).to_have_value("# half")


def test_the_cards_of_eight_ghosts_are_whole_on_the_wall(
    phone: BrowserContext, table: Table
) -> None:
    cut = """tiles => tiles.filter(tile => {
        const board = tile.closest(".board").getBoundingClientRect();
        const { bottom, right } = tile.getBoundingClientRect();
        const high = tile.scrollHeight > tile.clientHeight;
        return high || bottom > board.bottom || right > innerWidth;
    }).map(tile => tile.innerText)"""
    for rider in ("R1", "R2", "R3", "R4", "S1", "S2", "S3", "S4"):
        kind = "rouleur" if rider[0] == "R" else "sprinteur"
        table.run("rider", "edit", rider, "--type", kind)
    for team in ("ROS", "BAR", "HAM", "PAS"):
        table.run("team", "edit", team, "--ghost", "muscle")
    table.leader().add("?")
    page = sat_down(phone, table, follow=True)
    page.goto(f"http://{table.host}/wall")
    tiles = page.locator(".wall .ghost .tile")
    expect(tiles).to_have_count(8)
    for width, height in ((1920, 1080), (3840, 2160), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert tiles.evaluate_all(cut) == []


def test_with_text_of_twice_the_size_each_key_is_on_the_screen(
    phone: BrowserContext, table: Table
) -> None:
    """A line is announced by what it shows, such as the beginning of a turn."""
    leader = table.leader()
    leader.add("R1 4")
    leader.add("")
    page = sat_down(phone, table)
    page.set_viewport_size({"width": 195, "height": 422})
    page.click("#marks summary")
    right = "keys => Math.max(...keys.map(key => key.getBoundingClientRect().right))"
    assert page.locator(".keys button").evaluate_all(right) <= 195
    expect(page.locator("#lines a").last).to_have_accessible_name(
        "Change line 2: Next turn"
    )
