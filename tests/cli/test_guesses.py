"""Guesses of newcomers at command lines: they run, or the hint is useful."""

import pytest

from tests.cli.conftest import Run

RUNS = "runs"
GUESSES = {
    # Beginnings and names of commands.
    "stand": RUNS,
    "res": RUNS,
    "jersey": RUNS,
    "comm": RUNS,
    "award": RUNS,
    "tour": RUNS,
    "STANDINGS": RUNS,
    "ex": "'peloton explain' or 'peloton export'",
    "rider li": RUNS,
    "team li": RUNS,
    "stage li": RUNS,
    "stage sh 1": RUNS,
    "rules li": RUNS,
    "help stand": RUNS,
    # Numbers, names and words for a stage.
    "standings 2": RUNS,
    "standings gc": RUNS,
    "standings yellow --after 1": RUNS,
    "standings --top 3": RUNS,
    "standings -n 3": RUNS,
    "result last": RUNS,
    "result muur": RUNS,
    "result 2": RUNS,
    "result --top 1": RUNS,
    "result --stage 2": "'peloton result 2'",
    "standings --team MOL": "'peloton team show CODE'",
    "standings --rider 7": "'peloton rider show BIB'",
    "standings --limit 3": "'peloton standings --top 3'",
    "standings --force": "--yes",
    "result 2 -o x.pdf": "'peloton sheet' or 'peloton export'",
    "jerseys 2": RUNS,
    "outlook 2": RUNS,
    "kit 3": RUNS,
    "stage 2": RUNS,
    "rider 7": RUNS,
    "rider eddy": RUNS,
    "team MOL": RUNS,
    # Rules, help and version.
    "rules cyclo": RUNS,
    "rules CY-14": RUNS,
    "help CY-14": RUNS,
    "help tables": "'table'",
    "version": "'peloton --version'",
    "-v": RUNS,
    "-V": RUNS,
    "--version": RUNS,
    "-h": RUNS,
    "about": "'peloton --version'",
    "man": "'peloton help'",
    "tutorial": "'peloton demo'",
    "example": "'peloton demo'",
    "sample": "'peloton demo'",
    "games": "'peloton rules list'",
    "rulebook": "'peloton rules list'",
    "rulebooks": "'peloton rules list'",
    # Setting up.
    "create": "'peloton new'",
    "init": "'peloton new'",
    "start": "'peloton new'",
    "add rider": "'peloton rider add'",
    "add team": "'peloton team add'",
    "add stage": "'peloton stage add'",
    "stage new": "'peloton stage add'",
    "rider create": "'peloton rider add'",
    "team new": "'peloton team add'",
    "import": "'peloton rider import'",
    "startlist": "'peloton rider list'",
    "riders": "'peloton rider list'",
    "teams": "'peloton team list'",
    "stages": "'peloton stage list'",
    "list": "'peloton tours'",
    "ls": "'peloton tours'",
    "list riders": "'peloton rider list'",
    "rename": "'peloton edit'",
    "set": "'peloton edit'",
    "langauge": "'peloton edit'",
    "lang": "'peloton edit'",
    "calssification": "'peloton standings'",
    "resutl": "'peloton result'",
    "stage eidt": "'peloton stage edit'",
    "config": "'peloton where'",
    "settings": "'peloton where'",
    "options": "'peloton edit'",
    "switch": "'peloton use'",
    "open": "'peloton use'",
    # Playing.
    "enter": "'peloton stage enter' or 'peloton desk'",
    "record": "'peloton stage enter'",
    "play": "'peloton desk'",
    "race": "'peloton desk'",
    "stage results": "'peloton stage enter'",
    "stage ent 3 --from missing.txt": "missing.txt",
    "dnf": "'peloton note'",
    "dnf 7": "'peloton note'",
    "withdraw": "'peloton note'",
    "stage dnf": "'peloton stage enter'",
    "penalty": "'peloton stage ruling'",
    "penalize": "'peloton stage ruling'",
    "fine": "'peloton stage ruling'",
    "draw": "'peloton stage lots'",
    "fix": "'peloton desk'",
    "correct": "'peloton desk'",
    "next": "'peloton kit'",
    "web": "'peloton table'",
    "serve": "'peloton table'",
    "phone": "'peloton table'",
    "qr": "'peloton table'",
    "share": "'peloton table'",
    # Looking and printing.
    "status": "'peloton' or 'peloton standings'",
    "show": "'peloton standings' or 'peloton result'",
    "gc": "'peloton standings'",
    "ranking": "'peloton standings'",
    "leader": "'peloton jerseys'",
    "points": "'peloton standings'",
    "stats": "'peloton standings' or 'peloton records'",
    "search": "'peloton explain'",
    "why": "'peloton explain'",
    "money": "'peloton standings'",
    "prizes": "'peloton awards'",
    "print": "'peloton sheet'",
    "pdf": "'peloton sheet'",
    "csv": "'peloton export'",
    "save": "'peloton export' or 'peloton dump'",
    "history": "'peloton log'",
    "new --gaem cyclo": "'--game'",
    # Undoing and removing.
    "revert": "'peloton undo'",
    "und": "'peloton undo'",
    "stage delete": "'peloton stage remove'",
    "stage remove 1": "expected 3",
    "rm": "'peloton rider remove'",
    "update": "'peloton help install'",
}
"""The hint for each guess, or RUNS if the guess runs."""
WITHOUT_HINT = ("quit", "roll", "timer", "xyzzy", "stage xyzzy", "delet", "rules xyzzy")
"""Words without a meaning here, and `delete`: a hint would be wrong."""


def test_there_are_at_least_as_many_guesses_as_were_collected() -> None:
    assert len(GUESSES) >= 116


@pytest.mark.parametrize(("typed", "leads_to"), GUESSES.items())
def test_a_guess_runs_or_gets_the_right_hint(
    tour: Run, typed: str, leads_to: str
) -> None:
    ran = tour(*typed.split())

    if leads_to == RUNS:
        assert (ran.code, bool(ran.out)) == (0, True), ran.err
    else:
        assert ran.code in {1, 2}
        assert leads_to in ran.errors[0]


@pytest.mark.parametrize("typed", WITHOUT_HINT)
def test_a_word_without_a_meaning_gets_no_hint(tour: Run, typed: str) -> None:
    ran = tour(*typed.split())

    assert ran.code in {1, 2}
    assert "did you mean" not in ran.err


@pytest.mark.parametrize(
    "typed", ["und", "red", "clos Mini", "dele Mini", "stage clea 3", "stage rem"]
)
def test_a_command_that_removes_or_replaces_is_never_abbreviated(
    tour: Run, typed: str
) -> None:
    before = tour("dump").out
    ran = tour(*typed.split(), typed="y\n")

    assert ran.code == 2
    assert tour("dump").out == before


def test_the_name_of_a_game_is_the_game_of_a_new_tour(run: Run) -> None:
    assert run("new", "flamme-rouge", "--stages", "3", "--name", "Tafel").code == 0
    assert 'rulebook = "flamme-rouge"' in run("dump").out


def test_a_rank_that_is_shared_is_not_cut(tour: Run) -> None:
    """Mini after stage 1 has three riders in the general classification."""
    first = tour("standings", "general", "--after", "1", "--top", "2", "--json").out
    assert first.count('"rank"') == 2
    assert tour("result", "1", "-n", "2", "--json").out.count('"place"') == 2
    table = tour("standings", "general", "1", "-n", "2")
    assert table.code == 2
    refused = tour("standings", "extra-turns", "--top", "2")
    assert refused.errors == ["Error: found --top with extra-turns, which has no ranks"]


def test_a_stage_is_last_or_next_or_its_name(tour: Run) -> None:
    assert tour("result", "last").out == tour("result", "3").out
    assert tour("result", "home").out == tour("result", "3").out
    assert tour("jerseys", "--after", "muur").out == tour("jerseys", "1").out
    assert tour("standings", "2").out == tour("standings", "--after", "2").out
    assert "every stage has been ridden" in tour("kit", "next").err
    assert "or one of last, next, Oudenaarde" in tour("result", "Ghent").err
