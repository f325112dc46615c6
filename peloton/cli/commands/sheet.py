"""`peloton sheet` and `export`: write printable sheets, or the whole tour."""

import re
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from peloton.api.formats import FILE_ENDINGS, PAPER_SIZES
from peloton.api.sheets import SHEET_KINDS, SheetKind, export_bytes, site_pages
from peloton.api.tours import load
from peloton.cli.support.arguments import (
    FILE,
    OneOf,
    complete_bibs,
    complete_stages,
    complete_teams,
    named_stage,
    on_tour,
    option,
)
from peloton.cli.support.files import is_folder, story_options, write_pages
from peloton.cli.support.group import FROM_FILE
from peloton.cli.support.output import language_option, tell
from peloton.cli.support.progress import show_progress
from peloton.cli.support.settings import user_settings
from peloton.desk.session import Session
from peloton.errors import PelotonError, did_you_mean
from peloton.reports.sheet import Sheet
from peloton.rules.names import match_name
from peloton.rules.results import Race
from peloton.rules.values import one_of
from peloton.rules.words import phrase
from peloton.writers.files import write_file, write_files


def _table(race: Race, _number: int | None) -> Sheet:
    """Return a sheet with the QR code for followers; PelotonError without a network."""
    # Imported here because only this sheet needs them.
    from peloton.cli.commands.table import keys_file
    from peloton.cli.support.addresses import PORT, addresses
    from peloton.reports.pictures.qr_code import code_picture
    from peloton.table.seats import Seats

    found = addresses()
    if not found:
        raise PelotonError(
            "no network: connect this computer to the Wi-Fi of the phones"
        )
    link = f"http://{found[0]}:{PORT}/#f={Seats(keys_file()).follow}"
    return Sheet(
        title=phrase("Follow the race on your phone"),
        name="table",
        subtitle=race.tour.name,
        pictures=(code_picture(link),),
        notes=(
            phrase("Connect to the table's wifi and scan the code; no app is needed."),
            link,
        ),
    )


_KINDS = {
    **SHEET_KINDS,
    "table": SheetKind(
        "the code that opens the tour on a phone (A5)", _table, paper="a5"
    ),
}


_from_option = option(
    "--from FILE.toml",
    "Read this tour file instead of the database.",
    "source",
    type=FILE,
)
_paper_option = option(
    "--paper",
    "Paper size; a3 is a4 enlarged.",
    type=OneOf(PAPER_SIZES),
    default=lambda: user_settings().get("paper") or PAPER_SIZES[0],
    show_default=PAPER_SIZES[0],
)


def _race(session: Session, source: Path | None) -> Race:
    """Score a tour file, or the session's tour; raise InputError if it has mistakes."""
    if source is None:
        return session.read().race()
    click.get_current_context().meta[FROM_FILE] = True
    if session.tour_name is not None:
        raise PelotonError("found --tour and --from, expected only one of them")
    race = load(source)
    session.tours_read[:] = [race.tour]  # for the language of messages
    return race


class _SheetCommand(click.Command):
    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the kinds of sheets after the options."""
        with formatter.section("Kinds"):
            formatter.write_dl([(n, kind.about) for n, kind in _KINDS.items()])
        super().format_epilog(ctx, formatter)


_CARDS = {"rider": complete_bibs, "team": complete_teams}
"""The kinds of sheets with a card for each rider or team, and their Tab completers."""


def _complete(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    words = tuple(context.params.get("words") or ())
    if words and words[0] in _CARDS:
        return _CARDS[words[0]](context, parameter, typed)
    if " ".join(words) in _KINDS:
        return complete_stages(context, parameter, typed)
    kinds = (tuple(name.split()) for name in _KINDS)
    known = (kind[len(words)] for kind in kinds if kind[: len(words)] == words)
    return [CompletionItem(w) for w in dict.fromkeys(known) if w.startswith(typed)]


@click.command(cls=_SheetCommand)
@click.argument(
    "words", nargs=-1, metavar="KIND [N|BIB|CODE]", shell_complete=_complete
)
@option(
    "-o, --output FILE.pdf",
    "Write this .pdf, .png, .html, .xlsx, .csv, .md, .txt or .json file; default: a"
    " name such as standings-3.pdf.",
    type=FILE,
)
@_from_option
@_paper_option
@language_option
@on_tour
def sheet(
    session: Session,
    words: tuple[str, ...],
    *,
    output: Path | None,
    source: Path | None,
    paper: str,
) -> None:
    """Print sheets of stage N (a number, a name or `next`), or of the last one ridden.

    After the sheet 'rider', list bibs; after 'team', team codes (default: all). Blank
    sheets are forms to fill in by hand, with the tour's bibs and names already printed;
    they default to the next stage.

    Example:
        peloton sheet standings 3
        peloton sheet book -o tour-book.pdf
        peloton sheet share 3
        peloton sheet rider 7
        peloton sheet blank all
        peloton sheet result 3 --from my-tour.toml
    """
    name, last = _read(words)
    kind = _KINDS[name]
    parts = re.findall(r"\w+", " ".join((name, *last)))
    output = output or Path(f"{'-'.join(parts)}{kind.ending}")
    race = _race(session, source)
    which: int | tuple[str, ...] | None = last
    if name not in _CARDS:
        which = named_stage(race.tour, last[0]) if last else None
    options = story_options(race.tour, paper)
    with show_progress(f"Writing {output}"):
        files = kind.files(race, output, which, options)
        write_files(files)
    for file in files:
        tell(f"Wrote {file}.")


def _read(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Split words into a kind of sheet and the rest: a stage, bibs or team codes."""
    count = 2 if words[:1] == ("blank",) else 1
    word, name, last = " ".join(words[:count]), None, words[count:]
    known = {name: () for name in _KINDS if len(name.split()) == count}
    if len(words) >= count:
        name = match_name(word, known) or match_name(word.removesuffix("s"), known)
    if name is None or (len(last) > 1 and name not in _CARDS):
        near = did_you_mean(" ".join(words), _KINDS)
        found = f"no sheet '{' '.join(words)}', " if words else ""
        raise click.UsageError(f"{found}expected one of {', '.join(known)}{near}")
    return name, last


@click.command()
@click.argument(
    "file", type=click.Path(readable=False), metavar="FILE|FOLDER/", default=""
)
@_from_option
@_paper_option
@language_option
@on_tour
def export(session: Session, file: str, *, source: Path | None, paper: str) -> None:
    """Write the whole tour to FILE: startlist, results, every classification.

    The file extension selects the format: .xlsx, .pdf, .html, .csv, .json, .md or .txt.
    Give a FOLDER to write a small web site with a page for each stage.

    With --from the tour is read from a tour file instead of the database.

    For pivot tables and scripts, data.csv contains one table with a row per rider and
    stage. It is also a sheet of the workbook. After the last stage, ceremony.html
    reveals the awards and the winners one by one.

    Example:
        peloton export tour.html
        peloton export data.csv
        peloton export tour.xlsx --from my-tour.toml
    """
    if not file:
        raise click.UsageError(
            "expected a file to write, such as 'peloton export tour.html'"
        )
    race = _race(session, source)
    path, folder = Path(file), is_folder(file)
    if not folder and not path.suffix:
        expected = one_of(FILE_ENDINGS)
        raise PelotonError(
            f"'{file}' has no extension, expected {expected}; end a folder with a slash"
        )
    with show_progress(f"Writing {file}"):
        if folder:
            write_pages(path, site_pages(race, story_options(race.tour)))
        else:
            write_file(path, export_bytes(race, path, story_options(race.tour, paper)))
    tell(f"Wrote '{race.tour.name}' to {file if path.name else 'index.html'}.")
