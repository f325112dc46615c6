"""Complete a workbook that openpyxl saved with what it has no interface for.

openpyxl writes a formula without its result, and a chart without a name or a
description. Programs that do not calculate, such as previews and phones, would show
empty totals, and screen readers nothing of a chart. This second pass takes a
twentieth of the time of a workbook of 198 riders and 21 stages.
"""

import re
from collections.abc import Iterable
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from peloton.rules.words import visible

_LEVEL = 3
"""Compression: half the time of the usual 6, for a file an eighth larger."""
_FORMULA = re.compile(rb"(<c [^>]*)>(<f>[^<]*</f>)<v ?(?:/>|></v>)")
_CHART = re.compile(rb'name="Chart [0-9]+"')


def completed(
    saved: BytesIO, results: Iterable[float], captions: Iterable[tuple[str, str]]
) -> bytes:
    """Return the bytes of a saved workbook with results and captions.

    Both are in the order of the tabs: the result of each formula, row by row, and the
    name and the description of each chart.
    """
    next_result, next_caption = iter(results).__next__, iter(captions).__next__

    def with_result(formula: re.Match[bytes]) -> bytes:
        result = next_result()
        kind = b' t="b"' if isinstance(result, bool) else b""
        return b"%b%b>%b<v>%b</v>" % (formula[1], kind, formula[2], b"%r" % (+result,))

    def with_caption(_chart: re.Match[bytes]) -> bytes:
        name, about = (escape(visible(text)) for text in next_caption())
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
            elif name.startswith("xl/drawings/drawing"):
                part = _CHART.sub(with_caption, part)
            archive.writestr(name, part)
    return out.getvalue()
