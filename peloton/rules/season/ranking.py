"""A season: riders, teams and players ranked over many tours (CY-22)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.ranking import TieStep, ranked
from peloton.rules.results import Race
from peloton.rules.season.entrants import Entrant, Entrants, Register
from peloton.rules.season.points import Gain, SeasonScale, Takings, takings


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

    `tours` is how many were ridden, whatever they brought. `tie` names the step that
    parted equal totals. A rider's `team` is the latest one.
    """

    rank: int
    name: str
    team: str
    points: int
    tours: int
    tours_won: int
    stages_won: int
    results: tuple[TourResult, ...]
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
    """What a rider, a team or a player has brought together so far."""

    entrant: Entrant
    tours: int = 0
    tours_won: int = 0
    stages_won: int = 0
    points: dict[str, int] = field(default_factory=dict)

    def add(self, tour: str, gain: Gain) -> None:
        """Count what a tour brought."""
        if gain.points:
            self.points[tour] = self.points.get(tour, 0) + gain.points
        self.tours_won += gain.tours_won
        self.stages_won += gain.stages_won

    def counted(self, best: int) -> list[tuple[str, int]]:
        """Return the points of each tour, the best first; equal ones as ridden."""
        ordered = sorted(self.points.items(), key=lambda item: -item[1])
        return ordered[: best or None]

    def best_tour(self) -> int:
        """Return the most points from one tour."""
        return max(self.points.values(), default=0)


TIES: Mapping[str, Callable[[_Account], int]] = {
    "tours won": lambda account: account.tours_won,
    "stages won": lambda account: account.stages_won,
    "best tour": _Account.best_tour,
}
"""The steps that part equal totals, the higher value first."""


def season(races: Iterable[Race], scale: SeasonScale) -> Season:
    """Rank riders, teams and players over tours scored (see `season_of`)."""
    return season_of((takings(race, scale) for race in races), scale)


def season_of(tours_taken: Iterable[Takings], scale: SeasonScale) -> Season:
    """Rank riders, teams and players over tours, in the order ridden (CY-22).

    A rider's points are the team's and the player's too. Final places count once a
    tour is over, its stages at once; a race of one stage has a scale of its own.
    Only who has points is ranked. Equal totals: the steps of the scale, and who is
    then still equal shares a rank, in the order of the names (GN-3).
    """
    register = Register(scale.same)
    books: dict[Contest, dict[str, _Account]] = {contest: {} for contest in Contest}
    known: dict[int, _Open] = {}
    tours: list[str] = []
    unfinished: list[str] = []
    for taken in tours_taken:
        tours.append(taken.tour.name)
        if not taken.over:
            unfinished.append(taken.tour.name)
        _enter(taken, register, books, known)
    return Season(
        standings={
            contest: tuple(_ranked(book, scale)) for contest, book in books.items()
        },
        tours=tuple(tours),
        unfinished=tuple(unfinished),
        remarks=(*register.namesakes, *register.strangers()),
    )


class _Open(NamedTuple):
    """The accounts of a startlist: of all in it, and whose a rider or team fills."""

    entrants: Entrants
    all: tuple[tuple[_Account, Entrant], ...]
    riders: dict[Bib, tuple[_Account, ...]]
    teams: dict[TeamCode, tuple[_Account, ...]]


def _enter(
    taken: Takings,
    register: Register,
    books: Mapping[Contest, dict[str, _Account]],
    known: dict[int, _Open],
) -> None:
    """Count a tour for everybody in it."""
    entrants, name = register.entrants(taken.tour), taken.tour.name
    opened = known.get(id(entrants))
    if opened is None:
        opened = known[id(entrants)] = _opened(taken.tour, entrants, books)
    for account, entrant in opened.all:
        account.entrant = entrant
        account.tours += 1
    for bib, gain in taken.riders.items():
        for account in opened.riders.get(bib, ()):
            account.add(name, gain)
    for code, gain in taken.teams.items():
        for account in opened.teams.get(code, ()):
            account.add(name, gain)


def _opened(
    tour: Tour, entrants: Entrants, books: Mapping[Contest, dict[str, _Account]]
) -> _Open:
    """Return the accounts behind the bibs and codes of a tour; nobody's are none."""
    found: dict[int, tuple[_Account, Entrant]] = {}

    def account(contest: Contest, entrant: Entrant) -> _Account:
        own = books[contest].setdefault(entrant.key, _Account(entrant))
        found[id(own)] = own, entrant
        return own

    teams: dict[TeamCode, tuple[_Account, ...]]
    riders = {b: account(Contest.RIDERS, e) for b, e in entrants.riders.items()}
    teams = {
        code: (account(Contest.TEAMS, entrant),)
        for code, entrant in entrants.teams.items()
    }
    for code, entrant in entrants.players.items():
        teams[code] += (account(Contest.PLAYERS, entrant),)
    team_of = {r.bib: () if r.team is None else teams[r.team] for r in tour.riders}
    of_riders = {bib: (own, *team_of[bib]) for bib, own in riders.items()}
    return _Open(entrants, tuple(found.values()), of_riders, teams)


def _ranked(book: Mapping[str, _Account], scale: SeasonScale) -> Iterator[SeasonLine]:
    """Rank the accounts that hold points, the most first; equal ones by name."""
    counted = {key: account.counted(scale.best) for key, account in book.items()}
    totals = {key: sum(points for _, points in best) for key, best in counted.items()}
    names = sorted(key for key, total in totals.items() if total)
    steps = [(name, _step(TIES[name], book)) for name in scale.ties]
    named = ((key, totals[key]) for key in names)
    for rank, key, total, tie in ranked(named, steps, highest_first=True):
        account = book[key]
        yield SeasonLine(
            rank=rank,
            name=account.entrant.name,
            team=account.entrant.team,
            points=total,
            tours=account.tours,
            tours_won=account.tours_won,
            stages_won=account.stages_won,
            results=tuple(
                TourResult(tour, points, counts=position < len(counted[key]))
                for position, (tour, points) in enumerate(account.counted(0))
            ),
            tie=tie,
        )


def _step(value: Callable[[_Account], int], book: Mapping[str, _Account]) -> TieStep:
    return lambda everybody: [-value(book[key]) for key in everybody]
