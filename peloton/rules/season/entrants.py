"""Match riders, teams and players over many tours, by name (CY-22)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from peloton.errors import did_you_mean
from peloton.rules.facts.startlist import comparison_key

Groups = tuple[tuple[str, ...], ...]
"""Groups of equivalent names: one tuple for each rider, team or player."""


Aliases = Mapping[str, Groups]
"""The groups of equivalent names of `riders`, `teams` and `players`.

A rider is given as `name / team` or just `name`.
"""


class Register:
    """Finds the keys that identify riders, teams and players in all tours.

    `namesakes` lists the tours in which riders have the same name and team. They cannot
    be matched with riders of other tours.
    """

    def __init__(self, aliases: Aliases) -> None:
        """Map the key of every name in `aliases` to that of its group's first name."""
        self.namesakes = list[str]()
        self._aliases = {kind.removesuffix("s"): each for kind, each in aliases.items()}
        self._names: dict[str, str] = {}
        self.first_keys = {
            (kind, comparison_key(name)): comparison_key(group[0])
            for kind, groups in self._aliases.items()
            for group in groups
            for name in group
        }

    def key(self, kind: str, name: str) -> str:
        """Return the key of a `team` or `player`, and remember the name."""
        key = comparison_key(name)
        self._names[key] = name
        return self.first_keys.get((kind, key), key)

    def rider_keys(
        self, riders: Iterable[tuple[str, ...]], tour: str
    ) -> dict[str, str]:
        """Return the keys of a tour's riders, given their bib, name and team's name.

        Namesakes, and riders without a name, get a key that occurs in no other tour.
        """
        keys = {bib: self._rider_key(name, team) for bib, name, team in riders}
        shared = {key for key, count in Counter(keys.values()).items() if count > 1}
        if shared - {""}:
            self.namesakes.append(tour)
        # No name contains a newline.
        unmatched = {*shared, ""}
        return {
            bib: f"{bib}\n{tour}" if key in unmatched else key
            for bib, key in keys.items()
        }

    def _rider_key(self, name: str, team: str) -> str:
        """Return a rider's key, "" without a name; aliases of the team count too."""
        if not name.strip():
            return ""
        label = f"{name} / {team}" if team else name
        key = shared = comparison_key(label)
        self._names[key] = label
        if team:
            shared = f"{comparison_key(name)} / {self.key('team', team)}"
        first = self.first_keys.get(("rider", key))
        return first or self.first_keys.get(("rider", shared), shared)

    def unknown_aliases(self) -> tuple[str, ...]:
        """Return a message for each name in the aliases that occurs in no tour."""
        return tuple(
            f"no {kind} '{name}' in these tours"
            f"{did_you_mean(name, self._names.values())}"
            for kind, groups in self._aliases.items()
            for group in groups
            for name in group
            if comparison_key(name) not in self._names
        )
