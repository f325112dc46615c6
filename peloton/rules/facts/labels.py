"""Translatable names of stages, sprints and summits, jerseys and so on."""

from collections.abc import Mapping

from peloton.rules.facts.kinds import Category, Reason, StageKind
from peloton.rules.facts.stage import (
    FINISH,
    OMNIUM,
    Prime,
    Section,
    Sprint,
    Stage,
    lap_label,
)
from peloton.rules.words import Phrase, phrase


def _as_written(*words: Phrase) -> Mapping[str, Phrase]:
    """Map each phrase's English text, as written in files, to the phrase."""
    return {word: word for word in words}


STAGE_KINDS: Mapping[str, Phrase] = {
    StageKind.ROAD: phrase("road stage"),
    StageKind.ITT: phrase("individual time trial"),
    StageKind.MTT: phrase("mountain time trial"),
    StageKind.TTT: phrase("team time trial"),
    StageKind.SPRINT: phrase("match sprint"),
    **_as_written(
        *(phrase("criterium"), phrase("prologue"), phrase("points race")),
        *(phrase("elimination"), phrase("keirin"), phrase("pursuit")),
        *(phrase("team pursuit"), phrase("1 km")),
    ),
}

PROFILES = _as_written(phrase("flat"), phrase("hilly"), phrase("mountain"))

CATEGORIES: Mapping[Category, Phrase] = {
    Category.HC: phrase("HC climb"),
    Category.FIRST: phrase("climb of category 1"),
    Category.SECOND: phrase("climb of category 2"),
    Category.THIRD: phrase("climb of category 3"),
    Category.FOURTH: phrase("climb of category 4"),
}

REASONS: Mapping[Reason, Phrase] = {
    Reason.OTL: phrase("outside the time limit"),
    Reason.DNF: phrase("did not finish"),
    Reason.DNS: phrase("did not start"),
    Reason.DSQ: phrase("disqualified"),
    Reason.ABS: phrase("absent"),
}

STATUSES = _as_written(
    *(phrase("DNF"), phrase("DNS"), phrase("OTL"), phrase("DSQ"), phrase("ABS"))
)
"""The status of a rider without a place, printed in the column of the places."""

TIE_STEPS: Mapping[str, Phrase] = {
    "latest place": phrase("latest stage"),
    **_as_written(
        *(phrase("previous general"), phrase("general"), phrase("sum of places")),
        *(phrase("fractions"), phrase("sprint wins"), phrase("wins by category")),
        *(phrase("team places"), phrase("lots"), phrase("wins"), phrase("best rider")),
        *(phrase("bib"), phrase("tours won"), phrase("stages won")),
        phrase("best tour"),
    ),
}
"""The names of the tie-break steps of a tour (GN-3) and of a season (CY-22)."""

_SOURCES: Mapping[str, Phrase] = {FINISH: phrase("finish"), OMNIUM: phrase("omnium")}


def reason_phrase(reason: Reason, *, back: bool) -> Phrase:
    """Describe why a rider has no place; if `back`, OTL riders may return (CY-11)."""
    if back and reason is Reason.OTL:
        return phrase("outside the time limit, misses the next ride only")
    return REASONS[reason]


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
    """Return the name of the finish, sprint, summit or lap where points were won.

    A label of something else, such as the reason for a ruling, is returned unchanged.
    """
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
    if abs(count) == 1:
        return phrase("{count} point", count=count)
    return phrase("{count} points", count=count)


def jersey_title(name: str) -> Phrase:
    """Return the title of a jersey; a jersey of a custom rulebook is `Jersey: NAME`."""
    return _JERSEYS.get(name) or phrase("Jersey: {name}", name=name)


_GAMES = _as_written(phrase("Road race"), phrase("Flamme Rouge (fan Grand Tour)"))


def game_title(title: str) -> str:
    """Return a game's title as a phrase; a proper name or custom title is unchanged."""
    return _GAMES.get(title, title)


_TYPES = _as_written(
    phrase("climber"), phrase("sprinter"), phrase("time rider"), phrase("helper")
)


def rider_type(name: str | None) -> str | None:
    """Return a rider type as a phrase; a type of a custom rulebook is unchanged."""
    return name and _TYPES.get(name, name)


_COLOURS = _as_written(
    phrase("yellow"), phrase("green"), phrase("white"), phrase("polka dot")
)


def jersey_name(name: str) -> str:
    """Return a jersey's colour as a phrase; a custom name stays unchanged."""
    return _COLOURS.get(name, name)
