"""The classifications: a row each, from which whatever lists them follows."""

from collections.abc import Mapping
from dataclasses import dataclass

from peloton.rules.facts.kinds import Category, ClassificationName
from peloton.rules.words import Phrase, phrase

_TIES = ("previous general", "lots", "latest place", "sum of places", "general", "bib")


@dataclass(frozen=True, slots=True, kw_only=True)
class Classification:
    """A classification: its names, and the rules it goes by.

    `word` stands on the tab of a workbook, `title` over a table, `premium` in what a
    final premium was paid for. `rule` is the value of a rulebook whose rule says what
    it adds up, `ties` are the steps that a rulebook may part equal totals by. `points`
    of its own it has unless it takes its totals from other classifications.
    """

    word: Phrase
    title: Phrase
    rule: str
    ties: tuple[str, ...] = (*_TIES, "wins")
    premium: str = ""
    points: bool = True


CLASSIFICATIONS: Mapping[ClassificationName, Classification] = {
    ClassificationName.GENERAL: Classification(
        word=phrase("General"),
        title=phrase("General classification"),
        rule="general.by",
        ties=(*_TIES, "fractions", "wins"),
        premium=phrase("general classification"),
    ),
    ClassificationName.POINTS: Classification(
        word=phrase("Points"),
        title=phrase("Points classification"),
        rule="points.finish",
        ties=(*_TIES, "wins", "sprint wins"),
        premium=phrase("points classification"),
    ),
    ClassificationName.MOUNTAINS: Classification(
        word=phrase("Mountains"),
        title=phrase("Mountains classification"),
        rule=f"mountains.{Category.HC}",
        ties=(*_TIES, "wins", "wins by category"),
        premium=phrase("mountains classification"),
    ),
    ClassificationName.ACTIVE: Classification(
        word=phrase("Active"), title=phrase("Most active rider"), rule="points.sprint"
    ),
    ClassificationName.YOUNG: Classification(
        word=phrase("Young"),
        title=phrase("Young riders classification"),
        rule="ties.young",
        ties=(*_TIES, "fractions"),
        points=False,
    ),
    ClassificationName.TEAMS: Classification(
        word=phrase("Teams"),
        title=phrase("Team classification"),
        rule="teams.by",
        ties=("best rider", "lots", "team places"),
        premium=phrase("team classification"),
        points=False,
    ),
}
"""In the order shown: that of their names."""
