"""Read the palmares of stored tours from their derived rows (CY-22)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from peloton.errors import StoreError
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, Rider, Startlist, Team, TeamCode
from peloton.rules.season.palmares import Palmares, TourPalmares, WinningGap
from peloton.store.database import Database
from peloton.store.derived.derived_rows import WON

_AT_ONCE = 200
"""Number of tours read by one statement."""


def read_palmares(
    database: Database, tours: Sequence[tuple[int, str]]
) -> Iterator[TourPalmares]:
    """Yield the palmares of stored tours, given by id and name, in the same order.

    Raises StoreError for a damaged value.
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
            _refuse_strangers(found)
            yield TourPalmares(
                tour=name,
                startlist=_startlist(found),
                riders={row.bib: _palmares(row) for row in found["palmares"]},
                teams={row.team: _palmares(row) for row in found["team_palmares"]},
                gaps=tuple(_gaps(stamps[tour_id][0], found["stage"])),
            )


def damaged_key(found: object) -> StoreError:
    """Return the error for a key of a rider or a team that is damaged."""
    return StoreError(
        f"the database is damaged: {repr(found)[:60]} is stored for seasons;"
        " 'peloton check' names the tour"
    )


def _by_tour(database: Database, table: str, ids: list[int]) -> dict[int, list[Any]]:
    found: defaultdict[int, list[Any]] = defaultdict(list)
    for row in database.rows(table, tour_id=ids):
        found[row.tour_id].append(row)
    return found


def _refuse_strangers(rows: dict[str, list[Any]]) -> None:
    """Raise StoreError for a rider or a team that is missing from the startlist."""
    codes = {None, *(row.code for row in rows["team"])}
    bibs = {row.bib for row in rows["rider"]}
    for known, keys in (
        (codes, [row.team for row in (*rows["rider"], *rows["team_palmares"])]),
        (bibs, [row.bib for row in rows["palmares"]]),
    ):
        if strangers := [key for key in keys if key not in known]:
            raise damaged_key(strangers[0])


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
    """Return the palmares stored in a row, without the figures that are 0."""
    cells = {name: value for name, value in row._asdict().items() if value}
    of: dict[str, dict[str, int]] = {"place": {}, "days": {}, "final": {}}
    for name, value in cells.items():
        kind, _, what = name.partition("_")
        if kind in of:
            of[kind][what] = value
    return Palmares(
        **{name: cells[name] for name in WON if name in cells},
        places=Counter({int(place): times for place, times in of["place"].items()}),
        days=Counter({ClassificationName(n): days for n, days in of["days"].items()}),
        final={ClassificationName(name): rank for name, rank in of["final"].items()},
    )


def _gaps(stamp: Any, stages: list[Any]) -> Iterator[WinningGap]:  # noqa: ANN401 - a row
    """Yield the winning gaps of the stages and of the tour."""
    for row in stages:
        if row.winner is not None and row.margin is not None:
            yield WinningGap(Bib(row.winner), row.number, row.margin, stamp.unit)
    if stamp.winner is not None and stamp.margin is not None:
        yield WinningGap(Bib(stamp.winner), None, stamp.margin, stamp.unit)
