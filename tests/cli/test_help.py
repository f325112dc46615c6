"""The help that a new user sees first."""

import pytest

from peloton.cli.main import main
from peloton.notation.resources import guide
from tests.cli.conftest import Run


def test_a_mistyped_command_is_wrong_usage_and_the_nearest_is_named(run: Run) -> None:
    ran = run("standigns")

    assert ran.code == 2
    assert ran.errors == [
        "Error: no such command 'standigns'; did you mean 'peloton standings'?"
    ]


def test_a_mistyped_subcommand_names_the_nearest_too(run: Run) -> None:
    ran = run("stage", "etner")

    assert ran.code == 2
    assert "did you mean 'peloton stage enter'?" in ran.err


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
        (("season", "--only", "playrs"), "players"),
        (("rules", "setup", "cyclo", "--kind", "proloque"), "prologue"),
        (("completion", "bsh"), "bash"),
    ],
)
def test_a_mistyped_word_of_a_command_line_names_the_nearest(
    run: Run, mistyped: tuple[str, ...], meant: str
) -> None:
    ran = run(*mistyped)

    assert ran.code == 2
    assert f"did you mean '{meant}'?" in ran.err


@pytest.mark.parametrize("command", ["result", "stage", "stage enter"])
def test_help_on_a_command_is_its_help(run: Run, command: str) -> None:
    words = command.split()

    assert run("help", *words).out == run(*words, "--help").out


def test_help_on_a_subject_is_its_page_with_links_that_can_be_typed(run: Run) -> None:
    shown = run("help", "databases").out

    assert shown.startswith("# Where the tours are stored\n")
    assert "A tour file (`peloton help tour-file`) needs no database" in shown
    assert "](" not in "".join(run("help", subject).out for subject in guide())


def test_help_on_a_word_that_is_both_gives_both(run: Run) -> None:
    shown = run("help", "desk").out

    assert shown.startswith(run("desk", "--help").out + "\n# At the desk\n")


def test_help_alone_lists_every_command_under_a_heading_and_every_subject(
    run: Run,
) -> None:
    shown = run("help").out
    first_words = [line.split()[0] for line in shown.splitlines() if line[:2] == "  "]

    assert shown.startswith(run("--help").out)
    assert set(main.lazy) | set(guide()) <= set(first_words)
    assert shown.index("\nSet up:\n") < shown.index("\nPlay:\n")


def test_a_subject_is_a_single_word_of_help(run: Run) -> None:
    ran = run("help", "tour-file", "desk")

    assert (ran.code, ran.out) == (2, "")
    assert ran.errors[0].startswith("Error: no such command 'tour-file'")
    assert "did you mean 'tour-file'" not in ran.err


def test_help_on_a_word_after_a_command_is_wrong_usage(run: Run) -> None:
    ran = run("help", "standings", "general")

    assert (ran.code, ran.out) == (2, "")
    assert ran.errors == ["Error: no such command 'general'"]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("dest", "desk"),
        ("standigns", "peloton standings"),
        ("stage etner", "peloton stage enter"),
        ("tour-flie", "tour-file"),
        ("langage", "languages"),
    ],
)
def test_help_on_no_command_and_no_subject_names_the_nearest(
    run: Run, words: str, meant: str
) -> None:
    ran = run("help", *words.split())

    assert (ran.code, ran.out) == (2, "")
    assert f"did you mean '{meant}'?" in ran.err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("enter", "'peloton stage enter' or 'peloton desk'"),
        ("create", "'peloton new'"),
        ("INIT", "'peloton new'"),
        ("print", "'peloton sheet'"),
        ("show", "'peloton standings' or 'peloton result'"),
        ("status", "'peloton' or 'peloton standings'"),
        ("list", "'peloton tours'"),
        ("results", "'peloton result'"),
        ("stage results", "'peloton stage enter'"),
        ("rider ls", "'peloton rider list'"),
        ("stage new", "'peloton stage add'"),
        ("help enter", "'peloton stage enter' or 'peloton desk'"),
    ],
)
def test_what_newcomers_type_leads_to_the_command(
    run: Run, words: str, meant: str
) -> None:
    ran = run(*words.split())

    assert (ran.code, ran.out) == (2, "")
    assert ran.errors[0].endswith(f"; did you mean {meant}?")


@pytest.mark.parametrize("word", ["delet", "delete-tour", "rm", "drop", "entr"])
def test_to_delete_is_never_proposed(run: Run, word: str) -> None:
    assert "'delete'" not in run(word).err


@pytest.mark.parametrize("group", ["stage", "rider"])
def test_a_number_alone_is_shown(tour: Run, group: str) -> None:
    assert tour(group, "1").out == tour(group, "show", "1").out != ""


def test_the_marks_of_a_stage_stand_under_one_heading(run: Run) -> None:
    below = run("stage", "--help").out.partition("\nOther facts:\n")[2]

    assert [line.split()[0] for line in below.splitlines()] == [
        *("ruling", "lots", "turns", "cards")
    ]
