"""Merge an imported startlist into a tour: add teams, add and change riders."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from peloton.notation.catalogue import builtin_catalogue
from peloton.notation.startlists.reading import ImportedStartlist
from peloton.notation.startlists.words import normalise_word
from peloton.notation.tour_file.reading import sorted_by_team
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.startlist import Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour, joining_stage
from peloton.rules.words import without_accents

_TEAM_KEYS = ("code", "team", "player")
_RIDER_FIELDS = ("name", "type", "captain", "young", "neutral")


def merge_startlist(
    tour: Tour, startlist: ImportedStartlist, types: Sequence[str]
) -> Tour:
    """Merge a startlist into a tour; `types` are the rider types of the tour's game.

    New teams are added after the others. A bib that is already in the tour is added to
    the mistakes in the startlist. Rider types in the startlist are dropped if the game
    has none.
    """
    given = [line.fields.get(key, "") for line in startlist.lines for key in _TEAM_KEYS]
    register = _Teams(tour.teams, given)
    taken = {rider.bib for rider in tour.riders}
    riders: list[Rider] = []
    joins = joining_stage(tour)
    has_types = types and any("type" in line.fields for line in startlist.lines)
    known = _types_by_word(types) if has_types else {}
    for line in startlist.lines:
        bib, fault = line.fields["bib"], ""
        if bib in taken:
            fault = f"bib {bib} is already on the startlist"
        elif "name" in line.places and "name" not in line.fields:
            fault = f"found bib {bib} without a name"
        if fault:
            startlist.report(line.place(), fault)
            continue
        fields = {key: line.fields[key] for key in _RIDER_FIELDS if key in line.fields}
        if word := fields.get("type"):
            fields["type"] = known.get(normalise_word(word), word) if types else None
        code = register.add(line.fields)
        riders.append(Rider(bib=bib, joins=joins, team=code, **fields))
    teams = tuple(register.teams.values())
    return sorted_by_team(replace(tour, teams=teams, riders=(*tour.riders, *riders)))


def _types_by_word(types: Sequence[str]) -> dict[str, str]:
    """Return the game's rider types, keyed by their names in every language."""
    catalogues = [builtin_catalogue(language) for language in Language]
    return {
        normalise_word(word): name
        for name in types
        for word in (name, *(catalogue.get(name, name) for catalogue in catalogues))
    }


class _Teams:
    """The teams of a tour by code, with an index of their codes, names and players.

    A new code is not one of the words `given` for teams: each of them names its team.
    """

    def __init__(self, teams: Iterable[Team], given: Iterable[str]) -> None:
        self.teams: dict[TeamCode, Team] = {}
        self._codes: dict[str, TeamCode] = {}
        self._taken = set(map(str.casefold, given))
        self._numbers: Counter[str] = Counter()
        for team in teams:
            self._store(team)

    def add(self, fields: Mapping[str, str]) -> TeamCode | None:
        """Find or create the team named on a line; None if the line names no team.

        Teams are found by code or name; a team without a name is found by its player.
        What a team already has, such as a colour, is not changed.
        """
        name, code = fields.get("team", ""), fields.get("code", "")
        word = code or name or fields.get("player", "")
        if not word:
            return None
        known = self._codes.get(word.casefold())
        team = Team(code=known or TeamCode(code or self._new_code(word)))
        team = self.teams.get(team.code, team)
        name = team.name or ("" if name == team.code else name)
        player = team.player or fields.get("player", "")
        colour = team.colour or fields.get("colour", "")
        self._store(replace(team, name=name, player=player, colour=colour))
        return team.code

    def _store(self, team: Team) -> None:
        for word in (team.code, team.name or team.player):
            if word:
                self._codes.setdefault(word.casefold(), team.code)
        self._taken.add(team.code.casefold())
        self.teams[team.code] = team

    def _new_code(self, name: str) -> str:
        """Create a team's code: the first letters of its name, if free."""
        words = without_accents(name).upper().split()
        chosen = [word for word in words if word not in _STOP_WORDS] or words
        letters = "".join(filter(str.isalnum, "".join(chosen))) or "T"
        code, short = letters[:_CODE_LENGTH], letters[: _CODE_LENGTH - 1]
        own = name.casefold()
        while (word := code.casefold()) in self._taken and word != own:
            self._numbers[short] += 1
            code = f"{short}{self._numbers[short] + 1}"
        return code


_STOP_WORDS = {"TEAM", "EQUIPE", "EQUIPO", "PLOEG", "EQUIP", "THE", "DE", "LA"}
_CODE_LENGTH = 3
