"""The page of a ceremony: self-contained and safe, and its scenes in a browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from peloton.api.formats import FileOptions
from peloton.api.sheets import export_bytes
from peloton.reports.scenes import SceneKind
from peloton.reports.tour.ceremony import ceremony
from peloton.rules.facts.kinds import Language
from peloton.rules.words import printable
from tests.machine import PATIENCE
from tests.writers.browser import CHROMIUM, needs_browser
from tests.writers.reported import HOSTILE_TOUR, TOURS, race_of

FILE = Path("Ceremony.html")
SHOWN = ".scene.shown"


def page_of(name: str, language: Language = Language.ENGLISH) -> str:
    race = race_of(name)
    options = FileOptions(tour=race.tour, language=language)
    return export_bytes(race, FILE, options).decode()


@pytest.mark.parametrize("name", TOURS)
def test_a_page_has_every_scene_and_loads_nothing(name: str) -> None:
    page = page_of(name)

    assert page.count('<section class="scene ') == len(ceremony(race_of(name)))
    assert re.findall(r"(?:src|href)=\"(?!#)", page) == []
    assert "default-src 'none'" in page
    assert page.count("<script>") == 1


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.FRENCH, ("Troisième place", "Suivant", "Vainqueur du tour")),
        (Language.SPANISH, ("Tercer puesto", "Siguiente", "Segundo puesto")),
        (Language.CATALAN, ("Tercer lloc", "Següent", "Segon lloc")),
        (Language.DUTCH, ("Derde plaats", "Volgende", "Huldiging")),
    ],
)
def test_a_page_is_in_the_language_of_the_tour(
    language: Language, words: tuple[str, ...]
) -> None:
    page = page_of("road", language)

    assert f'<html lang="{language}">' in page
    assert [word for word in words if word not in page] == []
    assert "Third place" not in page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as started:
        flags = ["--no-sandbox", "--disable-gpu"]
        try:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=flags)
        except Error as error:
            pytest.skip(f"{CHROMIUM} does not start: {error.message.splitlines()[0]}")
        yield browser
        browser.close()


@needs_browser
@pytest.mark.parametrize("size", [(390, 844), (1920, 1080)])
@pytest.mark.parametrize("name", ["road", HOSTILE_TOUR])
def test_each_tap_reveals_one_scene_and_back_goes_back(
    browser: Browser, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    (tmp_path / FILE).write_text(page_of(name), encoding="utf-8")
    scenes = ceremony(race_of(name))
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_default_timeout(1000 * PATIENCE)
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((tmp_path / FILE).as_uri())
    for number, scene in enumerate(scenes, 1):
        expect(page.locator(".count")).to_have_text(f"{number} / {len(scenes)}")
        expect(page.locator(SHOWN)).to_have_count(1)
        names = page.locator(f"{SHOWN} strong").all_text_contents()
        assert names == [printable(each.name) for each in scene.names]
        bars = page.locator(f"{SHOWN} ol li").evaluate_all(
            "rows => rows.map(row => row.dataset.who)"
        )
        assert bars == [row.who for row in scene.rows]
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0]
        if number % 2:
            page.keyboard.press("ArrowRight")
        else:
            page.locator("main").click(position={"x": 20, "y": 20})
    page.locator(".back").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".count")).to_have_text(f"{len(scenes) - 2} / {len(scenes)}")
    page.reload()
    expect(page.locator(".count")).to_have_text(f"{len(scenes) - 2} / {len(scenes)}")
    page.close()
    assert wrong == []


@needs_browser
def test_the_foot_of_a_small_phone_is_low_and_as_wide_as_the_phone(
    browser: Browser, tmp_path: Path
) -> None:
    """The first scene has a hint beside its only button; the last has one button."""
    file = tmp_path / FILE
    file.write_text(page_of("cyclo", Language.SPANISH), encoding="utf-8")
    last = len(ceremony(race_of("cyclo")))
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.set_default_timeout(1000 * PATIENCE)
    sizes = (
        "[document.querySelector('footer')].map(f => [f.scrollWidth, f.offsetHeight])"
    )
    feet = []
    for number in (1, 2, last - 1, last):
        page.goto("about:blank")
        page.goto(f"{file.as_uri()}#{number}")
        expect(page.locator(".count")).to_have_text(f"{number} / {last}")
        feet += page.evaluate(sizes)
    page.close()

    assert [width for width, _ in feet] == [320] * 4
    assert feet[0][1] <= 80
    assert [height for _, height in feet[1:]] == [60] * 3


@needs_browser
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_bars_move_only_if_the_viewer_does_not_mind(
    browser: Browser, tmp_path: Path, motion: str
) -> None:
    (tmp_path / FILE).write_text(page_of("road"), encoding="utf-8")
    kinds = [scene.kind for scene in ceremony(race_of("road"))]
    page = browser.new_page(reduced_motion=motion)  # type: ignore[arg-type]
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(f"{(tmp_path / FILE).as_uri()}#{kinds.index(SceneKind.REPLAY) + 1}")
    # The animations are counted in the task that starts them, before they can end.
    moving = page.evaluate(
        "() => { document.querySelector('.forward').click();"
        " return document.getAnimations().length; }"
    )
    page.close()

    assert (moving > 0) == (motion == "no-preference")
