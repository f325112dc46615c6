"""Numbers, times and hostile texts as they are printed."""

import pytest

from peloton.reports.sheet import Column, ColumnKind, Table, printed_cell
from peloton.rules.words import format_time, printable

WALES = "\U0001f3f4" + "".join(chr(0xE0000 + ord(at)) for at in "gbwls") + "\U000e007f"


@pytest.mark.parametrize(
    ("ticks", "text"),
    [
        (0, "0:00"),
        (21, "0:21"),
        (59 * 60 + 59, "59:59"),
        (3723, "1:02:03"),
        (100 * 3600, "100:00:00"),
        (-2, "-0:02"),
        (-3600, "-1:00:00"),
    ],
)
def test_seconds_read_as_hours_minutes_and_seconds(ticks: int, text: str) -> None:
    assert format_time(ticks, "seconds") == text


@pytest.mark.parametrize(("ticks", "text"), [(13, "1'3"), (5, "0'5"), (-13, "-1'3")])
def test_tenths_read_as_round_and_space(ticks: int, text: str) -> None:
    """CI-2: a time of 13 tenths is shown 1'3."""
    assert format_time(ticks, "tenths") == text


@pytest.mark.parametrize(("gap", "text"), [(21, "+0:21"), (0, "0:00"), (-2, "-0:02")])
def test_a_gap_carries_its_sign(gap: int, text: str) -> None:
    assert printed_cell(gap, ColumnKind.GAP, "seconds") == text


def test_nothing_is_shown_as_nothing() -> None:
    assert printed_cell(None, ColumnKind.TIME, "seconds") == ""


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("\x1b[31m", r"\x1b[31m"),
        ("a\nb", r"a\nb"),
        ("\u202eabc", r"\u202eabc"),
        ("\ud800", r"\ud800"),
        ("\x85", r"\x85"),
        ("\ufffe", r"\ufffe"),
        ("a\U000e0067", r"a\U000e0067"),
        ("\U0001f3f4\U000e0067\x1b", r"🏴\U000e0067\x1b"),
    ],
)
def test_what_would_act_is_written_out(typed: str, text: str) -> None:
    assert printable(typed) == text


@pytest.mark.parametrize(
    "typed",
    [
        "Łukasz Ō'Żółć",
        "王力宏",
        "محمد علي",
        "👩‍🚀",
        "[b] <i> =1+1 :bike:",
        "a\xa0b",
        WALES,
    ],
)
def test_letters_stay_as_typed(typed: str) -> None:
    assert printable(typed) == typed


def test_a_column_without_a_word_goes_and_one_with_a_nought_stays() -> None:
    table = Table(
        name="t",
        title="",
        columns=(Column(title="a"), Column(title="b"), Column(title="c")),
        rows=((None, 0, ""), ("", None, "x")),
    )

    kept = table.without_empty_columns()

    assert [column.title for column in kept.columns] == ["b", "c"]
    assert kept.rows == ((0, ""), (None, "x"))
