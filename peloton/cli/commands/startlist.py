"""`peloton team` and `peloton rider`: edit the startlist of the current tour."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from peloton.cli.commands.rider_import import import_
from peloton.cli.support.arguments import (
    Integer,
    complete_bibs,
    complete_teams,
    name_argument,
    one_name,
    option,
    with_options,
)
from peloton.cli.support.changing import change_named, change_tour, changing_tour
from peloton.cli.support.group import Commands
from peloton.cli.support.output import (
    shell_word,
    show,
    show_list,
    showing_race,
    showing_tour,
    tell,
)
from peloton.desk.scored_tour import ScoredTour
from peloton.desk.session import Session
from peloton.errors import PelotonError
from peloton.notation.ghosts import builtin_ways
from peloton.notation.resources import text_beside
from peloton.notation.tour_file.reading import sorted_by_team
from peloton.reports.sheet import Sheet
from peloton.reports.tour.startlist import startlist_order, startlist_sheet
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour, joining_stage
from peloton.rules.names import colour_code, find_bib, find_team_code, match_name
from peloton.rules.results import Race
from peloton.rules.words import phrase

_TEAM_TITLES = {
    "code": phrase("Code"),
    "name": phrase("Team"),
    "player": phrase("Player"),
    "colour": phrase("Colour"),
    "ghost": phrase("Ghost"),
    "riders": phrase("Riders"),
}
_team_details = with_options(
    option("--name TEXT", "Name of the team."),
    option("--player TEXT", "Name of the player."),
    option("--ghost TEXT", "How a ghost team is played: muscle, wheel ..."),
    option("--colour, --color TEXT", "Colour, such as #f2a900 or red."),
)
_team_argument = click.argument(
    "code", metavar="CODE|NAME", shell_complete=complete_teams
)


@click.group(cls=Commands)
def team() -> None:
    """Add, list, change and remove the teams of the current tour."""


@team.command("add", short_help="Add a team.")
@click.argument("code")
@name_argument
@_team_details
@changing_tour
def add_team(
    session: Session, /, code: str, called: str | None, **details: str | None
) -> None:
    """Add a team; CODE is its short name on the sheets.

    CODE can also describe the whole team as CODE:NAME:PLAYER, such as MOL:Molteni:Ann.

    Example:
        peloton team add MOL Molteni --player Ann --colour "#f2a900"
        peloton team add GHO "Les Fantômes" --ghost muscle
    """
    details["name"] = one_name(called, details["name"])
    new = replace(read_team(code), **_team_fields(details))
    change_tour(session, lambda now: with_team(now, new), f"added team {new.code}")


@team.command("list", short_help="List the teams.")
@showing_tour
def list_teams(session: Session) -> None:
    """List the teams of the current tour.

    Example:
        peloton team list
    """
    tour = session.read().tour
    riders = Counter(rider.team for rider in tour.riders)
    rows = [{**asdict(team), "riders": riders[team.code]} for team in tour.teams]
    show_list(phrase("Teams"), tour, _TEAM_TITLES, rows)


@team.command("show", short_help="Show a team's results.")
@_team_argument
@showing_race
def show_team(race: Race, code: str) -> Sheet:
    """Show a team's results: riders, wins, stages, ranks, money and awards.

    Example:
        peloton team show MOL
    """
    from peloton.reports.tour.cards import team_sheets

    return team_sheets(race, (code,))[0]


@team.command("edit", short_help="Change a team.")
@_team_argument
@_team_details
@changing_tour
def edit_team(session: Session, /, code: str, **details: str | None) -> None:
    """Change a team's name, player or colour.

    Example:
        peloton team edit MOL --player Bea
    """

    def change(now: ScoredTour, code: TeamCode) -> ScoredTour:
        fields = _team_fields(details)
        teams = tuple(
            replace(team, **fields) if team.code == code else team
            for team in now.tour.teams
        )
        tour = replace(now.tour, teams=teams)
        return now.with_tour(_with_ghost_way(tour, fields.get("ghost")))

    change_named(session, find_team_code, code, change, "changed team")


@team.command("remove", short_help="Remove a team that has no riders.")
@_team_argument
@changing_tour
def remove_team(session: Session, code: str) -> None:
    """Remove a team that has no riders.

    Example:
        peloton team remove MOL
    """

    def change(now: ScoredTour, code: TeamCode) -> ScoredTour:
        riders = [rider.bib for rider in now.tour.riders if rider.team == code]
        if riders:
            raise PelotonError(f"team {code} still has riders: {', '.join(riders)}")
        teams = tuple(team for team in now.tour.teams if team.code != code)
        return now.with_tour(replace(now.tour, teams=teams))

    change_named(session, find_team_code, code, change, "removed team")


def _team_fields(details: dict[str, str | None]) -> dict[str, Any]:
    """Return the given details; a colour becomes its code, an abbreviation its word."""
    fields = {key: value for key, value in details.items() if value is not None}
    if "colour" in fields:
        fields["colour"] = colour_code(fields["colour"])
    if "ghost" in fields:
        found, ways = fields["ghost"], dict.fromkeys(builtin_ways(), ())
        own = f"{found}.toml" if Path(f"{found}.toml").is_file() else found
        fields["ghost"] = match_name(found, ways) or own
    return fields


def _with_ghost_way(tour: Tour, name: str | None) -> Tour:
    """Store the file of a way of playing ghost teams in the tour, unless built in."""
    if not name or name in builtin_ways():
        return tour
    text = text_beside("ghosts", name, Path())
    return replace(tour, ways={**tour.ways, name: text})


def read_team(word: str) -> Team:
    """Read `MOL:Molteni:Ann`: a team's code, name and player."""
    code, name, player, *_ = *map(str.strip, word.split(":", 2)), "", ""
    return Team(code=TeamCode(code), name=name, player=player)


def with_team(now: ScoredTour, team: Team) -> ScoredTour:
    """Add a team to a tour; raise PelotonError if its code is taken."""
    if any(other.code == team.code for other in now.tour.teams):
        raise PelotonError(f"a team {team.code} already exists")
    tour = replace(now.tour, teams=(*now.tour.teams, team))
    return now.with_tour(_with_ghost_way(tour, team.ghost))


@click.group(cls=Commands)
def rider() -> None:
    """Add, list, change and remove the riders of the current tour."""


rider.add_command(import_)

_rider_details = with_options(
    option("--joins N", "First stage of a rider who joins later.", type=Integer(min=1)),
    option("--name TEXT", "Name of the rider."),
    option("--team TEXT", "Team, by code or name.", shell_complete=complete_teams),
    option("--type TEXT", "Rider type of the game, such as climber."),
    *(
        option(f"--{flag}/--no-{flag}", text, default=None)
        for flag, text in (
            ("captain", "Mark the rider as the captain of the team."),
            ("young", "Include the rider in the young riders classification."),
            ("neutral", "Mark a rider without a player, who never scores points."),
        )
    ),
)
_rider_argument = click.argument(
    "bib", metavar="BIB|NAME", shell_complete=complete_bibs
)


@rider.command("add", short_help="Add a rider.")
@click.argument("bib")
@click.argument("words", nargs=-1, metavar="[NAME]")
@_rider_details
@changing_tour
def add_rider(
    session: Session,
    /,
    bib: str,
    words: tuple[str, ...],
    **details: Any,  # noqa: ANN401 - click's values
) -> None:
    """Add a rider; BIB is the label of the piece on the board: 12, A or grey.

    Once the tour has begun, a new rider joins on the next stage, or on the stage given
    with --joins. To add many riders, use `peloton rider import`.

    Example:
        peloton rider add 1 "Eddy Baens" --team MOL --type climber
    """
    details["name"] = one_name(" ".join(words), details["name"])

    def change(now: ScoredTour) -> ScoredTour:
        if any(rider.bib == bib for rider in now.tour.riders):
            raise PelotonError(f"bib {bib} is already on the startlist")
        new = Rider(bib=Bib(bib), joins=joining_stage(now.tour))
        riders = (*now.tour.riders, replace(new, **_rider_fields(now, details)))
        return now.with_tour(sorted_by_team(replace(now.tour, riders=riders)))

    change_tour(session, change, f"added rider {bib}")
    if not (details["name"] or bib.isdecimal()):
        command = f"peloton rider edit {shell_word(bib)} --name"
        tell(f"'{bib}' is the bib. To add a name, run '{command} NAME'.")


@rider.command("list", short_help="List the riders.")
@showing_tour
def list_riders(session: Session) -> None:
    """List the riders of the current tour.

    Example:
        peloton rider list
    """
    tour = session.read().tour
    rows = list(map(asdict, startlist_order(tour)))
    show(replace(startlist_sheet(tour), data=rows), tour)


@rider.command("show", short_help="Show a rider's results.")
@_rider_argument
@showing_race
def show_rider(race: Race, bib: str) -> Sheet:
    """Show a rider's results: wins, ranks, stages, days in jerseys and awards.

    Example:
        peloton rider show 7
    """
    from peloton.reports.tour.cards import rider_sheets

    return rider_sheets(race, (bib,))[0]


@rider.command("edit", short_help="Change a rider.")
@_rider_argument
@_rider_details
@changing_tour
def edit_rider(session: Session, /, bib: str, **details: Any) -> None:  # noqa: ANN401 - as above
    """Change a rider's details. An empty --team or --type removes it.

    Example:
        peloton rider edit 1 --name "Eddy Baens" --captain
    """

    def change(now: ScoredTour, bib: Bib) -> ScoredTour:
        fields = _rider_fields(now, details)
        riders = (
            replace(rider, **fields) if rider.bib == bib else rider
            for rider in now.tour.riders
        )
        tour = replace(now.tour, riders=tuple(riders))
        return now.with_tour(sorted_by_team(tour))

    change_named(session, find_bib, bib, change, "changed rider")


@rider.command("remove", short_help="Remove a rider who has not ridden.")
@_rider_argument
@changing_tour
def remove_rider(session: Session, bib: str) -> None:
    """Remove from the startlist a rider who has not ridden any stage.

    For a rider who has ridden, enter DNS on the first stage missed, or ABS if the rider
    will return.

    Example:
        peloton rider remove 1
    """

    def change(now: ScoredTour, bib: Bib) -> ScoredTour:
        for number, stage in enumerate(now.tour.stages, 1):
            if bib in stage.listed:
                raise PelotonError(
                    f"rider {bib} is in the results of stage {number}; if the rider"
                    f" leaves the race, enter DNS {bib} on the next stage"
                )
        riders = tuple(rider for rider in now.tour.riders if rider.bib != bib)
        return now.with_tour(replace(now.tour, riders=riders))

    change_named(session, find_bib, bib, change, "removed rider")


def _rider_fields(now: ScoredTour, details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the details that are not None; an empty team or type becomes None."""
    fields = {key: value for key, value in details.items() if value is not None}
    if fields.get("team"):
        fields["team"] = find_team_code(now.tour, fields["team"])
    if fields.get("type"):
        types = {kind.name: () for kind in now.rulebook.types}
        fields["type"] = match_name(fields["type"], types) or fields["type"]
    if fields.get("joins") == 1:
        fields["joins"] = None
    return fields | {key: None for key in ("team", "type") if fields.get(key) == ""}
