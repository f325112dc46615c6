"""The startlist as a sheet."""

from peloton.reports.names import Names
from peloton.reports.sheet import (
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.rules.model import Rider, Tour

_COLUMNS = (
    Column(title="Bib", kind=ColumnKind.BIB),
    Column(title="Rider", weight=3),
    Column(title="Team", weight=2),
    Column(title="Player", weight=1),
    Column(title="Type"),
    Column(title="Role"),
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
                rider.type,
                ", ".join(_roles(rider)),
            )
            for rider in tour.riders
        ),
    )
    return Sheet(
        title="Startlist",
        name="Startlist",
        subtitle=tour.name,
        tables=(without_empty_columns(table),),
    )


def _counted(tour: Tour) -> str:
    riders, teams = len(tour.riders), len(tour.teams)
    text = f"{riders} rider{'' if riders == 1 else 's'}"
    return f"{text}, {teams} team{'' if teams == 1 else 's'}" if teams else text


def _roles(rider: Rider) -> list[str]:
    flags = {
        "captain": rider.captain,
        "young": rider.young,
        "neutral": rider.neutral,
    }
    return [role for role, given in flags.items() if given]
