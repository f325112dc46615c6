"""Find what decided a tour: which places would change if one part did not count.

A part is a stage, a ruling, a sprint, a climb, or the time bonuses of all finishes or
of all sprints and climbs. The tour is scored again without each part in turn:

- A stage is still ridden, but counts for no classification (GN-4) and pays no premiums.
  Riders who left the race on it stay out.
- A ruling adds and deducts nothing; a reinstatement that it grants remains (RR-10).
- Nobody is placed at a sprint or a climb.

Scoring starts at the first changed stage. The recorded facts of the later stages remain
unchanged. If a change puts a rider out of the race, the lines of this rider on later
stages are ignored. If a change keeps a rider in the race who has no line on the next
stage, the rider leaves the race before that stage.

The tour is also scored with other values for its open rules: the values that the
rulebook marks as not confirmed. They are changed one at a time: first each choice of an
option that sets the key, then, depending on the kind of value,

- `true` for `false` and vice versa, or each of the other valid values;
- a number one lower and one higher; the same for the lengths of climbs;
- a scale with its last place removed, and with its last value repeated;
- a list of words, such as tie-break steps, without each word in turn, and with each
  pair of neighbours swapped.

A value of 0 or an empty scale means that the game has no such rule, so no other value
is tried. A value that leaves a classification without riders does not fit the game, so
its effect is ignored.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.fact_table import with_bibs
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import FINISH, FinishLine, Ruling, Section, Stage
from peloton.rules.facts.tour import RuleValue, with_stage
from peloton.rules.games.road import MARK as CLOCK_TIMES
from peloton.rules.games.road import ClockMark
from peloton.rules.race import new_tally, score_stage
from peloton.rules.results import PURSE, Race, StageScore, TurnLines
from peloton.rules.rulebook.keys import KEYS, RuleKind
from peloton.rules.rulebook.rulebook import Rulebook, value_fault
from peloton.rules.stage.times import clock_input
from peloton.rules.winners import deciding_ranking, purse_ranking, winning_margin


def rescored(race: Race, first: int = 1, tally: Tally | None = None) -> Race:
    """Score a race again whose tour or rulebook was changed from stage `first` on.

    `tally` are the totals before that stage; they are modified. Only the last score has
    all standings. A stage with the `counts` of `_WITHOUT_WEIGHT` pays no premiums for a
    stage win or a jersey. Premiums for the final ranks are paid.
    """
    tour, rulebook, scores = race.tour, race.rulebook, [*race.stages[: first - 1]]
    tally = tally or new_tally(tour, rulebook)
    tally.tour, classifications = tour, tally.classifications
    ridden = [*enumerate(tour.stages[: len(race.stages)], 1)]
    last = max((number for number, s in ridden if not s.cancelled), default=1)
    paying = rulebook.flag("money.premiums")
    unpaid = _with_values(rulebook, {"money.stage_win": 0, "money.wearer": ()})
    for number, stage in ridden[first - 1 :]:
        # Save time: before the last stage, only premiums need classifications.
        tally.classifications = classifications if paying or number >= last else ()
        tally.rulebook = unpaid if stage.counts == _WITHOUT_WEIGHT else rulebook
        scores.append(_score(number, tally))
    return replace(race, stages=tuple(scores))


def _with_values(rulebook: Rulebook, changes: Mapping[str, RuleValue]) -> Rulebook:
    old = rulebook.values
    new = {key: replace(old[key], value=value) for key, value in changes.items()}
    return replace(rulebook, values={**old, **new})


def _score(number: int, tally: Tally) -> StageScore:
    """Score a stage and add it to the totals, even if its starters have changed."""
    stage, starting = tally.tour.stages[number - 1], tally.starting
    listed = {*stage.listed}
    if not (stage.cancelled or listed <= starting.keys()):
        stage = _with_clock_times(stage, tally.rulebook)
        stage = with_bibs(stage, {bib: bib for bib in starting})
    if not tally.rulebook.may_be_skipped(stage):
        for bib in starting.keys() - listed:
            tally.leave(bib)
    score = score_stage(number, stage, TurnLines(), tally)
    tally.join(number + 1)
    return score


def _with_clock_times(stage: Stage, rulebook: Rulebook) -> Stage:
    """Replace gaps by times: the winner they refer to may be removed (RR-1)."""
    if rulebook.mark is not CLOCK_TIMES:
        return stage
    times = iter(CLOCK_TIMES.exact_times(clock_input(stage, rulebook))[0])
    lines: tuple[FinishLine, ...] = tuple(
        replace(line, mark=ClockMark(next(times))) if line.mark else line
        for line in stage.finish
    )
    return replace(stage, finish=lines)


class PartKind(StrEnum):
    """The parts of a tour that may have decided it, in the order they are listed."""

    STAGE = "stage"
    RULING = "ruling"
    SPRINT = "sprint"
    CLIMB = "climb"
    BONUS = "bonus"


class TourPart(NamedTuple):
    """A part of a tour that may have decided it, and the race without this part.

    `without` is not scored again yet (see `rescored`). `number` is the number of the
    stage with the part, 0 for time bonuses of the whole tour. `label` is the label of a
    sprint or climb, or the rulebook key of the time bonuses.
    """

    kind: PartKind
    without: Race
    number: int = 0
    label: str = ""
    ruling: Ruling | None = None


Places = Mapping[tuple[str, int], tuple[str, ...]]
"""Maps (ranking, rank) to riders or teams; teams' money (PURSE) is a ranking, too."""


class Effect(NamedTuple):
    """The places whose holders differ without a part of the tour, with the new holders.

    Only the first place of each ranking is compared and, in the ranking `by` that
    decides the tour, also the second and the third. `margin` is the winner's lead in
    this ranking after the change. It is None if winners are tied, only one rider is
    ranked, or the game has no times.
    """

    part: TourPart
    places: Places
    by: str
    margin: int | None

    @property
    def size(self) -> tuple[int, int, int]:
        """How many tour winners (0 or 1), other winners and podium places change."""
        won = [name for name, rank in self.places if rank == 1]
        podium = len(self.places) - len(won)
        return int(self.by in won), len(won) - (self.by in won), podium


_WITHOUT_WEIGHT = dict.fromkeys(ClassificationName, False)


def removable_parts(race: Race) -> Iterator[TourPart]:
    """Yield the parts of a tour that were ridden, each with the tour without it.

    The only stage of a tour is not yielded, nor a sprint or climb where nobody was
    placed.
    """
    ridden = [score for score in race.stages if not score.stage.cancelled]
    for score in ridden:
        number, stage = score.number, score.stage
        if len(ridden) > 1:
            changed = replace(stage, counts=_WITHOUT_WEIGHT, offers=())
            yield TourPart(PartKind.STAGE, _with_stage(race, number, changed), number)
        for index, ruling in enumerate(stage.rulings):
            if ruling.seconds or ruling.points or ruling.mountains:
                rulings = [*stage.rulings]
                rulings[index] = replace(ruling, seconds=0, points=0, mountains=0)
                changed = replace(stage, rulings=tuple(rulings))
                without = _with_stage(race, number, changed)
                yield TourPart(PartKind.RULING, without, number, ruling=ruling)
        for label, prime in stage.primes.items():
            if not stage.passages.get(label):
                continue
            if label in stage.crossings:
                changed = replace(stage, crossings={**stage.crossings, label: ()})
            else:
                laps = [*stage.laps]
                laps[int(label.rpartition(" ")[2]) - 1] = ()
                changed = replace(stage, laps=tuple(laps))
            kind = PartKind.CLIMB if isinstance(prime, Section) else PartKind.SPRINT
            yield TourPart(kind, _with_stage(race, number, changed), number, label)
    yield from _bonuses(race)


def _with_stage(race: Race, number: int, stage: Stage) -> Race:
    return replace(race, tour=with_stage(race.tour, number, stage))


def _bonuses(race: Race) -> Iterator[TourPart]:
    """Yield the time bonuses won at finishes, and those won at sprints and climbs."""
    awards = (award for score in race.stages for award in score.awards)
    bonuses = (a.source for a in awards if a.towards == "bonus" and a.place)
    won = {"bonus.finish" if s == FINISH else "bonus.sprint" for s in bonuses}
    for key in sorted(won):
        stages = tuple(_without_bonuses(stage, key) for stage in race.tour.stages)
        tour = replace(race.tour, stages=stages)
        rulebook = _with_values(race.rulebook, {key: ()})
        without = replace(race, tour=tour, rulebook=rulebook)
        yield TourPart(PartKind.BONUS, without, label=key)


def _without_bonuses(stage: Stage, key: str) -> Stage:
    if key == "bonus.finish":
        return replace(stage, bonus=())
    sprints = tuple(replace(sprint, bonus=()) for sprint in stage.sprints)
    sections = tuple(replace(section, bonus=()) for section in stage.sections)
    return replace(stage, sprints=sprints, sections=sections)


def part_effects(race: Race) -> Iterator[Effect]:
    """Yield the effect of leaving out each part of a tour; it may have no places."""
    places, tally = places_of(race), new_tally(race.tour, race.rulebook)
    tallies: list[Tally] = []
    for score in race.stages:
        tallies.append(tally.copy())
        _score(score.number, tally)
    for part in removable_parts(race):
        first = max(part.number, 1)
        changed = rescored(part.without, first, tallies[first - 1].copy())
        by, rows = deciding_ranking(changed)
        others = {
            (name, rank): who
            for (name, rank), who in changed_places(places, places_of(changed)).items()
            if rank <= (_PODIUM if name == by else 1) and (name != PURSE or name == by)
        }
        yield Effect(part, others, by, winning_margin(rows))


_PODIUM = 3


def largest_effects(effects: Iterable[Effect]) -> list[Effect]:
    """Sort the effects, largest first; equal effects keep the order of the parts."""
    found = (effect for effect in effects if effect.places)
    return sorted(found, key=lambda effect: effect.size, reverse=True)


def places_of(race: Race) -> Places:
    """Return who is at each rank of the rankings that have a leader (GN-5)."""
    by, deciding = deciding_ranking(race)
    rankings = {str(name): rows for name, rows in race.stages[-1].led.items()}
    rankings |= {PURSE: purse_ranking(race.stages[-1]), by: deciding}
    places: defaultdict[tuple[str, int], tuple[str, ...]] = defaultdict(tuple)
    for name, rows in rankings.items():
        for row in rows:
            places[name, row.rank] += (row.who,)
    return places


def changed_places(before: Places, after: Places) -> Places:
    """Return the places whose holders differ after a change, with the new holders."""
    both = ((at, before.get(at, ()), after.get(at, ())) for at in {**before, **after})
    return {place: new for place, old, new in both if {*old} != {*new}}


class OpenRule(NamedTuple):
    """An alternative value for an open rule, and the places that it changes."""

    key: str
    value: RuleValue
    places: Places


def open_keys(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the keys of the values that the game leaves open."""
    values = rulebook.values.items()
    return tuple(k for k, v in values if not v.confirmed and k not in _NOT_TRIED)


_NOT_TRIED = ("mark", "unit", "course.unit", "classifications", "general.by")
"""Keys never tried: they define how results are written and which rankings exist."""


def open_effects(race: Race) -> Iterator[OpenRule]:
    """Yield every value tried for an open rule, with the places that it changes."""
    before = places_of(race)
    for key in open_keys(race.rulebook):
        for value in alternatives(key, race.rulebook):
            rulebook = _with_values(race.rulebook, {key: value})
            after = places_of(rescored(replace(race, rulebook=rulebook)))
            if {name for name, _ in after} >= {name for name, _ in before}:
                yield OpenRule(key, value, changed_places(before, after))


def alternatives(key: str, rulebook: Rulebook) -> Iterator[RuleValue]:
    """Yield the alternative values to try for a key, without duplicates."""
    now = rulebook.values[key].value
    others: list[RuleValue] = []
    for option in rulebook.options.values():
        if option.key == key:
            others += option.choices
        others += (values[key] for values in option.sets.values() if key in values)
    for value in dict.fromkeys((*others, *_neighbours(key, now))):
        if value != now and not value_fault(key, value):
            yield value


def _neighbours(key: str, now: RuleValue) -> Iterator[RuleValue]:
    match KEYS[key].kind:
        case RuleKind.FLAG:
            yield not now
        case RuleKind.WORD:
            yield from KEYS[key].words
        case RuleKind.NUMBER if isinstance(now, int) and now:
            yield from (now - 1, now + 1)
        case RuleKind.SCALE if isinstance(now, tuple) and now:
            if key == "mountains.lengths":
                yield from (tuple(max(int(n) + m, 0) for n in now) for m in (-1, 1))
            else:
                yield from (now[:-1], (*now, now[-1]))
        case RuleKind.WORDS if isinstance(now, tuple):
            yield from ((*now[:n], *now[n + 1 :]) for n in range(len(now)))
            for n, (one, other) in enumerate(pairwise(now)):
                yield (*now[:n], other, one, *now[n + 2 :])
