"""`peloton backup`, `check` and `upgrade`: maintain the database."""

from dataclasses import replace
from pathlib import Path

import click

from peloton.cli.support.arguments import FILE, Integer, option
from peloton.cli.support.changing import confirm, yes_option
from peloton.cli.support.files import files_beside
from peloton.cli.support.output import tell
from peloton.cli.support.progress import with_progress
from peloton.desk.scored_tour import count_noun, stored_race
from peloton.desk.session import Session
from peloton.errors import InputError, StoreError
from peloton.notation.resources import is_file_beside
from peloton.notation.rulebook_file.reading import builtin_names, builtin_text
from peloton.notation.tour_file.writing import tour_text
from peloton.store.facts.parts import StoredTour
from peloton.store.maintenance.backups import back_up, backup_name, delete_old, restore
from peloton.store.maintenance.backups import upgrade as upgrade_with_backup
from peloton.store.maintenance.checking import check_database
from peloton.store.maintenance.repair import repair
from peloton.store.transactions import DatabaseError, address
from peloton.writers.files import write_file

_BATCH = 100
"""Maximum number of tours per transaction: other programs can write in between."""


@click.command()
@click.argument("folder", type=FILE)
@option(
    "--restore", "Restore the backup file FOLDER into an empty database.", "restoring"
)
@option("--keep", "Keep only the latest KEEP backups in FOLDER.", type=Integer(min=1))
@click.pass_obj
def backup(
    session: Session, folder: Path, *, restoring: bool, keep: int | None
) -> None:
    """Back up all tours with their journals to a new file in FOLDER.

    The file is a database, which --db can open. Others can keep working during the
    backup. Success is reported only after the file has been read back. No existing file
    is overwritten. The SHA-256 is saved beside the file and checked when it is
    restored.

    Example:
        peloton backup backups --keep 14
        peloton backup backups/tours-2026-11-22-120000.db --restore
    """
    if restoring:
        tours = restore(session.database, folder, session.wait)
        tell(f"Restored {count_noun(tours, 'tour')}.")
        return
    made = back_up(session.database, folder / backup_name(), session.wait)
    session.read_language()
    steps = count_noun(made.steps, "step")
    tell(f"Wrote {made.file}: {count_noun(made.tours, 'tour')}, {steps} in journals.")
    if keep and (old := delete_old(folder, keep)):
        tell(f"Deleted {count_noun(len(old), 'old backup')}.")


@click.command()
@option("--repair", "Repair damaged tours.", "repairing")
@yes_option
@click.pass_obj
def check(session: Session, *, repairing: bool, yes: bool) -> None:
    """Check that only peloton changed the database, and that all tours can be read.

    All manual changes and all damage are listed; if any are found, the exit code is 1.
    The stored classifications are compared with newly computed ones. Nothing is changed
    without --repair.

    --repair first copies the database into a new folder beside it. Each damaged part of
    a tour is then restored from the journal, or removed if that is not possible. Every
    damaged tour is also written to the new folder as a tour file.

    Example:
        peloton check
        peloton check --repair
    """
    try:
        found = check_database(session.database, stored_race, session.wait)
    except StoreError as error:
        if not repairing or (isinstance(error, DatabaseError) and error.transient):
            raise
        found = (str(error),)
    if found and repairing:
        _repair(replace(session, yes=yes), found)
        return
    session.read_language()
    if found:
        count = count_noun(len(found), "damaged part")
        raise InputError(
            f"the database has {count}: run 'peloton check --repair'", found
        )
    with session.store() as store:
        absent = store.outdated_tours()
    if absent:
        tell(
            f"The database views have no results of {count_noun(len(absent), 'tour')},"
            f" such as '{absent[0]}'."
            " 'peloton upgrade' adds them if they have no mistakes."
        )
    tell("No damage found in the tours and their journals.")


def _repair(session: Session, found: tuple[str, ...]) -> None:
    """List the damage, ask for confirmation, repair the database, and report it."""
    for damage in found:
        tell(damage)
    confirm(session, "Repair the database? It is copied first.", default=False)
    name = Path(address(session.database).file).stem or "tours"
    folder = session.folder / f"{name}-{backup_name().replace('tours', 'repair')[:-3]}"
    builtin = {name: builtin_text(name) for name in builtin_names()}
    repaired = repair(session.database, folder, stored_race, builtin, session.wait)
    for note in repaired.notes:
        if note not in found:
            tell(note)
    for tour in repaired.tours:
        tell(f"Wrote {_write_tour(tour, folder)}.")
    tell(f"The database is repaired. The damaged original is in {repaired.copy}.")


def _write_tour(stored: StoredTour, folder: Path) -> Path:
    """Write a tour file and the files it refers to into a new subfolder of `folder`."""
    tour = stored.tour
    name = "".join(letter if letter.isalnum() else "-" for letter in tour.name)
    place = folder / f"{len(list(folder.iterdir()))}-{name[:40]}"
    place.mkdir()
    file = place / "tour.toml"
    for name, text in files_beside(tour, stored.rulebook_text).items():
        if is_file_beside(name):
            write_file(place / name, text.encode(errors="replace"))
    write_file(file, tour_text(tour).encode(errors="replace"))
    return file


@click.command()
@click.pass_obj
def upgrade(session: Session) -> None:
    """Upgrade the database to this version of peloton. A backup is made first.

    Results of tours saved by an older version are added to the views. Afterwards, all
    users of the database need this version or newer.

    Example:
        peloton upgrade
    """
    copy = upgrade_with_backup(session.database, session.backups, session.wait)
    session.read_language()
    if copy is None:
        tell("The database is up to date.")
    else:
        tell(f"Upgraded the database. The backup is {copy}.")
    with session.store() as store:
        names = store.outdated_tours()
    batches = (names[first : first + _BATCH] for first in range(0, len(names), _BATCH))
    filled = 0
    for batch in with_progress(batches, "Scoring tours"):
        filled += session.write(lambda store: sum(map(store.update_derived, batch)))  # noqa: B023 - called at once
    if filled:
        tell(f"Added the results of {count_noun(filled, 'tour')} to the views.")
