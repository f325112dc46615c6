"""The startlist as a sheet."""

from collections.abc import Iterator

from peloton.reports.names import Names
from peloton.reports.sheet import (
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.rules.facts.labels import rider_type
from peloton.rules.facts.startlist import Rider, Team
from peloton.rules.facts.tour import Tour
from peloton.rules.words import listed, say

_COLUMNS = (
    Column(title=say("Bib"), kind=ColumnKind.BIB),
    Column(title=say("Rider"), weight=3),
    Column(title=say("Team"), weight=2),
    Column(title=say("Player"), weight=1),
    Column(title=say("Type")),
    Column(title=say("Role")),
)


def startlist_sheet(tour: Tour) -> Sheet:
    """List who rides, team by team, in the order of the tour file."""
    names = Names(tour)
    table = Table(
        name="Startlist",
        title=_counted(tour),
        columns=_COLUMNS,
        rows=tuple(
            (
                rider.bib,
                rider.name,
                names.team_of(rider),
                names.player_of(rider),
                rider_type(rider.type),
                listed(_roles(rider)),
            )
            for rider in tour.riders
        ),
    )
    return Sheet(
        title=say("Startlist"),
        name=say("Startlist"),
        subtitle=tour.name,
        tables=(without_empty_columns(table),),
    )


def team_tables(tour: Tour) -> Iterator[Table]:
    """List who rides, a table a team, and those without one last."""
    groups = [(team.code, _named(team), team.player, team.code) for team in tour.teams]
    rest = say("Without a team") if groups else say("Riders")
    for name, title, player, code in (*groups, ("", rest, "", None)):
        table = Table(
            name=name or "Riders",
            title=title,
            columns=(_COLUMNS[0], _COLUMNS[1], *_COLUMNS[4:]),
            rows=tuple(
                (rider.bib, rider.name, rider_type(rider.type), listed(_roles(rider)))
                for rider in tour.riders
                if rider.team == code
            ),
            notes=(say("Played by {player}", player=player),) if player else (),
        )
        if table.rows:
            yield without_empty_columns(table)


def _named(team: Team) -> str:
    if not team.name:
        return team.code
    return say("{code}: {team}", code=team.code, team=team.name)


def _counted(tour: Tour) -> str:
    riders, teams = len(tour.riders), len(tour.teams)
    text = say("1 rider") if riders == 1 else say("{count} riders", count=riders)
    if not teams:
        return text
    of = say("1 team") if teams == 1 else say("{count} teams", count=teams)
    return listed((text, of))


def _roles(rider: Rider) -> list[str]:
    flags = {
        say("captain"): rider.captain,
        say("young"): rider.young,
        say("neutral"): rider.neutral,
    }
    return [role for role, given in flags.items() if given]
