import json
from pathlib import Path

import pytest

from peloton.errors import PelotonError
from peloton.notation.problems import problem_lines
from peloton.notation.resources import templates
from peloton.notation.rulebook_file.reading import (
    builtin_names,
    builtin_text,
    find_rulebook,
    read_rulebook,
)
from peloton.notation.tour_file.reading import read_tour
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.keys import KEYS
from peloton.rules.rulebook.rulebook import Jersey, Source, Value
from tests.notation.documents import problems_of

CYCLO = builtin_text("cyclo")


def said(text: str) -> list[str]:
    """Read a rulebook with mistakes; return the messages about them."""
    return list(problem_lines("own.toml", text, problems_of(text, read_rulebook)))


def changed(old: str, new: str) -> str:
    assert old in CYCLO
    return CYCLO.replace(old, new, 1)


def bare(**changes: str) -> str:
    """Return the text of the Cyclo rulebook as a user would write it: only values."""
    written = {
        key: changes.get(key, json.dumps(value.value))
        for key, value in sorted(read_rulebook(CYCLO).values.items())
    }
    lines = [f"{key} = {value}" for key, value in written.items()]
    return "\n".join(['name = "own"', 'title = "Ours"', *lines])


def test_the_built_in_rulebooks_are_the_files_in_templates() -> None:
    files = (templates() / "rulebooks").glob("*.toml")

    assert builtin_names() == tuple(sorted(file.stem for file in files))
    assert {"criterium", "cyclo"} <= set(builtin_names())


@pytest.mark.parametrize("name", builtin_names())
def test_a_built_in_rulebook_is_read_without_mistakes_under_its_own_name(
    name: str,
) -> None:
    assert read_rulebook(builtin_text(name)).name == name


@pytest.mark.parametrize("name", ["cylco", "../rulebooks/cyclo", ""])
def test_the_text_of_an_unknown_rulebook_is_refused(name: str) -> None:
    with pytest.raises(PelotonError, match=f"no rulebook '{name}', expected one of"):
        builtin_text(name)


def test_a_value_has_its_provenance() -> None:
    assert read_rulebook(CYCLO).values["mountains.lengths"] == Value(
        value=(0, 20, 25, 30, 41),
        rule="CY-9",
        source=Source.DECIDED,
        confirmed=False,
        note="the text leaves 20, 25 and 30 open and misprints the 1st category",
    )


def test_a_users_own_rulebook_may_give_just_the_values() -> None:
    rulebook = read_rulebook(bare())

    assert rulebook.values["turn"] == Value(value=10, source=Source.HOUSE)
    assert rulebook.values.keys() == KEYS.keys()


def test_jerseys_are_ranked_as_they_stand() -> None:
    assert read_rulebook(CYCLO).jerseys[1:] == (
        Jersey(
            name="green", classification=ClassificationName.POINTS, colour="#1b9e3e"
        ),
        Jersey(
            name="white", classification=ClassificationName.MOUNTAINS, colour="#ffffff"
        ),
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('title = "Cyclo"', "", "a rulebook without 'title', expected one"),
        ('name = "cyclo"', 'name = "cyclo"\nspeed = 3', "own.toml:8: error: unknown"),
        ('title = "Cyclo"', 'titel = "Cyclo"', "did you mean 'title'?"),
        ("[unit]", "[unti]", "'unit', expected one of seconds, tenths, places: the"),
        (
            "[points.finish]",
            "[points.finsh]",
            "unknown key 'points.finsh' in a rulebook",
        ),
        ("[turn]\nvalue = 10", "[turn]\nvalue = -1", "turn: found -1, expected"),
        ("[turn]\nvalue = 10", "[turn]\nvalue = true", "turn: found true, expected a"),
        ("[turn]\nvalue = 10", "[turn]\nvalue = 0", "turn: found 0, expected a whole"),
        (
            "[turn]\nvalue = 10",
            "[turn]\nvalue = 1.5",
            "value: found 1.5, expected a whole number, text,",
        ),
        ("[turn]\nvalue = 10", "[turns]\nvalue = 10", "expected a whole number, 1 or"),
        ("[turn]\nvalue = 10", "[turn]", "a value of a rulebook without 'value'"),
        ("[turn]\nvalue", "[turn]\ncolour = 1\nvalue", "key 'colour' in a"),
        ("confirmed = true", "confirmed = 1", "confirmed: found 1, expected true or"),
        ("[15, 10, 5, 4, 3, 2, 1]", "[15, true]", "points.finish: found [15, true]"),
        ("[15, 10, 5, 4, 3, 2, 1]", "[15, -1]", "points.finish: found [15, -1]"),
        ("[15, 10, 5, 4, 3, 2, 1]", '["a"]', "points.finish: found ['a'], expected"),
        ('"arrival"', '"arival"', "order: found 'arival', expected one of"),
        ('"previous general", "lots", "general"', '"wins", "lot"', "mean 'lots'?"),
        ('"best rider", "lots"', '"lots", "lots"', "ties.teams: found 'lots' twice"),
        ("[0, 20, 25, 30, 41]", "[0, 25, 20]", "mountains.lengths: found [0, 25, 20]"),
        ('"turns lines"', '"turns line"', "did you mean 'turns lines'?"),
        ("default = 3\nchoices = [1", "default = 5\nchoices = [1", "default: found 5"),
        ("default = 3\nchoices = [1", "choices = [1", "an option without 'default'"),
        ("choices = [1, 2, 3, 4]", "", "an option without 'choices' or 'key'"),
        (
            "choices = [3, 5]",
            'choices = [3, "x"]',
            "invalid choice: ttt.rider: found 'x'",
        ),
        ('key = "ttt.rider"', 'key = "ttt.ridder"', "did you mean 'ttt.rider'?"),
        ("level.sets.4]", "level.sets.9]", "sets: found '9', expected one of 1, 2"),
        ('"time_limit.turns" = 25', '"time_limit.turns" = "x"', "limit.turns: found"),
        ('"time_limit.turns" = 25', '"time_limit.turn" = 1', "key 'time_limit.turn'"),
        ('"time_limit.turns" = 25', "rule = 5", "rule: found 5, expected text in"),
        ('name = "sprinter"', 'name = "climber"', "type 'climber' twice"),
        ('name = "green"', 'name = "yellow"', "found a jersey 'yellow' twice"),
        ('"points"\ncolour', '"point"\ncolour', "classification: found 'point'"),
        ('"points"\ncolour', '"teams"\ncolour', "expected a jersey of riders: one of"),
        ("#f5c400", "yellow", "colour: found 'yellow', expected a colour such as"),
    ],
)
def test_each_mistake_says_what_was_found_and_expected(
    old: str, new: str, expected: str
) -> None:
    assert any(expected in line for line in said(changed(old, new)))


def test_the_clock_of_an_older_rulebook_is_ignored() -> None:
    older = changed("[turn]\nvalue", '[clock]\nvalue = "turns"\n\n[turn]\nvalue')

    assert read_rulebook(older) == read_rulebook(CYCLO)


def bare_without(key: str) -> str:
    rows = bare().split("\n")
    return "\n".join(row for row in rows if not row.startswith(f"{key} = "))


def test_every_value_without_a_default_must_be_given() -> None:
    needed = [key for key, each in KEYS.items() if each.default is None]
    lines = {key: said(bare_without(key)) for key in needed}

    assert needed
    assert [
        (key, found)
        for key, found in lines.items()
        if len(found) != 1
        or not found[0].startswith(
            f"own.toml: error: a rulebook without '{key}', expected "
        )
    ] == []


def test_a_value_not_given_has_its_default() -> None:
    defaults = {
        key: Value(value=each.default, rule=each.rule, source=Source.DEFAULT)
        for key, each in KEYS.items()
        if each.default is not None
    }
    found = {key: read_rulebook(bare_without(key)).values[key] for key in defaults}

    assert found == defaults != {}


def test_all_mistakes_of_a_rulebook_are_found_at_once() -> None:
    text = bare(turn="-1", order="'arival'", unit="1")

    assert [line.split(":")[3] for line in said(text)] == [" order", " turn", " unit"]


def test_a_value_given_both_ways_is_refused() -> None:
    text = f'{bare()}\n"points.finish" = [1]'

    assert any("'points.finish' twice" in line for line in said(text))


def test_a_rulebook_that_is_not_toml_says_so() -> None:
    (line,) = said("name = ")

    assert line.startswith("own.toml:1: error: not valid TOML: ")


# -- A rulebook beside a tour file. ----------------------------------------------------

TOUR = '[tour]\nname = "x"\nrulebook = "own.toml"\n\n[[stage]]\nfinish = "1 0 3"\n'


def test_a_rulebook_beside_the_tour_is_read(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(bare(turn="7"), encoding="utf-8")

    found = read_tour(TOUR, tmp_path)

    assert found.problems == ()
    assert found.rulebook is not None
    assert found.rulebook.number("turn") == 7


def test_the_built_in_rulebooks_need_no_folder() -> None:
    rulebook, problems = find_rulebook(Tour(name="A", rulebook="cyclo"))

    assert rulebook is not None
    assert problems == ()


def test_a_mistake_in_a_rulebook_is_named_with_its_own_file_and_line(
    tmp_path: Path,
) -> None:
    text = "name = 'x'\ntitle = 'X'\nspeed = 3\n"
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")

    found = read_tour(TOUR, tmp_path)

    assert any(
        line.startswith(
            "t.toml:3: error: rulebook own.toml:3: error: unknown key 'speed'"
        )
        for line in problem_lines("t.toml", TOUR, found.problems)
    )


@pytest.mark.parametrize("name", ["own.toml", "folder", "x" * 5000, "\0", "cylco"])
def test_a_rulebook_that_is_not_there_is_a_problem(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    rulebook, (problem,) = find_rulebook(Tour(name="A", rulebook=name), tmp_path)

    assert rulebook is None
    assert problem.where == ("tour", "rulebook")


def test_a_rulebook_that_is_not_text_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_bytes(b"\xff\xfe\x00")

    tour = Tour(name="A", rulebook="own.toml")
    _, (problem,) = find_rulebook(tour, tmp_path)

    assert problem.message == f"{tmp_path / 'own.toml'} is not a text file in UTF-8"
