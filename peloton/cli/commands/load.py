"""`peloton load`, `demo` and `dump`: read and write tour files."""

import re
from pathlib import Path

import click

from peloton.api import tours
from peloton.cli.support.arguments import FILE, match_word, on_tour, option
from peloton.cli.support.changing import back_up_first, changing, report
from peloton.cli.support.files import files_beside, make_folder, story_options
from peloton.cli.support.output import language_option, show_all, tell
from peloton.cli.support.progress import show_progress, with_progress
from peloton.desk.scored_tour import count_noun
from peloton.desk.session import Session
from peloton.errors import InputError, PelotonError, StoreError
from peloton.notation.resources import (
    FILE_BESIDE,
    file_text,
    is_file_beside,
    sample_tours,
)
from peloton.notation.tour_file.writing import tour_text
from peloton.reports.classifications.standings import jerseys_sheet, standings_sheet
from peloton.rules.results import Race
from peloton.rules.values import quote
from peloton.writers.files import write_file, write_files


@click.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE|FOLDER...")
@option("--replace", "Replace tours with the same name.")
@changing
def load(session: Session, files: tuple[Path, ...], *, replace: bool) -> None:
    """Load tour files; the last one becomes the current tour.

    Give a FOLDER to load all its tour files. A file with any mistake is skipped, and
    the others are loaded. With --replace all tours are first backed up to the folder
    `backups` beside the database.

    Example:
        peloton load my-tour.toml
        peloton load tours/
    """
    paths = [*dict.fromkeys(path for file in files for path in _tour_files(file))]
    loaded: dict[str, Path] = {}
    refused: list[str] = []
    stopped = ""
    for path in with_progress(paths, "Loading tours"):
        try:
            _load(session, path, loaded, replace=replace)
        except KeyboardInterrupt:
            stopped = "stopped; "
            break
        except PelotonError as error:
            if len(paths) == 1:
                raise
            summary = str(error)
            if str(path) not in summary:
                summary = f"{path}: {summary}"
            refused += [*error.lines[:5], summary]  # at most five mistakes per file
            if isinstance(error, StoreError):
                break  # the other files would be refused too
    if loaded:
        number = count_noun(len(loaded), "tour")
        message = f"Loaded {number}. '{[*loaded][-1]}' is now the current tour."
        if len(paths) == 1:
            report(session, message)
        else:  # the steps of several tours cannot be undone with one command
            tell(f"Dry run: {message}" if session.dry_run else message)
    if count := len(paths) - len(loaded):
        raise InputError(
            f"{stopped}{count:,} of {len(paths):,} files were not loaded",
            tuple(refused),
        )


def _tour_files(path: Path) -> list[Path]:
    """Return the tour files in a folder, or the path itself if it is a file."""
    if not path.is_dir():
        return [path]
    found = list(filter(_is_tour, sorted(path.glob("*.toml"))))
    if not found:
        raise PelotonError(
            f"found no tour file in {path}, expected a .toml file with [tour]"
        )
    return found


def _is_tour(file: Path) -> bool:
    """Return whether a file contains a tour, not a rulebook, course or ghost file."""
    try:
        return _TOUR.search(file_text(file)) is not None
    except PelotonError:
        return True  # so that `load` reads it again and reports the error


_TOUR = re.compile(r"^[ \t]*\[[ \t]*tour(?![\w-])", re.MULTILINE)


def _load(
    session: Session, file: Path, loaded: dict[str, Path], *, replace: bool
) -> None:
    """Load a tour file and add it to `loaded`."""
    race = tours.load(file)
    name = race.tour.name
    if name in loaded:
        raise PelotonError(f"the tour '{name}' was already loaded from {loaded[name]}")
    if replace and not loaded:
        back_up_first(session)
    taken = f"a tour '{name}' already exists; add --replace to replace it"
    session.create(race, f"loaded {file.name}", "" if replace else taken)
    loaded[name] = file


_DEMO_FOLDER = Path("peloton-demo")
_DEMO_SHEETS = (
    *("startlist", "result", "standings", "communique", "book", "poster", "rider"),
    "share",
)


@click.command()
@click.argument("name", default="cyclo")
@option("--replace", "Replace a sample that you changed.")
@language_option
@changing
def demo(session: Session, name: str, *, replace: bool) -> None:
    """Load a sample tour, show its standings and write its documents.

    They are written to the folder peloton-demo. NAME is a sample, such as criterium.

    Example:
        peloton demo criterium
    """
    names = sorted(file.stem for file in sample_tours().glob("*.toml"))
    name = match_word(names, name)
    race = tours.load(sample_tours() / f"{name}.toml")
    tour = race.tour
    if not replace:
        with session.store() as store:
            changed = tour.name in store and store.tour(tour.name).tour != tour
        if changed:
            raise PelotonError(
                f"you changed '{tour.name}'; add --replace to discard your changes"
            )
    show_all((standings_sheet(race), jerseys_sheet(race)), tour=tour)
    if not session.dry_run:
        _write_documents(name, race)
    session.create(race, f"loaded the sample {name}", taken="")
    report(
        session,
        f"'{tour.name}' is now the current tour.",
        "Try 'peloton result 2', 'peloton jerseys' or 'peloton explain"
        f" {race.stages[-1].result[0].bib}'.",
    )


def _write_documents(sample: str, race: Race) -> None:
    # Imported late: slow to import, and not needed to load a tour.
    from peloton.api.sheets import SHEET_KINDS, export_bytes

    make_folder(_DEMO_FOLDER)
    with show_progress(f"Writing {_DEMO_FOLDER}"):
        options, written = story_options(race.tour), dict[Path, bytes]()
        for name in (f"{sample}.xlsx", f"{sample}.html", "data.csv"):
            written[_DEMO_FOLDER / name] = export_bytes(race, Path(name), options)
        for word in _DEMO_SHEETS:
            kind = SHEET_KINDS[word]
            file = _DEMO_FOLDER / f"{sample}-{word}{kind.ending}"
            written |= kind.files(race, file, None, options)
    write_files(written)
    for path in written:
        tell(f"Wrote {path}.")


@click.command()
@option("-o, --output FILE", "Write to FILE instead of the screen.", type=FILE)
@on_tour
def dump(session: Session, *, output: Path | None) -> None:
    """Write the current tour as a tour file, to keep or to share.

    A custom rulebook is written beside FILE; a different file of that name is not
    replaced.

    Example:
        peloton dump -o my-tour.toml
    """
    current = session.read()
    text = tour_text(current.tour)
    if output is None:
        click.echo(text, nl=False)
        return
    for name, beside in files_beside(current.tour, current.rulebook.text).items():
        file = output.parent / name
        if not is_file_beside(name):
            raise PelotonError(f"found {quote(name)}, expected {FILE_BESIDE}")
        if not file.exists():
            write_file(file, beside.encode())
        elif file_text(file) != beside:
            raise PelotonError(
                f"{file} already exists with different content; use another folder"
            )
    write_file(output, text.encode())
    tell(f"Wrote '{current.tour.name}' to {output}.")
