"""A startlist of somebody else put into a tour: teams made, riders added or changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from unicodedata import combining, normalize

from peloton.notation.startlist import in_order
from peloton.notation.startlists.reading import Line, Startlist
from peloton.notation.startlists.words import plain, type_word
from peloton.rules.model import Bib, Rider, Team, TeamCode, Tour

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
    lines: Mapping[Bib, Line]
    faults: tuple[tuple[str, str], ...]


def merged(
    tour: Tour, startlist: Startlist, types: Sequence[str], *, replacing: bool
) -> Merged:
    """Put a startlist into a tour whose game has these rider types.

    A rider whose bib is taken is changed if `replacing`, in what the startlist gives,
    and otherwise a fault. A game without types keeps none.
    """
    teams = {team.code: team for team in tour.teams}
    was = {rider.bib: rider for rider in tour.riders}
    riders = dict(was)
    faults = list(startlist.faults)
    lines: dict[Bib, Line] = {}
    for line in startlist.lines:
        bib: Bib = line.fields["bib"]
        if bib in was and not replacing:
            message = f"bib {bib} is on the startlist already: --replace changes it"
            faults.append((line.place(), message))
            continue
        lines[bib] = line
        given = {key: line.fields[key] for key in _OF_RIDER if key in line.fields}
        if "type" in given:
            given["type"] = _type(given["type"], types)
        if team := _team(line.fields, teams, replacing=replacing):
            given["team"] = team.code
        riders[bib] = replace(riders.get(bib, Rider(bib=bib)), **given)
    return Merged(
        tour=in_order(
            replace(tour, teams=tuple(teams.values()), riders=tuple(riders.values()))
        ),
        teams=tuple(team for code, team in teams.items() if code not in _codes(tour)),
        added=tuple(riders[bib] for bib in lines if bib not in was),
        changed=tuple(
            riders[bib] for bib in lines if bib in was and riders[bib] != was[bib]
        ),
        lines=lines,
        faults=tuple(faults),
    )


def _codes(tour: Tour) -> set[TeamCode]:
    return {team.code for team in tour.teams}


def _type(word: str, types: Sequence[str]) -> str | None:
    """Know a type again however it is written; keep none where there are none."""
    known = {plain(each): each for each in types}
    found = known.get(plain(word)) or known.get(type_word(word), word)
    return found if types else None


def _team(
    fields: Mapping[str, str], teams: dict[TeamCode, Team], *, replacing: bool
) -> Team | None:
    """Find the team of a line by its code or its name, or make it; None if none.

    A team is called after its player where nothing else is said of it.
    """
    name, code = fields.get("team", ""), fields.get("code", "")
    word = code or name or fields.get("player", "")
    if not word:
        return None
    team = next((each for each in teams.values() if _is(each, word)), None)
    if team is None:
        team = Team(code=TeamCode(code or _new_code(word, teams)))
    said = Team(
        code=team.code,
        name="" if name == team.code else name,
        player=fields.get("player", ""),
        colour=fields.get("colour", ""),
    )
    first, then = (said, team) if replacing else (team, said)
    teams[team.code] = Team(
        code=team.code,
        name=first.name or then.name,
        player=first.player or then.player,
        colour=first.colour or then.colour,
    )
    return teams[team.code]


def _is(team: Team, word: str) -> bool:
    names = (team.code.casefold(), team.name.casefold())
    return word.casefold() in names or (
        not team.name and word.casefold() == team.player.casefold()
    )


_EMPTY_WORDS = {"team", "equipe", "equipo", "ploeg", "equip", "the", "de", "la"}
_LETTERS = 3


def _new_code(name: str, taken: Iterable[str]) -> str:
    """Make the short code of a team: of three words the initials, else its start."""
    bare = "".join(c for c in normalize("NFKD", name) if not combining(c))
    words = ["".join(filter(str.isalnum, word)).upper() for word in bare.split()]
    words = [word for word in words if word] or ["T"]
    telling = [w for w in words if w.casefold() not in _EMPTY_WORDS] or words
    initials = "".join(word[0] for word in telling)
    stem = initials if len(telling) >= _LETTERS else "".join(telling)
    codes = {code.casefold() for code in taken}
    for number in count(1):
        code = stem[:_LETTERS] if number == 1 else f"{stem[: _LETTERS - 1]}{number}"
        if code.casefold() not in codes:
            return code
    raise AssertionError  # count does not end
