"""The ceremony at the live table: the game leader reveals everything."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from markupsafe import escape
from playwright.sync_api import Error, expect, sync_playwright

from peloton.cli.commands.table import file_to_take_home
from peloton.cli.main import main
from peloton.errors import PelotonError
from peloton.reports.scenes import Scene
from peloton.reports.tour.ceremony import ceremony
from peloton.table.followers import FOLLOWER_PATHS
from tests.machine import PATIENCE
from tests.table import tables
from tests.table.tables import Phone, Table, held, loaded
from tests.writers.browser import CHROMIUM, needs_browser

HOME = ("/home/tour.html", "/home/tour.pdf", "/home/tour.toml")
SCRIBES_PATHS = ("/", "/desk")
BESIDE = """() => {
    const shown = "h2, .scene li, .scene p, .code, .home p";
    const boxes = [...document.querySelectorAll(shown)];
    return boxes.every(box => {
        const { bottom, right } = box.getBoundingClientRect();
        const code = document.querySelector(".code").getBoundingClientRect();
        const clear = !box.closest(".scene") || right < code.left;
        const small = parseFloat(getComputedStyle(box).fontSize) < .02 * innerHeight;
        return bottom <= innerHeight && right <= innerWidth && clear && !small;
    });
}"""
"""True if all is on the screen, is not behind the code, and is large enough to read."""
FIGURES = re.compile(r'<(?:tr|td|li|strong|svg class="bar")')


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with held(loaded(tmp_path, "flamme-rouge")) as table:
        yield table


def writer(table: Table) -> Phone:
    """A phone that the game leader has allowed to write."""
    leader, phone = table.leader(), table.phone(table.seats.write)
    (found,) = [seat for seat in table.seats.writers.values() if not seat.leads]
    assert leader.post("/seat", id=found.id, area="")[0] == 303
    return phone


def scenes_of(table: Table) -> tuple[Scene, ...]:
    return ceremony(table.tour.board.saved)


def told(scene: Scene) -> list[str]:
    """Everything that a page with the scene tells, as the page writes it."""
    rows = [row.name for row in scene.rows]
    names = [each.name for each in scene.names]
    return [str(escape(text)) for text in (scene.title, *names, *scene.about, *rows)]


def test_phones_get_only_the_scene_revealed_last_in_every_answer(table: Table) -> None:
    leader, scribe = table.leader(), writer(table)
    scenes = scenes_of(table)
    _, _, told_by_story = table.run("story").partition("\n\n")
    story = [each for each in told_by_story.split(". ") if each.strip()]
    answers = dict[int, list[str]]()
    for number in range(1, len(scenes) + 1):
        # A phone may not ask too often, so each scene has its own follower.
        follower = table.follower()
        assert leader.post("/ceremony", to=number)[0] == 303
        answers[number] = [
            *(follower.get(path) for path in FOLLOWER_PATHS),
            *(scribe.get(path) for path in SCRIBES_PATHS),
            leader.get("/wall"),
        ]
        assert all('class="scene ' in text for text in answers[number])
        assert 'action="/sit"' in answers[number][0]
        assert scribe.post("/change", **table.one())[0] == 409
        follower_now = follower.ask("GET", "/now.json")
        assert follower_now[:2] == (503, "the ceremony has not ended yet")
        by_key = table.phone().ask("GET", f"/now.json?key={table.seats.follow}")
        assert by_key[0] == 503
    for number, texts in answers.items():
        scene = scenes[number - 1]
        for text in texts:
            main = text.partition("<main")[2] or text
            assert not any(sentence in main for sentence in story)
            assert [word for word in told(scene) if word not in main] == []
            assert len(FIGURES.findall(main)) == (
                len(scene.names) + 2 * len(scene.rows) + len(scene.jerseys)
            )
            own = " ".join(told(scene))
            for later in scenes[number:]:
                early = [w for w in told(later) if w in main and w not in own]
                assert early == []


def test_the_leader_reads_the_scene_and_the_next_one_and_can_go_back(
    table: Table,
) -> None:
    leader, follower = table.leader(), table.follower()
    scenes = scenes_of(table)
    assert 'href="/ceremony"' in leader.get("/desk")
    assert "Start the ceremony" in leader.get("/ceremony")
    leader.post("/ceremony", to=3)
    page = leader.get("/ceremony")

    assert all(word in page for word in [*told(scenes[2]), escape(scenes[3].title)])
    assert escape(scenes[3].names[0].name) in page
    assert escape(scenes[4].title) not in page
    assert re.findall(r'name="to" value="(\d+)"', page) == ["4", "2", "0"]
    leader.post("/ceremony", to=2)
    assert escape(scenes[2].title) not in follower.get("/wall")
    leader.post("/ceremony", to=0)
    assert 'class="scene ' not in follower.get("/wall")
    assert follower.ask("GET", "/now.json")[0] == 200
    leader.post("/ceremony", to=999)
    assert f"{len(scenes)} / {len(scenes)}" in leader.get("/ceremony")


def test_only_the_game_leader_reveals_and_only_after_the_last_stage(
    table: Table, tmp_path: Path
) -> None:
    for phone in (table.follower(), writer(table)):
        assert phone.post("/ceremony", to=1)[0] == 403
        assert phone.ask("GET", "/ceremony")[0] == 403
    assert table.tour.board.revealed == 0
    (tmp_path / "open").mkdir()
    with held(loaded(tmp_path / "open", "flamme-rouge", 4)) as running:
        leader = running.leader()
        code, answer = leader.post("/ceremony", to=1)
        assert code == 400
        assert "stages ridden: 3 of 4" in answer
        assert 'href="/ceremony"' not in leader.get("/desk")


def test_a_stage_taken_back_ends_the_ceremony(table: Table) -> None:
    leader = table.leader()
    leader.post("/ceremony", to=2)
    table.run("stage", "clear", "4", "--yes")
    table.waits_for("Stage 4")

    page = leader.get("/ceremony")
    assert "stages ridden: 3 of 4" in page
    assert 'href="/desk">Back to the lines' in page
    assert 'name="to"' not in page
    assert 'class="scene ' not in table.follower().get("/wall")
    table.run("undo")
    table.waits_for("Every stage has been ridden.")
    assert table.tour.board.revealed == 0


def test_the_files_of_the_tour_are_for_all_seats_after_the_last_scene(
    table: Table,
) -> None:
    leader, last = table.leader(), len(scenes_of(table))
    phones = {"/ceremony": leader, "/desk": writer(table), "/": table.follower()}
    stranger = table.phone()

    def statuses(scene: int | None) -> set[int]:
        """Reveal a scene; return what the phones with a seat get for the files."""
        if scene is not None:
            assert leader.post("/ceremony", to=scene)[0] == 303
        assert {stranger.ask("GET", path)[0] for path in HOME} == {401}
        for path, phone in {**phones, "/wall": phones["/"]}.items():
            links = [f'href="{file}"' in phone.get(path) for file in HOME]
            assert links == [scene == last] * len(HOME)
        return {phone.ask("GET", p)[0] for phone in phones.values() for p in HOME}

    before = "the files of the tour are ready after the last scene"
    assert statuses(None) == {403}
    assert statuses(last - 1) == {403}
    assert table.follower().ask("GET", HOME[0])[:2] == (403, before)
    assert statuses(last) == {200}
    assert statuses(last - 1) == {403}
    leader.post("/ceremony", to=last)
    leader.post("/ceremony", to=0)
    assert {table.follower().ask("GET", path)[0] for path in HOME} == {200}
    table.run("stage", "clear", "4", "--yes")
    table.waits_for("Next: stage 4.")
    table.run("undo")
    table.waits_for("Every stage has been ridden.")
    assert {table.follower().ask("GET", path)[0] for path in HOME} == {403}


def test_what_is_taken_home_is_the_whole_tour_in_three_files(tmp_path: Path) -> None:
    """Each is named after the tour, whatever letters are in its name."""
    session, name = loaded(tmp_path, "flamme-rouge"), '../"Tour"; é'
    where = ["--db", str(session.address)]
    renamed = CliRunner().invoke(main, [*where, "edit", "--name", name])
    assert renamed.exit_code == 0, renamed.output
    with held(replace(session, tour_name=name)) as table:
        table.leader().post("/ceremony", to=999)
        page, book, file = (table.follower().ask("GET", path) for path in HOME)
        dumped = table.run("dump")

    assert page[1].startswith("<!doctype html>")
    assert "Stage 4: Le Bassin - La Terrasse" in page[1]
    assert book[1].startswith("%PDF")
    assert file[1] == dumped
    for (_, _, headers), ending in zip(
        (page, book, file), ("html", "pdf", "toml"), strict=True
    ):
        kind, plain, whole = headers["content-disposition"].split("; ")
        assert (kind, plain) == ("attachment", f'filename="tour.{ending}"')
        assert unquote(whole.removeprefix("filename*=UTF-8''")) == f"{name}.{ending}"
        assert "/" not in whole


def test_what_is_taken_home_is_in_the_language_of_the_table(tmp_path: Path) -> None:
    session = loaded(tmp_path, "flamme-rouge")
    race = session.read().race()
    page = file_to_take_home(session, ["--language=fr"], race, "tour.html")

    assert "Étape 4" in page.decode()


def test_a_file_that_cannot_be_made_is_reported_in_one_line(tmp_path: Path) -> None:
    session = loaded(tmp_path, "flamme-rouge")
    race = session.read().race()
    race = replace(race, tour=replace(race.tour, name="--help"))
    with pytest.raises(PelotonError, match="no tour called '--help'"):
        file_to_take_home(session, (), race, "tour.pdf")
    with pytest.raises(PelotonError, match=r"^pas de tour '--help'"):
        file_to_take_home(session, ["--language=fr"], race, "tour.pdf")


def test_each_file_is_made_once_for_all_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[str]()

    def make_file(*arguments: object) -> bytes:
        *_, name = map(str, arguments)
        made.append(name)
        return b"file"

    monkeypatch.setattr(tables, "file_to_take_home", make_file)
    with held(loaded(tmp_path, "flamme-rouge")) as table:
        leader, phones = table.leader(), [table.follower(), table.follower()]
        leader.post("/ceremony", to=999)
        leader.post("/name", name="Ann")
        for phone in phones:
            assert phone.ask("GET", HOME[1])[:2] == (200, "file")
        leader.post("/ceremony", to=0)
        assert phones[0].get(HOME[1]) == "file"
        assert made == ["tour.pdf"]
        table.run("edit", "--place", "the kitchen")
        table.waits_for("Every stage")
        while not made[1:]:
            phones[1].get(HOME[1])


@needs_browser
def test_wall_leader_and_follower_go_through_the_ceremony_together(
    table: Table,
) -> None:
    scenes = scenes_of(table)
    with sync_playwright() as started:
        flags = ["--no-sandbox", "--disable-gpu"]
        try:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=flags)
        except Error as error:
            pytest.skip(f"{CHROMIUM} does not start: {error.message.splitlines()[0]}")
        keys = {
            "/ceremony": table.seats.pin,
            "/wall": table.seats.follow,
            "/": table.seats.follow,
        }
        wrong = list[str]()
        leader, wall, phone = (
            browser.new_context(viewport=size).new_page()  # type: ignore[arg-type]
            for size in (
                {"width": 390, "height": 844},
                {"width": 1920, "height": 1080},
                {"width": 390, "height": 844},
            )
        )
        for page, (path, key) in zip((leader, wall, phone), keys.items(), strict=True):
            page.set_default_timeout(1000 * PATIENCE)
            page.on("pageerror", lambda error: wrong.append(str(error)))
            cookie = table.phone(key).cookie.partition("=")
            page.context.add_cookies(
                [{"name": cookie[0], "value": cookie[2], "url": f"http://{table.host}"}]
            )
            page.goto(f"http://{table.host}{path}")
            page.wait_for_selector("#bar.live", state="attached")
        for number, scene in enumerate(scenes, 1):
            leader.locator(".save button").first.click()
            title = re.compile(re.escape(scene.title))
            for page in (leader, wall, phone):
                expect(page.locator(".scene h2")).to_have_text(
                    title, timeout=1000 * PATIENCE
                )
            bars = wall.locator("[data-who]").evaluate_all(
                "rows => rows.map(row => row.dataset.who)"
            )
            assert bars == [row.who for row in scene.rows]
            assert f"{number} / {len(scenes)}" in leader.locator("main").inner_text()
        expect(wall.locator(".code svg")).to_be_visible()
        for width, height in ((1280, 720), (3840, 2160), (1920, 1080)):
            wall.set_viewport_size({"width": width, "height": height})
            assert wall.evaluate(BESIDE), width
        with phone.expect_download() as download:
            phone.click("text=Tour file")
        assert download.value.suggested_filename == f"{table.name}.toml"
        browser.close()
        assert wrong == []
