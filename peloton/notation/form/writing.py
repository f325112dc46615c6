"""Write a stage's entry form as a workbook that checks what users fill in."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import zip_longest
from typing import NamedTuple

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.styles.borders import Border
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter as letter
from openpyxl.workbook.protection import WorkbookProtection
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from peloton.errors import PelotonError
from peloton.notation.desk.examples import other_examples
from peloton.notation.desk.lines import course_labels
from peloton.notation.desk.writing import desk_text, label_text
from peloton.notation.form.reading import (
    BIB_COLUMN,
    COLUMN_KEYS,
    HIDDEN_SHEET,
    KEY_ROW,
    MARK_COLUMN,
    MARKER,
    NAME_COLUMN,
    OTHER_COLUMN,
    SAME_MARK,
    TITLE_ROW,
    VERSION,
)
from peloton.notation.messages import as_phrase
from peloton.rules.facts.labels import STAGE_KINDS, stage_name
from peloton.rules.facts.stage import Arrival, FinishLine, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.race import racing_before
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import join, phrase, printable

_Say = Callable[[str], str]
_TEXT_LIMIT = 32_767
_NUMBER = re.compile("0|[1-9][0-9]{0,8}")
_MIN_LINES = 12
"""Number of empty boxes for other lines."""
_WIDTHS = (7, 11, 26, 24, 60)
"""The widths of the columns to fill in, in characters."""


class _Form(NamedTuple):
    """The form for stage `number` of a tour; `racing` are the bibs to choose from.

    Bibs are written as numbers if all can be; 012 cannot. `say` translates the texts.
    """

    tour: Tour
    number: int
    rulebook: Rulebook
    racing: tuple[Bib, ...]
    as_numbers: bool
    say: _Say

    @property
    def stage(self) -> Stage:
        return self.tour.stages[self.number - 1]


def form_workbook(
    tour: Tour, number: int, rulebook: Rulebook, say: _Say = str
) -> bytes:
    """Write the form for stage `number`, with its results so far, as an .xlsx file.

    Boxes to fill in are pale; all other cells are locked, without a password. Text that
    begins with = is not written as a formula. Raises PelotonError for a stage without
    riders.
    """
    racing = racing_before(tour, number, rulebook)
    if not racing:
        raise PelotonError(
            f"stage {number} has no riders; add them with 'peloton rider add'"
        )
    as_numbers = all(_NUMBER.fullmatch(rider.bib) for rider in tour.riders)
    form = _Form(tour, number, rulebook, racing, as_numbers, say)
    book = Workbook()
    for style in _box_styles():
        book.add_named_style(style)
    book.security = WorkbookProtection(lockStructure=True)
    first = book.active
    if isinstance(first, Worksheet):
        book.remove(first)
    _write_instructions(book.create_sheet(say(phrase("Instructions"))), form)
    _write_boxes(book.create_sheet(say(phrase("Results"))), form)
    _write_hidden(book.create_sheet(HIDDEN_SHEET), form)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _finish_rows(line: FinishLine) -> Iterator[tuple[str, str]]:
    """Yield the bib and the mark of each rider on a result line."""
    status = None if isinstance(line, Arrival) else line.reason
    mark = " ".join(str(word) for word in (line.mark, status) if word is not None)
    for place, bib in enumerate(line.bibs):
        yield bib, SAME_MARK if place else mark


def _other_lines(stage: Stage) -> Iterator[str]:
    """Yield the desk lines of the results besides the finish, and empty ones.

    Each sprint or summit has a line, to which its order of riders is added.
    """
    yield from desk_text(replace(stage, finish=())).splitlines()
    for label in course_labels(stage):
        if label not in stage.crossings:
            yield f"{label_text(label, stage)}:"
    yield from [""] * _MIN_LINES


def _write(
    page: Worksheet, row: int, column: int, value: str | int | None, style: str
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


def _write_instructions(page: Worksheet, form: _Form) -> None:
    page.column_dimensions["A"].width = 20
    page.column_dimensions["B"].width = 85
    lines = (map(form.say, line) for line in _instructions(form))
    for row, (head, text) in enumerate(lines, 1):
        _write(page, row, 1, head, "words" if row > 1 else "heading")
        _write(page, row, 2, text, "words")
        page.row_dimensions[row].height = _ROW_HEIGHT * (1 + len(text) // _LINE_LENGTH)
    page.protection.sheet = True
    _fit_to_paper(page, pages_high=1)


def _instructions(form: _Form) -> Iterator[tuple[str, str]]:
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
            " columns or sheets. Leave a box empty if there is nothing to enter."
        ),
    )
    yield (
        phrase("Bibs"),
        phrase("Choose them from the list or type them; the name appears beside them."),
    )
    yield from _finish_instructions(form)
    yield (
        phrase("Other lines"),
        phrase("Everything else, one line in each row, written as at the desk:"),
    )
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


def _finish_instructions(form: _Form) -> Iterator[tuple[str, str]]:
    mark, alone = form.rulebook.mark, form.stage.kind.against_the_clock
    if form.stage.kind.timed:
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
                "Riders without a free line between them share one mark: write it for"
                " the first rider, and x for the others."
            ),
        )
    yield (
        phrase("Out of the race"),
        phrase(
            "Write the status instead of a mark: DNF did not finish, DNS did not start,"
            " DSQ disqualified, OTL over the time limit (alone or after a mark), ABS"
            " absent on this stage only."
        ),
    )


def _write_boxes(page: Worksheet, form: _Form) -> None:
    """Write the sheet to fill in, with the results so far, and its checks."""
    title, mark = stage_name(form.number, form.stage), phrase("Status")
    _write(page, 1, 1, form.say(title), "heading")
    if form.stage.kind.timed:
        mark = phrase("Mark, such as {example}", example=form.rulebook.mark.example)
    titles = phrase("Line"), phrase("Bib"), phrase("Rider"), mark, phrase("Other lines")
    for column, (key, title, width) in enumerate(
        zip(COLUMN_KEYS, titles, _WIDTHS, strict=True), 1
    ):
        _write(page, KEY_ROW, column, key, "ours")
        _write(page, TITLE_ROW, column, form.say(title), "head")
        page.column_dimensions[letter(column)].width = width
    finish = [row for line in form.stage.finish for row in _finish_rows(line)]
    riders = max(len(form.racing), len(finish))
    rows = zip_longest(range(riders), finish, _other_lines(form.stage))
    row = TITLE_ROW
    for row, (_, result, other) in enumerate(rows, TITLE_ROW + 1):
        _write_row(page, row, (*(result or (None, None)), other), form)
    _check_bibs(page, row, form)
    page.row_dimensions[KEY_ROW].hidden = True
    page.row_dimensions[TITLE_ROW].height = 32
    page.freeze_panes = f"D{TITLE_ROW + 1}"
    page.print_title_rows = f"1:{TITLE_ROW}"
    _fit_to_paper(page, pages_high=0)
    page.sheet_format.defaultRowHeight = _ROW_HEIGHT
    page.sheet_format.customHeight = True
    page.protection.sheet = True
    page.protection.formatColumns = False


def _fit_to_paper(page: Worksheet, *, pages_high: int) -> None:
    """Print a sheet one page wide and, unless it is 0, `pages_high` pages high."""
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.page_setup.orientation = Worksheet.ORIENTATION_LANDSCAPE
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, pages_high


def _write_row(
    page: Worksheet, row: int, content: tuple[str | None, ...], form: _Form
) -> None:
    bib, mark, other = content
    _write(page, row, 1, row - TITLE_ROW, "ours")
    if form.as_numbers:
        _write(page, row, BIB_COLUMN, bib and int(bib), "box number")
    else:
        _write(page, row, BIB_COLUMN, bib, "box text")
    _look_up(page, row, form)
    _write(page, row, MARK_COLUMN, mark, "box text")
    _write(page, row, OTHER_COLUMN, other, "box text")


def _look_up(page: Worksheet, row: int, form: _Form) -> None:
    """Write a formula that looks up the name of the rider whose bib is to the left."""
    bib, unknown = f"B{row}", form.say(phrase("not in the race")).replace('"', '""')
    bibs, names = (f"{HIDDEN_SHEET}!${c}$1:${c}${len(form.racing)}" for c in "DE")
    name = f'IFERROR(INDEX({names},MATCH({bib}&"",{bibs},0)),"{unknown}")'
    page.cell(row, NAME_COLUMN).value = f'=IF({bib}="","",{name})'
    page.cell(row, NAME_COLUMN).style = "ours"


def _check_bibs(page: Worksheet, last_row: int, form: _Form) -> None:
    """Let users choose bibs from a list, and mark duplicate bibs in red."""
    first, last = f"B{TITLE_ROW + 1}", f"B{last_row}"
    listed = f"{HIDDEN_SHEET}!$C$1:$C${len(form.racing)}"
    check = DataValidation("list", formula1=listed, allow_blank=True)
    check.showErrorMessage = True
    check.errorTitle = "peloton"
    check.error = form.say(phrase("Expected {what}.", what=phrase("a bib")))
    check.add(f"{first}:{last}")
    page.add_data_validation(check)
    every = f"$B${TITLE_ROW + 1}:$B${last_row}"
    twice = f'AND({first}<>"",SUMPRODUCT(--({every}={first}))>1)'
    rule = Rule(type="expression", formula=[twice], dxf=_TWICE)
    page.conditional_formatting.add(f"{first}:{last}", rule)


def _write_hidden(page: Worksheet, form: _Form) -> None:
    """Write the hidden sheet: the stage, the tour, and the bibs with their riders."""
    marks: tuple[str | int, ...] = (MARKER, VERSION, form.number, form.tour.name)
    for row, value in enumerate(marks, 1):
        _write(page, row, 1, value, "ours")
    names = {rider.bib: rider.name for rider in form.tour.riders}
    for row, bib in enumerate(form.racing, 1):
        _write(page, row, 3, int(bib) if form.as_numbers else bib, "ours")
        _write(page, row, 4, bib, "box text")
        name = names[bib] or f"{form.say(phrase('Rider'))} {bib}"
        _write(page, row, 5, name, "ours")
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
