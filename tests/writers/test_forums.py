"""Markdown and BBCode: markup in a name is escaped."""

import pytest

from peloton.reports.sheet import Sheet
from peloton.writers.markdown import to_markdown
from peloton.writers.text import to_bbcode
from tests.writers.conftest import sheet_of


def test_markdown_is_a_pipe_table_with_numbers_to_the_right(sheet: Sheet) -> None:
    assert to_markdown(sheet).splitlines()[6:] == [
        "| Rank | Bib | Rider | Time | Gap |",
        "| ---: | ---: | --- | ---: | ---: |",
        "| 1 | 12 | Eddy | 1:02:03 | 0:00 |",
        "| 2 | A | Zoë | 1:02:01 | -0:02 |",
        "| 3 | 7 | Jo |  | +0:21 |",
    ]


@pytest.mark.parametrize(
    ("name", "escaped"),
    [
        ("a|b", r"a\|b"),
        ("*x* _y_ `z`", r"\*x\* \_y\_ \`z\`"),
        ("<b>&amp;", r"\<b\>\&amp;"),
        ("Gelato & Gregari", "Gelato & Gregari"),
        ("R&D", "R&D"),
        ("[x](y)", r"\[x\](y)"),
        (":bike:", r"\:bike:"),
        ("back\\slash", r"back\\slash"),
        ("@all #1", r"\@all \#1"),
        ("a\nb", r"a\\nb"),
    ],
)
def test_markdown_in_a_name_is_escaped(name: str, escaped: str) -> None:
    assert f"| {escaped} |" in to_markdown(sheet_of((1, "1", name, 0, 0)))


def test_bbcode_is_a_heading_and_an_aligned_block(sheet: Sheet) -> None:
    lines = to_bbcode(sheet).splitlines()

    assert lines[:3] == ["[b]After stage 1[/b]", "Ronde", "[code]"]
    assert lines[6] == "   1    12   Eddy    1:02:03    0:00"
    assert lines[-1] == "[/code]"


def test_brackets_in_a_name_open_no_bbcode_tag(hostile: Sheet) -> None:
    text = to_bbcode(hostile)

    assert text.count("[/code]") == 1
    assert "[b]x" not in text
