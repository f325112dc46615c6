"""The kinds of sentences in a story, the facts each contains, and their templates."""

from collections.abc import Mapping
from dataclasses import dataclass

from peloton.rules.facts.kinds import Language
from peloton.rules.words import format_number


class Ticks(int):
    """A time in ticks (the rulebook's unit), as a fact of a sentence."""


class Points(int):
    """A number of points, as a fact of a sentence."""


Named = Mapping[str, str]
"""A rider, team or jersey: `{"bib": "7"}`, `{"team": "MOL"}`, `{"jersey": "green"}`.

A jersey may also have the `bib` of its wearer.
"""
StoryFact = int | str | Named | tuple[Named, ...]
"""A fact as in `story --json`."""


STORY_FACTS: Mapping[str, tuple[str, ...]] = {
    "cancelled": ("stage", "reason"),
    "nobody": ("stage",),
    "win": ("winner", "stage"),
    "win-gap": ("winner", "stage", "gap", "second"),
    "win-sprint": ("winner", "stage", "count", "second"),
    "win-shared": ("winners", "stage"),
    "tour-won": ("winner", "tour"),
    "tour-gap": ("winner", "tour", "gap", "second"),
    "tour-shared": ("winners", "tour"),
    "first-win": ("player", "stage"),
    "wins": ("rider", "count"),
    "jersey-first": ("jerseys",),
    "leader-taken": ("rider", "jersey", "loser"),
    "leader-level": ("rider", "second", "jersey"),
    "leader-grows": ("rider", "jersey", "second", "gap", "before"),
    "leader-shrinks": ("rider", "jersey", "second", "gap", "before"),
    "leader-kept": ("rider", "jersey", "second", "gap"),
    "lead": ("rider", "second", "gap"),
    "jersey-taken": ("rider", "loser", "jersey"),
    "jersey-others": ("jerseys",),
    "jersey-same": ("count",),
    "jersey-final": ("jerseys",),
    "teams-first": ("team",),
    "teams-taken": ("team", "loser"),
    "drop": ("rider", "count", "gap", "before", "rank"),
    "tail": ("rider", "count", "gap"),
    "climb": ("rider", "before", "rank"),
    "out": ("riders",),
    "decided": ("rider", "jersey"),
    "tomorrow": ("rider", "jersey", "next"),
    "last": ("next", "jerseys"),
}
"""Maps each kind of sentence, in the order of a story, to the facts in the sentence."""
STORY_WORDS = ("seconds", "points", "more")
"""Keys of phrases that have a singular and a plural form, such as `{count} points`."""
OTHER_JERSEY = "other"
"""Key of the template for a jersey, {name}, that has no template of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryTemplates:
    """The sentence templates of a language; variants of a sentence are used in turn.

    `words` maps each of STORY_WORDS to its singular and plural, `jerseys` each jersey
    to its name within a sentence.
    """

    language: Language
    sentences: Mapping[str, tuple[str, ...]]
    words: Mapping[str, tuple[str, ...]]
    jerseys: Mapping[str, str]

    def count(self, word: str, number: int) -> str:
        """Return a number with its word, in the singular or the plural."""
        return self.words[word][number != 1].replace("{count}", format_number(number))

    def jersey(self, name: str) -> str:
        """Return the name of a jersey within a sentence."""
        other = self.jerseys[OTHER_JERSEY].replace("{name}", name)
        return self.jerseys.get(name, other)
