"""A group typed without brackets, such as `13 14 5`."""

import pytest

from peloton.desk.state import StageAtDesk
from tests.table.tables import loaded

LIKELY = (
    "turn 14 is still to come, and rider 14 has no result: did you mean '(13 14) 5'?"
)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> StageAtDesk:
    """The last stage of the Cyclo sample at the desk."""
    return StageAtDesk(loaded(tmp_path_factory.mktemp("cyclo"), "cyclo").read(), 5)


@pytest.mark.parametrize("before", ["1 4\n", ""])
def test_a_forgotten_bracket_is_one_message_with_the_likely_line(
    desk: StageAtDesk, before: str
) -> None:
    """CY-4. The riders on the lines below were told to be on an earlier turn."""
    view = desk.view(f"{before}13 14 5\n11 2\n\n12 3\n2 1\n")

    wrong = [(problem.offset, problem.message) for problem in view.wrong]
    assert wrong == [(1 + before.count("\n"), LIKELY)]


def test_a_group_of_three_without_brackets_has_the_likely_line(
    desk: StageAtDesk,
) -> None:
    view = desk.view("11 0 2\n13 14  15 5\n")

    ((line, message),) = ((problem.offset, problem.message) for problem in view.wrong)
    assert line == 2
    assert message.startswith("found '14 15 5', expected a mark")
    assert message.endswith("; did you mean '(13 14 15) 5'?")


@pytest.mark.parametrize(
    "text", ["11 14 15 5", "13 14 99 5", "13 14 15: 5", "13 14 x", "13 14 DNF"]
)
def test_riders_who_are_home_or_unknown_or_have_no_mark_are_no_group(
    desk: StageAtDesk, text: str
) -> None:
    wrong = desk.view(f"11 0 2\n{text}\n").wrong

    assert wrong
    assert not [problem for problem in wrong if "(1" in problem.message]


@pytest.mark.parametrize(
    "text",
    [
        "13 14 5\n14 2\n11 2\n",  # 14 is home
        "(13 14) 5\n11 2\n",
        "3 0 2\n4 1 3\n5 2 2\n",  # every line has its turn
        "1 4\n\n\n\n13 2 5\n",  # a turn that has been
    ],
)
def test_a_turn_that_may_be_meant_is_no_forgotten_bracket(
    desk: StageAtDesk, text: str
) -> None:
    assert not [
        problem for problem in desk.view(text).wrong if "mean" in problem.message
    ]
