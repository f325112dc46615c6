"""One tour's rules as a frozen value: every number of a game, and where it comes from.

A rulebook is data: `peloton.rules.rulebook.keys` names every value it has. A tour may
choose options and override any value.
"""

from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import cast

from peloton.rules.facts.kinds import ClassificationName, LimitUnit, StageKind
from peloton.rules.facts.stage import FINISH, OMNIUM, Stage
from peloton.rules.facts.tour import RuleValue
from peloton.rules.games import MARKS
from peloton.rules.games.mark import MarkForm
from peloton.rules.rulebook.keys import KEYS, RuleKind
from peloton.rules.values import is_scale, is_whole_number, not_one_of, shown

Scale = tuple[int, ...]
"""Seconds or points for the first, the second, ... over a line."""


class Source(StrEnum):
    """Where a value comes from, when it is not a named outside source."""

    SEED = "seed"
    DECIDED = "decided"
    OPTION = "option"
    HOUSE = "house rule"
    DEFAULT = "default"


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
    """A choice a tour has: `sets` maps each choice to the values it changes.

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
class PerLines:
    """So many `turns` for each `per` lines, of which the last need only be begun.

    `halved` gives half of them, rounded down.
    """

    turns: int
    per: int
    halved: bool = False

    def granted(self, lines: int) -> int:
        """Return the extra turns for a length; 190 lines at 1 per 50 are 4."""
        turns = self.turns * -(-lines // self.per)
        return turns // 2 if self.halved else turns


@dataclass(frozen=True, slots=True, kw_only=True)
class ByLength:
    """As many turns as the last of `starts`, in lines, that a length reaches."""

    turns: tuple[int, ...]
    starts: tuple[int, ...]

    def granted(self, lines: int) -> int:
        """Return the extra turns for a length; none below the first step."""
        return (0, *self.turns)[bisect(self.starts, lines)]


Allowance = PerLines | ByLength
"""How many extra turns a length is worth to a type of rider (CY-12, CY-13)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiderType:
    """A type of rider that a game has: its name on the startlist, and its worth.

    `price` is what one costs; None where it has none. Extra turns (CY-13): on the
    `road` (None: those of any rider), for the `mountain` lines of a stage besides,
    and in a `time_trial`; `mountain_limit` is how many of them may be used on the
    mountains, None where the game does not count that. The rest is provenance.
    """

    name: str
    meaning: str = ""
    price: int | None = None
    road: Allowance | None = None
    mountain: Allowance | None = None
    time_trial: Allowance | None = None
    mountain_limit: Allowance | None = None
    rule: str = ""
    source: str = Source.HOUSE
    confirmed: bool = True
    note: str = ""


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
        """Return seconds or points by place, first place first.

        As for all of these, whoever reads a rulebook has checked the kind of the value.
        """
        return cast("Scale", self.values[key].value)

    def number(self, key: str) -> int:
        """Return one whole number."""
        return cast("int", self.values[key].value)

    def flag(self, key: str) -> bool:
        """Return whether the rule is in force."""
        return cast("bool", self.values[key].value)

    def word(self, key: str) -> str:
        """Return one word: the name of a form, a clock, an order."""
        return cast("str", self.values[key].value)

    def words(self, key: str) -> tuple[str, ...]:
        """Return several words in order, such as the steps of a tie-break."""
        return cast("tuple[str, ...]", self.values[key].value)

    def keeps(self, what: str) -> bool:
        """Return whether a classification is kept, or a value is more than none."""
        value = self.values.get(what)
        return what in self.classifications or (
            value is not None and value.value not in (0, "none", ())
        )

    def rule(self, key: str) -> str:
        """Return the number of the rule behind a value, such as CR-6."""
        return self.values[key].rule

    def on_stage(self, stage: Stage) -> "Rulebook":
        """Return the rulebook with the values that a stage has of its own (RR-10)."""
        own: dict[str, RuleValue] = {}
        if stage.same_time_gap is not None:
            own["same_time.gap"] = stage.same_time_gap
        if stage.time_limit:
            own["time_limit.stages"] = (stage.kind,)
            for unit in LimitUnit:
                own[f"time_limit.{unit}"] = stage.time_limit.get(unit, 0)
        if not own:
            return self
        values = {key: Value(value=value, rule="RR-10") for key, value in own.items()}
        return replace(self, values={**self.values, **values})

    def source_of(self, key: str) -> str:
        """Return the rule behind a value, or the name of the rulebook without one."""
        return self.rule(key) or self.name

    def cited(self, key: str) -> str:
        """Return the rule behind a value in brackets, as a message ends with it."""
        rule = self.rule(key)
        return f" ({rule})" if rule else ""

    @property
    def mark(self) -> MarkForm:
        """How the game writes a finish, and tells its time."""
        return MARKS[self.word("mark")]

    @property
    def unit(self) -> str:
        """The unit of times, such as `seconds`: one tick is one of them."""
        return self.word("unit")

    @property
    def classifications(self) -> tuple[ClassificationName, ...]:
        """The classifications kept, in the order they are shown."""
        return tuple(map(ClassificationName, self.words("classifications")))

    @property
    def is_omnium(self) -> bool:
        """Whether the general classification adds up points for places."""
        return self.word("general.by") == "omnium"

    @property
    def teams_by_points(self) -> bool:
        """Whether the team classification adds up points."""
        return self.word("teams.by") in {"points", "rider points"}

    @property
    def team_points_source(self) -> tuple[str | None, ClassificationName]:
        """Where riders win points for their team, None for anywhere (CR-8, FR-5).

        And the classification that these points are of.
        """
        if self.is_omnium:
            return OMNIUM, ClassificationName.GENERAL
        anywhere = self.word("teams.by") == "rider points"
        return None if anywhere else FINISH, ClassificationName.POINTS

    def adds_times(self, name: ClassificationName) -> bool:
        """Return whether a classification adds up times; the others add up points."""
        general = {ClassificationName.GENERAL, ClassificationName.YOUNG}
        if name in general:
            return self.word("general.by") == "time"
        return name is ClassificationName.TEAMS and not self.teams_by_points

    def counts(self, stage: Stage, name: ClassificationName) -> bool:
        """Whether a stage counts for a classification (GN-4).

        A track race counts if the stage says so, in an omnium, and for points if it
        has a scale of its own; the 1 km counts as the time trial it is (CY-1).
        """
        own = stage.counts.get(name)
        if own is not None or not stage.kind.outside_the_tour:
            return own is not False
        if self.is_omnium:
            return name in {ClassificationName.GENERAL, ClassificationName.TEAMS}
        lapped = stage.kind is StageKind.POINTS_RACE
        is_points = name is ClassificationName.POINTS
        return is_points and stage.points is not None and not lapped

    def counted(self, stage: Stage) -> frozenset[ClassificationName]:
        """Name the classifications a stage counts for; none if it is cancelled."""
        if stage.cancelled:
            return frozenset()
        return frozenset(
            name for name in ClassificationName if self.counts(stage, name)
        )


def clock_fault(values: Mapping[str, Value]) -> str:
    """Return the message that a rulebook's clock cannot read its marks, or ""."""
    clock, mark = values["clock"].value, values["mark"].value
    expected = next((form.form for form in MARKS.values() if form.clock == clock), mark)
    if mark == expected:
        return ""
    return f"mark: found {shown(mark)}, expected '{expected}' with the clock '{clock}'"


_LENGTHS = 5  # categories 4, 3, 2, 1 and HC
_AT_LEAST_ONE = (
    "cards.one_in",
    "turn",
    "ttt.rider",
    "track.keirin",
    "track.last_lap",
    "track.pursuit_rider",
)


def value_fault(key: str, found: object) -> str:
    """Return what is wrong with a value for a key of a rulebook, or "".

    `key` is one of KEYS; lists are given as tuples.
    """
    fault = _kind_fault(key, found)
    if not fault and found == 0 and key in _AT_LEAST_ONE:
        fault = "found 0, expected a whole number, 1 or more"
    if not fault and key == "mountains.lengths" and isinstance(found, tuple):
        rising = list(found) == sorted(found)
        if len(found) > _LENGTHS or not rising:
            fault = f"found {shown(found)}, expected up to 5 numbers, rising"
    return f"{key}: {fault}" if fault else ""


def _kind_fault(key: str, found: object) -> str:
    kind, words = KEYS[key].kind, KEYS[key].words
    if kind is RuleKind.WORD:
        return "" if found in words else not_one_of(found, words)
    if kind is RuleKind.WORDS and isinstance(found, tuple):
        strange = [each for each in found if each not in words]
        if strange:
            return not_one_of(strange[0], words)
        twice = [each for each in words if found.count(each) > 1]
        return f"found '{twice[0]}' twice, expected once" if twice else ""
    fits = (
        (kind is RuleKind.SCALE and is_scale(found))
        or (kind is RuleKind.NUMBER and is_whole_number(found))
        or (kind is RuleKind.FLAG and isinstance(found, bool))
    )
    return "" if fits else f"found {shown(found)}, expected {kind}"
