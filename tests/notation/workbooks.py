"""Workbooks for tests, changed with openpyxl or part by part, as no program would."""

from collections.abc import Callable, Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook, load_workbook


def plain_workbook(rows: list[list[object]], title: str = "Sheet1") -> bytes:
    book = Workbook()
    page = book.active
    assert page is not None
    page.title = title
    for row in rows:
        page.append(row)
    return saved(book)


def saved(book: Workbook) -> bytes:
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def changed(data: bytes, change: Callable[[Workbook], object]) -> bytes:
    """Open a workbook, change something, and save it again."""
    book = load_workbook(BytesIO(data))
    change(book)
    return saved(book)


def parts(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(named: Mapping[str, bytes]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in named.items():
            archive.writestr(name, content)
    return out.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    return packed({**parts(data), name: content})
