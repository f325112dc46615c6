"""GN-6: chances of equally strong riders, compared with exact ones and results."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from peloton.rules.facts.kinds import ClassificationName, LimitUnit, Reason
from peloton.rules.facts.stage import Arrival, Stage
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import RuleValue, Tour
from peloton.rules.games.cyclo import LinesMark
from peloton.rules.outlook.chances import RIDES, chances, percent, rarely_ridden_stage
from peloton.rules.race import score
from peloton.rules.results import PURSE, Race
from peloton.rules.rulebook.rulebook import Jersey
from tests.rules.ledger_notation import won_by_money
from tests.rules.notation import cyclo, raced, rulebook_of, ruling, stage, tour

FEW = 300
"""A number of simulations that is enough for rough checks."""
POINTS = ClassificationName.POINTS
GENERAL = ClassificationName.GENERAL
DAYS = (
    stage("1 0 3, 2 0 1, 3 1 2", points=(5, 3)),
    stage("2 0 0, 1 1 0, 3 3 0", points=(4, 1)),
)


def rolled(seed: str = "dice") -> "Random":
    return Random(seed)  # noqa: S311 - dice, no secrets


def won(race: Race, after: int, dice: Random, rides: int = RIDES) -> Counter[str]:
    def drawn(numbers: int, count: int) -> Sequence[int]:
        return dice.sample(range(numbers), count)

    return chances(race, after, drawn, rides)[POINTS]


def test_they_come_near_the_share_of_all_outcomes() -> None:
    """GN-6: every order at the finish and over the sprint is as likely."""
    to_come = stage(sprints={"Town": ""}, points=(3, 2))
    race = cyclo(*DAYS, to_come)
    exact: Counter[str] = Counter()
    bibs = tuple(map(Bib, "123"))
    for finish, over in product(permutations(bibs), repeat=2):
        lines = tuple(
            Arrival((bib,), LinesMark(turns, 0)) for turns, bib in enumerate(finish)
        )
        last = replace(to_come, finish=lines, crossings={"Town": over})
        ending = raced(replace(race.tour, stages=(*DAYS, last)))
        rows = ending.stages[-1].standings[POINTS]
        exact.update(row.who for row in rows if row.rank == 1)

    found = won(race, 2, rolled())

    assert found.total() == RIDES
    for bib in "123":
        share = exact[bib] / 36
        spread = 4 * (RIDES * share * (1 - share)) ** 0.5
        assert abs(found[bib] - RIDES * share) <= spread


def test_the_same_dice_give_the_same_answer() -> None:
    race = cyclo(*DAYS, stage())

    assert won(race, 2, rolled(), FEW) == won(race, 2, rolled(), FEW)


def test_later_stages_do_not_matter_to_how_it_stood() -> None:
    """Only their courses: `--after 2` of a tour since ridden on, and ruled on."""
    ruled = (ruling("3", points=-99),)
    ridden = (*DAYS, stage("3 0 0, 1 0 0, 2 0 0", points=(9,), rulings=ruled))
    open_ = (*DAYS, stage(points=(9,)))

    found, expected = (won(cyclo(*days), 2, rolled(), FEW) for days in (ridden, open_))
    assert found == expected


def test_whoever_has_left_the_race_wins_nothing() -> None:
    """GN-1: of four riders on the sheets three are left; the first mark is kept."""
    days = stage("1 0 0, 2 1 0, 3 2 0, 4 3 0"), stage("4 0 3, 1 0 1, 2 1 0, DNF 3")
    race = cyclo(*days, stage())

    assert set(won(race, 2, rolled(), FEW)) <= {"1", "2", "4"}


def test_a_rider_who_joins_on_a_stage_to_come_can_win() -> None:
    """GN-10: 4 joins on stage 4, which alone gives more points than all before it."""
    race = cyclo(*DAYS, stage(points=()), stage(points=(99,)))
    joining = Rider(bib=Bib("4"), joins=4)
    race = raced(replace(race.tour, riders=(*race.tour.riders, joining)))

    assert won(race, 2, rolled(), FEW)["4"]


@pytest.mark.parametrize("reinstated", [False, True])
def test_a_rider_who_cannot_win_has_no_chance_because_the_leader_is_too_late(
    *, reinstated: bool
) -> None:
    """GN-6, RR-10. 4 was 27 turns behind; 1 is ahead by 9 points."""
    puncture = (replace(ruling("4"), reinstated=reinstated),)
    late = stage("1 0 3, 2 0 1, 3 1 2, 4 27 0", points=(5,))
    days = (
        replace(late, rulings=puncture),
        stage("1 0 0, 2 1 0, 3 3 0" + ", 4 3 0" * reinstated, points=(4,)),
    )
    race = cyclo(*days, stage(points=(8,)), level=4)

    assert (race.stages[0].result[-1].status == Reason.OTL) is not reinstated
    assert won(race, 2, rolled(), FEW) == {"1": FEW}


def test_a_stricter_limit_of_a_stage_to_come_takes_no_leader_out() -> None:
    """GN-6, RR-10. Both sheets have a rider 3 turns behind; 1 is ahead by 9 points."""
    days = (
        stage("1 0 3, 2 0 1, 3 3 2", points=(5,)),
        stage("1 0 0, 2 1 0, 3 3 0", points=(4,)),
    )
    strict = replace(stage(points=(8,)), time_limit={LimitUnit.TURNS: 2})

    assert won(cyclo(*days, strict), 2, rolled(), FEW) == {"1": FEW}


def test_after_the_last_stage_nothing_is_drawn() -> None:
    assert chances(cyclo(*DAYS), 2, lambda _, __: ()) == {}


def test_two_sheets_of_a_kind_are_needed() -> None:
    """GN-6."""
    trial = stage("1 5 0, 2 5 0, 3 5 0", kind="itt")
    race = cyclo(*DAYS, trial, stage(), stage(kind="itt"))

    assert rarely_ridden_stage(race, 3) == 5
    assert rarely_ridden_stage(race, 1) == 2
    assert rarely_ridden_stage(cyclo(*DAYS, stage()), 2) is None
    off = replace(DAYS[1], cancelled="snow")
    assert rarely_ridden_stage(cyclo(DAYS[0], off, stage()), 2) == 3


def test_the_richest_team_wins_by_money() -> None:
    """CY-17. SAL has won three stages of 5,000 each, MOL one, and there is one more."""
    race = won_by_money(stage("2 0 0, 1 1 0"), stage())
    dice = rolled()
    found = chances(race, 4, lambda all_, n: dice.sample(range(all_), n), 20)

    assert found[PURSE] == {"SAL": 20}


@pytest.mark.parametrize(
    ("wins", "expected"),
    [(620, (31, 2)), (0, (0, 1)), (1000, (50, 2)), (270, (14, 1)), (1989, (99, 1))],
)
def test_a_chance_has_its_error(wins: int, expected: tuple[int, int]) -> None:
    """1.96 times the root of p (1 - p) / 2,000, in percent, rounded."""
    assert percent(wins) == expected


def equals(dice: Random, riders: int = 6, stages: int = 6) -> Tour:
    """Return a tour of equally strong riders."""
    bibs = [Bib(str(n)) for n in range(1, riders + 1)]

    def day() -> Stage:
        turns = sorted(dice.choices(range(5), k=riders - 1))
        marks = [LinesMark(0, 5), *(LinesMark(n, dice.randrange(8)) for n in turns)]
        order = dice.sample(bibs, riders)
        lines = zip(order, marks, strict=True)
        return replace(stage(), finish=tuple(Arrival((b,), m) for b, m in lines))

    return tour("cyclo", tuple(day() for _ in range(stages)))


def calibrated(name: ClassificationName, tours: int, rides: int) -> None:
    """Compare predicted with actual shares, for low, medium and high predictions."""
    dice = rolled(name)
    said: dict[int, list[float]] = {}
    came: Counter[int] = Counter()
    for _ in range(tours):
        race = raced(equals(dice))
        found = chances(race, 3, lambda all_, n: dice.sample(range(all_), n), rides)
        first = {r.who for r in race.stages[-1].standings[name] if r.rank == 1}
        for rider in race.tour.riders:
            chance = found[name][rider.bib] / rides
            group = (chance > 0.08) + (chance > 0.25) + (chance > 0.5)
            said.setdefault(group, []).append(chance)
            came[group] += rider.bib in first
    for group, each in said.items():
        # Who said 0 of few rides means less than one in so many.
        spread = sum(p * (1 - p) + 1 / rides for p in each) ** 0.5
        assert abs(came[group] - sum(each)) <= 3.5 * spread, (group, came, each)


@pytest.mark.parametrize("name", [GENERAL, POINTS])
def test_among_equal_riders_what_has_a_chance_of_a_third_comes_in_a_third(
    name: ClassificationName,
) -> None:
    calibrated(name, tours=10, rides=60)


@pytest.mark.endurance
@pytest.mark.parametrize("name", [GENERAL, POINTS])
def test_among_many_tours_of_equal_riders_too(name: ClassificationName) -> None:
    calibrated(name, tours=150, rides=200)


def test_the_jersey_of_the_combination_changes_hands_in_between() -> None:
    """RR-11, CY-16: A wore it twice, B is as rich after wearing it twice to the end."""
    name = ClassificationName.COMBINATION
    blue = Jersey(name="blue", classification=name, colour="#0000ff")
    rules: dict[str, RuleValue] = {
        "classifications": ("general", "points", "mountains", "combination", "teams"),
        "money.wearer": (100,),
        **dict.fromkeys(("money.stage_win", "money.point"), 0),
        **dict.fromkeys(("money.final.general", "money.final.points"), ()),
        **dict.fromkeys(("money.final.mountains", "money.final.teams"), ()),
    }
    day = stage("1 0 3, 2 1 1", climbs={"Col 1": "1 2"}, points=(2, 1))
    to_come = stage(climbs={"Col 1": ""}, points=(50, 1))
    steep = tuple(replace(climb, points=(50, 1)) for climb in to_come.sections)
    to_come = replace(to_come, sections=steep)
    days = (day, day, to_come, to_come)
    facts = tour("cyclo", days, "A: 1, B: 2", rules=rules, options={"level": 4})
    race = score(facts, replace(rulebook_of(facts), jerseys=(blue,)))

    drawn = rolled()
    found = chances(race, 2, lambda n, count: drawn.sample(range(n), count), FEW)

    assert race.stages[-1].purse[0].balance == 200
    assert 0 < found[PURSE]["B"] < FEW
