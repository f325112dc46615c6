"""Files that commands write: sheets as web pages, workbooks, PDF or text.

Writers are slow to import, so only the functions that need them do.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

import click

from peloton.cli.support.arguments import PAPER_SIZES, OneOf
from peloton.cli.support.output import (
    TEXTS,
    OutputFormat,
    language_of,
    tell,
    translate,
    user_setting,
)
from peloton.errors import PelotonError, did_you_mean, install_command
from peloton.reports.sheet import PageWords, Sheet
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import Tour
from peloton.rules.values import one_of

_Sheets = Sequence[Sheet]


def _html(sheets: _Sheets, tour: Tour | None = None, *_: object) -> bytes:
    from peloton.writers.html.page import to_html

    return to_html(sheets, page_words(tour)).encode()


def page_words(tour: Tour | None) -> PageWords:
    """Return the title and the labels of a tour's web pages, in its language."""
    lang = language_of(tour) or Language.ENGLISH
    return translate(PageWords(title=tour.name if tour else "", lang=lang), tour)


def _xlsx(sheets: _Sheets, tour: Tour | None = None, *_: object) -> bytes:
    from peloton.writers.workbook.book import to_xlsx

    return to_xlsx(sheets, language_of(tour) or Language.ENGLISH)


def _pdf(sheets: _Sheets, tour: Tour | None = None, paper: str = "a4") -> bytes:
    """Render sheets as PDF; print a warning for characters that no font has."""
    from peloton.writers.paper.font_files import lacks_cjk
    from peloton.writers.paper.page import Imprint
    from peloton.writers.paper.pdf import names_without_font, to_pdf

    boxed = dict(names_without_font(sheets))
    for name, letters in boxed.items():
        codes = ", ".join(f"U+{ord(letter):04X}" for letter in letters)
        tell(f"Warning: {name}: no font for {codes}, printed as a box")
    if lacks_cjk("".join(boxed.values())):
        tell(
            "Fonts for Chinese, Japanese and Korean are in the extra 'cjk':"
            f" {install_command('peloton-scorekeeper[cjk]')}"
        )
    imprint = Imprint(paper=paper, language=language_of(tour) or Language.ENGLISH)
    if tour is not None:
        imprint = replace(imprint, tour=tour.name, author=tour.leader, dated=True)
    return to_pdf(sheets, imprint)


def _encoded(fmt: OutputFormat) -> Callable[..., bytes]:
    return lambda sheets, *_: TEXTS[fmt](sheets).encode()


FILES: dict[str, Callable[..., bytes]] = {
    ".xlsx": _xlsx,
    ".pdf": _pdf,
    ".html": _html,
    ".csv": _encoded(OutputFormat.CSV),
    ".json": _encoded(OutputFormat.JSON),
    ".md": _encoded(OutputFormat.MARKDOWN),
    ".txt": _encoded(OutputFormat.TEXT),
}
"""Writers of files by extension; arguments: sheets, tour and paper size."""


def checked_ending(file: Path, endings: Collection[str] = FILES) -> str:
    """Return the extension of a file; PelotonError if it is not one of `endings`."""
    ending = file.suffix.lower()
    if ending not in endings:
        raise PelotonError(
            f"found the extension '{file.suffix}', expected {one_of(tuple(endings))}"
            f"{did_you_mean(ending, endings)}"
        )
    return ending


def file_content(
    report: tuple[Sheet, ...], ending: str, tour: Tour | None = None, paper: str = "a4"
) -> bytes:
    """Return sheets in their language as the bytes of a file."""
    return FILES[ending](translate(report, tour), tour, paper)


paper_option = click.option(
    "--paper",
    type=OneOf(PAPER_SIZES),
    default=lambda: user_setting("paper") or PAPER_SIZES[0],
    show_default=PAPER_SIZES[0],
    help="Paper size; a3 is a4 enlarged.",
)
