"""A table on paper: widths, wrapping, and the order of mixed scripts."""

from collections.abc import Iterator

import pytest
from bidi import get_display  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from peloton.reports.sheet import Column, ColumnKind, Table
from peloton.writers.paper.fonts import (
    Typefaces,
    typefaces,
    visual_runs,
)
from peloton.writers.paper.pieces import body_rows, head_row
from peloton.writers.paper.structure import Tag
from peloton.writers.paper.style import full_width_style
from peloton.writers.paper.table_fit import FittedTable, MeasuredTable
from tests.writers.conftest import COLUMNS, HOSTILE

A4_WIDTH = 510.0


@pytest.fixture
def faces() -> Iterator[Typefaces]:
    letters = ["".join(HOSTILE), "".join(map(chr, range(32, 127)))]
    with typefaces(letters) as faces:
        yield faces


def fitted(faces: Typefaces, *names: str, columns: int = 1) -> FittedTable:
    table = Table(
        name="t",
        title="",
        columns=(*COLUMNS[:3], *columns * (COLUMNS[3],)),
        rows=tuple((1, "1", name, *columns * (36_000,)) for name in names),
    )
    return set_in(faces, table)


TAG = Tag("Table")


def set_in(faces: Typefaces, table: Table) -> FittedTable:
    return MeasuredTable(table, "seconds", faces, {}).fitted_or_cut(
        A4_WIDTH, full_width_style(9.0)
    )


def inside(table: FittedTable) -> bool:
    """Return whether every line of every cell fits in its column."""
    faces = table.measured.faces
    return all(
        face.line(line).width * row.size
        <= width - 2 * full_width_style(9.0).side + 0.01
        for face, rows in (
            (faces.bold, [head_row(table, TAG)]),
            (faces.regular, body_rows(table, TAG)),
        )
        for row in rows
        for lines, width in zip(row.cells, table.widths, strict=True)
        for line in lines
    )


def test_short_names_stay_on_one_line(faces: Typefaces) -> None:
    found = fitted(faces, "Eddy Baens", "Jo")

    assert [len(row.cells[2]) for row in body_rows(found, TAG)] == [1, 1]


@pytest.mark.parametrize("name", ["W" * 300, "a long name " * 30, "王" * 300])
def test_a_long_name_is_wrapped_within_its_column(faces: Typefaces, name: str) -> None:
    found = fitted(faces, name, "Jo")

    assert inside(found)
    assert sum(found.widths) <= A4_WIDTH + 0.01


def test_many_columns_are_set_smaller_and_still_fit(faces: Typefaces) -> None:
    found = fitted(faces, "Eddy Baens", columns=12)

    assert inside(found)
    assert found.size < 9
    assert sum(found.widths) <= A4_WIDTH + 0.01


def test_a_bib_as_long_as_a_name_is_wrapped_too(faces: Typefaces) -> None:
    table = Table(
        name="t",
        title="",
        columns=(Column(title="Bib", kind=ColumnKind.BIB), Column(title="Rider")),
        rows=(("W" * 200, "W" * 200),),
    )

    assert inside(set_in(faces, table))


def test_lines_break_between_words(faces: Typefaces) -> None:
    lines = faces.regular.wrapped("one two three", 10, 40)

    assert lines == ["one two", "three"]


def test_a_word_longer_than_the_line_is_broken_without_loss(faces: Typefaces) -> None:
    lines = faces.regular.wrapped("x" * 50, 10, 60)

    assert len(lines) > 1
    assert "".join(lines) == "x" * 50


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("Eddy", [("Eddy", False)]),
        ("Eddy אב", [("Eddy ", False), ("אב", True)]),
        ("אב גד", [("אב גד", True)]),
        ("אב 12", [("12", False), ("אב ", True)]),
        ("7 אב", [("7 ", False), ("אב", True)]),
        ("אב wins, 12 s", [("אב", True), (" wins, 12 s", False)]),
        ("אב), Eddy", [("אב", True), ("), Eddy", False)]),
        ("אב (גד) wins", [("אב (גד)", True), (" wins", False)]),
        ("to (אב), x", [("to (", False), ("אב", True), ("), x", False)]),
        ("to אב (גד)).", [("to ", False), ("אב (גד)", True), (").", False)]),
        ("אב (Jo) גד", [("אב", True), (" (Jo) ", False), ("גד", True)]),
        ("אב (12)", [(")", True), ("12", False), ("אב (", True)]),
        ("אב · 24 r", [("אב", True), (" · 24 r", False)]),
        ("אב Eddy גד", [("אב", True), (" Eddy ", False), ("גד", True)]),
        ("٣ Eddy אב", [("٣ Eddy ", False), ("אב", True)]),
        ("א 1,2 Eddy", [("1,2", False), ("א ", True), (" Eddy", False)]),
        ("Eddy שׁ", [("Eddy ", False), ("שׁ", True)]),
        ("می\u200cخ Jo", [("می\u200cخ", True), (" Jo", False)]),
        ("", []),
    ],
)
def test_runs_stand_in_the_order_they_are_seen(
    text: str, runs: list[tuple[str, bool]]
) -> None:
    assert visual_runs(text) == runs


@given(st.text(alphabet="aéאבש\u0627بم1٣ -,+.'%\u0301\u05c1", max_size=14))
def test_a_line_is_ordered_as_unicode_has_it(text: str) -> None:
    """Compared with the other implementation of the library, which tells no runs.

    A line with Latin letters is from left to right, in any case.
    """
    right_to_left = text[:1] in set("אבש\u0627بم") and not {"a", "é"} & set(text)
    seen = "".join(
        run[::-1] if leftward else run for run, leftward in visual_runs(text)
    )

    assert seen == get_display(text, base_dir="R" if right_to_left else "L")


@pytest.mark.parametrize("word", ["น้ำ", "ນ້ຳ", "கொ", "কো", "കൊ", "ಕೊ", "කෝ", "កើ"])
def test_a_vowel_that_is_drawn_in_two_parts_has_both(word: str) -> None:
    """The font draws U+0E33 of Thai as two glyphs, and U+0BCA of Tamil around a letter.

    A glyph that is missing from a font is drawn as its first one, which is U+FFFF here.
    """
    with typefaces([word]) as faces:
        (run,) = faces.regular.line(word).runs

    assert "\uffff" not in run.text
