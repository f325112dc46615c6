"""The maximum money that a team can still win, on remaining stages and at the end."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.ledgers.money import shared_purses
from peloton.rules.outlook.stakes import Stakes, sum_of_largest
from peloton.rules.results import PurseLine
from peloton.rules.rulebook.rulebook import Rulebook, Scale

_PAID = ClassificationName.POINTS, ClassificationName.MOUNTAINS


class Contender(NamedTuple):
    """A rider or team that can be ranked in a classification at the end of the tour.

    `never_ties` is True if a tie-break step always separates it from the others.
    """

    can_win: bool
    never_ties: bool


class FinalPremiums(NamedTuple):
    """The final premiums of a classification by rank, with its contenders by team.

    `leader` is the team of the current leader, None if nobody leads (GN-5).
    """

    amounts: Scale
    contenders: Mapping[TeamCode | None, Sequence[Contender]]
    leader: TeamCode | None

    def most(self, team: TeamCode) -> int:
        """Return the most a team can win; riders who share a rank get the same sum."""
        own = self.contenders.get(team, ())
        amounts = self.amounts[0 if any(rider.can_win for rider in own) else 1 :]
        best = max(amounts, default=0)
        sharing = sum(not rider.never_ties for rider in own)
        shared = max(sharing - 1, 0) * best
        return min(len(own) * best, sum_of_largest(amounts, len(own)) + shared)

    @property
    def sure(self) -> Counter[TeamCode]:
        """The leader's premium if nobody else can win it, else empty."""
        able = [
            t for t, own in self.contenders.items() for rider in own if rider.can_win
        ]
        if self.leader is None or able != [self.leader]:
            return Counter()
        return Counter({self.leader: sum(self.amounts[:1])})


def remaining_premiums(
    riders: int,
    ranked: Container[ClassificationName],
    stakes: Iterable[Stakes],
    rulebook: Rulebook,
) -> int | None:
    """Return the most that `riders` of a team can win on remaining stages (CY-16).

    They can win each stage once, and wear each jersey once after it, if its
    classification is in `ranked`. None if the points of a stage have no known maximum.
    """
    amounts = zip(rulebook.jerseys, rulebook.scale("money.wearer"), strict=False)
    jerseys = [money for jersey, money in amounts if jersey.classification in ranked]
    total = 0
    for stage_stakes in stakes:
        if riders and not stage_stakes.stage.kind.outside_the_tour:
            total += rulebook.number("money.stage_win") + sum_of_largest(
                jerseys, riders
            )
        for name in _PAID:
            if rulebook.counts(stage_stakes.stage, name):
                if name in stage_stakes.uncounted:
                    return None
                rate = rulebook.number("money.point")
                total += rate * stage_stakes.best(name, riders)
    return total


def remaining_offers(
    purse: Iterable[PurseLine], stages: int, tour: Tour, rulebook: Rulebook
) -> int:
    """Return the most that all sponsors can offer on `stages` stages (CY-15)."""
    savings = {line.team: line.savings for line in purse}
    purses = {teams[0] for teams in shared_purses(tour, rulebook).values()}
    offer = rulebook.number("money.offer")
    return sum(savings[team] + stages * offer for team in purses) if stages else 0
