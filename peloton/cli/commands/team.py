"""`peloton team`: the teams of the current tour."""

from dataclasses import asdict, replace

import click

from peloton.cli.support.completion import complete_teams, on_tour
from peloton.cli.support.dry_run import changing, done
from peloton.cli.support.formats import OutputFormat
from peloton.cli.support.group import Commands
from peloton.cli.support.output import form_options, given, show, show_list
from peloton.desk.scored_tour import Current
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.reports.sheet import Column, ColumnKind
from peloton.rules.facts.startlist import Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.value_check import no_team
from peloton.rules.words import phrase

_COLUMNS = {
    "code": Column(title=phrase("Code")),
    "name": Column(title=phrase("Team"), weight=1),
    "player": Column(title=phrase("Player")),
    "colour": Column(title=phrase("Colour")),
    "riders": Column(title=phrase("Riders"), kind=ColumnKind.NUMBER),
}


@click.group(cls=Commands)
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
@changing
def add(session: Session, /, code: str, **details: str | None) -> None:
    """Add a team; CODE is the short one that stands on the sheets.

    Example:

    \b
        peloton team add MOL --name Molteni --player Ann --colour "#f2a900"

    """
    new = Team(code=TeamCode(code), **given(details))
    session.change(lambda now: with_team(now.tour, new), f"added team {code}")
    done(session, f"Added team {code}.")


@team.command("list", short_help="List the teams.")
@form_options
@on_tour
def list_(session: Session, *, form: OutputFormat | None) -> None:
    """List the teams of the current tour.

    Example:

    \b
        peloton team list

    """
    tour = session.read().tour
    rows = [
        {**asdict(team), "riders": sum(r.team == team.code for r in tour.riders)}
        for team in tour.teams
    ]
    show_list(phrase("Teams"), tour, _COLUMNS, rows, form)


@team.command("show", short_help="Show a team's tour.")
@click.argument("code", shell_complete=complete_teams)
@form_options
@on_tour
def show_(session: Session, code: str, *, form: OutputFormat | None) -> None:
    """Show a team's tour: its riders, wins, each stage, ranks, money, awards.

    Example:

    \b
        peloton team show MOL

    """
    from peloton.reports.tour.cards import team_sheets

    race = session.read().race()
    (sheet,) = team_sheets(race, (code,))
    show(sheet, form, tour=race.tour)


@team.command(short_help="Change a team.")
@click.argument("code", shell_complete=complete_teams)
@team_details
@on_tour
@changing
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
                replace(team, **given(details)) if team.code == code else team
                for team in now.tour.teams
            ),
        )

    session.change(changed, f"changed team {code}")
    done(session, f"Changed team {code}.")


@team.command(short_help="Remove a team without riders.")
@click.argument("code", shell_complete=complete_teams)
@on_tour
@changing
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
        teams = tuple(team for team in now.tour.teams if team.code != code)
        return replace(now.tour, teams=teams)

    session.change(changed, f"removed team {code}")
    done(session, f"Removed team {code}.")


def with_team(tour: Tour, team: Team) -> Tour:
    """Add a team to a tour; PelotonError if its code is taken."""
    if any(other.code == team.code for other in tour.teams):
        message = f"a team {team.code} exists already"
        raise PelotonError(message)
    return replace(tour, teams=(*tour.teams, team))


def known(tour: Tour, code: str) -> None:
    """Raise PelotonError, naming the nearest team, unless the tour has this one."""
    codes = [team.code for team in tour.teams]
    if code not in codes:
        raise PelotonError(no_team(code, codes))
