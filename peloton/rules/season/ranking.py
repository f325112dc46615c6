"""A season: riders, teams and players ranked over many tours (CY-22)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import nlargest
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from peloton.rules.facts.startlist import Startlist
from peloton.rules.ranking import TieStep, ranked
from peloton.rules.results import made
from peloton.rules.season.entrants import Entrant, Entrants, Register
from peloton.rules.season.points import Gains, SeasonScale, Takings

_AT_ONCE = 500
"""How many tours are counted together."""


class Contest(StrEnum):
    """The three rankings of a season."""

    RIDERS = "riders"
    TEAMS = "teams"
    PLAYERS = "players"


class TourResult(NamedTuple):
    """What one tour brought; only the best ones count (`SeasonScale.best`)."""

    tour: str
    points: int
    counts: bool


class SeasonLine(NamedTuple):
    """A rank in the season; `results` are those tours that brought points, best first.

    `counting` of them count, even where not all are told. `tours` is how many were
    ridden, whatever they brought. `tie` names the step that parted equal totals. A
    rider's `team` is the latest one.
    """

    rank: int
    name: str
    team: str
    points: int
    tours: int
    tours_won: int
    stages_won: int
    results: tuple[TourResult, ...]
    counting: int
    tie: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A season ranked: who, over which tours, and remarks for the leader."""

    standings: Mapping[Contest, tuple[SeasonLine, ...]]
    tours: tuple[str, ...]
    unfinished: tuple[str, ...]
    remarks: tuple[str, ...]


@dataclass(slots=True)
class _Account:
    """What a rider, a team or a player has brought together so far.

    `points` are by the number of the tour, and only those of tours that brought any.
    """

    entrant: Entrant
    tours: int = 0
    tours_won: int = 0
    stages_won: int = 0
    points: dict[int, int] = field(default_factory=dict)

    def bring(
        self, tours: Iterable[int], points: Iterable[int], won: int, stages: int
    ) -> None:
        """Add the points of some tours, and how many tours and stages were won."""
        self.tours_won += won
        self.stages_won += stages
        own = self.points
        for tour, amount in zip(tours, points, strict=True):
            if amount:
                own[tour] = own.get(tour, 0) + amount

    def total(self, best: int) -> int:
        """Return the points of the best tours; 0: of all."""
        points = self.points.values()
        return sum(nlargest(best, points) if best else points)

    def results(
        self, best: int, tours: Sequence[str], most: int | None
    ) -> tuple[TourResult, ...]:
        """Return the points of tours, the best first; equal ones as ridden."""
        ridden = sorted(self._best_of(most))
        ridden = sorted(ridden, key=itemgetter(1), reverse=True)[:most]
        count = best or len(self.points)
        lines = (
            (tours[number], points, place < count)
            for place, (number, points) in enumerate(ridden)
        )
        return made(TourResult, lines)

    def _best_of(self, most: int | None) -> Iterable[tuple[int, int]]:
        """Return the tours with points, all but what is not among the `most` best."""
        if most is None or most >= len(self.points):
            return self.points.items()
        least = nlargest(most, self.points.values())[-1]
        return (brought for brought in self.points.items() if brought[1] >= least)

    def best_tour(self) -> int:
        """Return the most points from one tour."""
        return max(self.points.values(), default=0)


TIES: Mapping[str, Callable[[_Account], int]] = {
    "tours won": lambda account: account.tours_won,
    "stages won": lambda account: account.stages_won,
    "best tour": _Account.best_tour,
}
"""The steps that part equal totals, the higher value first."""


def season_of(
    tours_taken: Iterable[Takings], scale: SeasonScale, *, most: int | None = None
) -> Season:
    """Rank riders, teams and players over tours, in the order ridden (CY-22).

    A rider's points are the team's and the player's too. Final places count once a
    tour is over, its stages at once; a race of one stage has a scale of its own.
    Only who has points is ranked. Equal totals: the steps of the scale, and who is
    then still equal shares a rank, in the order of the names (GN-3). Of the results of
    each the `most` best are told; without it all.
    """
    register = Register(scale.same)
    books: dict[Contest, dict[str, _Account]] = {contest: {} for contest in Contest}
    known: dict[int, _Open] = {}
    tours: list[str] = []
    unfinished: list[str] = []
    coming = iter(tours_taken)
    while some := [*islice(coming, _AT_ONCE)]:
        _count(some, len(tours), register, books, known)
        tours += [taken.tour for taken in some]
        unfinished += [taken.tour for taken in some if not taken.over]
    # The last one has its names of the latest tour.
    for opened in known.values():
        for account, entrant in opened.all:
            account.entrant = entrant
            account.tours += opened.tours
    return Season(
        standings={
            contest: tuple(_ranked(book, scale, tours, most))
            for contest, book in books.items()
        },
        tours=tuple(tours),
        unfinished=tuple(unfinished),
        remarks=(*register.namesakes, *register.strangers()),
    )


_Whose = Mapping[str, tuple[_Account, ...]]
"""The accounts that a bib, or the code of a team, fills."""

_Alike = tuple[_Whose, list[int], list[Gains]]
"""What tours, by their numbers, brought to the same riders or teams."""


@dataclass(slots=True)
class _Open:
    """The accounts of a startlist: of all in it, and those of its riders and teams.

    `tours` is how many had it.
    """

    entrants: Entrants
    all: tuple[tuple[_Account, Entrant], ...]
    whose: tuple[_Whose, _Whose]
    tours: int = 0


def _count(
    some: Iterable[Takings],
    first: int,
    register: Register,
    books: Mapping[Contest, dict[str, _Account]],
    known: dict[int, _Open],
) -> None:
    """Count some tours, numbered from the first on, for everybody in them."""
    alike: dict[tuple[int, tuple[str, ...]], _Alike] = {}
    for number, taken in enumerate(some, first):
        entrants = register.entrants(taken.startlist, taken.tour)
        opened = known.pop(id(entrants), None)
        opened = opened or _opened(taken.startlist, entrants, books)
        known[id(entrants)] = opened
        opened.tours += 1
        for whose, gains in zip(opened.whose, taken[3:], strict=True):
            key = id(whose), tuple(gains.who)
            _, numbers, gained = alike.setdefault(key, (whose, [], []))
            numbers.append(number)
            gained.append(gains)
    for brought in alike.values():
        _enter(*brought)


def _enter(whose: _Whose, tours: Sequence[int], gained: Sequence[Gains]) -> None:
    """Count what tours brought to the same riders or teams, for each at once."""
    points, won, stages = (
        zip(*(gains[column] for gains in gained), strict=True) for column in (1, 2, 3)
    )
    lines = gained[0].who, points, map(sum, won), map(sum, stages)
    for who, amounts, tours_won, stages_won in zip(*lines, strict=True):
        for account in whose.get(who, ()):
            account.bring(tours, amounts, tours_won, stages_won)


def _opened(
    startlist: Startlist,
    entrants: Entrants,
    books: Mapping[Contest, dict[str, _Account]],
) -> _Open:
    """Return the accounts behind the bibs and codes of a tour; nobody's are none."""
    found: dict[int, tuple[_Account, Entrant]] = {}

    def account(contest: Contest, entrant: Entrant) -> _Account:
        own = books[contest].setdefault(entrant.key, _Account(entrant))
        found[id(own)] = own, entrant
        return own

    teams: dict[str, tuple[_Account, ...]]
    teams = {
        code: (account(Contest.TEAMS, entrant),)
        for code, entrant in entrants.teams.items()
    }
    for code, entrant in entrants.players.items():
        teams[code] += (account(Contest.PLAYERS, entrant),)
    team_of = {rider.bib: rider.team or "" for rider in startlist.riders}
    riders: _Whose = {
        bib: (account(Contest.RIDERS, entrant), *teams.get(team_of[bib], ()))
        for bib, entrant in entrants.riders.items()
    }
    return _Open(entrants, tuple(found.values()), (riders, teams))


def _ranked(
    book: Mapping[str, _Account],
    scale: SeasonScale,
    tours: Sequence[str],
    most: int | None,
) -> Iterator[SeasonLine]:
    """Rank the accounts that hold points, the most first; equal ones by name."""
    totals = {key: account.total(scale.best) for key, account in book.items()}
    names = sorted(key for key, total in totals.items() if total)
    steps = [(name, _step(TIES[name], book)) for name in scale.ties]
    named = {key: totals[key] for key in names}
    for rank, key, total, tie in ranked(named, steps, highest_first=True).rows:
        account = book[key]
        yield SeasonLine(
            rank=rank,
            name=account.entrant.name,
            team=account.entrant.team,
            points=total,
            tours=account.tours,
            tours_won=account.tours_won,
            stages_won=account.stages_won,
            results=account.results(scale.best, tours, most),
            counting=min(scale.best or len(tours), len(account.points)),
            tie=tie,
        )


def _step(value: Callable[[_Account], int], book: Mapping[str, _Account]) -> TieStep:
    return lambda everybody: [-value(book[key]) for key in everybody]
