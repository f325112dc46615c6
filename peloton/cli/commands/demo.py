"""`peloton demo`: load a sample tour and write its documents."""

from pathlib import Path

import click

from peloton.api.formats import sheet_files
from peloton.api.sheets import SHEET_KINDS, export_bytes
from peloton.cli.support.arguments import match_word
from peloton.cli.support.changing import changing, report
from peloton.cli.support.files import make_folder, story_options, valid_tour
from peloton.cli.support.output import language_option, show_all, tell
from peloton.cli.support.progress import show_progress
from peloton.desk.session import Session
from peloton.notation.resources import sample_tours
from peloton.reports.classifications.jerseys import jerseys_sheet
from peloton.reports.classifications.standings import standings_sheet
from peloton.rules.results import Race
from peloton.writers.files import write_files

FOLDER = Path("peloton-demo")
_PRINTED = (
    *("startlist", "result", "standings", "communique", "book", "poster", "rider"),
    "share",
)


@click.command()
@click.argument("name", default="cyclo")
@click.option("--replace", is_flag=True, help="Replace a sample that you changed.")
@language_option
@click.pass_obj
@changing
def demo(session: Session, name: str, *, replace: bool) -> None:
    """Load a sample tour, show its standings and write its documents.

    They are written to the folder peloton-demo. NAME is a sample, such as criterium.

    Example:
        peloton demo criterium
    """
    names = sorted(file.stem for file in sample_tours().glob("*.toml"))
    name = match_word(names, name)
    race, rulebook_text = valid_tour(sample_tours() / f"{name}.toml")
    tour = race.tour
    if not session.dry_run:
        make_folder(FOLDER)
    own = f"you changed '{tour.name}'; add --replace to discard your changes"
    session.create(
        race,
        rulebook_text,
        f"loaded the sample {name}",
        lambda store: "" if replace or store.tour(tour.name).tour == tour else own,
    )
    show_all((standings_sheet(race), jerseys_sheet(race)), tour=tour)
    if not session.dry_run:
        _print(name, race)
    report(
        session,
        f"Loaded '{tour.name}'. It is now the current tour.",
        "Try 'peloton result 2', 'peloton jerseys' or 'peloton explain"
        f" {race.stages[-1].result[0].bib}'.",
    )


def _print(name: str, race: Race) -> None:
    with show_progress(f"Writing {FOLDER}"):
        options = story_options(race.tour)
        files = {
            file: export_bytes(race, Path(file), options)
            for file in (f"{name}.xlsx", f"{name}.html", "data.csv")
        }
        written = {FOLDER / file: data for file, data in files.items()}
        for word in _PRINTED:
            kind = SHEET_KINDS[word]
            file = FOLDER / f"{name}-{word}{kind.ending}"
            options = story_options(race.tour, kind.paper)
            pages = kind.pages(race, None, options.story)
            written |= sheet_files(file, pages, options)
    write_files(written)
    for path in written:
        tell(f"Wrote {path}")
