"""The winners of a tour and of its classifications, once it is over (GN-9, GN-11)."""

from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.results import (
    PURSE,
    JerseyLine,
    PointsStanding,
    Race,
    StageScore,
    Standings,
    TimeStanding,
)
from peloton.rules.rulebook.rulebook import Rulebook


class TourWinners(NamedTuple):
    """The riders or teams that won a tour; several if they share the win.

    `by` is the classification that decided, or `purse` for money. If points decide,
    there are winning teams as well as riders (FR-5). A one-day race of teams has only
    winning teams.
    """

    by: str = ClassificationName.GENERAL
    riders: tuple[Bib, ...] = ()
    teams: tuple[TeamCode, ...] = ()

    @property
    def teams_alone(self) -> tuple[TeamCode, ...]:
        """The teams that won by money or on the line, when no rider wins the tour."""
        return () if self.by == ClassificationName.POINTS else self.teams


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
    if is_won_on_the_line(race):
        won = stage_win(race.stages[-1])
        return TourWinners(by, won.riders, won.teams)
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
        return name, last.led.get(name, ())
    return name, () if last.stage.by_teams else line_ranking(last)


def line_ranking(score: StageScore) -> tuple[TimeStanding, ...]:
    """Return the riders placed on a stage, as rows of a ranking."""
    rows = list[TimeStanding]()
    for line in score.result:
        if line.place is not None:
            # No gap without times, or if the time is below the winner's (CY-3).
            gap = None if line.gap is None or line.gap < 0 else line.gap
            rows.append(TimeStanding(line.place, line.bib, line.time or 0, gap, None))
    return tuple(rows)


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
    return tuple(
        PointsStanding(1 + sums.index(line.balance), line.team, line.balance, None)
        for line in score.purse
        if line.balance > 0
    )


def is_won_on_the_line(race: Race) -> bool:
    """Return whether the tour is a one-day race whose first finisher wins (CR-11)."""
    by_time = race.rulebook.word("general.by") == "time"
    decided = deciding_classification(race.rulebook)
    return race.is_one_day and by_time and decided is ClassificationName.GENERAL


class StageWin(NamedTuple):
    """The winners of a stage: riders or, if a team won it, teams (CR-15).

    `second` is the next rider or team, `gap` the time in ticks behind the winners. The
    gap is None if there are no times, or if the next one has a better time (CY-3).
    """

    riders: tuple[Bib, ...]
    teams: tuple[TeamCode, ...]
    second: str | None
    gap: int | None


def stage_win(score: StageScore) -> StageWin:
    """Return who won a stage; nobody if no rider or team has a place."""
    lines: list[tuple[int | None, str, int | None]]
    lines = [(line.place, line.bib, line.time) for line in score.result]
    if score.stage.by_teams:
        lines = [(line.rank, line.team, line.time) for line in score.team_result]
    first = [who for place, who, _ in lines if place == 1]
    after = [(who, time) for place, who, time in lines if place and place > 1]
    second, time = after[0] if after else (None, None)
    best = lines[0][2] if lines else None
    gap = None if best is None or time is None or time < best else time - best
    if score.stage.by_teams:
        return StageWin((), tuple(map(TeamCode, first)), second, gap)
    return StageWin(tuple(map(Bib, first)), (), second, gap)


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
