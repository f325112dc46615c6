"""Score a tour: one pass over the stages, from facts and a rulebook to all results."""

from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from peloton.rules.checks.tour import stage_problems, tour_problems
from peloton.rules.classifications.riders import (
    combination_classification,
    final_points,
    general_classification,
    jersey_wearers,
    points_classification,
)
from peloton.rules.classifications.tallies import (
    Tally,
    add_fractions,
    add_points,
    add_team_sums,
    add_times,
    team_points,
)
from peloton.rules.classifications.teams import team_classification, team_result
from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.problem import FactPath, Problem
from peloton.rules.facts.stage import Section, Sprint, Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.ledgers.extra_turns import book_extra_turns, extra_turn_problems
from peloton.rules.ledgers.money import (
    add_savings,
    offer_problems,
    pay_premiums,
    shared_purses,
    unspent_problems,
)
from peloton.rules.ranking import bib_order
from peloton.rules.results import AllStandings, PlacedRider, Race, StageScore, TurnLines
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import result_lines, stage_awards
from peloton.rules.stage.times import TimedRider, late_riders, stage_times
from peloton.rules.stage.track import omnium_awards, untimed_places

_GENERAL = ClassificationName.GENERAL
_POINTS = ClassificationName.POINTS
FOLLOW_ON = frozenset({"missing", "first"})
"""Codes of problems that are often the consequence of an unreadable result line."""
_CERTAIN = frozenset({"unknown", "twice", "prime", "ruling"})
"""Codes of errors on a stage whatever its kind and whatever the rules."""
_RESULT_KEYS = {("finish",), ("laps",), ("heats",), ("eliminated",)}
_RULE_TABLES = {("tour", "options"), ("tour", "rules")}


def score(tour: Tour, rulebook: Rulebook, problems: Iterable[Problem] = ()) -> Race:
    """Score a tour: each stage's result, and every classification after it.

    `rulebook` has the tour's options and house rules applied. `problems` are mistakes
    already found. Scoring stops before the first stage with an error, and does not
    start if the tour itself has one; later stages are still checked.
    """
    return score_stages(tour, len(tour.stages), rulebook, problems)[0]


def score_stages(
    tour: Tour, stages: int, rulebook: Rulebook, problems: Iterable[Problem] = ()
) -> tuple[Race, Tally]:
    """Score the first `stages` stages of a tour; return the race and its totals."""
    all_problems = list(problems)
    # Riders on a result line that could not be read are not reported as missing.
    unread = {p.stage for p in all_problems if p.where[2:3] in _RESULT_KEYS}
    maybe_out: set[Bib | None] = set()
    unreadable = {p.where[:keys] for p in all_problems for keys in (2, 3)}
    all_problems += tour_problems(tour, rulebook)
    broken = {p.stage for p in all_problems if not p.warning}
    good = None not in broken
    tally = new_tally(tour, rulebook)
    scores: list[StageScore] = []
    for number, stage in enumerate(tour.stages[:stages], 1):
        turns, wrong = book_and_check(number, stage, tally)
        if number in unread:
            maybe_out |= {p.bib for p in wrong if p.code == "missing"}
            wrong = [problem for problem in wrong if problem.code not in FOLLOW_ON]
        elif maybe_out:  # they may have left the race on such a line
            wrong = [p for p in wrong if p.code != "missing" or p.bib not in maybe_out]
        wrong = _certain(wrong, number, unreadable, tour)
        all_problems += wrong
        broken |= {p.stage for p in wrong if not p.warning}
        good = good and number not in broken
        if good and stage.ridden:
            scores.append(score_stage(number, stage, turns, tally))
        elif not stage.cancelled:
            _record_finish(stage, tally)
        tally.join(number + 1)
    if good and scores and len(scores) == tour.total_stages:
        all_problems += unspent_problems(tally)
    race = Race(
        tour=tour, rulebook=rulebook, stages=tuple(scores), problems=tuple(all_problems)
    )
    return race, tally


def _certain(
    wrong: list[Problem], number: int, unreadable: AbstractSet[FactPath], tour: Tour
) -> list[Problem]:
    """Omit problems of a stage that may only follow from values that are not readable.

    `unreadable` has the first two and the first three keys of the path of each.
    """
    stage = ("stage", number - 1)
    if any((*stage, key) in unreadable for key in ("sections", "sprints")):
        wrong = [problem for problem in wrong if problem.code != "prime"]
    known_kind = (*stage, "kind") not in unreadable
    if known_kind and unreadable.isdisjoint(_RULE_TABLES):
        return wrong
    certain = _CERTAIN
    if known_kind and not any(s.has_results for s in tour.stages[: number - 1]):
        certain |= {"missing"}  # on later stages, a time limit may explain it
    return [p for p in wrong if p.code in certain and not p.warning]


def book_and_check(
    number: int, stage: Stage, tally: Tally
) -> tuple[TurnLines, list[Problem]]:
    """Update extra turns and sponsor money in the tally for a stage, and check both.

    The tally is updated even if the stage has errors or is not ridden yet.
    """
    turns = book_extra_turns(stage, tally)
    wrong = (
        *extra_turn_problems(stage, turns, tally),
        *offer_problems(stage, tally),
        *stage_problems(stage, tally),
    )
    add_savings(stage, tally)
    return turns, [problem.on_stage(number) for problem in wrong]


def score_stage(
    number: int, stage: Stage, turns: TurnLines, tally: Tally
) -> StageScore:
    """Score a stage without errors, and add it to the tally.

    Without results, only points won during the race, such as at sprints, are scored.
    """
    before = tally.latest_score
    if stage.cancelled or not stage.ridden:
        # A cancelled stage changes nothing (GN-4).
        barred, rulebook = tally.neutral, tally.rulebook
        stage_score = StageScore(
            number=number,
            stage=stage,
            standings=before.standings
            if before
            else dict.fromkeys(tally.classifications, ()),
            jerseys=before.jerseys if before else (),
            awards=() if stage.cancelled else stage_awards(stage, (), barred, rulebook),
            counted=tally.counted,
        )
    else:
        stage_score = _score_ridden_stage(number, stage, tally)
    if number == tally.tour.total_stages:
        stage_score = _with_final_points(stage_score, tally)
    stage_score = replace(stage_score, extra_turns=turns.riders, team_turns=turns.teams)
    tally.latest_score = pay_premiums(stage_score, tally)
    return tally.latest_score


def _with_final_points(stage_score: StageScore, tally: Tally) -> StageScore:
    """Add the points awarded at the end of a tour, and update the classifications.

    Only the points, team and combination classifications are ranked again (FR-4). So
    riders who join on a cancelled last stage are not ranked in the others (GN-4,
    GN-10).
    """
    awards = tuple(final_points(stage_score, tally))
    if not awards:
        return stage_score
    for award in awards:
        tally.points[_POINTS][award.bib] += award.amount
    names = [_POINTS, ClassificationName.COMBINATION]
    if tally.rulebook.word("teams.by") == "rider points":
        names.append(ClassificationName.TEAMS)
    standings = _ranked_again(names, stage_score.standings, tally)
    return replace(
        stage_score,
        final_points=awards,
        standings=standings,
        jerseys=tuple(jersey_wearers(standings, tally)),
    )


def new_tally(tour: Tour, rulebook: Rulebook) -> Tally:
    """Return the running totals before the first stage."""
    riders = sorted(tour.riders, key=lambda rider: bib_order(rider.bib))
    startlist = {rider.bib: rider for rider in riders}
    teams: dict[TeamCode, list[Bib]] = {
        code: [] for code in sorted(team.code for team in tour.teams)
    }
    for rider in riders:
        if rider.team in teams:
            teams[rider.team].append(rider.bib)
    later = {rider.bib: 0 for rider in riders if (rider.joins or 1) > 1}
    racing = {bib: rider for bib, rider in startlist.items() if bib not in later}
    return Tally(
        tour=tour,
        rulebook=rulebook,
        startlist=startlist,
        neutral=frozenset(rider.bib for rider in riders if rider.neutral),
        teams=teams,
        classifications=tuple(_classifications(tour, rulebook)),
        team_times=dict.fromkeys(teams, 0),
        racing=racing,
        times=dict.fromkeys(racing, 0),
        turns=dict.fromkeys(startlist, 0),
        team_turns=dict.fromkeys(teams, 0),
        waiting={**later},
        purses=shared_purses(tour, rulebook),
    )


def _record_finish(
    stage: Stage, tally: Tally
) -> tuple[tuple[TimedRider, ...], frozenset[Bib]]:
    """Time a stage, and remove riders now out of the race from the tally (GN-1).

    Returns the finishers with their times, and the riders over the time limit. With the
    rulebook's `time_limit.back`, the latter miss only the next ride (CY-11).
    """
    rulebook = tally.rulebook
    timed = stage_times(stage, rulebook, tally.startlist)
    late = late_riders(stage, timed, rulebook) - stage.reinstated
    outside = late | stage.out_for(Reason.OTL)
    tally.resting = outside if rulebook.flag("time_limit.back") else frozenset()
    out = outside.union(stage.reasons) - stage.out_for(Reason.ABS)
    for bib in out - tally.resting:
        tally.leave(bib)
    for bib in tally.resting:
        tally.times.pop(bib, None)
    return timed, outside


def _score_ridden_stage(number: int, stage: Stage, tally: Tally) -> StageScore:
    rulebook, starters = tally.rulebook, tuple(tally.starting)
    timed, outside = _record_finish(stage, tally)
    late = [rider for rider in timed if rider.bib in outside]
    inside = [rider for rider in timed if rider.bib not in outside]
    placed = _timed_places(inside, rulebook)
    if not stage.kind.timed:
        placed = untimed_places(stage, starters, rulebook)
    barred = outside | tally.neutral
    awards = (
        *stage_awards(stage, [rider.bib for rider in placed], barred, rulebook),
        *omnium_awards(stage, placed, tally.neutral, rulebook),
    )
    result = result_lines(stage, placed, _timed_places(late, rulebook), awards)
    add_times(stage, result, tally)
    add_fractions(stage, timed, tally)
    add_points(stage, result, awards, tally)
    day = team_points(awards, tally)
    team_lines = team_result(stage, result, day, tally)
    add_team_sums(stage, day, team_lines, tally)
    tally.latest_stage, tally.previous = stage, tally.general
    tally.counted |= rulebook.counted(stage)
    general = general_classification(tally)
    tally.general = {row.who: row.rank for row in general}
    unranked = dict.fromkeys(tally.classifications, general)
    standings = _ranked_again({*unranked} - {_GENERAL}, unranked, tally)
    return StageScore(
        number=number,
        stage=stage,
        result=result,
        team_result=team_lines,
        standings=standings,
        jerseys=tuple(jersey_wearers(standings, tally)),
        awards=awards,
        counted=tally.counted,
    )


def _timed_places(timed: Iterable[TimedRider], rulebook: Rulebook) -> list[PlacedRider]:
    """Return the places of the finishers, without times if the game has none (FI-1)."""
    untimed = rulebook.mark.untimed
    return [
        PlacedRider(place, rider.bib, None if untimed else rider.time, rider.leader)
        for place, rider in enumerate(timed, 1)
    ]


def _classifications(tour: Tour, rulebook: Rulebook) -> Iterator[ClassificationName]:
    """Yield the tour's classifications, in the rulebook's order.

    The team classification needs teams, and the classification of young riders needs
    young riders. Classifications in `kept_if_scored` need a scale of points.
    """
    if_scored = rulebook.words("kept_if_scored")
    for name in rulebook.classifications:
        if name is ClassificationName.TEAMS and not tour.teams:
            continue
        if name is ClassificationName.YOUNG and not any(r.young for r in tour.riders):
            continue
        if name not in if_scored or _has_scale(name, tour, rulebook):
            yield name


def _has_scale(name: ClassificationName, tour: Tour, rulebook: Rulebook) -> bool:
    """Return whether the rulebook or a stage gives points for `name` (CI-4)."""
    if any(
        key.startswith(f"{name}.") and isinstance(value.value, tuple) and value.value
        for key, value in rulebook.values.items()
        if key not in {"mountains.lengths", "points.sprint_counts_for"}
    ):
        return True
    kind = Section if name is ClassificationName.MOUNTAINS else Sprint
    return any(
        (stage.points and name is _POINTS)
        or any(isinstance(p, kind) and p.points for p in stage.primes.values())
        for stage in tour.stages
    )


def _ranked_again(
    names: Collection[ClassificationName], standings: AllStandings, tally: Tally
) -> AllStandings:
    """Return the standings after ranking the classifications `names` again."""
    ranked = {**standings}
    # In this order, the combination follows the classifications it adds up (RR-11).
    for name in ClassificationName:
        if name not in names or name not in standings:
            continue
        if name is ClassificationName.YOUNG:
            ranked[name] = general_classification(tally, young=True)
        elif name is ClassificationName.TEAMS:
            ranked[name] = team_classification(tally)
        elif name is ClassificationName.COMBINATION:
            ranked[name] = combination_classification(ranked, tally)
        else:
            ranked[name] = points_classification(name, tally)
    return ranked
