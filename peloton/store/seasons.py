# ruff: noqa: S608 - only numbers and names of ours come into the statements
"""What tours bring to a season and to the records, read of what is kept (CY-22).

The points are worked out by the database, of the deeds as they are kept, so that a
scale is changed and nothing is filled anew. A property holds it to what
`peloton.rules.season` says of a race.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from peloton.errors import StoreError
from peloton.rules.facts.startlist import Bib, Startlist
from peloton.rules.results import SCORING
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.points import (
    NO_GAINS,
    Gains,
    Gap,
    SeasonScale,
    Takings,
    worth,
)
from peloton.rules.season.records import DEED_OF, Feats
from peloton.store.codec import remembered
from peloton.store.database import COLUMNS, Database, TourHead, unescaped
from peloton.store.parts import STARTLIST

_DEEDS = {"won": "tour_won", "stages": "stages_won"} | {
    deed: f"{deed}_won" for deed in ("climbs", "sprints")
}
_TABLES = "palmares", "team_palmares"
_KEPT = {c.name for table in _TABLES for c in COLUMNS[table]}
_LARGE = 10**6
"""Points that a database may not be able to add up."""


def kept_takings(
    database: Database, names: Sequence[str], scale: SeasonScale
) -> dict[str, Takings]:
    """Return what some tours bring, by name: those of which all that is kept fits.

    None by a scale that goes further down than what is kept.
    """
    worths = (
        worth(scale, of_teams=True),
        worth(scale, of_teams=False, one_day=True),
        worth(scale, of_teams=False),
    )
    if not all(map(_is_kept, worths)):
        return {}
    of_team, once, rider = map(_points, worths)
    rows = database.rows("tour", "id name", name=list(names))
    fitting = _fitting(rows)
    points = f"CASE WHEN f.stages = 1 THEN {once} ELSE {rider} END"
    riders = f"g.bib, {points}, g.tour_won + 0, g.stages_won + 0"
    teams = f"g.team, {of_team}, g.tour_won + 0, 0"
    gains = {
        2 * key + team: Gains(*islice(zip(*lines, strict=True), 4))
        for team, chosen in enumerate((riders, teams))
        for key, lines in _by_tour(database, fitting, chosen, _TABLES[team])
    }
    return {
        name: Takings(
            name,
            startlist,
            over,
            *(gains.get(2 * key + team, NO_GAINS) for team in (0, 1)),
        )
        for key, (name, startlist, over) in _tours(database, rows, fitting).items()
    }


def kept_feats(database: Database, names: Sequence[str]) -> dict[str, Feats]:
    """Return what was done in some tours, by name: those of which what is kept fits."""
    rows = database.rows("tour", "id name", name=list(names))
    fitting = _fitting(rows)
    deeds = [
        f"g.{_DEEDS.get(deed, deed)} + 0" if _DEEDS.get(deed, deed) in _KEPT else "0"
        for deed in DEED_OF.values()
    ]
    any_done = " OR ".join(f"{deed} <> 0" for deed in dict.fromkeys(deeds))
    chosen = f"g.bib, {', '.join(deeds)}"
    done = dict(_by_tour(database, fitting, chosen, _TABLES[0], f" AND ({any_done})"))
    won = dict(
        _by_tour(database, fitting, "g.team", _TABLES[1], " AND g.tour_won <> 0")
    )
    gaps = defaultdict[int, list[Any]](list)
    of_stages = (
        f"{fitting} SELECT f.tour_id, g.number, g.winner, g.margin, s.unit FROM f"
        " JOIN scored_tour s ON s.tour_id = f.tour_id"
        " JOIN stage g ON g.tour_id = f.tour_id WHERE g.margin IS NOT NULL"
    )
    of_tours = (
        f"{fitting} SELECT f.tour_id, NULL, s.winner, s.margin, s.unit FROM f"
        " JOIN scored_tour s ON s.tour_id = f.tour_id WHERE s.margin IS NOT NULL"
    )
    for line in (*database.query(of_stages), *database.query(of_tours)):
        key, stage, who, ticks, unit = line
        if tuple(map(type, (key, who, ticks, unit))) != (int, str, int, str):
            raise _damaged(line)
        gaps[key].append(Gap(Bib(unescaped(who)), stage, ticks, unit))
    return {
        name: Feats(
            name,
            startlist,
            [(line[0], line[1:-1]) for line in done.get(key, ())],
            [line[0] for line in won.get(key, ())],
            sorted(gaps[key], key=_stage),
        )
        for key, (name, startlist, _) in _tours(database, rows, fitting).items()
    }


def _by_tour(
    database: Database, fitting: str, chosen: str, table: str, condition: str = ""
) -> Iterator[tuple[int, list[Any]]]:
    """Go through what was chosen of a table, bib or code first, by the tour's id.

    What is no number counts as none: `+ 0`.
    """
    statement = (
        f"{fitting} SELECT {chosen}, g.tour_id FROM f CROSS JOIN {table} g"
        f" WHERE g.tour_id = f.tour_id{condition} ORDER BY f.tour_id"
    )
    for side, some in groupby(database.query(statement), key=itemgetter(-1)):
        lines = [*some]
        try:
            whose = "".join([line[0] for line in lines])
        except TypeError as error:
            raise _damaged(side) from error
        if "\\" in whose:
            lines = [(unescaped(who), *deeds) for who, *deeds in lines]
        yield side, lines


def _damaged(found: object) -> StoreError:
    return StoreError(
        f"the database is damaged: {repr(found)[:60]} is kept for seasons;"
        " 'peloton check' says of which tour"
    )


def _stage(gap: Gap) -> int:
    return gap.stage or 0


def _fitting(rows: Sequence[TourHead]) -> str:
    """Return the beginning of a query, of the tours of which what is kept fits."""
    ids = ", ".join(str(row.id) for row in rows)
    return (
        "WITH f AS (SELECT k.tour_id, k.stages, k.ridden FROM scored_tour k JOIN tour t"
        f" ON t.id = k.tour_id AND t.step = k.step WHERE k.scoring = {SCORING}"
        f" AND k.tour_id IN ({ids or 0}))"
    )


def _tours(
    database: Database, rows: Sequence[TourHead], fitting: str
) -> dict[int, tuple[str, Startlist, bool]]:
    """Return the name and the startlist of each tour that fits, and if it is over."""
    tours = database.query(f"{fitting} SELECT tour_id, stages + 0, ridden + 0 FROM f")
    over = {key: 0 < stages == scored for key, stages, scored in tours}
    names = {row.id: row.name for row in rows}
    found = {}
    parts = database.rows("part", "tour_id body", name=STARTLIST, tour_id=[*over])
    for key, body in parts:
        with suppress(ValueError):  # who reads it whole says what is wrong
            # A club rides one again and again.
            found[key] = names[key], remembered(Startlist, body), over[key]
    return found


def _is_kept(worths: Mapping[str, int | Scale]) -> bool:
    values = [v if isinstance(v, int) else max(v, default=0) for v in worths.values()]
    columns = {
        d if isinstance(v, int) else f"final_{d}" for d, v in worths.items() if v
    }
    return columns <= _KEPT and max(values, default=0) < _LARGE


def _points(worths: Mapping[str, int | Scale]) -> str:
    """Return the sum of what the deeds in a row are worth."""
    terms = ["0"]
    for deed, value in worths.items():
        if isinstance(value, int):
            terms += [f"g.{deed} * {value}"] if value else ()
        elif value:
            cases = " ".join(f"WHEN {n} THEN {p}" for n, p in enumerate(value, 1))
            terms.append(f"CASE g.final_{deed} {cases} ELSE 0 END")
    return " + ".join(terms)
