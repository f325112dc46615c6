"""Match riders, teams and players over many tours, by name (CY-22)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from peloton.errors import did_you_mean
from peloton.rules.facts.startlist import (
    Bib,
    Rider,
    Startlist,
    TeamCode,
    comparison_key,
    unplayed_bibs,
)

Groups = tuple[tuple[str, ...], ...]
"""Groups of equivalent names: one tuple for each rider, team or player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aliases:
    """The names in a season that mean the same rider, team or player.

    A rider is given as `name / team` or just `name`. Ghost teams take part in the
    season only if `ghosts` is set.
    """

    riders: Groups = ()
    teams: Groups = ()
    players: Groups = ()
    ghosts: bool = False

    @property
    def groups(self) -> Mapping[str, Groups]:
        """The groups of equivalent names, by kind; empty if there are none."""
        kinds = {"rider": self.riders, "team": self.teams, "player": self.players}
        return {kind: groups for kind, groups in kinds.items() if groups}


class Entrant(NamedTuple):
    """A rider, team or player, with one `key` in all tours; the `name` may vary."""

    key: str
    name: str
    team: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrants:
    """The riders, teams and players of one tour, by bib or team code."""

    riders: Mapping[Bib, Entrant]
    teams: Mapping[TeamCode, Entrant]
    players: Mapping[TeamCode, Entrant]


@dataclass(slots=True)
class Register:
    """The riders, teams and players of the tours read so far.

    `namesakes` contains a remark for each group of riders who have the same name and
    team in one tour. They cannot be matched with riders of other tours.
    """

    aliases: Aliases
    namesakes: list[str] = field(default_factory=list)
    _names: dict[str, dict[str, str]] = field(init=False)
    _riders: dict[tuple[str, str, str], Entrant] = field(default_factory=dict)
    _names_seen: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Map every name to the first name of its group."""
        self._names = {
            kind: {
                comparison_key(name): comparison_key(group[0])
                for group in groups
                for name in group
            }
            for kind, groups in self.aliases.groups.items()
        }

    def entrants(self, startlist: Startlist, tour: str) -> Entrants:
        """Return the entrants of a tour, without unplayed riders (FI-3, GN-7)."""
        ghosts = self.aliases.ghosts
        named = ((team.code, team.name or team.code) for team in startlist.teams)
        teams = {code: self._entrant("team", name) for code, name in named}
        neutral, left_out = (unplayed_bibs(startlist, ghosts=g) for g in (True, ghosts))
        own = (rider for rider in startlist.riders if rider.bib not in neutral)
        riders = {rider.bib: self._rider(rider, teams, tour) for rider in own}
        riders = self._with_unique_keys(riders, tour)
        played = [team for team in startlist.teams if ghosts or not team.ghost]
        return Entrants(
            riders={b: rider for b, rider in riders.items() if b not in left_out},
            teams={team.code: teams[team.code] for team in played},
            players={
                team.code: self._entrant("player", team.player)
                for team in played
                if team.player.strip()
            },
        )

    def unknown_aliases(self) -> tuple[str, ...]:
        """Return a message for each name in `aliases` that occurs in no tour."""
        return tuple(
            f"no {kind} '{name}' in these tours"
            f"{did_you_mean(name, self._names_seen.values())}"
            for kind, groups in self.aliases.groups.items()
            for group in groups
            for name in group
            if comparison_key(name) not in self._names_seen
        )

    def _entrant(self, kind: str, name: str) -> Entrant:
        key = comparison_key(name)
        self._names_seen[key] = name
        return Entrant(self._names.get(kind, {}).get(key, key), name)

    def _rider(
        self, rider: Rider, teams: Mapping[TeamCode, Entrant], tour: str
    ) -> Entrant:
        team = Entrant("", "") if rider.team is None else teams[rider.team]
        if not rider.name.strip():
            return Entrant(_tour_key(rider.bib, tour), f"bib {rider.bib}", team.name)
        seen = rider.name, team.name, team.key
        if seen not in self._riders:
            name = f"{rider.name} / {team.name}" if team.name else rider.name
            own = comparison_key(name)
            self._names_seen[own] = name
            shared = comparison_key(rider.name)
            if team.key:
                shared += f" / {team.key}"
            names = self._names.get("rider", {})
            key = names.get(own) or names.get(shared, shared)
            self._riders[seen] = Entrant(key, rider.name, team.name)
        return self._riders[seen]

    def _with_unique_keys(
        self, riders: dict[Bib, Entrant], tour: str
    ) -> dict[Bib, Entrant]:
        """Give riders of this tour who share a key unique keys, and add a remark."""
        if len({rider.key for rider in riders.values()}) == len(riders):
            return riders
        namesakes: defaultdict[str, list[Bib]] = defaultdict(list)
        for bib, rider in riders.items():
            namesakes[rider.key].append(bib)
        for bibs in namesakes.values():
            if len(bibs) > 1:
                name = riders[bibs[0]].name
                self.namesakes.append(
                    f"'{name}' is bibs {' and '.join(bibs)} in '{tour}':"
                    " counted separately, and not matched with other tours"
                )
                for bib in bibs:
                    riders[bib] = riders[bib]._replace(key=_tour_key(bib, tour))
        return riders


def _tour_key(bib: Bib, tour: str) -> str:
    """Return a rider's key for this tour only; the newline in it occurs in no name."""
    return f"{bib}\n{tour}"
