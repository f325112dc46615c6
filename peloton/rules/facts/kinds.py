"""The kinds of stages, profiles, categories and classifications, with their names."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from peloton.rules.words import Phrase, phrase


class StageKind(StrEnum):
    """The kinds of stages. Spellings such as `points-race` are accepted, too."""

    ROAD = "road"
    CRITERIUM = "criterium"
    PROLOGUE = "prologue"
    ITT = "itt"
    MTT = "mtt"
    TTT = "ttt"
    POINTS_RACE = "points race"
    ELIMINATION = "elimination"
    KEIRIN = "keirin"
    SPRINT = "sprint"
    PURSUIT = "pursuit"
    TEAM_PURSUIT = "team pursuit"
    KM = "1 km"

    @classmethod
    def _missing_(cls, value: object) -> "StageKind | None":
        words = ((kind, (kind, *OTHER_STAGE_KINDS.get(kind, ()))) for kind in cls)
        known = {_plain(word): kind for kind, others in words for word in others}
        return known.get(_plain(str(value)))

    @property
    def against_the_clock(self) -> bool:
        """True if riders race against the clock, as in a time trial or pursuit."""
        return self not in _HEAD_TO_HEAD

    @property
    def on_track(self) -> bool:
        """True if the stage is raced on the track (CR-13, CY-20)."""
        return self in _ON_TRACK

    @property
    def outside_the_tour(self) -> bool:
        """True for a track race except the 1 km, which is a time trial (CY-1).

        By default such a race counts for no classification, and riders may skip it.
        """
        return self.on_track and self is not StageKind.KM

    @property
    def timed(self) -> bool:
        """True if riders finish with marks, not if points or orders decide."""
        return self not in _UNTIMED

    @property
    def ordered_by(self) -> str:
        """The stage field that holds orders of riders, such as `laps`, or ""."""
        return ORDERED_BY.get(self, "")


def _plain(word: str) -> str:
    return "".join(letter for letter in word.casefold() if letter.isalnum())


OTHER_STAGE_KINDS: Mapping[StageKind, tuple[str, ...]] = {
    StageKind.KM: ("km", "kilometre"),
    StageKind.MTT: ("mountain time trial",),
}
"""Other names of kinds of stages, which files and commands accept."""
_UNTIMED = {StageKind.POINTS_RACE, StageKind.ELIMINATION, StageKind.SPRINT}
ORDERED_BY = {
    StageKind.POINTS_RACE: "laps",
    StageKind.CRITERIUM: "laps",
    StageKind.SPRINT: "heats",
    StageKind.ELIMINATION: "eliminated",
}
"""The field with the orders of riders, for each kind of stage that records them."""
_ON_TRACK = {
    *_UNTIMED,
    StageKind.KEIRIN,
    StageKind.PURSUIT,
    StageKind.TEAM_PURSUIT,
    StageKind.KM,
}
_HEAD_TO_HEAD = {StageKind.ROAD, StageKind.CRITERIUM, StageKind.KEIRIN, *_UNTIMED}


class Profile(StrEnum):
    """The terrain of a stage; a rulebook may have a points scale for each (RR-4)."""

    FLAT = "flat"
    HILLY = "hilly"
    MOUNTAIN = "mountain"


class LimitUnit(StrEnum):
    """The units of time limits, which are added to the winner's time."""

    SECONDS = "seconds"
    TURNS = "turns"
    PERCENT = "percent"


class SectionKind(StrEnum):
    """The kinds of sections on a course."""

    MOUNTAIN = "mountain"
    DESCENT = "descent"
    PAVED = "paved"


class Category(StrEnum):
    """The category of a summit, hardest first."""

    HC = "HC"
    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"


class Reason(StrEnum):
    """Why a rider has no place (GN-1). A rider who is ABS may start again (GN-10)."""

    OTL = "OTL"
    DNF = "DNF"
    DNS = "DNS"
    DSQ = "DSQ"
    ABS = "ABS"


STATUSES = frozenset(Reason.__members__)
"""The words for riders without a place, as typed in capitals."""
FINISHED = "FIN"
"""The status of a rider with a place; other riders have a `Reason` instead."""


class ClassificationName(StrEnum):
    """The classifications a tour may have, in the order they are shown."""

    GENERAL = "general"
    POINTS = "points"
    MOUNTAINS = "mountains"
    ACTIVE = "active"
    COMBATIVE = "combative"
    YOUNG = "young"
    COMBINATION = "combination"
    TEAMS = "teams"

    @property
    def totals_from(self) -> "ClassificationName":
        """`general` for `young`, which has the same totals (RR-7); else itself."""
        return ClassificationName.GENERAL if self is ClassificationName.YOUNG else self


class Language(StrEnum):
    """The languages a sheet can be written in."""

    ENGLISH = "en"
    FRENCH = "fr"
    SPANISH = "es"
    CATALAN = "ca"
    DUTCH = "nl"


_TIES = ("previous general", "lots", "latest place", "sum of places", "general", "bib")


@dataclass(frozen=True, slots=True, kw_only=True)
class Classification:
    """A classification: its names, and the rulebook values that define it.

    `word` labels a tab of a workbook, and `title` heads a table. `rule` is the key of
    the rulebook value that defines its totals; `ties` lists the tie-break steps a
    rulebook may use. `points` is False if awards never count for it, because its totals
    come from other classifications. `others` lists its aliases, in addition to the
    jersey's name.
    """

    word: Phrase
    title: Phrase
    rule: str
    ties: tuple[str, ...] = (*_TIES, "wins")
    points: bool = True
    others: tuple[str, ...] = ()


CLASSIFICATIONS: Mapping[ClassificationName, Classification] = {
    ClassificationName.GENERAL: Classification(
        word=phrase("General"),
        title=phrase("General classification"),
        rule="general.by",
        ties=(*_TIES, "fractions", "wins"),
        others=("gc", "overall", "yellow", "leader"),
    ),
    ClassificationName.POINTS: Classification(
        word=phrase("Points"),
        title=phrase("Points classification"),
        rule="points.finish",
        ties=(*_TIES, "wins", "sprint wins"),
        others=("green", "sprint", "sprints"),
    ),
    ClassificationName.MOUNTAINS: Classification(
        word=phrase("Mountains"),
        title=phrase("Mountains classification"),
        rule=f"mountains.{Category.HC}",
        ties=(*_TIES, "wins", "wins by category"),
        others=("kom", "climbs", "climbers", "polka dot"),
    ),
    ClassificationName.ACTIVE: Classification(
        word=phrase("Active"),
        title=phrase("Most active rider"),
        rule="points.sprint",
        others=("animateur", "combative", "combativity"),
    ),
    ClassificationName.COMBATIVE: Classification(
        word=phrase("Combative"),
        title=phrase("Most combative rider by votes"),
        rule="votes.combative",
        others=("votes",),
    ),
    ClassificationName.YOUNG: Classification(
        word=phrase("Young"),
        title=phrase("Young riders classification"),
        rule="ties.young",
        ties=(*_TIES, "fractions"),
        points=False,
        others=("youth", "under 23", "u23"),
    ),
    ClassificationName.COMBINATION: Classification(
        word=phrase("Combination"),
        title=phrase("Combination classification"),
        rule="ties.combination",
        ties=_TIES,
        points=False,
        others=("combined",),
    ),
    ClassificationName.TEAMS: Classification(
        word=phrase("Teams"),
        title=phrase("Team classification"),
        rule="teams.by",
        ties=("best rider", "lots", "team places"),
        points=False,
    ),
}
"""The classifications in display order, which is the order of `ClassificationName`."""
COMBINED = (
    ClassificationName.GENERAL,
    ClassificationName.POINTS,
    ClassificationName.MOUNTAINS,
)
"""The classifications whose ranks the combination adds up (RR-11)."""
