"""The rules of a game: values with their sources, which a tour may change (GN-4)."""

from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import cast

from peloton.errors import did_you_mean
from peloton.rules.facts.kinds import ClassificationName, LimitUnit, StageKind
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import FINISH, OMNIUM, Stage
from peloton.rules.facts.startlist import KEY
from peloton.rules.facts.tour import OptionValue, RuleValue, Tour
from peloton.rules.games import MARKS
from peloton.rules.games.mark import MarkFormat
from peloton.rules.rulebook.keys import KEYS, Key, RuleKind
from peloton.rules.values import is_scale, quote, whole_number_fault, word_fault

Scale = tuple[int, ...]
"""Seconds or points for each place, in the order of the places."""


class Source(StrEnum):
    """Sources of values that are not taken from a publication or a person."""

    SEED = "seed"
    DECIDED = "decided"
    OPTION = "option"
    HOUSE = "house rule"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value of a rulebook; `source` is a Source, a publication or a person."""

    value: RuleValue
    rule: str = ""
    source: str = Source.HOUSE
    confirmed: bool = True
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option of a tour: `sets` maps each choice to the values it changes.

    Among them, `rule` is the number of their rule, if it differs. If `key` is given,
    the choice itself becomes the value of that key. If `choices` is empty, any value of
    the key's kind is valid.
    """

    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    meaning: str = ""
    rule: str = ""
    key: str = ""
    sets: Mapping[str, Mapping[str, RuleValue]] = field(default_factory=dict)

    def choice(self, name: str, found: RuleValue) -> tuple[RuleValue, str]:
        """Return the choice that a value equals, also as text, and an error message.

        `name` is the name of the option. The message is "" for a valid choice.
        """
        choices = {choice_word(choice): choice for choice in self.choices}
        if not choices:
            return found, value_fault(self.key, found)
        choice = choices.get(choice_word(found))
        if choice is None:
            return found, f"{name}: {word_fault(found, choices)}"
        return choice, ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PerLines:
    """An allowance of `turns` extra turns for every `per` board lines begun.

    If `halved`, half as many are granted.
    """

    turns: int
    per: int
    halved: bool = False

    def granted(self, lines: int) -> int:
        """Return the turns for a length: 4 for 190 lines at 1 per 50, rounded up."""
        turns = self.turns * -(-lines // self.per)
        return turns // 2 if self.halved else turns


@dataclass(frozen=True, slots=True, kw_only=True)
class ByLength:
    """An allowance of `turns[i]` extra turns for `starts[i]` or more board lines."""

    turns: tuple[int, ...]
    starts: tuple[int, ...]

    def granted(self, lines: int) -> int:
        """Return the extra turns for a length; 0 if it is below `starts[0]`."""
        return (0, *self.turns)[bisect(self.starts, lines)]


Allowance = PerLines | ByLength
"""The extra turns that a rider type is granted for a length (CY-12, CY-13)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiderType:
    """A rider type of a game: its name on the startlist, its price and extra turns.

    `price` is None if the type has no price. Extra turns (CY-13) are granted for the
    length of the stage on the `road` (None: like any rider), additionally for its
    `mountain` lines, and in a `time_trial`. `mountain_limit` is the maximum that may be
    used on mountains; a type with neither `mountain` nor `mountain_limit` may use none
    there (CY-12). The other fields describe the source of these values.
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
    """A jersey, its classification, and its colour in print (#rrggbb)."""

    name: str
    classification: ClassificationName
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The rules of a game, or of one tour with its options and house rules applied.

    `jerseys` are listed highest first: a rider who leads several classifications wears
    the highest jersey. `bgg` is the number of the game on BoardGameGeek, if it has one.
    `text` is the file from which the rulebook was read, without a tour's changes.
    """

    name: str
    title: str
    bgg: int | None = None
    values: Mapping[str, Value]
    options: Mapping[str, Option] = field(default_factory=dict)
    types: tuple[RiderType, ...] = field(default=(), metadata={KEY: "type"})
    jerseys: tuple[Jersey, ...] = field(default=(), metadata={KEY: "jersey"})
    text: str = field(default="", compare=False, repr=False)

    def scale(self, key: str) -> Scale:
        """Return the seconds or points for each place, first place first.

        This method and the four below it do not check the kind of the value, because
        the functions that read a rulebook have checked it.
        """
        return cast("Scale", self.values[key].value)

    def number(self, key: str) -> int:
        """Return the whole number at a key."""
        return cast("int", self.values[key].value)

    def flag(self, key: str) -> bool:
        """Return the boolean at a key."""
        return cast("bool", self.values[key].value)

    def word(self, key: str) -> str:
        """Return the word at a key, such as the name of a mark format."""
        return cast("str", self.values[key].value)

    def words(self, key: str) -> tuple[str, ...]:
        """Return the list of words at a key, such as tie-break steps."""
        return cast("tuple[str, ...]", self.values[key].value)

    def uses(self, what: str) -> bool:
        """Return whether the game has `what`: a classification, or what a key defines.

        A game has what a key defines unless the value is 0, false, `none` or empty.
        """
        value = self.values.get(what)
        return what in self.classifications or (
            value is not None and value.value not in (0, "none", ())
        )

    def rule(self, key: str) -> str:
        """Return the number of the rule that sets a value, such as CR-6."""
        return self.values[key].rule

    def on_stage(self, stage: Stage) -> "Rulebook":
        """Return the rulebook with the values that a stage overrides (RR-10)."""
        own: dict[str, RuleValue] = {}
        if stage.same_time_gap is not None:
            own["same_time.gap"] = stage.same_time_gap
        if stage.time_limit:
            own["time_limit.stages"] = (stage.kind,)
            for unit in LimitUnit:
                own[f"time_limit.{unit}"] = stage.time_limit.get(unit, 0)
        values = {key: Value(value=value, rule="RR-10") for key, value in own.items()}
        return replace(self, values={**self.values, **values})

    def source_of(self, key: str) -> str:
        """Return the number of the rule behind a value, or else the rulebook's name."""
        return self.rule(key) or self.name

    def cited(self, key: str) -> str:
        """Return a value's rule as ` (CR-6)`, to append to a message, or ""."""
        rule = self.rule(key)
        return f" ({rule})" if rule else ""

    @property
    def space_fault(self) -> str:
        """Return why a house value of `space` has no effect; "" if it has one."""
        timed = self.mark.timed_spaces
        return "" if timed else f"no effect in {self.name}: no time depends on it"

    @property
    def mark(self) -> MarkFormat:
        """The mark format of the game."""
        return MARKS[self.word("mark")]

    @property
    def unit(self) -> str:
        """The unit of times, such as `seconds`; one tick is one unit."""
        return self.word("unit")

    @property
    def classifications(self) -> tuple[ClassificationName, ...]:
        """The classifications of the tour, in the order they are shown."""
        return tuple(map(ClassificationName, self.words("classifications")))

    @property
    def is_omnium(self) -> bool:
        """True if the general classification adds up points for places on stages."""
        return self.word("general.by") == "omnium"

    @property
    def teams_by_points(self) -> bool:
        """True if the team classification adds up points."""
        return self.word("teams.by") in {"points", "rider points"}

    @property
    def team_points_source(self) -> tuple[str | None, ClassificationName]:
        """The `source` and classification of the awards that teams add up.

        A source of None stands for all sources (CR-8, FR-5).
        """
        if self.is_omnium:
            return OMNIUM, ClassificationName.GENERAL
        anywhere = self.word("teams.by") == "rider points"
        return None if anywhere else FINISH, ClassificationName.POINTS

    def adds_times(self, name: ClassificationName) -> bool:
        """Return whether a classification adds up times; the others add up points."""
        if name.totals_from is ClassificationName.GENERAL:
            return self.word("general.by") == "time"
        return name is ClassificationName.TEAMS and not self.teams_by_points

    def counts(self, stage: Stage, name: ClassificationName) -> bool:
        """Return whether a stage counts for a classification (GN-4).

        A race outside the tour counts only if its `counts` says so, if it is part of an
        omnium, or, for the points classification, if the stage has its own scale.
        """
        override = stage.counts.get(name)
        if override is not None or not stage.kind.outside_the_tour:
            return override is not False
        if self.is_omnium:
            return name in {ClassificationName.GENERAL, ClassificationName.TEAMS}
        own_scale = stage.points is not None and stage.kind is not StageKind.POINTS_RACE
        return own_scale and name is ClassificationName.POINTS

    def counted(self, stage: Stage) -> frozenset[ClassificationName]:
        """Return the classifications a stage counts for; none if it is cancelled."""
        if stage.cancelled:
            return frozenset()
        return frozenset(n for n in ClassificationName if self.counts(stage, n))

    def counts_times(self, stage: Stage) -> bool:
        """Return whether the times of a stage count in the general classification."""
        name = ClassificationName.GENERAL
        by_time = stage.kind.timed and self.adds_times(name)
        return by_time and name in self.counted(stage)

    def may_be_skipped(self, stage: Stage) -> bool:
        """Return whether riders may be missing from a stage, as in a keirin (GN-1)."""
        outside = stage.kind.outside_the_tour and not self.counts_times(stage)
        return outside or bool(stage.cancelled)


_LENGTHS = 5  # one for each category of climbs, 4 to HC


def value_fault(key: str, found: object) -> str:
    """Return an error message for an unknown key or an invalid value, otherwise ""."""
    if key not in KEYS:
        near = (
            did_you_mean(key, ("name", "title", *KEYS))
            or ", expected a key of a built-in rulebook"
        )
        return f"unknown key '{key}' in a rulebook{near}"
    fault = kind_fault(KEYS[key], found)
    if not fault and key == "mountains.lengths" and isinstance(found, tuple):
        rising = list(found) == sorted(found)
        if len(found) > _LENGTHS or not rising:
            fault = f"found {quote(found)}, expected up to 5 numbers in ascending order"
    return f"{key}: {fault}" if fault else ""


def kind_fault(key: Key, found: object) -> str:
    """Return an error message for a value that does not fit a key, or ""."""
    kind, words = key.kind, key.words
    if kind is RuleKind.NUMBER:
        return whole_number_fault(found, key.minimum)
    if kind is RuleKind.WORD:
        return "" if found in words else word_fault(found, words)
    if kind is RuleKind.WORDS and isinstance(found, tuple):
        unknown = [word for word in found if word not in words]
        if unknown:
            return word_fault(unknown[0], words)
        repeated = [word for word in words if found.count(word) > 1]
        return f"found '{repeated[0]}' twice, expected once" if repeated else ""
    fits = is_scale(found) if kind is RuleKind.SCALE else isinstance(found, bool)
    if fits and kind is not RuleKind.WORDS:
        return ""
    return f"found {quote(found)}, expected {kind}"


def tour_rulebook(base: Rulebook, tour: Tour) -> tuple[Rulebook, tuple[Problem, ...]]:
    """Return the rulebook of a tour with its options and house rules applied.

    Unknown keys and invalid values are skipped and reported as problems.
    """
    values, problems = dict(base.values), list[Problem]()
    for table, name, found in _choices(base, tour):
        option = base.options.get(name) if table == "options" else None
        if option is None:
            changes, fault = {name: found}, _rule_fault(base, table, name, found)
            source, note = Source.HOUSE, "set by this tour"
        else:
            choice, fault = option.choice(name, found)
            changes = {**option.sets.get(choice_word(choice), {})}
            changes |= {option.key: choice} if option.key else {}
            source, note = Source.OPTION, f"{name} = {quote(choice)}"
        if fault:
            problems.append(Problem.of("rules", fault, "tour", table, name))
            continue
        rule = changes.pop("rule", "")
        for key, value in changes.items():
            # An unchanged value keeps its source.
            if (old := values[key]).value != value:
                own = str(rule or old.rule)
                values[key] = Value(value=value, rule=own, source=source, note=note)
    return replace(base, values=values), tuple(problems)


def _choices(base: Rulebook, tour: Tour) -> Iterator[tuple[str, str, RuleValue]]:
    """Yield (table, name, value): default options, chosen options, then house rules."""
    chosen = {n: tour.options[n] for n in base.options if n in tour.options}
    defaults = {n: o.default for n, o in base.options.items() if n not in chosen}
    for name, found in {**defaults, **chosen, **tour.options}.items():
        yield "options", name, found
    for key, value in tour.rules.items():
        yield "rules", key, value


def _rule_fault(base: Rulebook, table: str, key: str, found: RuleValue) -> str:
    """Return an error message for a rule of a tour; options may name rules, too."""
    if key in base.values:
        return value_fault(key, found)
    is_option = table == "options"
    known = [*base.options, *base.values] if is_option else [*base.values]
    return f"no {'option' if is_option else 'rule'} '{key}' in {base.name}" + (
        did_you_mean(key, known)
        or f", expected one that 'peloton rules show {base.name}' lists"
    )


def choice_word(choice: object) -> str:
    """Return a choice as text, as in `Option.sets`: `4`, `true`, `points`."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)
