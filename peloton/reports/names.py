"""The names of riders, teams and players, as a sheet writes them."""

from peloton.reports.sheet import Column, ColumnKind, numbers
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.startlist import Bib, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.words import phrase

CLASSIFICATION_TITLES = {name: row.title for name, row in CLASSIFICATIONS.items()}

BIB = Column(phrase("Bib"), ColumnKind.BIB)
RIDER_COLUMNS = (
    BIB,
    Column(phrase("Rider"), weight=3),
    Column(phrase("Team"), weight=2, minor=True),
)
"""The columns that `Names.rider_cells` fills."""
TEAM_COLUMNS = (
    Column(phrase("Code"), code=True),
    Column(phrase("Team"), weight=3),
)
"""The columns that `Names.team_cells` fills."""
RANK, PLACED, POINTS = numbers(phrase("Rank"), phrase("Place"), phrase("Points"))
TIMES = Column(phrase("Time"), ColumnKind.TIME), Column(phrase("Gap"), ColumnKind.GAP)
"""A time, and the gap behind the first."""
BONUS = Column(phrase("Bonus"), ColumnKind.TIME)
NOTE = Column(phrase("Note"), weight=1, footnotes=True)
FEWER_RIDERS = phrase("fewer riders")
"""The note beside a team that ranks behind a slower one (CY-18)."""


def who_columns(name: ClassificationName) -> tuple[Column, ...]:
    """Return the columns for riders, or for teams (`Names.who_cells`)."""
    return TEAM_COLUMNS if name is ClassificationName.TEAMS else RIDER_COLUMNS


SHORT = 5
"""The most letters of a code that is written in place of a team's name."""


class Names:
    """The names of one tour; a rider or team without one has the bib or code."""

    def __init__(self, tour: Tour, *, codes: bool = False) -> None:
        """Look the startlist up once.

        With `codes` a rider's team is its code, or nothing if it is over SHORT.
        """
        self.codes = codes
        self._riders = {rider.bib: rider for rider in tour.riders}
        self._teams = {team.code: team for team in tour.teams}

    def rider(self, bib: str) -> str:
        """Name a rider, by bib where the startlist has no name."""
        rider = self._riders.get(Bib(bib))
        return rider.name or bib if rider else bib

    def with_bib(self, bib: str) -> str:
        """Write the bib of a rider, and the name behind it if there is one."""
        name = self.rider(bib)
        return bib if name == bib else phrase("{bib} {rider}", bib=bib, rider=name)

    def titles(self, bib: str) -> tuple[str, str]:
        """Head a sheet about a rider, and name it: `7 Leo` and `Rider 7`."""
        name = phrase("{what} {number}", what=phrase("Rider"), number=bib)
        return name if self.rider(bib) == bib else self.with_bib(bib), name

    def team(self, code: str) -> str:
        """Name a team, by code where it has no name."""
        team = self._teams.get(TeamCode(code))
        return team.name or code if team else code

    def team_of(self, bib: str) -> str:
        """Name the team of a rider; empty without one."""
        team = self._team(bib)
        if team is None:
            return ""
        if self.codes:
            return team.code if len(team.code) <= SHORT else ""
        return team.name or team.code

    def rider_cells(self, bib: str) -> tuple[str, str, str]:
        """Write a rider in a row: bib, name and team (RIDER_COLUMNS)."""
        return bib, self.rider(bib), self.team_of(bib)

    def team_cells(self, code: str) -> tuple[str, str]:
        """Write a team in a row: code and name (TEAM_COLUMNS)."""
        return code, self.team(code)

    def who_cells(self, name: ClassificationName, who: str) -> tuple[str, ...]:
        """Write a rider, or a team in the team classification (`who_columns`)."""
        by_team = name is ClassificationName.TEAMS
        return self.team_cells(who) if by_team else self.rider_cells(who)

    def player_of(self, bib: str) -> str:
        """Name who plays the team of a rider; empty if nobody is known to."""
        team = self._team(bib)
        return team.player if team else ""

    def _team(self, bib: str) -> Team | None:
        rider = self._riders.get(Bib(bib))
        return self._teams.get(rider.team) if rider and rider.team else None


def named_team(team: Team) -> str:
    """Name a team by its code and its name."""
    if not team.name:
        return team.code
    return phrase("{code}: {team}", code=team.code, team=team.name)
