"""Write a stage's form as a workbook that checks what users fill in."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.styles.borders import Border
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter as letter
from openpyxl.workbook.protection import WorkbookProtection
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from peloton.notation.desk.examples import other_examples
from peloton.notation.form.layout import (
    HIDDEN_SHEET,
    KEY_ROW,
    MARKER,
    PREFILLED,
    SAME_GROUP,
    TITLE_ROW,
    VERSION,
    Box,
    BoxContent,
    FormSheet,
    StageForm,
)
from peloton.notation.messages import as_phrase
from peloton.rules.facts.kinds import Reason
from peloton.rules.facts.labels import STAGE_KINDS, stage_name
from peloton.rules.values import quote
from peloton.rules.words import join, phrase, printable

_Say = Callable[[str], str]
_TEXT_LIMIT = 32_767
_MESSAGE_LENGTH = 225
"""Maximum length of an error or input message in a spreadsheet program."""
_WIDTHS = {Box.NAME: 26, Box.TEXT: 60, Box.MARK: 14, Box.LINE: 7}


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
    _fill_hidden(book.create_sheet(HIDDEN_SHEET), form, say)
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
    lines = (map(say, line) for line in _instructions(form))
    for row, (head, text) in enumerate(lines, 1):
        _write(page, row, 1, head, "words" if row > 1 else "heading")
        _write(page, row, 2, text, "words")
        page.row_dimensions[row].height = _ROW_HEIGHT * (1 + len(text) // _LINE_LENGTH)
    page.protection.sheet = True


def _instructions(form: StageForm) -> Iterator[tuple[str, str]]:
    """Yield the instructions for filling in a form as rows of (heading, text)."""
    stage = form.stage
    yield form.tour.name, ""
    yield (
        phrase("Stage {number}", number=form.number),
        join(filter(None, (stage.name, STAGE_KINDS[stage.kind])), " - "),
    )
    yield (
        phrase("Boxes"),
        phrase(
            "Fill in the pale boxes only, with values and not formulas. Do not move"
            " columns or sheets. Leave a box empty if there is nothing to enter; an"
            " empty sheet changes nothing."
        ),
    )
    yield (
        phrase("Bibs"),
        phrase("Choose them from the list or type them; the name appears beside them."),
    )
    yield from _finish_instructions(form)
    yield (
        phrase("Out of the race"),
        phrase(
            "Write the bib and the status: DNF did not finish, DNS did not start, DSQ"
            " disqualified, OTL over the time limit (with or without a mark), ABS"
            " absent on this stage only."
        ),
    )
    for sheet in form.sheets[1:]:
        yield sheet.name, sheet.hint
    for typed, meaning in other_examples(stage, form.rulebook):
        yield as_phrase(typed), as_phrase(meaning)
    yield (
        phrase("When it is filled in"),
        phrase(
            "'peloton stage enter {number} --from THIS-FILE.xlsx' shows the result and"
            " asks before it saves; mistakes are listed with their cells.",
            number=form.number,
        ),
    )


def _finish_instructions(form: StageForm) -> Iterator[tuple[str, str]]:
    if not form.stage.kind.timed:
        return
    mark, alone = form.rulebook.mark, form.stage.kind.against_the_clock
    yield (
        phrase("Finish"),
        phrase(
            "One line for each rider, in the order of arrival. A bib entered twice"
            " turns red."
        ),
    )
    yield phrase("The mark"), (alone and mark.time_trial_help) or mark.columns_help
    yield phrase("For example"), mark.example
    yield (
        phrase("Same group"),
        phrase(
            "Riders without a free line between them share one mark: write it for the"
            " first rider, and x for the others."
        ),
    )


def _fill(page: Worksheet, sheet: FormSheet, form: StageForm, say: _Say) -> None:
    """Write the boxes of a sheet, with their content, hints and checks."""
    title, unknown = stage_name(form.number, form.stage), say(phrase("not in the race"))
    heading = phrase("{stage} - {sheet}", stage=title, sheet=sheet.name)
    _write(page, 1, 1, say(heading), "heading")
    _write(page, 2, 1, sheet.hint, "hint")
    as_numbers = _as_numbers(form)
    for number, column in enumerate(sheet.columns, 1):
        _write(page, KEY_ROW, number, column.box if number > 1 else sheet.key, "ours")
        _write(page, TITLE_ROW, number, column.title, "head")
        width = max(_WIDTHS.get(column.box, 11), min(len(column.title) + 2, 24))
        page.column_dimensions[letter(number)].width = width
        _check(page, number, sheet, form, say)
    for row, values in enumerate(sheet.rows, TITLE_ROW + 1):
        for number, (column, value) in enumerate(
            zip(sheet.columns, values, strict=True), 1
        ):
            if column.box is Box.NAME:
                _look_up(page, row, number, len(form.racing), unknown)
                continue
            counted = column.box is Box.BIB and as_numbers
            content = int(value) if counted and value is not None else value
            style = "box number" if counted else "box text"
            style = "ours" if column.box in PREFILLED else style
            _write(page, row, number, content, style)
    page.row_dimensions[KEY_ROW].hidden = True
    page.row_dimensions[TITLE_ROW].height = 32
    names = [n for n, head in enumerate(sheet.columns, 1) if head.box is Box.NAME]
    page.freeze_panes = f"{letter(names[0] + 1 if names else 2)}{TITLE_ROW + 1}"
    page.sheet_format.defaultRowHeight = _ROW_HEIGHT
    page.sheet_format.customHeight = True
    page.protection.sheet = True
    page.protection.formatColumns = False


_NUMBER = re.compile("0|[1-9][0-9]{0,8}")


def _as_numbers(form: StageForm) -> bool:
    """Return whether all bibs can be stored as numbers, which 012 cannot."""
    return all(_NUMBER.fullmatch(rider.bib) for rider in form.tour.riders)


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


def _check(
    page: Worksheet, number: int, sheet: FormSheet, form: StageForm, say: _Say
) -> None:
    """Let users choose from a list in a column, and mark duplicate bibs in red."""
    column, name = sheet.columns[number - 1], letter(number)
    hidden, expected, choices = _choices(form).get(column.box, (0, "", ()))
    if not choices:
        return
    first, last = TITLE_ROW + 1, TITLE_ROW + len(sheet.rows)
    listed = f"{HIDDEN_SHEET}!${letter(hidden)}$1:${letter(hidden)}${len(choices)}"
    check = DataValidation("list", formula1=listed, allow_blank=True)
    check.showErrorMessage = True
    wrong = say(phrase("Expected {what}.", what=expected))
    check.errorTitle, check.error = "peloton", wrong[:_MESSAGE_LENGTH]
    check.add(f"{name}{first}:{name}{last}")
    page.add_data_validation(check)
    if column.box is Box.BIB:
        every, this = f"${name}${first}:${name}${last}", f"{name}{first}"
        twice = f'AND({this}<>"",SUMPRODUCT(--({every}={this}))>1)'
        rule = Rule(type="expression", formula=[twice], dxf=_TWICE)
        page.conditional_formatting.add(f"{name}{first}:{name}{last}", rule)


def _choices(form: StageForm) -> Mapping[Box, tuple[int, str, Sequence[str]]]:
    """Return for each kind of box: the hidden column of its choices, a noun, them."""
    return {
        Box.BIB: (3, phrase("a bib"), form.racing),
        Box.STATUS: (6, phrase("a status"), tuple(Reason)),
        Box.GROUP: (7, quote(SAME_GROUP), (SAME_GROUP,)),
    }


def _fill_hidden(page: Worksheet, form: StageForm, say: _Say) -> None:
    """Write the hidden sheet: the stage, the tour, and the choices for boxes."""
    marks: tuple[BoxContent, ...] = (MARKER, VERSION, form.number, form.tour.name)
    for row, value in enumerate(marks, 1):
        _write(page, row, 1, value, "ours")
    names = {rider.bib: rider.name for rider in form.tour.riders}
    as_numbers = _as_numbers(form)
    for row, bib in enumerate(form.racing, 1):
        _write(page, row, 4, bib, "box text")
        _write(page, row, 5, names[bib] or f"{say(phrase('Rider'))} {bib}", "ours")
    for box, (column, _, choices) in _choices(form).items():
        for row, word in enumerate(choices, 1):
            number = box is Box.BIB and as_numbers
            _write(page, row, column, int(word) if number else say(word), "box text")
    page.sheet_state = "hidden"
    page.protection.sheet = True


_FONT = "Calibri"
_DARK, _PALE, _GRID, _GREY = "1F3A5F", "FFF9E5", "BFBFBF", "666666"
_TWICE = DifferentialStyle(fill=PatternFill("solid", bgColor="F8C9C4"))
"""The cell style for a duplicate bib."""


def _box_styles() -> Iterator[NamedStyle]:
    """Yield new cell styles for one workbook, because openpyxl cannot share styles."""
    plain, thin = Font(name=_FONT, size=11), Side("thin", color=_GRID)
    grid = Border(left=thin, right=thin, top=thin, bottom=thin)
    dark, pale = (PatternFill("solid", fgColor=colour) for colour in (_DARK, _PALE))
    grey, white = (Font(name=_FONT, color=colour) for colour in (_GREY, "FFFFFF"))
    left = Alignment(horizontal="left", vertical="center", indent=1)
    middle = Alignment(horizontal="center", vertical="center", wrap_text=True)
    words = Alignment(wrap_text=True, vertical="top")
    free = Protection(locked=False)
    yield NamedStyle("heading", font=Font(name=_FONT, bold=True, size=16))
    yield NamedStyle("hint", font=grey)
    yield NamedStyle("words", font=plain, alignment=words)
    yield NamedStyle("head", font=white, fill=dark, alignment=middle, border=grid)
    yield NamedStyle("ours", font=grey, border=grid, alignment=left)
    for name, code in (("box number", "0"), ("box text", "@")):
        box = NamedStyle(name, font=plain, fill=pale, border=grid, alignment=left)
        box.protection, box.number_format = free, code
        yield box
