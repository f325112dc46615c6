"""The values that every rulebook has, by dotted key: their kind and their meaning."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from peloton.rules.model import Category, ClassificationName, RuleValue, StageKind


class RuleKind(StrEnum):
    """What a value of a rulebook may be."""

    SCALE = "a list of whole numbers, 0 or more"
    NUMBER = "a whole number, 0 or more"
    FLAG = "true or false"
    WORD = "one of a list of words"
    WORDS = "a list of words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A value that every rulebook has: its kind, meaning and, for words, the words.

    A rulebook that does not give it has the `default`; without one it must be given.
    Later keys have defaults, so that rulebooks written before them stay whole.
    """

    kind: RuleKind
    meaning: str
    words: tuple[str, ...] = ()
    default: RuleValue | None = None


_SCALE, _NUMBER, _FLAG = RuleKind.SCALE, RuleKind.NUMBER, RuleKind.FLAG
_RIDER_TIES = (
    "previous general",
    "lots",
    "latest place",
    "sum of places",
    "general",
    "bib",
)
_TIES: Mapping[ClassificationName, tuple[str, ...]] = {
    ClassificationName.GENERAL: (*_RIDER_TIES, "wins"),
    ClassificationName.POINTS: (*_RIDER_TIES, "wins"),
    ClassificationName.MOUNTAINS: (*_RIDER_TIES, "wins"),
    ClassificationName.ACTIVE: (*_RIDER_TIES, "wins"),
    ClassificationName.YOUNG: _RIDER_TIES,
    ClassificationName.TEAMS: ("best rider", "lots"),
}
_TIME_TRIALS = "given in time trials and prologues too"

KEYS: Mapping[str, Key] = {
    "unit": Key(
        kind=RuleKind.WORD,
        meaning="what one tick of a time is",
        words=("seconds", "tenths"),
    ),
    "mark": Key(
        kind=RuleKind.WORD,
        meaning="how a finish is written",
        words=("turns left/moved", "turns lines"),
    ),
    "clock": Key(
        kind=RuleKind.WORD,
        meaning="how a mark becomes a time",
        words=("fractional turns", "turns and lines"),
    ),
    "turn": Key(kind=_NUMBER, meaning="what one turn is worth, in ticks"),
    "order": Key(
        kind=RuleKind.WORD,
        meaning="what places riders on an ordinary stage",
        words=("time", "turns", "arrival"),
    ),
    "time_trials.order": Key(
        kind=RuleKind.WORD,
        meaning="what places riders in a time trial",
        words=("time", "time, then as entered"),
    ),
    "same_time.gap": Key(
        kind=_NUMBER,
        meaning="ticks behind the rider ahead that still give the same time; 0: off",
    ),
    "general.by": Key(
        kind=RuleKind.WORD,
        meaning="what the general classification adds up",
        words=("time", "points"),
    ),
    "general.levelled": Key(
        kind=_FLAG, meaning="the best total is deducted, so that the leader has 0"
    ),
    "teams.by": Key(
        kind=RuleKind.WORD,
        meaning="what the team classification adds up",
        words=("points", "general times"),
    ),
    "classifications": Key(
        kind=RuleKind.WORDS,
        meaning="the classifications kept",
        words=tuple(ClassificationName),
    ),
    "ttt.rider": Key(
        kind=_NUMBER, meaning="the rider whose time is the team's in a ttt"
    ),
    "bonus.finish": Key(kind=_SCALE, meaning="bonus seconds at the finish"),
    "bonus.sprint": Key(kind=_SCALE, meaning="bonus seconds at intermediate sprints"),
    "bonus.time_trials": Key(kind=_FLAG, meaning=f"bonus seconds are {_TIME_TRIALS}"),
    "points.finish": Key(kind=_SCALE, meaning="points at the finish"),
    "points.time_trials": Key(kind=_FLAG, meaning=f"finish points are {_TIME_TRIALS}"),
    "points.sprint": Key(kind=_SCALE, meaning="points at intermediate sprints"),
    "points.sprint_counts_for": Key(
        kind=RuleKind.WORDS,
        meaning="the classifications that sprint points count for",
        words=(ClassificationName.POINTS, ClassificationName.ACTIVE),
    ),
    **{
        f"mountains.{category}": Key(
            kind=_SCALE, meaning=f"points at a summit of category {category}"
        )
        for category in Category
    },
    "mountains.summit": Key(
        kind=_SCALE, meaning="points at a summit without a category"
    ),
    "mountains.lengths": Key(
        kind=_SCALE,
        meaning="the shortest climb of categories 4, 3, 2, 1 and HC, in spaces;"
        " empty: none by length",
    ),
    "time_limit.seconds": Key(
        kind=_NUMBER, meaning="seconds behind the winner allowed; 0: no limit"
    ),
    "time_limit.turns": Key(
        kind=_NUMBER, meaning="turns behind the winner allowed; 0: no limit"
    ),
    "time_limit.percent": Key(
        kind=_NUMBER, meaning="percent of the winner's time allowed; 0: no limit"
    ),
    "time_limit.stages": Key(
        kind=RuleKind.WORDS,
        meaning="the kinds of stage with a time limit",
        words=tuple(StageKind),
    ),
    **{
        f"ties.{name}": Key(
            kind=RuleKind.WORDS,
            meaning=f"the steps that part equal totals in the {name} classification",
            words=words,
        )
        for name, words in _TIES.items()
    },
}
