# ruff: noqa: S608 - only numbers and names of ours come into the statements
"""A season over many tours, added up by the database (CY-22).

The points of each rider, team and player from each tour are in temporary tables (see
`peloton.store.derived.season_tables`). One GROUP BY adds them up, and only the names
and results of the displayed lines are read.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from peloton.rules.facts.startlist import Startlist
from peloton.rules.season.points import SeasonScale
from peloton.rules.season.ranking import (
    Contest,
    Season,
    SeasonLine,
    Total,
    TourSeasonPoints,
    rank_season_totals,
)
from peloton.store.database import Database, escaped, unescaped
from peloton.store.derived.palmares_rows import SeasonTour, damaged_key
from peloton.store.derived.season_tables import add_tours

_MAX_PARAMETERS = 500
"""Maximum number of values in a condition; for more values, all rows are read."""

_CONTESTS = tuple(Contest)


def season_of(
    database: Database,
    tours: Iterable[SeasonTour],
    scale: SeasonScale,
    *,
    top: int = 0,
    most: int | None = None,
) -> Season:
    """Rank riders, teams and players over tours, given in the order ridden (CY-22).

    A rider's points also count for the team and the player. Stages count as soon as
    they are ridden, final places only when the tour is over. One-day races have a
    separate scale. Only riders, teams and players with points are ranked. Equal totals
    are separated by the steps of the scale. If they are still equal, they share a rank
    and are listed by name (GN-3). `top` is the last rank, or 0 for all ranks. `most` is
    the maximum number of best results listed for each rider, team and player.
    """
    known = list(tours)
    remarks = add_tours(database, known, scale)
    found, number = _totals(database, scale, len(known), top)
    totals = {
        contest: [*rank_season_totals(some, scale.ties, top)]
        for contest, some in found.items()
    }
    details = _Details(database, known, totals)
    return Season(
        standings={
            contest: tuple(
                _line(contest, ranked, details, scale, most) for ranked in found
            )
            for contest, found in totals.items()
        },
        tours=tuple(tour.name for tour in known),
        unfinished=tuple(tour.name for tour in known if not tour.over),
        remarks=remarks,
        hidden=number - sum(map(len, totals.values())),
    )


def _totals(
    database: Database, scale: SeasonScale, tours: int, top: int
) -> tuple[dict[Contest, list[Total]], int]:
    """Return the totals above 0 down to rank `top`, and the count of all above 0."""
    source, counted = "season_gain", "points"
    if 0 < scale.best < tours:
        source = (
            "(SELECT contest, entrant, number, points, won, stages, row_number()"
            " OVER (PARTITION BY contest, entrant ORDER BY points DESC) AS nth"
            " FROM season_gain) AS g"
        )
        counted = f"CASE WHEN nth <= {scale.best} THEN points ELSE 0 END"
    rows = database.query(
        f"SELECT contest, entrant, sum({counted}) AS total, count(*), sum(won),"
        " sum(stages), max(points), sum(CASE WHEN points > 0 THEN 1 ELSE 0 END),"
        f" max(number) FROM {source} GROUP BY contest, entrant"
        f" HAVING sum({counted}) > 0 ORDER BY contest, total DESC"
    )
    found: dict[Contest, list[Total]] = {contest: [] for contest in _CONTESTS}
    for number, key, *figures in rows:
        totals = found[_CONTESTS[number]]
        if not isinstance(key, str):
            raise damaged_key(key)
        if not top or len(totals) < top or figures[0] == totals[-1].points:
            totals.append(Total(unescaped(key), *map(int, figures)))
    return found, len(rows)


_Ranked = tuple[int, Total, str | None]
_Result = tuple[int, int]


class _Details:
    """The results and the names of the riders, teams and players that are ranked."""

    def __init__(
        self,
        database: Database,
        tours: Sequence[SeasonTour],
        ranked: Mapping[Contest, Sequence[_Ranked]],
    ) -> None:
        """Read the results from the temporary tables, and the names from startlists."""
        self.tours, self._database = tours, database
        self._results: defaultdict[tuple[Contest, str], list[tuple[int, int]]]
        self._results = defaultdict(list)
        self._latest: dict[tuple[Contest, str], tuple[int, str]] = {}
        keys = {total.key for lines in ranked.values() for _, total, _ in lines}
        chosen = "SELECT contest, entrant, number, who, points FROM season_gain"
        values = [escaped(key) for key in keys] if len(keys) <= _MAX_PARAMETERS else []
        if values:
            chosen += f" WHERE entrant IN ({', '.join('?' for _ in values)})"
        for contest, entrant, number, who, points in database.query(chosen, values):
            if not isinstance(who, str):
                raise damaged_key(who)
            key = _CONTESTS[contest], entrant
            if points:
                self._results[key].append((-points, number))
            if number >= self._latest.get(key, (-1, ""))[0]:
                self._latest[key] = number, who
        shown = {
            self._latest[contest, escaped(total.key)][0]
            for contest, lines in ranked.items()
            for _, total, _ in lines
        }
        self._names = {
            number: _startlist_names(palmares.startlist)
            for number in shown
            if (palmares := tours[number].palmares) is not None
        }
        self._read_names(shown - self._names.keys())

    def _read_names(self, numbers: set[int]) -> None:
        """Read the names of riders and teams in stored tours."""
        some = f" AND t.number IN ({', '.join(map(str, numbers))})"
        some = some if len(numbers) <= _MAX_PARAMETERS else ""
        if not numbers:
            return
        teams, riders = (
            self._database.query(
                f"SELECT t.number, {columns} FROM season_tour t CROSS JOIN {table} x"
                f" WHERE x.tour_id = t.tour_id{some} ORDER BY t.number"
            )
            for table, columns in (
                ("team", "x.code, x.name, x.player"),
                ("rider", "x.bib, x.name, x.team"),
            )
        )
        of_tours: dict[int, dict[tuple[Contest, str], tuple[str, str]]] = {}
        for number, code, name, player in teams:
            names = of_tours.setdefault(number, {})
            names[Contest.TEAMS, unescaped(code)] = unescaped(name or code), ""
            names[Contest.PLAYERS, unescaped(code)] = unescaped(player), ""
        for number, bib, name, team in riders:
            names = of_tours.setdefault(number, {})
            of = ""
            if team is not None:
                if (Contest.TEAMS, unescaped(team)) not in names:
                    raise damaged_key(team)
                of, _ = names[Contest.TEAMS, unescaped(team)]
            shown = unescaped(name) if name.strip() else f"bib {unescaped(bib)}"
            names[Contest.RIDERS, unescaped(bib)] = shown, of
        self._names |= of_tours

    def names(self, contest: Contest, key: str) -> tuple[str, str]:
        """Return the name in the latest tour and, for a rider, the team (or "")."""
        number, who = self._latest[contest, escaped(key)]
        names = self._names.get(number, {})
        if (contest, unescaped(who)) not in names:
            raise damaged_key(who)
        return names[contest, unescaped(who)]

    def best(self, contest: Contest, key: str, most: int | None) -> list[_Result]:
        """Return up to `most` best results, as negated points and tour number.

        Points are negated so that equal points are sorted by tour number.
        """
        return sorted(self._results[contest, escaped(key)])[:most]


def _startlist_names(
    startlist: Startlist,
) -> dict[tuple[Contest, str], tuple[str, str]]:
    """Return the name and the team of each entrant; only a rider has a team."""
    teams = {team.code: team.name or team.code for team in startlist.teams}
    names: dict[tuple[Contest, str], tuple[str, str]] = {}
    for team in startlist.teams:
        names[Contest.TEAMS, team.code] = teams[team.code], ""
        names[Contest.PLAYERS, team.code] = team.player, ""
    for rider in startlist.riders:
        name = rider.name if rider.name.strip() else f"bib {rider.bib}"
        of = "" if rider.team is None else teams[rider.team]
        names[Contest.RIDERS, rider.bib] = name, of
    return names


def _line(
    contest: Contest,
    ranked: _Ranked,
    details: _Details,
    scale: SeasonScale,
    most: int | None,
) -> SeasonLine:
    rank, total, tie = ranked
    name, team = details.names(contest, total.key)
    count = scale.best or total.scoring
    results = details.best(contest, total.key, most)
    return SeasonLine(
        rank=rank,
        name=name,
        team=team,
        points=total.points,
        tours=total.tours,
        tours_won=total.tours_won,
        stages_won=total.stages_won,
        results=tuple(
            TourSeasonPoints(details.tours[number].name, -points, place < count)
            for place, (points, number) in enumerate(results)
        ),
        counting=min(scale.best or len(details.tours), total.scoring),
        tie=tie,
    )
