# ruff: noqa: S608 - the statements contain only our own numbers and names
"""The standings of a season over many tours, computed by the database (CY-22)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.palmares import OF_RIDERS
from peloton.rules.season.ranking import (
    Contest,
    Prize,
    Season,
    SeasonLine,
    SeasonScale,
    Total,
    TourSeasonPoints,
    rank_season_totals,
)
from peloton.store.database import Database
from peloton.store.derived.season_tables import SeasonTables, SeasonTour, damaged_key

_CONTESTS = tuple(Contest)

_Result = tuple[int, int]
"""Negated points and a tour's number: sorts by points, then in riding order."""


def season_of(tables: SeasonTables, scale: SeasonScale, *, top: int = 0) -> Season:
    """Rank riders, teams and players over tours, given in the order ridden (CY-22).

    A rider's points also count for the team and the player. Stages count as soon as
    they are ridden, final places only when the tour is over. One-day races have a
    separate scale. Only riders, teams and players with points are ranked. Equal totals
    are separated by the tie-breaking steps of the scale. Totals that are still equal
    share a rank and are listed by name (GN-3). `top` is the last rank to return; 0
    returns all ranks.
    """
    database, tours = tables.database, tables.tours
    _add_points(tables, scale)
    _add_totals(database, scale, len(tours))
    ((number,),) = database.query("SELECT count(*) FROM season_total")
    ranked = {
        contest: [*rank_season_totals(_totals(database, n, top), scale.ties, top)]
        for n, contest in enumerate(Contest)
    }
    keys = {total.key for lines in ranked.values() for _, total, _ in lines}
    results = _results(database, keys)
    names = _names(tables)
    return Season(
        standings={
            contest: tuple(
                _line(
                    place,
                    names[contest][place[1].key],
                    sorted(results[contest, place[1].key]),
                    tours,
                    scale,
                )
                for place in lines
            )
            for contest, lines in ranked.items()
        },
        tours=tuple(tour.name for tour in tours),
        unfinished=tuple(tour.name for tour in tours if not tour.over),
        remarks=tables.remarks,
        hidden=number - sum(map(len, ranked.values())),
    )


def _names(tables: SeasonTables) -> dict[Contest, dict[str, tuple[str, str]]]:
    """Return the latest names of the riders, teams and players to show, by key."""
    chosen = "SELECT entrant FROM season_shown"
    riders, teams, players = (
        f"SELECT max(number) FROM season_result WHERE contest = {n} GROUP BY entrant"
        for n in range(len(_CONTESTS))
    )
    return {
        Contest.RIDERS: tables.rider_names(chosen, riders),
        Contest.TEAMS: tables.team_names(chosen, teams),
        Contest.PLAYERS: tables.team_names(chosen, players, "player"),
    }


def _line(
    ranked: tuple[int, Total, str | None],
    name: tuple[str, str],
    best: Sequence[_Result],
    tours: Sequence[SeasonTour],
    scale: SeasonScale,
) -> SeasonLine:
    """Return a line of the season's standings; `name` is a name and a team's name."""
    rank, total, tie = ranked
    return SeasonLine(
        rank=rank,
        name=name[0],
        team=name[1],
        points=total.points,
        tours=total.tours,
        tours_won=total.tours_won,
        stages_won=total.stages_won,
        results=tuple(
            TourSeasonPoints(tours[tour].name, -points, not 0 < scale.best <= place)
            for place, (points, tour) in enumerate(best)
        ),
        tie=tie,
    )


def _add_points(tables: SeasonTables, scale: SeasonScale) -> None:
    """Create the table of the points of each rider, team and player in each tour."""
    run = tables.database.run
    # A one-day race decided by points has a final rank instead of places (CR-11).
    once = _points(scale, Prize.ONE_DAY, {ClassificationName.GENERAL: Prize.ONE_DAY})
    points = _points(scale, Prize.STAGE, {name: name for name in OF_RIDERS}, OF_RIDERS)
    teams = ClassificationName.TEAMS
    own = _points(scale, Prize.TEAM_STAGE, {teams: teams})
    run(
        "CREATE TEMP TABLE season_points AS"
        " SELECT 0 AS contest, p.rider_key AS entrant,"
        f" t.number, p.team, CASE WHEN t.one_day = 1 THEN {once} ELSE {points} END"
        " AS points, CAST(p.tour_won AS INTEGER) AS won,"
        " CAST(p.stages_won AS INTEGER) AS stages"
        " FROM season_tour t CROSS JOIN season_palmares p"
        f" WHERE p.tour_id = t.tour_id AND p.rider_key IS NOT NULL{tables.played}"
    )
    run(
        "CREATE TEMP TABLE season_teams AS SELECT t.number, p.team, p.team_key,"
        f" p.player_key, {own} + coalesce(r.points, 0) AS points,"
        " CAST(p.tour_won AS INTEGER) + coalesce(r.won, 0) AS won,"
        " coalesce(r.stages, 0) AS stages"
        " FROM season_tour t CROSS JOIN season_team_palmares p LEFT JOIN ("
        "SELECT number, team, sum(points) AS points, sum(won) AS won,"
        " sum(stages) AS stages FROM season_points GROUP BY number, team"
        ") AS r ON r.number = t.number AND r.team = p.team"
        f" WHERE p.tour_id = t.tour_id{tables.played}"
    )
    for contest, key in ((1, "team_key"), (2, "player_key")):
        run(
            f"INSERT INTO season_points SELECT {contest}, {key}, number, NULL,"
            " sum(points), sum(won), sum(stages) FROM season_teams"
            f" WHERE {key} IS NOT NULL GROUP BY number, {key}"
        )


def _points(
    scale: SeasonScale,
    prize: Prize,
    final: Mapping[ClassificationName, ClassificationName | Prize],
    days: Collection[ClassificationName] = (),
) -> str:
    """Return the SQL expression for the season points of a palmares row `p`.

    `prize` names the scale of points for places on stages. `final` names the scale for
    the final ranks in each classification. `days` lists the jerseys that earn points
    for each day in them.
    """
    terms = [(f"p.place_{n}", each) for n, each in enumerate(scale.places[prize], 1)]
    terms += [(f"p.days_{name}", scale.days.get(name, 0)) for name in days]
    # Without the CAST, PostgreSQL would multiply 32-bit numbers, and could overflow.
    sums = [f"{column} * CAST({each} AS BIGINT)" for column, each in terms if each]
    for name, source in final.items():
        if points := scale.places.get(source, ()):
            sums.append(_by_rank(f"p.final_{name}", points))
    return " + ".join(sums or ["0"])


def _by_rank(column: str, points: Scale) -> str:
    cases = " ".join(f"WHEN {rank} THEN {n}" for rank, n in enumerate(points, 1))
    return f"CASE {column} {cases} ELSE 0 END"


def _add_totals(database: Database, scale: SeasonScale, tours: int) -> None:
    """Create the table of the totals above 0."""
    source, counted = "season_points", "points"
    if 0 < scale.best < tours:
        source = (
            "(SELECT *, row_number()"
            " OVER (PARTITION BY contest, entrant ORDER BY points DESC) AS nth"
            " FROM season_points) AS g"
        )
        counted = f"CASE WHEN nth <= {scale.best} THEN points ELSE 0 END"
    database.run(
        "CREATE TEMP TABLE season_total AS SELECT contest, entrant,"
        f" sum({counted}) AS total, count(*) AS tours, sum(won) AS won,"
        " sum(stages) AS stages, max(points) AS best"
        f" FROM {source} GROUP BY entrant, contest HAVING sum({counted}) > 0"
    )


def _totals(database: Database, contest: int, top: int) -> list[Total]:
    """Return the totals of a contest down to rank `top`, or all if it is 0."""
    chosen = f"FROM season_total WHERE contest = {contest}"
    if top:
        chosen += (
            " AND total >= (SELECT min(total) FROM (SELECT total"
            f" {chosen} ORDER BY total DESC LIMIT {top}) AS first)"
        )
    rows = database.query(f"SELECT entrant, total, tours, won, stages, best {chosen}")
    for key, *_ in rows:
        if not isinstance(key, str):
            raise damaged_key(key)
    return [Total(key, *map(int, figures)) for key, *figures in rows]


def _results(
    database: Database, keys: Collection[str]
) -> defaultdict[tuple[Contest, str], list[_Result]]:
    """Return the results of the entrants `keys` in each tour; store both in tables."""
    database.run("CREATE TEMP TABLE season_shown (entrant TEXT PRIMARY KEY)")
    database.run_for_all("INSERT INTO season_shown VALUES (?)", [(k,) for k in keys])
    database.run(
        "CREATE TEMP TABLE season_result AS"
        " SELECT contest, entrant, number, points FROM season_points"
        " WHERE entrant IN (SELECT entrant FROM season_shown)"
    )
    rows = database.query(
        "SELECT contest, entrant, number, points FROM season_result WHERE points > 0"
    )
    found: defaultdict[tuple[Contest, str], list[_Result]] = defaultdict(list)
    for contest, entrant, number, points in rows:
        found[_CONTESTS[contest], entrant].append((-int(points), number))
    return found
