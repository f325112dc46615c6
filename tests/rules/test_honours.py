"""The awards at the end of a tour, their reasons, and how they are shared out."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.honours import Honour, HonourLine, tour_honours
from peloton.rules.results import Race
from tests.reports.samples import NAMES, sample
from tests.rules.notation import criterium, cyclo, raced, ruling, stage, tour

Figures = Mapping[str, int]


def line(race: Race, honour: Honour) -> HonourLine | None:
    return next((each for each in tour_honours(race) if each.honour is honour), None)


def honours(race: Race) -> list[Honour]:
    return [each.honour for each in tour_honours(race)]


def candidates(race: Race, honour: Honour) -> list[str]:
    found = line(race, honour)
    return [each.bib for each in found.candidates] if found else []


def given(race: Race, honour: Honour) -> tuple[str, Figures] | None:
    found = line(race, honour)
    return (found.given.bib, found.given.figures) if found else None


def itt(lines: str) -> Stage:
    return stage(lines, "itt")


def test_the_most_combative_were_most_often_the_first_over_a_line() -> None:
    """Three, two and one: 1 has 3 + 3, 3 has 1 + 2, 2 has 2."""
    sprints = {"Sluis": "1 2 3", "Zottegem": "1 3"}
    race = criterium(stage("2 6 1/9, 1 6 2/9, 3 6 9/9", sprints=sprints))

    assert given(race, Honour.COMBATIVE) == ("1", {"points": 6, "first": 2})


def test_of_equally_combative_riders_who_used_more_extra_turns_is_ahead() -> None:
    """CY-12: 1 used one turn, and 2 two in an attack."""
    day = stage("1 0 3, 2 0 2", sprints={"Sluis": "1", "Aalst": "2"})
    used = replace(day, extra_turns={Bib("1"): 1}, attacks={Bib("2"): 1}, length=100)

    assert candidates(cyclo(used), Honour.COMBATIVE) == ["2", "1"]


def test_who_is_outside_the_time_limit_was_not_combative() -> None:
    """GN-1."""
    race = cyclo(stage("1 0 3, 2 26 0 OTL", sprints={"Sluis": "2 1"}))

    assert given(race, Honour.COMBATIVE) == ("1", {"points": 2, "first": 0})


def test_the_comeback_is_from_the_worst_rank_to_the_last_one() -> None:
    """Totals of 30, 40 and 50 seconds, and 90, 100 and 80 in the end."""
    race = cyclo(itt("1 3 0, 2 4 0, 3 5 0"), itt("3 3 0, 1 6 0, 2 6 0"))

    assert given(race, Honour.COMEBACK) == (
        "3",
        {"gained": 2, "worst": 3, "stage": 1, "rank": 1},
    )


def test_the_worst_rank_is_that_of_the_first_stage_with_it() -> None:
    """3 was second, third, third and first; 4 and 5 came back from 5 and 4 to 3 and 2.

    Who gained as many ranks, and ranks better, is ahead.
    """
    race = cyclo(
        itt("1 3 0, 3 4 0, 2 5 0"),
        itt("1 3 0, 2 3 0, 3 6 0"),
        itt("1 3 0, 2 3 0, 3 3 0"),
        itt("3 3 0, 1 9 0, 2 9 0"),
    )
    level = cyclo(itt("1 3 0, 2 4 0, 4 5 0, 3 6 0"), itt("4 3 0, 3 3 0, 1 9 0, 2 9 0"))

    assert given(race, Honour.COMEBACK) == (
        "3",
        {"gained": 2, "worst": 3, "stage": 2, "rank": 1},
    )
    assert candidates(level, Honour.COMEBACK) == ["4", "3"]
    by_one = cyclo(itt("1 3 0, 2 4 0"), itt("2 3 0, 1 6 0"))
    assert candidates(by_one, Honour.COMEBACK) == ["2"]


def test_who_joined_on_a_stage_that_does_not_count_came_back_from_nowhere() -> None:
    """GN-10: rider 3 is ranked only after that stage."""
    first, race = itt("1 3 0, 2 4 0"), cyclo(itt("1 3 0, 2 4 0, 3 5 0"))
    later = replace(
        itt("1 3 0, 2 4 0, 3 5 0"), counts={ClassificationName.GENERAL: False}
    )
    riders = tuple(replace(r, joins=2) if r.bib == "3" else r for r in race.tour.riders)
    rules = {"missed.time": "last"}
    joined = raced(
        replace(race.tour, riders=riders, stages=(first, later), rules=rules)
    )

    assert [
        row.who for row in joined.stages[-1].standings[ClassificationName.GENERAL]
    ] == [*"123"]
    assert candidates(joined, Honour.COMEBACK) == []


def test_who_left_the_race_came_back_to_nothing() -> None:
    """Rider 3 went from the third rank to the first, and home."""
    race = cyclo(
        itt("1 3 0, 2 4 0, 3 5 0"),
        itt("3 1 0, 1 6 0, 2 6 0"),
        itt("1 3 0, 2 9 0, DNF 3"),
    )

    assert "3" not in candidates(race, Honour.COMEBACK)


def test_the_unluckiest_was_second_most_often_and_never_won() -> None:
    race = criterium(
        stage("1 6 1/9, 2 6 9/9, 3 7 9/9"),
        stage("1 6 1/9, 2 6 9/9, 3 7 9/9"),
        stage("3 6 1/9, 1 6 9/9, 2 7 9/9", rulings=(ruling("2", seconds=20),)),
    )

    assert given(race, Honour.UNLUCKIEST) == (
        "2",
        {"second": 2, "third": 1, "lost": 20},
    )


def test_who_won_a_stage_is_not_unlucky() -> None:
    race = criterium(stage("1 6 1/9, 2 6 9/9"), stage("2 6 1/9, 1 6 9/9"))

    assert given(race, Honour.UNLUCKIEST) is None


def test_the_best_team_mate_is_home_second_or_third_behind_the_leader() -> None:
    """Rider 4 is, twice; 2 was once and left; 1 and 3 lead their teams."""
    race = cyclo(
        itt("3 3 0, 4 4 0, 1 5 0, 2 6 0"),
        itt("3 3 0, 4 4 0, 1 5 0, DNF 2"),
        riders="MOL: 1 2, SAL: 3 4",
    )

    assert candidates(race, Honour.TEAM_MATE) == ["4"]
    assert given(race, Honour.TEAM_MATE) == ("4", {"days": 2, "stages": 2})


def test_team_mates_are_second_or_third_of_the_team_and_better_placed_ones_ahead() -> (
    None
):
    """9 has no team. 1 leads MOL in the end, and was its second once; 2 its fourth."""
    race = cyclo(
        itt("9 3 0, 1 4 0, 4 5 0, 3 6 0, 2 7 0"),
        itt("9 3 0, 4 4 0, 1 4 0, 3 9 0, 2 9 0"),
        itt("9 3 0, 1 4 0, 4 5 0, 3 6 0, 2 7 0"),
        riders="MOL: 1 2 3 4, 9",
    )

    found = line(race, Honour.TEAM_MATE)
    assert found is not None
    assert [(c.bib, c.figures["days"]) for c in found.candidates] == [
        ("3", 3),
        ("4", 2),
    ]
    day = itt("1 3 0, 3 4 0, 2 5 0")
    assert candidates(cyclo(day, day, riders="MOL: 1 2 3"), Honour.TEAM_MATE) == [
        "3",
        "2",
    ]


def test_the_captain_is_no_team_mate() -> None:
    facts = tour("cyclo", (itt("1 3 0, 2 4 0"), itt("1 3 0, 2 4 0")), riders="MOL: 1 2")
    riders = (facts.riders[0], replace(facts.riders[1], captain=True))

    assert given(raced(replace(facts, riders=riders)), Honour.TEAM_MATE) is None


def test_a_gap_by_which_a_crowd_won_is_no_closest_win() -> None:
    """Three stages by 10 seconds."""
    day = itt("1 3 0, 2 4 0")

    assert given(cyclo(day, day, day), Honour.CLOSEST) is None
    assert given(cyclo(day, day), Honour.CLOSEST) == ("1", {"gap": 10, "stage": 1})
    wide = itt("1 3 0, 2 6 0")
    one = cyclo(wide, wide, day, wide)
    assert given(one, Honour.CLOSEST) == ("1", {"gap": 10, "stage": 3})


def test_the_closest_win_goes_by_the_gap_to_the_second() -> None:
    race = cyclo(itt("1 3 0, 2 4 0, 3 5 0"), itt("3 3 0, 1 5 0, 2 6 0"))

    assert given(race, Honour.CLOSEST) == ("1", {"gap": 10, "stage": 1})


def test_a_second_with_less_time_than_the_winner_is_no_closest_win() -> None:
    """CY-3, CY-4. On stage 1 rider 1 crosses first, and 2 goes 4 lines further."""
    ahead = stage("1 0 3, 2 0 7")
    day = stage("2 0 3, 1 0 1")

    assert given(cyclo(ahead, day, day), Honour.CLOSEST) == (
        "2",
        {"gap": 2, "stage": 2},
    )
    assert given(cyclo(ahead, day), Honour.CLOSEST) is None


def test_a_win_with_the_same_time_is_the_closest() -> None:
    level, day = stage("(1 2) 0 3"), stage("2 0 3, 1 0 1")

    assert given(cyclo(day, level), Honour.CLOSEST) == ("1", {"gap": 0, "stage": 2})


def test_the_closest_win_is_a_fact_and_is_not_spread() -> None:
    """Rider 1 won by 10 and by 50 seconds, 2 by 45; then 3, the last, by 10."""
    big = cyclo(
        itt("1 3 0, 2 4 0, 3 9 0"),
        itt("1 3 0, 2 8 0, 3 9 0"),
        itt("2 3 0, 1 8 5, 3 9 0"),
    )
    narrow = itt("1 3 0, 2 5 9, 3 20 0")
    close = cyclo(itt("3 3 0, 1 4 0, 2 4 0"), narrow, narrow)

    assert given(big, Honour.CLOSEST) == ("1", {"gap": 10, "stage": 1})
    assert given(close, Honour.LANTERN) == ("3", {"rank": 3, "gap": 330})
    assert given(close, Honour.CLOSEST) == ("3", {"gap": 10, "stage": 1})


def test_a_stage_won_by_teams_has_no_places() -> None:
    """CR-15."""
    by_teams = stage("1 6 1/9, 2 6 9/9", "ttt")
    race = criterium(by_teams, riders="MOL: 1, SAL: 2")

    assert given(race, Honour.UNLUCKIEST) is None


def test_a_stage_that_does_not_count_for_the_general_classification_earns_nothing() -> (
    None
):
    """GN-4. Rider 2 is second on the stage that counts."""
    sprints, counts = {"Sluis": "1"}, {"general": False}
    apart = stage("1 6 1/9, 2 6 9/9", sprints=sprints, counts=counts)
    race = criterium(stage("1 6 1/9, 2 6 9/9"), apart)

    assert Honour.COMBATIVE not in honours(race)
    assert given(race, Honour.UNLUCKIEST) == ("2", {"second": 1, "third": 0, "lost": 0})


def test_a_tour_without_times_has_no_closest_win() -> None:
    """FI-1."""
    race = sample("figueres")

    assert Honour.CLOSEST not in honours(race)
    assert given(race, Honour.LANTERN) == ("blue", {"rank": 4, "points": 16})


def test_the_lanterne_rouge_is_last_in_the_general_classification() -> None:
    race = cyclo(itt("1 3 0, 2 4 0, 3 5 0"))

    assert given(race, Honour.LANTERN) == ("3", {"rank": 3, "gap": 20})


def test_the_lanterne_rouge_of_a_single_race_is_the_last_on_the_line() -> None:
    """GN-11. 3 is last by 86 seconds, whatever the 6 seconds of bonus of rider 2."""
    sprints = {"Town": "2"}
    race = criterium(stage("1 6 1/6, 2 6 1/6, 3 7 6/10", sprints=sprints, bonus=()))

    assert race.stages[-1].standings[ClassificationName.GENERAL][-1].total == 456
    assert given(race, Honour.LANTERN) == ("3", {"rank": 3, "gap": 86})


def test_a_single_race_has_no_comeback() -> None:
    """GN-11. 1 wins on the line, and is behind 2 in the general classification."""
    sprints = {"Town": "2"}
    race = criterium(stage("1 6 1/6, 2 6 1/6", sprints=sprints, bonus=()))

    assert race.stages[-1].ranks(ClassificationName.GENERAL) == {"2": 1, "1": 2}
    assert Honour.COMEBACK not in honours(race)


def test_nobody_is_last_alone() -> None:
    assert candidates(cyclo(itt("1 3 0")), Honour.LANTERN) == []


def test_what_takes_several_stages_is_not_given_after_one() -> None:
    race = cyclo(itt("1 3 0, 2 4 0"), riders="MOL: 1 2")

    assert honours(race) == [Honour.UNLUCKIEST, Honour.LANTERN]


def test_before_the_first_stage_there_are_no_honours() -> None:
    race = cyclo(itt(""), riders="1 2")

    assert honours(race) == []


def test_a_cancelled_stage_earns_nothing() -> None:
    """GN-4."""
    race = criterium(stage("1 6 1/9", sprints={"Sluis": "1"}, cancelled="snow"))

    assert honours(race) == []


def test_a_neutral_rider_is_not_honoured() -> None:
    """FI-3."""
    facts = tour("criterium", (stage("1 6 1/9, 2 6 2/9", sprints={"Sluis": "1 2"}),))
    neutral = replace(facts.riders[0], neutral=True)
    race = raced(replace(facts, riders=(neutral, facts.riders[1])))

    assert candidates(race, Honour.COMBATIVE) == ["2"]


SPRINTS = {"Sluis": "1 3", "Zottegem": "1 3", "Aalst": "2 4 3"}
"""Rider 1 has 6 points and 3 has 5: a sixth behind."""


def test_between_close_candidates_the_team_with_fewer_honours_has_it() -> None:
    """The lanterne rouge is of MOL, as rider 1 is; so SAL has the next one."""
    finish = "3 6 1/9, 4 6 9/9, 1 7 9/9, 2 8 9/9"
    race = criterium(stage(finish, sprints=SPRINTS), riders="MOL: 1 2, SAL: 3 4")

    assert candidates(race, Honour.LANTERN)[0] == "2"
    assert candidates(race, Honour.COMBATIVE)[:2] == ["1", "3"]
    assert given(race, Honour.COMBATIVE) == ("3", {"points": 5, "first": 0})


def test_a_candidate_more_than_a_fifth_ahead_is_not_passed_over() -> None:
    """Six points to four."""
    finish = "3 6 1/9, 4 6 9/9, 1 7 9/9, 2 8 9/9"
    sprints = {**SPRINTS, "Aalst": "2 4"}
    race = criterium(stage(finish, sprints=sprints), riders="MOL: 1 2, SAL: 3 4")

    assert given(race, Honour.COMBATIVE) == ("1", {"points": 6, "first": 2})


def test_the_teams_of_one_player_share_their_honours() -> None:
    """Ann has the lanterne rouge with MOL, and rider 1 of SAL is hers too."""
    facts = tour(
        "criterium",
        (stage("3 6 1/9, 4 6 9/9, 1 7 9/9, 2 8 9/9", sprints=SPRINTS),),
        riders="MOL: 2, SAL: 1 4, TIR: 3",
    )
    players = zip(facts.teams, ("Ann", "Ann", "Ben"), strict=True)
    teams = tuple(replace(team, player=player) for team, player in players)

    found = given(raced(replace(facts, teams=teams)), Honour.COMBATIVE)

    assert found == ("3", {"points": 5, "first": 0})


def test_an_award_does_not_move_between_riders_of_the_same_player() -> None:
    """Rider 1 of MOL has the lanterne rouge and six points, rider 3 of MOL has five."""
    finish = "3 6 1/9, 4 6 9/9, 2 7 9/9, 1 8 9/9"
    race = criterium(stage(finish, sprints=SPRINTS), riders="MOL: 1 3, SAL: 2 4")

    assert candidates(race, Honour.LANTERN)[0] == "1"
    assert candidates(race, Honour.COMBATIVE)[:2] == ["1", "3"]
    assert given(race, Honour.COMBATIVE) == ("1", {"points": 6, "first": 2})


def test_riders_without_a_team_have_honours_of_their_own() -> None:
    """Rider 1 has the lanterne rouge, and so 3 is the most combative."""
    finish = "3 6 1/9, 4 6 9/9, 2 7 9/9, 1 8 9/9"
    race = criterium(stage(finish, sprints=SPRINTS))

    assert given(race, Honour.COMBATIVE) == ("3", {"points": 5, "first": 0})


def test_equal_candidates_stand_in_the_order_of_their_bibs() -> None:
    sprints = {"Sluis": "10", "Zottegem": "2"}
    race = criterium(stage("10 6 1/9, 2 6 9/9, 1 7 9/9", sprints=sprints))

    assert candidates(race, Honour.COMBATIVE) == ["2", "10"]
    assert given(race, Honour.COMBATIVE) == ("2", {"points": 3, "first": 1})


@pytest.mark.parametrize("name", NAMES)
def test_the_same_tour_has_the_same_honours(name: str) -> None:
    assert tour_honours(sample(name)) == tour_honours(sample(name)) != ()
