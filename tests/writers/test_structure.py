"""Printed sheets for screen readers: headings, tables and pictures in order."""

import re
from dataclasses import replace

import pytest

from peloton.reports.drawing import Picture
from peloton.reports.sheet import Sheet
from peloton.writers.paper.pdf import to_pdf
from peloton.writers.paper.pen import Pen
from tests.writers.conftest import sheet_of
from tests.writers.printed import Pdf
from tests.writers.reported import every_tour, written


@every_tour
def test_every_sheet_has_a_valid_structure(tour: str) -> None:
    assert [*Pdf(written(".pdf", tour)).faults()] == []


def outline(pdf: bytes) -> list[str]:
    """The roles of the elements, in reading order, down to the rows of tables."""
    file = Pdf(pdf)
    (top,) = (n for n, element in file.elements.items() if element.role == "Document")

    def below(number: int, level: int) -> list[str]:
        element = file.elements[number]
        if element.role in {"TH", "TD"}:
            return []
        own = ["  " * level + element.role]
        return own + [line for kid in element.kids for line in below(kid, level + 1)]

    return below(top, 0)


def test_a_sheet_is_read_from_its_title_to_its_notes() -> None:
    picture = Picture(
        name="Gaps", title="Gaps", width=90, height=9, shapes=(), about="!"
    )
    sheet = replace(sheet_of((1, "1", "Eddy", 0, 0)), notes=("So it went.",))

    assert outline(to_pdf([sheet.with_pictures(picture)])) == [
        *(
            "Document",
            "  H1",
            "  P",
            "  H2",
            "  H2",
            "  Table",
            "    TR",
            "    TR",
            "  P",
        ),
    ]


def test_a_table_on_several_pages_is_one_with_one_head() -> None:
    rows = [(n, str(n), f"Rider {n}", n, n) for n in range(1, 401)]
    pdf = to_pdf([sheet_of(*rows)])

    assert outline(pdf).count("  Table") == 1
    assert outline(pdf).count("    TR") == 401
    assert len({*re.findall(r"/Pg (\d+)", "".join(Pdf(pdf).objects.values()))}) > 3


def test_a_table_without_its_head_and_an_unmarked_page_are_found(
    sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the checks above can fail."""
    pdf = Pdf(to_pdf([sheet]))
    table = next(n for n, e in pdf.elements.items() if e.role == "Table")
    pdf.elements[table].kids.pop(0)
    assert [*pdf.faults()] == [f"table {table} has no head"]

    monkeypatch.setattr(Pen, "_mark", lambda *_: None)
    assert any("paints unmarked" in fault for fault in Pdf(to_pdf([sheet])).faults())
