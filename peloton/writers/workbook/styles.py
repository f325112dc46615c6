"""The styles of a workbook: named cell styles, and conditional colours."""

import re
from collections.abc import Iterator
from functools import lru_cache, partial

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.worksheet.worksheet import Worksheet

from peloton.reports.sheet import Column, ColumnKind, Sheet
from peloton.reports.shirts import PATTERN_CHARACTERS, Shirt
from peloton.writers.workbook.layout import Tab, column_letter

_FONT = "Calibri"
_HEAD, _BAND, _LINK, _GREY = "1F3A5F", "EEF2F7", "0563C1", "666666"
_BOOLEAN = '"TRUE";"TRUE";"FALSE"'
"""Number format for TRUE and FALSE, which LibreOffice translates itself.

Without a format LibreOffice may crash while printing; Excel needs none.
"""
_OWN_FORMATS = 200
"""The first number for formats of our own, above those that named styles use."""
_CLOCK, _TENTHS = "[h]:mm:ss", '0"\'"0'
_SIGNED, _WON = "+{0};-{0};{0}", "{0};-{0};"
"""Formats for a number with a sign, and for a number that is hidden if it is 0."""
_UP, _DOWN = "1E7B34", "C00000"
_NUMBER = re.compile("0|[1-9][0-9]{0,8}")


def bib_number(bib: str) -> int | None:
    """Return a bib as a number if it is printed the same: 12, but not 012 or A."""
    return int(bib) if _NUMBER.fullmatch(bib) else None


def named_styles() -> tuple[NamedStyle, ...]:
    """Return new named styles for one workbook, because openpyxl binds them to it."""
    indented = Alignment(horizontal="left", indent=1)
    right, top = Alignment(horizontal="right"), Alignment(vertical="top")
    plain = partial(NamedStyle, font=Font(name=_FONT, size=11))
    link = Font(name=_FONT, size=11, color=_LINK, underline="single")
    head = partial(
        NamedStyle,
        font=Font(name=_FONT, bold=True, color="FFFFFF"),
        fill=PatternFill("solid", fgColor=_HEAD),
        border=Border(bottom=Side("thin")),
    )
    return (
        NamedStyle("heading", font=Font(name=_FONT, bold=True, size=16)),
        NamedStyle("subheading", font=Font(name=_FONT, color=_GREY), alignment=top),
        NamedStyle("caption", font=Font(name=_FONT, bold=True, size=12)),
        head("column left", alignment=indented),
        head("column right", alignment=right),
        plain("text", alignment=indented),
        plain("token", alignment=right),
        NamedStyle("link", font=link, alignment=indented),
        plain("seconds", number_format=_CLOCK),
        plain("tenths", number_format=_TENTHS),
        plain("seconds gap", number_format=_SIGNED.format(_CLOCK)),
        plain("tenths gap", number_format=_SIGNED.format(_TENTHS)),
        plain("seconds won", number_format=_WON.format(_CLOCK)),
        plain("tenths won", number_format=_WON.format(_TENTHS)),
        plain("Normal won", number_format=_WON.format("0")),
        plain("date", number_format="yyyy-mm-dd", alignment=indented),
        plain("move", alignment=right, number_format='"▲"0;"▼"0;"="'),
        NamedStyle(
            "check",
            font=Font(name=_FONT, color=_UP),
            alignment=Alignment(horizontal="center"),
            number_format=_BOOLEAN,
        ),
        plain("box", border=_frame(), alignment=indented),
    )


def _frame() -> Border:
    side = Side("thin", color="999999")
    return Border(left=side, right=side, top=side, bottom=side)


def colour_cells(page: Worksheet, tab: Tab) -> None:
    """Colour the bibs of jersey wearers, moves, failed checks and every second row.

    The colours are conditional formats, so that they move with the cells when rows are
    sorted. The first matching rule applies.
    """
    for block in tab.blocks:
        if not block.table.rows:
            continue
        for index, column in enumerate(block.table.columns):
            cell = f"{column_letter(index)}{block.first}"
            for formula, style in _formats(column, tab.sheet, cell):
                _add(page, f"{cell}:{column_letter(index)}{block.last}", formula, style)
        if not block.table.blank:
            rows = f"A{block.first}:{block.end}"
            _add(page, rows, f"MOD(ROW()-{block.head},2)=0", _BANDED)


def _formats(
    column: Column, sheet: Sheet, cell: str
) -> Iterator[tuple[str, DifferentialStyle]]:
    """Yield the formula for `cell` and the style of each conditional format."""
    if column.kind is ColumnKind.BIB:
        for bib, shirt in sheet.jerseys:
            yield _is_bib(cell, bib), _in_shirt(shirt)
    elif column.kind is ColumnKind.MOVE:
        # N() turns text into 0, such as the text in the cell of a newcomer.
        yield f"N({cell})>0", _GAINED
        yield f"N({cell})<0", _LOST
    elif column.formula and column.kind is ColumnKind.TEXT:
        yield f"NOT({cell})", _WRONG
    elif column.shirt:
        yield f"LEN({cell})>0", _in_shirt(column.shirt)


def _is_bib(cell: str, bib: str) -> str:
    if bib_number(bib) is not None:
        return f"{cell}={bib}"
    escaped = bib.replace('"', '""')
    # EXACT distinguishes capital letters; = does not.
    return f'EXACT({cell},"{escaped}")'


@lru_cache(maxsize=64)
def _in_shirt(shirt: Shirt) -> DifferentialStyle:
    """Return a cell style in a shirt's colour, with a letter for the shirt's pattern.

    The letter, before the cell's text, is for readers who print in black and white. It
    is part of the number format, so that the cell remains a number.
    """
    style = _filled(shirt.cloth, shirt.ink)
    mark = PATTERN_CHARACTERS[shirt.pattern]
    shown = ";".join([f'"{mark} "General'] * 3)
    number = _OWN_FORMATS + tuple(PATTERN_CHARACTERS).index(shirt.pattern)
    style.numFmt = NumberFormat(number, f'{shown};"{mark} "@')
    return style


def _filled(colour: str, ink: str) -> DifferentialStyle:
    """Return a style with a fill and an ink colour; the border makes white visible."""
    return DifferentialStyle(
        font=Font(bold=True, color=ink[1:]),
        fill=PatternFill(bgColor=colour[1:]),
        border=_frame(),
    )


# Created once and shared, because openpyxl compares each style with all others.
_WRONG = _filled(f"#{_DOWN}", "#FFFFFF")
_GAINED = DifferentialStyle(font=Font(color=_UP))
_LOST = DifferentialStyle(font=Font(color=_DOWN))
_BANDED = DifferentialStyle(fill=PatternFill(bgColor=_BAND))


def _add(page: Worksheet, cells: str, formula: str, style: DifferentialStyle) -> None:
    rule = Rule(type="expression", formula=[formula], dxf=style, stopIfTrue=True)
    page.conditional_formatting.add(cells, rule)
