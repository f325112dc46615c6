"""Tables on a terminal and in a pipe."""

from dataclasses import replace

import pytest

from peloton.reports.sheet import Sheet
from peloton.reports.shirts import Shirt
from peloton.writers.text import to_text
from tests.writers.conftest import sheet_of


def test_a_table_is_lines_with_aligned_columns(sheet: Sheet) -> None:
    lines = to_text(sheet).splitlines()

    assert lines == [
        "After stage 1",
        "Ronde",
        "",
        "General",
        "Rank   Bib   Rider      Time     Gap",
        "────────────────────────────────────",
        "   1    12   Eddy    1:02:03    0:00",
        "   2     A   Zoë     1:02:01   -0:02",
        "   3     7   Jo                +0:21",
    ]


@pytest.mark.parametrize(
    "name", ["[b]x[/b]", "[red]x[/red]", "[/code]", ":bike:", "\\[x]", "[link=x]y"]
)
def test_markup_in_a_name_comes_out_as_typed(name: str) -> None:
    assert name in to_text(sheet_of((1, "1", name, 0, 0)))


def test_an_escape_code_is_shown_and_not_sent(hostile: Sheet) -> None:
    text = to_text(hostile, colour=False)

    assert "\x1b" not in text
    assert r"a\x1b[31mb" in text


def test_a_bidirectional_override_is_shown_and_not_sent(hostile: Sheet) -> None:
    text = to_text(hostile)

    assert "\u202e" not in text
    assert r"\u202eevil" in text


def test_without_a_terminal_nothing_is_cut_or_wrapped(hostile: Sheet) -> None:
    assert "W" * 300 in to_text(hostile)


def test_on_a_terminal_no_line_is_wider_than_it(hostile: Sheet) -> None:
    lines = to_text(hostile, width=60).splitlines()

    assert max(map(len, lines)) <= 60


def test_wrapping_on_a_terminal_loses_no_letter(hostile: Sheet) -> None:
    assert to_text(hostile, width=60).count("W") == 300


def test_colour_comes_only_when_asked_for(sheet: Sheet) -> None:
    assert "\x1b[" in to_text(sheet, width=100, colour=True)
    assert "\x1b[" not in to_text(sheet, width=100)


def test_on_a_terminal_a_wearers_bib_has_the_colour_of_the_jersey(
    sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    worn = replace(sheet, jerseys=(("A", Shirt("#f5c400")),))

    assert "48;2;245;196;0m  A\x1b[0m" in to_text(worn, width=100, colour=True)
    assert to_text(worn, width=100) == to_text(sheet, width=100)
    assert to_text(worn) == to_text(sheet)


def test_chinese_letters_take_two_columns() -> None:
    text = to_text(sheet_of((1, "1", "王力宏", 0, 0), (2, "2", "Eddy B", 0, 0)))
    chinese, latin = text.splitlines()[-2:]

    assert chinese.index("0:00") + len("王力宏") == latin.index("0:00")
