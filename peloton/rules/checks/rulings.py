"""Check the rulings of the game leader (GN-2, RR-10)."""

from collections.abc import Collection, Iterator

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.stage import Ruling, Stage
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.times import late_riders, stage_times
from peloton.rules.values import unknown_team_fault


def ruling_problems(stage: Stage, tally: Tally) -> Iterator[Problem]:
    """Check that each ruling is on a known rider or team, with a reason (GN-2)."""
    rulebook, late = tally.rulebook, _late_riders(stage, tally)
    for position, ruling in enumerate(stage.rulings):
        where = ("ruling", position)
        rider = None if ruling.bib is None else tally.startlist.get(ruling.bib)
        fault = _ruling_fault(ruling, rider, stage, tally)
        if fault:
            yield Problem.of("ruling", f"ruling: {fault}", *where, bib=ruling.bib)
        elif no_effect := _no_effect(ruling, rulebook, late):
            message = f"ruling without effect: {no_effect}"
            warning = Severity.WARNING
            yield Problem.of("ruling", message, *where, severity=warning)
        if rider is not None and rider.bib not in tally.starting:
            message = f"rider {rider.bib} left the race on an earlier stage"
            yield Problem.of("left", message, *where, bib=rider.bib)


def _late_riders(stage: Stage, tally: Tally) -> Collection[Bib]:
    rulebook = tally.rulebook
    if not stage.reinstated:
        return ()
    timed = stage_times(stage, rulebook, tally.startlist)
    return late_riders(stage, timed, rulebook)


def _no_effect(ruling: Ruling, rulebook: Rulebook, late: Collection[Bib]) -> str:
    """Return why a ruling changes nothing; "" if it has an effect (GN-2, RR-10)."""
    if ruling.bib is not None:
        no_effect = ruling.reinstated and ruling.bib not in late
        return f"rider {ruling.bib} is not over the time limit" if no_effect else ""
    if ClassificationName.TEAMS not in rulebook.classifications:
        return f"{rulebook.name} has no team classification"
    by_points = rulebook.teams_by_points
    if ruling.seconds if by_points else ruling.points:
        unit = "points" if by_points else "seconds"
        return f"the teams of {rulebook.name} rank by {unit}"
    return ""


def _ruling_fault(
    ruling: Ruling, rider: Rider | None, stage: Stage, tally: Tally
) -> str:
    if (ruling.bib is None) == (ruling.team is None):
        return "expected either a bib or a team"
    if not ruling.reason.strip():
        return "expected a reason (GN-2)"
    if ruling.team is not None:
        return _team_fault(ruling, ruling.team, tally.teams)
    if rider is not None and rider.neutral and (ruling.points or ruling.mountains):
        return f"rider {rider.bib} is neutral, and has no points (FI-3)"
    out = {line.bib: line.reason for line in stage.unplaced}
    if ruling.reinstated and ruling.bib in out:
        return (
            f"rider {ruling.bib} is {out[ruling.bib]} on the stage, expected the mark"
            " alone: a reinstated rider keeps the time (RR-10)"
        )
    return ""


def _team_fault(ruling: Ruling, team: TeamCode, teams: Collection[TeamCode]) -> str:
    if team not in teams:
        return unknown_team_fault(team, teams)
    if ruling.reinstated:
        return "a team is never outside the time limit, expected a bib (RR-10)"
    return "teams have no mountains points" if ruling.mountains else ""
