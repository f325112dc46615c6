"""Printed sheets: the file, its fonts and its pages."""

import re
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from peloton.errors import PelotonError
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.reports.tour.cards import printed_card, rider_sheets
from peloton.writers.paper import font_files
from peloton.writers.paper.fonts import REGULAR, Typeface
from peloton.writers.paper.pdf import names_without_font, to_pdf
from peloton.writers.paper.style import Imprint
from tests.reports.samples import sample
from tests.writers.conftest import sheet_of


def contents(pdf: bytes) -> str:
    """Return the drawing commands of every page, in order."""
    packed = rb"/FlateDecode \][^>]*>>\s*stream\r?\n(.*?)\r?\n?endstream"
    streams = re.findall(packed, pdf, re.DOTALL)
    unpacked = (zlib.decompressobj().decompress(stream) for stream in streams)
    return "\n".join(
        text.decode("latin-1") for text in unpacked if b" Tf" in text and b"BT" in text
    )


def fonts(pdf: bytes) -> set[bytes]:
    return set(re.findall(rb"/BaseFont /(\S+)", pdf))


def test_the_same_sheets_give_the_same_bytes(hostile: Sheet) -> None:
    assert to_pdf([hostile]) == to_pdf([hostile])


def test_a_watermark_is_pale(sheet: Sheet) -> None:
    pdf = to_pdf([replace(sheet, watermark="provisional")])

    assert {*re.findall(rb"/ca ([\d.]+)", pdf)} == {b".1"}


def test_pages_are_a4(sheet: Sheet) -> None:
    pdf = to_pdf([sheet])

    assert re.findall(rb"/MediaBox \[ ([^\]]*) \]", pdf) == [b"0 0 595.2756 841.8898"]


def test_a3_is_a4_enlarged(sheet: Sheet) -> None:
    pdf = to_pdf([sheet], Imprint(paper="a3"))

    assert b"/MediaBox [ 0 0 841.8468 1190.612 ]" in pdf


def test_a_file_says_its_tour_its_author_its_language_and_its_pages(
    sheet: Sheet,
) -> None:
    imprint = Imprint(paper="letter", tour="Ronde", author="Ann", language="nl")
    pdf = to_pdf([sheet], imprint)

    assert b"/MediaBox [ 0 0 612 792 ]" in pdf
    assert b"/Lang (nl)" in pdf
    assert b"/Author (Ann)" in pdf
    assert b"/Title (Ronde \\267 After stage 1)" in pdf
    assert re.search(rb"/PageLabels \d+ 0 R", pdf)


def test_a_dated_file_is_of_source_date_epoch(
    sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795365600")
    pdf = to_pdf([sheet], Imprint(tour="Ronde"))

    assert b"/CreationDate (D:20261122164000+00'00')" in pdf
    assert pdf == to_pdf([sheet], Imprint(tour="Ronde"))


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

    assert "(1 / 2)" in text
    assert "(2 / 2)" in text


def test_the_heads_stand_again_on_every_page() -> None:
    """There are two columns on each of two pages."""
    long = sheet_of(*((n, str(n), f"Rider {n}", n, n) for n in range(1, 160)))
    text = contents(to_pdf([long]))

    assert text.count("(Rider)") == 4
    assert text.count(" / 2)") == 2


def test_every_rider_is_printed() -> None:
    long = sheet_of(*((n, str(n), f"Rider {n}", n, n) for n in range(1, 100)))
    text = contents(to_pdf([long]))

    assert all(f"(Rider {n})" in text for n in range(1, 100))


def test_letters_that_are_shaped_can_still_be_copied(hostile: Sheet) -> None:
    """Arabic is drawn as joined glyphs; each says which letter it is."""
    said = re.findall(r"/ActualText <feff([0-9a-f]+)>", contents(to_pdf([hostile])))
    letters = {bytes.fromhex(each).decode("utf-16-be") for each in said}

    assert set("محمد") <= letters


def test_text_after_a_letter_with_many_accents_is_not_raised() -> None:
    """The four accents of the name have four heights."""
    pdf = to_pdf([sheet_of((1, "1", "x\u0338\u0321\u0361\u035d Ann", 0, 0))])
    raised = [re.findall(r"(\S+) Ts", text) for text in contents(pdf).split("ET")]

    assert max(len({*heights}) for heights in raised) > 2
    assert {heights[-1] for heights in raised if heights} == {"0"}


def test_a_name_of_another_script_has_its_own_font() -> None:
    found = fonts(to_pdf([sheet_of((1, "1", "王 김 カ א م", 0, 0))]))

    assert {font.split(b"+")[1] for font in found} >= {
        *(b"NotoJP-400", b"NotoKR-400", b"NotoHebrew-400", b"NotoArabic-400"),
    }


def test_a_title_as_long_as_a_book_is_still_printed(sheet: Sheet) -> None:
    assert to_pdf([replace(sheet, title="W" * 10_000)]).startswith(b"%PDF")


def test_no_sheets_make_an_empty_document() -> None:
    assert to_pdf([]).startswith(b"%PDF")


NAMES = ("محمد", "יוסי")  # noqa: RUF001 - Hebrew is meant


def book() -> list[Sheet]:
    """The sheets of a book: a cover with contents, and five stages of 40 riders."""
    names = ("Łukasz", "Νίκος", "Юрий", "王力宏", "佐藤カズキ", "김민준", *NAMES)
    rows = [(n, str(n), f"{names[n % 8]} {n}", 60 * n, n) for n in range(1, 41)]
    stages = [
        replace(sheet_of(*rows), title=f"Étape {n}", name=f"Stage {n}")
        for n in range(1, 6)
    ]
    contents = Table(
        name="Contents",
        title="Contents",
        columns=(Column(title="Sheet", kind=ColumnKind.SHEET),),
        rows=(*((stage.name,) for stage in stages), ("No such sheet",)),
    )
    cover = Sheet(title="Ronde", cover=True, tables=(contents,), front=1)
    return [cover, *stages]


def test_a_book_of_five_stages_in_every_script_is_under_2_mb() -> None:
    assert len(to_pdf(book())) < 2_000_000


def test_a_book_is_the_same_bytes_each_time() -> None:
    assert to_pdf(book()) == to_pdf(book())


def test_the_outline_lists_every_sheet_of_a_book() -> None:
    entries = re.findall(
        rb"/Dest \[ (\d+) 0 R /Fit \][^>]*/Title \((.*)\)", to_pdf(book())
    )

    assert [title for _, title in entries] == [
        b"Ronde",
        *(rf"\311tape {n}".encode() for n in range(1, 6)),
    ]
    assert len({page for page, _ in entries}) == 6


def test_a_sheet_alone_has_no_outline(sheet: Sheet) -> None:
    assert b"/Outlines" not in to_pdf([sheet])


def test_a_name_of_a_sheet_links_to_it_and_any_other_to_nothing() -> None:
    assert to_pdf(book()).count(b"/Subtype /Link") == 5


def test_remarks_stand_below_the_table() -> None:
    """In the row there is a letter, the same one for the same remark."""
    columns = (
        Column(title="Rank", kind=ColumnKind.NUMBER),
        Column(title="Note", footnotes=True),
    )
    rows = ((1, "by lots"), (2, "by lots"), (3, ""), (4, "ex aequo"))
    table = Table(name="t", title="t", columns=columns, rows=rows)
    sheet = Sheet(title="General", tables=(table,))

    text = contents(to_pdf([sheet]))

    assert [text.count(f"({each})") for each in ("a", "b", "by lots")] == [2, 1, 0]
    assert "(a = by lots)" in text
    assert "(b = ex aequo)" in text


needs_poppler = pytest.mark.skipif(
    not shutil.which("pdftotext"), reason="needs poppler"
)


def copied(pdf: bytes, folder: Path) -> list[str]:
    """Return the rows of tables, as copied from a PDF reader."""
    file = folder / "sheet.pdf"
    file.write_bytes(pdf)
    command = ["pdftotext", "-raw", str(file), "-"]
    out = subprocess.run(command, check=True, capture_output=True).stdout  # noqa: S603 - our own file
    text = re.sub("[\u200e-\u200f\u202a-\u202e]", "", out.decode())
    return [line for line in text.splitlines() if re.match(r"\d+ \d+ ", line)]


@needs_poppler
@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("𠮷野 Kin", "𠮷野 Kin"),
        ("Ann 🙂🚵", "Ann 🙂🚵"),
        ("𝓢𝓬𝓻𝓲𝓹𝓽", "Script"),  # noqa: RUF001 - such letters are meant
        ("𝔉𝔯𝔞𝔨 Jones", "Frak Jones"),  # noqa: RUF001 - such letters are meant
        ("Sari \ua997", "Sari ◻"),
        ("Heart \u2764\ufe0f An\U000e0100n", "Heart \u2764 Ann"),
    ],
)
def test_no_letter_of_a_name_is_lost_on_paper(
    tmp_path: Path, typed: str, read: str
) -> None:
    """One that no font has is set in its plain form, else as a box."""
    pdf = to_pdf([sheet_of((1, "7", typed, 0, 0))])

    assert copied(pdf, tmp_path) == [f"1 7 {read} 0:00 0:00"]


@needs_poppler
def test_all_text_can_be_copied_in_the_order_it_is_read(tmp_path: Path) -> None:
    """Right-to-left names as well, letter by letter."""
    lines = copied(to_pdf(book()[1:2]), tmp_path)

    assert [line.split()[0] for line in lines] == [str(n) for n in range(1, 41)]
    assert "3 3 王力宏 3 3:00 +0:03" in lines
    assert set(NAMES) <= {word for line in lines for word in line.split()}


def test_a_name_is_broken_after_a_hyphen_but_a_number_is_not() -> None:
    text = "Hohenzollern-Sigmaringen-Habsburg 100-2000"
    face = Typeface(f"{text} .…", REGULAR)
    width = face.line("Hohenzollern-").width + 0.1

    lines = face.wrapped(text, 1, width)

    assert lines == [
        "Hohenzollern-",
        "Sigmaringen-",
        "Habsburg",
        "100-2000",
    ]


def test_the_number_of_a_rule_is_not_broken() -> None:
    text = "dice (CY-15)"
    face = Typeface(f"{text} .…", REGULAR)

    assert face.wrapped(text, 1, face.line("dice (CY-").width) == ["dice", "(CY-15)"]


@pytest.mark.parametrize(
    ("package", "path"),
    [("no_such_package", "a.ttf"), ("peloton", "a.ttf"), ("peloton", "errors.py")],
)
def test_a_font_that_is_not_there_is_refused_in_one_line(
    package: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No package, no file in it, or a file that is no font."""
    monkeypatch.setattr(font_files, "FONTS", {"missing": (package, path)})

    with pytest.raises(PelotonError) as refusal:
        font_files.face_of("missing")

    assert str(refusal.value) == (
        f"the font {path} cannot be read:"
        f" reinstall the package {package.replace('_', '-')}"
    )


@pytest.fixture
def default_installation(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide the fonts of the extra `cjk`."""

    fonts = {
        font: ("no_fonts" if "cjk" in package else package, path)
        for font, (package, path) in font_files.FONTS.items()
    }
    caches = font_files.face_of, font_files.font_letters
    monkeypatch.setattr(font_files, "FONTS", fonts)
    for cache in caches:
        cache.cache_clear()
    yield
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


@needs_poppler
@pytest.mark.usefixtures("default_installation")
@pytest.mark.parametrize(
    ("typed", "read"),
    [("王 Kin", "◻ Kin"), ("Tick ◻", "Tick ◻"), ("Ann ← é", "Ann ← é")],
)
def test_without_the_extra_cjk_boxes_are_printed(
    tmp_path: Path, typed: str, read: str
) -> None:
    pdf = to_pdf([sheet_of((1, "7", typed, 0, 0))])

    assert copied(pdf, tmp_path) == [f"1 7 {read} 0:00 0:00"]


@pytest.mark.usefixtures("default_installation")
@pytest.mark.parametrize(
    ("letters", "lacking"),
    [
        ("王", True),
        ("a김", True),
        ("カ", True),
        ("★", True),
        ("\ua9a0", False),
        ("", False),
    ],
)
def test_the_extra_cjk_is_named_for_letters_that_it_may_have(
    letters: str, *, lacking: bool
) -> None:
    assert font_files.lacks_cjk(letters) is lacking


@pytest.mark.usefixtures("default_installation")
@pytest.mark.parametrize("game", ["criterium", "cyclo"])
def test_the_cards_of_the_demonstration_need_no_extra(game: str) -> None:
    cards = [printed_card(card) for card in rider_sheets(sample(game))]

    assert names_without_font(cards) == {}


def test_with_the_extra_cjk_it_is_not_named() -> None:
    assert not font_files.lacks_cjk("王")


def test_a_letter_that_no_font_has_is_told_of_a_subtitle_and_of_notes_too() -> None:
    (table,) = sheet_of((1, "12", "Eddy", 3723, 0)).tables
    sheet = Sheet(
        title="Stage 1",
        subtitle="Ronde \ua9a0",
        tables=(replace(table, notes=("of \ua9a1",)),),
        notes=("by \ua9a2",),
    )

    assert names_without_font([sheet]) == {
        "Ronde \ua9a0": "\ua9a0",
        "of \ua9a1": "\ua9a1",
        "by \ua9a2": "\ua9a2",
    }
