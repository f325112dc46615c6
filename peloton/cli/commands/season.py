"""`peloton season` and `records`: rank riders, teams and players over many tours."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from peloton.api.formats import OutputFormat, checked_ending, file_content
from peloton.cli.support.arguments import FILE, Integer, OneOf, option
from peloton.cli.support.files import is_folder, story_options, write_pages
from peloton.cli.support.output import (
    file_options,
    format_options,
    output_format,
    print_file_text,
    print_json,
    show_all,
    tell,
)
from peloton.cli.support.progress import show_progress, with_progress
from peloton.cli.support.tour_selection import SeasonSelection, selection_options
from peloton.desk.scored_tour import count_noun
from peloton.notation.problems import valid_document
from peloton.notation.resources import file_text, text_beside
from peloton.notation.season_file import default_season, read_season
from peloton.reports.season import (
    records_rows,
    records_sheets,
    season_cards,
    season_rows,
    season_sheet,
    tour_card,
    tours_sheet,
)
from peloton.reports.sheet import Sheet
from peloton.rules.results import Race
from peloton.rules.season.ranking import Contest, SeasonScale
from peloton.rules.words import phrase
from peloton.store.derived.records import records_of
from peloton.store.derived.seasons import season_of
from peloton.writers.files import write_file
from peloton.writers.json import json_text

_DATA = {OutputFormat.JSON, OutputFormat.CSV, OutputFormat.TSV}
"""Output formats for other programs, which by default contain all ranks."""
_RANKS, _RECORD_RANKS = 100, 3
"""Default number of ranks shown on the screen: for a season, and for each record."""

_scale_option = option(
    "--scale FILE",
    "Use a custom scale: points, tie-breaks and aliases.",
    "scale_file",
    type=FILE,
)
_ghosts_option = option("--ghosts", "Include ghost teams.")
_FORMATS = "Write a file: .xlsx, .pdf, .html, .csv, .json, .md or .txt"


@click.command()
@selection_options
@_scale_option
@option(
    "--best N", "Count only each entrant's best N tours; 0: all.", type=Integer(min=0)
)
@option("--only", "Show one ranking.", type=OneOf(Contest))
@option(
    "--top N",
    "Show ranks 1 to N; 0: all. Default: 100 on the screen, all elsewhere.",
    type=Integer(min=0),
)
@_ghosts_option
@option("--toml", "Print the scale file, to copy and change.")
@option(
    "-o, --output FILE|FOLDER/",
    f"{_FORMATS}; or a web site with all tours.",
    "target",
    type=click.Path(readable=False),
)
@format_options
def season(  # noqa: PLR0913 - one argument for each option of the command
    chosen: SeasonSelection,
    *,
    scale_file: Path | None,
    best: int | None,
    only: Contest | None,
    top: int | None,
    ghosts: bool,
    toml: bool,
    target: str | None,
) -> None:
    """Rank riders, teams and players across all tours, or across the given ones.

    TOUR is a tour in the database or a tour file (.toml). Sample tours count only if
    you give them. Tours with mistakes are skipped and reported, and the exit code is 1.

    With -o FOLDER/, peloton writes a web site of the season, ready to publish: the
    standings, the records, every tour, and a page for each rider, team and player.

    Example:
        peloton season --year 2026 --best 10
        peloton season --year 2026 -o our-season/
    """
    if toml:
        builtin = text_beside("seasons", "default")
        print_file_text(file_text(scale_file) if scale_file else builtin)
        return
    output = None if target is None else Path(target)
    folder = is_folder(target or "")
    if output and not folder:
        checked_ending(output)
    scale = _scale(scale_file, ghosts=ghosts, best=best)
    if top is None:
        top = 0 if output or output_format() in _DATA else _RANKS
    with chosen.tables(scale) as tables:
        ranked, tours = season_of(tables, top), tables.names
        shown = {only: ranked[only]} if only else ranked
        left_out = tables.unfinished, tuple(chosen.left_out)
        sheet = partial(season_sheet, shown, scale, tours, *left_out)
        if output and folder:
            of_records = records_sheets(records_of(tables, _RECORD_RANKS), tours)
            sheets = sheet(), *of_records, *season_cards(ranked)
            _write_site(output, tours, chosen.races(), sheets)
    if not folder:
        _output_sheets(lambda: [sheet()], partial(season_rows, shown, only), output)
    if any(len(lines) >= top > 0 for lines in ranked.values()):
        tell(f"Shown: ranks 1 to {top}. Show all with --top 0.")
    chosen.print_remarks(tables.remarks)


@click.command()
@selection_options
@_scale_option
@option(
    "--top",
    "Show ranks 1 to N.",
    type=Integer(min=1),
    default=_RECORD_RANKS,
    show_default=True,
)
@_ghosts_option
@option("-o, --output FILE", f"{_FORMATS}.", type=FILE)
@format_options
def records(
    chosen: SeasonSelection,
    *,
    scale_file: Path | None,
    top: int,
    ghosts: bool,
    output: Path | None,
) -> None:
    """Show records: most wins, most days in each jersey and largest margins.

    TOUR is a tour in the database or a tour file (.toml); default: all tours except
    unchanged samples. A scale is used only for its aliases.

    Example:
        peloton records --top 1
    """
    if output:
        checked_ending(output)
    with chosen.tables(_scale(scale_file, ghosts=ghosts)) as tables:
        found = records_of(tables, top)
    sheets = partial(records_sheets, found, tables.names, tuple(chosen.left_out))
    _output_sheets(sheets, partial(records_rows, found), output)
    chosen.print_remarks(tables.remarks)


def _scale(file: Path | None, *, ghosts: bool, best: int | None = None) -> SeasonScale:
    """Return the scale of a file, or the default scale, changed by the options."""
    scale = default_season()
    if file is not None:
        scale = valid_document(str(file), file_text(file), read_season)
    if best is not None:
        scale = replace(scale, best=best)
    return replace(scale, ghosts=ghosts or scale.ghosts)


def _output_sheets(
    sheets: Callable[[], Sequence[Sheet]],
    rows: Callable[[], object],
    output: Path | None,
) -> None:
    """Write the sheets to a file, or print them in the chosen format.

    JSON is written from `rows` alone, because sheets of many tours take seconds.
    """
    if output is not None:
        ending = output.suffix.lower()
        with show_progress(f"Writing {output}"):
            if ending == ".json":
                content = f"{json_text(rows())}\n".encode()
            else:
                content = file_content(tuple(sheets()), ending, file_options())
            write_file(output, content)
        tell(f"Wrote {output}.")
    elif output_format() is OutputFormat.JSON:
        print_json(rows())
    else:
        show_all(tuple(sheets()))


def _write_site(
    folder: Path, tours: Sequence[str], races: Iterable[Race], sheets: Sequence[Sheet]
) -> None:
    """Write every tour to its own folder, then write the season's pages."""
    # Imported here because only the site needs these modules.
    from peloton.api.sheets import site_pages
    from peloton.writers.html.page import file_names, to_site

    names = dict(zip(tours, file_names(tours), strict=True))

    def with_pages(race: Race) -> Race:
        site = site_pages(race, story_options(race.tour), home=phrase("Season")).items()
        pages = {f"{names[race.tour.name]}/{name}": page for name, page in site}
        write_pages(folder, pages)
        return race

    listed = tours_sheet(map(with_pages, with_progress(races, "Writing tours")))
    parts = replace(sheets[0], opens=True), listed, *sheets[1:]
    options = file_options()
    links = {tour_card(name): f"{file}/index.html" for name, file in names.items()}
    pages = to_site(options.translated(parts), options.page_words(), links=links)
    write_pages(folder, {name: page.encode() for name, page in pages.items()})
    tell(f"Wrote {count_noun(len(names), 'tour')} to {folder / 'index.html'}.")
