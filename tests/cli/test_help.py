"""What a new user sees first."""

import pytest

from tests.cli.conftest import Run


def test_a_mistyped_command_is_wrong_usage_and_the_nearest_is_named(run: Run) -> None:
    ran = run("standing")

    assert ran.code == 2
    assert ran.errors == [
        "Error: no such command 'standing'; did you mean 'standings'?"
    ]


def test_a_mistyped_subcommand_names_the_nearest_too(run: Run) -> None:
    ran = run("stage", "entr")

    assert ran.code == 2
    assert "did you mean 'enter'?" in ran.err


def test_without_any_tour_a_command_says_how_to_get_one(run: Run) -> None:
    ran = run("standings")

    assert (ran.code, ran.out, len(ran.errors)) == (1, "", 1)
    assert "peloton new" in ran.err
    assert "peloton demo" in ran.err


def test_listing_no_tours_is_no_mistake(run: Run) -> None:
    assert run("tours").code == 0
    assert run("tours", "--json").out == "[]\n"


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [
        (("stage", "add", "--kind", "raod"), "road"),
        (("stage", "add", "--profile", "hily"), "hilly"),
        (("stage", "lots", "1", "generl", "1", "2"), "general"),
        (("season", "--only", "playrs"), "players"),
        (("rules", "setup", "cyclo", "--kind", "proloque"), "prologue"),
        (("rules", "table", "criterum"), "criterium"),
        (("completion", "bsh"), "bash"),
    ],
)
def test_a_mistyped_word_of_a_command_line_names_the_nearest(
    run: Run, mistyped: tuple[str, ...], meant: str
) -> None:
    ran = run(*mistyped)

    assert ran.code == 2
    assert f"did you mean '{meant}'?" in ran.err
