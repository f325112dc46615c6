"""The results of a tour: the values derived from the facts after every stage.

Rows are named tuples because a tour of 198 riders and 21 stages needs fifteen thousand
of them. Creating one takes a third of the time of a dataclass.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import stage_name
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import Phrase

SCORING = 7
"""Version of the scoring; increase it if the same facts yield different results.

Stored results of an older version are then recomputed.
"""


class PlacedRider(NamedTuple):
    """A rider with a place and the time of `leader`; None in games without times."""

    place: int
    bib: Bib
    time: int | None
    leader: Bib | None


class StageLine(NamedTuple):
    """A rider's line in a stage result; times are in ticks, before bonus and penalty.

    The time is that of `leader`, a rider of the same group. `status` is FIN or a
    Reason.
    """

    place: int | None
    bib: Bib
    status: str
    time: int | None
    gap: int | None
    bonus: int
    penalty: int
    points: int
    mountains: int
    leader: Bib | None


class TimeStanding(NamedTuple):
    """A row of a ranking by time, lowest first; `tie` names the step that broke a tie.

    `gap` is None for a team with fewer riders, ranked behind a slower team (CY-18).
    """

    rank: int
    who: str
    time: int
    gap: int | None
    tie: str | None

    @property
    def total(self) -> int:
        """The total by which riders or teams are ranked: the time."""
        return self.time


class PointsStanding(NamedTuple):
    """A row of a ranking by points; `tie` names the step that broke a tie."""

    rank: int
    who: str
    points: int
    tie: str | None

    @property
    def total(self) -> int:
        """The total by which riders or teams are ranked: the points."""
        return self.points


Standing = TimeStanding | PointsStanding
Standings = tuple[TimeStanding, ...] | tuple[PointsStanding, ...]
"""The rows of a classification, in which `who` is a bib or a team code."""
AllStandings = Mapping[ClassificationName, Standings]


def has_leader(
    name: ClassificationName, rows: Standings, counted: frozenset[ClassificationName]
) -> bool:
    """Return whether a classification has a leader (GN-5).

    A classification by points has a leader once its first rider has a point, and one by
    time once a stage has counted for it. `counted` are the classifications for which a
    stage has counted; the young riders' classification uses the general one.
    """
    if rows and isinstance(rows[0], PointsStanding):
        return rows[0].points > 0
    return bool(rows) and name.totals_from in counted


class TeamLine(NamedTuple):
    """A team's line in a stage result, with a time or with points."""

    rank: int
    team: TeamCode
    time: int | None
    points: int | None


class JerseyLine(NamedTuple):
    """The leader of a classification, and who wears its jersey on the next stage."""

    jersey: str
    classification: ClassificationName
    leader: Bib
    wearer: Bib | None


class Award(NamedTuple):
    """Points or seconds that a rider wins or loses at a line, or by a ruling.

    `source` is the label of the sprint, summit or lap, `finish`, or the ruling.
    `towards` is a classification, or `bonus` or `penalty` for seconds. `place` is the
    place for which the award is given, 0 if it is given for something else. `rule` is
    the number of the rule.
    """

    bib: Bib
    towards: str
    amount: int
    source: str
    place: int
    rule: str


def scale_awards(
    order: Sequence[Bib], scale: Sequence[int], source: str, towards: Mapping[str, str]
) -> Iterator[Award]:
    """Yield a scale's awards; `towards` maps classifications or "bonus" to rules."""
    for place, (bib, amount) in enumerate(zip(order, scale, strict=False), 1):
        if amount:
            for name, rule in towards.items():
                yield Award(bib, name, amount, source, place, rule)


def award_sums(awards: Iterable[Award]) -> Counter[Bib]:
    """Return the sum of the amounts of each rider's awards."""
    sums = Counter[Bib]()
    for award in awards:
        sums[award.bib] += award.amount
    return sums


PURSE = "purse"
"""Name of the teams' ranking by money, which is not a classification (CY-17)."""


class PremiumKind(StrEnum):
    """The kinds of premiums by rulebook key, in the order they are listed."""

    POINTS = "money.point"
    STAGE = "money.stage_win"
    JERSEY = "money.wearer"
    OFFER = "money.offer"
    FINAL = "money.final"


class Premium(NamedTuple):
    """Money paid to a team, with the reason; `bib` is the rider who won it, if any."""

    team: TeamCode
    amount: int
    kind: PremiumKind
    why: str
    rule: str
    bib: Bib | None


class PurseLine(NamedTuple):
    """A team's money after a stage: earned on the stage, and in total (CY-16).

    `savings` is the unspent sponsor money; it is not part of the balance.
    """

    team: TeamCode
    earned: int
    balance: int
    savings: int


class TurnLine(NamedTuple):
    """Extra turns of a starter, or of a team for any of its riders (CY-12).

    They are those granted for a stage, used on it, and left after it.
    """

    who: str
    granted: int
    used: int
    left: int

    @property
    def saved(self) -> int:
        """The number saved on earlier stages."""
        return self.left + self.used - self.granted


class TurnLines(NamedTuple):
    """The extra turns of a stage, by starter and by team."""

    riders: tuple[TurnLine, ...] = ()
    teams: tuple[TurnLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StageScore:
    """A stage's result, and every classification and ledger after it.

    `counted` are the classifications for which a stage has counted so far (GN-5). The
    `source` of an award in `final_points` is the classification whose final rank it
    rewards (FR-4).
    """

    number: int
    stage: Stage
    standings: AllStandings
    jerseys: tuple[JerseyLine, ...]
    result: tuple[StageLine, ...] = ()
    team_result: tuple[TeamLine, ...] = ()
    awards: tuple[Award, ...] = ()
    final_points: tuple[Award, ...] = ()
    premiums: tuple[Premium, ...] = ()
    purse: tuple[PurseLine, ...] = ()
    extra_turns: tuple[TurnLine, ...] = ()
    team_turns: tuple[TurnLine, ...] = ()
    counted: frozenset[ClassificationName] = frozenset()

    @property
    def has_places(self) -> bool:
        """Whether any rider has a place on the stage."""
        return any(line.place is not None for line in self.result)

    @property
    def led(self) -> AllStandings:
        """The classifications with a leader after the stage (GN-5)."""
        rankings = self.standings.items()
        return {n: rows for n, rows in rankings if has_leader(n, rows, self.counted)}

    def ranks(self, name: ClassificationName) -> dict[str, int]:
        """Return the rank of each rider or team in a classification."""
        return {row.who: row.rank for row in self.standings.get(name, ())}

    @property
    def title(self) -> Phrase:
        """The number and name of the stage, for a heading."""
        return stage_name(self.number, self.stage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """A scored tour: one score per stage ridden, up to the first stage with errors."""

    tour: Tour
    rulebook: Rulebook
    stages: tuple[StageScore, ...]
    problems: tuple[Problem, ...]

    @property
    def is_over(self) -> bool:
        """True if all planned stages are ridden or cancelled (GN-9)."""
        return bool(self.stages) and len(self.stages) == self.tour.total_stages

    @property
    def is_one_day(self) -> bool:
        """True if the tour is planned as a single stage."""
        return self.tour.total_stages == 1

    def score(self, number: int | None = None) -> StageScore:
        """Return the score of stage `number`, or of the last stage ridden.

        Raises PelotonError if the stage does not exist or is not ridden yet.
        """
        if not self.stages:
            raise PelotonError("no stage has been ridden yet")
        if number is None:
            return self.stages[-1]
        if 0 < number <= len(self.stages):
            return self.stages[number - 1]
        raise PelotonError(
            f"stage {number} has no result;"
            f" the last stage with one is {self.stages[-1].number}"
        )

    @property
    def latest(self) -> StageScore | None:
        """The score of the last stage ridden; None before the first one."""
        return self.stages[-1] if self.stages else None

    def before(self, number: int) -> StageScore | None:
        """Return the score of the last stage ridden before stage `number`, or None."""
        return next((s for s in reversed(self.stages) if s.number < number), None)

    def average_speed(self, number: int) -> tuple[int, int] | None:
        """Return the distance that the winner of a stage rode, and the time it took.

        The distance and time are in spaces and turns (CR-1, CY-1, FI-1), or in
        kilometres and hours (RR-1). The result is None if the length or the number of
        turns is not known (CY-3, CI-1, FR-1).
        """
        score = self.score(number)
        stage, form = score.stage, self.rulebook.mark
        winner = next((line for line in score.result if line.place == 1), None)
        time_trial = stage.kind.against_the_clock
        if winner is None or not form.turns_from_start(time_trial=time_trial):
            return None
        mark = stage.mark_of(winner.leader or winner.bib) if stage.kind.timed else None
        return mark.speed(stage.length or 0) if mark else None
