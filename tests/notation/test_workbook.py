"""Workbooks are opened safely: other files are rejected, cells are read as typed."""

import datetime as dt
import tracemalloc
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_LZMA, ZipFile

import pytest

from peloton.errors import PelotonError
from peloton.notation.xlsx import InputCell, cell_name, read_workbook
from tests.notation.workbooks import packed, parts, plain_workbook, with_part

SHEET = "xl/worksheets/sheet1.xml"
OPEN = (
    b'<?xml version="1.0"?><worksheet'
    b' xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
)
NO_WORKBOOK = "is not an .xlsx workbook: save it as .xlsx, without a password"
BOOK = plain_workbook([["Bib", "Name"], [1, "Eddy"]])


def sheet(inside: bytes) -> bytes:
    """Return a workbook whose only sheet has this content."""
    return with_part(BOOK, SHEET, OPEN + inside + b"</worksheet>")


def cells(data: bytes) -> dict[str, InputCell]:
    (page,) = read_workbook(data)
    return {
        cell_name("S", *at).removeprefix("S!"): cell for at, cell in page.cells.items()
    }


def refusal(data: bytes) -> str:
    with pytest.raises(PelotonError) as refused:
        read_workbook(data)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_texts_numbers_and_the_places_of_cells_are_read() -> None:
    assert cells(BOOK) == {
        "A1": InputCell("Bib"),
        "B1": InputCell("Name"),
        "A2": InputCell("1"),
        "B2": InputCell("Eddy"),
    }


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (dt.time(3, 25, 10), "0.1424768518518519"),
        ("=1+1", "a formula"),
        ("#REF!", "#REF!"),
        (3.5, "3.5"),
    ],
)
def test_other_content_than_text_and_whole_numbers_is_a_fault(
    value: object, found: str
) -> None:
    fault = cells(plain_workbook([[value]]))["A1"].fault

    assert fault.startswith(f"found {found}, expected a text or a whole number")


@pytest.mark.parametrize(
    ("value", "text"), [(True, "TRUE"), ("'=1+1", "'=1+1"), (" 12 ", "12")]
)
def test_a_truth_value_or_a_text_is_read_as_text(value: object, text: str) -> None:
    assert cells(plain_workbook([[value]]))["A1"] == InputCell(text)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (b"3", "3"),
        (b"3.0", "3"),
        (b"1.2E1", "12"),
        (b"-7", "-7"),
        (b"3.5", None),
        (b"1E999999999", None),
        (b"NaN", None),
        (b"1234567890123", None),
        (b"x", None),
    ],
)
def test_a_number_is_whole_however_a_program_wrote_it(
    number: bytes, text: str | None
) -> None:
    data = sheet(
        b'<sheetData><row><c r="A1"><v>' + number + b"</v></c></row></sheetData>"
    )
    cell = cells(data)["A1"]

    assert (None if cell.fault else cell.text) == text


def test_a_text_in_pieces_is_joined_without_how_it_is_pronounced() -> None:
    data = sheet(
        b'<sheetData><row><c t="inlineStr"><is><r><t>Ed</t></r><r><t>dy</t></r>'
        b"<rPh><t>edi</t></rPh></is></c></row></sheetData>"
    )

    assert cells(data) == {"A1": InputCell("Eddy")}


def test_merged_cells_are_never_gone_through() -> None:
    data = sheet(b'<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')

    assert cells(data) == {}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"%PDF-1.7 ...",
        b"\xd0\xcf\x11\xe0 Book",
        b"bib,name\n1,Eddy\n",
        b"<html></html>",
        BOOK[:-60],
        BOOK[:60],
        packed({"a.txt": b"a"}),
        packed({"mimetype": b"application/vnd.oasis"}),
    ],
)
def test_what_is_no_workbook_is_refused(data: bytes) -> None:
    assert refusal(data) == NO_WORKBOOK


def test_a_locked_zip_is_refused() -> None:
    """The flag of encryption is set in the head and in the list of each part."""
    data = bytearray(BOOK)
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = data.find(mark)
        while start >= 0:
            data[start + at] |= 1
            start = data.find(mark, start + 4)

    assert refusal(bytes(data)) == NO_WORKBOOK


@pytest.mark.parametrize("name", [SHEET, "xl/workbook.xml", "_rels/.rels"])
def test_a_part_that_is_damaged_or_missing_is_refused(name: str) -> None:
    rest = {key: value for key, value in parts(BOOK).items() if key != name}

    assert "is not an .xlsx" in refusal(packed(rest)) or "missing" in refusal(
        packed(rest)
    )
    assert name in refusal(with_part(BOOK, name, b"<worksheet"))


@pytest.mark.parametrize("cell", [b"ZZZZ1", b"A0", b"XFE1", b"A1048577", b"7"])
def test_a_cell_outside_of_any_sheet_is_refused(cell: bytes) -> None:
    inside = b'<sheetData><row><c r="' + cell + b'"><v>1</v></c></row></sheetData>'

    assert SHEET in refusal(sheet(inside))


def test_a_text_that_is_not_in_the_list_of_texts_is_refused() -> None:
    inside = b'<sheetData><row><c t="s"><v>99</v></c></row></sheetData>'

    assert SHEET in refusal(sheet(inside))


ENTITY = b'<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
LAUGHS = (
    b'<!DOCTYPE w [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)


def test_a_text_within_a_text_of_the_list_is_none_of_its_texts() -> None:
    links = "xl/_rels/workbook.xml.rels"
    named = parts(sheet(b'<sheetData><row><c t="s"><v>1</v></c></row></sheetData>')) | {
        links: parts(BOOK)[links]
        .replace(b"relationships/theme", b"relationships/sharedStrings")
        .replace(b"theme/theme1.xml", b"texts.xml"),
        "xl/texts.xml": b"<sst><si><si><t>x</t></si></si></sst>",
    }
    assert SHEET in refusal(packed(named))


def test_a_row_within_a_row_is_none() -> None:
    inner = b'<row><c t="n"><v>1</v></c></row>'
    rows = b"<sheetData><row>%b</row></sheetData>" % inner
    assert cells(sheet(rows)) == {}


@pytest.mark.parametrize("declared", [ENTITY, LAUGHS, b"<!DOCTYPE w>"])
@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml"])
def test_an_entity_or_a_document_type_is_refused(declared: bytes, part: str) -> None:
    body = parts(BOOK)[part]
    start = body.find(b"?>") + 2 if body.startswith(b"<?xml") else 0

    said = refusal(with_part(BOOK, part, body[:start] + declared + body[start:]))

    assert said.startswith(f"has a document type in {part}")


def test_an_entity_in_another_encoding_is_refused() -> None:
    """Looking for the letters of `<!DOCTYPE` in the file would not find it."""
    text = (ENTITY + OPEN[21:] + b"<sheetData/></worksheet>").decode()

    assert "document type" in refusal(with_part(BOOK, SHEET, text.encode("utf-16")))


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = with_part(BOOK, SHEET, OPEN + b" " * 64 * 1024 * 1024 + b"</worksheet>")
    assert len(bomb) < 200_000
    assert "is too large" in refusal(bomb)


def test_a_zip_that_lies_about_its_size_is_refused() -> None:
    """It says 100 bytes of a part of three million."""
    body = OPEN + b" " * 3_000_000 + b"</worksheet>"
    true, told = (n.to_bytes(4, "little") for n in (len(body), 100))

    data = with_part(BOOK, SHEET, body).replace(true, told)

    assert "damaged" in refusal(data)


def test_a_zip_that_lies_about_its_size_is_not_unpacked_beyond_what_it_says() -> None:
    many = b"0" * 50_000_000
    data = with_part(BOOK, SHEET, many)
    lied = data.replace(len(many).to_bytes(4, "little"), (9).to_bytes(4, "little"))
    assert lied != data
    tracemalloc.start()
    try:
        assert "damaged" in refusal(lied)
        assert tracemalloc.get_traced_memory()[1] < len(many) // 10
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("packing", [ZIP_BZIP2, ZIP_LZMA])
def test_a_part_packed_as_no_spreadsheet_program_does_is_refused(packing: int) -> None:
    out = BytesIO()
    with ZipFile(out, "w", packing) as archive:
        for name, content in parts(BOOK).items():
            archive.writestr(name, content)
    assert refusal(out.getvalue()) == NO_WORKBOOK


def test_a_thousand_parts_and_more_are_refused() -> None:
    named = {**parts(BOOK), **{f"xl/{n}.xml": b"" for n in range(1001)}}

    assert "is too large" in refusal(packed(named))


@pytest.mark.slow
def test_a_million_rows_are_refused() -> None:
    assert "is too large" in refusal(sheet(b"<sheetData>" + b"<row/>" * 1_000_000))


def test_a_sheet_that_only_claims_a_million_rows_is_read_at_once() -> None:
    data = sheet(
        b'<dimension ref="A1:XFD1048576"/><sheetData>'
        b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    )
    assert list(cells(data)) == ["XFD1048576"]


def test_a_part_that_stands_for_a_thousand_sheets_is_read_once() -> None:
    book = parts(BOOK)["xl/workbook.xml"]
    start = book.find(b"<sheet ")
    one = book[start : book.find(b"/>", start) + 2]

    data = with_part(BOOK, "xl/workbook.xml", book.replace(one, one * 1000))

    assert len(read_workbook(data)) == 1


def test_a_cell_is_named_with_its_sheet() -> None:
    assert cell_name("Climbs and sprints", 7, 28) == "Climbs and sprints!AB7"
