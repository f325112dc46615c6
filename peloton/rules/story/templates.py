"""The kinds of sentences in a story, the facts each contains, and their templates."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from peloton.rules.facts.kinds import Language
from peloton.rules.facts.startlist import Bib


@dataclass(frozen=True, slots=True)
class Who:
    """A rider, identified by bib, or a team, by code."""

    code: str
    team: bool = False


@dataclass(frozen=True, slots=True)
class Worn:
    """A jersey by its rulebook name, with its wearer if the sentence names both."""

    jersey: str
    bib: Bib | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """A time in the rulebook's unit, or points."""

    size: int
    by_time: bool = True


StoryFact = int | str | Who | Worn | Amount | tuple[Who, ...] | tuple[Worn, ...]


class StorySentence(NamedTuple):
    """A sentence that is true of a stage: its kind, and facts for its placeholders."""

    kind: str
    facts: Mapping[str, StoryFact]


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
