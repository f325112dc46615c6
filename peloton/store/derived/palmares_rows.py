"""Read the palmares of stored tours from their derived rows (CY-22)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from peloton.errors import StoreError
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, Rider, Startlist, Team, TeamCode
from peloton.rules.season.palmares import Palmares, TourPalmares, WinningGap
from peloton.store.database import Database
from peloton.store.derived.derived_rows import WON

_AT_ONCE = 200
"""Number of tours read by one statement."""


class SeasonTour(NamedTuple):
    """A tour of a season.

    A tour whose derived rows are current has a `tour_id`. Any other tour was just
    scored and has its `palmares`.
    """

    name: str
    over: bool
    one_day: bool
    tour_id: int | None = None
    palmares: TourPalmares | None = None


def read_palmares(
    database: Database, tours: Sequence[SeasonTour]
) -> Iterator[TourPalmares]:
    """Yield the palmares of tours, in the same order.

    Raises StoreError for a damaged value.
    """
    for first in range(0, len(tours), _AT_ONCE):
        some = tours[first : first + _AT_ONCE]
        ids = [tour.tour_id for tour in some if tour.tour_id is not None]
        rows = {table: _by_tour(database, table, ids) for table in _TABLES}
        for tour in some:
            if tour.palmares is not None:
                yield tour.palmares
            elif tour.tour_id is not None:
                found = {table: lines[tour.tour_id] for table, lines in rows.items()}
                yield _tour_palmares(tour.name, found)


_TABLES = "rider", "team", "palmares", "team_palmares", "stage", "scored_tour"


def _tour_palmares(name: str, rows: dict[str, list[Any]]) -> TourPalmares:
    """Return the palmares of a stored tour; `rows` holds its rows, keyed by table."""
    _refuse_strangers(rows)
    return TourPalmares(
        tour=name,
        startlist=_startlist(rows),
        riders={row.bib: _palmares(row) for row in rows["palmares"]},
        teams={row.team: _palmares(row) for row in rows["team_palmares"]},
        gaps=tuple(_gaps(rows["scored_tour"][0], rows["stage"])),
    )


def damaged_key(found: object) -> StoreError:
    """Return the error for a damaged key of a rider or a team."""
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
    """Raise StoreError for a rider or team that is not on the startlist."""
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
    """Return the palmares stored in a row, omitting values of 0."""
    palmares = Palmares()
    for name, figure in zip(row._fields, row, strict=True):
        if not figure:
            continue
        kind, _, what = name.partition("_")
        if name in WON:
            setattr(palmares, name, figure)
        elif kind == "place":
            palmares.places[int(what)] = figure
        elif kind == "days":
            palmares.days[ClassificationName(what)] = figure
        elif kind == "final":
            palmares.final[ClassificationName(what)] = figure
    return palmares


def _gaps(stamp: Any, stages: list[Any]) -> Iterator[WinningGap]:  # noqa: ANN401 - a row
    """Yield the winning gaps of each stage and of the tour."""
    for row in stages:
        if row.winner is not None and row.margin is not None:
            yield WinningGap(Bib(row.winner), row.number, row.margin, stamp.unit)
    if stamp.winner is not None and stamp.margin is not None:
        yield WinningGap(Bib(stamp.winner), None, stamp.margin, stamp.unit)
