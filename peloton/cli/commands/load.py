"""`peloton load` and `dump`: tour files into the database, and out of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from peloton.cli.support.arguments import FILE, on_tour, output_option
from peloton.cli.support.changing import back_up_first, changing, done
from peloton.cli.support.files import good_tour
from peloton.cli.support.output import tell
from peloton.cli.support.progress import tracked
from peloton.desk.scored_tour import counted
from peloton.desk.session import Session
from peloton.errors import InputError, PelotonError, StoreError
from peloton.notation.resources import file_text
from peloton.notation.rulebook_file.reading import (
    FILE_BESIDE,
    builtin_names,
    is_file_beside,
)
from peloton.notation.tour_file.writing import tour_text
from peloton.rules.facts.tour import Tour
from peloton.rules.values import shown
from peloton.writers.files import write_file


@click.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--replace", is_flag=True, help="Replace tours of the same name.")
@click.pass_obj
@changing
def load(session: Session, files: tuple[Path, ...], *, replace: bool) -> None:
    """Load tour files; the last one becomes the current tour.

    Of a FOLDER all tour files are loaded. Each file is checked whole first; with any
    mistake it is not loaded, and the others are. With --replace a backup of all tours
    is made first, in the folder `backups` beside the database.

    Example:
        peloton load my-tour.toml
        peloton load tours/
    """
    paths = [path for file in files for path in _tour_files(file)]
    loading = _Loading(session=session, replace=replace, backed_up=not replace)
    if len(paths) > 1:
        _load_all(loading, paths)
        return
    tour, known = loading.load(paths[0])
    riders = counted(len(tour.riders), "rider")
    ridden = sum(stage.ridden for stage in tour.stages)
    stages = counted(len(tour.stages), "stage")
    done(
        session,
        f"{'Replaced' if known else 'Loaded'} '{tour.name}': {riders},"
        f" {ridden} of {stages} ridden. It is now the current tour.",
    )


def _tour_files(path: Path) -> list[Path]:
    """Return the tour files of a folder, or the file itself; PelotonError if none."""
    if not path.is_dir():
        return [path]
    found = list(filter(_is_tour, sorted(path.glob("*.toml"))))
    if not found:
        message = (
            f"{path} has no tour file, expected one that ends in .toml, with [tour]"
        )
        raise PelotonError(message)
    return found


def _is_tour(file: Path) -> bool:
    """Tell a tour from the rulebooks, courses and ghosts beside it."""
    try:
        return _TOUR.search(file_text(file)) is not None
    except PelotonError:
        return True  # loading it shows why it cannot be read


_TOUR = re.compile(r"^[ \t]*\[[ \t]*tour[ \t]*[].]", re.MULTILINE)


@dataclass(slots=True, kw_only=True)
class _Loading:
    """Tour files being loaded, each in a transaction of its own."""

    session: Session
    replace: bool
    backed_up: bool

    def load(self, file: Path) -> tuple[Tour, bool]:
        """Load a tour file; return the tour, and whether it was replaced."""
        race, rulebook_text = good_tour(file)
        tour = race.tour
        if not self.backed_up:
            with self.session.store() as store:
                self.backed_up = tour.name in store
            if self.backed_up:
                back_up_first(self.session)
        taken = f"a tour '{tour.name}' exists already; --replace loads over it"
        known = self.session.create(
            race,
            rulebook_text,
            f"loaded {file.name}",
            lambda _: "" if self.replace else taken,
            over=f"replaced by {file.name}",
        )
        return tour, known


def _load_all(loading: _Loading, paths: Sequence[Path]) -> None:
    """Load the good ones of several files; InputError naming the others."""
    loaded: list[tuple[Tour, bool]] = []
    refused: list[str] = []
    for path in tracked(paths, "Loading tours"):
        try:
            loaded.append(loading.load(path))
        except StoreError:
            raise
        except InputError as error:
            refused += [*error.lines, f"{error}"]
        except PelotonError as error:
            place = "" if f"{path}" in f"{error}" else f"{path}: "
            refused.append(f"{place}{error}")
    if loaded:
        replaced = sum(known for _, known in loaded)
        over = f", {replaced} of them replaced" if replaced else ""
        tell(
            f"{'Dry run: ' if loading.session.dry else ''}Loaded"
            f" {counted(len(loaded), 'tour')}{over}."
            f" '{loaded[-1][0].name}' is now the current tour."
        )
    if count := len(paths) - len(loaded):
        message = f"{count:,} of {len(paths):,} files were refused"
        raise InputError(message, tuple(refused))


@click.command()
@output_option("FILE", "Write it to FILE instead of the screen.")
@on_tour
def dump(session: Session, *, output: Path | None) -> None:
    """Write the current tour as a tour file: the backup, and what others can load.

    A rulebook of the tour's own is written beside FILE.

    Example:
        peloton dump -o my-tour.toml
    """
    current = session.read()
    text = tour_text(current.tour)
    if output is None:
        click.echo(text, nl=False)
        return
    rulebook = current.tour.rulebook
    if rulebook not in builtin_names():
        what = "the rulebook this tour is scored with"
        _write_beside(output.parent, rulebook, current.rulebook_text, what)
    for name, way in current.tour.ways.items():
        _write_beside(output.parent, name, way, "the way this tour's ghosts are played")
    write_file(output, text.encode())
    tell(f"Wrote '{current.tour.name}' to {output}.")


def _write_beside(folder: Path, name: str, text: str, what: str) -> None:
    """Write a file beside a tour file; PelotonError if another one is there."""
    if not is_file_beside(name):
        message = f"{what} is {shown(name)}, expected {FILE_BESIDE}"
        raise PelotonError(message)
    file = folder / name
    if not file.exists():
        write_file(file, text.encode())
    elif file_text(file) != text:
        message = f"{file} is not {what}; write to another folder"
        raise PelotonError(message)
