"""The winners of a tour and of its classifications, once it is over (GN-9, GN-11)."""

from itertools import pairwise, takewhile
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.results import (
    PURSE,
    JerseyLine,
    PointsStanding,
    Race,
    StageLine,
    StageScore,
    Standings,
    TimeStanding,
)
from peloton.rules.rulebook.rulebook import Rulebook


class TourWinners(NamedTuple):
    """The riders or teams that won a tour; several if they share the win.

    `by` is the classification that decided, or `purse` for money. If points decide,
    there are winning teams as well as riders (FR-5).
    """

    by: str = ClassificationName.GENERAL
    riders: tuple[Bib, ...] = ()
    teams: tuple[TeamCode, ...] = ()

    @property
    def teams_alone(self) -> tuple[TeamCode, ...]:
        """The teams that won by money, when no rider wins the tour (CY-17)."""
        return self.teams if self.by == PURSE else ()


def tour_winners(race: Race) -> TourWinners:
    """Return the winners of a tour; none before it is over.

    They are the riders or teams ranked first in the deciding ranking. If points decide
    among riders, the leaders of the team classification win, too (FR-5).
    """
    if not race.is_over:
        return TourWinners()
    by, rows = deciding_ranking(race)
    first = first_ranked(rows)
    if by == PURSE:
        return TourWinners(by, teams=tuple(map(TeamCode, first)))
    by_points = by == ClassificationName.POINTS
    teams = race.stages[-1].led.get(ClassificationName.TEAMS, ()) if by_points else ()
    leading = tuple(map(TeamCode, first_ranked(teams)))
    return TourWinners(by, tuple(map(Bib, first)), leading)


def deciding_ranking(race: Race) -> tuple[str, Standings]:
    """Return the name and current rows of the ranking that decides the tour.

    The rulebook chooses the ranking: the general classification, the points
    classification (FR-5), or the money of the teams that have any (CY-17). A race of
    one stage is decided by the order of finish, whatever the bonuses, unless points
    decide it (CR-11). The name is that of a classification, or PURSE.
    """
    last = race.stages[-1]
    if last.purse and race.rulebook.flag("money.wins"):
        return PURSE, purse_ranking(last)
    name = deciding_classification(race.rulebook)
    if not is_won_on_the_line(race):
        return name, race.stages[-1].led.get(name, ())
    lines = () if last.stage.by_teams else last.result
    return name, tuple(
        TimeStanding(line.place, line.bib, line.time or 0, _gap_behind(line), None)
        for line in lines
        if line.place is not None
    )


def _gap_behind(line: StageLine) -> int | None:
    """Return a gap; None without times, and for less time than the winner (CY-3)."""
    return None if line.gap is None or line.gap < 0 else line.gap


def first_ranked(rows: Standings) -> tuple[str, ...]:
    """Return who is ranked first; several if they share the first rank."""
    return tuple(row.who for row in rows if row.rank == 1)


def winning_margin(rows: Standings) -> int | None:
    """Return the winner's lead; None if first place is shared or nobody is second."""
    second = rows[1] if len(rows) > 1 else None
    if second is None or second.rank == 1:
        return None
    if isinstance(second, TimeStanding):
        return second.gap
    return abs(second.total - rows[0].total)


def deciding_classification(rulebook: Rulebook) -> ClassificationName:
    """Return the classification whose leader wins the tour (FR-5)."""
    return ClassificationName(rulebook.word("winner"))


def purse_ranking(score: StageScore) -> tuple[PointsStanding, ...]:
    """Return the teams that have money, richest first (CY-17)."""
    sums = [line.balance for line in score.purse]
    rich = (line for line in score.purse if line.balance > 0)
    return tuple(
        PointsStanding(1 + sums.index(line.balance), line.team, line.balance, None)
        for line in rich
    )


def is_won_on_the_line(race: Race) -> bool:
    """Return whether the tour is a one-day race whose first finisher wins (CR-11)."""
    by_time = race.rulebook.word("general.by") == "time"
    decided = deciding_classification(race.rulebook)
    return race.is_one_day and by_time and decided is ClassificationName.GENERAL


def stage_winners(score: StageScore) -> tuple[Bib, ...]:
    """Return the riders in first place; none if a team won the stage (CR-15)."""
    if score.stage.by_teams:
        return ()
    first = takewhile(lambda line: line.place == 1, score.result)
    return tuple(line.bib for line in first)


def winning_teams(score: StageScore) -> tuple[TeamCode, ...]:
    """Return the teams in first place; none if a rider won the stage (CR-15)."""
    lines = score.team_result if score.stage.by_teams else ()
    return tuple(line.team for line in lines if line.rank == 1)


def stage_gap(score: StageScore) -> tuple[Bib, int] | None:
    """Return the rider who won a stage, and the gap of the second rider in ticks.

    None if a team won the stage, nobody was second, there are no times, or the second
    rider has less time than the winner (CY-3).
    """
    for winner, second in pairwise(() if score.stage.by_teams else score.result[:2]):
        gap = _gap_behind(second)
        if second.place is not None and gap is not None:
            return winner.bib, gap
    return None


def is_final(race: Race, score: StageScore) -> bool:
    """Return whether a stage is the last one of a tour that is over."""
    return race.is_over and score is race.stages[-1]


def shown_jerseys(race: Race, score: StageScore) -> tuple[JerseyLine, ...]:
    """Return the wearers of the jerseys after a stage, or their final winners (GN-11).

    At the end of the tour the winner of each classification wears its jersey, even if
    one rider wins several. A single race won on the line has no general jersey.
    """
    if not is_final(race, score):
        return score.jerseys
    general = ClassificationName.GENERAL if is_won_on_the_line(race) else None
    lines = (line for line in score.jerseys if line.classification is not general)
    return tuple(line._replace(wearer=line.leader) for line in lines)
