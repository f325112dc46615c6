"""`peloton team`: the teams of the current tour."""

from dataclasses import replace
from typing import Any

import click

from peloton.cli.group import Commands
from peloton.cli.output import Form, form_options, said, show
from peloton.cli.session import Current, Session
from peloton.errors import PelotonError, did_you_mean
from peloton.reports.sheet import Column, ColumnKind, Sheet, Table
from peloton.rules.model import Team, TeamCode, Tour


@click.group(cls=Commands, short_help="Add, list, change and remove teams.")
def team() -> None:
    """Add, list, change and remove the teams of the current tour."""


def team_details(command: click.decorators.FC) -> click.decorators.FC:
    """Add the options that describe a team."""
    for name, text in (
        ("colour", "Its colour, such as #f2a900."),
        ("player", "Who plays it."),
        ("name", "Its name."),
    ):
        command = click.option(f"--{name}", help=text)(command)
    return command


@team.command(short_help="Add a team.")
@click.argument("code")
@team_details
@click.pass_obj
def add(session: Session, /, code: str, **details: str | None) -> None:
    """Add a team; CODE is the short one that stands on the sheets.

    Example:

    \b
        peloton team add MOL --name Molteni --player Ann --colour "#f2a900"

    """
    given: dict[str, Any] = {
        key: value for key, value in details.items() if value is not None
    }
    new = Team(code=TeamCode(code), **given)
    session.change(lambda now: replace(now.tour, teams=(*now.tour.teams, new)))
    said(f"Added team {code}.")


@team.command("list", short_help="List the teams.")
@form_options
@click.pass_obj
def list_(session: Session, *, form: Form | None) -> None:
    """List the teams of the current tour.

    Example:

    \b
        peloton team list

    """
    tour = session.read().tour
    rows: list[dict[str, str | int]] = [
        {
            "code": each.code,
            "name": each.name,
            "player": each.player,
            "colour": each.colour,
            "riders": sum(rider.team == each.code for rider in tour.riders),
        }
        for each in tour.teams
    ]
    table = Table(
        name="Teams",
        title="",
        columns=(
            Column(title="Code"),
            Column(title="Team", weight=1),
            Column(title="Player"),
            Column(title="Colour"),
            Column(title="Riders", kind=ColumnKind.NUMBER),
        ),
        rows=tuple(tuple(row.values()) for row in rows),
    )
    show(Sheet(title="Teams", subtitle=tour.name, tables=(table,)), form, rows)


@team.command(short_help="Change a team.")
@click.argument("code")
@team_details
@click.pass_obj
def edit(session: Session, /, code: str, **details: str | None) -> None:
    """Change a team's name, player or colour.

    Example:

    \b
        peloton team edit MOL --player Bea

    """
    given: dict[str, Any] = {
        key: value for key, value in details.items() if value is not None
    }

    def changed(now: Current) -> Tour:
        known(now.tour, code)
        return replace(
            now.tour,
            teams=tuple(
                replace(each, **given) if each.code == code else each
                for each in now.tour.teams
            ),
        )

    session.change(changed)
    said(f"Changed team {code}.")


@team.command(short_help="Remove a team without riders.")
@click.argument("code")
@click.pass_obj
def remove(session: Session, code: str) -> None:
    """Remove a team that has no riders.

    Example:

    \b
        peloton team remove MOL

    """

    def changed(now: Current) -> Tour:
        known(now.tour, code)
        riders = [rider.bib for rider in now.tour.riders if rider.team == code]
        if riders:
            message = f"team {code} still has riders: {', '.join(riders)}"
            raise PelotonError(message)
        teams = tuple(each for each in now.tour.teams if each.code != code)
        return replace(now.tour, teams=teams)

    session.change(changed)
    said(f"Removed team {code}.")


def known(tour: Tour, code: str) -> TeamCode:
    """Return the code of a team of the tour; PelotonError if there is none."""
    codes = [each.code for each in tour.teams]
    if code not in codes:
        message = f"no team '{code}'{did_you_mean(code, codes)}"
        raise PelotonError(message)
    return TeamCode(code)
