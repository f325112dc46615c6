"""The steps of the tie-breaks, by the names a rulebook gives them (CR-15, CY-7)."""

from collections.abc import Callable, Mapping
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
    return [
        (word, _STEPS[word](name, stage, tally))
        for word in rulebook.words(f"ties.{name}")
    ]


def _looked_up(ranks: Mapping[_Who, int], last: int) -> TieStep:
    """Look a rank up; whoever has none comes after all who have."""
    # A mapping is invariant in its keys, and bibs and team codes are both text.
    rank_of = cast("Mapping[str, int]", ranks).get
    return lambda who: rank_of(who, last)


def _lots(name: ClassificationName, stage: Stage, _tally: Tally) -> TieStep:
    drawn = stage.lots.get(name, ())
    return _looked_up({who: n for n, who in enumerate(drawn)}, len(drawn))


def _wins(name: ClassificationName, _stage: Stage, tally: Tally) -> TieStep:
    return _most(tally.points[name].wins)


def _most(wins: Mapping[Bib, int]) -> TieStep:
    return lambda who: -wins.get(Bib(who), 0)


def _summit_wins(_name: ClassificationName, _stage: Stage, tally: Tally) -> TieStep:
    """Count summits won, of the hardest category first (RR-5)."""
    wins = [tally.summits.get(category, {}) for category in Category]
    return lambda who: tuple(-each.get(Bib(who), 0) for each in wins)


def _team_places(_name: ClassificationName, _stage: Stage, tally: Tally) -> TieStep:
    """Count stages won as a team, then second ranks, and so on (RR-6)."""
    last = len(tally.teams)

    def counts(who: str) -> tuple[int, ...]:
        ranks = tally.team_ranks.get(TeamCode(who), {})
        return tuple(-ranks.get(rank, 0) for rank in range(1, last + 1))

    return counts


def _best_rider(_name: ClassificationName, _stage: Stage, tally: Tally) -> TieStep:
    best: dict[TeamCode, int] = {}
    last = len(tally.racing) + 1
    for bib, rider in tally.racing.items():
        if rider.team is not None:
            rank = tally.general.get(bib, last)
            best[rider.team] = min(rank, best.get(rider.team, rank))
    return _looked_up(best, last)


def _bib(_name: ClassificationName, _stage: Stage, tally: Tally) -> TieStep:
    return _looked_up({bib: n for n, bib in enumerate(tally.racing)}, 0)


_STEPS: Mapping[str, Callable[[ClassificationName, Stage, Tally], TieStep]] = {
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
    "bib": _bib,
}
