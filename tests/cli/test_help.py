"""What a new user sees first."""

from collections.abc import Iterator

import click
import pytest

from peloton.cli import main
from tests.cli.conftest import Run


def paths(
    group: click.Group, before: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from paths(command, (*before, name))
        else:
            yield (*before, name)


@pytest.mark.parametrize("path", list(paths(main)), ids=" ".join)
def test_every_command_has_an_example_of_itself_in_its_help(
    run: Run, path: tuple[str, ...]
) -> None:
    ran = run(*path, "--help")

    assert ran.code == 0
    example = ran.out.partition("Example:")[2]
    assert " ".join(("peloton", *path)) in example


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
