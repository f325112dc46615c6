"""Every second and every point of a rider has a reason, and they add up."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from peloton.errors import PelotonError
from peloton.notation.resources import sample_tours
from peloton.rules.explain.accounts import (
    EXTRA_TURNS,
    TEAM_TURNS,
    jersey_reasons,
    purse_account,
    rank_account,
    rank_accounts,
    team_accounts,
    turns_account,
)
from peloton.rules.explain.rider import AmountLine, explanation
from peloton.rules.facts.kinds import ClassificationName, SectionKind
from peloton.rules.facts.stage import Section
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import RuleValue, Tour
from peloton.rules.names import find_subject
from peloton.rules.results import Race
from tests.rules.notation import (
    criterium,
    cyclo,
    raced,
    rulebook_of,
    ruling,
    stage,
    standings,
    tour,
)
from tests.scored import race_of

RULE = re.compile(r"(CR|CY|GN)-\d+(, (CR|CY|GN)-\d+)*")
SIGNS = {"time": 1, "penalty": 1, "bonus": -1}


@cache
def sample(name: str) -> Race:
    text = (sample_tours() / f"{name}.toml").read_text(encoding="utf-8")
    return race_of(text)


every_sample = pytest.mark.parametrize("name", ["cyclo", "criterium"])


def reasons(race: Race, bib: str) -> list[AmountLine]:
    return explanation(race, Bib(bib))


def amounts(race: Race, bib: str, after: int) -> Iterator[tuple[str, int]]:
    """Yield the amounts that count up to a stage; bonuses are negative."""
    for item in explanation(race, Bib(bib), after):
        if not item.total and item.amount is not None:
            yield item.towards, SIGNS.get(item.towards, 1) * item.amount


# Both sample tours


@every_sample
def test_times_bonuses_and_penalties_add_up_to_the_general_time(name: str) -> None:
    """CR-6, CY-6, GN-2. After every stage; Cyclo's less the lowest total of all."""
    race = sample(name)
    for number in range(1, len(race.stages) + 1):
        shown = {who: total for _, who, total in standings(race, after=number)}
        sums = {
            who: sum(
                amount
                for towards, amount in amounts(race, who, number)
                if towards in SIGNS
            )
            for who in shown
        }
        best = min(sums.values()) if name == "cyclo" else 0
        assert {who: total - best for who, total in sums.items()} == shown != {}


@every_sample
@pytest.mark.parametrize("towards", ["points", "mountains", "active"])
def test_points_add_up_to_the_classification(name: str, towards: str) -> None:
    """CR-8 to CR-10, CY-8, CY-9. After every stage, as long as the rider is in it."""
    race = sample(name)
    for number, done in enumerate(race.stages, 1):
        if towards not in done.standings:
            continue
        shown = {who: total for _, who, total in standings(race, towards, number)}
        in_race = {row.who for row in done.standings[ClassificationName.GENERAL]}
        added = {
            rider.bib: sum(
                amount
                for to, amount in amounts(race, rider.bib, number)
                if to == towards and rider.bib in in_race
            )
            for rider in race.tour.riders
        }
        assert added == {bib: shown.get(bib, 0) for bib in added}


@every_sample
def test_every_line_cites_a_rule_and_says_why(name: str) -> None:
    """By its number, such as CR-6."""
    race = sample(name)
    lines = {rider.bib: explanation(race, rider.bib) for rider in race.tour.riders}

    assert all(lines.values())
    assert [
        (bib, line)
        for bib, found in lines.items()
        for line in found
        if not RULE.fullmatch(line.rule) or not line.why.strip()
    ] == []


# Little races


def test_a_time_is_explained_by_its_mark() -> None:
    """CY-3. 2 2 after a first 0 3: 2 x 10 - 2 + 3."""
    race = cyclo(stage("1 0 3, 2 2 2"))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert (line.amount, line.rule) == (21, "CY-3")
    assert "2 x 10 - 2 + 3" in line.why


def test_a_fraction_is_explained_before_it_is_rounded() -> None:
    """CR-1, CR-5. 6 4/11 is 381.82 s."""
    race = criterium(stage("1 6 4/11"))
    line = next(item for item in reasons(race, "1") if item.towards == "time")

    assert (line.amount, line.rule) == (382, "CR-1, CR-5")
    assert "381.82 s" in line.why


def test_a_time_of_a_group_names_whose_time_it_is() -> None:
    """CR-4. 2 is 8 s behind 1."""
    race = criterium(stage("1 6 1/15, 2 6 3/15"))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert (line.amount, line.rule) == (364, "CR-4")
    assert "the same time as 1" in line.why


def test_a_time_of_a_bracketed_group_cites_the_group_rule() -> None:
    """CY-5. (1 2) 0 3."""
    race = cyclo(stage("(1 2) 0 3"))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert line.rule == "CY-5"


def test_a_team_time_names_the_rider_who_counts() -> None:
    """CY-2. 3 is the third of the team, in 80 s."""
    race = cyclo(stage("1 6 0, 2 7 0, 3 8 0", "ttt"), riders="MOL: 1 2 3")
    line = next(item for item in reasons(race, "1") if item.towards == "time")

    assert (line.amount, line.rule) == (80, "CY-2")
    assert "3" in line.why


def test_a_bonus_names_the_line_and_the_place() -> None:
    """CR-6. Second over the Pont: 4 s."""
    race = criterium(stage("1 6 1/9, 2 6 3/9", sprints={"Pont": "1 2"}))
    line = next(item for item in reasons(race, "2") if "Pont" in item.why)

    assert (line.towards, line.amount, line.rule) == ("bonus", 4, "CR-6")
    assert "place 2" in line.why


def test_a_ruling_is_explained_by_its_reason() -> None:
    """GN-2. 20 s for moving out of turn."""
    given = ruling("1", seconds=20, reason="moved out of turn")
    race = cyclo(stage("1 0 0", rulings=(given,)))
    line = next(item for item in reasons(race, "1") if item.towards == "penalty")

    assert (line.amount, line.rule) == (20, "GN-2")
    assert "moved out of turn" in line.why


def test_leaving_the_race_is_explained() -> None:
    """GN-1. 2 has no time, and a line that says so."""
    race = cyclo(stage("1 0 0, DNF 2"))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert (line.amount, line.rule) == (None, "GN-1")
    assert "DNF" in line.why


@pytest.mark.parametrize(
    ("missed", "times"),
    [
        ("none", [(None, "no general rank"), (0, "mark"), (None, "no general rank")]),
        (
            "last",
            [
                (25, "time of 2, the last rider classified, and 0:05"),
                (0, "mark"),
                (25, "ABS"),
            ],
        ),
    ],
)
def test_a_missed_stage_is_explained(
    missed: str, times: list[tuple[int | None, str]]
) -> None:
    """GN-10. 3 joins on stage 2 and is absent on stage 3; the last has 20 seconds."""
    days = (
        stage("1 0 0, 2 2 0"),
        stage("3 0 0, 1 0 0, 2 2 0"),
        stage("1 0 0, 2 2 0, ABS 3"),
    )
    facts = tour(
        "cyclo",
        days,
        riders="1 2 3",
        rules={"missed.time": missed, "missed.penalty": 5},
    )
    riders = (*facts.riders[:2], replace(facts.riders[2], joins=2))
    race = raced(replace(facts, riders=riders))
    found = [item for item in reasons(race, "3") if item.towards == "time"]

    assert [item.amount for item in found] == [time for time, _ in times]
    for item, (_, words) in zip(found, times, strict=True):
        assert words in item.why
    totals = [
        x.amount for x in reasons(race, "3") if x.total and x.towards == "general"
    ]
    assert totals == ([25, 50] if missed == "last" else [])


def test_only_a_stage_with_times_before_joining_is_missed() -> None:
    """GN-4, GN-10. 3 joins on stage 3; stage 1 is cancelled. 2 leaves on stage 2."""
    days = stage(cancelled="snow"), stage("1 0 0, DNF 2"), stage("1 0 0, 3 1 0")
    facts = tour("cyclo", days, riders="1 2 3")
    riders = (*facts.riders[:2], replace(facts.riders[2], joins=3))
    race = raced(replace(facts, riders=riders))
    assert race.problems == ()
    found = {
        bib: [(x.stage, x.amount) for x in reasons(race, bib) if x.towards == "time"]
        for bib in ("2", "3")
    }

    assert found == {"2": [(2, None)], "3": [(2, None), (3, 10)]}


def test_a_total_is_explained_after_every_stage() -> None:
    """CY-6. 10 s behind on either stage; shown as 10 and 20."""
    race = cyclo(stage("1 0 0, 2 1 0"), stage("1 0 0, 2 1 0"))
    totals = [
        item.amount
        for item in reasons(race, "2")
        if item.total and item.towards == "general"
    ]

    assert totals == [10, 20]


def test_a_total_names_the_step_that_parted_equal_ones() -> None:
    """CY-7. A first stage in a group: the place parts, as no lots are drawn."""
    race = cyclo(stage("(2 1) 0 0"))
    line = next(
        item for item in reasons(race, "1") if item.total and item.towards == "general"
    )

    assert line.rule == "CY-7"
    assert "latest place" in line.why


def test_what_does_not_count_is_listed_and_says_so() -> None:
    """GN-4. Of 10 seconds on each stage, those of stage 2 count, as do 10 points."""
    first = stage("1 0 0, 2 1 0", counts={"general": False})
    second = stage("1 0 0, 2 1 0", counts={"points": False})
    found = [
        (item.towards, item.amount, item.counts, "does not count" in item.why)
        for item in reasons(cyclo(first, second), "2")
        if item.stage == 2 or item.towards == "time"
    ]

    assert found == [
        ("time", 10, False, True),
        ("time", 10, True, False),
        ("points", 10, False, True),
        ("general", 10, True, False),
        ("points", 10, True, False),
    ]


def test_a_total_that_is_levelled_says_by_how_much() -> None:
    """CY-3, CY-6. 2 goes 4 lines further than the winner: -4, shown as 0."""
    race = cyclo(stage("1 0 0, 2 0 4"))
    why = {
        bib: [item.why for item in reasons(race, bib) if item.towards == "general"]
        for bib in ("1", "2")
    }

    assert why["1"] == ["rank 2; shown as 0:04, less the best total of -0:04"]
    assert why["2"] == ["rank 1; shown as 0:00, less the best total of -0:04"]


def test_points_at_the_end_are_explained_to_the_riders_who_won_them() -> None:
    """FR-4. 1, 2 and 3 are the best by time: 3, 2 and 1 points, and as many before."""
    race = raced(tour("flamme-rouge", (stage("1 0 4, 2 0 3, 3 0 2, 4 0 1"),)))
    found = {
        bib: [
            item.amount
            for item in reasons(race, bib)
            if item.towards == "points" and not item.total
        ]
        for bib in ("1", "2", "4")
    }

    assert found == {"1": [3, 3], "2": [2, 2], "4": []}


def test_a_rider_without_a_general_rank_has_the_other_totals() -> None:
    """GN-10. 2 missed stage 1, and has 10 points; a team has the code 2."""
    days = stage("1 0 0, ABS 2"), stage("1 0 0, 2 1 0")
    race = cyclo(*days, riders="2: 1 2")

    totals = [(item.towards, item.amount) for item in reasons(race, "2") if item.total]
    assert totals == [("points", 10)]


def test_who_misses_the_next_ride_has_no_line_on_it() -> None:
    """CY-11. 2 has 15 points, is outside the limit on stage 2 and misses stage 3."""
    days = stage("2 0 0, 1 1 0"), stage("1 0 3, 2 26 0"), stage("1 0 0"), stage()
    race = cyclo(*days, rules={"time_limit.back": True}, level=4)
    found = [item for item in reasons(race, "2") if item.stage > 1]

    assert {item.stage for item in found} == {2}
    assert (found[0].towards, found[0].amount, found[0].rule) == ("time", None, "CY-11")
    assert found[0].why.endswith("; mark 26 0")


def test_without_times_no_time_is_explained() -> None:
    """FI-1, CR-11, GN-10. 2 is absent in a race by points."""
    absent = tour(
        "criterium",
        (stage("1 6 1/9, ABS 2"), stage("1 6 1/9, 2 6 9/9")),
        rules={"missed.time": "last"},
        options={"format": "points"},
    )

    assert not any(
        item.towards == "time" for item in reasons(sample("figueres"), "red")
    )
    times = [x.amount for x in reasons(raced(absent), "2") if x.towards == "time"]
    assert times[0] is None


@pytest.mark.parametrize(
    ("changes", "time"),
    [({}, 3), ({"counts": {"general": False}}, None), ({"cancelled": "snow"}, None)],
)
def test_a_missed_stage_costs_time_where_it_counts(
    changes: dict[str, Any], time: int | None
) -> None:
    """GN-4, GN-10. The last rider, who is first too, has 0 seconds; 3 are added."""
    rules: dict[str, RuleValue] = {"missed.time": "last", "missed.penalty": 3}
    race = cyclo(stage("1 0 0, ABS 2", **changes), stage("1 0 0, 2 0 0"), rules=rules)
    found = [(x.stage, x.amount) for x in reasons(race, "2") if x.towards == "time"]

    first = [] if "cancelled" in changes else [(1, time)]
    assert found == [*first, (2, 0)]


def test_an_explanation_may_stop_after_a_stage() -> None:
    race = cyclo(stage("1 0 0"), stage("1 0 0"))

    assert {item.stage for item in explanation(race, Bib("1"), after=1)} == {1}


def test_in_a_team_time_trial_the_time_of_the_counting_rider_is_the_teams() -> None:
    """CY-2. 3 is the third of the team, in 80 s; 4 rides alone."""
    race = cyclo(
        stage("1 6 0, 2 7 0, 3 8 0, 4 9 0", "ttt"), riders="MOL: 1 2 3, SAL: 4"
    )
    counting, alone = (
        next(item for item in reasons(race, bib) if item.towards == "time")
        for bib in "34"
    )

    assert counting.rule == "CY-1, CY-2"
    assert "this rider's time is the team's" in counting.why
    assert "team" not in alone.why


def test_the_general_total_of_criterium_cites_no_order_of_a_stage() -> None:
    """CR-6: bonus seconds are taken off the general time. CR-2 is a stage's order."""
    race = criterium(stage("1 6 1/9, 2 6 9/9"))
    rules = {item.rule for item in reasons(race, "1") if item.total}

    assert rules == {"CR-6", "CR-8"}


@pytest.mark.parametrize(
    ("game", "chosen", "rule"),
    [
        (criterium, "points", "CR-11"),
        (criterium, "omnium", "CR-13"),
        (cyclo, "omnium", "CR-13"),
    ],
)
def test_a_general_total_by_points_cites_the_rule_of_its_format(
    game: Callable[..., Race], chosen: str, rule: str
) -> None:
    """CR-11, CR-13: both name their ties, too. 1 and 2 have a win and a second place.

    The rule of bonus seconds (CR-6), of levelled times (CY-6) or of ties by time
    (CR-15, CY-7) does not apply.
    """
    one, two = ("1 6 1/9, 2 6 9/9", "2 6 1/9, 1 6 9/9")
    if game is cyclo:
        one, two = ("1 0 3, 2 1 3", "2 0 3, 1 1 3")
    race = game(stage(one), stage(two), format=chosen)
    totals = [
        item
        for bib in "12"
        for item in reasons(race, bib)
        if item.total and item.towards == "general"
    ]

    assert "tie decided by: latest place" in totals[-1].why
    assert {item.rule for item in totals} == {rule}
    led = [*jersey_reasons(race, ClassificationName.GENERAL, 1)]
    assert rule in {cited for _, cited in led}


def test_a_rider_is_told_of_the_premiums_won_for_the_team() -> None:
    """CY-16. 15 points, the stage, and yellow."""
    race = cyclo(stage("1 0 3, 2 2 2"), stage(), riders="MOL: 1, SAL: 2", level=4)
    won = [item.amount for item in reasons(race, "1") if item.towards == "purse"]

    assert won == [150, 200, 100]


# Ledgers


def test_a_purse_lists_every_premium_with_stage_and_rule() -> None:
    """CY-15, CY-16. 1 wins 150 for points, 200 and yellow; 2 has 100 for points."""
    race = cyclo(stage("1 0 3, 2 2 2"), stage(), riders="MOL: 1 2", level=4)
    *lines, total = purse_account(race, TeamCode("MOL"), 1)

    assert [(x.stage, x.who, x.amount, x.why, x.rule) for x in lines] == [
        (1, "1", 150, "15 points x 10", "CY-16"),
        (1, "2", 100, "10 points x 10", "CY-16"),
        (1, "1", 200, "stage win", "CY-16"),
        (1, "1", 100, "wears yellow", "CY-16"),
        (1, "2", 50, "wears green", "CY-16"),
    ]
    assert total.amount == 600


def test_a_final_premium_of_a_team_names_the_team() -> None:
    """CY-17. 500 for the best team."""
    facts = tour("cyclo", (stage("1 0 0"),), "MOL: 1", options={"level": 4})
    race = raced(facts)
    *_, last, _ = purse_account(race, TeamCode("MOL"), 1)

    assert (last.who, last.amount, last.rule) == ("MOL", 500, "CY-17")


def typed(kind: str | None, *, captain: bool = False) -> Race:
    """Return a tour with stages of 190 lines (66 of mountains) and 101 lines."""
    climb = Section(kind=SectionKind.MOUNTAIN, name="Muur", start=10, end=76)
    days = (
        replace(
            stage("1 0 3"),
            length=190,
            sections=(climb,),
            extra_turns={Bib("1"): 1} if captain else {},
            attacks={Bib("1"): 1},
            crossings={"Muur": (Bib("1"),)},
        ),
        replace(stage("1 0 3"), length=101),
        replace(stage("1 4 0", "itt"), length=36),
    )
    facts = tour("cyclo", days, options={"team_leader": True})
    rider = replace(facts.riders[0], type=kind, captain=captain)
    return raced(replace(facts, riders=(rider,)))


def test_extra_turns_are_explained_by_length_type_and_use() -> None:
    """CY-12, CY-13. 4 and 2 for 190 lines, 3 for 66 of mountain, 3 used; 3 and 2."""
    race = typed("climber", captain=True)
    *lines, total = turns_account(race, EXTRA_TURNS, Bib("1"), 3)

    assert [(x.stage, x.amount, x.why, x.rule) for x in lines] == [
        (1, 4, "1 per 50 lines begun, of 190", "CY-12"),
        (1, 3, "climber: mountains, 1 per 25 lines begun, of 66", "CY-13"),
        (1, 2, "captain", "CY-13"),
        (1, -1, "used", "CY-12"),
        (1, -2, "attacks: 1", "CY-12"),
        (2, 3, "1 per 50 lines begun, of 101", "CY-12"),
        (2, 0, "climber: mountains, 1 per 25 lines begun, of 0", "CY-13"),
        (2, 2, "captain", "CY-13"),
        (3, 0, "none in a time trial", "CY-13"),
    ]
    assert total.amount == 11


def test_extra_turns_of_other_types_name_the_type() -> None:
    """CY-13. 3 for each 100 lines begun; half of 1 for each 50; 36 lines alone: 3."""
    whys = {
        kind: [x.why for x in turns_account(typed(kind), EXTRA_TURNS, Bib("1"), 3)]
        for kind in ("A", "E", "time rider")
    }

    assert whys["A"][0] == "A: 3 per 100 lines begun, of 190"
    assert whys["E"][0] == "E: half of 1 per 50 lines begun, of 190"
    assert whys["time rider"][-2] == "time rider: 36 lines"


def test_extra_turns_are_not_known_without_a_length() -> None:
    """CY-12."""
    race = cyclo(stage("1 0 3"))
    *lines, total = turns_account(race, EXTRA_TURNS, Bib("1"), 1)

    assert total.amount is None
    assert [(x.amount, x.why) for x in lines] == [
        (0, "unknown: lengths are missing on the course")
    ]


def test_the_extra_turns_of_a_captain_are_not_known_without_a_length_either() -> None:
    """CY-12, CY-13. Nobody but a captain has a line for it."""
    days = stage("1 0 3, 2 1 0"), replace(stage("1 0 3, 2 1 0"), length=50)
    facts = tour("cyclo", days, options={"team_leader": True})
    captain = replace(facts.riders[0], captain=True)
    race = raced(replace(facts, riders=(captain, facts.riders[1])))
    unknown = turns_account(race, EXTRA_TURNS, Bib("1"), 1)
    other = turns_account(race, EXTRA_TURNS, Bib("2"), 2)

    assert [x.amount for x in unknown] == [0, None]
    assert "captain" not in [x.why for x in other]


def test_extra_turns_are_not_known_from_the_first_ride_without_a_length_on() -> None:
    """CY-12, GN-10. 1 rides stage 2, which has no length; 2 misses it, and has 8."""
    days = (
        replace(stage("1 0 3, 2 1 0, 3 2 0"), length=200),
        stage("1 0 3, 3 2 0, ABS 2"),
        replace(stage("1 0 3, 2 1 0, 3 2 0"), length=200),
    )
    race = cyclo(*days)
    found = {
        bib: turns_account(race, EXTRA_TURNS, Bib(bib), after)
        for bib, after in (("1", 3), ("2", 3))
    }

    assert [(x.stage, x.amount) for x in found["1"]] == [(1, 4), (2, 0), (3, None)]
    assert [(x.stage, x.amount) for x in found["2"]] == [(1, 4), (3, 4), (3, 8)]


def test_extra_turns_used_without_an_attack_are_in_one_line() -> None:
    """CY-12. 4 for 200 lines, of which 2 are used to accelerate."""
    race = cyclo(replace(stage("1 0 3"), length=200, extra_turns={Bib("1"): 2}))
    account = turns_account(race, EXTRA_TURNS, Bib("1"), 1)

    assert [(x.amount, x.why) for x in account] == [
        (4, "1 per 50 lines begun, of 200"),
        (-2, "used"),
        (2, ""),
    ]


def test_the_extra_turns_of_a_team_are_granted_and_used() -> None:
    """CY-12: 2 a stage, of which 1 and then 3 are used; none without the option."""
    days = [
        replace(stage("1 0 0, 2 1 0"), length=50, team_turns={TeamCode("MOL"): used})
        for used in (1, 3)
    ]
    race = cyclo(*days, riders="MOL: 1, SAL: 2", rules={"extra_turns.team": 2})
    account = turns_account(race, TEAM_TURNS, TeamCode("MOL"), 2)

    assert [(x.stage, x.amount, x.why) for x in account] == [
        (1, 2, "for any rider"),
        (1, -1, "used"),
        (2, 2, "for any rider"),
        (2, -3, "used"),
        (2, 0, ""),
    ]
    none = cyclo(replace(stage("1 0 0"), length=50), riders="MOL: 1")
    assert turns_account(none, TEAM_TURNS, TeamCode("MOL"), 1) == []


def test_a_game_without_extra_turns_has_none_to_explain() -> None:
    """CY-12. The stage has a length, but there is no allowance for it."""
    race = criterium(replace(stage("1 6 3/9"), length=200))

    assert turns_account(race, EXTRA_TURNS, Bib("1"), 1) == []


# Teams and classifications


def account(
    race: Race, name: str, who: str, after: int
) -> list[tuple[int, str, int | None]]:
    """Return the stage, who, and the amount of each line; the last is the total."""
    ranking = ClassificationName(name)
    rows = race.stages[after - 1].standings[ranking]
    (row,) = (row for row in rows if row.who == who)
    lines = rank_account(race, ranking, row, after)
    return [(line.stage, line.who, line.amount) for line in lines]


TEAM_RIDERS = "MOL: 1 2, SAL: 3 4"


def test_a_team_s_points_are_those_of_its_riders_less_rulings() -> None:
    """CR-8, GN-2, GN-4. 10, 6, 4 and 3 points; a cancelled stage takes none."""
    days = (
        replace(
            stage("1 6 1/9, 3 6 9/9, 2 7 1/9, 4 7 9/9"),
            rulings=(ruling(team="SAL", points=2),),
        ),
        stage(cancelled="snow", rulings=(ruling(team="SAL", points=3),)),
    )
    race = criterium(*days, riders=TEAM_RIDERS)

    assert account(race, "teams", "MOL", 2) == [
        (1, "1", 10),
        (1, "2", 4),
        (2, "MOL", 14),
    ]
    assert account(race, "teams", "SAL", 2) == [
        (1, "3", 6),
        (1, "4", 3),
        (1, "SAL", -2),
        (2, "SAL", 7),
    ]


def test_a_team_s_time_is_that_of_its_riders_and_its_rulings() -> None:
    """CY-18, GN-2. 10 and 30 seconds, and 15 given."""
    day = stage("1 0 0, 3 1 0, 2 2 0, 4 3 0", rulings=(ruling(team="SAL", seconds=15),))
    race = cyclo(day, riders=TEAM_RIDERS)

    assert account(race, "teams", "SAL", 1) == [
        (1, "3", 10),
        (1, "4", 30),
        (1, "SAL", 15),
        (1, "SAL", 55),
    ]


def test_the_best_times_of_a_team_are_explained() -> None:
    """RR-6. 4 crossed behind 3 and has 7 seconds to 10; 2 has 4 less than 1 (CY-3)."""
    rules: dict[str, RuleValue] = {"teams.by": "best times", "teams.riders": 3}
    day = stage("1 0 0, 2 0 4, 3 1 0, 4 1 3, 5 2 0, 6 2 0, 7 2 0")
    race = cyclo(day, riders="MOL: 1 2 3 4, SAL: 5 6 7", rules=rules)

    lines = [(1, "2", -4), (1, "1", 0), (1, "4", 7), (1, "MOL", 3)]
    assert account(race, "teams", "MOL", 1) == lines
    result, rank = team_accounts(race, TeamCode("MOL"), 1)
    assert [(line.stage, line.who, line.amount) for line in result] == lines
    whys = [line.why for line in result]
    assert whys == ["place 2", "place 1", "place 4", "rank 1"]
    assert [(line.stage, line.who, line.amount) for line in rank] == lines


@pytest.mark.parametrize(
    ("by", "of_mol", "why"),
    [
        ("best times", (1, "1", 40), "2 x the team's time"),
        ("general times", (1, "1", 20), "the team's time"),
    ],
)
def test_the_time_of_a_team_time_trial_is_that_of_its_counting_rider(
    by: str, of_mol: tuple[int, str, int], why: str
) -> None:
    """CY-2, RR-6. The second rider's: 20 seconds, counted twice as best times."""
    rules: dict[str, RuleValue] = {"teams.by": by, "teams.riders": 2, "ttt.rider": 2}
    day = stage("2 1 5, 1 2 0, 3 3 0, 4 3 5, 5 4 0, 6 4 5", "ttt")
    race = cyclo(day, riders="MOL: 1 2 3, SAL: 4 5 6", rules=rules)
    found, _ = team_accounts(race, TeamCode("MOL"), 1)

    assert [(x.stage, x.who, x.amount) for x in found] == [
        of_mol,
        (1, "MOL", of_mol[2]),
    ]
    assert found[0].why == why


def test_two_best_times_count_while_two_more_riders_have_not_joined() -> None:
    """GN-10, RR-6. MOL has two riders, and needs both times."""
    rules: dict[str, RuleValue] = {"teams.by": "best times", "teams.riders": 2}
    day = stage("1 0 0, 2 1 0, 5 2 0, 6 3 0")
    facts = tour("cyclo", (day, stage()), "MOL: 1 2 3 4, SAL: 5 6", rules)
    riders = tuple(
        replace(rider, joins=2 if rider.bib in ("3", "4") else None)
        for rider in facts.riders
    )
    race = raced(replace(facts, riders=riders))
    assert race.problems == ()

    assert account(race, "teams", "MOL", 1) == [
        (1, "1", 0),
        (1, "2", 10),
        (1, "MOL", 10),
    ]
    assert account(race, "teams", "SAL", 1)[-1] == (1, "SAL", 50)


def test_every_rider_of_a_team_counts_in_a_points_race_on_the_track() -> None:
    """CY-20. One best time counts on the road; the last lap has 15 and 9 points."""
    rules: dict[str, RuleValue] = {"teams.by": "best times", "teams.riders": 1}
    laps = replace(stage("", "points race"), laps=((Bib("1"), Bib("2")),))
    race = cyclo(stage("1 0 0, 2 1 0"), laps, riders="MOL: 1 2", rules=rules)
    (result, *_) = team_accounts(race, TeamCode("MOL"), 2)

    assert [(line.who, line.amount) for line in result] == [
        ("1", 15),
        ("2", 9),
        ("MOL", 24),
    ]


def test_riders_with_their_own_times_have_a_counting_rider_in_a_team_time_trial() -> (
    None
):
    """RR-6. The second rider's 20 seconds count."""
    day = stage("2 1 5, 1 2 0, 3 3 0", "ttt")
    rules: dict[str, RuleValue] = {"ttt.rider": 2, "ttt.own_times": True}
    race = cyclo(day, riders="MOL: 1 2 3", rules=rules)
    (result, *_) = team_accounts(race, TeamCode("MOL"), 1)

    assert [(line.who, line.amount) for line in result] == [("1", 20), ("MOL", 20)]


def test_a_combination_adds_up_three_ranks() -> None:
    """RR-11. 1 is first in time and at the finish, and second over the climb."""
    day = stage("1 0 0, 2 1 0", climbs={"Muur 1": "2 1"})
    kept = ("general", "points", "mountains", "combination", "teams")
    race = cyclo(day, rules={"classifications": kept})

    assert account(race, "combination", "1", 1) == [
        (1, "1", 1),
        (1, "1", 1),
        (1, "1", 2),
        (1, "1", 4),
    ]


def test_young_riders_by_points_have_the_points_of_the_general_classification() -> None:
    """CR-11, RR-7. 10 points at the finish and 5 of a sprint."""
    day = stage("1 6 1/9, 2 6 9/9", sprints={"Gent": "1"})
    rules: dict[str, RuleValue] = {"classifications": ("general", "young", "teams")}
    facts = tour("criterium", (day,), "1 2", rules, {"format": "points"})
    riders = tuple(replace(rider, young=rider.bib == "1") for rider in facts.riders)
    race = raced(replace(facts, riders=riders))
    assert race.problems == ()

    assert [amount for _, _, amount in account(race, "young", "1", 1)] == [10, 5, 15]


def test_the_first_two_are_explained_where_nobody_wears_a_jersey() -> None:
    """GN-11. 3 and 2 lead after stage 1, 1 and 2 after stage 2; the tour is over."""
    days = stage("3 0 0, 2 1 0, 1 2 0"), stage("1 0 0, 2 5 0, 3 9 0")
    race = cyclo(*days)
    general = ClassificationName.GENERAL

    assert [rows[-1].who for rows in rank_accounts(race, general, 2)] == ["1", "2"]
    assert [rows[-1].who for rows in rank_accounts(race, general, 1)] == ["3", "2"]


def test_nobody_who_wears_the_jersey_is_explained_where_nobody_is_left() -> None:
    """CY-10. 1 alone has points, and wears yellow."""
    race = cyclo(stage("1 0 3"), stage())
    points = ClassificationName.POINTS

    assert [rows[-1].who for rows in rank_accounts(race, points, 1)] == ["1"]


def test_the_riders_down_to_the_wearer_of_the_same_jersey_are_explained() -> None:
    """CY-10. 3 has the most points but is fourth in time; 1 and 2 are explained."""
    sprints = {"Gent": "4", "Aalst": "4", "Sluis": "4"}
    race = cyclo(stage("1 0 3, 2 1 0, 3 2 0, 4 3 0", sprints=sprints), stage())
    general = ClassificationName.GENERAL

    assert [rows[-1].who for rows in rank_accounts(race, general, 1)] == ["1", "2"]


# Jerseys


def why_worn(race: Race, name: str, after: int) -> list[tuple[str, str]]:
    return [*jersey_reasons(race, ClassificationName(name), after)]


def test_a_jersey_is_passed_down_past_who_wears_a_higher_one() -> None:
    """CY-10. 1 leads general and green: 1 wears yellow, 2 wears green."""
    race = cyclo(stage("1 0 3, 2 2 2, 3 3 0"), stage())

    assert why_worn(race, "points", 1) == [
        ("1 leads the classification", "CY-8"),
        ("1, rank 1, wears yellow already", "CY-10"),
        ("2, rank 2, wears green", "CY-10"),
    ]
    assert why_worn(race, "mountains", 1) == [
        ("nobody leads the classification yet", "GN-5")
    ]


def test_nobody_may_be_left_to_wear_a_jersey() -> None:
    """CY-10."""
    race = cyclo(stage("1 0 3"), stage())

    assert why_worn(race, "points", 1)[-1] == ("nobody is left to wear it", "CY-10")


def test_who_misses_the_next_ride_wears_none() -> None:
    """CY-11. 2 leads the mountains, is outside the limit and comes back."""
    first = stage("1 0 3, 3 1 0, 2 2 0, 4 3 0", climbs={"Muur 4": "2 4"})
    race = cyclo(first, stage("1 0 3, 3 1 0, 4 2 0, 2 26 0"), stage(), level=4)
    race = raced(replace(race.tour, rules={"time_limit.back": True}))

    assert why_worn(race, "mountains", 2)[1:] == [
        ("2 misses the next ride", "CY-11"),
        ("4, rank 2, wears white", "CY-10"),
    ]


def test_once_the_tour_is_over_the_winner_is_named() -> None:
    """GN-11. 1 has won yellow too; a race of one day is won on the line."""
    race = cyclo(stage("1 0 3, 2 2 2, 3 3 0"), stage("1 0 3, 2 2 2, 3 3 0"))
    one_day = cyclo(stage("1 0 3, 2 2 2, 3 3 0"))

    assert why_worn(race, "points", 2) == [("1 wins the classification", "GN-11")]
    assert why_worn(race, "general", 2) == [("1 wins the classification", "GN-11")]
    assert why_worn(race, "points", 1)[-1] == ("2, rank 2, wears green", "CY-10")
    assert why_worn(one_day, "points", 1) == [("1 wins the classification", "GN-11")]
    assert why_worn(one_day, "general", 1) == [("1 leads the classification", "CY-6")]


def test_the_riders_down_to_the_wearer_are_explained() -> None:
    """CY-10. 1 wears yellow, 2 green: of the mountains 1, 2 and 3 who wears white."""
    day = stage("1 0 3, 2 2 2, 3 3 0, 4 4 0", climbs={"Muur 1": "1 2 3 4"})
    race = cyclo(day, stage())

    assert [rows[-1].who for rows in rank_accounts(race, MOUNTAINS, 1)] == [*"123"]
    assert rank_accounts(race, TEAMS, 1) == []


MOUNTAINS, TEAMS = ClassificationName.MOUNTAINS, ClassificationName.TEAMS


# Words


@pytest.mark.parametrize(
    ("word", "subject"),
    [
        ("Teams", ("rider", "teams")),
        ("green", ("team", "green")),
        ("gree", ("classification", "points")),
        ("gc", ("classification", "general")),
        ("yellow", ("classification", "general")),
        ("money", ("ledger", "purse")),
        ("purse", ("ledger", "purse")),
        ("turns", ("ledger", "extra-turns")),
        ("baens", ("rider", "teams")),
        ("molteni", ("team", "A")),
        ("a", ("team", "A")),
        ("A2", ("rider", "A2")),
    ],
)
def test_a_word_is_a_bib_before_a_team_a_classification_or_a_name(
    word: str, subject: tuple[str, str]
) -> None:
    """A whole word comes before the beginning of another."""
    facts = Tour(
        name="Words",
        rulebook="cyclo",
        teams=(
            Team(code=TeamCode("green"), name="Purse"),
            Team(code=TeamCode("A"), name="Molteni"),
        ),
        riders=(
            Rider(bib=Bib("teams"), name="Eddy Baens"),
            Rider(bib=Bib("A1"), name="Green Leo"),
            Rider(bib=Bib("A2")),
        ),
    )

    assert find_subject(facts, rulebook_of(facts), word) == subject


def test_an_unknown_word_is_refused_with_the_nearest() -> None:
    facts = tour("cyclo", (stage("12 0 0"),), riders="MOL: 12")

    with pytest.raises(
        PelotonError, match=r"found 'grene', expected .* mean 'general'"
    ):
        find_subject(facts, rulebook_of(facts), "grene")
