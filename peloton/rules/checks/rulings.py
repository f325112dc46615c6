"""Check the rulings of the game leader (GN-2)."""

from collections.abc import Collection, Iterator

from peloton.rules.checks.track import Started
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.problem import Problem, Severity
from peloton.rules.facts.stage import Ruling
from peloton.rules.facts.startlist import Rider, TeamCode
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import no_team


def ruling_problems(started: Started) -> Iterator[Problem]:
    """Check that each ruling is on one known rider or team, with a reason (GN-2)."""
    rulebook = started.rulebook
    for position, ruling in enumerate(started.stage.rulings):
        where = ("ruling", position)
        rider = None if ruling.bib is None else started.everybody.get(ruling.bib)
        fault = _ruling_fault(ruling, rider, started.teams)
        if fault:
            yield Problem.of("ruling", f"ruling: {fault}", *where, bib=ruling.bib)
        if rider is not None and rider.bib not in started.racing:
            message = f"rider {rider.bib} left the race on an earlier stage"
            yield Problem.of("left", message, *where, bib=rider.bib)
        if ruling.team is not None and (vain := _in_vain(ruling, rulebook)):
            message = f"ruling without effect: {vain}"
            warning = Severity.WARNING
            yield Problem.of("ruling", message, *where, severity=warning)


def _in_vain(ruling: Ruling, rulebook: Rulebook) -> str:
    """Return why a ruling on a team changes nothing (GN-2), or ""."""
    if ClassificationName.TEAMS not in rulebook.classifications:
        return f"{rulebook.name} has no team classification"
    by_points = rulebook.teams_by_points
    if ruling.seconds if by_points else ruling.points:
        unit = "points" if by_points else "seconds"
        return f"the teams of {rulebook.name} rank by {unit}"
    return ""


def _ruling_fault(
    ruling: Ruling, rider: Rider | None, teams: Collection[TeamCode]
) -> str:
    """Return what is wrong with a ruling, or ""."""
    if (ruling.bib is None) == (ruling.team is None):
        return "expected either a bib or a team"
    if not ruling.reason.strip():
        return "expected a reason (GN-2)"
    if ruling.team is not None and ruling.team not in teams:
        return no_team(ruling.team, teams)
    if ruling.team is not None and ruling.mountains:
        return "teams have no mountains points"
    if rider is not None and rider.neutral and (ruling.points or ruling.mountains):
        return f"rider {rider.bib} is neutral, and has no points (FI-3)"
    return ""
