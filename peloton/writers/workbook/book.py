"""Sheets -> an Excel workbook with real numbers and real durations."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from io import BytesIO
from itertools import chain, count
from unicodedata import normalize

from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

from peloton.reports.sheet import ColumnKind, Sheet
from peloton.rules.words import in_english, visible
from peloton.writers.workbook.cells import fill
from peloton.writers.workbook.charts import add_charts, charted
from peloton.writers.workbook.layout import is_timed, layout
from peloton.writers.workbook.looks import colour_cells, named_styles
from peloton.writers.workbook.package import completed
from peloton.writers.workbook.pages import name_tables, set_up
from peloton.writers.workbook.rows import Rows, cut_letters

_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", "-"))
_LONGEST_NAME = 31


def to_xlsx(sheets: Sequence[Sheet], language: str = "en") -> bytes:
    """Write a workbook, one tab a sheet, as the bytes of an .xlsx file.

    Times are durations, counts are numbers, and text is never a formula. A total is
    added up again by a formula beside it. Where the first sheet links to the others,
    each of them links back to it. `language` is the one they are written in.
    """
    book = Workbook(write_only=True)
    for style in named_styles():
        book.add_named_style(style)
    book.properties.creator, book.properties.language = "peloton", language
    book.properties.title = visible(sheets[0].title) if sheets else None
    book.epoch = _epoch(sheets)
    taken: set[str] = set()
    tab_names = [_tab_name(sheet.name or sheet.title, taken) for sheet in sheets]
    pages = [book.create_sheet(name) for name in tab_names or ("Empty",)]
    laid = [layout(sheet) for sheet in sheets]
    tabs = {
        tab.sheet.name: (name, tab)
        for tab, name in reversed([*zip(laid, tab_names, strict=True)])
    }
    results: list[float] = []
    captions: list[tuple[str, str]] = []
    back = tab_names[0] if sheets and _links(sheets[0]) else ""
    for tab, page, names in zip(laid, pages, table_names(sheets), strict=False):
        rows = Rows(page, book.epoch)
        charts, room = charted(tab)
        set_up(page, tab, room)
        fill(rows, tab, tabs, back if page != pages[0] else "")
        add_charts(page, rows, tab, charts, room)
        colour_cells(page, tab)
        name_tables(book, page, tab, names)
        # It has a file open until then, and there may be hundreds.
        page.close()
        results += rows.results
        captions += [(picture.title, picture.about) for picture, _ in charts]
    saved = BytesIO()
    book.save(saved)
    return completed(saved, results, captions)


def _epoch(sheets: Iterable[Sheet]) -> datetime:
    """Choose when the dates of a workbook begin: in 1900, as in any other.

    Excel shows a negative duration as #####, but for where they begin in 1904.
    """
    below_zero = any(
        isinstance(cell := row[place], int) and cell < 0
        for sheet in sheets
        if sheet.unit != "tenths"
        for table in sheet.tables
        for place, column in enumerate(table.columns)
        if is_timed(column)
        for row in table.rows
    )
    return CALENDAR_MAC_1904 if below_zero else CALENDAR_WINDOWS_1900


def _links(sheet: Sheet) -> bool:
    """Whether a sheet is an overview: one with links to others."""
    columns = (column for table in sheet.tables for column in table.columns)
    return any(column.kind is ColumnKind.SHEET for column in columns)


def _tab_name(name: str, taken: set[str]) -> str:
    """Make a name that Excel takes for a tab, unlike any of those taken."""
    stem = visible(name).translate(_FORBIDDEN).strip("' ") or "Sheet"
    if stem.casefold() == "history":
        stem += "-"  # Excel keeps that name for itself.
    ends = chain([""], (f" ({number})" for number in count(2)))
    rooms = ((end, _LONGEST_NAME - len(end)) for end in ends)
    return _unlike(
        taken, (cut_letters(stem, most).rstrip("' ") + end for end, most in rooms)
    )


_WORD = re.compile("[A-Za-z0-9]+")
_NO_NAME = re.compile("[A-Z]{1,3}[0-9]+|R[0-9]*(C[0-9]*)?|C[0-9]*|", re.IGNORECASE)
"""What is the place of a cell already: A1, R1C1."""
_LONGEST = 200


def table_names(sheets: Iterable[Sheet]) -> list[list[str]]:
    """Name the tables of each sheet, none like another whatever its case.

    The main table of a sheet is called as the sheet; another has its own name behind
    that: Stage2_Teams. The names are English in every language, so that a formula
    can be guessed, and means the same in each: Stage2[Time].
    """
    taken: set[str] = set()
    names: list[list[str]] = []
    for sheet in sheets:
        stem = _joined(in_english(sheet.name or sheet.title))
        names.append([])
        for table in sheet.tables:
            alone, own = len(sheet.tables) == 1, _joined(table.name)
            is_main = alone or table.name == "Result" or own == stem
            name = stem if is_main else f"{stem}_{own}"
            legal = _legal(name)
            numbered = (f"{legal}_{number}" for number in count(2))
            names[-1].append(_unlike(taken, chain([legal], numbered)))
    return names


def _joined(text: str) -> str:
    """Join the words of a text into one: `Extra turns` is ExtraTurns."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(word[0].upper() + word[1:] for word in _WORD.findall(plain))


def _legal(name: str) -> str:
    name = f"_{name}"[:_LONGEST] if name[:1].isdigit() else name[:_LONGEST]
    return f"{name}_" if _NO_NAME.fullmatch(name) else name


def _unlike(taken: set[str], names: Iterable[str]) -> str:
    """Take the first of some names that is none of those taken, whatever its case."""
    name = next(name for name in names if name.casefold() not in taken)
    taken.add(name.casefold())
    return name
