"""Every second and every point of a rider has a reason, and they add up."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from peloton.errors import PelotonError
from peloton.notation.resources import sample_tours
from peloton.rules.explain.accounts import EXTRA_TURNS, purse_account, turns_account
from peloton.rules.explain.ranks import jersey_reasons, rank_accounts
from peloton.rules.explain.rider import Reasoned, explanation
from peloton.rules.facts.kinds import ClassificationName, SectionKind
from peloton.rules.facts.stage import Section
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.names import subject_meant
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


def reasons(race: Race, bib: str) -> list[Reasoned]:
    return explanation(race, Bib(bib))


def amounts(race: Race, bib: str, after: int) -> Iterator[tuple[str, int]]:
    """What counts, by classification, up to and with a stage; bonuses negative."""
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
    assert "latest stage" in line.why


def test_what_does_not_count_is_listed_and_says_so() -> None:
    """GN-4. A stage that does not count for the general."""
    race = cyclo(stage("1 0 0, 2 1 0", counts={"general": False}))
    line = next(item for item in reasons(race, "2") if item.towards == "time")

    assert line.amount == 10
    assert "does not count" in line.why


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


def typed(kind: str | None, *, captain: bool = False) -> Race:
    """A rider on a road of 190 lines with 66 of mountain, then one of 101 lines."""
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
    assert "lengths are missing" in lines[0].why


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
    assert why_worn(race, "points", 1)[-1] == ("2, rank 2, wears green", "CY-10")
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

    assert subject_meant(facts, rulebook_of(facts), word) == subject


def test_an_unknown_word_is_refused_with_the_nearest() -> None:
    facts = tour("cyclo", (stage("12 0 0"),), riders="MOL: 12")

    with pytest.raises(
        PelotonError, match=r"found 'grene', expected .* mean 'general'"
    ):
        subject_meant(facts, rulebook_of(facts), "grene")


def test_an_unknown_bib_is_refused_with_the_nearest() -> None:
    race = cyclo(stage("12 0 0"))

    with pytest.raises(PelotonError, match="did you mean '12'"):
        explanation(race, Bib("122"))
