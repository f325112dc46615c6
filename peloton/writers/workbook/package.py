"""Complete the file of a workbook: add results and captions, remove optional data.

openpyxl cannot write the result of a formula, nor the name and the description of a
chart. Programs that do not calculate, such as previews on phones, would show empty
totals, and screen readers could not describe a chart. The number of a row, the
reference of a cell, such as `B7`, and the type of a number are optional if no cell is
left out (ECMA-376, 18.3.1.73 and 18.3.1.4), and would be half of the file.
"""

import re
from collections.abc import Iterable
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from peloton.rules.words import printable

_LEVEL = 7
"""Compression level: files are 2 % smaller than with level 6, in the same time."""
_FORMULA = re.compile(rb"(<c [^>]*)>(<f>[^<]*</f>)<v ?(?:/>|></v>)")
_ROW = re.compile(rb'<row r="[0-9]+"')
_CELL = re.compile(rb'<c( r="[A-Z]+[0-9]+")( s="[0-9]+")?( t="n")?')
_CHART = re.compile(rb'name="Chart [0-9]+"')


def completed_workbook(
    saved: BytesIO,
    results: Iterable[float],
    captions: Iterable[tuple[str, str]],
    bare: Iterable[bool],
) -> bytes:
    """Return the bytes of a saved workbook with results and captions added.

    `results` holds the value of each formula, tab by tab and row by row; `captions`
    holds the name and the description of each chart, tab by tab. `bare` tabs keep all
    references (such as B5), which some simple programs need.
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
                if next_bare():
                    part = _CELL.sub(rb"<c\1\2", part)
                else:
                    part = _CELL.sub(rb"<c\2", _ROW.sub(b"<row", part))
            elif name.startswith("xl/drawings/drawing"):
                part = _CHART.sub(with_caption, part)
            archive.writestr(name, part)
    return out.getvalue()
