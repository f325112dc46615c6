"""Rider types in a rulebook: prices and extra turns (CY-13, CY-14)."""

import pytest

from peloton.notation.problems import problem_lines
from peloton.notation.rulebook_file.reading import builtin_text, read_rulebook
from peloton.rules.rulebook.rulebook import ByLength, PerLines, RiderType, Source
from tests.notation.documents import problems_of

CYCLO = builtin_text("cyclo")


def with_type(lines: str) -> str:
    return f'{CYCLO}\n[[type]]\nname = "X"\n{lines}\n'


def read(lines: str) -> RiderType:
    return read_rulebook(with_type(lines)).types[-1]


def said(lines: str) -> str:
    text = with_type(lines)
    (line,) = problem_lines("own.toml", text, problems_of(text, read_rulebook))
    return line


def test_a_type_may_have_nothing_but_a_name() -> None:
    assert read("") == RiderType(name="X", source=Source.HOUSE)


def test_a_type_has_a_price_and_extra_turns_by_length() -> None:
    assert read(
        "price = 700\n"
        "road = { turns = 1, per = 50, halved = true }\n"
        "mountain = { turns = 2, per = 30 }\n"
        "time_trial = { turns = [2, 3], from = [0, 35] }\n"
        "mountain_limit = { turns = 1, per = 20 }\n"
        'rule = "ours"'
    ) == RiderType(
        name="X",
        price=700,
        road=PerLines(turns=1, per=50, halved=True),
        mountain=PerLines(turns=2, per=30),
        time_trial=ByLength(turns=(2, 3), starts=(0, 35)),
        mountain_limit=PerLines(turns=1, per=20),
        rule="ours",
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("price = -1", "price: found -1, expected a whole number, 0 or more"),
        ("road = 3", "road: found 3, expected { turns = 1, per = 50 }"),
        *(
            (f"road = {{ {wrong} }}", "road: found a table, expected { turns = 1, per")
            for wrong in (
                "",
                "turns = 1, per = 0",
                "turns = 1, from = 0",
                "turns = 1, per = 9, x = 1",
                "turns = true, per = 9",
                "turns = 1, per = 9, halved = 2",
                "turns = [1, 2], from = [0]",
                "turns = [1, 2], from = [9, 9]",
                'turns = ["1"], from = [0]',
            )
        ),
        ("turns = 3", "unknown key 'turns' in a rider type"),
    ],
)
def test_a_mistake_says_what_was_found_and_expected(lines: str, expected: str) -> None:
    assert expected in said(lines)
