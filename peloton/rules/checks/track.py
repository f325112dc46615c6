"""Check the facts of track races (CR-13, CY-20)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import ORDERED_BY, LimitUnit, StageKind
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import DUEL, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.track import WINS_NEEDED
from peloton.rules.values import one_of


def listed_starters(stage: Stage) -> list[Bib]:
    """Return the starters listed in the finish, with or without a place."""
    absent = stage.absent
    return [bib for bib in stage.listed if bib not in absent]


def rule_problems(stage: Stage, rulebook: Rulebook) -> Iterator[Problem]:
    """Check that the game has the stage's kind of track race.

    The stage's own same-time gap and time limit must have an effect (RR-10).
    """
    allowed, kind = rulebook.words("track.kinds"), stage.kind
    if kind.on_track and kind not in allowed:
        expected = f"expected {one_of(allowed)}" if allowed else "nor any other race"
        message = f"{rulebook.name} has no {kind} on the track, {expected}"
        yield Problem.of("kind", f"{message}{rulebook.cited('track.kinds')}", "kind")
    mark, time_trial = rulebook.mark, kind.against_the_clock
    timed = kind.timed and not mark.untimed
    grouped = timed and not time_trial
    for key, useful in (("same_time_gap", grouped), ("time_limit", timed)):
        if getattr(stage, key) and not useful:
            message = f"{key} without effect on a stage of kind '{kind}' (RR-10)"
            yield Problem.of("vain", message, key, warning=True)
    from_start = mark.turns_from_start(time_trial=time_trial)
    if stage.time_limit.get(LimitUnit.PERCENT) and not from_start:
        message = (
            f"percent: {rulebook.name} counts times from the first arrival, so there is"
            " no time to take a percentage of; expected turns or seconds (RR-10)"
        )
        yield Problem.of("value", message, "time_limit", LimitUnit.PERCENT)


def track_problems(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check the facts specific to each kind of race on the track (CR-13, CY-20)."""
    for key in dict.fromkeys(ORDERED_BY.values()):
        if getattr(stage, key) and stage.kind.ordered_by != key:
            kinds = " or ".join(k for k, name in ORDERED_BY.items() if name == key)
            message = f"found {key} on a stage of kind '{stage.kind}', expected them"
            yield Problem.of(key, f"{message} on {kinds} only", key)
    if stage.cancelled:
        return
    if stage.kind in {StageKind.ELIMINATION, StageKind.SPRINT}:
        for line in stage.arrivals[:1]:
            message = f"rider {line.bibs[0]} has a mark: a race of kind '{stage.kind}'"
            message = f"{message} is decided by '{stage.kind.ordered_by}', with DNF and"
            message = f"{message} the like in the finish"
            yield Problem.of("mark", message, bib=line.bibs[0])
    if stage.kind in _CHECKS:
        yield from _CHECKS[stage.kind](stage, tally)


def _points_race(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that laps are recorded, and that not too many of a team's riders score."""
    if not stage.laps:
        rule = tally.rulebook.cited("track.points")
        message = "a points race without laps, expected the order on each lap"
        yield Problem.of("missing", f"{message}{rule}", "laps")
    pair = tally.rulebook.number("track.pair")
    scorers = dict.fromkeys(chain(*stage.laps))
    known = (tally.startlist[bib] for bib in scorers if bib in tally.startlist)
    for team, riders in Counter(rider.team for rider in known).items():
        if pair and team is not None and riders > pair:
            rule = tally.rulebook.cited("track.pair")
            message = f"team {team} has {riders} riders on the laps, expected {pair}"
            yield Problem.of("team", f"{message}{rule}", "laps", warning=True)


def _elimination(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that all riders but one are eliminated or have a status."""
    rule = tally.rulebook.cited("track.kinds")
    for bib in listed_starters(stage):
        if bib in stage.eliminated:
            message = f"rider {bib} is eliminated and has a status, expected only one"
            yield Problem.of("twice", f"{message}{rule}", "eliminated", bib=bib)
    out = {*stage.listed, *stage.eliminated}
    left = [bib for bib in tally.starting if bib not in out]
    if len(left) != 1:
        who = ", ".join(left) or "none"
        message = f"riders left: {who}; expected one rider, with all others eliminated"
        yield Problem.of("missing", f"{message}{rule}", "eliminated")


def _keirin(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that a keirin has no more riders than the game allows."""
    most, riders = tally.rulebook.number("track.keirin"), listed_starters(stage)
    if len(riders) > most:
        rule = tally.rulebook.cited("track.keirin")
        message = f"a keirin of {len(riders)} riders, expected at most {most}{rule}"
        yield Problem.of("keirin", message, bib=riders[most])


def _sprint(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that a sprint has two riders, and heats until one of them has won two."""
    rule = tally.rulebook.cited("track.kinds")
    riders = sorted({*chain(*stage.heats[:1])})
    wins: Counter[Bib] = Counter()
    for number, heat in enumerate(stage.heats, 1):
        fault = ""
        if len(riders) != DUEL or sorted(heat) != riders:
            found = f"found {' '.join(heat) or 'nobody'} in heat {number}"
            fault = f"{found}, expected the same two riders in each{rule}"
        elif WINS_NEEDED in wins.values():
            winner = max(wins, key=wins.__getitem__)
            fault = f"heat {number} was not needed: rider {winner} had won two{rule}"
        if fault:
            yield Problem.of("heats", fault, "heats", number - 1)
            return
        wins[heat[0]] += 1
    given_up = any(bib in riders for bib in stage.listed)
    if WINS_NEEDED not in wins.values() and not given_up:
        won = " to ".join(str(wins[bib]) for bib in riders) or "0 to 0"
        message = f"heats won {won}, expected another heat: a rider must win two{rule}"
        yield Problem.of("missing", message, "heats")


def _pursuit(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that a pursuit has two riders or two complete teams."""
    rulebook, everybody = tally.rulebook, tally.startlist
    listed = [bib for bib in listed_starters(stage) if bib in everybody]
    rule = tally.rulebook.cited("track.kinds")
    teams = Counter(everybody[bib].team for bib in listed)
    sides, expected = [*map(str, listed)], "two riders"
    if stage.by_teams:
        sides, expected = [team for team in teams if team], "two teams"
        sides += ["riders without a team"] if None in teams else []
    if len(sides) != DUEL or (stage.by_teams and None in teams):
        found = f"found {', '.join(sides) or 'nobody'} in the pursuit"
        message = f"{found}, expected {expected}{rule}"
        yield Problem.of("pursuit", message)
    size = rulebook.number("track.pursuit_team")
    for team, riders in teams.items():
        if size and team and riders != size and stage.kind is StageKind.TEAM_PURSUIT:
            message = f"team {team} has {riders} riders, expected {size}"
            rule = tally.rulebook.cited("track.pursuit_team")
            yield Problem.of("pursuit", f"{message}{rule}")


_CHECKS: Mapping[StageKind, Callable[[Stage, Tally], Iterator[Problem]]] = {
    StageKind.POINTS_RACE: _points_race,
    StageKind.ELIMINATION: _elimination,
    StageKind.KEIRIN: _keirin,
    StageKind.SPRINT: _sprint,
    StageKind.PURSUIT: _pursuit,
    StageKind.TEAM_PURSUIT: _pursuit,
}
