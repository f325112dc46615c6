"""Add what openpyxl cannot write to a workbook, and remove needless references.

openpyxl cannot write the result of a formula, nor the name and the description of a
chart. Programs that do not calculate, such as previews on phones, would show empty
totals, and screen readers no charts. The reference of a cell, such as `B7`, is optional
after the first cell of a row (ECMA-376, 18.3.1.4), and a fifth of the file without it.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl.utils import column_index_from_string, get_column_letter

from peloton.rules.words import printable

_LEVEL = 7
"""Compression level: a file a fiftieth smaller than with level 6, in the same time."""
_FORMULA = re.compile(rb"(<c [^>]*)>(<f>[^<]*</f>)<v ?(?:/>|></v>)")
_PLACE = re.compile(rb'<row |<c r="([A-Z]+)[0-9]+"')
_CHART = re.compile(rb'name="Chart [0-9]+"')


def completed_workbook(
    saved: BytesIO,
    results: Iterable[float],
    captions: Iterable[tuple[str, str]],
    bare: Iterable[bool],
) -> bytes:
    """Return the bytes of a saved workbook with results and captions added.

    `results` has the value of each formula, tab by tab and row by row; `captions` the
    name and the description of each chart, tab by tab. The cells of `bare` tabs keep
    their references (such as B5), which some simple programs need.
    """
    next_bare = iter(bare).__next__
    next_result, next_caption = iter(results).__next__, iter(captions).__next__

    def with_result(formula: re.Match[bytes]) -> bytes:
        result = next_result()
        kind = b' t="b"' if isinstance(result, bool) else b""
        return b"%b%b>%b<v>%b</v>" % (formula[1], kind, formula[2], b"%r" % (+result,))

    def with_caption(_chart: re.Match[bytes]) -> bytes:
        name, about = (escape(printable(text)) for text in next_caption())
        return f'name="{name}" descr="{about}"'.encode()

    out = BytesIO()
    with (
        ZipFile(saved) as parts,
        ZipFile(out, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as archive,
    ):
        for name in parts.namelist():
            part = parts.read(name)
            if name.startswith("xl/worksheets/sheet"):
                part = _FORMULA.sub(with_result, part)
                part = part if next_bare() else _without_references(part)
            elif name.startswith("xl/drawings/drawing"):
                part = _CHART.sub(with_caption, part)
            archive.writestr(name, part)
    return out.getvalue()


def _without_references(part: bytes) -> bytes:
    """Remove the reference of each cell that follows another without a gap."""
    following: bytes | None = None

    def shortened(place: re.Match[bytes]) -> bytes:
        nonlocal following
        column: bytes | None = place[1]
        adjacent = column is not None and column == following
        following = column and _next_column(column)
        return b"<c" if adjacent else place[0]

    return _PLACE.sub(shortened, part)


@lru_cache(maxsize=1024)
def _next_column(letters: bytes) -> bytes:
    index = column_index_from_string(letters.decode())
    return get_column_letter(index + 1).encode()
