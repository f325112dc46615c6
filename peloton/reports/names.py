"""Look up the names of riders, teams and players that sheets show."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any
from unicodedata import name as character_name

from peloton.reports.sheet import Cell, Column, ColumnKind, Table, numbers
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.startlist import Bib, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.results import PURSE
from peloton.rules.words import Phrase, phrase

CLASSIFICATION_TITLES: Mapping[str, Phrase] = {
    **{name: row.title for name, row in CLASSIFICATIONS.items()},
    PURSE: phrase("Purse"),
}
"""The titles of the classifications, and of the ranking of the teams by money."""
TEAM_RANKINGS = frozenset({PURSE, ClassificationName.TEAMS})
"""The rankings that rank teams; all others rank riders."""

BIB = Column(phrase("Bib"), ColumnKind.BIB)
RIDER_COLUMNS = (
    BIB,
    Column(phrase("Rider"), weight=3),
    Column(phrase("Team"), weight=2, minor=True),
)
"""The columns for a rider: bib, name and team; see `Names.rider_cells`."""
TEAM_COLUMNS = (Column(phrase("Code"), code=True), Column(phrase("Team"), weight=3))
"""The columns for a team: code and name."""
RANK, PLACED, POINTS = numbers(phrase("Rank"), phrase("Place"), phrase("Points"))
TIMES = Column(phrase("Time"), ColumnKind.TIME), Column(phrase("Gap"), ColumnKind.GAP)
"""The columns for a time and its gap to the best time."""
BONUS = Column(phrase("Bonus"), ColumnKind.TIME)
NOTE = Column(phrase("Note"), weight=1, footnotes=True)
FEWER_RIDERS = phrase("fewer riders")
"""The note on a team with fewer riders that is ranked behind a slower team (CY-18)."""


_Part = tuple[tuple[Column, ...], Callable[[Any], tuple[Cell, ...]]]
"""Columns of a table, and the function that returns their cells for a record."""

_MAX_INITIALS = 2
"""Last words of up to this length are initials, not surnames, as in `Red S`."""


class Names:
    """The names of riders and teams in a tour, with bibs and codes as fallbacks."""

    def __init__(self, tour: Tour) -> None:
        """Index the riders and teams of a startlist."""
        self._riders = {rider.bib: rider for rider in tour.riders}
        self._teams = {team.code: team for team in tour.teams}

    def rider(self, bib: str) -> str:
        """Return the name of a rider, or the bib if there is no name."""
        rider = self._riders.get(Bib(bib))
        return rider.name or bib if rider else bib

    def short_name(self, bib: str) -> str:
        """Return the last word of a rider's name, or the whole name.

        The last word is not used if it has one or two letters, if another rider's name
        also ends with it, or if it is not in Latin letters, because then the family
        name may come first.
        """
        name = self.rider(bib)
        last = name.split()[-1] if name.split() else name
        latin = all("LATIN" in character_name(c, "") for c in last if c.isalpha())
        own = self._last_words[last] == 1 and len(last) > _MAX_INITIALS
        return last if own and latin else name

    @cached_property
    def _last_words(self) -> Counter[str]:
        return Counter(
            r.name.split()[-1] for r in self._riders.values() if r.name.split()
        )

    def bib_and_name(self, bib: str) -> str:
        """Return a rider's bib, followed by the name if there is one."""
        name = self.rider(bib)
        return bib if name == bib else phrase("{bib} {rider}", bib=bib, rider=name)

    def titles(self, bib: str) -> tuple[str, str]:
        """Return the title and the name of a rider's sheet: `7 Leo` and `Rider 7`."""
        name = phrase("{what} {number}", what=phrase("Rider"), number=bib)
        return name if self.rider(bib) == bib else self.bib_and_name(bib), name

    def team(self, code: str) -> str:
        """Return the name of a team, or the code if there is no name."""
        team = self._teams.get(TeamCode(code))
        return team.name or code if team else code

    def team_of(self, bib: str) -> str:
        """Return the name of a rider's team; empty if the rider has no team."""
        team = self._team(bib)
        return team.name or team.code if team else ""

    def rider_cells(self, bib: str) -> tuple[str, str, str]:
        """Return the cells of a rider: bib, name and team (RIDER_COLUMNS)."""
        return bib, self.rider(bib), self.team_of(bib)

    def who(self, ranking: str, who: str) -> str:
        """Return the name of a rider or, in a ranking of teams, of a team."""
        return self.team(who) if ranking in TEAM_RANKINGS else self.rider(who)

    @property
    def riders(self) -> _Part:
        """The columns of records with a `bib`, for `record_table`."""
        return RIDER_COLUMNS, lambda record: self.rider_cells(record.bib)

    @property
    def teams(self) -> _Part:
        """The columns of records with a `team` code, for `record_table`."""
        return TEAM_COLUMNS, lambda record: (record.team, self.team(record.team))

    def ranked(self, ranking: str) -> _Part:
        """Return the columns of a ranking's rows, which have a bib or code `who`."""
        if ranking in TEAM_RANKINGS:
            return TEAM_COLUMNS, lambda row: (row.who, self.team(row.who))
        return RIDER_COLUMNS, lambda row: self.rider_cells(row.who)

    def player_of(self, bib: str) -> str:
        """Return the name of the player who leads a rider's team; empty if unknown."""
        team = self._team(bib)
        return team.player if team else ""

    def _team(self, bib: str) -> Team | None:
        rider = self._riders.get(Bib(bib))
        return self._teams.get(rider.team) if rider and rider.team else None


def use_team_codes(table: Table, tour: Tour) -> Table:
    """Return a table with team codes instead of names."""
    team = RIDER_COLUMNS[2]
    if not {BIB, team} <= {*table.columns}:
        return table
    codes: dict[Cell, str] = {rider.bib: rider.team or "" for rider in tour.riders}
    at, bib = table.columns.index(team), table.columns.index(BIB)
    cells = (codes.get(row[bib], row[at]) for row in table.rows)
    return table.with_column(at, team, cells)


def team_code_and_name(team: Team) -> str:
    """Return the code and name of a team, or only the code."""
    if not team.name:
        return team.code
    return phrase("{code}: {team}", code=team.code, team=team.name)


def first_rows(table: Table, top: int) -> Table:
    """Return a table with only the rows of ranks or places 1 to `top`.

    A table without ranks or places is returned unchanged.
    """
    if table.columns[:1] not in ((RANK,), (PLACED,)):
        return table
    rows = (row for row in table.rows if isinstance(row[0], int) and row[0] <= top)
    return replace(table, rows=tuple(rows))
