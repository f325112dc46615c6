"""The achievements of riders and teams in one tour, for seasons and records (CY-22)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Section
from peloton.rules.facts.startlist import Bib, Startlist, TeamCode
from peloton.rules.results import Race, StageScore, TimeStanding
from peloton.rules.stage.result import prime_winners
from peloton.rules.winners import (
    deciding_classification,
    final_standings,
    is_won_on_the_line,
    stage_winners,
    tour_winners,
)

OF_RIDERS = tuple(
    name for name in ClassificationName if name is not ClassificationName.TEAMS
)
"""The classifications that rank riders, not teams."""


@dataclass(slots=True)
class Palmares:
    """The achievements of a rider or a team in one tour, before any season points.

    `places` counts the stages with each place, `days` the stages after which each
    jersey was worn. `final` holds the final ranks once the tour is over. `stages_won`
    is 0 in a tour of one stage.
    """

    tour_won: int = 0
    stages_won: int = 0
    climbs_won: int = 0
    sprints_won: int = 0
    places: Counter[int] = field(default_factory=Counter)
    days: Counter[ClassificationName] = field(default_factory=Counter)
    final: dict[ClassificationName, int] = field(default_factory=dict)

    @property
    def figures(self) -> dict[str, int]:
        """Achievements as numbers, such as `place_1` or `days_points`; 0 if absent."""
        return {
            "tour_won": self.tour_won,
            "stages_won": self.stages_won,
            "climbs_won": self.climbs_won,
            "sprints_won": self.sprints_won,
            **{f"place_{place}": times for place, times in self.places.items()},
            **{f"days_{name}": days for name, days in self.days.items()},
            **{f"final_{name}": rank for name, rank in self.final.items()},
        }


class WinningGap(NamedTuple):
    """The winner's lead over the second rider, in ticks.

    `stage` is None for the lead in the tour's general classification.
    """

    who: Bib
    stage: int | None
    ticks: int
    unit: str


class TourPalmares(NamedTuple):
    """The achievements of riders and teams in one tour, and the winners' leads.

    Riders and teams without achievements may be missing.
    """

    tour: str
    startlist: Startlist
    riders: Mapping[Bib, Palmares]
    teams: Mapping[TeamCode, Palmares]
    gaps: tuple[WinningGap, ...]


def tour_palmares(race: Race) -> TourPalmares:
    """Return the achievements of riders and teams in a scored tour."""
    return TourPalmares(
        tour=race.tour.name,
        startlist=race.tour.startlist,
        riders=_rider_palmares(race),
        teams=_team_palmares(race),
        gaps=tuple(_winning_gaps(race)),
    )


def _rider_palmares(race: Race) -> dict[Bib, Palmares]:
    """Return each rider's achievements on stages, in jerseys and in final ranks."""
    found: defaultdict[Bib, Palmares] = defaultdict(Palmares)
    for score in race.stages:
        for bib in stage_winners(score) if not race.is_one_day else ():
            found[bib].stages_won += 1
        if not score.stage.by_teams and (
            not race.is_one_day or is_won_on_the_line(race)
        ):
            for line in takewhile(lambda line: line.place, score.result):
                found[line.bib].places[line.place or 0] += 1
        if not score.stage.cancelled:
            _add_day(score, found, one_day=race.is_one_day)
    for bib in tour_winners(race).riders:
        found[bib].tour_won = 1
    counting = (ClassificationName.GENERAL,) if race.is_one_day else OF_RIDERS
    if race.is_over and not is_won_on_the_line(race):
        final, decided = final_standings(race), deciding_classification(race.rulebook)
        # Season points for `general` are for the classification that decides the tour,
        # so swap the two (FR-5).
        swapped = {ClassificationName.GENERAL: decided}
        swapped[decided] = ClassificationName.GENERAL
        for name in counting:
            for row in final.get(swapped.get(name, name), ()):
                found[Bib(row.who)].final[name] = row.rank
    return found


def _add_day(
    score: StageScore, found: defaultdict[Bib, Palmares], *, one_day: bool
) -> None:
    """Add the jerseys, climb wins and sprint wins of a stage (CR-15)."""
    for jersey in score.jerseys if not one_day else ():
        if jersey.wearer is not None:
            found[jersey.wearer].days[jersey.classification] += 1
    for prime, first in prime_winners(score.stage, score.result):
        if isinstance(prime, Section):
            found[first].climbs_won += 1
        else:
            found[first].sprints_won += 1


def _team_palmares(race: Race) -> dict[TeamCode, Palmares]:
    """Return each team's own achievements, without those of its riders."""
    found: defaultdict[TeamCode, Palmares] = defaultdict(Palmares)
    for score in race.stages:
        for line in score.team_result if score.stage.by_teams else ():
            found[line.team].places[line.rank] += 1
    if race.is_over:
        name = ClassificationName.TEAMS
        for row in race.stages[-1].standings.get(name, ()):
            found[TeamCode(row.who)].final[name] = row.rank
    for code in tour_winners(race).teams_alone:
        found[code].tour_won = 1
    return found


def _winning_gaps(race: Race) -> Iterator[WinningGap]:
    """Yield the winning gaps of the stages, and that of the tour once it is over.

    Stages won by a team or without a gap are skipped.
    """
    unit = race.rulebook.unit
    for score in race.stages:
        if score.stage.by_teams or score.stage.cancelled or len(score.result) < 2:  # noqa: PLR2004 - winner and runner-up
            continue
        winner, second = score.result[:2]
        if second.place is not None and second.gap is not None and second.gap > 0:
            yield WinningGap(winner.bib, score.number, second.gap, unit)
    won = tour_winners(race)
    if race.is_one_day or won.by != ClassificationName.GENERAL or not won.riders:
        return
    first, *others = race.stages[-1].standings[ClassificationName.GENERAL]
    for row in others[:1]:
        if isinstance(row, TimeStanding) and row.gap:
            yield WinningGap(Bib(first.who), None, row.gap, unit)
