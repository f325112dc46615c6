"""`peloton score`: score a tour file without using the database."""

from dataclasses import replace
from pathlib import Path

import click

from peloton.api.formats import OutputFormat
from peloton.api.tours import scored_file
from peloton.cli.support.arguments import FILE, Integer, option
from peloton.cli.support.output import (
    format_options,
    output_format,
    print_json,
    show_all,
    tell,
)
from peloton.desk.session import Session
from peloton.errors import InputError, PelotonError
from peloton.reports.classifications.standings import jerseys_sheet, standings_sheet
from peloton.reports.stage.result import stage_sheet
from peloton.reports.tour.document import document, unscored_document
from peloton.rules.facts.problem import Problem


@click.command()
@click.argument("file", type=FILE)
@option("--after STAGE", "Show the state after STAGE.", type=Integer(min=1))
@format_options
@click.pass_obj
def score(session: Session, file: Path, *, after: int | None) -> None:
    """Score a tour file and show its last result, standings and jerseys.

    A file with mistakes is scored up to its last valid stage. Every mistake is
    reported with its line, and the exit code is 1. With --json, the whole tour is
    printed as one document, even if it has mistakes.

    Example:
        peloton score my-tour.toml --after 3
    """
    try:
        scored = scored_file(file)
    except PelotonError as error:
        if output_format() is OutputFormat.JSON:
            unread = Problem(code="unreadable", message=str(error))
            print_json(unscored_document(None, (unread,)))
        raise
    # For the language of messages.
    session.tours_read.extend(filter(None, [scored.tour]))
    race = scored.race
    if race is not None and after is not None:
        if not scored.mistakes:
            race.score(after)
        race = replace(race, stages=tuple(s for s in race.stages if s.number <= after))
    if output_format() is OutputFormat.JSON:
        unscored = unscored_document(scored.tour, scored.problems)
        print_json(unscored if race is None else document(race))
    elif race is not None and race.stages:
        sheets = stage_sheet(race), standings_sheet(race), jerseys_sheet(race)
        show_all(sheets, race.tour)
    elif race is not None and not scored.mistakes:
        tell(f"{file} has no results yet.")
    if scored.mistakes:
        raise InputError(f"{file} has {scored.mistakes}", scored.lines)
    for line in scored.lines:
        tell(line)
