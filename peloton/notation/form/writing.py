"""Write a stage's form as a workbook that checks what users fill in."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.styles.borders import Border
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter as letter
from openpyxl.utils import quote_sheetname
from openpyxl.workbook.protection import WorkbookProtection
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from peloton.notation.form.help import form_instructions
from peloton.notation.form.value import (
    HIDDEN_SHEET,
    MARKER,
    NAMES_COLUMN,
    PREFILLED,
    TITLE_ROW,
    VERSION,
    Box,
    BoxContent,
    FormSheet,
    StageForm,
    expected_content,
)
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.labels import stage_name
from peloton.rules.values import LARGEST
from peloton.rules.words import in_english, phrase, printable, translate_report

_Say = Callable[[str], str]
_TEXT_LIMIT = 32_767
_MESSAGE_LENGTH = 225
"""Maximum length of an error or input message in a spreadsheet program."""
_MAX_LISTED = 40
"""Maximum number of riders without a result to list by bib."""
_WIDTHS = {Box.NAME: 26, Box.TEXT: 60, Box.TIME: 14, Box.LINE: 7}


def form_workbook(form: StageForm, say: _Say = str) -> bytes:
    """Write a form as the bytes of an .xlsx file.

    The form must already be translated; `say` translates the text around its boxes.
    Boxes to fill in are pale; all other cells are locked, without a password. Text that
    begins with = is not written as a formula.
    """
    book = Workbook()
    for style in _box_styles():
        book.add_named_style(style)
    book.security = WorkbookProtection(lockStructure=True)
    first = book.active
    if isinstance(first, Worksheet):
        book.remove(first)
    _write_instructions(book.create_sheet(say(phrase("Instructions"))), form, say)
    for sheet in form.sheets:
        _fill(book.create_sheet(sheet.name), sheet, form, say)
    _fill_hidden(book.create_sheet(HIDDEN_SHEET), form, say(phrase("Rider")))
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _write(
    page: Worksheet, row: int, column: int, value: BoxContent, style: str
) -> None:
    """Write a cell; write text that begins with = as text, not as a formula."""
    cell = page.cell(row, column)
    if isinstance(value, str):
        cell.value = printable(value)[:_TEXT_LIMIT]
        cell.data_type = "s"
    else:
        cell.value = value
    cell.style = style


_ROW_HEIGHT = 18
"""The height of a row, in points."""
_LINE_LENGTH = 85
"""The number of characters that fit on a line of the form's instructions."""


def _write_instructions(page: Worksheet, form: StageForm, say: _Say) -> None:
    page.column_dimensions["A"].width = 20
    page.column_dimensions["B"].width = 85
    lines = (map(say, line) for line in form_instructions(form))
    for row, (head, text) in enumerate(lines, 1):
        _write(page, row, 1, head, "live" if row > 1 else "heading")
        _write(page, row, 2, text, "words")
        page.row_dimensions[row].height = _ROW_HEIGHT * (1 + len(text) // _LINE_LENGTH)
    _set_up_printing(page)
    page.protection.sheet = True


def _fill(page: Worksheet, sheet: FormSheet, form: StageForm, say: _Say) -> None:
    """Write the boxes of a sheet, with their content, hints and checks."""
    title, unknown = stage_name(form.number, form.stage), say(phrase("not in the race"))
    heading = phrase("{stage} - {sheet}", stage=title, sheet=sheet.name)
    _write(page, 1, 1, say(heading), "heading")
    _write(page, 2, 1, sheet.hint, "hint")
    numbers = (Box.COUNT, Box.BIB) if _as_numbers(form) else (Box.COUNT,)
    for number, column in enumerate(sheet.columns, 1):
        _write(page, TITLE_ROW, number, column.title, "head")
        width = max(_WIDTHS.get(column.box, 11), min(len(column.title) + 2, 24))
        page.column_dimensions[letter(number)].width = width
        _highlight(page, number, sheet, unknown)
        _check(page, number, sheet, form, say)
    for row, values in enumerate(sheet.rows, TITLE_ROW + 1):
        for number, (column, value) in enumerate(
            zip(sheet.columns, values, strict=True), 1
        ):
            if column.box is Box.NAME:
                _look_up(page, row, number, len(form.racing), unknown)
                continue
            counted = column.box in numbers and value is not None
            content = int(value or 0) if counted else value
            _write(page, row, number, content, _style(column.box, numbers))
    outside = form.stage.kind.outside_the_tour
    if sheet.key == "finish" and not outside and form.racing:
        page.cell(3, 1).value = _still_to_come(len(form.racing), say)
        page.cell(3, 1).style = "live"
    page.row_dimensions[TITLE_ROW].height = 32
    names = [n for n, head in enumerate(sheet.columns, 1) if head.box is Box.NAME]
    page.freeze_panes = f"{letter(names[0] + 1 if names else 2)}{TITLE_ROW + 1}"
    page.sheet_format.defaultRowHeight = _ROW_HEIGHT
    page.sheet_format.customHeight = True
    _set_up_printing(page)
    page.print_title_rows = f"{TITLE_ROW}:{TITLE_ROW}"
    page.protection.sheet = True
    page.protection.formatColumns = False


_NUMBER = re.compile("0|[1-9][0-9]{0,8}")


def _as_numbers(form: StageForm) -> bool:
    """Return whether all bibs can be stored as numbers, which 012 cannot."""
    return all(_NUMBER.fullmatch(rider.bib) for rider in form.tour.riders)


def _style(box: Box, numbers: Collection[Box]) -> str:
    if box in PREFILLED:
        return "ours"
    return "box number" if box in numbers else "box text"


def _look_up(page: Worksheet, row: int, column: int, riders: int, unknown: str) -> None:
    """Write a formula that looks up the name of the rider whose bib is to the left."""
    bib = f"{letter(column - 1)}{row}"
    bibs, names = (f"{HIDDEN_SHEET}!${c}$1:${c}${max(riders, 1)}" for c in "DE")
    name = f'IFERROR(INDEX({names},MATCH({bib}&"",{bibs},0)),{_quoted(unknown)})'
    page.cell(row, column).value = f'=IF({bib}="","",{name})'
    page.cell(row, column).style = "ours"


def _quoted(text: str) -> str:
    """Quote text for use in a formula."""
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _highlight(page: Worksheet, number: int, sheet: FormSheet, unknown: str) -> None:
    """Add rules that highlight unknown riders and duplicate bibs in red."""
    column, name = sheet.columns[number - 1], letter(number)
    first, last = f"{name}{TITLE_ROW + 1}", TITLE_ROW + len(sheet.rows)
    cells = f"{first}:{name}{last}"
    if column.box is Box.NAME:
        _paint(page, cells, f"{first}={_quoted(unknown)}", _UNKNOWN)
    elif column.box is Box.BIB:
        every = f"${name}${TITLE_ROW + 1}:${name}${last}"
        _paint(
            page, cells, f'AND({first}<>"",SUMPRODUCT(--({every}={first}))>1)', _TWICE
        )


def _check(
    page: Worksheet, number: int, sheet: FormSheet, form: StageForm, say: _Say
) -> None:
    """Restrict what users can enter in a column: to choices or to whole numbers."""
    column, name = sheet.columns[number - 1], letter(number)
    hidden, choices = _choices(form).get(column.box, (0, ()))
    if column.box is Box.COUNT:
        check = DataValidation(
            "whole", operator="between", formula1="0", formula2=str(LARGEST)
        )
    elif choices:
        cells = f"{HIDDEN_SHEET}!${letter(hidden)}$1:${letter(hidden)}${len(choices)}"
        check = DataValidation("list", formula1=cells)
    else:
        return
    check.showErrorMessage = True
    check.allow_blank = True
    wrong = say(phrase("Expected {what}.", what=expected_content(column)))
    check.errorTitle, check.error = "peloton", wrong[:_MESSAGE_LENGTH]
    if column.hint and column.box is not Box.COUNT:
        check.showInputMessage, check.prompt = True, column.hint[:_MESSAGE_LENGTH]
    check.add(f"{name}{TITLE_ROW + 1}:{name}{TITLE_ROW + len(sheet.rows)}")
    page.add_data_validation(check)


def _choices(form: StageForm) -> Mapping[Box, tuple[int, Sequence[str]]]:
    """Return the choices for boxes by kind, and the hidden column that lists them."""
    return {
        Box.BIB: (3, form.racing),
        Box.STATUS: (8, tuple(Reason)),
        Box.YES: (9, (form.yes,)),
    }


def _fill_hidden(page: Worksheet, form: StageForm, rider: str) -> None:
    """Write the hidden sheet: the stage, the tour, and the choices for boxes."""
    marks: tuple[BoxContent, ...] = (MARKER, VERSION, form.number, form.tour.name)
    for row, value in enumerate(marks, 1):
        _write(page, row, 1, value, "ours")
    names = {rider.bib: rider.name for rider in form.tour.riders}
    tab = quote_sheetname(form.sheets[0].name)
    finish = f"{tab}!$B${TITLE_ROW + 1}:$B${TITLE_ROW + len(form.sheets[0].rows)}"
    as_numbers = _as_numbers(form)
    for row, bib in enumerate(form.racing, 1):
        _write(page, row, 3, int(bib) if as_numbers else bib, "ours")
        _write(page, row, 4, bib, "box text")
        _write(page, row, 5, names[bib] or f"{rider} {bib}", "ours")
        out = f'SUMPRODUCT(--({finish}&""=D{row}))=0'
        page.cell(row, 6).value = f"=IF({out},1,0)"
        before = f"G{row - 1}&" if row > 1 else ""
        page.cell(row, 7).value = f'={before}IF(F{row}=1," "&D{row},"")'
    for box, (column, choices) in _choices(form).items():
        if box is not Box.BIB:
            for row, word in enumerate(choices, 1):
                _write(page, row, column, word, "box text")
    translations: dict[str, str] = {}
    translate_report(
        (form.sheets, form.yes),
        lambda name: translations.setdefault(in_english(name), name),
    )
    for row, (english, name) in enumerate(translations.items(), 1):
        _write(page, row, NAMES_COLUMN, english, "ours")
        _write(page, row, NAMES_COLUMN + 1, name, "ours")
    page.sheet_state = "hidden"
    page.protection.sheet = True


_LEFT = "\ue000"
"""Placeholder in text, replaced by a formula that counts riders without a result."""


def _still_to_come(riders: int, say: _Say) -> str:
    to_come = say(phrase("{left} of {count} still to come", left=_LEFT, count=riders))
    complete = say(phrase("All {count} riders are accounted for.", count=riders))
    left = f"SUM({HIDDEN_SHEET}!$F$1:$F${riders})"
    bibs = f'IF({left}>{_MAX_LISTED},"",":"&{HIDDEN_SHEET}!$G${riders})'
    sentence = f"&{left}&".join(map(_quoted, to_come.split(_LEFT)))
    return f"=IF({left}=0,{_quoted(complete)},{sentence}&{bibs})"


_FONT = "Calibri"
_DARK, _PALE, _GRID, _GREY = "1F3A5F", "FFF9E5", "BFBFBF", "666666"
_TWICE = DifferentialStyle(fill=PatternFill("solid", bgColor="F8C9C4"))
_UNKNOWN = DifferentialStyle(font=Font(color="C00000", bold=True))
"""The cell styles for a duplicate bib and for an unknown rider."""
_FOOTER = HeaderFooterItem(center=_HeaderFooterPart(text="&P / &N"))
_PORTRAIT = 105
"""Maximum width of a sheet in portrait orientation, in characters."""


def _box_styles() -> Iterable[NamedStyle]:
    """Yield new cell styles for one workbook, because openpyxl cannot share styles."""
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


def _paint(page: Worksheet, cells: str, when: str, look: DifferentialStyle) -> None:
    """Format cells conditionally; `when` is the formula for the first cell."""
    rule = Rule(type="expression", formula=[when], dxf=look)
    page.conditional_formatting.add(cells, rule)


def _set_up_printing(page: Worksheet) -> None:
    """Fit a sheet to the width of an A4 page; use landscape if the sheet is wide."""
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.HeaderFooter.oddFooter = _FOOTER
    if sum(column.width for column in page.column_dimensions.values()) > _PORTRAIT:
        page.page_setup.orientation = Worksheet.ORIENTATION_LANDSCAPE
