"""One tour's rules as a frozen value: every number of a game, and where it comes from.

A rulebook is data. `KEYS` names every value a rulebook has, by dotted key, and what
kind of value it is; a file must give them all, a tour may override any of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from peloton.errors import PelotonError
from peloton.rules.model import Category, ClassificationName, RuleValue

Scale = tuple[int, ...]
"""Seconds or points for the first, the second, ... over a line."""


class RuleKind(StrEnum):
    """What a value of a rulebook may be."""

    SCALE = "a list of whole numbers, 0 or more"
    NUMBER = "a whole number, 0 or more"
    FLAG = "true or false"
    WORD = "one of a list of words"
    WORDS = "a list of words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A value that every rulebook has: its kind, meaning and, for words, the words."""

    kind: RuleKind
    meaning: str
    words: tuple[str, ...] = ()


class Source(StrEnum):
    """Where a value comes from."""

    SEED = "seed"
    DECIDED = "decided"
    HOUSE = "house rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value with its provenance: `source` is a Source or names an outside one."""

    value: RuleValue
    rule: str = ""
    source: str = Source.HOUSE
    confirmed: bool = True
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """What a tour may choose: `sets` maps a choice to the values it changes.

    With `key` the choice itself becomes that value. `choices` empty: any value of
    the key's kind.
    """

    default: bool | int | str
    meaning: str = ""
    rule: str = ""
    choices: tuple[bool | int | str, ...] = ()
    key: str = ""
    sets: Mapping[str, Mapping[str, RuleValue]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RiderType:
    """A type of rider a game knows, as it stands on the startlist."""

    name: str
    meaning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Jersey:
    """A jersey, the classification it is for, and its colour in print (#rrggbb)."""

    name: str
    classification: ClassificationName
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """A game's rules, or one tour's after its options and house rules.

    `jerseys` are in order of rank: who leads several wears the first of them.
    """

    name: str
    title: str
    values: Mapping[str, Value]
    options: Mapping[str, Option] = field(default_factory=dict)
    types: tuple[RiderType, ...] = ()
    jerseys: tuple[Jersey, ...] = ()

    def scale(self, key: str) -> Scale:
        """Return seconds or points by place, first place first."""
        value = self.values[key].value
        if not isinstance(value, tuple):
            raise _mismatch(self, key)
        return tuple(int(each) for each in value)

    def number(self, key: str) -> int:
        """Return one whole number."""
        value = self.values[key].value
        if not isinstance(value, int):
            raise _mismatch(self, key)
        return value

    def flag(self, key: str) -> bool:
        """Return whether the rule is in force."""
        value = self.values[key].value
        if not isinstance(value, bool):
            raise _mismatch(self, key)
        return value

    def word(self, key: str) -> str:
        """Return one word: the name of a form, a clock, an order."""
        value = self.values[key].value
        if not isinstance(value, str):
            raise _mismatch(self, key)
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """Return several words in order, such as the steps of a tie-break."""
        value = self.values[key].value
        if not isinstance(value, tuple):
            raise _mismatch(self, key)
        return tuple(str(each) for each in value)

    def rule(self, key: str) -> str:
        """Return the number of the rule behind a value, such as CR-6."""
        return self.values[key].rule

    @property
    def unit(self) -> str:
        """What one tick of a time is, such as `seconds`."""
        return self.word("unit")

    @property
    def classifications(self) -> tuple[ClassificationName, ...]:
        """The classifications kept, in the order they are shown."""
        return tuple(map(ClassificationName, self.words("classifications")))

    def with_values(self, changes: Mapping[str, RuleValue], note: str) -> "Rulebook":
        """Return this rulebook with some values replaced, as house rules."""
        values = dict(self.values)
        for key, value in changes.items():
            values[key] = Value(value=value, rule=values[key].rule, note=note)
        return replace(self, values=values)


def _mismatch(rulebook: Rulebook, key: str) -> PelotonError:
    found = rulebook.values[key].value
    return PelotonError(
        f"rulebook {rulebook.name}: {key} is {found!r}, expected {KEYS[key].kind}"
    )


_SCALE, _NUMBER, _FLAG = RuleKind.SCALE, RuleKind.NUMBER, RuleKind.FLAG
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
        words=("road", "prologue", "itt", "ttt"),
    ),
    **{
        f"ties.{name}": Key(
            kind=RuleKind.WORDS,
            meaning=f"the steps that part equal totals in the {name} classification",
            words=(
                "previous general",
                "lots",
                "latest place",
                "sum of places",
                "wins",
                "general",
                "best rider",
                "bib",
            ),
        )
        for name in ClassificationName
    },
}
