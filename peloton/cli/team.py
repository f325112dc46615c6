"""`peloton team`: the teams of the current tour."""

from dataclasses import replace

import click

from peloton.cli.current import Current
from peloton.cli.group import Commands
from peloton.cli.output import Form, form_options, given, said, show_list
from peloton.cli.session import Session, on_tour
from peloton.errors import PelotonError
from peloton.reports.sheet import Column, ColumnKind
from peloton.rules.model import Team, TeamCode, Tour
from peloton.rules.values import no_team

_COLUMNS = {
    "code": Column(title="Code"),
    "name": Column(title="Team", weight=1),
    "player": Column(title="Player"),
    "colour": Column(title="Colour"),
    "riders": Column(title="Riders", kind=ColumnKind.NUMBER),
}


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
@on_tour
def add(session: Session, /, code: str, **details: str | None) -> None:
    """Add a team; CODE is the short one that stands on the sheets.

    Example:

    \b
        peloton team add MOL --name Molteni --player Ann --colour "#f2a900"

    """
    new = Team(code=TeamCode(code), **given(details))
    session.change(lambda now: with_team(now.tour, new))
    said(f"Added team {code}.")


@team.command("list", short_help="List the teams.")
@form_options
@on_tour
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
    show_list("Teams", tour.name, _COLUMNS, rows, form)


@team.command(short_help="Change a team.")
@click.argument("code")
@team_details
@on_tour
def edit(session: Session, /, code: str, **details: str | None) -> None:
    """Change a team's name, player or colour.

    Example:

    \b
        peloton team edit MOL --player Bea

    """

    def changed(now: Current) -> Tour:
        known(now.tour, code)
        return replace(
            now.tour,
            teams=tuple(
                replace(each, **given(details)) if each.code == code else each
                for each in now.tour.teams
            ),
        )

    session.change(changed)
    said(f"Changed team {code}.")


@team.command(short_help="Remove a team without riders.")
@click.argument("code")
@on_tour
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


def with_team(tour: Tour, team: Team) -> Tour:
    """Return the tour with one team more; PelotonError if its code is taken."""
    if any(each.code == team.code for each in tour.teams):
        message = f"there is a team {team.code} already"
        raise PelotonError(message)
    return replace(tour, teams=(*tour.teams, team))


def known(tour: Tour, code: str) -> None:
    """Check that the tour has a team; PelotonError with the nearest if not."""
    codes = [each.code for each in tour.teams]
    if code not in codes:
        raise PelotonError(no_team(code, codes))
