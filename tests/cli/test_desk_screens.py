"""The screen of the desk for every game, every kind of stage and hostile names."""

from pathlib import Path

import pytest

from peloton.cli.fullscreen.rows import cut_to_width, pad_to_width, wrapped_words
from peloton.notation.resources import sample_tours
from tests.cli.conftest import TOUR, Run
from tests.cli.desks import HELP, PAGE_DOWN, SAVE, sit

HOSTILE = TOUR.replace("Eddy Baens", "=cmd()\\u001b[31m").replace(
    "Leo Lakei", "王小明 <b>"
)
SAMPLES = sorted(file.stem for file in sample_tours().glob("*.toml"))


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest, run: Run) -> str:
    name = str(request.param)
    assert run("load", str(sample_tours() / f"{name}.toml")).code == 0
    return name


def test_every_stage_of_every_game_can_be_taken_up_and_saved_as_it_is(
    sample: str, run: Run
) -> None:
    before = run("dump").out
    stages = before.count("[[stage]]")
    for number in range(1, stages + 1):
        sat = sit(SAVE, number=number, size=(80, 24))

        assert sat.saved, (sample, number, sat.screens)
    assert run("dump").out == before


def test_the_views_and_the_help_fit_eighty_columns_in_every_game(sample: str) -> None:
    for finish in (True, False):
        sat = sit(
            *(PAGE_DOWN, PAGE_DOWN, HELP, PAGE_DOWN),
            number=1,
            finish=finish,
            size=(80, 24),
        )

        assert all(len(row) <= 80 for row in sat.screen.splitlines())
        assert "Lines" in sat.screens[2], sample


@pytest.mark.parametrize(("sample", "cards"), [("cyclo", False), ("criterium", True)])
def test_the_help_has_cards_where_the_game_has_them(
    run: Run, *, sample: str, cards: bool
) -> None:
    """CR-17: in Cyclo there are none to keep."""
    run("load", str(sample_tours() / f"{sample}.toml"))

    sat = sit(HELP, PAGE_DOWN, number=1, size=(120, 80))

    assert ("holds 2 cards" in sat.screen) is cards


def test_names_are_shown_as_typed_and_act_on_nothing(run: Run, folder: Path) -> None:
    (folder / "hostile.toml").write_text(HOSTILE, encoding="utf-8")
    run("load", "hostile.toml")

    sat = sit(PAGE_DOWN, number=1)

    assert "=cmd()\\x1b[31m" in sat.screen
    assert "王" in sat.screen
    assert "<b>" in sat.screen


def test_a_name_of_wide_letters_takes_two_columns_for_each() -> None:
    assert pad_to_width("王小", 6) == "王小  "
    assert pad_to_width("7", 3, right=True) == "  7"
    assert cut_to_width("王小明", 5) == "王小…"
    assert cut_to_width("abc", 3) == "abc"
    assert cut_to_width("abcd", 3) == "ab…"


def test_words_go_on_as_few_rows_as_they_need() -> None:
    assert wrapped_words(["12", "4", "17"], 5) == ["12 4", "17"]
    assert wrapped_words([], 5) == []


@pytest.mark.parametrize("command", ["finish", "desk"])
def test_without_a_terminal_the_way_for_scripts_is_named(
    tour: Run, command: str
) -> None:
    ran = tour(command, "1", typed="4 2\n")

    assert ran.code == 1
    assert ran.out == ""
    assert len(ran.errors) == 1
    assert "needs a terminal" in ran.err
    assert "use 'peloton stage enter 1'" in ran.err
    assert "reads a file with --from" in ran.err


def test_a_stage_behind_one_that_is_not_ridden_cannot_be_taken_up(tour: Run) -> None:
    tour("stage", "clear", "3", "--yes")
    tour("stage", "clear", "2", "--yes")

    assert "stage 2 has no results" in tour("finish", "3").err


def test_when_all_is_ridden_the_stage_must_be_named(tour: Run) -> None:
    assert (
        "every stage has been ridden; give the number of a stage" in tour("finish").err
    )


def test_a_stage_beyond_the_last_is_refused(tour: Run) -> None:
    assert tour("desk", "4").errors == ["Error: no stage 4; the tour has 3"]


@pytest.mark.parametrize(("columns", "shown"), [(149, False), (150, True)])
@pytest.mark.parametrize("finish", [True, False])
@pytest.mark.usefixtures("tour")
def test_a_wide_screen_has_every_classification(
    columns: int, *, finish: bool, shown: bool
) -> None:
    sat = sit(PAGE_DOWN, number=3, finish=finish, size=(columns, 40))

    for title in ("Points", "Mountains", "Team"):
        assert (f"{title} classification" in sat.screen) is shown
    beside = finish or shown
    assert sat.screen.count("General classification") == beside
