"""Undo and redo of the changes of one phone, while others change other lines."""

import pytest

from peloton.desk.changes import (
    ChangedMeanwhileError,
    History,
    Op,
    TextExchange,
    TourStep,
)


def exchange(found: str, wanted: str, stage: int = 1) -> TextExchange:
    return TextExchange(stage=stage, found=found, wanted=wanted, label="")


@pytest.mark.parametrize(
    ("found", "wanted", "now", "then"),
    [
        ("1 4\n", "", "1 4\n", ""),
        ("1 4\n", "", "1 4\n2 3\n", "2 3\n"),
        ("1 4\n2 3\n", "1 4\n", "# a\n1 4\n2 3\n3 2\n", "# a\n1 4\n3 2\n"),
        ("1 5\n2 3\n", "1 4\n2 3\n", "1 5\n2 6\n", "1 4\n2 6\n"),
        ("", "1 4\n", "2 3\n", "1 4\n2 3\n"),
        ("2 3\n", "1 4\n2 3\n", "2 3\n3 1\n", "1 4\n2 3\n3 1\n"),
        ("1 4\n\n\n", "1 4\n\n", "1 4\n\n\n2 2\n", "1 4\n\n2 2\n"),
        ("1 4", "", "1 4", ""),
    ],
)
def test_an_undo_takes_back_one_change_and_leaves_those_of_others(
    found: str, wanted: str, now: str, then: str
) -> None:
    assert exchange(found, wanted).applied(now) == then


@pytest.mark.parametrize("now", ["", "1 6\n", "2 3\n"])
def test_a_line_that_somebody_else_changed_is_not_taken_back(now: str) -> None:
    with pytest.raises(ChangedMeanwhileError, match="'1 5' is no longer in the lines"):
        exchange("1 5\n", "1 4\n").applied(now)


def test_a_new_change_ends_what_could_be_redone() -> None:
    history = History()
    first, second = exchange("a\n", ""), exchange("b\n", "")
    history.add(first)
    history.move(Op.UNDO, first, exchange("", "a\n"))
    assert history.next(Op.REDO, 1, 0) == exchange("", "a\n")

    history.add(second)

    assert history.next(Op.REDO, 1, 0) is None
    assert history.next(Op.UNDO, 1, 0) == second


def test_a_saved_stage_can_be_undone_while_it_is_the_last_change_of_the_tour() -> None:
    """After it was undone elsewhere the lines of the stage are next."""
    history, saved = History(), TourStep(step=5, label="entered stage 1")
    line = exchange("1 4\n", "")
    history.add(line)
    history.add(saved)

    assert history.next(Op.UNDO, 2, 5) == saved
    assert history.next(Op.UNDO, 2, 6) is None
    assert history.next(Op.UNDO, 1, 4) == line
