"""The keys of a rulebook, with the kind and meaning of each value."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from peloton.rules.facts.kinds import (
    CLASSIFICATIONS,
    Category,
    ClassificationName,
    StageKind,
)
from peloton.rules.facts.tour import RuleValue
from peloton.rules.games import MARKS


class RuleKind(StrEnum):
    """The kinds of values in a rulebook, as described in messages."""

    SCALE = "a list of whole numbers, 0 or more"
    NUMBER = "a whole number, 0 or more"
    FLAG = "true or false"
    WORD = "one of a list of words"
    WORDS = "a list of words"


@dataclass(frozen=True, slots=True)
class Key:
    """A rulebook key: its meaning, and the kind and valid words of its value.

    The `default` is used if a rulebook lacks the key; without a default the key is
    required. New keys need a default, so that existing rulebooks stay valid. `rule` is
    the number of the rule behind the default, if it is the same in every game.
    `minimum` is the smallest valid number.
    """

    kind: RuleKind
    meaning: str
    words: tuple[str, ...] = ()
    default: RuleValue | None = None
    rule: str = ""
    minimum: int = 0

    @property
    def expected(self) -> str:
        """The values that fit, as described in messages."""
        if self.words:
            which = "any" if self.kind is RuleKind.WORDS else "one"
            return f"{which} of {', '.join(self.words)}"
        return self.kind.replace("0", str(self.minimum))


_scale, _number, _flag, _word, _words = (partial(Key, kind) for kind in RuleKind)
# Optional keys: the default is an empty list, 0 or false.
_empty = partial(_scale, default=())
_zero = partial(_number, default=0)
_off = partial(_flag, default=False)
_positive = partial(_number, minimum=1)


_NUMBERS = {
    "dice.road": "white dice on the road; 0: the game has none",
    "dice.mountain": "white dice on a mountain",
    "dice.descent": "white dice in a descent",
    "dice.last": "white dice on the road in the last km, unless that ends on a summit",
    "dice.last_sprinter": "white dice of a sprinter in the last km; 0: as dice.last",
    "dice.first_round": "white dice in the first round, on any terrain",
    "course.last": "spaces of the last km",
    "course.paved_back": "spaces lost by a rider on an odd line of a paved road",
    "setup.hand": "cards dealt to each rider",
    "setup.counters": "bonus counters a team may hold",
    "setup.counters_a_roll": "bonus counters that may be added to one roll",
    "setup.counters_kept": "bonus counters a team may keep for the next stage",
    **{
        f"laps.{kind.replace(' ', '_')}": f"laps of a stage of kind '{kind}', unless"
        " agreed otherwise"
        for kind in StageKind
        if kind is StageKind.ROAD or kind.on_track
    },
    "dice.second_lap": "dice in the second lap of a sprint and a keirin",
    "dice.climber_more": "spaces a climber advances more than the dice on a mountain",
    "track.derny": "spaces that the derny of a keirin advances a turn in the first lap",
    "track.motorbike_start": "the space that the motorbike of a keirin starts on",
    "course.mountain_cost": "number of spaces that a mountain space counts for",
    "course.cobbles_shelter": "the maximum shelter on cobbles, if so agreed",
    "course.blocked": "number of spaces that passing a blocked space counts for",
    "course.refreshment": "the space of the refreshment",
    "course.sprint_bonus": "the space of the sprint bonus",
    "setup.draw_above": "the highest card of the draw pile, unless agreed otherwise",
    "setup.counters_all": "total number of bonus counters",
    "setup.team": "riders in a team",
    "setup.teams": "teams in the box",
    "course.lap": "spaces in a lap of the board, for lengths given in km",
    "course.lap_km": "km of a real stage that make one lap; 0: no lengths in km",
}
_LISTS = {
    **{
        f"setup.deal.{riders}": "movement cards of value 7, 8, 9 ... to deal"
        f" to {riders} riders"
        for riders in range(6, 16)
    },
    "setup.draw": "movement cards of value 7, 8, 9 ... in the draw pile",
    "setup.courses": "lengths of a course, in spaces",
    "setup.riders": "riders on the board with 1, 2, 3 ... players; 0: not played",
    "setup.neutral": "neutral riders on the board with 1, 2, 3 ... players",
    "dice.instead": "spaces a time rider may advance instead of throwing 1, 2, 3 dice",
    "track.straws": "heats of a sprint in which straws decide who throws first; in"
    " the others the other rider throws first",
    "track.motorbike": "spaces that the motorbike of a keirin moves, turn by turn",
    "track.motorbike_shelter": "riders the motorbike shelters, and by how many spaces",
    "course.cobbles": "first and last space of the cobbles on the board",
    "course.mountain": "first and last space of the mountain on the board",
    "course.no_shelter": "first and last space without shelter cards",
    "course.no_wind": "first and last space without wind, if you play with weather",
    "setup.refreshments": "refreshment cards for each rider, with 6, 7, 8 ... starters",
    "setup.leader_hand": "cards that a named leader may start with, if so agreed",
    "setup.deck": "the cards of each rider's deck",
    "setup.bottles": "the bottle cards",
}
_FLAGS = {
    "track.opposite": "in a pursuit the second side starts opposite to the first",
    "track.last_turn": "a pursuit's second side has a turn after the first finishes",
    "track.half_laps": "a points race has points every half lap",
    "course.risk": "risk cards are drawn on risk squares and cobbles",
    "setup.same_hands": "all riders start with cards of the same values, if so agreed",
}
_TIME_TRIALS = "given in time trials and prologues too"

FINAL_POINTS: Mapping[ClassificationName, str] = {
    name: f"points.final.{name}"
    for name, row in CLASSIFICATIONS.items()
    if row.points and name is not ClassificationName.POINTS
}
"""For each classification, the key of its points for final ranks (FR-4)."""

KEYS: Mapping[str, Key] = {
    "unit": _word("the unit of times: one tick", ("seconds", "tenths", "places")),
    "mark": _word("how a finish is written", tuple(MARKS)),
    "turn": _positive("the length of one turn, in ticks"),
    "space": _number("the time of one space, in ticks", default=1),
    "course.unit": _word(
        "the unit of the length of a course",
        ("spaces", "lines", "squares", "km"),
        default="spaces",
    ),
    "line": _zero("the last space before the finish line"),
    "turns": _zero("the maximum number of turns of a race; 0: no maximum"),
    "rounding": _word(
        "how an exact time becomes whole ticks", ("half up", "down"), default="half up"
    ),
    "order": _word(
        "what decides the places on an ordinary stage",
        ("time", "turns", "arrival", "first past the line"),
    ),
    "time_trials.order": _word(
        "what decides the places in a time trial",
        ("time", "time, then as entered", "arrival", "first past the line"),
    ),
    "same_time.gap": _number("ticks behind the rider ahead for the same time; 0: off"),
    "same_time.strict": _off("the gap must be below same_time.gap, not equal to it"),
    "places.ttt": _flag("team time trials count in the sum of places", default=True),
    "general.by": _word(
        "what the general classification adds up", ("time", "points", "omnium")
    ),
    "general.levelled": _flag("the best total is deducted from every total"),
    "teams.by": _word(
        "what the team classification adds up",
        ("points", "rider points", "general times", "best times"),
    ),
    "teams.riders": _number("best times that count for a team", default=3),
    "classifications": _words("classifications of the tour", tuple(ClassificationName)),
    "winner": _word(
        "the classification whose leader wins the tour, unless money decides",
        (ClassificationName.GENERAL, ClassificationName.POINTS),
        default=ClassificationName.GENERAL,
    ),
    "kept_if_scored": _words(
        "classifications that the tour has only if a scale gives points for them",
        (ClassificationName.POINTS, ClassificationName.MOUNTAINS),
        default=(),
    ),
    "ttt.rider": _positive("the finisher with the team's time in a team time trial"),
    "ttt.own_times": _off("riders keep their own times in a team time trial"),
    "bonus.finish": _scale("bonus seconds at the finish"),
    "bonus.sprint": _scale("bonus seconds at intermediate sprints"),
    "bonus.time_trials": _flag(f"bonus seconds are {_TIME_TRIALS}"),
    "points.finish": _scale("points at the finish"),
    **{
        f"points.{terrain}": _empty(
            f"points at the finish of a {terrain.replace('_', ' ')} stage;"
            " empty: as points.finish",
            rule="RR-4",
        )
        for terrain in ("hilly", "mountain", "time_trial")
    },
    "points.time_trials": _flag(f"finish points are {_TIME_TRIALS}"),
    "points.sprint": _scale("points at intermediate sprints"),
    "points.sprint_counts_for": _words(
        "the classifications for which sprint points count",
        (ClassificationName.POINTS, ClassificationName.ACTIVE),
    ),
    **{
        key: _empty(
            f"points at the end of the tour by rank, {name} classification;"
            " equal totals get the same points"
        )
        for name, key in FINAL_POINTS.items()
    },
    "combativity.active": _off(
        "riders in the lead after a turn, alone or level, get a 'most active' point"
    ),
    "votes.combative": _off("players vote for the most combative rider", rule="GN-13"),
    **{
        f"mountains.{category}": _scale(f"points at a summit of category {category}")
        for category in Category
    },
    "mountains.summit": _scale("points at a summit without a category"),
    "mountains.lengths": _scale(
        "minimum lengths of climbs of category 4, 3, 2, 1, HC; empty: none by length"
    ),
    "time_limit.seconds": _number("seconds behind the winner allowed; 0: no limit"),
    "time_limit.turns": _number("turns behind the winner allowed; 0: no limit"),
    "time_limit.percent": _number("percent of the winner's time allowed; 0: no limit"),
    "time_limit.stages": _words("kinds of stage with a time limit", tuple(StageKind)),
    "time_limit.back": _off(
        "a rider over the limit misses only the next ride, and loses the general rank"
    ),
    "missed.time": _word(
        "the time of a rider who misses a stage: none, or that of the last classified",
        ("none", "last"),
        default="none",
        rule="GN-10",
    ),
    "missed.penalty": _zero("ticks added to the time of the last rider", rule="GN-10"),
    "track.kinds": _words(
        "the kinds of track race in the game",
        tuple(kind for kind in StageKind if kind.on_track),
        default=(),
    ),
    "track.points": _scale("points on each lap of a points race", default=(5, 3, 2, 1)),
    "track.double_after": _zero("the lap after which points count double; 0: none"),
    "track.last_lap": _positive("the factor for the points of the last lap", default=2),
    "track.pair": _zero("riders of a team in a points race; 0: any number"),
    "track.keirin": _positive("the maximum number of riders in a keirin", default=6),
    "track.pursuit_order": _word(
        "what decides a pursuit: the time, or turns and then lines",
        ("time", "turns"),
        default="time",
    ),
    "track.pursuit_rider": _positive(
        "finisher with the team's time in a pursuit", default=3
    ),
    "track.pursuit_team": _zero("riders of a team in a team pursuit; 0: any number"),
    "track.omnium": _scale(
        "points for the places on each stage of an omnium", default=(10, 6, 4, 3, 2, 1)
    ),
    "start.order": _word(
        "how the starting order is decided, except in time trials",
        ("none", "a die", "two dice", "podium", "lots", "fewest points"),
        default="none",
    ),
    "extra_turns.lines": _zero(
        "a rider gets an extra turn for every so many lines begun; 0: no extra turns",
        rule="CY-12",
    ),
    "extra_turns.attack": _number("extra turns that an attack uses", default=2),
    "extra_turns.captain": _zero(
        "additional turns of a captain, except in time trials"
    ),
    "extra_turns.team": _zero(
        "extra turns that a team's riders share; none in time trials and sprints"
    ),
    "extra_turns.heat": _number("extra turns in each heat of a sprint", default=3),
    "money.premiums": _off(
        "teams win premiums after each stage, and may offer some", rule="CY-16"
    ),
    "money.wins": _off("the team with the most money wins the tour"),
    "money.budget": _zero("the maximum cost of a team; 0: no limit"),
    "money.point": _zero(
        "premium for a point of the points or mountains classification"
    ),
    "money.stage_win": _zero("premium for winning a stage"),
    "money.wearer": _empty("premiums for wearing a jersey, the highest jersey first"),
    **{
        f"money.final.{name}": _empty(
            f"premiums after the last stage, {name} classification"
        )
        for name in ClassificationName
    },
    "money.by": _word(
        "each team has a budget and sponsor money, or each player for all teams",
        ("team", "player"),
        default="team",
    ),
    "money.offer": _zero(
        "the amount a team may offer on a stage as a sponsor", rule="CY-15"
    ),
    "money.savings": _zero("the maximum sponsor money a team may save for later"),
    "cards.kind": _word(
        "the kind of cards that a rider keeps for the next stage",
        ("none", "good", "exhaustion"),
        default="none",
        rule="CR-17",
    ),
    "cards.one_in": _positive(
        "divisor of the cards kept after a stage, rounded up: 3 keeps a third",
        default=1,
    ),
    "cards.most": _zero("the maximum number of cards a rider may keep; 0: no limit"),
    "cards.leader": _zero("additional refreshment cards of the general leader"),
    **{
        f"ties.{name}": _words(
            f"the tie-break steps for equal totals in the {name} classification"
            + "; not used: the steps of the general one apply" * (name == "young"),
            row.ties,
            default=(),
            rule="RR-11" * (name == "combination"),
        )
        for name, row in CLASSIFICATIONS.items()
    },
    **{key: _zero(meaning) for key, meaning in _NUMBERS.items()},
    **{key: _empty(meaning) for key, meaning in _LISTS.items()},
    **{key: _off(meaning) for key, meaning in _FLAGS.items()},
}
