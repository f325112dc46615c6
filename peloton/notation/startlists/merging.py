"""Merge an imported startlist into a tour: add teams, add and change riders."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from peloton.notation.catalogue import builtin_catalogue
from peloton.notation.startlists.reading import (
    Fault,
    ImportedStartlist,
    StartlistLine,
)
from peloton.notation.startlists.words import normalise_word
from peloton.notation.tour_file.tour import sorted_by_team
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour, joining_stage
from peloton.rules.limits import Limit
from peloton.rules.words import without_accents

_RIDER_FIELDS = ("name", "type", "captain", "young", "neutral")


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedTour:
    """A tour merged with a startlist: its new teams, added riders and changed riders.

    `lines` holds each rider's startlist line; `faults` are mistakes with their
    locations.
    """

    tour: Tour
    teams: tuple[Team, ...]
    added: tuple[Rider, ...]
    changed: tuple[Rider, ...]
    lines: Mapping[Bib, StartlistLine]
    faults: tuple[Fault, ...]


def merge_startlist(
    tour: Tour, startlist: ImportedStartlist, types: Sequence[str], *, replacing: bool
) -> MergedTour:
    """Merge a startlist into a tour; `types` are the rider types of the tour's game.

    A bib already in the tour is a mistake, unless `replacing` is true: then the fields
    in the startlist override the rider's fields. Rider types in the startlist are
    dropped if the game has none.
    """
    register = _Teams(tour.teams)
    before = {rider.bib: rider for rider in tour.riders}
    riders = dict(before)
    faults, joins = list(startlist.faults), joining_stage(tour)
    lines = dict[Bib, StartlistLine]()
    has_types = types and any("type" in line.fields for line in startlist.lines)
    known = _types_by_word(types) if has_types else {}
    for line in startlist.lines:
        bib: Bib = line.fields["bib"]
        if fault := _rider_fault(line, known=bib in before, replacing=replacing):
            faults.append(Fault(line.place(), fault))
            continue
        lines[bib] = line
        changes = {key: line.fields[key] for key in _RIDER_FIELDS if key in line.fields}
        if word := changes.get("type"):
            changes["type"] = known.get(normalise_word(word), word) if types else None
        if code := register.add(line.fields, replacing=replacing):
            changes["team"] = code
        new = Rider(bib=bib, joins=joins)
        riders[bib] = replace(riders.get(bib, new), **changes)
        if fault := _too_many(len(register.teams), len(riders)):
            faults.append(Fault(line.place(), fault))
            break
    teams = tuple(register.teams.values())
    return MergedTour(
        tour=sorted_by_team(replace(tour, teams=teams, riders=tuple(riders.values()))),
        teams=teams[len(tour.teams) :],
        added=tuple(riders[bib] for bib in lines if bib not in before),
        changed=tuple(
            riders[bib] for bib in lines if bib in before and riders[bib] != before[bib]
        ),
        lines=lines,
        faults=tuple(faults),
    )


def _rider_fault(line: StartlistLine, *, known: bool, replacing: bool) -> str:
    """Return an error message if a rider is in the tour or has no name, else ""."""
    bib = line.fields["bib"]
    if known and not replacing:
        return f"bib {bib} is already on the startlist: --replace changes it"
    if known or "name" in line.fields or "name" not in line.places:
        return ""
    return f"found bib {bib} without a name"


def _too_many(teams: int, riders: int) -> str:
    """Return an error message if there are too many teams or riders, else ""."""
    if teams > Limit.TEAMS.most:
        return Limit.TEAMS.exceeded
    return Limit.RIDERS.exceeded if riders > Limit.RIDERS.most else ""


def _types_by_word(types: Sequence[str]) -> dict[str, str]:
    """Return the game's rider types, keyed by their names in every language."""
    catalogues = [builtin_catalogue(language) for language in Language]
    return {
        normalise_word(word): name
        for name in types
        for word in (name, *(catalogue.get(name, name) for catalogue in catalogues))
    }


class _Teams:
    """The teams of a tour by code, with an index of their codes, names and players."""

    def __init__(self, teams: Iterable[Team]) -> None:
        self.teams: dict[TeamCode, Team] = {}
        self._codes: dict[str, TeamCode] = {}
        self._numbers: Counter[str] = Counter()
        for team in teams:
            self._store(team)

    def add(self, fields: Mapping[str, str], *, replacing: bool) -> TeamCode | None:
        """Find or create the team named on a line; None if the line names no team.

        Teams are found by code or name; a team without a name is found by its player.
        """
        name, code = fields.get("team", ""), fields.get("code", "")
        word = code or name or fields.get("player", "")
        if not word:
            return None
        if word.casefold() in self._codes:
            team = self.teams[self._codes[word.casefold()]]
        else:
            team = Team(code=TeamCode(code or self._new_code(word)))
        given = {"name": "" if name == team.code else name}
        given |= {key: fields.get(key, "") for key in ("player", "colour")}
        merged: dict[str, Any] = {}
        for key, new in given.items():
            old = getattr(team, key)
            merged[key] = new or old if replacing else old or new
        self._store(replace(team, **merged))
        return team.code

    def _store(self, team: Team) -> None:
        for word in (team.code, team.name or team.player):
            if word:
                self._codes.setdefault(word.casefold(), team.code)
        self.teams[team.code] = team

    def _new_code(self, name: str) -> str:
        """Create a team's code: the first letters of its name, if free."""
        words = without_accents(name).upper().split()
        chosen = [word for word in words if word not in _STOP_WORDS] or words
        letters = "".join(filter(str.isalnum, "".join(chosen))) or "T"
        code, short = letters[:_CODE_LENGTH], letters[: _CODE_LENGTH - 1]
        while code.casefold() in self._codes:
            self._numbers[short] += 1
            code = f"{short}{self._numbers[short] + 1}"
        return code


_STOP_WORDS = {"TEAM", "EQUIPE", "EQUIPO", "PLOEG", "EQUIP", "THE", "DE", "LA"}
_CODE_LENGTH = 3
