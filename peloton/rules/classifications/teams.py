"""The team classification, and the result of the teams on a stage."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from peloton.rules.classifications.riders import tie_steps
from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.ranking import (
    RankedRow,
    TieStep,
    points_standings,
    rank_totals,
    time_standings,
)
from peloton.rules.results import StageLine, Standings, TeamLine


def team_classification(tally: Tally) -> Standings:
    """Rank the teams by points, by general times or by best times (CR-8, CY-18, RR-6).

    Points are finish points (CR-8) or the riders' totals in the points classification
    (FR-5). Times are the riders' times in the general classification (CY-18), without
    teams that have no rider left, or the best times on each stage (RR-6), without teams
    that had too few riders on a stage.
    """
    rulebook = tally.rulebook
    steps = tie_steps(ClassificationName.TEAMS, tally)
    if rulebook.teams_by_points:
        points = {code: tally.team_points[code] for code in tally.teams}
        if rulebook.word("teams.by") == "rider points":
            of_riders = tally.points[ClassificationName.POINTS]
            for code, riders in tally.teams.items():
                points[code] += sum(of_riders[bib] for bib in riders)
        return points_standings(rank_totals(points, steps, highest_first=True))
    if rulebook.word("teams.by") == "best times":
        ruled = tally.team_seconds
        sums = {code: time + ruled[code] for code, time in tally.team_times.items()}
        return time_standings(rank_totals(sums, steps))
    times = tally.times if rulebook.word("general.by") == "time" else {}
    if rulebook.flag("general.levelled"):
        best = min(times.values(), default=0)
        times = {bib: time - best for bib, time in times.items()}
    teams = _by_team(times, tally)
    return time_standings(_more_riders_first(teams, tally, tally.team_seconds, steps))


def team_result(
    stage: Stage, lines: Iterable[StageLine], won: Mapping[TeamCode, int], tally: Tally
) -> tuple[TeamLine, ...]:
    """Rank the teams with a finisher on one stage; equal teams share a rank.

    Teams are ranked as in the team classification, by times or by the points `won` on
    the stage; in a team time trial by the team's time (CY-2). On the track, teams have
    a result in a pursuit, by place, and in a points race, by the points of its laps.
    """
    rulebook, lapped = tally.rulebook, stage.kind is StageKind.POINTS_RACE
    placed = [line for line in lines if line.place is not None]
    if stage.by_teams and stage.kind.on_track:
        teams = ((tally.startlist[line.bib].team, line.time) for line in placed)
        ranked = enumerate({t: time for t, time in teams if t is not None}.items(), 1)
        return tuple(TeamLine(rank, team, time, None) for rank, (team, time) in ranked)
    if stage.kind.outside_the_tour and not (lapped or rulebook.is_omnium):
        return ()
    if lapped or (rulebook.teams_by_points and stage.kind is not StageKind.TTT):
        laps = _by_team({line.bib: line.points for line in placed}, tally)
        day = {c: sum(p) if lapped else won.get(c, 0) for c, p in laps.items()}
        rows = rank_totals(day, (), highest_first=True)
        return tuple(
            TeamLine(rank, TeamCode(t), None, sums) for rank, t, sums, _ in rows
        )
    if stage.kind is StageKind.TTT or rulebook.word("teams.by") == "best times":
        rows = _best_times(stage, placed, tally)
    else:
        times = _by_team({line.bib: line.time for line in placed}, tally)
        rows = _more_riders_first(times, tally, {}, ())
    return tuple(TeamLine(rank, TeamCode(t), time, None) for rank, t, time, _ in rows)


def _best_times(
    stage: Stage, placed: Iterable[StageLine], tally: Tally
) -> list[RankedRow]:
    """Rank the teams by the times of their best riders, or by team time in a TTT.

    If the rulebook ranks teams by best times, the time of a TTT counts as often as
    there are counting riders on other stages (RR-6), and ties are broken by the sum of
    the places of the team's best riders, then by the best place.
    """
    rulebook = tally.rulebook
    result_of = {x.bib: (x.time, x.place or 0) for x in placed if x.time is not None}
    by_best = rulebook.word("teams.by") == "best times"
    counting = rulebook.number("teams.riders") if by_best else 1
    # Until enough riders of a team have joined the tour, fewer need a time (GN-10).
    joining = Counter(tally.startlist[bib].team for bib in tally.waiting)
    times: dict[TeamCode, int] = {}
    places: dict[TeamCode, list[int]] = {}
    for team, riders in tally.teams.items():
        results = sorted(result_of[bib] for bib in riders if bib in result_of)
        needed = max(counting, len(riders)) - joining[team]
        if len(results) < max(min(counting, needed), 1):
            continue
        best = results[:counting]
        places[team] = [place for _, place in best]
        if stage.kind is StageKind.TTT:
            time, _ = results[: rulebook.number("ttt.rider")][-1]
            times[team] = len(best) * time
        else:
            times[team] = sum(time for time, _ in best)

    def step(combine: Callable[[Iterable[int]], int]) -> TieStep:
        return lambda teams: [combine(places[TeamCode(team)]) for team in teams]

    steps = [("sum of places", step(sum)), ("best place", step(min))] if by_best else []
    return rank_totals(times, steps)


def _by_team(
    times: Mapping[Bib, int | None], tally: Tally
) -> dict[TeamCode, list[int]]:
    """Return the times of each team's riders; omit teams without times."""
    teams = {
        code: [time for bib in riders if (time := times.get(bib)) is not None]
        for code, riders in tally.teams.items()
    }
    return {code: riders for code, riders in teams.items() if riders}


def _more_riders_first(
    times: Mapping[TeamCode, Sequence[int]],
    tally: Tally,
    rulings: Mapping[TeamCode, int],
    steps: Sequence[tuple[str, TieStep]],
) -> list[RankedRow]:
    """Rank the teams by number of riders, largest first, then by time (CY-18).

    `times` are the riders' times by team, `rulings` the seconds added to a team's sum.
    Riders who have not joined the tour yet are counted as riders of their team (GN-10).
    """
    sizes = Counter(tally.startlist[bib].team for bib in tally.waiting)
    sizes.update({code: len(riders) for code, riders in times.items()})
    sums = {code: sum(riders) + rulings.get(code, 0) for code, riders in times.items()}
    # To rank larger teams first, an amount is subtracted for each rider of a team: one
    # that is larger than any difference in time.
    ahead = max(sums.values(), default=0) - min(sums.values(), default=0) + 1
    weighted = {code: total - ahead * sizes[code] for code, total in sums.items()}
    ranked = rank_totals(weighted, steps)
    return [(rank, code, sums[TeamCode(code)], tie) for rank, code, _, tie in ranked]
