"""Sheet -> BBCode, for a forum."""

from dataclasses import replace

from peloton.reports.sheet import Sheet
from peloton.rules.words import visible
from peloton.writers.text import to_text

# An opening bracket that no forum takes for a tag: nothing shows after it, and no
# tag has a name that begins with a zero-width space.
_BRACKET = "[\u200b"


def to_bbcode(sheet: Sheet) -> str:
    """Write a sheet as a heading and a code block, which every forum keeps aligned.

    Brackets in names are escaped, so that they open no tag.
    """
    heading = f"[b]{_plain(visible(sheet.title))}[/b]\n"
    if sheet.subtitle:
        heading += f"{_plain(visible(sheet.subtitle))}\n"
    body = to_text(replace(sheet, title="", subtitle="")).strip("\n")
    return f"{heading}[code]\n{_plain(body)}\n[/code]\n"


def _plain(text: str) -> str:
    return text.replace("[", _BRACKET)
