"""`peloton team`: edit the teams of the current tour."""

from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from peloton.api.formats import OutputFormat
from peloton.cli.support.arguments import complete_teams, name_argument, with_options
from peloton.cli.support.changing import change_named, change_tour, changing_tour
from peloton.cli.support.group import Commands
from peloton.cli.support.output import (
    SheetRows,
    given_options,
    show_list,
    showing_race,
    showing_tour,
)
from peloton.desk.scored_tour import ScoredTour
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.ghosts import builtin_ways, way_text
from peloton.reports.sheet import Column, ColumnKind
from peloton.rules.facts.startlist import Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.names import colour_code, find_team_code, match_name
from peloton.rules.results import Race
from peloton.rules.words import phrase

_COLUMNS = {
    "code": Column(title=phrase("Code")),
    "name": Column(title=phrase("Team"), weight=1),
    "player": Column(title=phrase("Player")),
    "colour": Column(title=phrase("Colour")),
    "ghost": Column(title=phrase("Ghost")),
    "riders": Column(title=phrase("Riders"), kind=ColumnKind.NUMBER),
}


@click.group(cls=Commands)
def team() -> None:
    """Add, list, change and remove the teams of the current tour."""


team_details = with_options(
    click.option("--name", help="Name of the team."),
    click.option("--player", help="Name of the player."),
    click.option("--ghost", help="How a ghost team is played: muscle, wheel ..."),
    click.option("--colour", "--color", help="Colour, such as #f2a900 or red."),
)
"""The options that describe a team."""


def _details(details: dict[str, str | None]) -> dict[str, Any]:
    """Return the given details, with abbreviated colours and ghosts spelled out."""
    fields = given_options(details)
    if "colour" in fields:
        fields["colour"] = colour_code(fields["colour"])
    if "ghost" in fields:
        found, ways = fields["ghost"], dict.fromkeys(builtin_ways(), ())
        own = f"{found}.toml" if Path(f"{found}.toml").is_file() else found
        fields["ghost"] = match_name(found, ways) or own
    return fields


@team.command(short_help="Add a team.")
@click.argument("code")
@name_argument
@team_details
@changing_tour
def add(
    session: Session, /, code: str, called: str | None, **details: str | None
) -> None:
    """Add a team; CODE is its short name on the sheets.

    CODE can also describe the whole team as CODE:NAME:PLAYER, such as MOL:Molteni:Ann.

    Example:
        peloton team add MOL Molteni --player Ann --colour "#f2a900"
        peloton team add GHO "Les Fantômes" --ghost muscle
    """
    details["name"] = details["name"] or called
    new = replace(read_team(code), **_details(details))
    code = new.code

    def change(now: ScoredTour) -> Tour:
        return with_ghost_way(with_team(now.tour, new), new.ghost)

    change_tour(session, change, f"added team {code}")


@team.command("list", short_help="List the teams.")
@showing_tour
def list_(session: Session, *, fmt: OutputFormat | None) -> None:
    """List the teams of the current tour.

    Example:
        peloton team list
    """
    tour = session.read().tour
    riders = Counter(rider.team for rider in tour.riders)
    rows = [{**asdict(team), "riders": riders[team.code]} for team in tour.teams]
    show_list(phrase("Teams"), tour, _COLUMNS, rows, fmt)


@team.command("show", short_help="Show a team's results.")
@click.argument("code", metavar="CODE|NAME", shell_complete=complete_teams)
@showing_race
def show_(race: Race, code: str) -> SheetRows:
    """Show a team's results: riders, wins, stages, ranks, money and awards.

    Example:
        peloton team show MOL
    """
    from peloton.reports.tour.cards import team_sheets

    return team_sheets(race, (code,))[0], None


@team.command(short_help="Change a team.")
@click.argument("code", metavar="CODE|NAME", shell_complete=complete_teams)
@team_details
@changing_tour
def edit(session: Session, /, code: str, **details: str | None) -> None:
    """Change a team's name, player or colour.

    Example:
        peloton team edit MOL --player Bea
    """

    def change(now: ScoredTour, code: TeamCode) -> Tour:
        fields = _details(details)
        teams = tuple(
            replace(team, **fields) if team.code == code else team
            for team in now.tour.teams
        )
        return with_ghost_way(replace(now.tour, teams=teams), fields.get("ghost"))

    change_named(session, find_team_code, code, change, "changed team")


@team.command(short_help="Remove a team that has no riders.")
@click.argument("code", metavar="CODE|NAME", shell_complete=complete_teams)
@changing_tour
def remove(session: Session, code: str) -> None:
    """Remove a team that has no riders.

    Example:
        peloton team remove MOL
    """

    def change(now: ScoredTour, code: TeamCode) -> Tour:
        riders = [rider.bib for rider in now.tour.riders if rider.team == code]
        if riders:
            raise PelotonError(f"team {code} still has riders: {', '.join(riders)}")
        teams = tuple(team for team in now.tour.teams if team.code != code)
        return replace(now.tour, teams=teams)

    change_named(session, find_team_code, code, change, "removed team")


def with_ghost_way(tour: Tour, name: str | None) -> Tour:
    """Return the tour with the ghost file `name` copied into it, unless it is built in.

    Raises PelotonError for an unknown file, and suggests the most similar name.
    """
    if not name:
        return tour
    text = way_text(name, Path())
    ways = {} if name in builtin_ways() else {name: text}
    return replace(tour, ways={**tour.ways, **ways})


def is_team(line: str) -> bool:
    """Return whether a line describes a team, such as `MOL:Molteni`."""
    return ":" in line.split(" ", maxsplit=1)[0]


def read_team(word: str) -> Team:
    """Read `MOL:Molteni:Ann`: a team's code, name and player."""
    code, name, player = (*(part.strip() for part in word.split(":", 2)), "", "")[:3]
    return Team(code=TeamCode(code), name=name, player=player)


def with_team(tour: Tour, team: Team) -> Tour:
    """Add a team to a tour; raise PelotonError if its code is taken."""
    if any(other.code == team.code for other in tour.teams):
        raise PelotonError(f"a team {team.code} already exists")
    return replace(tour, teams=(*tour.teams, team))
