"""Every mistake in the facts is found and reported with the expected value."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from peloton.rules.facts.problem import grouped_problems, missing_rider
from peloton.rules.facts.stage import Offer, Ruling, Stage, StartGroup
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.facts.tour import RuleValue, Tour
from peloton.rules.results import Race
from tests.rules.notation import (
    message,
    order,
    problems,
    raced,
    ruling,
    stage,
    standings,
    tour,
)
from tests.rules.track_meeting import met

THREE = "1 0 0, 2 1 0, 3 2 0"


def paths(race: Race) -> list[tuple[str | int, ...]]:
    """Return the position of each problem in the tour file."""
    return [each.where for each in race.problems]


def cyclo(*stages: Stage, riders: str = "1 2 3") -> Race:
    """Score a Cyclo tour, which may have mistakes."""
    return raced(tour("cyclo", stages, riders))


def crossed(orders: Mapping[str, str], lines: str = THREE) -> Race:
    """Return a stage with one sprint, Zottegem, and crossings of any names."""
    base = stage(lines, sprints={"Zottegem": "1"})
    crossings = {name: order(who) for name, who in orders.items()}
    return cyclo(replace(base, crossings=crossings))


# GN-1: who is on the sheet


def test_a_starter_without_a_mark_or_a_status_is_missing() -> None:
    """GN-1. 3 is on the startlist, and not among the lines."""
    race = cyclo(stage("1 0 0, 2 1 0"))

    assert problems(race) == [(1, "3", "missing")]
    assert message(race) == (
        "rider 3 is missing: expected a mark, or one of ABS, DNF, DNS, DSQ, OTL"
    )


def test_a_missing_rider_is_an_error_and_never_0_seconds() -> None:
    """GN-1. There is no result at all."""
    assert cyclo(stage("1 0 0, 2 1 0")).stages == ()


def test_every_missing_rider_is_named() -> None:
    """GN-1. 2 and 3."""
    race = cyclo(stage("1 0 0"))

    assert problems(race) == [(1, "2", "missing"), (1, "3", "missing")]


def test_an_unknown_bib_is_named_with_the_nearest_one() -> None:
    """GN-1. 112 where 12 rides."""
    race = cyclo(stage("1 0 0, 12 1 0, 112 2 0"), riders="1 12")

    assert problems(race) == [(1, "112", "unknown")]
    assert "112" in message(race)
    assert "'12'" in message(race)


def test_a_rider_who_is_entered_twice_is_an_error() -> None:
    """GN-1. 2 came home and did not."""
    race = cyclo(stage(f"{THREE}, DNF 2"))

    assert problems(race) == [(1, "2", "twice")]
    assert message(race) == "finish: found rider 2 twice, expected once"


def test_a_rider_who_is_entered_for_another_leaves_that_one_missing() -> None:
    """GN-1. 2 twice and no 3: three lines for three riders."""
    race = cyclo(stage("1 0 0, 2 1 0, 2 2 0"))

    assert problems(race) == [(1, "2", "twice"), (1, "3", "missing")]


def test_a_rider_twice_in_one_group_is_an_error() -> None:
    """GN-1. (1 2 1)."""
    assert problems(cyclo(stage("(1 2 1) 0 0, 3 1 0"))) == [(1, "1", "twice")]


@pytest.mark.parametrize("status", ["DNS", "DNF", "OTL", "DSQ"])
def test_a_rider_who_left_the_race_earlier_is_an_error(status: str) -> None:
    """GN-1. 3 is out after stage 1, and on the sheet of stage 2."""
    race = cyclo(stage(f"1 0 0, 2 1 0, {status} 3"), stage(THREE))

    assert problems(race) == [(2, "3", "left")]
    assert message(race) == "rider 3 left the race on an earlier stage"


def test_a_rider_over_the_time_limit_has_left_the_race() -> None:
    """CY-11, GN-1. 3 needed 26 turns on stage 1."""
    facts = tour(
        "cyclo",
        (stage("1 0 0, 2 1 0, 3 26 0"), stage(THREE)),
        "1 2 3",
        options={"level": 4},
    )

    assert problems(raced(facts)) == [(2, "3", "left")]


# CY-3, CY-4: the first arrival


def test_the_first_arrival_has_0_turns() -> None:
    """CY-3. Turns are counted after the turn in which the first crossed."""
    race = cyclo(stage("1 6 0, 2 7 0, 3 8 0"))

    assert problems(race) == [(1, "1", "first")]
    assert message(race) == (
        "rider 1 crossed first with mark 6 0: expected 0 turns, as turns count from the"
        " first arrival (CY-3)"
    )


def test_a_cancelled_stage_may_begin_with_any_turns() -> None:
    """GN-4. What was written down stays, and counts for nothing."""
    stopped = stage("1 6 0, 2 7 0, 3 8 0", cancelled="snow")

    assert problems(cyclo(stopped)) == []


@pytest.mark.parametrize("kind", ["itt", "prologue", "ttt"])
def test_the_first_of_a_time_trial_has_turns(kind: str) -> None:
    """CY-1, CY-2. Nobody is first to arrive."""
    assert problems(cyclo(stage("1 6 0, 2 7 0, 3 8 0", kind))) == []


def test_turns_that_go_back_want_a_look() -> None:
    """CY-4. Entered as crossed: 3 can hardly come behind 2 with a turn less."""
    race = cyclo(stage("1 0 0, 2 2 0, 3 1 0"))

    assert [(each.code, each.bib, each.severity) for each in race.problems] == [
        ("turns", "3", "warning")
    ]
    assert message(race) == (
        "rider 3 (turn 1) is listed below a rider on turn 2: is the order of arrival"
        " right? (CY-4)"
    )


def test_a_warning_does_not_stop_the_scoring() -> None:
    """CY-4. The same race has its result."""
    assert len(cyclo(stage("1 0 0, 2 2 0, 3 1 0")).stages) == 1


# Crossings


def test_a_crossing_of_an_unknown_line_is_named_with_the_nearest() -> None:
    """CY-8. Zotegem."""
    race = crossed({"Zotegem": "1"})

    assert problems(race) == [(1, None, "prime")]
    assert paths(race) == [("stage", 0, "crossings", "Zotegem")]
    assert message(race) == (
        "no sprint or summit 'Zotegem', expected 'Zottegem'; did you mean 'Zottegem'?"
    )


def test_a_crossing_on_a_stage_without_sprints_and_summits_is_an_error() -> None:
    """CY-8. There is no line to cross."""
    race = cyclo(replace(stage(THREE), crossings={"Zottegem": order("1")}))

    assert problems(race) == [(1, None, "prime")]
    assert message(race) == "no sprint or summit 'Zottegem': the stage has none"


def test_a_crossing_of_an_unknown_line_is_an_error_before_anybody_finishes() -> None:
    """CY-8. As at the desk, where orders are typed while the stage is ridden."""
    race = cyclo(replace(stage(""), crossings={"Zottegem": order("1")}))

    assert problems(race) == [(1, None, "prime")]


def test_an_unknown_bib_in_a_crossing_is_an_error() -> None:
    """CY-8. 33 where 3 rides."""
    race = crossed({"Zottegem": "1 33"})

    assert problems(race) == [(1, "33", "unknown")]
    assert "'3'" in message(race)


def test_a_rider_who_did_not_start_crosses_nothing() -> None:
    """GN-1. 3 is DNS."""
    race = crossed({"Zottegem": "3 1"}, "1 0 0, 2 1 0, DNS 3")

    assert problems(race) == [(1, "3", "left")]
    assert message(race) == "'Zottegem': found rider 3, who did not start the stage"


def test_a_rider_who_did_not_finish_may_have_crossed() -> None:
    """GN-1. 3 is DNF, after the sprint."""
    assert problems(crossed({"Zottegem": "3 1"}, "1 0 0, 2 1 0, DNF 3")) == []


def test_a_rider_who_left_the_race_earlier_crosses_nothing() -> None:
    """GN-1. 3 left on stage 1."""
    race = cyclo(
        stage("1 0 0, 2 1 0, DNF 3"), stage("1 0 0, 2 1 0", sprints={"Zottegem": "3"})
    )

    assert problems(race) == [(2, "3", "left")]


def test_a_rider_twice_over_a_line_is_an_error() -> None:
    """CY-8. 1 2 1."""
    race = crossed({"Zottegem": "1 2 1"})

    assert problems(race) == [(1, "1", "twice")]
    assert message(race) == "'Zottegem': found rider 1 twice, expected once"


# GN-2: rulings


def test_a_ruling_on_an_unknown_rider_is_an_error() -> None:
    """GN-2. 33 where 3 rides."""
    race = cyclo(stage(THREE, rulings=(ruling("33", seconds=20),)))

    assert problems(race) == [(1, "33", "unknown")]


def test_a_ruling_on_an_unknown_team_is_named_with_the_nearest() -> None:
    """GN-2. MOLL where MOL rides."""
    race = cyclo(
        stage(THREE, rulings=(ruling(team="MOLL", seconds=20),)), riders="MOL: 1 2 3"
    )

    assert problems(race) == [(1, None, "ruling")]
    assert message(race) == "ruling: no team 'MOLL'; did you mean 'MOL'?"


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_ruling_always_has_a_reason(reason: str) -> None:
    """GN-2."""
    race = cyclo(stage(THREE, rulings=(ruling("1", seconds=20, reason=reason),)))

    assert problems(race) == [(1, "1", "ruling")]
    assert message(race) == "ruling: expected a reason (GN-2)"


def test_a_ruling_is_on_a_rider_or_a_team() -> None:
    """GN-2. On nobody, and on both."""
    rulings = (ruling(seconds=20), ruling("1", team="MOL", seconds=20))
    race = cyclo(stage(THREE, rulings=rulings), riders="MOL: 1 2 3")

    assert [code for _, _, code in problems(race)] == ["ruling", "ruling"]
    assert paths(race) == [("stage", 0, "ruling", n) for n in (0, 1)]
    assert {each.message for each in race.problems} == {
        "ruling: expected either a bib or a team"
    }


def test_a_ruling_on_a_team_takes_no_mountains_points() -> None:
    """GN-2. A team has seconds or points."""
    taken = stage(THREE, rulings=(ruling(team="MOL", mountains=1),))
    race = cyclo(taken, riders="MOL: 1 2 3")

    assert message(race) == "ruling: teams have no mountains points"


def test_a_ruling_on_a_rider_who_left_earlier_is_an_error() -> None:
    """GN-2, GN-1. 3 does not finish stage 1, and is penalised on stage 2."""
    race = cyclo(
        stage("1 0 3, 2 0 1, DNF 3"),
        stage("1 0 3, 2 0 1", rulings=(ruling("3", seconds=20),)),
    )

    assert problems(race) == [(2, "3", "left")]
    assert message(race) == "rider 3 left the race on an earlier stage"
    assert len(race.stages) == 1


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (ruling("2", points=-3), True),
        (ruling("2", mountains=-3), True),
        (ruling("2", seconds=3), False),
    ],
)
def test_a_ruling_that_gives_a_neutral_rider_points_is_refused(
    given: Ruling, *, refused: bool
) -> None:
    """FI-3. Grey is neutral, and has no points; the field is too small besides."""
    made = tour("figueres", (stage("1 7 33, 2 7 30", rulings=(given,)),), "1 2")
    riders = (made.riders[0], replace(made.riders[1], neutral=True))

    race = raced(replace(made, riders=riders))

    fault = "ruling: rider 2 is neutral, and has no points (FI-3)"
    assert problems(race)[1:] == [(1, "2", "ruling")] * refused
    assert [each.message for each in race.problems[1:]] == [fault] * refused


def test_a_ruling_a_teams_ranking_does_not_add_up_is_remarked_on() -> None:
    """GN-2. Points off a team where teams rank by time: said, and scored."""
    race = cyclo(
        stage(THREE, rulings=(ruling(team="MOL", points=5),)), riders="MOL: 1 2 3"
    )

    assert [(p.code, p.severity) for p in race.problems] == [("ruling", "warning")]
    assert message(race) == (
        "ruling without effect: the teams of cyclo rank by seconds"
    )
    assert len(race.stages) == 1


def test_seconds_for_a_team_that_ranks_by_points_are_remarked_on() -> None:
    """GN-2, CR-8. The teams of Criterium have the points of their riders."""
    fined = stage("1 6 1/9", rulings=(ruling(team="GAR", seconds=5),))

    assert message(raced(tour("criterium", (fined,), "GAR: 1"))) == (
        "ruling without effect: the teams of criterium rank by points"
    )


@pytest.mark.parametrize(("points", "seconds"), [(5, 0), (0, 20)])
def test_a_ruling_on_a_team_of_a_game_without_teams_is_remarked_on(
    points: int, seconds: int
) -> None:
    """GN-2. The house keeps no team classification."""
    taken = ruling(team="ROS", points=points, seconds=seconds)
    fined = stage("1 0 3, 2 0 1", rulings=(taken,))
    house: dict[str, RuleValue] = {"classifications": ("general", "points")}
    race = raced(tour("flamme-rouge", (fined,), "ROS: 1 2", house))

    assert [problem.severity for problem in race.problems] == ["warning"]
    assert message(race) == (
        "ruling without effect: flamme-rouge has no team classification"
    )
    assert len(race.stages) == 1


# CY-7: lots


def test_lots_are_drawn_among_riders_of_the_startlist() -> None:
    """CY-7. 33 where 3 rides."""
    race = cyclo(stage(THREE, lots={"general": "1 33"}))

    assert problems(race) == [(1, "33", "unknown")]


def test_a_lot_is_drawn_once_for_a_rider() -> None:
    """CY-7. 1 2 1."""
    race = cyclo(stage(THREE, lots={"general": "1 2 1"}))

    assert [code for _, _, code in problems(race)] == ["twice"]
    assert paths(race) == [("stage", 0, "lots", "general")]
    assert message(race) == "lots: found '1' twice, expected once"


def test_lots_are_drawn_for_a_classification_of_the_game() -> None:
    """CY-7. Cyclo keeps no young riders' classification."""
    race = cyclo(stage(THREE, lots={"young": "1 2"}))

    assert problems(race) == [(1, None, "lots")]
    assert not race.problems[0].warning
    assert message(race) == (
        "lots: found 'young', expected one of general, points, mountains, teams"
    )


def test_lots_of_teams_are_drawn_among_teams() -> None:
    """CY-7, CY-18. MOLL where MOL rides."""
    race = cyclo(stage(THREE, lots={"teams": "MOL MOLL"}), riders="MOL: 1 2 3")

    assert problems(race) == [(1, None, "lots")]
    assert message(race) == "lots: no team 'MOLL'; did you mean 'MOL'?"


# CY-12, CY-15: extra turns and offers


def test_extra_turns_are_used_by_riders_of_the_startlist() -> None:
    """CY-12. 33 where 3 rides."""
    race = cyclo(replace(stage(THREE), extra_turns={Bib("33"): 1}))

    assert problems(race) == [(1, "33", "unknown")]
    assert message(race) == "no rider 33 on the startlist; did you mean '3'?"


def test_extra_turns_are_used_by_riders_who_started() -> None:
    """CY-12, GN-1. 3 is DNS."""
    race = cyclo(replace(stage("1 0 0, 2 1 0, DNS 3"), extra_turns={Bib("3"): 1}))

    assert problems(race) == [(1, "3", "left")]
    assert paths(race) == [("stage", 0, "extra_turns", "3")]
    assert message(race) == "extra turns: found rider 3, who did not start the stage"


def test_extra_turns_of_a_team_are_of_a_known_team() -> None:
    """CY-12. MOLL where MOL rides."""
    used = replace(stage(THREE), team_turns={TeamCode("MOLL"): 1})
    race = cyclo(used, riders="MOL: 1 2 3")

    assert problems(race)[-1] == (1, None, "unknown")
    assert paths(race)[-1] == ("stage", 0, "team_turns", "MOLL")
    assert race.problems[-1].message == "no team 'MOLL'; did you mean 'MOL'?"


@pytest.mark.parametrize(
    ("team", "target", "near"),
    [("MOLL", "finish", "'MOL'"), ("MOL", "finnish", "'finish'")],
)
def test_an_offer_is_a_known_teams_for_a_line_of_the_stage(
    team: str, target: str, near: str
) -> None:
    """CY-15. At level 4, where there is money."""
    offer = Offer(team=TeamCode(team), amount=50, target=target)
    with_offer = replace(stage(THREE), offers=(offer,))
    race = raced(tour("cyclo", (with_offer,), "MOL: 1 2 3", options={"level": 4}))

    assert problems(race) == [(1, None, "offer")]
    assert near in message(race)


# The tour: types and the order of the stages


def with_type(rulebook: str, name: str, lines: str) -> Tour:
    facts = tour(rulebook, (stage(lines),))
    return replace(facts, riders=(Rider(bib=Bib("1"), type=name),))


def test_a_rider_type_is_one_of_the_games() -> None:
    """CY-13. climer; and 3 rides after 1 whose type is right."""
    facts = with_type("cyclo", "climber", "1 0 0, 3 0 0")
    wrong = Rider(bib=Bib("3"), type="climer")
    race = raced(replace(facts, riders=(*facts.riders, wrong)))

    assert problems(race) == [(None, "3", "type")]
    assert paths(race) == [("rider", 1, "type")]
    assert message(race) == (
        "rider 3: found type 'climer', expected one of climber, sprinter, time rider,"
        " helper, A, B, C, D, E; did you mean 'climber'?"
    )


def test_a_game_without_rider_types_says_so() -> None:
    """CY-13 is Cyclo's; Criterium has none."""
    race = raced(with_type("criterium", "climber", "1 6 3/9"))

    assert message(race) == (
        "rider 1: found type 'climber', expected none: criterium has no types"
    )


def test_a_stage_is_not_ridden_ahead_of_the_one_before_it() -> None:
    """CY-6. Stage 3 has results, stages 1 and 2 have none."""
    race = cyclo(stage(), stage(), stage(THREE))

    assert problems(race) == [(3, None, "order")]
    assert message(race) == (
        "stage 3 has results but stage 1 has none;"
        " enter that one first, or cancel it with a reason"
    )
    assert race.stages == ()


def test_a_stage_may_follow_a_cancelled_one() -> None:
    """GN-4."""
    assert problems(cyclo(stage(cancelled="snow"), stage(THREE))) == []


def test_who_is_named_on_a_stage_to_come_is_on_the_startlist() -> None:
    """Whatever for: it would be wrong on the day it is ridden."""
    to_come = stage("", sprints={"Zottegem": "9"})
    to_come = replace(
        to_come, extra_turns={Bib("8"): 1}, rulings=(ruling("7", seconds=5),)
    )

    race = cyclo(stage(THREE), to_come)

    assert {(p.stage, p.code, p.bib) for p in race.problems} == {
        (2, "unknown", bib) for bib in map(Bib, "789")
    }
    assert len(race.stages) == 1


def test_a_mistake_on_a_sprint_is_found_before_the_first_finish() -> None:
    """GN-1, CY-8. 3 left on stage 1, and 1 cannot cross a line again."""
    race = cyclo(
        stage("1 0 0, 2 1 0, DNF 3"), stage("", sprints={"Zottegem": "1 3 2 1"})
    )

    assert problems(race) == [(2, "1", "twice"), (2, "3", "left")]
    assert len(race.stages) == 1


def test_who_starts_ahead_is_on_the_startlist() -> None:
    """CY-23. 1 is, 9 is not."""
    ahead = replace(
        stage(""),
        start=(
            StartGroup(bibs=(Bib("1"),), lead=5),
            StartGroup(bibs=(Bib("9"),), lead=2),
        ),
    )
    race = cyclo(stage(THREE), ahead)

    assert problems(race) == [(2, "9", "unknown")]
    assert paths(race) == [("stage", 1, "start", 1, "bibs")]


def test_stages_to_come_are_no_problem() -> None:
    """CY-6. Two of three are ridden."""
    race = cyclo(stage(THREE), stage(THREE), stage())

    assert problems(race) == []
    assert [score.number for score in race.stages] == [1, 2]


# All together


def test_scoring_stops_before_the_first_bad_stage() -> None:
    """GN-1. 3 is missing on stage 2 of three; stage 3 is right."""
    race = cyclo(stage(THREE), stage("1 0 0, 2 1 0"), stage(THREE))

    assert [score.number for score in race.stages] == [1]
    assert standings(race) == [(1, "1", 0), (2, "2", 10), (3, "3", 20)]


def test_stages_after_a_bad_one_are_still_checked() -> None:
    """GN-1. Stages 2 and 4 are wrong, each in its way."""
    race = cyclo(
        stage(THREE), stage("1 0 0, 2 1 0"), stage(THREE), stage(f"{THREE}, 4 3 0")
    )

    assert problems(race) == [(2, "3", "missing"), (4, "4", "unknown")]


def test_who_leaves_on_or_after_a_bad_stage_is_not_on_later_ones() -> None:
    """GN-1, GN-4. 2 is missing on stage 1; nobody leaves on the cancelled one."""
    off = stage("1 0 0, DNF 2", cancelled="snow")
    race = cyclo(stage("1 0 0, DNF 3"), off, stage(THREE))

    assert problems(race) == [(1, "2", "missing"), (3, "3", "left")]


def test_all_mistakes_of_a_stage_are_found_together() -> None:
    """GN-1, GN-2. One unknown, one twice, one missing, and a crossing and a ruling."""
    race = cyclo(
        replace(
            stage("1 0 0, 1 1 0, 44 2 0, 2 3 0", rulings=(ruling("55", seconds=1),)),
            crossings={"Nowhere": order("1")},
        )
    )

    assert sorted(problems(race), key=str) == sorted(
        [
            (1, "1", "twice"),
            (1, "44", "unknown"),
            (1, "3", "missing"),
            (1, None, "prime"),
            (1, "55", "unknown"),
        ],
        key=str,
    )


def test_a_problem_says_where_it_stands() -> None:
    """GN-1. The second stage's finish."""
    race = cyclo(stage(THREE), stage("1 0 0, 2 1 0"))

    assert [each.where for each in race.problems] == [("stage", 1, "finish")]


def test_of_many_missing_riders_the_first_twenty_are_listed() -> None:
    bibs = [Bib(str(number)) for number in range(1, 200)]
    (problem,) = grouped_problems(map(missing_rider, bibs))

    assert problem.message.startswith("riders 1, 2, 3,")
    assert "19, 20 and 179 more are missing: expected a mark" in problem.message


def test_a_rider_on_a_line_that_cannot_be_read_is_not_missing_too() -> None:
    """GN-1. A mistake elsewhere on the stage hides no missing rider."""
    unread = met("cyclo", "1 2", 'finish = "1 0 3\\n2 x"')
    missing = met("cyclo", "1 2", 'length = "x"\nfinish = "1 0 3"')

    assert [p.code for p in unread.problems] == ["mark"]
    assert [p.code for p in missing.problems] == ["value", "missing"]


def test_a_rider_whose_line_cannot_be_read_is_not_missing_on_later_stages() -> None:
    """GN-1. 2 is perhaps out; 3 did not finish, and nobody else is missing."""
    first = "1 0 3\\n4 1 0\\n2 DNX\\nDNF 3"
    stages = "\n\n".join(f'finish = "{each}"' for each in (first, "1 0 3", "4 0 0"))
    race = met("cyclo", "1 2 3 4", stages)

    assert [(p.stage, p.code, p.bib) for p in race.problems] == [
        *((1, "mark", "2"), (2, "missing", "4"), (3, "missing", "1")),
    ]


def test_a_stage_of_an_unknown_kind_has_no_mistakes_that_depend_on_its_kind() -> None:
    """CY-3, CY-4. Turns count from the start in a time trial."""
    race = met("cyclo", "1 2 3", 'kind = "ittt"\nfinish = "1 7 4\\n2 6 3\\n9 8 1"')

    assert [(p.code, p.bib) for p in race.problems] == [
        *(("value", None), ("unknown", "9")),
    ]


def test_by_unknown_rules_no_rider_is_missing_on_a_later_stage() -> None:
    """CY-11. At level 4, 2 is over the time limit on the first stage."""
    stages = 'finish = "1 0 3\\n2 30 1"\n\nfinish = "1 0 3\\n9 0 1"'
    race = met("cyclo", "1 2", stages, "options = { level = 7 }")

    assert [p.message for p in race.problems] == [
        "level: found 7, expected one of 1, 2, 3, 4",
        "no rider 9 on the startlist",
    ]


def test_by_unknown_rules_a_rider_is_missing_on_the_first_stage() -> None:
    """GN-1. Nobody can be over a time limit before it."""
    stages = 'cancelled = "rain"\n\nfinish = "1 0 3"\n\nfinish = "1 0 3"'
    race = met("cyclo", "1 2", stages, "options = { levl = 2 }")

    assert [(p.stage, p.bib) for p in race.problems] == [(None, None), (2, "2")]


@pytest.mark.parametrize(
    "course",
    [
        'sections = [{ kind = "montain", name = "Muur", to = 8 }]',
        'sprints = ["Muur"]',
    ],
)
def test_a_climb_or_sprint_that_cannot_be_read_is_not_unknown_too(course: str) -> None:
    """GN-1. The second stage has no Muur, so its order there is a mistake."""
    result = 'finish = "1 0 3\\n2 0 1"\ncrossings = { Muur = "1 2" }'
    race = met("cyclo", "1 2", f"{course}\n{result}\n\n{result}")

    assert [(p.stage, p.code) for p in race.problems] == [
        (1, "value"),
        (2, "prime"),
    ]
