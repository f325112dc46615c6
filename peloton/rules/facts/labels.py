"""Translatable names of stages, sprints and summits, jerseys and so on."""

from collections.abc import Mapping

from peloton.rules.facts.kinds import Category, StageKind
from peloton.rules.facts.stage import (
    FINISH,
    OMNIUM,
    Prime,
    Section,
    Sprint,
    Stage,
    lap_label,
)
from peloton.rules.words import Phrase, count_phrase, phrase

STAGE_KINDS: Mapping[StageKind, Phrase] = {
    **{kind: phrase(kind.value) for kind in StageKind},
    StageKind.ROAD: phrase("road stage"),
    StageKind.ITT: phrase("individual time trial"),
    StageKind.MTT: phrase("mountain time trial"),
    StageKind.TTT: phrase("team time trial"),
    StageKind.SPRINT: phrase("match sprint"),
}

CATEGORIES: Mapping[Category, Phrase] = {
    **{category: phrase(f"climb of category {category}") for category in Category},
    Category.HC: phrase("HC climb"),
}


def known_word(word: str | None) -> Phrase:
    """Return a word of a rulebook or tour file as a phrase, such as a rider type.

    A proper name, or a word of a custom rulebook, has no translation, and so is printed
    unchanged; "" stands for None.
    """
    return phrase(str(word or ""))


_SOURCES: Mapping[str, Phrase] = {FINISH: phrase("finish"), OMNIUM: phrase("omnium")}


def stage_name(number: int, stage: Stage) -> Phrase:
    """Return the title of a stage, such as `Stage 2: Oudenaarde - Geraardsbergen`."""
    if stage.name:
        return phrase("Stage {number}: {name}", number=number, name=stage.name)
    return phrase("Stage {number}", number=number)


def prime_name(label: str, prime: Prime) -> str:
    """Return the name of a sprint or summit or, if it has none, its kind and number."""
    if prime.name:
        return label
    number = int(label.rpartition(" ")[2])
    if isinstance(prime, Section):
        return phrase("Climb {number}", number=number)
    if label == lap_label(number):
        return phrase("Lap {number}", number=number)
    return phrase("Sprint {number}", number=number)


def source_name(label: str, stage: Stage) -> str:
    """Return the name of a line where points were won; other sources are unchanged."""
    if label in _SOURCES:
        return _SOURCES[label]
    laps = {lap_label(number): Sprint() for number, _ in enumerate(stage.laps, 1)}
    prime = {**laps, **stage.primes}.get(label)
    return label if prime is None else prime_name(label, prime)


_JERSEYS: Mapping[str, Phrase] = {
    "yellow": phrase("Yellow jersey"),
    "green": phrase("Green jersey"),
    "white": phrase("White jersey"),
    "polka dot": phrase("Polka dot jersey"),
}


def counted_points(count: int) -> Phrase:
    """Format a number of points: `1 point`, `-2 points`."""
    return count_phrase(count, phrase("{count} point"), phrase("{count} points"))


def jersey_title(name: str) -> Phrase:
    """Return the title of a jersey; a jersey of a custom rulebook is `Jersey: NAME`."""
    return _JERSEYS.get(name) or phrase("Jersey: {name}", name=name)
