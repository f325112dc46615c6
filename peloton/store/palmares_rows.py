"""The palmares of a tour as rows, and back (CY-22)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, Rider, Startlist, Team, TeamCode
from peloton.rules.season.entrants import Register
from peloton.rules.season.palmares import Palmares, TourPalmares, WinningGap
from peloton.rules.season.points import Same
from peloton.rules.winners import TourWinners
from peloton.store.database import COLUMNS, Database

_AT_ONCE = 200
"""Number of tours read by one statement."""


def palmares_lines(
    palmares: TourPalmares, winners: TourWinners
) -> dict[str, list[tuple[Any, ...]]]:
    """Return the lines of the palmares of riders and teams, each of whom has one."""
    entrants = Register(Same(ghosts=True)).entrants(palmares.startlist, palmares.tour)
    team_of = {rider.bib: rider.team for rider in palmares.startlist.riders}
    ghosts = {team.code: bool(team.ghost) for team in palmares.startlist.teams}
    riders = [
        {
            "bib": bib,
            "rider_key": rider and rider.key,
            "namesake": rider is not None and rider.told_apart,
            "team": team_of[bib],
            "ghost": ghosts.get(team_of[bib] or TeamCode(""), False),
            **_achieved(palmares.riders.get(bib, Palmares())),
        }
        for bib in team_of
        for rider in (entrants.riders.get(bib),)
    ]
    with_riders = set(winners.teams) - set(winners.teams_alone)
    teams = [
        {
            "team": code,
            "team_key": team.key,
            "player_key": player.key
            if (player := entrants.players.get(code))
            else None,
            "ghost": ghosts[code],
            "won_by_riders": int(code in with_riders),
            **_achieved(palmares.teams.get(code, Palmares())),
        }
        for code, team in entrants.teams.items()
    ]
    return {
        table: [
            tuple(row.get(column.name, 0) for column in COLUMNS[table][1:])
            for row in rows
        ]
        for table, rows in (("palmares", riders), ("team_palmares", teams))
    }


def _achieved(palmares: Palmares) -> dict[str, int]:
    """Return what was achieved by the names of the columns."""
    return {
        **{name: getattr(palmares, name) for name in _WON},
        **{f"place_{place}": times for place, times in palmares.places.items()},
        **{f"days_{name}": days for name, days in palmares.days.items()},
        **{f"final_{name}": rank for name, rank in palmares.final.items()},
    }


_WON = "tour_won", "stages_won", "climbs_won", "sprints_won"


def read_palmares(
    database: Database, tours: Sequence[tuple[int, str]]
) -> Iterator[TourPalmares]:
    """Yield the palmares of stored tours, by id and name, in the order given.

    StoreError for a cell that is not of the kind of its column.
    """
    for first in range(0, len(tours), _AT_ONCE):
        some = tours[first : first + _AT_ONCE]
        rows = {
            table: _by_tour(database, table, [tour_id for tour_id, _ in some])
            for table in ("rider", "team", "palmares", "team_palmares", "stage")
        }
        stamps = _by_tour(database, "scored_tour", [tour_id for tour_id, _ in some])
        for tour_id, name in some:
            found = {table: lines[tour_id] for table, lines in rows.items()}
            yield TourPalmares(
                tour=name,
                startlist=_startlist(found),
                riders={row.bib: _palmares(row) for row in found["palmares"]},
                teams={row.team: _palmares(row) for row in found["team_palmares"]},
                gaps=tuple(_gaps(stamps[tour_id][0], found["stage"])),
            )


def _by_tour(database: Database, table: str, ids: list[int]) -> dict[int, list[Any]]:
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in database.rows(table, tour_id=ids):
        found[row.tour_id].append(row)
    return found


def _startlist(rows: dict[str, list[Any]]) -> Startlist:
    place = attrgetter("position")
    teams = (
        Team(code=TeamCode(t.code), name=t.name, player=t.player, ghost=t.ghost)
        for t in sorted(rows["team"], key=place)
    )
    riders = (
        Rider(bib=Bib(r.bib), name=r.name, team=r.team, neutral=r.neutral)
        for r in sorted(rows["rider"], key=place)
    )
    return Startlist(teams=tuple(teams), riders=tuple(riders))


def _palmares(row: Any) -> Palmares:  # noqa: ANN401 - a row of either table
    """Return what was achieved from a row, without zeros."""
    cells = {name: value for name, value in row._asdict().items() if value}
    of: dict[str, dict[str, int]] = {"place": {}, "days": {}, "final": {}}
    for name, value in cells.items():
        kind, _, what = name.partition("_")
        if kind in of:
            of[kind][what] = value
    return Palmares(
        **{name: cells[name] for name in _WON if name in cells},
        places=Counter({int(place): times for place, times in of["place"].items()}),
        days=Counter({ClassificationName(n): days for n, days in of["days"].items()}),
        final={ClassificationName(name): rank for name, rank in of["final"].items()},
    )


def _gaps(stamp: Any, stages: list[Any]) -> Iterator[WinningGap]:  # noqa: ANN401 - a row
    """Yield the gaps by which the stages and the tour were won."""
    for row in stages:
        if row.winner is not None and row.margin is not None:
            yield WinningGap(Bib(row.winner), row.number, row.margin, stamp.unit)
    if stamp.winner is not None and stamp.margin is not None:
        yield WinningGap(Bib(stamp.winner), None, stamp.margin, stamp.unit)
