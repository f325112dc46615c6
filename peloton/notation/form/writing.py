"""Write a stage's entry form as a workbook that checks what users fill in."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import repeat, zip_longest
from typing import NamedTuple

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.styles.borders import Border
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.workbook.protection import WorkbookProtection
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from peloton.errors import PelotonError
from peloton.notation.desk.examples import other_examples
from peloton.notation.desk.lines import course_labels
from peloton.notation.desk.writing import desk_text, label_text
from peloton.notation.form.reading import (
    COLUMN_KEYS,
    HIDDEN_SHEET,
    KEY_ROW,
    MARKER,
    SAME_MARK,
    TITLE_ROW,
    VERSION,
)
from peloton.notation.messages import as_phrase
from peloton.rules.facts.labels import STAGE_KINDS, stage_name
from peloton.rules.facts.stage import Arrival, FinishLine, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.live import RaceBeforeStage
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import join, phrase, printable

_Say = Callable[[str], str]
_TEXT_LIMIT = 32_767
_NUMBER = re.compile("0|[1-9][0-9]{0,8}")
_ROW_HEIGHT = 18
"""The height of a row, in points."""


class _Form(NamedTuple):
    """The form for stage `number` of a tour; `racing` are the bibs to choose from.

    `bib_cell` converts bibs to numbers if all can be; 012 cannot. `say` translates the
    texts.
    """

    tour: Tour
    number: int
    rulebook: Rulebook
    racing: tuple[Bib, ...]
    bib_cell: type[int | str]
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
    racing = RaceBeforeStage(tour, number, rulebook).racing
    if not racing:
        raise PelotonError(
            f"stage {number} has no riders; add them with 'peloton rider add'"
        )
    as_numbers = all(_NUMBER.fullmatch(rider.bib) for rider in tour.riders)
    form = _Form(tour, number, rulebook, racing, int if as_numbers else str, say)
    book = Workbook()
    book.remove(book.worksheets[0])
    book.security = WorkbookProtection(lockStructure=True)
    for style in _box_styles():
        book.add_named_style(style)
    _write_instructions(book.create_sheet(say(phrase("Instructions"))), form)
    _write_boxes(book.create_sheet(say(phrase("Results"))), form)
    _write_hidden(book.create_sheet(HIDDEN_SHEET), form)
    for page in book.worksheets:
        page.protection.sheet = True
        page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
        page.page_setup.orientation = Worksheet.ORIENTATION_LANDSCAPE
        page.page_setup.fitToWidth = 1
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _append(
    page: Worksheet, values: Iterable[str | int | None], styles: Iterable[str]
) -> None:
    """Append a row; text that begins with = is a formula only in the style `name`."""
    cells = []
    for value, style in zip(values, styles, strict=False):
        shown = printable(value)[:_TEXT_LIMIT] if isinstance(value, str) else value
        cell = WriteOnlyCell(page, shown)
        if isinstance(value, str) and style != "name":
            cell.data_type = "s"
        cell.style = style
        cells.append(cell)
    page.append(cells)


def _write_instructions(page: Worksheet, form: _Form) -> None:
    width = 85  # in characters; a longer text gets a higher row
    for row, line in enumerate(_instructions(form), 1):
        head, text = map(form.say, line)
        _append(page, (head, text), ("words" if row > 1 else "heading", "words"))
        page.row_dimensions[row].height = _ROW_HEIGHT * (1 + len(text) // width)
    page.column_dimensions["A"].width, page.column_dimensions["B"].width = 20, width
    page.page_setup.fitToHeight = 1


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
    title, mark_title = stage_name(form.number, form.stage), phrase("Status")
    if form.stage.kind.timed:
        example = form.rulebook.mark.example
        mark_title = phrase("Mark, such as {example}", example=example)
    titles = phrase("Line"), phrase("Bib"), phrase("Rider"), mark_title
    _append(page, [form.say(title)], ["heading"])
    _append(page, (), ())
    _append(page, COLUMN_KEYS, repeat("ours"))
    _append(page, map(form.say, (*titles, phrase("Other lines"))), repeat("head"))
    bib_box = "box number" if form.bib_cell is int else "box text"
    unknown = form.say(phrase("not in the race")).replace('"', '""')
    listed, bibs, names = (
        f"{HIDDEN_SHEET}!${column}$1:${column}${len(form.racing)}" for column in "CDE"
    )
    finish = (row for line in form.stage.finish for row in _finish_rows(line))
    rows = zip_longest(finish, form.racing, _other_lines(form.stage))
    for line, (result, _, other) in enumerate(rows, 1):
        bib, mark = result or (None, None)
        box = f"B{TITLE_ROW + line}"
        name = f'IFERROR(INDEX({names},MATCH({box}&"",{bibs},0)),"{unknown}")'
        _append(
            page,
            (line, bib and form.bib_cell(bib), f'=IF({box}="","",{name})', mark, other),
            ("ours", bib_box, "name", "box text", "box text"),
        )
    _check_bibs(
        page, listed, form.say(phrase("Expected {what}.", what=phrase("a bib")))
    )
    # The widths of the columns to fill in, in characters.
    for column, width in zip("ABCDE", (7, 11, 26, 24, 60), strict=True):
        page.column_dimensions[column].width = width
    page.row_dimensions[KEY_ROW].hidden = True
    page.row_dimensions[TITLE_ROW].height = 32
    page.freeze_panes = f"D{TITLE_ROW + 1}"
    page.print_title_rows = f"1:{TITLE_ROW}"
    page.page_setup.fitToHeight = 0
    page.sheet_format.defaultRowHeight = _ROW_HEIGHT
    page.sheet_format.customHeight = True
    page.protection.formatColumns = False


def _finish_rows(line: FinishLine) -> Iterator[tuple[str, str]]:
    """Yield the bib and the mark of each rider on a result line."""
    status = None if isinstance(line, Arrival) else line.reason
    mark = " ".join(str(word) for word in (line.mark, status) if word is not None)
    for place, bib in enumerate(line.bibs):
        yield bib, SAME_MARK if place else mark


def _other_lines(stage: Stage) -> Iterator[str]:
    """Yield the desk lines of all results except the finish, then empty lines.

    Each sprint or summit has a line, such as `Muur:`, even without an order of riders.
    """
    yield from desk_text(replace(stage, finish=())).splitlines()
    for label in course_labels(stage):
        if label not in stage.crossings:
            yield f"{label_text(label, stage)}:"
    yield from [""] * 12  # empty boxes for other lines


def _check_bibs(page: Worksheet, listed: str, error: str) -> None:
    """Let users choose bibs from the `listed` cells, and mark duplicate bibs in red."""
    first, last = TITLE_ROW + 1, page.max_row
    check = DataValidation("list", formula1=listed, allow_blank=True)
    check.showErrorMessage, check.errorTitle, check.error = True, "peloton", error
    check.add(f"B{first}:B{last}")
    page.add_data_validation(check)
    twice = f'AND(B{first}<>"",SUMPRODUCT(--($B${first}:$B${last}=B{first}))>1)'
    red = DifferentialStyle(fill=PatternFill("solid", bgColor="F8C9C4"))
    rule = Rule(type="expression", formula=[twice], dxf=red)
    page.conditional_formatting.add(f"B{first}:B{last}", rule)


def _write_hidden(page: Worksheet, form: _Form) -> None:
    """Write the hidden sheet: the stage, the tour, and the bibs with their riders."""
    identity: tuple[str | int, ...] = (MARKER, VERSION, form.number, form.tour.name)
    rider = form.say(phrase("Rider"))
    names = {r.bib: r.name or f"{rider} {r.bib}" for r in form.tour.riders}
    for mark, bib in zip_longest(identity, form.racing):
        rider_cells = (form.bib_cell(bib), bib, names[bib]) if bib else ()
        _append(page, (mark, None, *rider_cells), repeat("ours"))
    page.sheet_state = "hidden"


def _box_styles() -> Iterator[NamedStyle]:
    """Yield new cell styles for one workbook, because openpyxl cannot share styles."""
    font, solid = partial(Font, name="Calibri"), partial(PatternFill, "solid")
    plain, grey, white = font(size=11), font(color="666666"), font(color="FFFFFF")
    dark, pale = solid(fgColor="1F3A5F"), solid(fgColor="FFF9E5")
    thin = Side("thin", color="BFBFBF")
    grid = Border(left=thin, right=thin, top=thin, bottom=thin)
    left = Alignment(horizontal="left", vertical="center", indent=1)
    middle = Alignment(horizontal="center", vertical="center", wrap_text=True)
    words = Alignment(wrap_text=True, vertical="top")
    free = Protection(locked=False)
    yield NamedStyle("heading", font=font(bold=True, size=16))
    yield NamedStyle("words", font=plain, alignment=words)
    yield NamedStyle("head", font=white, fill=dark, alignment=middle, border=grid)
    for name in ("ours", "name"):
        yield NamedStyle(name, font=grey, border=grid, alignment=left)
    for name, code in (("box number", "0"), ("box text", "@")):
        box = NamedStyle(name, font=plain, fill=pale, border=grid, alignment=left)
        box.protection, box.number_format = free, code
        yield box
