# ruff: noqa: S608 - the statements contain only our own numbers and names
"""The standings of a season over many tours, computed by the database (CY-22)."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.ranking import TieStep, rank_totals
from peloton.rules.season.palmares import OF_RIDERS
from peloton.rules.season.ranking import (
    TIES,
    Contest,
    Prize,
    RankedLine,
    Season,
    SeasonScale,
    Share,
)
from peloton.store.derived.season_tables import SeasonTables, text_cell


def season_of(tables: SeasonTables, top: int) -> Season:
    """Rank riders, teams and players over tours, given in the order ridden (CY-22).

    A rider's points also count for the team and the player. Stages count as soon as
    they are ridden, final places only when the tour is over. One-day races have a
    separate scale. Only riders, teams and players with points are ranked. Equal totals
    are separated by the tie-breaking steps of the scale. Totals that are still equal
    share a rank and are listed by name (GN-3). `top` is the last rank to return; 0
    returns all ranks.
    """
    _add_points(tables)
    _add_totals(tables, top)
    return {
        contest: _lines(tables, n, contest, top) for n, contest in enumerate(Contest)
    }


def _lines(
    tables: SeasonTables, n: int, contest: Contest, top: int
) -> list[RankedLine]:
    """Return the ranking of the contest with number `n` in the tables."""
    query, scale = tables.database.query, tables.scale
    chosen = f"SELECT entrant FROM season_total WHERE contest = {n}"
    results: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for key, points, number in query(
        "SELECT entrant, points, number FROM season_points"
        f" WHERE contest = {n} AND points > 0 AND entrant IN ({chosen})"
    ):
        results[text_cell(key)].append((-int(points), number))
    latest = f"SELECT latest FROM season_total WHERE contest = {n}"
    names = tables.entrant_names(contest.entrant, chosen, latest)
    lines = {}
    for key, *figures in query(
        "SELECT entrant, total, tours, won, stages FROM season_total"
        f" WHERE contest = {n}"
    ):
        total, ridden, won, stages = map(int, figures)
        shares = tuple(
            Share(tables.names[number], None, -points, not 0 < scale.best <= place)
            for place, (points, number) in enumerate(sorted(results[key]))
        )
        lines[key] = RankedLine(
            0, *names[key], total, shares, contest, ridden, won, stages
        )

    def values(step: str) -> TieStep:
        return lambda keys: [-TIES[step](lines[key]) for key in keys]

    totals = {key: lines[key].figure for key in sorted(lines)}
    steps = ((step, values(step)) for step in scale.ties)
    return [
        lines[key]._replace(rank=rank, tie=tie)
        for rank, key, _, tie in rank_totals(totals, steps, highest_first=True)
        if not 0 < top < rank
    ]


def _add_points(tables: SeasonTables) -> None:
    """Create the table of the points of each rider, team and player in each tour."""
    run, scale = tables.database.run, tables.scale
    # A one-day race decided by points has a final rank instead of places (CR-11).
    once = _points(scale, Prize.ONE_DAY, {ClassificationName.GENERAL: Prize.ONE_DAY})
    points = _points(scale, Prize.STAGE, {name: name for name in OF_RIDERS}, OF_RIDERS)
    teams = ClassificationName.TEAMS
    own = _points(scale, Prize.TEAM_STAGE, {teams: teams})
    run(
        "CREATE TEMP TABLE season_points AS"
        " SELECT 0 AS contest, p.rider_key AS entrant,"
        f" p.number, p.team, CASE WHEN p.stages = 1 THEN {once} ELSE {points} END"
        " AS points, CAST(p.tour_won AS INTEGER) AS won,"
        " CAST(p.stages_won AS INTEGER) AS stages FROM season_riders p"
    )
    run(
        "CREATE TEMP TABLE season_team_points AS SELECT p.number, p.team_key,"
        f" p.player_key, {own} + coalesce(r.points, 0) AS points,"
        " CAST(p.tour_won AS INTEGER) + coalesce(r.won, 0) AS won,"
        " coalesce(r.stages, 0) + CASE WHEN p.stages = 1 THEN 0 ELSE p.place_1 END"
        " AS stages FROM season_teams p LEFT JOIN ("
        "SELECT number, team, sum(points) AS points, sum(won) AS won,"
        " sum(stages) AS stages FROM season_points GROUP BY number, team"
        ") AS r ON r.number = p.number AND r.team = p.team"
    )
    for contest, key in ((1, "team_key"), (2, "player_key")):
        run(
            f"INSERT INTO season_points SELECT {contest}, {key}, number, NULL,"
            " sum(points), sum(won), sum(stages) FROM season_team_points"
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
        ranked = enumerate(scale.places.get(source, ()), 1)
        if cases := " ".join(f"WHEN {rank} THEN {each}" for rank, each in ranked):
            sums.append(f"CASE p.final_{name} {cases} ELSE 0 END")
    return " + ".join(sums or ["0"])


def _add_totals(tables: SeasonTables, top: int) -> None:
    """Create the table of the highest totals above 0.

    With `top`, the table has the totals of ranks 1 to `top` before ties are broken.
    """
    source, counted, best = "season_points", "points", tables.scale.best
    if 0 < best < len(tables.names):
        source = (
            "(SELECT *, row_number()"
            " OVER (PARTITION BY contest, entrant ORDER BY points DESC) AS nth"
            " FROM season_points) AS g"
        )
        counted = f"CASE WHEN nth <= {best} THEN points ELSE 0 END"
    database = tables.database
    database.run(
        "CREATE TEMP TABLE season_total AS SELECT contest, entrant,"
        f" sum({counted}) AS total, count(*) AS tours, sum(won) AS won,"
        " sum(stages) AS stages, max(number) AS latest"
        f" FROM {source} GROUP BY entrant, contest HAVING sum({counted}) > 0"
    )
    for n in range(len(Contest)) if top else ():
        chosen = f"FROM season_total WHERE contest = {n}"
        database.run(
            f"DELETE {chosen} AND total < (SELECT min(total) FROM ("
            f"SELECT total {chosen} ORDER BY total DESC LIMIT {top}) AS highest)"
        )
