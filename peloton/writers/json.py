"""Write sheets as JSON, for scripts."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from peloton.reports.sheet import Sheet, Table, plain_rows

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


def _sheet(sheet: Sheet) -> _Plain:
    return {
        **plain_rows([sheet], "title name subtitle lead unit")[0],
        "tables": [_table(table) for table in sheet.tables],
        "notes": sheet.notes,
        "pictures": [_picture(picture) for picture in sheet.pictures],
        "jerseys": [
            {"bib": bib, "colour": shirt.colour} for bib, shirt in sheet.jerseys
        ],
    }


def _table(table: Table) -> _Plain:
    return {
        **plain_rows([table], "name title")[0],
        "columns": plain_rows(table.columns, "title kind"),
        "rows": [[cell if cell != "" else None for cell in row] for row in table.rows],
        "notes": table.notes,
    }


def _picture(picture: "Picture") -> _Plain:
    plain: _Plain = {**plain_rows([picture], "name title about")[0]}
    if chart := picture.chart:
        plain["categories"] = chart.categories
        plain["series"] = plain_rows(chart.series, "title values")
    return plain
