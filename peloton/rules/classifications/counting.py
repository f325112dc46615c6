"""A stage's result added to the running sums, as far as it counts (GN-4)."""

from collections.abc import Iterable, Mapping, Sequence

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.stage import FINISH, OMNIUM, Prime, Section, Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.results import Award, StageLine, TeamLine
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.line_awards import summit_category
from peloton.rules.stage.result_lines import prime_winners
from peloton.rules.stage.times import Timed

_GENERAL = ClassificationName.GENERAL
_CLASSIFICATIONS = {str(name): name for name in ClassificationName}


def count_times(
    stage: Stage, result: Iterable[StageLine], tally: Tally, rulebook: Rulebook
) -> None:
    """Add the times, less bonuses plus penalties, and the places (CR-15, RR-2)."""
    if not rulebook.counts(stage, _GENERAL):
        return
    gained: dict[Bib, int] = {}
    # On the track not everybody takes part: an earlier place is not the latest.
    latest = tally.latest = {}
    for place, bib, _, time, _, bonus, penalty, _, _, _ in result:
        if place is not None:
            latest[bib] = place
            if time is not None:
                gained[bib] = time - bonus + penalty
    # In the order of the bibs a large tour is read as it lies in memory.
    times, places = tally.times, tally.places
    for bib, total in times.items():
        if bib in gained:
            times[bib] = total + gained[bib]
    if stage.kind is not StageKind.TTT or rulebook.flag("places.ttt"):
        for bib in tally.startlist:
            if bib in latest:
                places[bib] = places.get(bib, 0) + latest[bib]


def count_fractions(
    stage: Stage, timed: Iterable[Timed], tally: Tally, rulebook: Rulebook
) -> None:
    """Add what whole seconds leave of the times in time trials (RR-2)."""
    if (
        stage.kind.against_the_clock
        and not stage.by_teams
        and rulebook.counts(stage, _GENERAL)
    ):
        for rider in timed:
            if rider.fraction:
                fraction = tally.fractions.get(rider.bib, 0) + rider.fraction
                tally.fractions[rider.bib] = fraction


def count_points(
    stage: Stage,
    result: Sequence[StageLine],
    awards: Iterable[Award],
    tally: Tally,
    rulebook: Rulebook,
) -> None:
    """Add points won and taken, and who won the stage, sprints and summits (CR-15)."""
    counted = {name for name in tally.points if rulebook.counts(stage, name)}
    sprints_for = map(ClassificationName, rulebook.words("points.sprint_counts_for"))
    if counted.isdisjoint(sprints_for):
        # Sprints are won where their points count: in `road`, for green (RR-4).
        counted.discard(ClassificationName.ACTIVE)
    for award in awards:
        towards = _CLASSIFICATIONS.get(award.towards)
        if towards in counted:
            tally.points[towards].add(award.bib, award.amount)
    winner = next((line.bib for line in result if line.place == 1), None)
    # A team time trial or a pursuit by teams is won by a team.
    if winner is not None and not stage.by_teams:
        for name in counted & {_GENERAL, ClassificationName.POINTS}:
            tally.points[name].win(winner)
    for prime, first in prime_winners(stage, result):
        climb = isinstance(prime, Section)
        name = ClassificationName.MOUNTAINS if climb else ClassificationName.ACTIVE
        if name in counted:
            tally.points[name].win(first)
            _count_summit(prime, first, tally, rulebook)


def _count_summit(prime: Prime, first: Bib, tally: Tally, rulebook: Rulebook) -> None:
    """Count a summit won by its category, which parts climbers in `road` (RR-5)."""
    category = summit_category(prime, rulebook) if isinstance(prime, Section) else None
    if category is not None:
        wins = tally.summits.setdefault(category, {})
        wins[first] = wins.get(first, 0) + 1


def team_points(
    awards: Iterable[Award], tally: Tally, rulebook: Rulebook
) -> dict[TeamCode, int]:
    """Add up the finish points of each team's riders on one stage (CR-8)."""
    day: dict[TeamCode, int] = {}
    source, towards = FINISH, ClassificationName.POINTS
    if rulebook.is_omnium:
        source, towards = OMNIUM, _GENERAL
    for award in awards:
        team = tally.startlist[award.bib].team
        if award.source == source and award.towards == towards and team is not None:
            day[team] = day.get(team, 0) + award.amount
    return day


def count_teams(
    stage: Stage,
    points: Mapping[TeamCode, int],
    lines: Iterable[TeamLine],
    tally: Tally,
    rulebook: Rulebook,
) -> None:
    """Add the day's points, times and rulings to the teams' sums.

    What a rider won for the team stays the team's when the rider leaves (GN-1). A
    team without a line among the best times has dropped out for good (RR-6).
    """
    if not rulebook.counts(stage, ClassificationName.TEAMS):
        return
    for team, amount in points.items():
        tally.team_points[team] = tally.team_points.get(team, 0) + amount
    day = {line.team: line for line in lines}
    for team in tuple(tally.team_times):
        if team not in day:
            del tally.team_times[team]
    for team, line in day.items():
        if team in tally.team_times and line.time is not None:
            tally.team_times[team] += line.time
        ranks = tally.team_ranks.setdefault(team, {})
        ranks[line.rank] = ranks.get(line.rank, 0) + 1
    for ruling in stage.rulings:
        ruled = ruling.team
        if ruled is not None:
            tally.team_points[ruled] = tally.team_points.get(ruled, 0) - ruling.points
            seconds = tally.team_seconds.get(ruled, 0)
            tally.team_seconds[ruled] = seconds + ruling.seconds
