"""Write sheets as JSON, for scripts."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from peloton.reports.sheet import Sheet, Table

if TYPE_CHECKING:
    from peloton.reports.drawing import Picture

_Plain = dict[str, object]


def to_json(sheets: Sequence[Sheet]) -> str:
    """Write sheets as JSON: their tables, notes and the values of their charts.

    Times and gaps are whole numbers in the sheet's `unit`, and an empty cell is null.
    The `kind` of a column is the type of its values.
    """
    return json_text({"sheets": [_sheet(sheet) for sheet in sheets]})


def json_text(data: object) -> str:
    r"""Write JSON-ready data without escaping non-ASCII letters.

    Control characters such as `\u009b` are escaped, so that they have no effect on a
    terminal. Programs that parse the JSON get the original text.
    """
    text = json.dumps(data, ensure_ascii=False, indent=1)
    for letter in set(text) - {"\n"}:
        if not letter.isprintable():
            text = text.replace(letter, json.dumps(letter)[1:-1])
    return text


def _named(part: object, *names: str) -> _Plain:
    return {name: getattr(part, name) for name in names}


def _sheet(sheet: Sheet) -> _Plain:
    return {
        **_named(sheet, "title", "name", "subtitle", "lead", "unit"),
        "tables": [_table(table) for table in sheet.tables],
        "notes": sheet.notes,
        "pictures": [_picture(picture) for picture in sheet.pictures],
        "jerseys": [
            {"bib": bib, "colour": shirt.colour} for bib, shirt in sheet.jerseys
        ],
    }


def _table(table: Table) -> _Plain:
    return {
        **_named(table, "name", "title"),
        "columns": [_named(column, "title", "kind") for column in table.columns],
        "rows": [[cell if cell != "" else None for cell in row] for row in table.rows],
        "notes": table.notes,
    }


def _picture(picture: "Picture") -> _Plain:
    plain, chart = _named(picture, "name", "title", "about"), picture.chart
    if chart:
        plain["categories"] = chart.categories
        plain["series"] = [_named(line, "title", "values") for line in chart.series]
    return plain
