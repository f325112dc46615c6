"""Mend what the riders of a startlist have in common; refuse what is implausible."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from peloton.errors import PelotonError
from peloton.notation.startlists.columns import EXPECTED, place_name
from peloton.notation.startlists.marks import without_nations
from peloton.notation.startlists.tables import StartlistRow


class StartlistLine(NamedTuple):
    """A rider of a startlist: the given fields, and in `at` the column of each one."""

    row: StartlistRow
    fields: Mapping[str, Any]
    at: Mapping[str, int]

    def place(self, field_name: str = "bib") -> str:
        """Return the location of a field of the rider, or else of the bib."""
        return self.row.place(self.at.get(field_name, self.at.get("bib", 0)))


def plausible_lines(
    lines: Sequence[StartlistLine], *, guessed: bool
) -> list[StartlistLine]:
    """Return the riders with the teams of merged cells, and with their bare names.

    Raises PelotonError, with a message to put after the file's name, for names with
    teams or numbers inside, and for a guess that gives most riders a different team.
    """
    bare = _with_bracketed_teams(_with_bare_names(_with_merged_teams(lines)))
    teams = {line.fields.get("team") for line in bare}
    _refuse_words(bare)
    if guessed and bare and "team" in bare[0].at:
        _refuse_teams(bare, len(teams))
    _refuse_unlikely_names(bare, guessed=guessed)
    _refuse_teams_in_names(bare, teams)
    names = [line.fields["name"] for line in bare if "name" in line.fields]
    if teams == {None} and len(names) >= 2 * len(set(names)) > 0:
        raise PelotonError(
            f"has the name '{names[0]}' for several riders: expected {EXPECTED}"
        )
    return bare


def _refuse_words(lines: Sequence[StartlistLine]) -> None:
    """Raise PelotonError for a word in the column of bibs, if most are numbers."""
    words = [line for line in lines if _WORD.fullmatch(line.fields["bib"])]
    if 0 < len(words) * 2 < len(lines):
        raise PelotonError(
            f"has a word as a bib: found '{words[0].fields['bib']}' in"
            f" {place_name(words[0].row)}, expected a number like the others"
        )


def _refuse_teams(lines: Sequence[StartlistLine], teams: int) -> None:
    """Raise PelotonError if guessed teams are different for most riders."""
    if len(lines) >= _SEVERAL and teams * 4 >= len(lines) * 3:
        raise PelotonError(
            f"has no header, and a guess gives {len(lines)} riders {teams} teams"
            f" ('{lines[0].fields.get('team')}' in {place_name(lines[0].row)}):"
            f" expected {EXPECTED}"
        )


_WORD = re.compile(r"[^\W\d_]{2,}")
_SEVERAL = 3
"""Minimum number of riders for a comparison of their teams or names."""


def _with_merged_teams(lines: Sequence[StartlistLine]) -> Sequence[StartlistLine]:
    """Repeat the team of a cell that is merged with the empty cells below it."""
    teams = [line.fields.get("team") for line in lines]
    named = list(filter(None, teams))
    merged = len(named) == len(set(named)) > 1 and len(teams) >= 2 * len(named)
    if not (merged and teams[0]):
        return lines
    found, team = [], None
    for line in lines:
        team = line.fields.get("team", team)
        found.append(line._replace(fields={**line.fields, "team": team}))
    return found


def _with_bare_names(lines: Sequence[StartlistLine]) -> list[StartlistLine]:
    """Remove the nation and the rider's own team from the names."""
    named = [line for line in lines if line.fields.get("name")]
    names = iter(without_nations([line.fields["name"] for line in named]))
    found = []
    for line in lines:
        if name := line.fields.get("name"):
            name, team = next(names), line.fields.get("team", "")
            if team and name.endswith(team) and name != team:
                name = name.removesuffix(team).strip(" ,-\u2013")
            found.append(line._replace(fields={**line.fields, "name": name}))
        else:
            found.append(line)
    return found


def _with_bracketed_teams(lines: list[StartlistLine]) -> list[StartlistLine]:
    """Read `Eddy Baens (Molteni)` as a rider of a team, if all names are like that."""
    found = [_IN_BRACKETS.fullmatch(line.fields.get("name", "")) for line in lines]
    if any("team" in line.fields for line in lines):
        return lines
    teams = [
        line._replace(fields={**line.fields, "name": name[1], "team": name[2]})
        for line, name in zip(lines, found, strict=True)
        if name
    ]
    return teams if len(teams) == len(lines) >= _SEVERAL else lines


_IN_BRACKETS = re.compile(r"([^()]*\S) \(([^()]+)\)")


def _refuse_unlikely_names(lines: Sequence[StartlistLine], *, guessed: bool) -> None:
    """Raise PelotonError for a name with a time, a flag, or in a guess a number."""
    for line in lines:
        name = line.fields.get("name", "")
        words = name.split()
        numbers = len(words) > len(("Rider", "12")) and any(map(str.isdecimal, words))
        brackets = name.count("(") != name.count(")")
        if brackets or (guessed and numbers) or _TIME_OR_FLAG.search(name):
            raise PelotonError(
                f"has more than a name in {place_name(line.row)}: found '{name}'; put a"
                " tab or a semicolon between the columns"
            )


_TIME_OR_FLAG = re.compile(
    r"\d[:'h]\d\d|^(?:Drapeau|Flag|Bandera|Bandiera|Vlag|Flagge)\b"
)


def _refuse_teams_in_names(
    lines: Sequence[StartlistLine], teams: Collection[object]
) -> None:
    """Raise PelotonError if most names end like another one, or have many words.

    A rare surname is shared; a team is at the end of nearly every name.
    """
    names = [line.fields["name"] for line in lines if "name" in line.fields]
    signs = [sum(bool(_GLUED.search(name)) for name in names)]
    if teams == {None}:
        signs += [
            sum(bool(_CODE.search(name)) for name in names),
            _shared([name[::-1][:_SHARED] for name in names]),
            _shared([name.rpartition(" ")[2] for name in names]),
        ]
    words = sum(len(name.split()) for name in names)
    most = len(names) >= _SEVERAL and max(signs) * 4 >= len(names) * 3
    if most or words > _MANY_WORDS * len(names):
        raise PelotonError(
            f"has teams in the names ('{names[0]}' in {place_name(lines[0].row)}): put"
            " a tab or a semicolon between the name and the team"
        )


def _shared(endings: Sequence[str]) -> int:
    """Return how many endings occur more than once."""
    return sum(count for count in Counter(endings).values() if count > 1)


_CODE = re.compile(r"[a-zß-ÿ] [A-Z]{2,4}$")
_MANY_WORDS = 3.9
"""Maximum average number of words of a name that has no team inside."""
_SHARED = 5
"""Minimum length of an ending that is a team and not part of a name."""
_GLUED = re.compile(r"[a-zß-ÿ](?!(?<=Mc)|(?<=Mac)|(?<=De))[A-ZÀ-Þ]")
