"""What a workbook's tables are called, so that a formula can be guessed: Stage2[Time].

The names are English in every language: a formula means the same in each.
"""

import re
from collections.abc import Iterable
from unicodedata import normalize

from peloton.reports.sheet import Sheet, Table
from peloton.rules.words import in_english

_WORD = re.compile("[A-Za-z0-9]+")
_NO_NAME = re.compile("[A-Z]{1,3}[0-9]+|R[0-9]*(C[0-9]*)?|C[0-9]*|", re.IGNORECASE)
"""What is the place of a cell already: A1, R1C1."""
_LONGEST = 200


def table_names(sheets: Iterable[Sheet]) -> list[list[str]]:
    """Name the tables of each sheet, none like another whatever its case.

    The main table of a sheet is called as the sheet; another has its own name behind
    that: Stage2_Teams.
    """
    taken: set[str] = set()
    names: list[list[str]] = []
    for sheet in sheets:
        stem = _joined(in_english(sheet.name or sheet.title))
        names.append([])
        for table in sheet.tables:
            own = "" if _is_main(sheet, table, stem) else f"_{_joined(table.name)}"
            names[-1].append(_unlike(taken, _legal(stem + own)))
    return names


def _is_main(sheet: Sheet, table: Table, stem: str) -> bool:
    alone = len(sheet.tables) == 1
    return alone or table.name == "Result" or _joined(table.name) == stem


def _joined(text: str) -> str:
    """Join the words of a text into one: `Extra turns` is ExtraTurns."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(word[0].upper() + word[1:] for word in _WORD.findall(plain))


def _legal(name: str) -> str:
    name = f"_{name}"[:_LONGEST] if name[:1].isdigit() else name[:_LONGEST]
    return f"{name}_" if _NO_NAME.fullmatch(name) else name


def _unlike(taken: set[str], name: str) -> str:
    count, tried = 1, name
    while tried.casefold() in taken:
        count += 1
        tried = f"{name}_{count}"
    taken.add(tried.casefold())
    return tried
