"""Printed sheets: the file, its fonts and its pages."""

import re
import zlib
from base64 import a85decode
from dataclasses import replace

from peloton.reports.sheet import Sheet
from peloton.writers.pdf import to_pdf
from tests.writers.conftest import sheet_of


def contents(pdf: bytes) -> str:
    """The drawing of every page, in order."""
    packed = rb"/ASCII85Decode /FlateDecode \][^>]*>>\s*stream\r?\n(.*?)~>"
    streams = re.findall(packed, pdf, re.DOTALL)
    unpacked = (zlib.decompress(a85decode(stream)) for stream in streams)
    return "\n".join(
        text.decode("latin-1") for text in unpacked if b" Tf" in text and b"BT" in text
    )


def fonts(pdf: bytes) -> set[bytes]:
    return set(re.findall(rb"/BaseFont /(\S+)", pdf))


def test_the_same_sheets_give_the_same_bytes(hostile: Sheet) -> None:
    assert to_pdf([hostile]) == to_pdf([hostile])


def test_pages_are_a4(sheet: Sheet) -> None:
    pdf = to_pdf([sheet])

    assert re.findall(rb"/MediaBox \[ ([^\]]*) \]", pdf) == [b"0 0 595.2756 841.8898"]


def test_every_font_is_embedded_as_a_subset(hostile: Sheet) -> None:
    pdf = to_pdf([hostile])

    assert all(b"+Noto" in font for font in fonts(pdf))
    assert pdf.count(b"/FontFile2") == len(fonts(pdf))


def test_a_latin_sheet_needs_no_other_font(sheet: Sheet) -> None:
    assert {font.split(b"+")[1] for font in fonts(to_pdf([sheet]))} == {
        *(b"NotoSans-400", b"NotoSans-700"),
    }


def test_a_sheet_stays_small(hostile: Sheet) -> None:
    assert len(to_pdf([hostile])) < 200_000


def test_pages_are_numbered_through_all_sheets(sheet: Sheet) -> None:
    text = contents(to_pdf([sheet, sheet]))

    assert "(Page 1 of 2)" in text
    assert "(Page 2 of 2)" in text


def test_the_heads_stand_again_on_every_page() -> None:
    long = sheet_of(*((n, str(n), f"Rider {n}", n, n) for n in range(1, 100)))
    text = contents(to_pdf([long]))

    assert text.count("(Rider)") == text.count("(After stage 1)") == 3


def test_every_rider_is_printed() -> None:
    long = sheet_of(*((n, str(n), f"Rider {n}", n, n) for n in range(1, 100)))
    text = contents(to_pdf([long]))

    assert all(f"(Rider {n})" in text for n in range(1, 100))


def test_letters_that_are_shaped_can_still_be_copied(hostile: Sheet) -> None:
    """Arabic is drawn as joined glyphs; each says which letter it is."""
    said = re.findall(r"/ActualText <feff([0-9a-f]+)>", contents(to_pdf([hostile])))
    letters = {bytes.fromhex(each).decode("utf-16-be") for each in said}

    assert set("محمد") <= letters


def test_a_name_of_another_script_has_its_own_font() -> None:
    found = fonts(to_pdf([sheet_of((1, "1", "王 김 カ א م", 0, 0))]))

    assert {font.split(b"+")[1] for font in found} >= {
        *(b"NotoJP-400", b"NotoKR-400", b"NotoHebrew-400", b"NotoArabic-400"),
    }


def test_a_title_as_long_as_a_book_is_still_printed(sheet: Sheet) -> None:
    assert to_pdf([replace(sheet, title="W" * 10_000)]).startswith(b"%PDF")


def test_no_sheets_make_an_empty_document() -> None:
    assert to_pdf([]).startswith(b"%PDF")
