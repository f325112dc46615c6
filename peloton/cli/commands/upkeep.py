"""`peloton backup`, `check` and `upgrade`: the upkeep of the database."""

from pathlib import Path

import click

from peloton.cli.support.arguments import FILE, Whole
from peloton.cli.support.output import tell
from peloton.cli.support.progress import tracked
from peloton.desk.scored_tour import counted, stored_race
from peloton.desk.session import Session
from peloton.errors import InputError
from peloton.store.backups import backup_name, delete_old
from peloton.store.upkeep import back_up, look_over, restore
from peloton.store.upkeep import upgrade as bring_up_to_date

_AT_ONCE = 100
"""Tours whose views are filled in one transaction: others are not kept waiting."""


@click.command()
@click.argument("folder", type=FILE)
@click.option(
    "--restore",
    "restoring",
    is_flag=True,
    help="Restore the backup file FOLDER into a database without tours.",
)
@click.option(
    "--keep",
    type=Whole(min=1),
    help="Delete all backups in FOLDER but the latest KEEP.",
)
@click.pass_obj
def backup(
    session: Session, folder: Path, *, restoring: bool, keep: int | None
) -> None:
    """Back up all tours with their journals to a new file in FOLDER.

    The file is a database: --db opens it. It has all tours as they were at one moment,
    and others can work meanwhile. It is read back before it is reported as written, and
    never replaces another file. Its SHA-256 is in a file beside it, and is checked when
    it is restored.

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
    tell(f"Wrote {made.file}: {counted(made.tours, 'tour')}, {steps} of the journal.")
    if keep and (old := delete_old(folder, keep)):
        tell(f"Deleted {counted(len(old), 'old backup')}.")


@click.command()
@click.pass_obj
def check(session: Session) -> None:
    """Check that every tour can be read and every step of the journal gone back.

    What is kept of the classifications must be what the tours come to, scored again;
    it says where nothing is kept. Each thing that is damaged is named, and the exit
    code is 1. Nothing is changed.

    Example:
        peloton check
    """
    found, unkept = look_over(session.database, stored_race, session.wait)
    if unkept:
        tell(
            f"The views are without {counted(len(unkept), 'tour')}, such as"
            f" '{unkept[0]}': 'peloton upgrade' fills them."
        )
    if found:
        message = f"the database has {counted(len(found), 'damage')}"
        raise InputError(message, found)
    tell("Every tour and its journal are whole.")


@click.command()
@click.option(
    "--backup",
    "folder",
    type=FILE,
    default=Path(),
    help="Folder for the backup of a server; default: this one.",
)
@click.pass_obj
def upgrade(session: Session, folder: Path) -> None:
    """Upgrade the database to the version of this peloton. A backup is made first.

    The views are then filled with every tour that an older peloton saved. An older file
    is also upgraded when a command first changes it, with the backup beside it. A
    server is upgraded only by this command: from then on, everybody who uses it needs a
    peloton as new as this one.

    Example:
        peloton upgrade
        peloton upgrade --backup backups
    """
    copy = bring_up_to_date(session.database, folder, session.wait)
    if copy is None:
        tell("The database is up to date.")
    else:
        tell(f"The database is up to date now; the backup is {copy}.")
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
        tell(f"The views are filled with {counted(filled, 'tour')}.")
