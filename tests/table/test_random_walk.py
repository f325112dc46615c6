"""A writer's phone in a real browser, through hundreds of random taps."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.machine import PATIENCE
from tests.table.tables import Table, held, loaded
from tests.table.test_browser import browser, sat_down  # noqa: F401 - a fixture
from tests.writers.browser import needs_browser

pytestmark = needs_browser
State = tuple[int, str]
"""The number of the stage being entered, 0 for none, and its text."""
WEIGHTS = {
    "add": 10,
    "finish": 1,
    "out": 2,
    "next": 4,
    "change": 5,
    "cancel": 2,
    "remove": 4,
    "nothing": 2,
    "save": 4,
    "undo": 14,
    "redo": 6,
    "reload": 1,
    "clear": 1,
    "undo_all": 1,
}


class Walk:
    """A phone with random taps, and the states that each undo must restore."""

    def __init__(self, table: Table, page: Page, chance: Random) -> None:
        """Open the desk."""
        self.table, self.page, self.chance = table, page, chance
        self.past: list[State] = []
        self.redone: list[State] = []
        self.checked = 0
        self.first_step = (table.tour.board.last_step or (0,))[0]

    @property
    def state(self) -> State:
        """The state on the server."""
        view = self.table.tour.board.view
        return (view.number, view.text) if view else (0, "")

    def tap(self, where: str | Locator) -> bool:
        """Tap one of the elements at random; return False if there are none."""
        found = self.page.locator(where) if isinstance(where, str) else where
        shown = [one for one in found.all() if one.is_visible()]
        if shown:
            self.chance.choice(shown).tap()
        return bool(shown)

    def settle(self) -> None:
        """Wait until the phone has sent everything and shows the newest board."""
        self.page.wait_for_selector("#bar.live")
        # wait_for_function would be refused: the page's policy forbids eval.
        unsent = "JSON.parse(localStorage.getItem('unsent') || '[]').length"
        begun = time.monotonic()
        while self.page.evaluate(unsent):
            assert time.monotonic() - begun < PATIENCE, "the phone sends its changes"
            self.page.wait_for_timeout(10)
        self.table.tour.refresh()
        view = self.table.tour.board.view
        lines = view.text.count("\n") if view else 0
        if view:
            state = self.page.locator("#state")
            expect(state).to_have_attribute("data-stage", re.compile(f"{view.number} "))
        else:
            expect(self.page.locator("#state")).to_have_count(0)
        expect(self.page.locator("#lines li")).to_have_count(lines)

    def go(self, name: str) -> None:
        """Do one random action, and check its effect."""
        before = self.state
        getattr(self, name)()
        self.settle()
        after = self.state
        if name in {"clear", "undo_all"}:
            self.past, self.redone = [], []
        elif name in {"undo", "redo"} and after != before:
            stack, other = self.past, self.redone
            if name == "redo":
                stack, other = other, stack
            if stack:
                assert after == stack.pop(), f"the {name} is exact"
                self.checked += 1
            other.append(before)
        elif after != before and name == "finish":
            self.redone = []
        elif after != before:
            self.past.append(before)
            self.redone = []
        page = self.page.inner_text("main")
        assert self.page.locator("#box").count() or "Every stage has" in page, page
        assert not self.page.locator(".trouble").count()

    def add(self) -> None:
        if self.tap(".tile"):
            self.tap("[data-mark]")

    def finish(self) -> None:
        """Enter the finish of all riders who are still out."""
        view = self.table.tour.board.view
        for bib in view.live.still_out if view else ():
            self.past.append(self.state)
            self.page.tap(f'[data-bib="{bib}"]')
            self.page.tap('[data-mark="3"]')
            self.settle()

    def out(self) -> None:
        if self.tap('[data-for="DNF "]'):
            self.tap(".tile")
            self.tap("#box button")

    def next(self) -> None:
        self.tap(".next")

    def change(self) -> None:
        if self.tap("#lines a"):
            self.page.fill("#box [name=line]", f"# {self.chance.random()}")
            self.tap("#box button")

    def cancel(self) -> None:
        if self.tap("#lines a"):
            assert self.page.inner_text("#box button") == "Change"
            self.tap(".cancel")
            assert self.page.inner_text("#box button") == "Add"

    def remove(self) -> None:
        self.tap("#lines form button")

    def nothing(self) -> None:
        self.tap("#box button")

    def save(self) -> None:
        if self.tap("text=Save the stage"):
            self.page.wait_for_url("**/desk/save")
            self.page.wait_for_selector("#bar.live")
            if not self.tap("form.save button"):
                self.page.tap("text=Back to the lines")
            self.page.wait_for_url("**/desk")

    def undo(self) -> None:
        self.tap('[aria-label^="Undo"]')

    def redo(self) -> None:
        self.tap('[aria-label^="Redo"]')

    def reload(self) -> None:
        self.page.reload()

    def clear(self) -> None:
        board = self.table.tour.board
        if last := (board.view.number if board.view else 5) - 1:
            self.table.run("stage", "clear", str(last), "--yes")

    def undo_all(self) -> None:
        """Undo the last change of the tour, unless it is the first one."""
        last_step = self.table.tour.board.last_step
        if last_step and last_step[0] > self.first_step:
            self.table.run("undo")


@pytest.fixture
def walk(browser: Browser, tmp_path: Path) -> Iterator[Callable[[int], Walk]]:  # noqa: F811
    """A walk at a table with two stages to ride; it fails on errors of a page."""
    wrong: list[str] = []
    context = browser.new_context(has_touch=True)
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.set_default_timeout(1000 * PATIENCE)
    with held(loaded(tmp_path, "flamme-rouge", 3)) as table:
        page = sat_down(context, table)
        yield lambda seed: Walk(table, page, Random(seed))  # noqa: S311 - a repeatable walk
        context.close()
    assert wrong == []


def walked(walk: Walk, taps: int) -> None:
    """Do a number of actions, chosen by their weights."""
    for _ in range(taps):
        walk.go(*walk.chance.choices([*WEIGHTS], [*WEIGHTS.values()]))
    assert walk.checked > taps / 10


def test_after_60_random_taps_the_page_is_usable_and_each_undo_was_exact(
    walk: Callable[[int], Walk],
) -> None:
    walked(walk(7), 60)


@pytest.mark.endurance
@pytest.mark.parametrize("seed", [1, 2])
def test_after_500_random_taps_the_page_is_usable_and_each_undo_was_exact(
    walk: Callable[[int], Walk], seed: int
) -> None:
    walked(walk(seed), 500)
