"""The steps of the tie-breaks, by the names a rulebook gives them (CR-15, CY-7)."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import Category, ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.ranking import TieStep
from peloton.rules.rulebook.rulebook import Rulebook

_Who = TypeVar("_Who", bound=str)


def tie_steps(
    name: ClassificationName, stage: Stage, tally: Tally, rulebook: Rulebook
) -> list[tuple[str, TieStep]]:
    """Return the steps of one classification after a stage, in the rulebook's order."""
    steps = (
        (word, _STEPS[word](name, stage, tally))
        for word in rulebook.words(f"ties.{name}")
    )
    return [(word, step) for word, step in steps if step is not None]


def _looked_up(ranks: Mapping[_Who, int], last: int) -> TieStep | None:
    """Look a rank up, whoever has none after all who have; None if nobody has one."""
    if not ranks:
        return None
    # A mapping is invariant in its keys, and bibs and team codes are both text.
    rank_of = cast("Mapping[str, int]", ranks).get
    return lambda everybody: [rank_of(who, last) for who in everybody]


def _lots(name: ClassificationName, stage: Stage, _tally: Tally) -> TieStep | None:
    drawn = stage.lots.get(name, ())
    return _looked_up({who: n for n, who in enumerate(drawn)}, len(drawn))


def _wins(name: ClassificationName, _stage: Stage, tally: Tally) -> TieStep | None:
    return _most(tally.points[name].wins)


def _most(wins: Mapping[_Who, int]) -> TieStep | None:
    if not wins:
        return None
    won = cast("Mapping[str, int]", wins).get
    return lambda everybody: [-won(who, 0) for who in everybody]


def _in_order(values: Sequence[tuple[int, ...]]) -> list[int]:
    """Count up the different values, in their order, and return the number of each."""
    numbers = {value: n for n, value in enumerate(sorted(set(values)))}
    return [numbers[value] for value in values]


def _summit_wins(_name: ClassificationName, _stage: Stage, tally: Tally) -> TieStep:
    """Count summits won, of the hardest category first (RR-5)."""
    wins = [tally.summits.get(category, {}) for category in Category]
    return lambda everybody: _in_order(
        [tuple(-of.get(Bib(who), 0) for of in wins) for who in everybody]
    )


def _team_places(_name: ClassificationName, _stage: Stage, tally: Tally) -> TieStep:
    """Count stages won as a team, then second ranks, and so on (RR-6).

    Ranks without a stage are left out: who has one of the next lower is ahead.
    """
    beyond = len(tally.teams) + 1

    def counts(who: str) -> tuple[int, ...]:
        ranks = sorted(tally.team_ranks.get(TeamCode(who), {}).items())
        return (*(part for rank, times in ranks for part in (rank, -times)), beyond)

    return lambda everybody: _in_order([*map(counts, everybody)])


def _best_rider(_name: ClassificationName, _stage: Stage, tally: Tally) -> TieStep:
    ranks, last = tally.general, len(tally.racing) + 1
    return lambda teams: [
        min((ranks[b] for b in tally.teams[TeamCode(t)] if b in ranks), default=last)
        for t in teams
    ]


_STEPS: Mapping[str, Callable[[ClassificationName, Stage, Tally], TieStep | None]] = {
    "previous general": lambda _, __, tally: _looked_up(
        tally.previous, len(tally.previous) + 1
    ),
    "general": lambda _, __, tally: _looked_up(tally.general, len(tally.general) + 1),
    "latest place": lambda _, __, tally: _looked_up(tally.latest, len(tally.racing)),
    "sum of places": lambda _, __, tally: _looked_up(tally.places, 0),
    "fractions": lambda _, __, tally: _looked_up(tally.fractions, 0),
    "sprint wins": lambda _, __, tally: _most(
        tally.points[ClassificationName.ACTIVE].wins
    ),
    "wins by category": _summit_wins,
    "team places": _team_places,
    "lots": _lots,
    "wins": _wins,
    "best rider": _best_rider,
    # Everybody is in the order of the bibs already.
    "bib": lambda _, __, ___: lambda everybody: range(len(everybody)),
}
