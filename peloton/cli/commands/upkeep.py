"""`peloton backup`, `check` and `upgrade`: maintain the database."""

from pathlib import Path

import click

from peloton.cli.support.arguments import FILE, Integer
from peloton.cli.support.output import tell
from peloton.cli.support.progress import tracked
from peloton.desk.scored_tour import counted, stored_race
from peloton.desk.session import Session
from peloton.errors import InputError
from peloton.store.backups import backup_name, delete_old
from peloton.store.checking import look_over
from peloton.store.upkeep import back_up, restore
from peloton.store.upkeep import upgrade as bring_up_to_date

_AT_ONCE = 100
"""Maximum number of tours scored in one transaction, so others can write between."""


@click.command()
@click.argument("folder", type=FILE)
@click.option(
    "--restore",
    "restoring",
    is_flag=True,
    help="Restore FOLDER, a backup file, into an empty database.",
)
@click.option(
    "--keep",
    type=Integer(min=1),
    help="Keep only the latest KEEP backups in FOLDER.",
)
@click.pass_obj
def backup(
    session: Session, folder: Path, *, restoring: bool, keep: int | None
) -> None:
    """Back up all tours with their journals to a new file in FOLDER.

    The file is a database that --db opens. Others can work during the backup. The file
    is read back before it is reported as written, and never replaces another. Its
    SHA-256 is saved beside it and checked when it is restored.

    Example:
        peloton backup backups --keep 14
        peloton backup backups/tours-2026-11-22-120000.db --restore
    """
    if restoring:
        tours = restore(session.database, folder, session.wait)
        tell(f"Restored {counted(tours, 'tour')}.")
        return
    made = back_up(session.database, folder / backup_name(), session.wait)
    steps = counted(made.steps, "step")
    tell(f"Wrote {made.file}: {counted(made.tours, 'tour')}, {steps} in journals.")
    if keep and (old := delete_old(folder, keep)):
        tell(f"Deleted {counted(len(old), 'old backup')}.")


@click.command()
@click.pass_obj
def check(session: Session) -> None:
    """Check that every tour can be read and every step of its journal undone.

    The stored classifications are compared with the tours, scored again. Damage and
    missing data are reported; with damage, the exit code is 1. Nothing is changed.

    Example:
        peloton check
    """
    found, unkept = look_over(session.database, stored_race, session.wait)
    if unkept:
        tell(
            f"The views have no results of {counted(len(unkept), 'tour')}, such as"
            f" '{unkept[0]}'. Add them with 'peloton upgrade'."
        )
    if found:
        message = f"the database has {counted(len(found), 'damaged part')}"
        raise InputError(message, found)
    tell("No damage found in the tours and their journals.")


@click.command()
@click.option(
    "--backup",
    "folder",
    type=FILE,
    default=Path(),
    help="Folder for the backup of a server; default: the current folder.",
)
@click.pass_obj
def upgrade(session: Session, folder: Path) -> None:
    """Upgrade the database to this version of peloton. A backup is made first.

    Results of tours saved by an older version are added to the views. A database file
    is also upgraded, with a backup beside it, when a command first changes it. A server
    is upgraded only by this command; then all its users need this version or newer.

    Example:
        peloton upgrade
        peloton upgrade --backup backups
    """
    copy = bring_up_to_date(session.database, folder, session.wait)
    if copy is None:
        tell("The database is up to date.")
    else:
        tell(f"Upgraded the database. The backup is {copy}.")
    with session.store() as store:
        names = store.unkept()
    batches = (
        names[first : first + _AT_ONCE] for first in range(0, len(names), _AT_ONCE)
    )
    filled = sum(
        session.write(lambda store, some=batch: store.refill(some))  # type: ignore[misc]
        for batch in tracked(batches, "Scoring tours")
    )
    if filled:
        tell(f"Added the results of {counted(filled, 'tour')} to the views.")
