"""`peloton demo`: a whole tour to look at, in one command."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from peloton.cli.commands.export import exported, written
from peloton.cli.commands.sheet import SHEET_KINDS
from peloton.cli.support.changing import changing, done
from peloton.cli.support.files import good_tour, make_folder
from peloton.cli.support.output import language_option, show_all, tell
from peloton.cli.support.progress import working
from peloton.cli.support.prompts import word_of
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.resources import sample_tours
from peloton.reports.classifications.jerseys import jerseys_sheet
from peloton.reports.classifications.standings import standings_sheet
from peloton.rules.results import Race
from peloton.writers.files import write_files

if TYPE_CHECKING:
    from peloton.store.tours import Store

FOLDER = Path("peloton-demo")
_PRINTED = ("startlist", "result", "standings", "communique", "book")


@click.command()
@click.argument("name", default="cyclo")
@click.option("--replace", is_flag=True, help="Load it over your own changes to it.")
@language_option
@click.pass_obj
@changing
def demo(session: Session, name: str, *, replace: bool) -> None:
    """Load a sample tour, show its standings, write its workbook, page and sheets.

    They are left in the folder peloton-demo. NAME is a sample, such as criterium.

    Example:
        peloton demo criterium
    """
    names = sorted(file.stem for file in sample_tours().glob("*.toml"))
    name = word_of(names, name)
    race, rulebook_text = good_tour(sample_tours() / f"{name}.toml")
    tour = race.tour
    if not session.dry:
        make_folder(FOLDER)
    _load(session, name, race, rulebook_text, replace=replace)
    show_all((standings_sheet(race), jerseys_sheet(race)), tour=tour)
    if not session.dry:
        _print(name, race)
    done(
        session,
        f"'{tour.name}' is loaded and the current tour.",
        "Try 'peloton result 2', 'peloton jerseys' or 'peloton explain"
        f" {race.stages[-1].result[0].bib}'.",
    )


def _print(name: str, race: Race) -> None:
    """Write the workbook, the page and the sheets of a sample."""
    with working(f"Writing {FOLDER}"):
        files = {f"{name}{end}": exported(race, end) for end in (".xlsx", ".html")}
        for kind in _PRINTED:
            sheets = SHEET_KINDS[kind].pages(race, None)
            files[f"{name}-{kind}.pdf"] = written(sheets, race, ".pdf")
    write_files({FOLDER / file: data for file, data in files.items()})
    for file in files:
        tell(f"Wrote {FOLDER / file}")


def _load(
    session: Session, name: str, race: Race, rulebook_text: str, *, replace: bool
) -> None:
    """Load the sample, unless the player has changed a copy of it."""
    tour = race.tour

    def work(store: "Store") -> None:
        known = tour.name in store
        if known and not replace and store.tour(tour.name).tour != tour:
            message = (
                f"you have changed '{tour.name}': --replace loads the sample over it"
            )
            raise PelotonError(message)
        what = f"loaded the sample {name}"
        store.save(tour, rulebook_text, what, current=True, race=race)

    session.write(work)
