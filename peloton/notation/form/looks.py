"""How a form looks: the styles of its cells, and how it is printed."""

from collections.abc import Iterable

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.styles.borders import Border
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

_FONT = "Calibri"
_DARK, _PALE, _GRID, _GREY = "1F3A5F", "FFF9E5", "BFBFBF", "666666"
TWICE = DifferentialStyle(fill=PatternFill("solid", bgColor="F8C9C4"))
ODD = DifferentialStyle(font=Font(color="C00000", bold=True))
"""A bib that stands twice, and a name that is none."""


def box_styles() -> Iterable[NamedStyle]:
    """Make the styles of one workbook: openpyxl binds each to its book."""
    plain, thin = Font(name=_FONT, size=11), Side("thin", color=_GRID)
    grid = Border(left=thin, right=thin, top=thin, bottom=thin)
    pale = PatternFill("solid", fgColor=_PALE)
    grey = Font(name=_FONT, color=_GREY)
    left, right = (
        Alignment(horizontal=side, vertical="center", indent=1)
        for side in ("left", "right")
    )
    head = Alignment(horizontal="center", vertical="center", wrap_text=True)
    free = Protection(locked=False)
    yield NamedStyle("heading", font=Font(name=_FONT, bold=True, size=16))
    yield NamedStyle("hint", font=grey)
    yield NamedStyle(
        "live",
        font=Font(name=_FONT, bold=True, color=_DARK),
        alignment=Alignment(vertical="top"),
    )
    yield NamedStyle(
        "words", font=plain, alignment=Alignment(wrap_text=True, vertical="top")
    )
    yield NamedStyle(
        "head",
        font=Font(name=_FONT, bold=True, color="FFFFFF"),
        fill=PatternFill("solid", fgColor=_DARK),
        alignment=head,
        border=grid,
    )
    yield NamedStyle("ours", font=grey, border=grid, alignment=left)
    for name, side, code in (("number", right, "0"), ("text", left, "@")):
        yield NamedStyle(
            f"box {name}",
            font=plain,
            fill=pale,
            border=grid,
            alignment=side,
            protection=free,
            number_format=code,
        )


def paint(page: Worksheet, cells: str, when: str, look: DifferentialStyle) -> None:
    """Show cells another way when a formula on the first of them is true."""
    rule = Rule(type="expression", formula=[when], dxf=look)
    page.conditional_formatting.add(cells, rule)


_FOOTER = HeaderFooterItem(center=_HeaderFooterPart(text="&P / &N"))
_UPRIGHT = 105
"""The widest that still reads well on an upright page, in characters."""


def set_up_printing(page: Worksheet) -> None:
    """Set up the printing: A4, as wide as the page, upright unless it is wide."""
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.HeaderFooter.oddFooter = _FOOTER
    if sum(each.width for each in page.column_dimensions.values()) > _UPRIGHT:
        page.page_setup.orientation = Worksheet.ORIENTATION_LANDSCAPE
