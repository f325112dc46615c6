"""Every game's mark is whole: what is said of it fits how it is written."""

import re

import pytest

from peloton.rules.games import MARKS, read_mark
from peloton.rules.games.mark import MarkForm

every_form = pytest.mark.parametrize("form", MARKS.values(), ids=MARKS)


@every_form
def test_the_example_of_a_mark_is_read_and_written_alike(form: MarkForm) -> None:
    assert str(read_mark(form.example, form)) == form.example


@every_form
def test_each_number_of_a_mark_has_a_column(form: MarkForm) -> None:
    assert [column.key for column in form.columns] == re.findall("[a-z]{3,}", form.form)


@every_form
def test_a_mark_without_its_turn_is_the_whole_mark_once_that_is_put_back(
    form: MarkForm,
) -> None:
    mark = read_mark(form.example, form)

    if form.short is not None:
        short = form.short.written(mark)
        assert form.short.text.fullmatch(short)
        whole = form.short.full.format(turn=mark.turns, mark=short)
        assert read_mark(whole, form) == mark


def test_a_clock_is_one_marks_own() -> None:
    assert len({form.clock for form in MARKS.values()}) == len(MARKS)
