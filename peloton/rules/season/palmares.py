"""The achievements of riders and teams in one tour, for seasons and records (CY-22)."""

from collections import Counter
from collections.abc import Mapping
from itertools import takewhile

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Section
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.results import Race, StageScore, TimeStanding
from peloton.rules.stage.result import prime_winners
from peloton.rules.winners import (
    deciding_classification,
    is_won_on_the_line,
    stage_win,
    tour_winners,
    winning_margin,
)

OF_RIDERS = tuple(n for n in ClassificationName if n is not ClassificationName.TEAMS)
"""The classifications that rank riders, not teams."""


Palmares = Counter[str]
"""The achievements of a rider or a team in one tour, before any season points.

The keys are the columns of the tables of palmares. `place_1` counts the stages with
that place, `days_points` the stages after which that jersey was worn; `final_points` is
the final rank once the tour is over. `stages_won` is 0 in a tour of one stage.
"""


def rider_palmares(race: Race) -> Mapping[Bib, Palmares]:
    """Return the riders' achievements on stages, in jerseys and in final ranks."""
    found: dict[Bib, Palmares] = {rider.bib: Counter() for rider in race.tour.riders}
    by_place = not race.is_one_day or is_won_on_the_line(race)
    for score in race.stages:
        for bib in stage_win(score).riders if not race.is_one_day else ():
            found[bib]["stages_won"] += 1
        if by_place and not score.stage.by_teams:
            for line in takewhile(lambda line: line.place, score.result):
                found[line.bib][f"place_{line.place}"] += 1
        if not score.stage.cancelled:
            _add_day(score, found, one_day=race.is_one_day)
    for bib in tour_winners(race).riders:
        found[bib]["tour_won"] = 1
    counting = (ClassificationName.GENERAL,) if race.is_one_day else OF_RIDERS
    if race.is_over and not is_won_on_the_line(race):
        final, decided = race.stages[-1].led, deciding_classification(race.rulebook)
        # Season points for `general` are for the classification that decides the tour,
        # so swap the two (FR-5).
        swapped = {ClassificationName.GENERAL: decided}
        swapped[decided] = ClassificationName.GENERAL
        for name in counting:
            for row in final.get(swapped.get(name, name), ()):
                found[Bib(row.who)][f"final_{name}"] = row.rank
    return found


def _add_day(
    score: StageScore, found: Mapping[Bib, Palmares], *, one_day: bool
) -> None:
    """Add the jerseys, climb wins and sprint wins of a stage (CR-15)."""
    for jersey in score.jerseys if not one_day else ():
        if jersey.wearer is not None:
            found[jersey.wearer][f"days_{jersey.classification}"] += 1
    for prime, first in prime_winners(score.stage, score.result):
        climb = isinstance(prime, Section)
        found[first]["climbs_won" if climb else "sprints_won"] += 1


def team_palmares(race: Race) -> Mapping[TeamCode, Palmares]:
    """Return the teams' achievements, and a tour won by their riders' points (FR-5)."""
    found: dict[TeamCode, Palmares] = {team.code: Counter() for team in race.tour.teams}
    for score in race.stages:
        for line in score.team_result if score.stage.by_teams else ():
            found[line.team][f"place_{line.rank}"] += 1
    if race.is_over:
        name = ClassificationName.TEAMS
        for row in race.stages[-1].led.get(name, ()):
            found[TeamCode(row.who)][f"final_{name}"] = row.rank
    won = tour_winners(race)
    key = "tour_won" if won.teams_alone else "won_by_riders"
    for code in won.teams:
        found[code][key] = 1
    return found


def winning_gaps(race: Race) -> dict[int | None, tuple[Bib, int]]:
    """Return the winner of each stage with the lead in ticks, keyed by stage number.

    Stages without a lead are left out. Once the tour is over, the key None holds the
    winner of the general classification.
    """
    gaps: dict[int | None, tuple[Bib, int]] = {}
    for score in race.stages:
        win = stage_win(score)
        if win.gap and win.riders:
            gaps[score.number] = win.riders[0], win.gap
    won = tour_winners(race)
    if race.is_one_day or won.by != ClassificationName.GENERAL or not won.riders:
        return gaps
    rows = race.stages[-1].standings[ClassificationName.GENERAL]
    margin = winning_margin(rows)
    if margin and isinstance(rows[0], TimeStanding):
        gaps[None] = Bib(rows[0].who), margin
    return gaps
