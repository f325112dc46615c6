"""The names of stages, lines, jerseys and the like, for any language."""

from collections.abc import Mapping

from peloton.rules.facts.classifications import CLASSIFICATIONS
from peloton.rules.facts.kinds import ClassificationName, Profile, Reason, StageKind
from peloton.rules.facts.stage import (
    FINISH,
    OMNIUM,
    Prime,
    Section,
    Sprint,
    Stage,
    lap_label,
)
from peloton.rules.words import Said, say

KINDS: Mapping[StageKind, Said] = {
    StageKind.ROAD: say("road stage"),
    StageKind.CRITERIUM: say("criterium"),
    StageKind.PROLOGUE: say("prologue"),
    StageKind.ITT: say("individual time trial"),
    StageKind.MTT: say("mountain time trial"),
    StageKind.TTT: say("team time trial"),
    StageKind.POINTS_RACE: say("points race"),
    StageKind.ELIMINATION: say("elimination"),
    StageKind.KEIRIN: say("keirin"),
    StageKind.SPRINT: say("match sprint"),
    StageKind.PURSUIT: say("pursuit"),
    StageKind.TEAM_PURSUIT: say("team pursuit"),
    StageKind.KM: say("1 km"),
}

PROFILES: Mapping[Profile, Said] = {
    Profile.FLAT: say("flat"),
    Profile.HILLY: say("hilly"),
    Profile.MOUNTAIN: say("mountain"),
}

REASONS: Mapping[Reason, Said] = {
    Reason.OTL: say("outside the time limit"),
    Reason.DNF: say("did not finish"),
    Reason.DNS: say("did not start"),
    Reason.DSQ: say("disqualified"),
}

CLASSIFICATION_WORDS: Mapping[ClassificationName, Said] = {
    name: row.word for name, row in CLASSIFICATIONS.items()
}
"""A classification in a word, as on the tab of a workbook."""

TIE_STEPS: Mapping[str, Said] = {
    "previous general": say("previous general"),
    "general": say("general"),
    "latest place": say("latest stage"),
    "sum of places": say("sum of places"),
    "fractions": say("fractions"),
    "sprint wins": say("sprint wins"),
    "wins by category": say("wins by category"),
    "team places": say("team places"),
    "lots": say("lots"),
    "wins": say("wins"),
    "best rider": say("best rider"),
    "bib": say("bib"),
    "tours won": say("tours won"),
    "stages won": say("stages won"),
    "best tour": say("best tour"),
}
"""The steps that part equal totals, of a tour (GN-3) and of a season (CY-22)."""

_SOURCES: Mapping[str, Said] = {FINISH: say("finish"), OMNIUM: say("omnium")}


def stage_name(number: int, stage: Stage) -> Said:
    """Name a stage by number and name: `Stage 2: Oudenaarde - Geraardsbergen`."""
    if stage.name:
        return say("Stage {number}: {name}", number=number, name=stage.name)
    return say("Stage {number}", number=number)


def prime_name(label: str, prime: Prime) -> str:
    """Name a sprint or a summit: as on the course, else by its kind and number."""
    if prime.name:
        return label
    number = int(label.rpartition(" ")[2])
    if isinstance(prime, Section):
        return say("Climb {number}", number=number)
    if label == lap_label(number):
        return say("Lap {number}", number=number)
    return say("Sprint {number}", number=number)


def source_name(label: str, stage: Stage) -> str:
    """Name the line where something was won: the finish, a prime or a lap.

    Anything else, such as the reason of a ruling, is returned as it was written.
    """
    if label in _SOURCES:
        return _SOURCES[label]
    laps = {lap_label(number): Sprint() for number, _ in enumerate(stage.laps, 1)}
    prime = {**laps, **stage.primes}.get(label)
    return label if prime is None else prime_name(label, prime)


_JERSEYS: Mapping[str, Said] = {
    "yellow": say("Yellow jersey"),
    "green": say("Green jersey"),
    "white": say("White jersey"),
    "polka dot": say("Polka dot jersey"),
}


def jersey_title(name: str) -> Said:
    """Name a jersey in a heading; one of a player's own rulebook keeps its name."""
    return _JERSEYS.get(name) or say("Jersey: {name}", name=name)


_TYPES: Mapping[str, Said] = {
    "climber": say("climber"),
    "sprinter": say("sprinter"),
    "time rider": say("time rider"),
    "helper": say("helper"),
}


def rider_type(name: str | None) -> str | None:
    """Name a type of rider; one of a player's own rulebook keeps its name."""
    return name and _TYPES.get(name, name)


_COLOURS: Mapping[str, Said] = {
    "yellow": say("yellow"),
    "green": say("green"),
    "white": say("white"),
    "polka dot": say("polka dot"),
}


def jersey_name(name: str) -> str:
    """Name a jersey by its colour; one of a player's own rulebook keeps its name."""
    return _COLOURS.get(name, name)
