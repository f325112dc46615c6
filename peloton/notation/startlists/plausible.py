"""Complete the riders of a startlist, and find names that are more than a name."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from peloton.notation.startlists.marks import if_most, without_nations
from peloton.notation.startlists.tables import Fault


class StartlistLine(NamedTuple):
    """A rider of a startlist: the given fields, and the places of all known columns."""

    fields: Mapping[str, Any]
    places: Mapping[str, str]

    def place(self, field: str = "bib") -> str:
        """Return the location of a field of the rider, or else of the bib."""
        return self.places.get(field, self.places["bib"])


def completed_lines(lines: Sequence[StartlistLine]) -> list[StartlistLine]:
    """Return the riders with the teams of merged cells, and with bare names.

    The team of a merged cell is repeated. If most names have a nation, or the rider's
    own team at the end, it is removed.
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


def implausible(lines: Sequence[StartlistLine], *, guessed: bool) -> list[Fault]:
    """Return the faults of words as bibs, and of names with something else.

    In a `guessed` table, without a header, teams that differ for most riders are a
    fault, too.
    """
    words = [line for line in lines if _WORD.fullmatch(line.fields["bib"])]
    named = [line for line in lines if "name" in line.fields]
    teams = [line for line in lines if "team" in line.fields]
    no_names = [line for line in named if _NO_NAME.search(line.fields["name"])]
    if _have_teams_inside(named, guessed=guessed):
        no_names = named[:1]
    unlikely = [("name", _EXPECTED_NAME, line) for line in no_names]
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
    """Return whether most names without a column of teams look like name and team.

    They end with a code, brackets or a glued word, or without any teams like each
    other: a rare name is shared, a team is at the end of nearly every name. Without a
    header, names of three words are unclear, too.
    """
    alone = not any("team" in line.fields for line in lines)
    names = [line.fields["name"] for line in lines if "team" not in line.places]
    endings = Counter(name[-_ENDING:] for name in names)
    shared = sum(count for count in endings.values() if count > 1) if alone else 0
    signs = max(shared, sum(bool(_TEAM_INSIDE.search(name)) for name in names))
    words = sum(len(name.split()) for name in names) if guessed else 0
    most = len(names) >= _SEVERAL and signs * 4 >= len(names) * 3
    return most or words >= max(3 * len(names), 1)


_ENDING = 5
"""Number of characters at the end of a name that are compared with other names."""
_SEVERAL = 3
"""Minimum number of names for a comparison."""
_EXPECTED_TEAM = "a team of several riders, or a header such as Bib, Name, Team"
_EXPECTED_NAME = "only a name: put a tab or a semicolon between the columns"
_TEAM_INSIDE = re.compile(
    r"[a-zß-ÿ](?!(?<=Mc)|(?<=Mac)|(?<=De))[A-ZÀ-Þ]|[a-zß-ÿ] [A-Z]{2,4}$|\)$"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_NO_NAME = re.compile(
    r"\d[:'h]\d\d|^(?:Drapeau|Flag|Bandera|Bandiera|Vlag|Flagge)\b|\([^()]*$|^[^()]*\)"
    r"|\b(?:DN[FS]|DSQ|OTL)\b"
)
"""A time, a flag, one of two brackets, or the status of a rider."""
