"""Fill in missing teams in a startlist, and find fields with implausible content."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from peloton.notation.startlists.marks import if_most, without_nations
from peloton.notation.startlists.tables import Fault


class StartlistLine(NamedTuple):
    """A rider in a startlist: the fields given, and the location of each column."""

    fields: Mapping[str, Any]
    places: Mapping[str, str]

    def place(self, field: str = "bib") -> str:
        """Return the location of one of the rider's fields, by default of the bib."""
        return self.places.get(field, self.places["bib"])


def completed_lines(lines: Sequence[StartlistLine]) -> list[StartlistLine]:
    """Return the riders with cleaned names and with the teams from merged cells.

    A team in a merged cell is repeated for all its riders. If most names include a
    nation, or end with the rider's team, the nation or team is removed from the names.
    """
    teams = [line.fields.get("team", "") for line in lines]
    named = list(filter(None, teams))
    if len(named) == len(set(named)) > 1 and teams[0] and len(teams) >= 2 * len(named):
        for at, team in enumerate(teams):
            teams[at] = team or teams[at - 1]
    names = without_nations([line.fields.get("name", "") for line in lines])
    parts = zip(names, teams, strict=True)
    bare = [name.removesuffix(team).rstrip(" ,-\u2013") for name, team in parts]
    found = []
    for line, name, team in zip(lines, if_most(names, bare), teams, strict=True):
        given = {key: text for key, text in (("name", name), ("team", team)) if text}
        found.append(line._replace(fields={**line.fields, **given}))
    return found


def implausible_lines(lines: Sequence[StartlistLine], *, guessed: bool) -> list[Fault]:
    """Return implausible fields as mistakes: bibs that are words, names that are not.

    In a table without a header, whose columns are `guessed`, it is also a mistake if
    most riders have different teams.
    """
    words = [line for line in lines if _WORD.fullmatch(line.fields["bib"])]
    named = [line for line in lines if "name" in line.fields]
    teams = [line for line in lines if "team" in line.fields]
    no_names = [line for line in named if _NO_NAME.search(line.fields["name"])]
    if _have_teams_inside(named, guessed=guessed):
        no_names = named[:1]
    unlikely = [("name", _EXPECTED_NAME, line) for line in no_names]
    if guessed:
        unlikely += [("name", _EXPECTED_CAPITALS, line) for line in _small(named)]
    if len(words) * 2 < len(lines):
        unlikely += [("bib", "a number like the other bibs", line) for line in words]
    differing = len({line.fields["team"] for line in teams if "team" in line.places})
    if guessed and differing * 4 >= len(lines) * 3:
        unlikely.append(("team", _EXPECTED_TEAM, teams[0]))
    return [
        Fault.of(line.place(field), line.fields[field], expected)
        for field, expected, line in unlikely
    ]


def _have_teams_inside(lines: Sequence[StartlistLine], *, guessed: bool) -> bool:
    """Return whether most names seem to include a team, for want of a team column.

    Such names end with a code or in brackets, or run two words together. If there are
    no teams at all, names with the same ending also count: few riders share a last
    name, but teammates share a team. Without a header, names of three words also count.
    """
    alone = not any("team" in line.fields for line in lines)
    names = [line.fields["name"] for line in lines if "team" not in line.places]
    endings = Counter(name[-_ENDING:] for name in names)
    shared = sum(count for count in endings.values() if count > 1) if alone else 0
    signs = max(shared, sum(bool(_TEAM_INSIDE.search(name)) for name in names))
    words = sum(len(name.split()) for name in names) if guessed else 0
    most = len(names) >= _SEVERAL and signs * 4 >= len(names) * 3
    return most or words >= max(3 * len(names), 1)


def _small(lines: Sequence[StartlistLine]) -> list[StartlistLine]:
    """Return lines whose name has no word in capitals, if nearly all others do."""
    small = [line for line in lines if not _CAPITALS.search(line.fields["name"])]
    return small if len(small) * _MOST_CAPITALS <= len(lines) else []


_CAPITALS = re.compile(r"[A-ZÀ-Þ]['\u2019]?[A-ZÀ-Þ]")
_MOST_CAPITALS = 5
"""A name without capitals is a mistake if at most one name in this many lacks them."""
_ENDING = 5
"""Number of last characters of a name that are compared with those of other names."""
_SEVERAL = 3
"""Minimum number of names for which such comparisons are made."""
_EXPECTED_TEAM = "a team of several riders, or a header such as Bib, Name, Team"
_EXPECTED_CAPITALS = "a last name in capitals, like the others"
_EXPECTED_NAME = "only a name: put a tab or a semicolon between the columns"
_TEAM_INSIDE = re.compile(
    r"[a-zß-ÿ](?!(?<=Mc)|(?<=Mac)|(?<=De))[A-ZÀ-Þ]|[a-zß-ÿ] [A-Z]{2,4}$|\)$"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_NO_NAME = re.compile(
    r"\d[:'h]\d\d|^(?:Drapeau|Flag|Bandera|Bandiera|Vlag|Flagge)\b|\([^()]*$|^[^()]*\)"
    r"|\b(?:DN[FS]|DSQ|OTL)\b"
)
"""Matches text that no name contains: a time, a flag, a single bracket, a status."""
