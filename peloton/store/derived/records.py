# ruff: noqa: S608 - only numbers and names of ours come into the statements
"""The hall of records, computed without reading every tour (CY-22).

The database adds up the figures of every rider with one GROUP BY. Then only the tours
of possible record holders are read, and `peloton.rules.season.records` finds the
holders in them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from heapq import nlargest

from peloton.rules.season.entrants import Aliases, Register
from peloton.rules.season.palmares import OF_RIDERS
from peloton.rules.season.records import FIGURES, SINGLE, Hall, record_holders
from peloton.store.database import Database, escaped, unescaped
from peloton.store.derived.palmares_rows import damaged_key, read_palmares
from peloton.store.derived.season_tables import SeasonTour, namesakes, write_tours
from peloton.store.derived.seasons import MAX_PARAMETERS

_SUMMED = (
    *("tour_won", "stages_won", "stages_won"),
    *(f"days_{name}" for name in OF_RIDERS),
    *("climbs_won", "sprints_won"),
)
"""The column of the palmares for each of `FIGURES`, in their order."""


def records_of(
    database: Database, tours: Iterable[SeasonTour], same: Aliases, top: int
) -> Hall:
    """Find the holders of every record in the given tours, down to rank `top`."""
    known = list(tours)
    write_tours(database, known)
    chosen: Collection[int] = range(len(known))
    if not same.groups:
        chosen = _tours_of_holders(database, known, same, top)
    numbers = [
        number
        for number, tour in enumerate(known)
        if number in chosen or tour.palmares is not None
    ]
    ids = [
        (tour.tour_id, tour.name)
        for tour in map(known.__getitem__, numbers)
        if tour.tour_id is not None
    ]
    stored = read_palmares(database, ids)
    hall = record_holders(
        (known[n].palmares or next(stored) for n in numbers), same, top
    )
    remarks = hall.remarks
    if not same.groups:
        found = namesakes(database, known, same)
        remarks = tuple(remark for n in sorted(found) for remark in found[n])
    return replace(hall, tours=tuple(tour.name for tour in known), remarks=remarks)


def _tours_of_holders(
    database: Database, tours: Sequence[SeasonTour], same: Aliases, top: int
) -> set[int]:
    """Return the numbers in `season_tour` of the tours of possible record holders."""
    figures = _figures(database, same)
    register = Register(same)
    for palmares in (tour.palmares for tour in tours if tour.palmares is not None):
        entrants = register.entrants(palmares.startlist, palmares.tour)
        for bib, rider in entrants.riders.items():
            if done := palmares.riders.get(bib):
                mine = [count(done) for count in FIGURES.values()]
                figures[rider.key] = _together(figures.get(rider.key), mine)
        for code, team in entrants.teams.items():
            if (done := palmares.teams.get(code)) and done.tour_won:
                key = f"{team.key}\n"
                mine = [1, *[0] * (len(FIGURES) - 1)]
                figures[key] = _together(figures.get(key), mine)
    keys: set[str] = set()
    for column in zip(*figures.values(), strict=True):
        least = max(1, nlargest(top, column)[-1])
        pairs = zip(figures, column, strict=True)
        keys.update(key for key, figure in pairs if figure >= least)
    return _ridden_by(database, keys) | _with_gaps(database, same, top)


def _together(figures: list[int] | None, more: list[int]) -> list[int]:
    """Add two lists of figures, but keep the higher figure of a record in one tour."""
    if figures is None:
        return more
    return [
        max(one, other) if of.kind in SINGLE else one + other
        for of, one, other in zip(FIGURES, figures, more, strict=True)
    ]


def _played(same: Aliases) -> str:
    return "" if same.ghosts else " AND NOT p.ghost"


def _figures(database: Database, same: Aliases) -> dict[str, list[int]]:
    """Return the figures of riders by key, added up in the order of `FIGURES`.

    Teams that won tours are included. Their keys end with a newline to tell them from
    riders.
    """
    sums = ", ".join(
        f"{'max' if of.kind in SINGLE else 'sum'}(CAST(p.{column} AS INTEGER))"
        for of, column in zip(FIGURES, _SUMMED, strict=True)
    )
    source = "FROM season_tour t CROSS JOIN {} p WHERE p.tour_id = t.tour_id"
    source += _played(same)
    riders = database.query(
        f"SELECT p.rider_key, {sums} {source.format('palmares')} "
        " AND p.rider_key IS NOT NULL GROUP BY p.rider_key"
    )
    teams = database.query(
        f"SELECT p.team_key, sum(p.tour_won) {source.format('team_palmares')}"
        " GROUP BY p.team_key HAVING sum(p.tour_won) > 0"
    )
    none = [0] * (len(FIGURES) - 1)
    found: dict[str, list[int]] = {}
    for key, *figures in riders:
        if not isinstance(key, str):
            raise damaged_key(key)
        found[unescaped(key)] = [*map(int, figures)]
    for key, won in teams:
        found[f"{unescaped(key)}\n"] = [int(won), *none]
    return found


def _ridden_by(database: Database, keys: set[str]) -> set[int]:
    """Return the numbers of the stored tours that the riders rode or the teams won."""
    teams = [escaped(key[:-1]) for key in keys if key.endswith("\n")]
    riders = [escaped(key) for key in keys if not key.endswith("\n")]
    numbers: set[int] = set()
    for table, column, values, condition in (
        ("palmares", "rider_key", riders, ""),
        ("team_palmares", "team_key", teams, " AND p.tour_won <> 0"),
    ):
        statement = (
            f"SELECT DISTINCT t.number FROM season_tour t CROSS JOIN {table} p"
            f" WHERE p.tour_id = t.tour_id{condition}"
        )
        given = values if len(values) <= MAX_PARAMETERS else []
        if given:
            statement += f" AND p.{column} IN ({', '.join('?' for _ in given)})"
        if values:
            numbers.update(number for (number,) in database.query(statement, given))
    return numbers


def _with_gaps(database: Database, same: Aliases, top: int) -> set[int]:
    """Return the numbers in `season_tour` of the tours with the biggest gaps."""
    gaps: defaultdict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for table in ("stage", "scored_tour"):
        rows = database.query(
            "SELECT t.number, s.unit, x.margin FROM season_tour t"
            f" CROSS JOIN {table} x JOIN scored_tour s ON s.tour_id = x.tour_id"
            " JOIN palmares p ON p.tour_id = x.tour_id AND p.bib = x.winner"
            f" WHERE x.tour_id = t.tour_id AND x.margin IS NOT NULL"
            f" AND p.rider_key IS NOT NULL{_played(same)}"
        )
        for number, unit, margin in rows:
            if not isinstance(margin, int):
                raise damaged_key(margin)
            gaps[table, unit].append((margin, number))
    numbers: set[int] = set()
    for found in gaps.values():
        least = nlargest(top, (margin for margin, _ in found))[-1]
        numbers.update(number for margin, number in found if margin >= least)
    return numbers
