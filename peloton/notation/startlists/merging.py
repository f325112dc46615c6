"""A startlist of somebody else put into a tour: teams made, riders added or changed."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from peloton.notation.startlists.reading import ImportedStartlist, StartlistLine
from peloton.notation.startlists.words import plain, type_word
from peloton.notation.tour_file.tour import in_order
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour, joining_stage
from peloton.rules.limits import Limit
from peloton.rules.words import without_accents

_OF_RIDER = ("name", "type", "captain", "young", "neutral")


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """A tour with a startlist in it: the teams made, the riders added and changed.

    `lines` has the line of each of them; `faults` are mistakes, each with its place.
    """

    tour: Tour
    teams: tuple[Team, ...]
    added: tuple[Rider, ...]
    changed: tuple[Rider, ...]
    lines: Mapping[Bib, StartlistLine]
    faults: tuple[tuple[str, str], ...]


def merged_startlist(
    tour: Tour, startlist: ImportedStartlist, types: Sequence[str], *, replacing: bool
) -> Merged:
    """Put a startlist into a tour whose game has these rider types.

    A rider whose bib is taken is changed if `replacing`, in what the startlist gives,
    and otherwise a fault. A game without types keeps none.
    """
    register = _Teams(tour.teams)
    was = {rider.bib: rider for rider in tour.riders}
    riders = dict(was)
    faults, joins = list(startlist.faults), joining_stage(tour)
    lines: dict[Bib, StartlistLine] = {}
    for line in startlist.lines:
        bib: Bib = line.fields["bib"]
        if bib in was and not replacing:
            message = f"bib {bib} is on the startlist already: --replace changes it"
            faults.append((line.place(), message))
            continue
        lines[bib] = line
        changes = {key: line.fields[key] for key in _OF_RIDER if key in line.fields}
        if "type" in changes:
            changes["type"] = _type(changes["type"], types)
        if code := register.put(line.fields, replacing=replacing):
            changes["team"] = code
        new = Rider(bib=bib, joins=joins)
        riders[bib] = replace(riders.get(bib, new), **changes)
        if fault := _too_many(len(register.teams), len(riders)):
            faults.append((line.place(), fault))
            break
    teams = tuple(register.teams.values())
    return Merged(
        tour=in_order(replace(tour, teams=teams, riders=tuple(riders.values()))),
        teams=teams[len(tour.teams) :],
        added=tuple(riders[bib] for bib in lines if bib not in was),
        changed=tuple(
            riders[bib] for bib in lines if bib in was and riders[bib] != was[bib]
        ),
        lines=lines,
        faults=tuple(faults),
    )


def _too_many(teams: int, riders: int) -> str:
    """Return which limit so many teams or riders exceed, or ""."""
    if teams > Limit.TEAMS.most:
        return Limit.TEAMS.exceeded
    return Limit.RIDERS.exceeded if riders > Limit.RIDERS.most else ""


def _type(word: str, types: Sequence[str]) -> str | None:
    """Know a type again however it is written; keep none where there are none."""
    known = {plain(each): each for each in types}
    game_type = known.get(plain(word)) or known.get(type_word(word), word)
    return game_type if types else None


class _Teams:
    """The teams by code, found by any of their names without going through all."""

    def __init__(self, teams: Iterable[Team]) -> None:
        self.teams: dict[TeamCode, Team] = {}
        self._by_name: defaultdict[str, dict[TeamCode, None]] = defaultdict(dict)
        self._codes: set[str] = set()
        self._numbers: dict[str, int] = {}
        for team in teams:
            self._keep(team)

    def put(self, fields: Mapping[str, str], *, replacing: bool) -> TeamCode | None:
        """Find the team of a line by its code or its name, or make it; None if none.

        A team is called after its player where it has no other name.
        """
        name, code = fields.get("team", ""), fields.get("code", "")
        word = code or name or fields.get("player", "")
        if not word:
            return None
        team = self._find(word) or Team(code=TeamCode(code or self._new_code(word)))
        given = {"name": "" if name == team.code else name}
        given |= {key: fields.get(key, "") for key in ("player", "colour")}
        kept: dict[str, Any] = {}
        for key, new in given.items():
            was = getattr(team, key)
            kept[key] = new or was if replacing else was or new
        self._keep(replace(team, **kept))
        return team.code

    def _keep(self, team: Team) -> None:
        names, was = _names(team), self.teams.get(team.code)
        # It was called after its player, until it had a name.
        for name in _names(was) - names if was else ():
            del self._by_name[name][team.code]
        for name in names:
            self._by_name[name][team.code] = None
        self.teams[team.code] = team
        self._codes.add(team.code.casefold())

    def _find(self, word: str) -> Team | None:
        codes = self._by_name.get(word.casefold(), {})
        return next((self.teams[code] for code in codes), None)

    def _new_code(self, name: str) -> str:
        """Make a short code: of three words the initials, else how it begins."""
        parts = without_accents(name).split()
        words = ["".join(filter(str.isalnum, part)).upper() for part in parts]
        words = [word for word in words if word] or ["T"]
        telling = [w for w in words if w.casefold() not in _EMPTY_WORDS] or words
        initials = "".join(word[0] for word in telling)
        stem = initials if len(telling) >= _LETTERS else "".join(telling)
        code, short = stem[:_LETTERS], stem[: _LETTERS - 1]
        number = self._numbers.get(short, 1)
        while code.casefold() in self._codes:
            number += 1
            code = f"{short}{number}"
        self._numbers[short] = number
        return code


def _names(team: Team) -> set[str]:
    names = {team.code, team.name} if team.name else {team.code, team.player}
    return {name.casefold() for name in names if name}


_EMPTY_WORDS = {"team", "equipe", "equipo", "ploeg", "equip", "the", "de", "la"}
_LETTERS = 3
