"""The description of each game's mark is complete and fits its notation."""

import re

import pytest

from peloton.errors import PelotonError
from peloton.rules.games import MARKS, read_mark
from peloton.rules.games.mark import MarkFormat

every_form = pytest.mark.parametrize("form", MARKS.values(), ids=MARKS)


@every_form
def test_the_example_of_a_mark_is_read_and_written_alike(form: MarkFormat) -> None:
    assert str(read_mark(form.example, form)) == form.example


@every_form
def test_each_number_of_a_mark_has_a_column(form: MarkFormat) -> None:
    titles = [title.lower() for title in form.columns]

    assert titles == re.findall("[a-z]{3,}", form.name)


@every_form
def test_a_mark_without_its_turn_is_the_whole_mark_once_that_is_put_back(
    form: MarkFormat,
) -> None:
    mark = read_mark(form.example, form)

    if form.short is not None:
        short = form.short.written(mark)
        assert form.short.pattern.fullmatch(short)
        whole = form.short.full.format(turn=mark.turns, mark=short)
        assert read_mark(whole, form) == mark


@pytest.mark.parametrize(
    ("form", "text", "written"),
    [
        ("h:mm:ss", "0:59:59.5", "0:59:59.5"),
        ("h:mm:ss", "+75:03", "+1:15:03"),
        ("h:mm:ss", "+59:59.05", "+59:59.05"),
        ("h:mm:ss", "12:34", "0:12:34"),
        ("h:mm:ss", "s", "s"),
        ("round'space", "1'9", "1'9"),
        ("round'space", "2 +14", "2'0"),
        ("turns left/moved", "0 1/1", "0 1/1"),
        ("turns left/moved", "6 9/9", "6 9/9"),
    ],
)
def test_a_mark_is_written_in_one_way(form: str, text: str, written: str) -> None:
    """RR-1, CI-1, CR-1. A gap may have more than 59 minutes."""
    assert str(read_mark(text, MARKS[form])) == written


@pytest.mark.parametrize(
    ("form", "text"),
    [
        *(("h:mm:ss", text) for text in ("0:60:00", "0:00:60", "+0:60", "+1:60:00")),
        *(("round'space", text) for text in ("0'3", "1'10", "1 +0", "0 +1")),
        *(("turns left/moved", text) for text in ("-1 1/9", "6 0/9", "6 10/9")),
        *(("turns lines", text) for text in ("-1 3", "1 -3", "x")),
    ],
)
def test_a_mark_that_no_rider_can_have_is_refused(form: str, text: str) -> None:
    """RR-1, CI-1, CR-1. Before the line nobody is home."""
    with pytest.raises(PelotonError, match=r"found .*expected "):
        read_mark(text, MARKS[form])


def test_a_mark_of_another_game_is_named_unless_several_have_it() -> None:
    """Two numbers are written in four games."""
    with pytest.raises(PelotonError, match="this looks like a Criterium mark"):
        read_mark("6 3/9", MARKS["turns lines"])
    with pytest.raises(PelotonError, match="'6 3'") as refused:
        read_mark("6 3", MARKS["h:mm:ss"])
    assert "looks like" not in str(refused.value)


def test_a_wrong_mark_of_the_game_is_not_taken_for_one_of_another_game() -> None:
    """CI-1, RR-1. 1'10 could be a minute and ten seconds."""
    with pytest.raises(PelotonError, match="expected a round") as refused:
        read_mark("1'10", MARKS["round'space"])
    assert "looks like" not in str(refused.value)
