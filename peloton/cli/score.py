"""`peloton score`: a tour file scored, no database touched."""

import json
from dataclasses import replace
from pathlib import Path

import click

from peloton.cli.files import scored_file
from peloton.cli.output import after_option, show
from peloton.errors import InputError, PelotonError
from peloton.reports.document import document
from peloton.rules.results import Race


@click.command(short_help="Score a tour file without a database.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@after_option
@click.option("--json", "as_json", is_flag=True, help="Print the whole document.")
def score(file: Path, *, after: int | None, as_json: bool) -> None:
    """Score a tour file: the last stage's result, the standings and the jerseys.

    A file with mistakes is scored up to the last good stage; every mistake is
    named with its line, and the exit code is 1.

    Example:

    \b
        peloton score my-tour.toml --after 3

    """
    scored = scored_file(file)
    race = scored.race and until(scored.race, after)
    if race is not None and as_json:
        click.echo(json.dumps(document(race), ensure_ascii=False, indent=1))
    elif race is not None and race.stages:
        _show(race)
    if scored.wrong:
        message = f"{file} has {scored.summary}"
        raise InputError(message, scored.lines)
    for line in scored.lines:
        click.echo(line, err=True)


def until(race: Race, after: int | None) -> Race:
    """Return the race as it stood after a stage; PelotonError if it is not ridden."""
    if after is None or not race.stages:
        return race
    stages = tuple(score for score in race.stages if score.number <= after)
    if not stages or stages[-1].number != after:
        ridden = race.stages[-1].number
        message = f"stage {after} has no result; the last stage with one is {ridden}"
        raise PelotonError(message)
    return replace(race, stages=stages)


def _show(race: Race) -> None:
    from peloton.reports.jerseys import jerseys_sheet  # noqa: PLC0415 - not for --json
    from peloton.reports.stage import stage_sheet  # noqa: PLC0415 - not for --json
    from peloton.reports.standings import standings_sheet  # noqa: PLC0415

    for sheet in (stage_sheet(race), standings_sheet(race), jerseys_sheet(race)):
        show(sheet)
        click.echo()
