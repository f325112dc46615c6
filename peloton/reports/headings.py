"""Parts of many reports: columns by stage, a stage in a few words, its notes."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from peloton.reports.sheet import Cell, Column, ColumnKind
from peloton.rules.facts.labels import PROFILES, STAGE_KINDS
from peloton.rules.facts.stage import Stage
from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.winners import is_final, shown_jerseys
from peloton.rules.words import Phrase, clock, listed, phrase

BEHIND = Column(phrase("Time"), ColumnKind.GAP)
"""The time of the first and the gaps behind it in one column (`behind`)."""


def stage_columns(
    numbers: Iterable[int], kind: ColumnKind = ColumnKind.NUMBER
) -> tuple[Column, ...]:
    """Return a column for each of some stages."""
    return tuple(
        Column(phrase("Stage {number}", number=number), kind=kind) for number in numbers
    )


_LENGTHS: Mapping[str, tuple[Phrase, Phrase, Phrase]] = {
    "spaces": (phrase("Spaces"), phrase("{count} spaces"), phrase("at {space}")),
    "lines": (phrase("Lines"), phrase("{count} lines"), phrase("at line {space}")),
    "squares": (
        phrase("Squares"),
        phrase("{count} squares"),
        phrase("at square {space}"),
    ),
    "km": (phrase("km"), phrase("{count} km"), phrase("at km {space}")),
}
_ONE = {
    "spaces": phrase("1 space"),
    "lines": phrase("1 line"),
    "squares": phrase("1 square"),
}
"""What a rulebook counts the length of a course in: a heading, a length, a place."""


def counted_stage(race: Race, number: int) -> int | str:
    """Return the number of a stage, as `3 of 7` where seven are planned (GN-9)."""
    total = race.tour.total_stages
    if race.tour.planned is None or total is None:
        return number
    return phrase("{number} of {total}", number=number, total=total)


def lengths_title(rulebook: Rulebook) -> str:
    """Head a column of lengths: `Spaces`, or as the rulebook counts them."""
    return _LENGTHS[rulebook.word("course.unit")][0]


def length_of(count: int, rulebook: Rulebook) -> str:
    """Write a length: `24 spaces`, or as the rulebook counts them."""
    unit = rulebook.word("course.unit")
    if count == 1 and unit in _ONE:
        return _ONE[unit]
    return phrase(_LENGTHS[unit][1].pattern, count=count)


def spot_of(at: int, rulebook: Rulebook) -> str:
    """Write a place on the course: `at 24`, `at km 24`."""
    return phrase(_LENGTHS[rulebook.word("course.unit")][2].pattern, space=at)


def circumstances(stage: Stage, rulebook: Rulebook) -> Iterable[str]:
    """Describe a stage in a few words each: its kind, terrain, length and date."""
    yield STAGE_KINDS[stage.kind]
    if stage.profile:
        yield PROFILES[stage.profile]
    if stage.length is not None:
        yield length_of(stage.length, rulebook)
    if stage.date:
        yield phrase("{date}", date=stage.date)


def cancelled_notes(stage: Stage) -> tuple[str, ...]:
    """Note why a stage is cancelled; nothing for another one."""
    if not stage.cancelled:
        return ()
    return (phrase("Cancelled: {reason}", reason=stage.cancelled),)


def under(*parts: str) -> str:
    """Join what stands under a title: the tour, the stage, a few words on it."""
    return listed(parts, " · ")


def shirts_legend(race: Race, score: StageScore) -> str:
    """Explain the jersey icons beside the bibs: worn on the next stage, or won."""
    if not any(line.wearer for line in shown_jerseys(race, score)):
        return ""
    number = score.number + 1
    if is_final(race, score):
        return phrase("Jersey icons: winners of the classifications.")
    return phrase("Jersey icons: wearers on stage {number}.", number=number)


def counts_notes(score: StageScore, rulebook: Rulebook) -> tuple[str, ...]:
    """Note why a stage counts for nothing, and the key that changes it (GN-4, GN-5)."""
    stage = score.stage
    if stage.cancelled or not rulebook.counted(stage).isdisjoint(score.standings):
        return ()
    if stage.kind.outside_the_tour:
        why = phrase("a single track race is not a stage of the tour (CR-13)")
    else:
        why = phrase("its 'counts' key excludes it (GN-4)")
    return (
        phrase(
            "{stage} counts for no classification: {why}. To make it count, add"
            " {key} to the tour file.",
            stage=phrase("Stage {number}", number=score.number),
            why=why,
            key="counts = { general = true, points = true }",
        ),
    )


def first_few(items: Collection[str], most: int, of: int = 0) -> str:
    """List the first few of several, and how many more there are; `of` them in all."""
    first, more = listed(tuple(items)[:most]), max(of, len(items)) - most
    if more <= 0:
        return first
    return phrase("{first} and {count} more", first=first, count=more)


def behind(times: Iterable[tuple[int | None, int | None]], unit: str) -> Iterator[Cell]:
    """Write the first time, then gaps, and s.t. for the same as the one above."""
    above: int | None = None
    for time, gap in times:
        if gap is None or above is None:
            # A gap has a sign ahead of it: a time before zero is written as one.
            yield clock(time, unit) if time and time > 0 else time
        else:
            yield phrase("s.t.") if gap == above else gap
        above = above if gap is None else gap
