"""Tables on a terminal and in a pipe."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from peloton.reports.sheet import Sheet
from peloton.reports.shirts import Shirt
from peloton.writers.text import TextLayout, to_text
from tests.readme import GUIDE
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
    text = to_text(hostile)

    assert "\x1b" not in text
    assert r"a\x1b[31mb" in text


def test_a_bidirectional_override_is_shown_and_not_sent(hostile: Sheet) -> None:
    text = to_text(hostile)

    assert "\u202e" not in text
    assert r"\u202eevil" in text


def test_without_a_terminal_nothing_is_cut_or_wrapped(hostile: Sheet) -> None:
    assert "W" * 300 in to_text(hostile)


def test_on_a_terminal_no_line_is_wider_than_it(hostile: Sheet) -> None:
    lines = to_text(hostile, TextLayout(60, colour=False)).splitlines()

    assert max(map(len, lines)) <= 60


def test_wrapping_on_a_terminal_loses_no_letter(hostile: Sheet) -> None:
    assert to_text(hostile, TextLayout(60, colour=False)).count("W") == 300


def test_colour_comes_only_when_asked_for(sheet: Sheet) -> None:
    assert "\x1b[" in to_text(sheet, TextLayout(100, colour=True))
    assert "\x1b[" not in to_text(sheet, TextLayout(100, colour=False))


def test_on_a_terminal_a_wearers_bib_has_the_colour_of_the_jersey(
    sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    worn = replace(sheet, jerseys=(("A", Shirt("#f5c400")),))

    assert "48;2;245;196;0m  A\x1b[0m" in to_text(worn, TextLayout(100, colour=True))
    assert to_text(worn, TextLayout(100, colour=False)) == to_text(
        sheet, TextLayout(100, colour=False)
    )
    assert to_text(worn) == to_text(sheet)


NARROW = sheet_of((1, "1", "Þórdís Brekkusnigill", 51141, 21))
"""A table 52 columns wide; 45 with a name on two lines, or closer together 41."""


def table_at(width: int) -> list[str]:
    return to_text(NARROW, TextLayout(width, colour=False)).splitlines()[4:]


def test_where_there_is_too_little_room_long_texts_are_wrapped_between_words() -> None:
    assert table_at(45) == [
        "Rank   Bib   Rider               Time     Gap",
        "─────────────────────────────────────────────",
        "   1     1   Þórdís          14:12:21   +0:21",
        "             Brekkusnigill",
    ]


def test_columns_move_closer_before_a_word_is_broken() -> None:
    assert table_at(41) == [
        "Rank  Bib  Rider              Time    Gap",
        "─────────────────────────────────────────",
        "   1    1  Þórdís         14:12:21  +0:21",
        "           Brekkusnigill",
    ]


def test_columns_without_room_continue_below_with_the_bibs_and_no_figure_is_cut() -> (
    None
):
    assert table_at(34) == [
        "Rank  Bib  Rider              Time",
        "──────────────────────────────────",
        "   1    1  Þórdís         14:12:21",
        "           Brekkusnigill",
        "",
        "Rank  Bib    Gap",
        "────────────────",
        "   1    1  +0:21",
    ]


@pytest.mark.parametrize("layout", [None, TextLayout(60, colour=False)])
@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("王力宏", 6),
        ("👩\u200d🚴", 2),
        ("Ro\u0308glič", 6),
        ("❤\ufe0f", 2),
        ("محمد", 4),
    ],
)
def test_a_name_has_the_columns_that_a_terminal_gives_it(
    name: str, columns: int, layout: TextLayout | None
) -> None:
    """An emoji of several characters, an accent typed apart, Arabic letters."""
    table = sheet_of((1, "1", name, 0, 0), (2, "2", "Eddy B", 0, 0))
    shown, latin = to_text(table, layout).splitlines()[-2:]

    assert shown.index("0:00") - len(name) + columns == latin.index("0:00")


def test_the_title_of_a_jerseys_column_has_its_colour(
    sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    (table,) = sheet.tables
    column = replace(table.columns[0], shirt=Shirt("#00863a"))
    table = replace(table, columns=(column, *table.columns[1:]))
    text = to_text(replace(sheet, tables=(table,)), TextLayout(100, colour=True))

    assert "\x1b[38;2;255;255;255;48;2;0;134;58mRank\x1b[0m" in text


MARKDOWN = """# The desk

Type `peloton desk` for **one** *stage*.

```sh
peloton desk 5 --from a-very-long-file-name.txt
```

- The first point, which is long,
  and its second line.
- `F4` shows more.

| key | does |
|---|---|
| `F1` | help |
"""


def test_a_page_of_markdown_is_laid_out_for_the_terminal() -> None:
    assert [*TextLayout(24, colour=False).markdown(MARKDOWN)] == [
        "The desk",
        "",
        "Type peloton desk for",
        "one stage.",
        "",
        "    peloton desk 5 --from a-very-long-file-name.txt",
        "",
        " • The first point,",
        "   which is long, and",
        "   its second line.",
        " • F4 shows more.",
        "",
        "key   does",
        "──────────",
        "F1    help",
        "",
    ]


def test_headings_and_what_is_typed_are_bold_on_a_terminal_with_colour() -> None:
    lines = [*TextLayout(60, colour=True).markdown(MARKDOWN)]

    assert lines[0] == "\x1b[1;4mThe desk\x1b[0m"
    assert (
        lines[2]
        == "Type \x1b[1mpeloton desk\x1b[0m for \x1b[1mone\x1b[0m \x1b[1mstage\x1b[0m."
    )
    assert lines[-2] == "\x1b[1mF1\x1b[0m    help"


@pytest.mark.parametrize("page", sorted(GUIDE.glob("*.md")), ids=lambda page: page.stem)
def test_no_mark_of_markdown_is_left_in_the_guide(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("`` ` ``", "a backtick")
    lines = [*TextLayout(80, colour=False).markdown(text)]
    prose = [line for line in lines if not line.startswith("    ")]

    assert [line for line in prose if re.search(r"^(#|\||- )|`|\|$", line)] == []
    assert max(map(len, prose)) <= 80
