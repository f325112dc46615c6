"""The classifications: a row each, from which whatever lists them follows."""

from collections.abc import Mapping
from dataclasses import dataclass

from peloton.rules.facts.kinds import Category, ClassificationName
from peloton.rules.words import Said, say

_TIES = ("previous general", "lots", "latest place", "sum of places", "general", "bib")


@dataclass(frozen=True, slots=True, kw_only=True)
class Classification:
    """A classification: its names, and the rules it goes by.

    `word` stands on the tab of a workbook, `title` over a table, `premium` in what a
    final premium was paid for. `rule` is the value of a rulebook whose rule says what
    it adds up, `ties` are the steps that a rulebook may part equal totals by. `points`
    of its own it has unless it takes its totals from other classifications.
    """

    word: Said
    title: Said
    rule: str
    ties: tuple[str, ...] = (*_TIES, "wins")
    premium: str = ""
    points: bool = True


CLASSIFICATIONS: Mapping[ClassificationName, Classification] = {
    ClassificationName.GENERAL: Classification(
        word=say("General"),
        title=say("General classification"),
        rule="general.by",
        ties=(*_TIES, "fractions", "wins"),
        premium=say("general classification"),
    ),
    ClassificationName.POINTS: Classification(
        word=say("Points"),
        title=say("Points classification"),
        rule="points.finish",
        ties=(*_TIES, "wins", "sprint wins"),
        premium=say("points classification"),
    ),
    ClassificationName.MOUNTAINS: Classification(
        word=say("Mountains"),
        title=say("Mountains classification"),
        rule=f"mountains.{Category.HC}",
        ties=(*_TIES, "wins", "wins by category"),
        premium=say("mountains classification"),
    ),
    ClassificationName.ACTIVE: Classification(
        word=say("Active"), title=say("Most active rider"), rule="points.sprint"
    ),
    ClassificationName.YOUNG: Classification(
        word=say("Young"),
        title=say("Young riders classification"),
        rule="ties.young",
        ties=(*_TIES, "fractions"),
        points=False,
    ),
    ClassificationName.TEAMS: Classification(
        word=say("Teams"),
        title=say("Team classification"),
        rule="teams.by",
        ties=("best rider", "lots", "team places"),
        premium=say("team classification"),
        points=False,
    ),
}
"""In the order shown: that of their names."""
