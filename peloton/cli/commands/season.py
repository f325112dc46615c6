"""`peloton season` and `records`: rank riders, teams and players over many tours."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from peloton.api.formats import OutputFormat, checked_ending, file_content
from peloton.cli.support.arguments import FILE, Integer, OneOf, output_option
from peloton.cli.support.output import (
    file_options,
    format_options,
    show,
    show_all,
    show_file,
    tell,
)
from peloton.cli.support.progress import with_progress, working
from peloton.cli.support.tour_selection import Selection, selection_options
from peloton.notation.resources import file_text
from peloton.notation.season_file import (
    default_season,
    default_season_text,
    read_season,
)
from peloton.reports.season import (
    MAX_TOURS_NAMED,
    contest_rows,
    records_rows,
    records_sheets,
    season_rows,
    season_sheet,
)
from peloton.reports.sheet import Sheet
from peloton.rules.results import gc_paused
from peloton.rules.season.points import SeasonScale
from peloton.rules.season.ranking import Contest
from peloton.rules.words import printable

_DATA = {OutputFormat.CSV, OutputFormat.TSV}
"""Formats for other programs."""
_RANKS = 100
"""Default number of ranks shown on the screen."""

_scale_option = click.option(
    "--scale",
    "scale_file",
    type=FILE,
    metavar="FILE",
    help="Use a custom scale: points, tie-breaks and aliases.",
)
_ghosts_option = click.option("--ghosts", is_flag=True, help="Include ghost teams.")
_output_option = output_option(
    "FILE", "Write a file: .xlsx, .pdf, .html, .csv, .json, .md or .txt."
)


@click.command()
@selection_options
@_scale_option
@click.option(
    "--best",
    type=Integer(min=0),
    metavar="N",
    help="Count only the best N tours of each entrant; 0: all.",
)
@click.option("--only", type=OneOf([*map(str, Contest)]), help="Show one ranking.")
@click.option(
    "--top",
    type=Integer(min=0),
    metavar="N",
    help="Show ranks 1 to N; 0: all. Default: 100 on the screen, all elsewhere.",
)
@_ghosts_option
@click.option("--toml", is_flag=True, help="Print the scale file, to copy and change.")
@_output_option
@format_options
def season(  # noqa: PLR0913 - click hands over one argument an option
    chosen: Selection,
    *,
    scale_file: Path | None,
    best: int | None,
    only: str | None,
    top: int | None,
    ghosts: bool,
    toml: bool,
    output: Path | None,
    fmt: OutputFormat | None,
) -> None:
    """Rank riders, teams and players over all tours, or over the given ones.

    TOUR is a tour in the database or a tour file (.toml). Sample tours count only if
    you give them. Tours with mistakes are skipped and reported, and the exit code is 1.

    Example:
        peloton season --year 2026 --best 10
    """
    if toml:
        show_file(file_text(scale_file) if scale_file else default_season_text())
        return
    ending = checked_ending(output) if output else ""
    scale = _scale(scale_file, ghosts=ghosts)
    if best is not None:
        scale = replace(scale, best=best)
    contest = Contest(only) if only else None
    as_rows = fmt is OutputFormat.JSON or ending == ".json"
    if top is None:
        top = 0 if as_rows or output or fmt in _DATA else _RANKS
    # Slow to import: half the run time if all tours are files.
    from peloton.store.seasons import season_of

    with gc_paused():
        with chosen.database() as database:
            tours = with_progress(chosen.tours(scale), "Scoring tours")
            most = None if as_rows else MAX_TOURS_NAMED
            result = season_of(database, tours, scale, top=top, most=most)
        sheet = season_sheet(result, scale, contest, tuple(chosen.left_out))

        def rows() -> object:
            return contest_rows(result, contest) if contest else season_rows(result)

        _output_sheets([sheet], fmt, rows, output)
    if result.hidden:
        tell(f"Shown: ranks 1 to {top}. Show all with --top 0.")
    _print_remarks(chosen, result.remarks)


@click.command()
@selection_options
@_scale_option
@click.option(
    "--top", type=Integer(min=1), default=3, show_default=True, help="Show N ranks."
)
@_ghosts_option
@_output_option
@format_options
def records(  # noqa: PLR0913 - as above
    chosen: Selection,
    *,
    scale_file: Path | None,
    top: int,
    ghosts: bool,
    output: Path | None,
    fmt: OutputFormat | None,
) -> None:
    """Show records: most wins, most days in each jersey and largest margins.

    TOUR is a tour in the database or a tour file (.toml); default: all tours except
    unchanged samples. Only the aliases of a scale are used.

    Example:
        peloton records --top 1
    """
    if output:
        checked_ending(output)
    same = _scale(scale_file, ghosts=ghosts).same
    from peloton.store.records import records_of

    with gc_paused():
        with chosen.database() as database:
            tours = with_progress(chosen.tours(), "Scoring tours")
            hall = records_of(database, tours, same, top)
        sheets = records_sheets(hall, tuple(chosen.left_out))
        _output_sheets(sheets, fmt, lambda: records_rows(hall), output)
    _print_remarks(chosen, hall.remarks)


def _scale(file: Path | None, *, ghosts: bool) -> SeasonScale:
    """Read a custom or the default scale; InputError with every mistake in it."""
    scale = default_season()
    if file is not None:
        # Rarely needed and slow to import: half the run time of a season.
        from peloton.cli.support.files import invalid_text_error

        text = file_text(file)
        own, problems = read_season(text)
        if own is None:
            raise invalid_text_error(str(file), "a season's scale", text, problems)
        scale = own
    return replace(scale, same=replace(scale.same, ghosts=True)) if ghosts else scale


def _output_sheets(
    sheets: Sequence[Sheet],
    fmt: OutputFormat | None,
    rows: Callable[[], object],
    output: Path | None,
) -> None:
    """Print the sheets in a format, or write them to a file."""
    if output is not None:
        from peloton.writers.files import write_file
        from peloton.writers.json import json_text

        ending = output.suffix.lower()
        with working(f"Writing {printable(str(output))}"):
            if ending == ".json":
                write_file(output, f"{json_text(rows())}\n".encode())
            else:
                write_file(output, file_content(tuple(sheets), ending, file_options()))
        tell(f"Wrote {output}.")
    elif fmt is OutputFormat.JSON:
        show(sheets[0], fmt, rows())
    else:
        show_all(tuple(sheets), fmt)


def _print_remarks(chosen: Selection, remarks: Sequence[str]) -> None:
    """Print the skipped tours and other remarks; InputError if any has mistakes."""
    if chosen.undated:
        tell(f"Skipped, without a date: {', '.join(chosen.undated)}.")
    if chosen.samples:
        tell(f"Skipped sample tours: {', '.join(chosen.samples)}.")
    for remark in remarks:
        tell(remark)
    chosen.refuse()
