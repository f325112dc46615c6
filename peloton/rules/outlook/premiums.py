"""The most money that a team can still win: on the stages to come, and at the end."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.ledgers.money import shared_purses
from peloton.rules.outlook.stakes import Stakes, top
from peloton.rules.results import PurseLine
from peloton.rules.rulebook.rulebook import Rulebook, Scale

_PAID = ClassificationName.POINTS, ClassificationName.MOUNTAINS


class Contender(NamedTuple):
    """A rider or team that can be ranked in a classification at the end of the tour.

    `first` says whether in first place; `alone` whether a tie step parts it from
    everybody else.
    """

    first: bool
    alone: bool


class FinalPremiums(NamedTuple):
    """The final premiums of a classification by rank, and who can still win them.

    `contenders` are listed by team. `leader` is the team of the present leader, None
    where nobody leads (GN-5).
    """

    amounts: Scale
    contenders: Mapping[TeamCode | None, Sequence[Contender]]
    leader: TeamCode | None

    def most(self, team: TeamCode) -> int:
        """Return the most a team can win: each rank once, but for those it shares."""
        own = self.contenders.get(team, ())
        amounts = self.amounts[0 if any(rider.first for rider in own) else 1 :]
        best = max(amounts, default=0)
        sharing = sum(not rider.alone for rider in own)
        shared = max(sharing - 1, 0) * best
        return min(len(own) * best, top(amounts, len(own)) + shared)

    @property
    def sure(self) -> Counter[TeamCode]:
        """The premium of a leader whom nobody can pass."""
        able = [t for t, own in self.contenders.items() for rider in own if rider.first]
        if self.leader is None or able != [self.leader]:
            return Counter()
        return Counter({self.leader: sum(self.amounts[:1])})


def premiums_to_come(
    riders: int,
    ranked: Container[ClassificationName],
    stakes: Iterable[Stakes],
    rulebook: Rulebook,
) -> int | None:
    """Add up what so many riders of a team can win on stages to come (CY-16).

    They win a stage once, and wear each jersey of a classification in which they can
    be `ranked` once. None where nobody knows how many points there will be.
    """
    amounts = zip(rulebook.jerseys, rulebook.scale("money.wearer"), strict=False)
    jerseys = [money for jersey, money in amounts if jersey.classification in ranked]
    total = 0
    for to_come in stakes:
        if riders and not to_come.stage.kind.outside_the_tour:
            total += rulebook.number("money.stage_win") + top(jerseys, riders)
        for name in _PAID:
            if rulebook.counts(to_come.stage, name):
                if name in to_come.uncounted:
                    return None
                rate = rulebook.number("money.point")
                total += rate * to_come.best(name, riders)
    return total


def offers_to_come(
    purse: Iterable[PurseLine], stages: int, tour: Tour, rulebook: Rulebook
) -> int:
    """Add up what all sponsors have saved, and can offer on so many stages (CY-15)."""
    savings = {line.team: line.savings for line in purse}
    purses = {teams[0] for teams in shared_purses(tour, rulebook).values()}
    a_stage = rulebook.number("money.offer")
    return sum(savings[team] + stages * a_stage for team in purses) if stages else 0
