"""The startlist: riders and their teams."""

from dataclasses import dataclass, field
from typing import NewType
from unicodedata import normalize

Bib = NewType("Bib", str)
"""A rider's identifier on the board, as text: `12`, `A` or `grey`."""

TeamCode = NewType("TeamCode", str)

KEY, MINIMUM = "key", "minimum"
"""Metadata of a dataclass field: its key in a tour file, its smallest number.

By default, the key is the name of the field, and the smallest number is 0.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rider:
    """A rider on the startlist.

    `joins` is the first stage of a rider who joins during the tour (GN-10). A `neutral`
    rider has no player, and takes places but no points (FI-3).
    """

    bib: Bib
    name: str = ""
    team: TeamCode | None = None
    type: str | None = None
    captain: bool = False
    young: bool = False
    neutral: bool = False
    joins: int | None = field(default=None, metadata={MINIMUM: 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team and its player. A ghost team is played by the rules named `ghost`."""

    code: TeamCode
    name: str = ""
    player: str = ""
    colour: str = ""
    ghost: str = ""


@dataclass(frozen=True, slots=True)
class Startlist:
    """The teams of a tour in order, and its riders by team, teamless riders last."""

    teams: tuple[Team, ...] = ()
    riders: tuple[Rider, ...] = ()


def unplayed_bibs(startlist: Startlist, *, ghosts: bool = False) -> frozenset[Bib]:
    """Return the riders without a player: neutral riders and riders of ghost teams.

    With `ghosts`, riders of ghost teams are not returned. Riders without a player can
    win stages but no honours, and are left out of seasons and records.
    """
    teams = {team.code for team in startlist.teams if team.ghost and not ghosts}
    return frozenset(r.bib for r in startlist.riders if r.neutral or r.team in teams)


def comparison_key(label: str) -> str:
    """Return a name in lower case without extra spaces, as a key for comparisons."""
    parts = normalize("NFC", label).casefold().split("/")
    return " / ".join([" ".join(part.split()) for part in parts])
