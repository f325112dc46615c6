"""Convert sheets to text, or to files whose extension selects the format.

The modules that write the formats are slow to import, so that each is imported only by
the function that uses it.
"""

import datetime as dt
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING
from warnings import warn

from peloton.errors import PelotonError, did_you_mean, install_command
from peloton.reports.sheet import PageWords, Sheet
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import Tour
from peloton.rules.values import one_of, unexpected
from peloton.rules.words import Report

if TYPE_CHECKING:
    from peloton.rules.story.templates import StoryTemplates

PAPER_SIZES = ("a4", "letter", "a3")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOptions:
    """Options for writing a file: the tour, the language and the paper size.

    `catalogue` contains translations that replace the built-in ones. `story` contains
    the templates for the stories of stages; None means no stories. `warn` is called
    with the text of each warning, for example if no font contains a character.
    """

    tour: Tour | None = None
    language: Language = Language.ENGLISH
    catalogue: Mapping[str, str] = field(default_factory=dict)
    paper: str = PAPER_SIZES[0]
    story: "StoryTemplates | None" = None
    warn: Callable[[str], None] = warn

    def translated(self, report: Report) -> Report:
        """Translate a report into `language`, unless it is in English already."""
        if self.language is Language.ENGLISH and not self.catalogue:
            return report
        from peloton.notation.catalogue import builtin_catalogue
        from peloton.notation.messages import as_phrase
        from peloton.reports.translation import in_language

        words = self.catalogue or builtin_catalogue(self.language)
        return in_language(report, self.language, words, as_phrase)

    def page_words(self, home: str = "") -> PageWords:
        """Return the title and labels of web pages; `home` names the parent page."""
        title = self.tour.name if self.tour else ""
        return self.translated(PageWords(title=title, home=home, lang=self.language))


class OutputFormat(StrEnum):
    """A format in which a command prints sheets."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    TSV = "tsv"
    MARKDOWN = "markdown"
    BBCODE = "bbcode"


def sheet_text(sheets: Sequence[Sheet], fmt: OutputFormat) -> str:
    """Return sheets as text in an output format, such as CSV."""
    match fmt:
        case OutputFormat.JSON:
            from peloton.writers.json import to_json

            return f"{to_json(sheets)}\n"
        case OutputFormat.CSV | OutputFormat.TSV:
            from peloton.writers.csv import to_csv

            return to_csv(*sheets, delimiter="," if fmt is OutputFormat.CSV else "\t")
        case OutputFormat.MARKDOWN:
            from peloton.writers.markdown import to_markdown

            return "\n".join(map(to_markdown, sheets))
    from peloton.writers.text import to_bbcode, to_text

    write = to_bbcode if fmt is OutputFormat.BBCODE else to_text
    return "\n".join(map(write, sheets))


def _pdf(sheets: Sequence[Sheet], options: FileOptions) -> bytes:
    """Render sheets as PDF; warn about characters that are missing from all fonts."""
    from peloton.writers.paper.font_files import lacks_cjk
    from peloton.writers.paper.pdf import names_without_font, to_pdf
    from peloton.writers.paper.style import Imprint

    boxed = names_without_font(sheets)
    for name, letters in boxed.items():
        codes = ", ".join(f"U+{ord(letter):04X}" for letter in letters)
        options.warn(f"Warning: {name}: no font for {codes}, printed as a box")
    if lacks_cjk("".join(boxed.values())):
        options.warn(
            "Fonts for Chinese, Japanese and Korean are in the extra 'cjk':"
            f" {install_command('peloton-scorekeeper[cjk]')}"
        )
    creation_time()  # reportlab reads SOURCE_DATE_EPOCH too, without checks
    imprint = Imprint(paper=options.paper, language=options.language)
    if tour := options.tour:
        imprint = replace(imprint, tour=tour.name, author=tour.leader)
    return to_pdf(sheets, imprint)


def creation_time() -> dt.datetime:
    """Return the time SOURCE_DATE_EPOCH in UTC if it is set, or else the local time.

    Raises PelotonError if it is not a number of seconds since 1970.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if not epoch:
        return dt.datetime.now()  # noqa: DTZ005 - some time zones have no tzinfo
    try:
        return dt.datetime.fromtimestamp(int(epoch), dt.UTC)
    except (ValueError, OverflowError, OSError) as error:
        fault = unexpected(epoch, "seconds since 1970")
        raise PelotonError(f"SOURCE_DATE_EPOCH: {fault}") from error


_TEXT_FILES = {
    ".csv": OutputFormat.CSV,
    ".json": OutputFormat.JSON,
    ".md": OutputFormat.MARKDOWN,
    ".txt": OutputFormat.TEXT,
}
FILE_ENDINGS = (".xlsx", ".pdf", ".html", *_TEXT_FILES)
"""Extensions of the formats that can contain a whole tour; all can contain a sheet."""


def checked_ending(file: Path, endings: Collection[str] = FILE_ENDINGS) -> str:
    """Return a file's extension; raise PelotonError if it is not one of `endings`."""
    ending = file.suffix.lower()
    if ending not in endings:
        raise PelotonError(
            f"found the extension '{file.suffix}', expected {one_of(endings)}"
            f"{did_you_mean(ending, endings)}"
        )
    return ending


def file_content(report: tuple[Sheet, ...], ending: str, options: FileOptions) -> bytes:
    """Translate sheets and convert them to the bytes of a file with this extension."""
    sheets = options.translated(report)
    if ending in _TEXT_FILES:
        return sheet_text(sheets, _TEXT_FILES[ending]).encode()
    if ending == ".pdf":
        return _pdf(sheets, options)
    if ending == ".html":
        from peloton.writers.html.page import to_html

        return to_html(sheets, options.page_words()).encode()
    from peloton.writers.workbook.book import to_xlsx

    return to_xlsx(sheets, options.language)
