"""GN-6: who can still win, compared with every outcome of tiny tours."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peloton.rules.facts.kinds import (
    Category,
    ClassificationName,
    SectionKind,
    StageKind,
)
from peloton.rules.facts.stage import Arrival, Offer, Section, Sprint, Stage
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import OPEN, RuleValue, Tour
from peloton.rules.games import Mark
from peloton.rules.games.criterium import FractionMark
from peloton.rules.games.cyclo import LinesMark
from peloton.rules.games.figueres import SpaceMark
from peloton.rules.games.road import ClockMark
from peloton.rules.outlook.prospects import (
    Prospect,
    Prospects,
    TimeProspect,
    outlook_after,
)
from peloton.rules.outlook.situation import most_final_points
from peloton.rules.race import score
from peloton.rules.results import PointsStanding, Race
from tests.drawing import seldom_drawn
from tests.rules.ledger_notation import cyclo_tour
from tests.rules.notation import criterium, cyclo, raced, ruling, stage, tour

BIBS = tuple(map(Bib, "123"))
TO_COME = stage()
DAY = "1 0 3, 2 0 2, 3 0 1, 4 1 0"
"""Cyclo: 15, 10, 5 and 4 green points."""
FLAMME = "1 0 3, 2 0 2, 3 0 1"
"""Flamme Rouge: 3, 2 and 1 tour points, and the same by time at the end."""
GAMES = {
    "cyclo": ({}, {"level": 4}, {"format": "omnium"}),
    "criterium": ({}, {"format": "points"}, {"format": "omnium"}),
    "road": ({},),
    "figueres": ({},),
    "flamme-rouge": ({},),
}
KINDS = {
    "cyclo": (StageKind.ROAD, StageKind.ITT, StageKind.TTT, StageKind.KEIRIN),
    "criterium": (StageKind.ROAD, StageKind.PROLOGUE, StageKind.TTT, StageKind.KEIRIN),
    "road": (StageKind.ROAD, StageKind.ITT, StageKind.TTT),
}
SCALES = (None, None, None, (), (9,), (2, 7), (8, 4, 2))


def prospects(race: Race, name: str, after: int = 0) -> Prospects:
    found = outlook_after(race, race.stages[after - 1])
    return next(each for each in found if each.name == name)


def claims(race: Race, name: str, after: int = 0) -> dict[str, object]:
    return {row.who: row.can for row in prospects(race, name, after).rows}


def most(race: Race, name: str, after: int = 0) -> dict[str, object]:
    rows = prospects(race, name, after).rows
    return {row.who: row.most for row in rows if isinstance(row, Prospect)}


# By points


def test_the_most_is_the_first_value_of_every_line_to_come() -> None:
    """GN-6: 15 at the finish and 5 at the sprint."""
    race = cyclo(stage(DAY), stage(sprints={"Town": ""}))

    assert most(race, "points") == {"1": 35, "2": 30, "3": 25, "4": 24}
    assert claims(race, "points") == dict.fromkeys("1234", True)


@pytest.mark.parametrize("format_", ["time", "points", "omnium"])
def test_before_a_stage_has_counted_all_can_win_by_points_and_time_makes_no_claim(
    format_: str,
) -> None:
    """GN-5, GN-6. The first stage was cancelled."""
    to_come = stage(kind="keirin") if format_ == "omnium" else stage()
    off = stage(cancelled="snow")
    race = criterium(off, to_come, riders="1 2", format=format_)

    expected = {} if format_ == "time" else {"1": True, "2": True}
    assert claims(race, "general") == expected


def test_there_is_nothing_to_win_where_nothing_counts() -> None:
    """GN-5. A keirin counts for nothing by itself, and no money is in play."""
    keirin = stage("1 0 1, 2 0 0", "keirin")
    race = cyclo(keirin, riders="1 2")

    assert not [*outlook_after(race, race.stages[0])]


def test_who_cannot_reach_the_leader_is_out_and_it_is_decided() -> None:
    """GN-6: at 30 points, with 9 still to win; whoever has none is not listed."""
    race = cyclo(stage(DAY), stage(DAY), stage(points=(9,)))

    assert claims(race, "points") == {"1": True, "2": False, "3": False, "4": False}
    assert prospects(race, "points").decided


def test_who_can_only_draw_level_can_win() -> None:
    """GN-6: 20 and 10 points, with 10 to win: a tie step would part them."""
    race = cyclo(stage(DAY, points=(20, 10)), stage(points=(10,)))

    assert claims(race, "points") == {"1": True, "2": True}


def test_who_has_no_points_yet_may_still_win_them() -> None:
    race = cyclo(stage(DAY, points=(20,)), stage(points=(20,)))

    assert claims(race, "points") == dict.fromkeys("1234", True)


@pytest.mark.parametrize(("back", "able"), [(False, "12"), (True, "123")])
def test_who_has_left_the_race_can_win_nothing(back: bool, able: str) -> None:  # noqa: FBT001
    """GN-1, CY-11: nobody but 1 has points; OTL misses the next ride only, or all."""
    days = stage(DAY, points=(9,)), stage("1 0 3, 2 0 2, OTL 3, DNF 4", points=())
    race = cyclo(*days, TO_COME, rules={"time_limit.back": back})

    assert claims(race, "points") == dict.fromkeys(able, True)


def test_what_does_not_count_and_what_is_cancelled_brings_nothing() -> None:
    """GN-4."""
    idle = stage(counts={"points": False})
    race = cyclo(stage(DAY), stage(cancelled="snow"), idle, stage(kind="ttt"))

    assert most(race, "points", after=1) == {"1": 15, "2": 10, "3": 5, "4": 4}
    assert prospects(race, "points", after=1).decided


def test_after_an_earlier_stage_the_later_ones_are_still_to_come() -> None:
    race = cyclo(stage(DAY), stage("4 0 3, 3 0 2, 2 0 1, 1 1 0"))

    assert most(race, "points", after=1)["4"] == 19
    assert most(race, "points", after=2)["4"] == 19


def test_a_summit_to_come_is_worth_its_category() -> None:
    """GN-6, CY-9."""
    race = cyclo(stage(DAY), stage(climbs={"Col HC": "", "Muur 4": ""}))

    assert most(race, "mountains") == dict.fromkeys("1234", 18)
    assert not prospects(race, "mountains").decided


def test_points_race_laps_that_nobody_has_counted_leave_it_open() -> None:
    """
    GN-6: no claim; once the laps are known each has its worth, the last double.

    CR-8: they bring nothing to teams, which add up what is won at the finish.
    """
    laps = stage(kind="points race", counts={"points": True, "teams": True})
    race = criterium(
        stage("1 6 3/9, 2 6 4/9, 3 6 5/9"), laps, riders="MOL: 1 2, SAL: 3"
    )
    seen = replace(race.tour.stages[1], laps=((*BIBS,), (*BIBS,)))
    known = raced(replace(race.tour, stages=(race.tour.stages[0], seen)))

    assert claims(race, "points") == dict.fromkeys("123", None)
    assert most(known, "points", after=1) == {"1": 25, "2": 21, "3": 19}
    for of_teams in most(race, "teams"), most(known, "teams", after=1):
        assert of_teams == {"MOL": 16, "SAL": 4}


POINTS = ClassificationName.POINTS


def test_a_team_can_win_a_value_with_each_of_its_riders() -> None:
    """GN-6, CR-8: 10 and 6 for two riders, 10 for one."""
    race = criterium(
        stage("1 6 3/9, 2 6 4/9, 3 6 5/9"), TO_COME, riders="MOL: 1 2, SAL: 3"
    )

    assert most(race, "teams") == {"MOL": 32, "SAL": 14}
    assert prospects(race, "teams").decided


def test_a_ruling_on_a_stage_to_come_leaves_no_bound() -> None:
    """GN-2, GN-6."""
    fined = stage(points=(9,), rulings=(ruling("1", points=8),))
    race = cyclo(stage(DAY, points=(20, 6)), fined)

    assert most(race, "points") == dict.fromkeys("1234")
    assert claims(race, "points") == dict.fromkeys("1234")
    ridden_since = replace(fined, finish=race.tour.stages[0].finish)
    since = raced(replace(race.tour, stages=(race.tour.stages[0], ridden_since)))
    assert most(since, "points", after=1)["1"] == 29


def test_a_ruling_on_a_stage_to_come_that_does_not_count_takes_nothing() -> None:
    """GN-2, GN-4, GN-6."""
    off = stage(rulings=(ruling("2", points=8),), counts={"points": False})
    race = cyclo(stage(DAY), off, TO_COME)

    assert most(race, "points")["2"] == 25


def test_a_ruling_on_a_stage_to_come_leaves_no_bound_for_teams() -> None:
    """GN-2, GN-6, CR-8, FR-5."""
    fined = stage(rulings=(ruling("1", points=1),))
    race = raced(tour("flamme-rouge", (stage(FLAMME), fined), "A: 1 2, B: 3"))
    team = stage(rulings=(ruling(team="MOL", points=4),))
    lines = "1 6 3/9, 2 6 4/9, 3 6 5/9"
    other = criterium(stage(lines), team, riders="MOL: 1 2, SAL: 3")

    assert most(race, "teams") == {"A": None, "B": None}
    assert most(other, "teams") == {"MOL": None, "SAL": None}


@pytest.mark.parametrize(("counts", "total"), [({}, -5), ({"points": False}, 0)])
def test_who_has_fewer_points_than_none_needs_more(
    counts: dict[str, bool], total: int
) -> None:
    """GN-2, GN-4, GN-6. 2 has 5 off on the first stage, where it counts."""
    fined = stage(DAY, points=(), rulings=(ruling("2", points=5),), counts=counts)
    race = cyclo(fined, stage(DAY, points=(9,)), stage(points=(20,)))

    assert most(race, "points") == {"1": 29, "2": total + 20, "3": 20, "4": 20}


def test_a_ruling_of_an_earlier_stage_is_in_the_total() -> None:
    """GN-2, GN-6. 15 less 3, and 20 to win."""
    race = cyclo(stage(DAY, rulings=(ruling("1", points=3),)), stage(points=(20,)))

    assert most(race, "points") == {"1": 32, "2": 30, "3": 25, "4": 24}


def test_one_point_is_enough_where_nobody_has_any() -> None:
    """GN-5, GN-6."""
    race = cyclo(stage(DAY, points=()), stage(points=(1,)))

    assert claims(race, "points") == dict.fromkeys("1234", True)


def test_the_code_of_a_team_may_be_a_bib() -> None:
    """CR-8, GN-6. Team 1 can win 10 + 6, rider 1 alone 10."""
    race = criterium(stage("1 6 1/9, 2 7 1/9, 3 8 1/9"), stage(), riders="1: 1 2, 4: 3")

    assert most(race, "points") == {"1": 10 + 10, "2": 6 + 10, "3": 4 + 10}
    assert most(race, "teams") == {"1": 16 + 16, "4": 4 + 10}
    assert most(race, "active") == {}


def test_a_summit_to_come_brings_no_points_of_the_finish() -> None:
    """FR-2, GN-6. A climb of 4 squares: 2 points and 1; at the end 3 by mountains."""
    climbs = {"Col 4 lines": "2 3"}
    days = stage(FLAMME, climbs=climbs), stage(climbs={"Col 4 lines": ""})
    race = raced(tour("flamme-rouge", days))

    assert most(race, "mountains") == {"2": 4, "3": 3, "1": 2}


def test_mountains_are_decided_when_only_points_at_the_end_are_to_come() -> None:
    """FR-4, CR-15. 2 and 3 have 2 points each, and 2 the better general rank."""
    climbs = {"Col 2 lines": "2", "Col 1 lines": "3"}
    days = stage(FLAMME, climbs=climbs), stage(cancelled="snow")
    race = raced(tour("flamme-rouge", days))

    assert claims(race, "mountains", 1) == {"2": True, "3": False}


def test_no_other_rider_can_win_as_a_young_one() -> None:
    """RR-7, GN-6. By points, before the first stage has counted; 2 is not young."""
    rules: dict[str, RuleValue] = {"classifications": ("general", "young", "teams")}
    days = stage("2 6 1/9, 1 7 1/9", points=()), TO_COME
    facts = tour("criterium", days, "1 2", rules, {"format": "points"})
    riders = tuple(replace(rider, young=rider.bib == "1") for rider in facts.riders)
    race = raced(replace(facts, riders=riders))

    assert "2" not in claims(race, "young")


def test_a_team_has_nothing_to_win_with_a_neutral_rider() -> None:
    """CR-8, FI-3, GN-6. 10 points, and 10 of the stage to come."""
    facts = tour("criterium", (stage("1 6 1/9, 2 7 1/9"), TO_COME), "MOL: 1 2")
    riders = (facts.riders[0], replace(facts.riders[1], neutral=True))
    race = raced(replace(facts, riders=riders))

    assert most(race, "teams") == {"MOL": 10 + 10}


def test_a_neutral_rider_can_win_nothing() -> None:
    """GN-6, FI-3. Two of MOL can have 10 and 6."""
    facts = tour("figueres", (ridden("figueres", TO_COME, BIBS), TO_COME), "MOL: 1 2 3")
    riders = tuple(replace(rider, neutral=rider.bib == "3") for rider in facts.riders)
    race = raced(replace(facts, riders=riders))

    assert most(race, "general") == {"1": 20, "2": 16}


def test_what_the_final_classifications_bring_is_still_to_win() -> None:
    """FR-4, GN-6. 3 at the finish, 3 each by time, mountains and combativity.

    A team has as much with each of its riders, but for 3, 2 and 1 at the finish.
    """
    race = raced(tour("flamme-rouge", (stage(FLAMME), stage()), "A: 1 2, B: 3"))

    assert most(race, "points") == {"1": 3 + 12, "2": 2 + 12, "3": 1 + 12}
    assert most(race, "teams") == {"A": 5 + 5 + 18, "B": 1 + 3 + 9}


def test_a_classification_that_is_not_kept_brings_nothing_at_the_end() -> None:
    """FR-4, GN-6. 3 at the finish and 3 by time."""
    rules = {"classifications": ("general", "points", "teams")}
    race = raced(tour("flamme-rouge", (stage(FLAMME), stage()), rules=rules))

    assert most(race, "points") == {"1": 3 + 6, "2": 2 + 6, "3": 1 + 6}


def test_a_sprint_to_come_may_have_the_name_of_a_lap() -> None:
    """GN-6, CY-20: 9 for the last lap, three times, and 5 at the sprint."""
    laps = stage(kind="points race", sprints={"Lap 1": ""}, counts={"points": True})
    race = cyclo(stage(DAY), replace(laps, laps=(BIBS,), points=(9,)))
    road = cyclo(stage(DAY), stage(sprints={"Lap 1": ""}, points=(9,)))

    assert most(race, "points", after=1)["1"] == 15 + 27 + 5
    assert most(road, "points", after=1)["1"] == 15 + 9 + 5


def test_the_most_active_riders_have_the_sprints_to_come() -> None:
    """GN-6, CR-9."""
    day = stage("1 6 3/9, 2 6 4/9", sprints={"Town": "2 1"})
    race = criterium(day, stage(sprints={"Town": "", "Village": ""}))

    assert most(race, "active") == {"2": 5 + 10, "1": 3 + 10}


def test_an_omnium_without_a_scale_brings_nothing() -> None:
    """GN-6: by a house rule."""
    keirins = stage("1 6 3/9, 2 6 4/9", "keirin"), stage(kind="keirin")
    race = criterium(*keirins, format="omnium", rules={"track.omnium": ()})

    assert most(race, "general") == {"1": 0, "2": 0}


def test_before_a_last_stage_that_is_cancelled_those_are_still_to_win() -> None:
    """FR-4, GN-9."""
    race = raced(tour("flamme-rouge", (stage(FLAMME), stage(cancelled="snow"))))

    assert most(race, "points", 1) == {"1": 12, "2": 11, "3": 10}
    assert most(race, "points", 2) == {"1": 6, "2": 4, "3": 2}
    at = [most_final_points(race, score) for score in race.stages]
    assert at == [3 + 3 + 3, 0]


def test_after_the_last_stage_all_is_decided() -> None:
    race = cyclo(stage(DAY), stage(DAY))

    assert all(prospects(race, name).decided for name in ("general", "points"))


def test_lots_still_to_be_drawn_leave_it_open() -> None:
    """GN-6, CY-7: 1 and 2 have the same time, and lots were not drawn."""
    level = stage("(1 2) 0 3, 3 1 0", lots=None)
    drawn = replace(level, lots={ClassificationName.GENERAL: ("2", "1")})

    assert claims(cyclo(level), "general") == {"1": True, "2": True, "3": False}
    assert claims(cyclo(drawn), "general") == {"1": False, "2": True, "3": False}
    behind = cyclo(stage("1 0 3, (2 3) 1 0"))
    assert claims(behind, "general") == {"1": True, "2": False, "3": False}


@pytest.mark.parametrize("cancelled", ["", "rain"])
def test_lots_still_to_be_drawn_after_an_earlier_stage_leave_it_open(
    cancelled: str,
) -> None:
    """GN-6, CY-7. 1 and 2 are level twice: who is drawn after stage 1 wins.

    1 of MOL has 1,000, 600 and 500 for the final ranks; 2 of SAL would have them.
    """
    first, last = stage("(1 2) 0 3, 3 1 0"), stage("(2 1) 0 3, 3 1 0")
    last = replace(last, cancelled=cancelled)
    drawn = replace(first, lots={ClassificationName.GENERAL: ("2", "1")})
    riders = "MOL: 1 -; SAL: 2 -, 3 -"
    race = cyclo_tour(first, last, riders=riders, level=4)
    after = cyclo_tour(drawn, last, riders=riders, level=4)

    assert claims(race, "general") == {"1": True, "2": True, "3": False}
    assert claims(race, "purse") == {"MOL": True, "SAL": True}
    assert claims(after, "general") == {"1": False, "2": True, "3": False}
    assert claims(after, "purse") == {"MOL": False, "SAL": True}


def test_lots_of_three_riders_are_not_known() -> None:
    """CY-7. 1, 2 or 3 may be drawn first; 4 is 10 seconds behind."""
    level = stage("(1 2 3) 0 3, 4 1 3")

    assert claims(cyclo(level, level), "general") == {
        "1": True,
        "2": None,
        "3": True,
        "4": False,
    }


def test_lots_of_several_riders_leave_the_money_open() -> None:
    """GN-6, CY-16. 2 or 6 drawn first: SAL wins. 1 drawn first: both have 2,290.

    If 1 wears yellow, 2 wears green for MOL, otherwise 4 of SAL may.
    """
    first = stage("(2 4 1 6) 0 3, (5 3) 1 0")
    last = stage("3 0 0, 4 1 0, 6 2 0, 1 3 0, 2 4 0, 5 5 0")
    drawn = replace(first, lots={ClassificationName.GENERAL: tuple(map(Bib, "124635"))})
    riders = "MOL: 1 -, 2 -, 3 -; SAL: 4 -, 5 -, 6 -"
    race = cyclo_tour(first, last, riders=riders, level=4)
    after = cyclo_tour(drawn, last, riders=riders, level=4)

    assert claims(race, "purse") == {"SAL": True, "MOL": None}
    assert claims(after, "purse") == {"SAL": True, "MOL": True}


# By time


def test_by_time_no_claim_is_made() -> None:
    """GN-6: 3 is 31 seconds behind with two stages to come, and took 30 on one."""
    days = stage("3 0 0, 1 3 0, 2 3 0"), stage("1 0 0, 2 3 0, 3 6 1")
    race = cyclo(*days, TO_COME, stage(counts={"general": False}), TO_COME)

    assert prospects(race, "general").rows == (
        TimeProspect("1", 0, 0, 0, 0, None),
        TimeProspect("3", 29, 29, 15, 30, None),
        TimeProspect("2", 30, 30, 15, 0, None),
    )
    assert not prospects(race, "general").decided


@pytest.mark.parametrize(("mark", "able"), [("4 0", True), ("5 9", False)])
def test_at_level_4_the_time_limit_is_a_bound(mark: str, able: bool) -> None:  # noqa: FBT001
    """GN-6, CY-11, CY-3: 250 seconds and the 30 lines of the stage, and 1 more.

    Of teams nothing is said, nor while stages may be added.
    """
    days = stage("1 0 0, 2 24 0"), stage(f"1 0 0, 2 {mark}")
    to_come = replace(TO_COME, length=30)
    race = cyclo(*days, to_come, riders="MOL: 1, SAL: 2", level=4)
    unknown = score(replace(race.tour, planned=OPEN), race.rulebook)

    assert claims(race, "general") == {"1": True, "2": able}
    assert claims(race, "teams") == {"MOL": None, "SAL": None}
    assert claims(unknown, "general") == {"1": None, "2": None}


def test_the_best_gain_is_of_riders_with_bonus_and_penalty_and_of_teams() -> None:
    """GN-6, CR-6, GN-2. On stage 3 rider 2 has 380 - 20, and 1 has 420 - 12 + 9."""
    race = criterium(
        stage("2 6 3/9, 1 9 3/9", counts={"general": False}),
        stage("1 6 3/9, 2 7 9/12"),
        stage("2 6 3/9, 1 6 12/12", rulings=(ruling("1", seconds=9),)),
        TO_COME,
    )
    days = stage("3 0 0, 1 3 0, 2 3 0"), stage("1 0 0, 2 3 0, 3 6 1")
    of_teams = cyclo(*days, TO_COME, riders="MOL: 1, SAL: 2, KAS: 3")

    gains = [(row.who, row.best_gain) for row in time_rows(race, "general")]
    assert gains == [("1", 0), ("2", 57)]
    gains = [(row.who, row.best_gain) for row in time_rows(of_teams, "teams")]
    assert gains == [("MOL", 0), ("KAS", 30), ("SAL", 0)]


def test_on_a_stage_that_the_leader_missed_nobody_gained_anything() -> None:
    """GN-6, GN-10: the leader has the time of the last rider."""
    days = stage("1 0 0, 2 9 0, 3 9 0"), stage("2 0 0, 3 1 0, ABS 1")
    race = cyclo(*days, TO_COME, rules={"missed.time": "last"})

    gains = [(row.who, row.best_gain) for row in time_rows(race, "general")]
    assert gains == [("1", 0), ("2", 0), ("3", 0)]


def test_a_team_short_of_a_rider_has_no_gap_to_make_up() -> None:
    """GN-6, CY-18: SAL is faster, with one rider."""
    days = stage("3 0 0, 1 1 0, 2 2 0, 4 3 0"), stage("3 0 0, 1 1 0, 2 2 0, DNF 4")
    race = cyclo(*days, TO_COME, riders="MOL: 1 2, SAL: 3 4")

    assert [(r.who, r.gap, r.gain_per_stage) for r in time_rows(race, "teams")] == [
        ("MOL", 0, 0),
        ("SAL", None, None),
    ]


def test_the_last_rider_in_the_race_wins_by_time() -> None:
    """GN-6, GN-9: unless stages may be added, on which riders join."""
    race = cyclo(stage("1 0 0, DNF 2"), TO_COME)
    unknown = score(replace(race.tour, planned=OPEN), race.rulebook)

    assert claims(race, "general") == {"1": True}
    assert claims(unknown, "general") == {"1": None}


def time_rows(race: Race, name: str) -> list[TimeProspect]:
    rows = prospects(race, name).rows
    return [row for row in rows if isinstance(row, TimeProspect)]


def test_a_time_trial_to_come_has_no_time_limit_and_no_bound() -> None:
    race = cyclo(stage("1 0 0, 2 25 0"), replace(stage(kind="itt"), length=30), level=4)

    assert claims(race, "general") == {"1": None, "2": None}


@pytest.mark.parametrize(("mark", "able"), [("7 8/12", True), ("7 41/60", False)])
def test_a_time_limit_and_the_bonus_of_a_stage_bound_what_can_be_made_up(
    mark: str,
    able: bool,  # noqa: FBT001
) -> None:
    """GN-6, CR-12, CR-6: 60 and 20 seconds; 2 is 80 behind, or 81."""
    days = (
        stage("1 6 12/12, 2 7 8/12", bonus=()),
        stage(f"1 6 12/12, 2 {mark}", bonus=()),
    )
    limits = {"time_limit.seconds": 60, "time_limit.turns": 2}

    assert claims(criterium(*days, TO_COME, rules=limits), "general")["2"] is able


@pytest.mark.parametrize(
    ("to_come", "format_"),
    [(TO_COME, "simple"), (stage(rulings=(ruling("1", seconds=9),)), "time")],
)
def test_a_limit_is_no_bound_by_another_order_nor_with_penalties_to_come(
    to_come: Stage, format_: str
) -> None:
    """GN-6, CR-3, GN-2: a rider placed behind another may have less time."""
    race = criterium(
        *(stage("1 6 12/12, 2 7 8/12"), to_come),
        rules={"time_limit.seconds": 60},
        format=format_,
    )

    assert claims(race, "general") == {"1": None, "2": None}


def test_the_young_are_decided_as_the_general_classification_is() -> None:
    """GN-6, RR-7: by time there is a claim at the end alone."""
    order = tuple(map(Bib, "231"))
    facts = tour("road", (ridden("road", TO_COME, order), TO_COME), "1 2 3")
    young = tuple(replace(rider, young=rider.bib != "2") for rider in facts.riders)
    race = raced(replace(facts, riders=young))
    over = raced(replace(race.tour, stages=race.tour.stages[:1]))

    assert claims(race, "young") == {"3": None, "1": None}
    assert claims(over, "young") == {"3": True, "1": False}
    level = tuple(Arrival((bib,), ClockMark(60_000)) for bib in order)
    by_lot = replace(
        over.tour,
        stages=(replace(TO_COME, finish=level, bonus=()),),
        rules={"ties.general": ("lots", "bib")},
    )
    assert claims(raced(by_lot), "young") == {"1": True, "3": True}


# Every outcome of tiny tours


def mark(game: str, place: int, kind: StageKind) -> Mark:
    if game == "criterium":
        return FractionMark(6 + place, 1, 9)
    if game == "road":
        return ClockMark(60_000 * (60 + place))
    if game == "figueres":
        return SpaceMark(7, 39 - place)
    return LinesMark(place + 5 * kind.against_the_clock, 0)


def ridden(game: str, course: Stage, order: tuple[Bib, ...]) -> Stage:
    finish = tuple(
        Arrival((bib,), mark(game, place, course.kind))
        for place, bib in enumerate(order)
    )
    return replace(course, finish=finish)


@st.composite
def courses(draw: st.DrawFn, game: str, primes: int) -> Stage:
    kind = draw(st.sampled_from(KINDS.get(game, (StageKind.ROAD,))))
    own = draw(st.sampled_from(SCALES))
    counts = draw(st.sampled_from(("", "", "points", "general", "teams")))
    drawn = [draw(st.booleans()) for _ in range(primes)]
    if kind is StageKind.TTT or kind.outside_the_tour or game == "figueres":
        drawn = []
    return Stage(
        kind=kind,
        points=own,
        counts={ClassificationName(counts): draw(st.booleans())} if counts else {},
        sprints=tuple(
            Sprint(name=f"Sprint {n}", points=draw(st.sampled_from(SCALES)))
            for n, flat in enumerate(drawn)
            if flat
        ),
        sections=tuple(
            Section(kind=SectionKind.MOUNTAIN, name=f"Col {n}", category=Category.THIRD)
            for n, flat in enumerate(drawn)
            if not flat
        ),
    )


def outcomes(game: str, course: Stage) -> Iterator[Stage]:
    """Yield a stage with every possible result at every line (FR-6)."""
    orders = tuple(permutations(BIBS))
    turns = (0, 9) if game == "flamme-rouge" else (0,)
    for finish, *over in product(orders, repeat=1 + len(course.primes)):
        crossings = dict(zip(course.primes, over, strict=True))
        day = replace(ridden(game, course, finish), crossings=crossings)
        yield from (replace(day, combativity={finish[-1]: n}) for n in turns)


@st.composite
def tiny_tours(draw: st.DrawFn, game: str) -> Tour:
    """Draw a tour with one or two ridden stages, and one or two to ride."""
    many = draw(st.booleans())
    seen = [draw(courses(game, 1)) for _ in range(draw(st.integers(1, 2)))]
    orders = tuple(permutations(BIBS))
    done = [
        replace(
            ridden(game, course, draw(st.sampled_from(orders))),
            crossings={at: draw(st.sampled_from(orders)) for at in course.primes},
        )
        for course in seen
    ]
    to_come = [draw(courses(game, 0 if many else 2)) for _ in range(1 + many)]
    neutral = game == "figueres" and draw(st.booleans())
    return Tour(
        name="Tiny",
        rulebook=game,
        options=draw(st.sampled_from(GAMES[game])),
        teams=(Team(code=TeamCode("A")), Team(code=TeamCode("B"))),
        riders=tuple(
            Rider(bib=bib, team=TeamCode(code), neutral=neutral and bib == "3")
            for bib, code in zip(BIBS, "AAB", strict=True)
        ),
        stages=(*done, *to_come),
    )


def endings(facts: Tour, after: int) -> Iterator[Race]:
    courses_left = facts.stages[after:]
    every = (outcomes(facts.rulebook, course) for course in courses_left)
    for rest in product(*every):
        yield raced(replace(facts, stages=(*facts.stages[:after], *rest)))


def winners(race: Race) -> Iterator[tuple[str, str, int | None]]:
    """Yield each classification, a leader in it, and the points or money."""
    last = race.stages[-1]
    for name, rows in last.standings.items():
        for row in rows:
            points = row.points if isinstance(row, PointsStanding) else None
            if row.rank == 1:
                yield name, row.who, points
    for line in last.purse:
        if line.balance == last.purse[0].balance:
            yield "purse", line.team, line.balance


@pytest.mark.parametrize("game", GAMES)
@seldom_drawn
@given(data=st.data())
def test_in_no_outcome_does_anybody_win_who_was_out(
    game: str, data: st.DataObject
) -> None:
    """GN-6: nor does anybody win with more points than were said to be possible."""
    facts = data.draw(tiny_tours(game))
    race = raced(facts)
    found = outlook_after(race, race.stages[-1])
    rows = {(each.name, row.who): row for each in found for row in each.rows}
    reached: dict[tuple[str, str], int] = {}
    for ending in endings(facts, len(race.stages)):
        assert len(ending.stages) == len(facts.stages), ending.problems
        for name, who, points in winners(ending):
            row = rows[name, who]
            assert row.can is not False
            if isinstance(row, Prospect) and points is not None:
                reached[name, who] = max(points, reached.get((name, who), points))
                assert row.most is None or points <= row.most
    if facts.rulebook == "flamme-rouge":
        return  # nobody can have all that the final classifications bring (FR-4)
    if all(each.kind is StageKind.ROAD for each in facts.stages):
        for (name, who), row in rows.items():
            if row.can and isinstance(row, Prospect) and name not in ("teams", "purse"):
                assert reached.get((name, who), row.most) == row.most


MARKS = [LinesMark(turns, lines) for turns in (0, 25) for lines in (0, 30)]


@given(gap=st.integers(0, 60), turns=st.integers(20, 25), lines=st.integers(0, 8))
def test_no_mark_within_the_time_limit_makes_up_more_than_the_bound(
    gap: int, turns: int, lines: int
) -> None:
    """GN-6, CY-11: and whoever is said to be able has a way to do it."""
    day = replace(ridden("cyclo", TO_COME, BIBS[:1]), length=30)
    behind = (Arrival((BIBS[0],), LinesMark(0, 0)),)
    days = (
        replace(day, finish=(*behind, Arrival((BIBS[1],), LinesMark(turns, lines)))),
        replace(day, finish=(*behind, Arrival((BIBS[1],), LinesMark(gap // 10, 0)))),
    )
    facts = tour("cyclo", (*days, replace(day, finish=())), options={"level": 4})
    race = raced(facts)
    won = False
    for order in permutations(BIBS[:2]):
        for both in product(MARKS, repeat=2):
            lines_ = tuple(Arrival((b,), m) for b, m in zip(order, both, strict=True))
            last = replace(day, finish=lines_)
            ending = raced(replace(facts, stages=(*days, last)))
            if len(ending.stages) == 3:
                general = ending.stages[-1].standings[ClassificationName.GENERAL]
                won |= any(r.who == "2" and r.total == 0 for r in general)

    assert claims(race, "general")["2"] is won


# By money


SIX = "MOL: 1 2 3, SAL: 4 5 6"
"""After `LED` MOL has 150 + 100 + 50 for points, 200, and two jerseys: 650; SAL 90."""
LED = "1 0 0, 2 1 0, 3 2 0, 4 3 0, 5 4 0, 6 5 0"


def test_a_team_can_win_each_place_once() -> None:
    """
    GN-6, CY-15 to CY-17. Nobody has a white point, and no climb is to come.

    SAL: 90, a stage 200, yellow and green 150, points 15 + 10 + 5 for 300, offers of
    100 a team and 100 saved by each, final premiums 1000 + 500 + 250, 600 + 250 and
    500. MOL: 650, and the same.
    """
    race = cyclo(stage(LED), TO_COME, riders=SIX, level=4)

    to_win = 200 + 150 + 300 + 400 + 1750 + 850 + 500
    assert most(race, "purse") == {"MOL": 650 + to_win, "SAL": 90 + to_win}
    assert claims(race, "purse") == {"MOL": True, "SAL": True}


@pytest.mark.parametrize(("over", "worth"), [("1", (9000, 8000)), ("1 4", (9000,))])
def test_a_premium_that_nobody_else_can_win_is_sure(
    over: str, worth: tuple[int, ...]
) -> None:
    """GN-6, CY-17. White is decided, and worth more than all SAL can win."""
    day = stage(LED, climbs={"Muur 4": over})
    race = cyclo(day, TO_COME, riders=SIX, level=4)
    rich = raced(replace(race.tour, rules={"money.final.mountains": worth}))

    assert claims(race, "purse") == {"MOL": True, "SAL": True}
    assert claims(rich, "purse") == {"MOL": True, "SAL": False}
    assert prospects(rich, "purse").decided


@pytest.mark.parametrize(
    ("to_come", "points"),
    [(stage(points=(1,)), 1), (stage(counts={"points": False}), 0)],
)
def test_a_first_rank_that_no_rider_can_reach_is_no_premium(
    to_come: Stage, points: int
) -> None:
    """GN-6, CY-17. Green is worth 250: the stage to come gives a point, or none."""
    race = cyclo(stage(LED), to_come, riders=SIX, level=4)

    to_win = 200 + 150 + 10 * points + 400 + 1750 + 250 + 500
    assert most(race, "purse")["SAL"] == 90 + to_win


FINALS = ("general", "points", "mountains", "teams")
NO_FINALS: dict[str, RuleValue] = {f"money.final.{name}": () for name in FINALS}


def test_who_leads_is_not_sure_of_a_premium_that_another_can_win() -> None:
    """GN-6, CY-17. With 11 points SAL is level in green, for 350; MOL has that."""
    keirin = stage(kind="keirin", counts={"points": True}, points=(11,))
    other = {"money.point": 0, "money.offer": 0, "money.savings": 0}
    rules = {**NO_FINALS, **other, "money.final.points": (350,)}
    race = cyclo(stage(LED), keirin, riders=SIX, rules=rules, level=4)

    assert most(race, "purse") == {"MOL": 700, "SAL": 350}
    assert claims(race, "purse") == {"MOL": True, "SAL": True}


def test_the_second_rank_is_all_that_the_others_of_a_team_can_reach() -> None:
    """GN-6, CY-17. In green 4 can draw level with 1; 5 and 6 cannot, but be second."""
    keirin = stage(kind="keirin", counts={"points": True}, points=(11,))
    rules = {**NO_FINALS, "money.final.points": (600, 250), "money.point": 0}
    race = cyclo(stage(LED), keirin, riders=SIX, rules=rules, level=4)

    assert most(race, "purse")["SAL"] == 600 + 250 + 400


def test_a_team_without_riders_wins_nothing_more() -> None:
    """GN-1, GN-6."""
    lines = "1 0 0, 2 1 0, DNF 3"
    days = stage(lines), TO_COME
    race = cyclo(*days, riders="MOL: 1 2, SAL: 3", rules=NO_FINALS, level=4)

    assert most(race, "purse")["SAL"] == 0


@pytest.mark.parametrize("name", ["general", "teams"])
def test_without_a_stage_to_come_the_leader_is_sure_and_nobody_offers_anything(
    name: str,
) -> None:
    """GN-6, CY-15, CY-17. The last stage was cancelled, and ended the tour."""
    days = stage(LED), stage(cancelled="snow")
    rules = {**NO_FINALS, f"money.final.{name}": (1000,)}
    race = raced(tour("cyclo", days, SIX, rules, {"level": 4}))

    assert most(race, "purse", after=1) == {"MOL": 650 + 1000, "SAL": 90}
    assert most(race, "purse") == {"MOL": 650 + 1000, "SAL": 90}
    poor = {**rules, "money.point": 0, "money.stage_win": 0, "money.wearer": ()}
    level = raced(replace(race.tour, rules=poor))
    assert claims(level, "purse", after=1) == {"MOL": True, "SAL": False}


def test_premiums_for_laps_that_nobody_has_counted_leave_it_open() -> None:
    """GN-6, CY-16."""
    laps = replace(TO_COME, kind=StageKind.POINTS_RACE, counts={POINTS: True})
    race = cyclo(stage(LED), laps, riders=SIX, level=4)

    assert claims(race, "purse") == {"MOL": None, "SAL": None}


def most_money(race: Race) -> dict[str, int]:
    rows = prospects(race, "purse").rows
    return {row.who: row.most or 0 for row in rows if isinstance(row, Prospect)}


def final_premium(
    name: str,
    amounts: tuple[int, ...],
    days: tuple[Stage, ...],
    rules: dict[str, RuleValue],
) -> dict[str, int]:
    """Return how much more teams can win with final premiums in a classification."""
    of_six = tour("cyclo", days, SIX, options={"level": 4})
    with_it, without = (
        most_money(raced(replace(of_six, rules={**NO_FINALS, **rules, **more})))
        for more in ({f"money.final.{name}": amounts}, {})
    )
    return {team: with_it[team] - without[team] for team in ("MOL", "SAL")}


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        ({}, 600),
        ({"time_limit.back": True}, 1800),
        ({"ties.general": ("previous general", "lots", "latest place")}, 1800),
        ({"ties.points": ("previous general", "lots")}, 1800),
    ],
)
def test_a_first_rank_may_be_shared_where_the_last_step_parts_nobody(
    rules: dict[str, RuleValue], worth: int
) -> None:
    """CY-8, CY-17, GN-3. In green each of SAL can draw level with 15 points.

    A rider who misses a ride has no general rank (CY-11), the last step.
    """
    days = stage(LED), TO_COME

    assert final_premium("points", (600,), days, rules)["SAL"] == worth


@pytest.mark.parametrize(
    ("name", "by", "amounts", "worth"),
    [
        ("teams", "points", (500, 250), {"MOL": 500, "SAL": 250}),
        ("general", "points", (1000, 500, 250), {"MOL": 1750, "SAL": 750}),
    ],
)
def test_who_has_no_points_is_ranked_among_teams_and_in_general(
    name: str, by: str, amounts: tuple[int, ...], worth: dict[str, int]
) -> None:
    """CY-17, GN-6. Rider 1 has 9 points, and there are no more."""
    days = stage(LED, points=(9,)), stage(points=())

    assert final_premium(name, amounts, days, {f"{name}.by": by}) == worth


def test_one_point_is_enough_for_the_second_rank() -> None:
    """CY-17, GN-6. Rider 1 has 9 green points, and there is one more."""
    days = stage(LED, points=(9,)), stage(points=(1,))

    worth = final_premium("points", (500, 250), days, {})
    assert worth == {"MOL": 750, "SAL": 250}


def test_the_premiums_of_the_young_are_won_by_young_riders() -> None:
    """CY-17, RR-7, GN-6. Riders 1 and 2 of MOL alone are young."""
    kept = ("general", "points", "mountains", "young", "teams")
    facts = tour("cyclo", (stage(LED), TO_COME), SIX, options={"level": 4})
    young = tuple(replace(each, young=each.bib in ("1", "2")) for each in facts.riders)
    facts = replace(facts, riders=young)
    common: dict[str, RuleValue] = {**NO_FINALS, "classifications": kept}
    without, with_it = (
        most_money(
            raced(replace(facts, rules={**common, "money.final.young": amounts}))
        )
        for amounts in ((), (900, 300, 100))
    )

    more = {team: with_it[team] - without[team] for team in ("MOL", "SAL")}
    assert more == {"MOL": 1200, "SAL": 0}


@pytest.mark.parametrize(("amounts", "worth"), [((1000,), 3 * 1000), ((), 0)])
def test_riders_whom_no_step_parts_have_the_premium_of_their_rank_each(
    amounts: tuple[int, ...], worth: int
) -> None:
    """CY-17, GN-3. In an omnium all may share the first rank until lots are drawn."""
    keirin = stage(LED, kind="keirin")
    race = cyclo(keirin, stage(kind="keirin"), riders=SIX, format="omnium")
    race = raced(
        replace(
            race.tour,
            rules={"money.premiums": True, "money.final.general": amounts},
        )
    )

    assert most(race, "purse")["SAL"] == worth + 500 + 400


MONEY = st.fixed_dictionaries(
    {
        "money.stage_win": st.sampled_from((0, 200, 5000)),
        "money.final.general": st.sampled_from(((1000, 500, 250), ())),
        "money.final.points": st.sampled_from(((600, 250), (3000, 0, 900))),
        "money.final.mountains": st.sampled_from(((550, 225), (4000,))),
    }
)


@seldom_drawn
@given(data=st.data(), rules=MONEY)
def test_no_team_wins_more_money_than_the_bound(
    data: st.DataObject, rules: dict[str, tuple[int, ...]]
) -> None:
    """GN-6, CY-15 to CY-17: by premiums, or all that the two may offer and saved."""
    facts = data.draw(tiny_tours("cyclo"))
    after = len(raced(facts).stages)
    facts = replace(facts, options={"level": 4}, rules=rules)
    found = prospects(raced(facts), "purse")
    rows = {row.who: row for row in found.rows if isinstance(row, Prospect)}
    for offered in (100 + 100 * after, 100):
        every = tuple(
            Offer(team=team.code, amount=offered, target="finish")
            for team in facts.teams
        )
        stages = (
            *facts.stages[:after],
            replace(facts.stages[after], offers=every),
            *facts.stages[after + 1 :],
        )
        for ending in endings(replace(facts, stages=stages), after):
            last = ending.stages[-1]
            assert last.number == len(facts.stages), ending.problems
            for line in last.purse:
                assert line.balance <= (rows[line.team].most or 0)
            for name, who, _ in winners(ending):
                assert name != "purse" or rows[TeamCode(who)].can


@pytest.mark.parametrize(
    ("stages", "listed"), [(4, [TO_COME]), (OPEN, [TO_COME]), (OPEN, [])]
)
def test_nobody_is_out_while_planned_stages_are_not_listed(
    stages: int | str, listed: list[Stage]
) -> None:
    """GN-9: what a stage can bring is not known before it is added."""
    day = stage("1 0 0, 2 9 0, 3 9 0", climbs={"Muur 4": "1 2"})
    facts = tour("cyclo", (day, *listed), "A: 1, B: 2, C: 3", options={"level": 4})
    race = raced(replace(facts, planned=stages))
    outlook = [*outlook_after(race, race.score())]

    claims = {row.can for each in outlook for row in each.rows}
    assert claims == {None}
    assert not any(each.decided for each in outlook)


def test_the_time_to_gain_counts_planned_stages_that_are_not_listed() -> None:
    """GN-9: 90 s behind, with stage 2 listed and stages 3 and 4 planned."""
    race = cyclo(stage("1 0 0, 2 9 0"), TO_COME)
    four = score(replace(race.tour, planned=4), race.rulebook)
    unknown = score(replace(race.tour, planned=OPEN), race.rulebook)

    assert needed(four, "2") == 30
    assert needed(unknown, "2") is None


def needed(race: Race, bib: str) -> int | None:
    (general, *_) = outlook_after(race, race.score())
    (row,) = (row for row in general.rows if row.who == bib)
    assert isinstance(row, TimeProspect)
    return row.gain_per_stage
