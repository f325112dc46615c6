"""The functions of the phones' scripts, tested without a table or a screen."""

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Error, Route, sync_playwright

from peloton.notation.desk.lines import SIGNS
from tests.machine import PATIENCE
from tests.writers.browser import CHROMIUM, needs_browser

pytestmark = needs_browser
SCRIPTS = files("peloton.table").joinpath("scripts")
PAGE = "http://table.test/"

OUTBOX = """async (answers) => {
    const { Outbox } = await import("/scripts/outbox.js");
    const memory = {}, sent = [], heard = [];
    const stored = (name, value) => {
        if (value !== undefined) memory[name] = JSON.stringify(value);
        return memory[name] ? JSON.parse(memory[name]) : null;
    };
    const post = async (path, change) => {
        sent.push(change.line);
        const status = answers.shift() ?? 200;
        if (status === 0) throw new TypeError("no network");
        return { status, ok: status < 300, text: async () => `answer ${status}` };
    };
    const table = {
        accepted: (text) => heard.push(text),
        refused: ({ line, message }) => heard.push(`${line}: ${message}`),
        unreachable: () => heard.push("unreachable"),
    };
    const outbox = new Outbox(stored, post, table);
    const told = () => ({
        sent, heard,
        waiting: outbox.waiting.map(({ line }) => line),
        refused: outbox.refused.map(({ line }) => line),
        numbers: outbox.waiting.map(({ number }) => Number(number)),
    });
    const soon = () => new Promise((resolve) => setTimeout(resolve, 0));
    const result = await (async () => { BODY })();
    return result ?? told();
}"""

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Run JavaScript on an empty page next to the scripts."""

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if not name:
            route.fulfill(body="<!doctype html>", content_type="text/html")
            return
        body = SCRIPTS.joinpath(name).read_text(encoding="utf-8")
        route.fulfill(body=body, content_type="text/javascript")

    with sync_playwright() as started:
        flags = ["--no-sandbox", "--disable-gpu"]
        try:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=flags)
        except Error as error:
            pytest.skip(f"{CHROMIUM} does not start: {error.message.splitlines()[0]}")
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.route("**/*", answer)
        page.goto(PAGE)
        yield page.evaluate
        browser.close()


def outbox(run: Run, body: str, *answers: int) -> Any:  # noqa: ANN401 - what it gives
    """Return what an outbox does for these statuses of responses; 0: no network."""
    return run(OUTBOX.replace("BODY", body), list(answers))


PUT = """for (const line of ["1 0", "", "4 1"]) outbox.put({ op: "add", line });"""
PUT_AND_WAIT = f"{PUT} for (let turn = 0; turn < 20; turn += 1) await soon();"


def test_changes_are_sent_in_the_order_they_were_made(run: Run) -> None:
    found = outbox(run, PUT_AND_WAIT)

    assert found["sent"] == ["1 0", "", "4 1"]
    assert found["heard"] == ["answer 200"] * 3
    assert found["waiting"] == []


@pytest.mark.parametrize("status", [0, 401, 429, 500, 503])
def test_what_is_not_answered_stays_and_nothing_overtakes_it(
    run: Run, status: int
) -> None:
    found = outbox(run, PUT_AND_WAIT, 200, status)

    assert found["sent"] == ["1 0", ""]
    assert found["heard"] == ["answer 200", "unreachable"]
    assert found["waiting"] == ["", "4 1"]


@pytest.mark.parametrize("status", [400, 403, 409, 413])
def test_a_line_that_is_refused_stays_among_the_refused(run: Run, status: int) -> None:
    found = outbox(run, PUT_AND_WAIT, status)

    assert found["sent"] == ["1 0", "", "4 1"]
    assert found["heard"][0] == f"1 0: answer {status}"
    assert (found["waiting"], found["refused"]) == ([], ["1 0"])


def test_a_refused_turn_is_not_written_again_and_no_ghosts_draw_twice(run: Run) -> None:
    lines = """for (const line of ["", "?"]) outbox.put({ op: "add", line });
        for (let turn = 0; turn < 20; turn += 1) await soon();"""
    found = outbox(run, lines, 409, 409)

    assert found["heard"] == [": answer 409", "?: answer 409"]
    assert found["refused"] == []


def test_each_change_has_a_higher_number_within_one_millisecond_too(run: Run) -> None:
    found = outbox(run, f"Date.now = () => 5; {PUT} return told();", 0)

    assert found["numbers"] == sorted(set(found["numbers"]))


def test_a_change_after_the_clock_was_set_back_has_a_higher_number_too(
    run: Run,
) -> None:
    """Otherwise a new turn would be one that the page shows."""
    body = """Date.now = () => 5; outbox.put({ op: "add", line: "" }, 7e15);
        return [outbox.turnsAfter(7e15)];"""

    assert outbox(run, body, 0) == [1]


def test_turns_that_a_page_does_not_show_yet_are_counted(run: Run) -> None:
    """Only an added empty line begins one; the page knows of those up to a number."""
    body = f"""{PUT} outbox.put({{ op: "remove", line: "" }});
        const numbers = outbox.waiting.map(({{ number }}) => Number(number));
        return [0, ...numbers.slice(0, 2)].map((at) => outbox.turnsAfter(at));"""

    assert outbox(run, body, 0) == [1, 1, 0]


def test_a_refused_line_has_the_message_of_the_page(run: Run) -> None:
    body = """const page = '<main><p role="alert"> it is turn 1 </p></main>';
        outbox.post = async () => ({ status: 409, ok: false, text: async () => page });
        outbox.put({ op: "add", line: "1 0" });
        await soon();
        return [heard, outbox.refused[0].message];"""

    assert outbox(run, body) == [["1 0: it is turn 1"], "it is turn 1"]


def test_a_refused_line_is_taken_back_in_exchange_for_another(run: Run) -> None:
    body = f"""{PUT_AND_WAIT}
        const other = {{ line: "7 1", number: "1", message: "" }};
        const found = outbox.take(outbox.refused[0].number, other);
        return [found.line, outbox.refused.map(({{ line }}) => line)];"""

    assert outbox(run, body, 409) == ["1 0", ["7 1"]]


def test_a_phone_that_stores_nothing_is_told_so(run: Run) -> None:
    body = """outbox.stored = () => undefined;
        return [outbox.put({ op: "add", line: "1 0" })];"""

    assert outbox(run, body) == [False]


LINE = """async ([work, pad]) => {
    const lines = await import("/scripts/line.js");
    return work.map(([name, ...values]) => lines[name](...values, pad));
}"""


def changed(run: Run, line: str, taps: list[tuple[str, str]], **pad: object) -> str:
    """Return a line after taps, each a function of `line.js` with a bib or a key."""
    begins = ["", "DNF ", "Muur: ", "!"]
    given = {"begins": begins, "signs": "".join(SIGNS), "marked": True, **pad}
    given = {"digits": False, "bibs": ["1", "4", "5", "12"], **given}
    for name, value in taps:
        (line,) = run(LINE, [[[name, line, value]], given])
    return line


@pytest.mark.parametrize(
    ("line", "bibs", "marked", "expected"),
    [
        ("", ["1"], True, "1"),
        ("", ["1", "4"], True, "(1 4)"),
        ("", ["1", "4"], False, "1 4"),
        ("", ["1", "4", "1"], True, "4"),
        ("", ["#1"], True, "#1"),
        ("", ["+1"], True, "(+1)"),
        ("", ["%1"], True, "(%1)"),
        ("", ["a:b"], True, "(a:b)"),
        ("DNF ", ["1", "4"], True, "DNF 1 4"),
        ("Muur: ", ["4", "1"], True, "Muur: 4 1"),
        ("1 0 3", ["4"], True, "(1 4) 0 3"),
        ("(1 4) 3", ["4"], True, "1 3"),
    ],
)
def test_bibs_are_written_as_the_desk_reads_them(
    run: Run, *, line: str, bibs: list[str], marked: bool, expected: str
) -> None:
    taps = [("withBib", bib) for bib in bibs]

    assert changed(run, line, taps, marked=marked) == expected


@pytest.mark.parametrize(
    ("line", "keys", "expected"),
    [
        ("", "7 4", "7 4"),
        ("(1 4)", "12", "(1 4) 12"),
        ("1", "0 3", "1 0 3"),
        ("1 0 3", "⌫⌫", "1 0"),
    ],
)
def test_with_a_button_for_each_rider_keys_type_marks(
    run: Run, line: str, keys: str, expected: str
) -> None:
    taps = [("withKey", "Backspace" if key == "⌫" else key) for key in keys]

    assert changed(run, line, taps) == expected


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("3334102", "(33 34 102)"),
        ("5 102", "(5 102)"),
        ("51", "51"),
        ("5 +7", "5 +7"),
        ("33+1:07", "33 +1:07"),
        ("3334+1:07", "(33 34) +1:07"),
        ("3334⌫", "(33 3)"),
        ("3334⌫⌫", "33"),
        ("33+⌫⌫⌫", "3"),
        ("9⌫", ""),
    ],
)
def test_with_many_riders_digits_make_bibs(run: Run, keys: str, expected: str) -> None:
    """No other bib begins with 33; 5 begins 51, so it needs a space or another sign."""
    taps = [("withKey", "Backspace" if key == "⌫" else key) for key in keys]
    bibs = ["5", "51", "33", "34", "102", "9"]

    assert changed(run, "", taps, digits=True, bibs=bibs).strip() == expected


PAGES = """async (answers) => {
    const { Page } = await import("/scripts/page.js");
    document.body.innerHTML = "<h1></h1><main></main>";
    const main = document.querySelector("main");
    const page = new Page(() => {});
    return answers.map(([run, count]) => {
        const tag = `${run} ${count}`;
        const named = { ETag: tag, Board: run * 1e6 + count };
        const html = `<title>A B</title><main>${tag}</main>`;
        page.show(html, { headers: new Headers(named) });
        return main.textContent;
    }).concat(document.title);
}"""


def test_a_page_of_another_run_of_the_table_is_shown_whatever_its_number(
    run: Run,
) -> None:
    """Within one run an answer that is late is not: it would undo a newer one."""
    pages = [[7, 3], [7, 2], [5, 1], [5, 2], [5, 1], [9, 1]]

    shown = ["7 3", "7 3", "5 1", "5 2", "5 2", "9 1"]
    assert run(PAGES, pages) == [*shown, "A B"]


TOUCHED = """async () => {
    const { Page } = await import("/scripts/page.js");
    document.body.innerHTML = "<h1></h1><main></main>";
    const main = document.querySelector("main");
    const page = new Page(() => {});
    const show = (tag, count) => {
        const headers = new Headers({ ETag: tag, Board: 7e6 + count });
        page.show(`<main>${tag}</main>`, { headers });
    };
    const touch = (name) => dispatchEvent(new Event(name));
    const timers = [], { setTimeout, clearTimeout } = window;
    window.setTimeout = (work, delay) => timers.push({ work, delay });
    window.clearTimeout = (id) => { if (id) timers[id - 1].delay = Infinity; };
    const after = (most) => {
        const due = timers.filter(({ delay }) => delay <= most);
        for (const timer of due.sort((a, b) => a.delay - b.delay)) timer.work();
        return main.textContent;
    };
    const result = (() => { BODY })();
    Object.assign(window, { setTimeout, clearTimeout });
    return result;
}"""
"""Show pages with fake timers; `after` runs those of at most so many milliseconds."""


def test_a_page_is_not_replaced_between_the_end_of_a_touch_and_its_click(
    run: Run,
) -> None:
    """On a busy phone the click comes late, and would hit what is there by then.

    The browser submits the form of a tapped button after the click.
    """
    body = """show("old", 1); touch("pointerdown"); show("new", 2); touch("pointerup");
        const before = after(400);
        touch("click");
        return [before, main.textContent, after(0)];"""

    assert run(TOUCHED.replace("BODY", body)) == ["old", "old", "new"]


def test_a_page_held_back_by_a_touch_is_dropped_if_the_old_one_is_right_again(
    run: Run,
) -> None:
    """Somebody added a line meanwhile, and undid it."""
    body = """show("old", 1); touch("pointerdown"); show("new", 2); show("old", 3);
        touch("click");
        return after(400);"""

    assert run(TOUCHED.replace("BODY", body)) == "old"


def test_an_answer_without_a_page_leaves_the_one_that_is_shown(run: Run) -> None:
    """A later answer may be shown before one that says that nothing has changed."""
    body = """show("old", 1); show("new", 1);
        const headers = new Headers({ ETag: "old", Board: 7e6 + 1 });
        page.show("", { status: 304, headers });
        return main.textContent;"""

    assert run(TOUCHED.replace("BODY", body)) == "new"


OPENED = """async () => {
    const { Page } = await import("/scripts/page.js");
    document.body.innerHTML = "<h1></h1><main></main>";
    const page = new Page(() => {});
    const show = (html, count) => {
        const headers = new Headers({ ETag: count, Board: 7e6 + count });
        page.show(`<main>${html}</main>`, { headers });
    };
    const part = (id, open = "") => `<details id="${id}" ${open}></details>`;
    show(part("marks", "open") + part("last") + part("seats"), 1);
    document.getElementById("marks").open = false;
    document.getElementById("seats").open = true;
    show(part("last") + part("seats") + part("marks", "open") + part("new"), 2);
    return [...document.querySelectorAll("details")].map(({ open }) => open);
}"""


def test_a_part_of_the_page_stays_open_or_closed_wherever_it_moves(run: Run) -> None:
    """After a save there is no entry box, so there are fewer parts."""
    assert run(OPENED) == [False, True, False, False]


WORDS = {"live": "live", "off": "off", "behind": "{s} s", "waiting": "{n} wait"}


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        ({"failed": False, "silent": 5, "waiting": 0}, ("live", "live")),
        ({"failed": False, "silent": 6, "waiting": 0}, ("behind", "6 s")),
        ({"failed": False, "silent": 0, "waiting": 2}, ("live", "2 wait")),
        ({"failed": False, "silent": 9, "waiting": 2}, ("behind", "9 s, 2 wait")),
        ({"failed": True, "silent": 9, "waiting": 3}, ("off", "off, 3 wait")),
    ],
)
def test_the_bar_says_how_fresh_the_page_is(
    run: Run, now: dict[str, object], shown: tuple[str, str]
) -> None:
    script = """async ([now, words]) => {
        const { status } = await import("/scripts/page.js");
        return status(now, words);
    }"""

    found = run(script, [now, WORDS])

    assert (found["name"], found["text"]) == shown
