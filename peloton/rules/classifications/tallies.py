"""The running sums of a race: what each classification remembers between stages.

They live for one fold (`peloton.rules.race`) and are the only values here that change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from peloton.rules.facts.kinds import CLASSIFICATIONS, Category, ClassificationName
from peloton.rules.facts.startlist import Bib, Rider, TeamCode


@dataclass(slots=True)
class PointsTally:
    """Points so far and lines won, in one classification; riders without are absent."""

    points: dict[Bib, int] = field(default_factory=dict)
    wins: dict[Bib, int] = field(default_factory=dict)

    def add(self, bib: Bib, amount: int) -> None:
        """Count points won; negative when they are taken."""
        self.points[bib] = self.points.get(bib, 0) + amount

    def win(self, bib: Bib) -> None:
        """Count a stage, a sprint or a summit won."""
        self.wins[bib] = self.wins.get(bib, 0) + 1

    def copy(self) -> "PointsTally":
        """Return the points and wins as they are now."""
        return PointsTally(self.points.copy(), self.wins.copy())


@dataclass(slots=True)
class Tally:
    """Everything summed so far; `racing` are the riders still in the race.

    `resting` of them miss the next ride (CY-11), and have no time with those left;
    `neutral` riders win nothing (FI-3).
    `startlist`, `racing` and `times` are in the order of the bibs and `teams`, each
    with its riders, of the codes, as every ranking ends on that order. Times are in
    ticks, bonus taken off and penalty added. `fractions` are the thousandths that times
    in time trials leave (RR-2), `summits` the wins by category (RR-5). `team_times` are
    sums of best times of the teams still complete, `team_ranks` counts their ranks on
    stages (RR-6). `purse` is the teams' money and `savings` their sponsor money
    (CY-15); `turns` are the extra turns left, of those whose grants are known so far
    (CY-12), `team_turns` those of the teams. `kept` are the tour's classifications,
    `counted` those that a stage has counted for (GN-5). `previous` and `general` are
    the ranks in the general classification before and after the present stage.
    """

    startlist: Mapping[Bib, Rider]
    neutral: frozenset[Bib]
    teams: Mapping[TeamCode, Sequence[Bib]]
    kept: tuple[ClassificationName, ...]
    racing: dict[Bib, Rider]
    times: dict[Bib, int]
    places: dict[Bib, int] = field(default_factory=dict)
    latest: dict[Bib, int] = field(default_factory=dict)
    points: dict[ClassificationName, PointsTally] = field(
        default_factory=lambda: {
            name: PointsTally() for name, row in CLASSIFICATIONS.items() if row.points
        }
    )
    fractions: dict[Bib, int] = field(default_factory=dict)
    summits: dict[Category, dict[Bib, int]] = field(default_factory=dict)
    team_times: dict[TeamCode, int] = field(default_factory=dict)
    team_ranks: dict[TeamCode, dict[int, int]] = field(default_factory=dict)
    team_points: dict[TeamCode, int] = field(default_factory=dict)
    team_seconds: dict[TeamCode, int] = field(default_factory=dict)
    purse: dict[TeamCode, int] = field(default_factory=dict)
    savings: dict[TeamCode, int] = field(default_factory=dict)
    turns: dict[Bib, int] = field(default_factory=dict)
    counted: frozenset[ClassificationName] = frozenset()
    team_turns: dict[TeamCode, int] = field(default_factory=dict)
    resting: frozenset[Bib] = frozenset()
    previous: Mapping[str, int] = field(default_factory=dict)
    general: Mapping[str, int] = field(default_factory=dict)

    @property
    def starting(self) -> Mapping[Bib, Rider]:
        """The riders who start the next stage, in the order of the bibs."""
        if not self.resting:
            return self.racing
        return {b: rider for b, rider in self.racing.items() if b not in self.resting}

    def copy(self) -> "Tally":
        """Return the sums as they are now, to go on from in another way."""
        return replace(
            self,
            racing=self.racing.copy(),
            times=self.times.copy(),
            places=self.places.copy(),
            latest=self.latest.copy(),
            points={name: each.copy() for name, each in self.points.items()},
            fractions=self.fractions.copy(),
            summits={which: wins.copy() for which, wins in self.summits.items()},
            team_times=self.team_times.copy(),
            team_ranks={team: at.copy() for team, at in self.team_ranks.items()},
            team_points=self.team_points.copy(),
            team_seconds=self.team_seconds.copy(),
            purse=self.purse.copy(),
            savings=self.savings.copy(),
            turns=self.turns.copy(),
            team_turns=self.team_turns.copy(),
        )

    def leave(self, bib: Bib) -> None:
        """Take a rider out of the race, who keeps what was won (GN-1)."""
        self.racing.pop(bib, None)
        self.times.pop(bib, None)
