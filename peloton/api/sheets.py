"""The kinds of sheets of a tour, and functions that write a sheet or the whole tour."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from peloton.api.formats import (
    FILE_ENDINGS,
    PAPER_SIZES,
    FileOptions,
    OutputFormat,
    checked_ending,
    creation_time,
    file_content,
    sheet_text,
)
from peloton.errors import PelotonError
from peloton.notation.ghosts import ghosts_before, ways_of
from peloton.notation.stories import builtin_story
from peloton.reports.blank.kinds import FORMS, all_blank_sheets, blank_sheets
from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.ledgers import extra_turns_sheet, purse_sheet
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.sheet import Sheet
from peloton.reports.stage.communique import printed_communique, with_stamp
from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.kit import kit_sheet
from peloton.reports.tour.book import book_sheets
from peloton.reports.tour.cards import printed_card, rider_sheets, team_sheets
from peloton.reports.tour.ceremony import ceremony
from peloton.reports.tour.document import data_sheet, document
from peloton.reports.tour.ghosts import decks_sheet
from peloton.reports.tour.honours import awards_sheet
from peloton.reports.tour.poster import poster_sheet, share_sheet
from peloton.reports.tour.site import site_sheets
from peloton.reports.tour.startlist import printed_startlist
from peloton.reports.tour.tour import profiled_stage_sheet, tour_sheets, workbook_sheets
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.tour import next_stage_number, stage_at
from peloton.rules.live import RaceBeforeStage
from peloton.rules.results import Race
from peloton.rules.story.templates import StoryTemplates
from peloton.rules.values import word_fault
from peloton.writers.files import write_files
from peloton.writers.json import json_text

_Which = int | tuple[str, ...] | None


class SheetKind(NamedTuple):
    """A kind of sheet: its help text, and the function that makes its pages.

    The function gets the race and a stage number; if the number is None, it makes the
    sheet for the last stage ridden or for the next stage. For cards of riders or teams,
    it gets their bibs or codes instead; without any, it makes all. If `tells` is true,
    the sheet tells the story of a stage, and the function also gets the story
    templates. `paper` is the default paper size, and `ending` is the default file
    extension.
    """

    about: str
    make: Callable[..., Sheet | tuple[Sheet, ...]]
    tells: bool = False
    paper: str = PAPER_SIZES[0]
    ending: str = ".pdf"

    def pages(
        self, race: Race, which: _Which, story: StoryTemplates | None
    ) -> tuple[Sheet, ...]:
        """Return the sheets of this kind for a stage, or for the whole tour."""
        made = self.make(race, which, *((story,) if self.tells else ()))
        return (made,) if isinstance(made, Sheet) else made

    def files(
        self, race: Race, file: Path, which: _Which, options: FileOptions
    ) -> dict[Path, bytes]:
        """Return the files of this kind by path, by default on the kind's own paper.

        In most formats, `file` is the only file. In .png format, which cannot contain a
        whole tour, each page becomes a file: NAME.png, NAME-2.png and so on.
        """
        if options.paper == PAPER_SIZES[0]:
            options = replace(options, paper=self.paper)
        ending = checked_ending(file, (*FILE_ENDINGS, ".png"))
        pages = self.pages(race, which, options.story)
        if ending != ".png":
            return {file: file_content(pages, ending, options)}
        from peloton.writers.paper.pdf import to_pngs

        first, *others = to_pngs(file_content(pages, ".pdf", options), options.paper)
        files = {file: first}
        for number, picture in enumerate(others, 2):
            files[file.with_name(f"{file.stem}-{number}{file.suffix}")] = picture
        return files


def _stage_or_next(race: Race, number: int | None) -> int:
    return number or next_stage_number(race.tour) or len(race.tour.stages) or 1


def _stage(race: Race, number: int | None) -> Sheet:
    number = _stage_or_next(race, number)
    stage_at(race.tour, number)
    return course_sheet(race.tour, number, race.rulebook)


def _standings(race: Race, number: int | None) -> Sheet:
    sheet = standings_sheet(race, number, moves=True, narrow=True)
    return sheet.with_pictures(wearers_picture(race, race.score(number)))


def _ghosts(race: Race, number: int | None) -> Sheet:
    before = RaceBeforeStage(race.tour, _stage_or_next(race, number), race.rulebook)
    ways = ways_of(race.tour, race.rulebook.name)
    return decks_sheet(race.tour, ghosts_before(before), ways)


def _communique(race: Race, number: int | None, story: StoryTemplates | None) -> Sheet:
    sheet = printed_communique(race, number, story)
    return with_stamp(sheet, race.tour, creation_time())


def _cards(
    sheets: Callable[..., tuple[Sheet, ...]], race: Race, which: _Which
) -> tuple[Sheet, ...]:
    chosen = which if isinstance(which, tuple) else ()
    return tuple(map(printed_card, sheets(race, chosen)))


def _blank(which: str, race: Race, number: int | None) -> tuple[Sheet, ...]:
    if number is not None:
        stage_at(race.tour, number)
    if which == "all":
        return all_blank_sheets(race, number)
    return blank_sheets(race, which, number)


_SHARE = "share.png"
SHEET_KINDS: Mapping[str, SheetKind] = {
    "startlist": SheetKind(
        "the riders and teams", lambda race, _: printed_startlist(race.tour)
    ),
    "stage": SheetKind("the course of stage N, or of the next one", _stage),
    "kit": SheetKind(
        "what to set up before stage N, or before the next one", kit_sheet
    ),
    "result": SheetKind("the result of a stage", profiled_stage_sheet),
    "standings": SheetKind("the classifications after a stage", _standings),
    "communique": SheetKind(
        "the report of a stage, with every ranking", _communique, tells=True
    ),
    "book": SheetKind(
        "the whole tour, from the cover to the awards",
        lambda race, _, story: book_sheets(race, story),
        tells=True,
    ),
    "awards": SheetKind("the awards of the tour", lambda race, _: awards_sheet(race)),
    "poster": SheetKind(
        "the winners of the tour, its jerseys and its stages",
        lambda race, _: poster_sheet(race),
    ),
    "share": SheetKind(
        "stage N as one picture, to share in a chat",
        share_sheet,
        paper="share",
        ending=".png",
    ),
    "purse": SheetKind("the teams' money", purse_sheet),
    "ghosts": SheetKind("the ghost teams, to play without a computer", _ghosts),
    "extra-turns": SheetKind("extra turns used and left (Cyclo)", extra_turns_sheet),
    "rider": SheetKind(
        "a card for each rider, or for the riders BIB, two on a page to cut",
        partial(_cards, rider_sheets),
    ),
    "team": SheetKind(
        "a card for each team, or for the teams CODE, a page each",
        partial(_cards, team_sheets),
    ),
    "blank all": SheetKind(
        "every form below, for the whole tour or for stage N", partial(_blank, "all")
    ),
    **{
        f"blank {name}": SheetKind(form.about, partial(_blank, name))
        for name, form in FORMS.items()
    },
}
"""Every kind of sheet, keyed by its name of one or two words."""


def write(  # noqa: PLR0913 - every option of a file
    race: Race,
    file: str | Path,
    sheet: str | None = None,
    stage: int | None = None,
    *,
    language: str | None = None,
    paper: str = PAPER_SIZES[0],
) -> None:
    """Write the whole tour, or one kind of sheet, to a file.

    The file extension selects the format, as in `peloton export` and `peloton sheet`.
    `sheet` is a kind of sheet listed by `peloton sheet --help`. It is written for
    `stage`, by default for the last stage ridden. `language` is a code such as `fr`, by
    default that of the tour. Raises PelotonError.
    """
    options, file = _options(race, language, paper), Path(file)
    if sheet is None:
        files = {file: export_bytes(race, file, options)}
    else:
        files = _kind(sheet).files(race, file, stage, options)
    write_files(files)


def text(
    race: Race,
    sheet: str = "standings",
    stage: int | None = None,
    *,
    fmt: str = OutputFormat.TEXT,
    language: str | None = None,
) -> str:
    """Return one kind of sheet as text.

    `fmt` is an output format, such as `markdown` or `bbcode`. For the other parameters,
    see `write`. Raises PelotonError.
    """
    options = _options(race, language, PAPER_SIZES[0])
    pages = _kind(sheet).pages(race, stage, options.story)
    if fmt not in tuple(OutputFormat):
        raise PelotonError(word_fault(fmt, tuple(OutputFormat)))
    return sheet_text(options.translated(pages), OutputFormat(fmt))


def _kind(name: str) -> SheetKind:
    if name not in SHEET_KINDS:
        raise PelotonError(f"unknown sheet: {word_fault(name, SHEET_KINDS)}")
    return SHEET_KINDS[name]


def _options(race: Race, language: str | None, paper: str) -> FileOptions:
    for word, known in ((language, tuple(Language)), (paper, PAPER_SIZES)):
        if word is not None and word not in known:
            raise PelotonError(word_fault(word, known))
    chosen = Language(language or race.tour.language or Language.ENGLISH)
    story = builtin_story(chosen)
    return FileOptions(tour=race.tour, language=chosen, paper=paper, story=story)


def export_bytes(race: Race, file: Path, options: FileOptions) -> bytes:
    """Return the whole tour as the bytes of a file; its extension selects the format.

    A file named `data.csv` contains one table, in English, with a row per rider and
    stage. A file named `ceremony.html` contains the awards ceremony; raises
    PelotonError if the tour is not over.
    """
    ending = checked_ending(file)
    if file.name.lower() == "ceremony.html":
        from peloton.writers.html.page import to_ceremony

        page = to_ceremony(options.translated(ceremony(race)), options.page_words())
        return page.encode()
    if file.name.lower() == "data.csv":
        return sheet_text([data_sheet(race, as_text=True)], OutputFormat.CSV).encode()
    if ending == ".json":
        return f"{json_text(document(race))}\n".encode()
    if ending == ".html":
        sheets = site_sheets(race, story=options.story)
    else:
        sheets = (workbook_sheets if ending == ".xlsx" else tour_sheets)(race)
    return file_content(sheets, ending, options)


def site_pages(race: Race, options: FileOptions, home: str = "") -> dict[str, bytes]:
    """Return the files of a tour's web site by name; `home` names the parent page."""
    from peloton.writers.html.page import to_site

    shown = site_sheets(race, separate_files=True, story=options.story)
    sheets = options.translated(shown)
    words, pages = options.page_words(home), dict[str, bytes]()
    if race.stages:
        words = replace(words, image=_SHARE)
        shared = SHEET_KINDS["share"].files(race, Path(_SHARE), None, options)
        pages = {file.name: picture for file, picture in shared.items()}
    site = to_site(sheets, words)
    return {name: page.encode() for name, page in site.items()} | pages
