"""Setting up a game: courses, cards to deal and the number of riders.

A course is a stage without results that can be reused: a classic by level (CY-21), a
prologue, or a custom course. `course_stretches` divides the course of any stage into
stretches (CY-19). Extra turns for a course are calculated in
`peloton.rules.ledgers.extra_turns`.

The cards to deal and the numbers of riders are in the rulebook. If it has none, the
results are empty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import TypeVar

from peloton.errors import PelotonError
from peloton.rules.facts.stage import FINISH, Section, Sprint, Stage, course_position
from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook, Scale, choice_word
from peloton.rules.stage.result import stage_awards

_Line = TypeVar("_Line", Section, Sprint)
_Row = TypeVar("_Row")


class Terrain(StrEnum):
    """The terrains of a stretch. Where several overlap, the first decides the dice."""

    MOUNTAIN = "mountain"
    DESCENT = "descent"
    LAST = "last km"
    PAVED = "paved"
    ROAD = "road"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A stretch of a course, from board line `start` to `end`, counted from the start.

    `dice` is the number of white dice, 0 if the game has none; `sprinter_dice` is the
    number for a sprinter, 0 if it is the same. A rider who stops on an odd board line
    is moved `back` lines back.
    """

    start: int
    end: int
    terrain: Terrain
    name: str = ""
    dice: int = 0
    sprinter_dice: int = 0
    back: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A course from which stages are made.

    `every` contains the sections and sprints of each lap, `last` those of the last lap
    only. `lap` is the length of a lap in board lines, None for a course without laps.
    `levels` lists the possible numbers of laps for each level, the default first.
    """

    name: str
    rulebook: str = "cyclo"
    note: str = ""
    lap: int | None = None
    levels: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    every: Stage = field(default_factory=Stage)
    last: Stage = field(default_factory=Stage)


def course_laps(course: Course, level: int | None, wanted: int | None = None) -> int:
    """Return the number of laps of a course: `wanted`, or the default for a level.

    Raises PelotonError for a level that the course does not list, or a number of laps
    that is not possible at the level (CY-21).
    """
    if course.lap is not None and not course.levels:
        return wanted or 1
    laps = (1,) if course.lap is None else course.levels.get(level or 0, ())
    if not laps:
        levels = ", ".join(map(str, course.levels))
        found = f"found level {level}" if level else "found no level"
        raise PelotonError(f"{course.name}: {found}, expected one of {levels} (CY-21)")
    if wanted not in (None, *laps):
        expected = " or ".join(map(str, laps))
        raise PelotonError(
            f"{course.name}: found {wanted} laps, expected {expected} (CY-21)"
        )
    return wanted or laps[0]


def tour_level(tour: Tour, rulebook: Rulebook) -> int | None:
    """Return the level at which a tour is played, None in a game without levels."""
    option = rulebook.options.get("level")
    if option is None:
        return None
    level = choice_word(tour.options.get("level", option.default))
    return int(level) if level.isdecimal() else None


def course_stage(course: Course, laps: int = 1) -> Stage:
    """Make a stage from a course and a number of laps (CY-21).

    Sections and sprints of every lap are repeated on each lap. With several laps the
    lap is added to their names, `Muur, lap 2`, to keep the names unique.
    """
    lap, every, last = course.lap or 0, course.every, course.last
    return replace(
        every,
        name=course.name,
        length=every.length if course.lap is None else laps * lap,
        sections=_over_laps(every.sections, last.sections, laps, lap),
        sprints=_over_laps(every.sprints, last.sprints, laps, lap),
    )


def _over_laps(
    every: Sequence[_Line], last: Sequence[_Line], laps: int, lap: int
) -> tuple[_Line, ...]:
    lines: list[_Line] = []
    for number in range(1, laps + 1):
        for line in every:
            name = f"{line.name}, lap {number}" if laps > 1 and line.name else line.name
            lines.append(_moved(replace(line, name=name), (number - 1) * lap))
    lines += (_moved(line, (laps - 1) * lap) for line in last)
    return tuple(sorted(lines, key=course_position))


def _moved(line: _Line, ahead: int) -> _Line:
    known = {key: getattr(line, key, None) for key in ("at", "start", "end")}
    moved = {key: at + ahead for key, at in known.items() if at is not None}
    return replace(line, **moved)


def course_stretches(stage: Stage, rulebook: Rulebook) -> tuple[Stretch, ...]:
    """Divide the course of a stage into stretches, from the start line on (CY-19).

    Mountains and descents keep their own dice in the last km; a stage that ends on a
    summit has no last km. Where sections overlap, a mountain decides the dice before
    a descent. Without a length the course ends with the last section.
    """
    placed = [s for s in stage.sections if s.start is not None and s.end is not None]
    end = stage.length
    if end is None:
        end = max((s.end or 0 for s in placed), default=0)
    last = end
    summit = max((climb.end or 0 for climb in stage.climbs), default=0)
    if stage.length is not None and summit < end:
        last = max(end - rulebook.number("course.last"), 0)
    cuts = {0, last, end}
    cuts |= {at for s in placed for at in (s.start, s.end) if at and at < end}
    stretches: list[Stretch] = []
    for start, stop in pairwise(sorted(cuts)):
        on_it = [s for s in placed if (s.start or 0) <= start and (s.end or 0) >= stop]
        stretches.append(_stretch(start, stop, on_it, last, rulebook))
    return tuple(stretches)


def _stretch(
    start: int, end: int, on_it: Sequence[Section], last: int, rulebook: Rulebook
) -> Stretch:
    kinds = {str(section.kind) for section in on_it}
    if start >= last:
        kinds.add(Terrain.LAST)
    terrain = next((kind for kind in Terrain if kind in kinds), Terrain.ROAD)
    key = "road" if terrain is Terrain.PAVED else terrain.partition(" ")[0]
    sprinter = rulebook.number("dice.last_sprinter")
    return Stretch(
        start=start,
        end=end,
        terrain=terrain,
        name=", ".join(section.name for section in on_it if section.name),
        dice=rulebook.number(f"dice.{key}"),
        sprinter_dice=sprinter if terrain is Terrain.LAST else 0,
        back=rulebook.number("course.paved_back") if Terrain.PAVED in kinds else 0,
    )


_MANY = tuple(Bib(str(place)) for place in range(1, 100))


def line_scales(
    stage: Stage, rulebook: Rulebook, bibs: tuple[Bib, ...] = _MANY
) -> Mapping[str, Mapping[str, Scale]]:
    """Return the scales of the sprints, summits and the finish, keyed by their labels.

    The label of the finish is `finish`. Each line's scales are keyed by classification
    or, for seconds, by `bonus`. The scales are for the riders `bibs`, in that order.
    """
    crossings, laps = dict.fromkeys(stage.primes, bibs), (bibs,) * len(stage.laps)
    crossed = replace(stage, crossings=crossings, laps=laps, rulings=())
    lines: dict[str, dict[str, Scale]] = {}
    for award in stage_awards(crossed, bibs, frozenset(), rulebook):
        scales = lines.setdefault(award.source, {})
        scales[award.towards] = (*scales.get(award.towards, ()), award.amount)
    return dict(sorted(lines.items(), key=lambda item: item[0] == FINISH))


LOWEST_CARD = 7
"""The card value to which the first number in a list of card counts belongs (CR-14)."""

_MIN_RIDERS, _MAX_RIDERS = 6, 15


def cards_to_deal(rulebook: Rulebook, riders: int | None = None) -> Mapping[int, Scale]:
    """Return how many cards of each value to deal, keyed by number of riders (CR-14).

    With `riders`, return only the row for that number. Raises PelotonError for a number
    of riders that the rulebook does not list.
    """
    table = {
        number: cards
        for number in range(_MIN_RIDERS, _MAX_RIDERS + 1)
        if (cards := rulebook.scale(f"setup.deal.{number}"))
    }
    return _selected(table, riders, rulebook, "riders", "CR-14")


def refreshment_cards(rulebook: Rulebook, riders: int) -> int:
    """Return the number of refreshment cards for each of `riders` starters (CR-19).

    If the rulebook does not list this number of starters, the nearest one is used.
    """
    cards = rulebook.scale("setup.refreshments") or (0,)
    return cards[min(max(riders, _MIN_RIDERS) - _MIN_RIDERS, len(cards) - 1)]


def rider_counts(
    rulebook: Rulebook, players: int | None = None
) -> Mapping[int, tuple[int, int]]:
    """Return how many riders are on the board and how many of them are neutral (FI-3).

    The keys are numbers of players. With `players`, return only the row for that
    number. Raises PelotonError for a number of players that the rulebook does not list.
    """
    neutral = rulebook.scale("setup.neutral")
    by_players = {
        number: (riders, sum(neutral[number - 1 : number]))
        for number, riders in enumerate(rulebook.scale("setup.riders"), 1)
        if riders
    }
    return _selected(by_players, players, rulebook, "players", "FI-3")


def _selected(
    table: Mapping[int, _Row], key: int | None, rulebook: Rulebook, what: str, rule: str
) -> Mapping[int, _Row]:
    """Return only the row for a key, or the whole table if the key is None."""
    if key is None:
        return table
    if key in table:
        return {key: table[key]}
    expected = f"expected none: nothing in {rulebook.name} depends on {what}"
    if table:
        expected = f"expected {min(table)} to {max(table)} ({rule})"
    raise PelotonError(f"found {key} {what}, {expected}")
