import pytest

from peloton.notation.problems import problem_lines
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.startlist import Bib
from tests.notation.samples import TOUR, located


def problem(
    *where: str | int, bib: str | None = None, offset: int = 0, code: str = "x"
) -> Problem:
    rider = None if bib is None else Bib(bib)
    return Problem(code=code, message="wrong", where=where, bib=rider, offset=offset)


def line_of(found: Problem, text: str = TOUR) -> str:
    """Return the text of the line that a problem refers to."""
    line = located(text, found)
    assert line is not None
    return text.split("\n")[line - 1].strip()


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (problem("tour", "options", "level"), "level = 4"),
        (problem("tour", "rules", "bonus.finish"), '"bonus.finish" = [10, 6, 4]'),
        (problem("team", 0, "rider", 0, "type"), 'type = "climber"'),
        (problem("rider", 0, "type"), "[[rider]]"),
        (problem("stage", 0), "[[stage]]"),
        (
            problem("stage", 0, "sections", 1, "to"),
            '{ kind = "paved", from = 100, to = 115 },',
        ),
        (problem("stage", 0, "crossings", "Muur", bib="1"), 'Muur = "4 1 12"'),
        (problem("stage", 0, "crossings", "Col"), "[stage.crossings]"),
        (problem("stage", 0, "ruling", 0), "[[stage.ruling]]"),
        (problem("stage", 0, "lots", "general"), 'general = "12 4"'),
    ],
)
def test_a_problem_is_on_the_line_of_its_key(found: Problem, line: str) -> None:
    assert line_of(found) == line


@pytest.mark.parametrize(
    ("bib", "line"),
    [
        ("1", "1        0 3        # first over the line"),
        ("7", "(4 7 9)  0 1"),
        ("12", "12       2 2"),
        ("15", "DNF 15"),
        ("11", "OTL 8 11"),
    ],
)
def test_a_rider_in_the_result_is_on_the_line_that_names_him(
    bib: str, line: str
) -> None:
    assert line_of(problem("stage", 0, "finish", bib=bib)) == line


def test_a_rider_missing_from_the_result_is_on_the_line_of_the_result() -> None:
    """Bib 2 has no line: the 2 of a mark is not a rider."""
    assert line_of(problem("stage", 0, "finish", bib="2")) == 'finish = """'


def test_a_rider_twice_in_the_result_is_on_the_second_line() -> None:
    text = TOUR.replace("DNF 15", "DNF 15 1")

    assert line_of(problem("stage", 0, "finish", bib="1", code="twice"), text) == (
        "DNF 15 1"
    )


def test_a_line_given_with_the_problem_is_counted_within_the_result() -> None:
    assert line_of(problem("stage", 0, "finish", bib="1", offset=5)) == "DNF 15"


def test_a_result_after_a_backslash_is_counted_from_the_next_line() -> None:
    text = TOUR.replace('finish = """', 'finish = """\\', 1)

    assert line_of(problem("stage", 0, "finish", offset=2), text) == "(4 7 9)  0 1"


def test_a_result_in_one_line_of_the_file_has_that_line() -> None:
    text = '[[stage]]\nfinish = "1 0 3\\n2 0 1\\n"\n'

    assert located(text, problem("stage", 0, "finish", offset=2)) == 2


def test_a_problem_of_a_stage_without_a_place_is_at_the_stage() -> None:
    found = Problem(code="x", message="wrong", stage=1)

    assert line_of(found) == "[[stage]]"


def test_a_house_rule_opened_out_into_a_table_is_found() -> None:
    text = '[tour.rules]\n\n[tour.rules.bonus]\nfinish = "x"\n'

    assert located(text, problem("tour", "rules", "bonus.finish")) == 4


def test_problems_are_listed_in_the_order_of_the_file() -> None:
    problems = [
        problem("stage", 0, "length"),
        Problem(code="x", message="look", warning=True, where=("tour", "name")),
        problem("laps"),
    ]

    assert problem_lines("t.toml", TOUR, problems) == (
        "t.toml: error: wrong",
        "t.toml:2: warning: look",
        "t.toml:30: error: wrong",
    )


def test_a_message_cannot_act_on_the_terminal() -> None:
    found = Problem(code="x", message="found '\x1b[2J\u202e', expected é")

    assert problem_lines("t.toml", "", [found]) == (
        "t.toml: error: found '\\x1b[2J\\u202e', expected é",
    )


def test_nothing_wrong_is_no_lines() -> None:
    assert problem_lines("t.toml", TOUR, []) == ()
