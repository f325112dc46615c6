# ruff: noqa: S608 - only numbers and names of ours come into the statements
"""What tours bring to a season, by queries over what is kept of them (CY-22).

They say of the rows what `peloton.rules.season.points` says of a race; a property
holds the two together.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import cast

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, Startlist, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.race import SCORING
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.points import Gain, Prize, SeasonScale, Takings
from peloton.store.codec import decoded
from peloton.store.kept import LED, LISTS, PLACE, STAGES, WON
from peloton.store.parts import STARTLIST
from peloton.store.shape import Database, TourRow, unescaped

_NUMBER = {name: number for number, name in enumerate(LISTS)}
_STAGE = f"f JOIN kept_line d ON d.tour_id = f.tour_id AND d.list = {STAGES}"
_LINE = "JOIN kept_line l ON l.tour_id = f.tour_id AND l.list"
_OVER = "f.scored = f.stages"


def kept_takings(
    database: Database, rows: Sequence[TourRow], scale: SeasonScale
) -> dict[str, Takings]:
    """Return what some tours bring, by name: those of which all that is kept fits."""
    ids = ", ".join(str(row.id) for row in rows)
    fitting = (
        "WITH f AS (SELECT k.tour_id, k.stages, k.scored FROM kept k JOIN tour t"
        f" ON t.id = k.tour_id AND t.step = k.step WHERE k.scoring = {SCORING}"
        f" AND k.tour_id IN ({ids or 0}))"
    )
    tours = database.query(f"{fitting} SELECT tour_id, stages, scored FROM f")
    over = {key: 0 < stages == scored for key, stages, scored in tours}
    riders = _gains(database, f"{fitting} {_riders(scale)}")
    teams = _gains(database, f"{fitting} {_teams(scale)}")
    found = {}
    names = {row.id: row.name for row in rows}
    parts = database.rows("part", "tour_id body", name=STARTLIST, tour_id=[*over])
    for key, body in parts:
        with suppress(ValueError):  # who reads it whole says what is wrong
            list_ = _startlist(body)
            tour = Tour(
                name=names[key], rulebook="", teams=list_.teams, riders=list_.riders
            )
            found[tour.name] = Takings(
                tour=tour,
                over=over[key],
                riders=cast("dict[Bib, Gain]", dict(riders[key])),
                teams=cast("dict[TeamCode, Gain]", dict(teams[key])),
            )
    return found


@lru_cache(maxsize=512)
def _startlist(body: str) -> Startlist:
    """Read a startlist; a club rides one again and again."""
    startlist: Startlist = decoded(Startlist, body)
    return startlist


def _gains(database: Database, statement: str) -> Mapping[int, list[tuple[str, Gain]]]:
    """Return who gained what, by the tour's id."""
    found: defaultdict[int, list[tuple[str, Gain]]] = defaultdict(list)
    gained = database.query(f"{statement} GROUP BY tour_id, who")
    for key, who, points, tours, stages in gained:
        gain = Gain(int(points), int(tours), int(stages))
        found[key].append((unescaped(who), gain))
    return found


def _riders(scale: SeasonScale) -> str:
    """Return the query of what riders gain: for stages, days and final places."""
    places = scale.places
    general = _NUMBER["general"]
    finals = {_NUMBER[name]: places.get(name, ()) for name in _FINALS}
    by_list = {number: _by_place(points) for number, points in finals.items()}
    days = {PLACE[name]: str(points) for name, points in scale.days.items()}
    one_day, stage = places[Prize.ONE_DAY], places[Prize.STAGE]
    results = f"{_LINE} = {_NUMBER['results']} AND l.stage = d.stage"
    placed = f"FROM {_STAGE} {results} WHERE d.b = 0"
    led = (
        f"FROM {_STAGE} JOIN kept_line e ON e.tour_id = f.tour_id AND e.list = {LED}"
        f" AND e.stage = d.stage {_LINE} = e.a AND l.stage = d.stage WHERE"
    )
    return _added(
        f"SELECT l.tour_id, l.who, {_by_place(one_day)} AS points, 0 AS tours,"
        f" 0 AS stages {placed} AND d.c = 1 AND l.place <= {len(one_day)}",
        f"SELECT l.tour_id, l.who, {_by_place(stage)}, 0, CASE WHEN l.place = 1"
        f" THEN 1 ELSE 0 END {placed} AND f.stages > 1"
        f" AND l.place <= {max(len(stage), 1)}",
        f"SELECT l.tour_id, l.other, {_case('l.a', days)}, 0, 0 FROM {_STAGE} {_LINE} ="
        f" {_NUMBER['jerseys']} AND l.stage = d.stage"
        " WHERE d.a = 0 AND f.stages > 1 AND l.other IS NOT NULL",
        f"SELECT l.tour_id, l.who, {_case('l.list', by_list)}, 0, 0 {led}"
        f" f.stages > 1 AND l.list IN ({', '.join(map(str, by_list))})"
        f" AND l.place <= {max(map(len, finals.values()))}",
        f"SELECT l.tour_id, l.who, {_by_place(one_day)}, 0, 0 {led} f.stages = 1 AND"
        f" d.c = 0 AND l.list = {general} AND l.place <= {len(one_day)}",
        f"SELECT l.tour_id, l.who, 0, 1, 0 FROM f {_LINE} = {WON} WHERE l.a = 0",
    )


def _teams(scale: SeasonScale) -> str:
    """Return the query of what teams gain: for stages ridden by teams, final places."""
    stage, final = scale.places[Prize.TEAM_STAGE], scale.places.get(_TEAMS, ())
    return _added(
        f"SELECT l.tour_id, l.who, {_by_place(stage)} AS points, 0 AS tours,"
        f" 0 AS stages FROM {_STAGE} {_LINE} = {_NUMBER['team_results']}"
        f" AND l.stage = d.stage WHERE d.b = 1 AND l.place <= {len(stage)}",
        f"SELECT l.tour_id, l.who, {_by_place(final)}, 0, 0 FROM f {_LINE} ="
        f" {_NUMBER['teams']} AND l.stage = f.stages"
        f" WHERE {_OVER} AND l.place <= {len(final)}",
        f"SELECT l.tour_id, l.who, 0, 1, 0 FROM f {_LINE} = {WON} WHERE l.a = 1",
    )


_TEAMS = ClassificationName.TEAMS
_FINALS = [name for name in ClassificationName if name is not _TEAMS]


def _added(*queries: str) -> str:
    """Return a query that adds up, less its end."""
    return (
        "SELECT tour_id, who, sum(points), sum(tours), sum(stages)"
        f" FROM ({' UNION ALL '.join(queries)}) g"
    )


def _by_place(points: Scale) -> str:
    cases = {place: str(amount) for place, amount in enumerate(points, 1)}
    return _case("l.place", cases)


def _case(of: str, values: Mapping[int, str]) -> str:
    """Return the value for each number a column may hold, 0 for others."""
    cases = " ".join(f"WHEN {number} THEN {value}" for number, value in values.items())
    return f"CASE {of} {cases} ELSE 0 END" if cases else "0"
