"""The winners of a tour and of its classifications, once it is over (GN-9, GN-11)."""

from collections.abc import Mapping
from itertools import takewhile
from typing import NamedTuple

from peloton.rules.classifications.riders import led_classifications
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.results import PURSE, JerseyLine, Race, StageScore, Standings
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

    The rulebook decides: the leader of the general classification wins, or the leaders
    by points among riders and teams (FR-5), or the team with the most money (CY-17). A
    race of one stage is won by the first finisher, whatever the bonuses, unless the
    general classification is by points (CR-11).
    """
    if not race.is_over:
        return TourWinners()
    last = race.stages[-1]
    if last.purse and race.rulebook.flag("money.wins"):
        return TourWinners(by=PURSE, teams=_richest(race))
    if is_won_on_the_line(race):
        return TourWinners(riders=stage_winners(last))
    name, final = deciding_classification(race.rulebook), final_standings(race)
    first = {n: [r.who for r in rows if r.rank == 1] for n, rows in final.items()}
    by_points = name is ClassificationName.POINTS
    teams = first.get(ClassificationName.TEAMS, []) if by_points else []
    riders = first.get(name, [])
    return TourWinners(name, tuple(map(Bib, riders)), tuple(map(TeamCode, teams)))


def deciding_classification(rulebook: Rulebook) -> ClassificationName:
    """Return the classification whose leader wins the tour (FR-5)."""
    return ClassificationName(rulebook.word("winner"))


def _richest(race: Race) -> tuple[TeamCode, ...]:
    """Return the teams with the most money; none if no team has any (CY-17)."""
    purse = race.stages[-1].purse
    most = purse[0].balance
    return tuple(line.team for line in purse if line.balance == most > 0)


def is_won_on_the_line(race: Race) -> bool:
    """Return whether the tour is a one-day race whose first finisher wins (CR-11)."""
    by_time = race.rulebook.word("general.by") == "time"
    decided = deciding_classification(race.rulebook)
    return race.is_one_day and by_time and decided is ClassificationName.GENERAL


def final_standings(race: Race) -> Mapping[ClassificationName, Standings]:
    """Return the classifications with a leader after the latest stage (GN-5)."""
    return led_classifications(race, race.stages[-1])


def stage_winners(score: StageScore) -> tuple[Bib, ...]:
    """Return the riders in first place; none if a team won the stage (CR-15)."""
    if score.stage.by_teams:
        return ()
    first = takewhile(lambda line: line.place == 1, score.result)
    return tuple(line.bib for line in first)


def is_final(race: Race, score: StageScore) -> bool:
    """Return whether a stage is the last one of a tour that is over."""
    return race.is_over and score is race.stages[-1]


def shown_jerseys(race: Race, score: StageScore) -> tuple[JerseyLine, ...]:
    """Return the jerseys after a stage: for the next stage, or the final ones (GN-11).

    At the end of the tour the winner of each classification wears its jersey, even if
    one rider wins several. A single race won on the line has no general jersey.
    """
    if not is_final(race, score):
        return score.jerseys
    general = ClassificationName.GENERAL if is_won_on_the_line(race) else None
    return tuple(
        line._replace(wearer=line.leader)
        for line in score.jerseys
        if line.classification is not general
    )
