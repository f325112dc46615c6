"""CY-12 and CY-13: extra turns, by the game's text."""

from dataclasses import replace

import pytest

from peloton.rules.facts.kinds import SectionKind, StageKind
from peloton.rules.facts.stage import Arrival, Section, Stage
from peloton.rules.facts.startlist import Bib, Rider, TeamCode
from peloton.rules.facts.tour import OptionValue, RuleValue
from peloton.rules.games.ciclistas import RoundMark
from peloton.rules.ledgers.extra_turns import granted_turns, stage_allowances
from peloton.rules.results import Race
from peloton.rules.stage_start import stage_start
from tests.rules.ledger_notation import booked, cyclo_tour, granted, ridden, said
from tests.rules.notation import problems, raced, rulebook_of, stage
from tests.rules.notation import tour as facts


def saved_turns(race: Race, number: int) -> dict[str, int]:
    """Return the extra turns saved by the starters of a stage, where known."""
    starters = stage_start(race, number).starters
    return {rider.bib: rider.saved for rider in starters if rider.saved is not None}


def mountain(length: int | None) -> Section:
    end = None if length is None else 10 + length
    return Section(kind=SectionKind.MOUNTAIN, name="Col", start=10, end=end)


def for_type(kind: str, day: Stage, **options: OptionValue) -> int:
    race = cyclo_tour(day, riders=f"MOL: 1 {kind}", rules=None, **options)
    return granted(race)["1"]


def test_a_ride_of_190_lines_gives_each_rider_four_extra_turns() -> None:
    """CY-12: the game's own example."""
    assert for_type("helper", ridden(length=190)) == 4


@pytest.mark.parametrize(
    ("length", "turns"), [(1, 1), (49, 1), (50, 1), (51, 2), (100, 2), (101, 3)]
)
def test_every_50_lines_begun_give_an_extra_turn(length: int, turns: int) -> None:
    """CY-12."""
    assert for_type("-", ridden(length=length)) == turns


def test_what_is_not_used_is_saved_for_the_next_ride() -> None:
    """CY-12: of 4 one is used; on 60 lines there are 2 more."""
    race = cyclo_tour(
        ridden(length=190, used={"1": 1}), ridden(length=60, used={"1": 4})
    )

    assert booked(race, 1) == {"1": (4, 1, 3)}
    assert booked(race, 2) == {"1": (2, 4, 1)}


@pytest.mark.parametrize(
    ("lines", "turns"), [(0, 2), (1, 3), (25, 3), (26, 4), (50, 4), (51, 5)]
)
def test_a_climber_has_one_more_for_every_25_lines_of_mountain(
    lines: int, turns: int
) -> None:
    """CY-13: besides the 2 that 100 lines give everybody."""
    climbs = (mountain(lines),) if lines else ()

    assert for_type("climber", ridden(length=100, sections=climbs)) == turns


def test_all_the_mountains_of_a_stage_count_together() -> None:
    """CY-13: 20 and 20 lines are 40: two turns, not one each."""
    paved = Section(kind=SectionKind.PAVED, start=30, end=45)
    climbs = (
        mountain(20),
        paved,
        Section(kind=SectionKind.MOUNTAIN, start=50, end=70),
    )

    assert for_type("climber", ridden(length=100, sections=climbs)) == 4


def test_a_helper_has_none_for_mountains() -> None:
    """CY-13."""
    assert for_type("helper", ridden(length=100, sections=(mountain(40),))) == 2


@pytest.mark.parametrize("kind", ["itt", "ttt", "prologue"])
@pytest.mark.parametrize(
    ("length", "turns"), [(20, 2), (34, 2), (35, 3), (50, 3), (51, 4), (300, 4)]
)
def test_a_time_rider_has_extra_turns_in_time_trials(
    kind: str, length: int, turns: int
) -> None:
    """CY-13."""
    assert for_type("time rider", ridden("1 3 0", kind, length=length)) == turns


@pytest.mark.parametrize("kind", ["-", "climber", "sprinter", "helper", "C", "D", "E"])
def test_nobody_else_has_extra_turns_in_a_time_trial(kind: str) -> None:
    """CY-13."""
    assert for_type(kind, ridden("1 3 0", "itt", length=100)) == 0


@pytest.mark.parametrize(
    ("kind", "length", "road", "trial"),
    [
        ("A", 100, 3, 8),
        ("A", 190, 6, 14),
        ("A", 30, 3, 2),
        ("A", 31, 3, 4),
        ("B", 190, 6, 7),
        ("B", 30, 3, 1),
        ("C", 101, 6, 0),
        ("D", 100, 3, 0),
    ],
)
def test_the_types_of_level_4_have_what_the_budget_list_says(
    kind: str, length: int, road: int, trial: int
) -> None:
    """CY-13: 3 for every 100 lines; A 2 and B 1 for every 30 of a time trial."""
    assert for_type(kind, ridden(length=length), level=4) == road
    assert for_type(kind, ridden("1 3 0", "itt", length=length), level=4) == trial


@pytest.mark.parametrize(("length", "turns"), [(50, 0), (100, 1), (150, 1), (190, 2)])
def test_type_e_has_half_of_what_a_helper_has(length: int, turns: int) -> None:
    """CY-13: half of an odd number is rounded down."""
    assert for_type("E", ridden(length=length), level=4) == turns


def test_a_team_leader_has_two_more_where_that_is_chosen() -> None:
    """CY-13."""
    day = ridden(length=100)

    assert for_type("helper*", day, team_leader=True) == 4
    assert for_type("helper*", day) == 2
    assert for_type("helper", day, team_leader=True) == 2


def test_a_team_leader_has_no_more_in_a_time_trial() -> None:
    """CY-13: only time riders get extra turns there."""
    day = ridden("1 3 0", "itt", length=30)

    assert for_type("helper*", day, team_leader=True) == 0


def test_level_1_has_no_extra_turns() -> None:
    """CY-12."""
    race = cyclo_tour(ridden(length=190), level=1)

    assert race.stages[0].extra_turns == ()
    assert race.problems == ()


def test_who_does_not_start_has_no_line() -> None:
    """CY-12: nor has who left before."""
    race = cyclo_tour(
        ridden("2 0 0, 3 0 0, DNF 4, DNS 1"),
        ridden("2 0 0, DNF 3"),
        riders="MOL: 1, 2, 3, 4",
    )

    assert list(booked(race, 1)) == ["2", "3", "4"]
    assert list(booked(race, 2)) == ["2", "3"]


def test_a_cancelled_stage_grants_and_uses_none() -> None:
    """CY-12, GN-4: and who was not to start it rides on."""
    day = ridden("1 0 0, 2 0 0")
    off = replace(ridden("1 0 0, DNS 2", used={"1": 9}), cancelled="hail")
    race = cyclo_tour(day, off, day, riders="MOL: 1, 2")

    assert booked(race, 2) == {"1": (0, 0, 2), "2": (0, 0, 2)}
    assert booked(race, 3) == {"1": (2, 0, 4), "2": (2, 0, 4)}
    trial = replace(ridden("1 3 0", "itt", used={"1": 1}), cancelled="hail")
    assert cyclo_tour(trial).problems == ()


def test_without_its_length_a_stage_says_nothing_of_extra_turns() -> None:
    """CY-12: nobody knows what was granted, and so what is left from there on."""
    race = cyclo_tour(
        ridden(length=100),
        ridden(length=None, used={"1": 9}),
        ridden(length=100, used={"1": 9}),
    )

    assert [booked(race, number) for number in (1, 2, 3)] == [{"1": (2, 0, 2)}, {}, {}]
    assert race.problems == ()


@pytest.mark.parametrize(
    ("kind", "lines", "known"),
    [("road", "1 0 0, 2 0 0", {}), ("itt", "1 3 0, 2 3 0", {"2": (0, 0, 0)})],
)
def test_without_its_length_only_those_who_have_none_are_known(
    kind: str, lines: str, known: dict[str, tuple[int, int, int]]
) -> None:
    """CY-13: a time trial gives a climber none, not even as a captain."""
    day = ridden(lines, kind, length=None)
    race = cyclo_tour(day, riders="MOL: 1 time rider; SAL: 2 climber*", level=2)

    assert booked(race) == known


def test_only_climbers_need_the_length_of_a_mountain() -> None:
    """CY-13."""
    day = ridden("1 0 0, 2 0 0", sections=(mountain(None),))
    race = cyclo_tour(day, riders="MOL: 1 climber, 2 helper")

    assert list(booked(race)) == ["2"]


def test_more_than_there_were_are_refused_with_the_sum() -> None:
    """CY-12."""
    race = cyclo_tour(
        ridden(length=100, used={"1": 1}), ridden(length=100, used={"1": 4})
    )

    assert problems(race) == [(2, "1", "extra_turns")]
    assert not race.problems[0].warning
    assert said(race) == [
        "rider 1 used 4 extra turns, but had 3: 2 for this stage, 1 saved (CY-12)"
    ]
    assert len(race.stages) == 1


def test_an_attack_uses_two() -> None:
    """CY-12: an acceleration uses 1, an attack 2. Of 4 one is left, or none."""
    day = ridden("1 0 0, 2 0 0", length=190, used={"1": 1})
    day = replace(day, attacks={Bib("1"): 1, Bib("2"): 2})

    race = cyclo_tour(day, riders="MOL: 1, 2")
    assert booked(race) == {"1": (4, 3, 1), "2": (4, 4, 0)}


def test_more_attacks_than_there_are_extra_turns_for_are_refused() -> None:
    """CY-12."""
    day = replace(ridden("1 0 0", length=190), attacks={Bib("1"): 3})
    (problem,) = cyclo_tour(day).problems

    assert problem.message == (
        "rider 1 used 6 extra turns, but had 4: 4 for this stage, 0 saved (CY-12)"
    )
    assert problem.where[2:] == ("attacks", "1")


def test_all_of_them_may_be_used() -> None:
    """CY-12: there are 2 again on the next ride."""
    day = ridden(length=100)
    race = cyclo_tour(day, ridden(length=100, used={"1": 4}), day)

    assert race.problems == ()
    assert booked(race, 2) == {"1": (2, 4, 0)}
    assert booked(race, 3) == {"1": (2, 0, 2)}
    assert saved_turns(race, 3) == {"1": 0}


def test_an_overspend_is_not_held_against_the_next_stage() -> None:
    """CY-12: one mistake, one line."""
    race = cyclo_tour(
        ridden(length=100, used={"1": 9}), ridden(length=100, used={"1": 2})
    )

    assert [problem.stage for problem in race.problems] == [1]


def test_saved_extra_turns_may_not_be_used_in_a_time_trial() -> None:
    """CY-13: time riders are the only ones."""
    race = cyclo_tour(
        ridden("1 0 0, 2 0 0"),
        ridden("1 3 0, 2 3 0", "itt", used={"1": 1, "2": 1}),
        riders="MOL: 1 helper, 2 -",
    )

    assert said(race) == [
        f"rider {bib} used 1 extra turn in a time trial, where a rider {kind} may use"
        " none (CY-13)"
        for bib, kind in (("1", "of type helper"), ("2", "without a type"))
    ]


def test_a_time_rider_may_use_them_in_a_time_trial() -> None:
    """CY-13."""
    race = cyclo_tour(
        ridden("1 3 0", "itt", used={"1": 2}, length=30), riders="MOL: 1 time rider"
    )

    assert race.problems == ()
    assert booked(race) == {"1": (2, 2, 0)}


def test_what_a_rider_used_is_checked_once_the_rider_is_known() -> None:
    """CY-13: no rider 9 is on the startlist, and 0 is none."""
    day = ridden("1 3 0, 2 3 0", "itt", used={"9": 1, "1": 0, "2": 1})
    race = cyclo_tour(day, riders="MOL: 1, 2")

    assert problems(race) == [(1, "2", "extra_turns"), (1, "9", "unknown")]


def test_level_1_refuses_them() -> None:
    """CY-12."""
    race = cyclo_tour(ridden(used={"1": 1}), level=1)

    assert said(cyclo_tour(ridden(used={"1": 0}), level=1)) == []

    assert said(race) == [
        "rider 1 used 1 extra turn, but cyclo (level = 1) has none (CY-12)"
    ]


def test_bonus_counters_are_no_extra_turns() -> None:
    """CI-5: seven of them, where a team has at most five, and none is kept."""
    home = Arrival((Bib("1"),), RoundMark(1, 3))
    day = Stage(finish=(home,), extra_turns={Bib("1"): 7})
    race = raced(facts("ciclistas", (day,)))

    assert problems(race) == [(1, "1", "extra_turns")]
    assert said(race) == ["rider 1 used 7 extra turns, but ciclistas has none (CI-5)"]


def test_who_did_not_start_uses_none() -> None:
    """CY-12."""
    race = cyclo_tour(ridden("1 0 0, DNS 2", used={"2": 1}), riders="MOL: 1, 2")

    assert said(race) == ["extra turns: found rider 2, who did not start the stage"]


def test_they_are_refused_before_the_stage_is_ridden_too() -> None:
    """CY-12."""
    race = cyclo_tour(ridden(), ridden("", used={"1": 9}))

    assert problems(race) == [(2, "1", "extra_turns")]


def test_what_a_course_gives_each_type_is_known_before_it_is_ridden() -> None:
    """CY-13: on the mountains a climber may use all, A to D some, others none."""
    day = Stage(kind=StageKind.ROAD, length=190, sections=(mountain(60),))
    rulebook = rulebook_of(facts("cyclo", (stage("1 0 0"),)))

    assert [tuple(each) for each in stage_allowances(day, rulebook)] == [
        ("climber", 7, 7),
        ("sprinter", 4, 0),
        ("time rider", 4, 0),
        ("helper", 4, 0),
        ("A", 6, 4),
        ("B", 6, 4),
        ("C", 6, 4),
        ("D", 6, 2),
        ("E", 2, 0),
    ]


def test_what_a_course_does_not_say_is_not_known() -> None:
    """CY-13: the length of a mountain, or of the stage; half of 2 for type E."""
    rulebook = rulebook_of(facts("cyclo", (stage("1 0 0"),)))
    col = Stage(length=100, sections=(mountain(None),))
    road = Stage(sections=(mountain(60),))
    hill = Stage(length=100, sections=(mountain(1),))
    names = ("climber", "helper", "A", "E")

    assert [
        [tuple(each) for each in stage_allowances(day, rulebook) if each.type in names]
        for day in (col, road, Stage(length=100), hill, Stage())
    ] == [
        [("climber", None, None), ("helper", 2, 0), ("A", 3, None), ("E", 1, 0)],
        [
            ("climber", None, None),
            ("helper", None, 0),
            ("A", None, None),
            ("E", None, 0),
        ],
        [("climber", 2, 2), ("helper", 2, 0), ("A", 3, 0), ("E", 1, 0)],
        [("climber", 3, 3), ("helper", 2, 0), ("A", 3, 2), ("E", 1, 0)],
        [(name, None, None if name == "climber" else 0) for name in names],
    ]


def test_no_type_has_extra_turns_in_a_game_without() -> None:
    """CY-12."""
    rules: dict[str, RuleValue] = {"extra_turns.lines": 0}
    rulebook = rulebook_of(facts("cyclo", (stage("1 0 0"),), rules=rules))

    assert not [*stage_allowances(Stage(length=100), rulebook)]


def on_the_track(lines: str, kind: str, **facts: object) -> Stage:
    """Return a track race of 180 lines, with other `facts` if given."""
    return replace(ridden(lines, kind, length=180), **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "lines"), [("keirin", "1 0 0, 2 1 0"), ("pursuit", "1 9 0, 2 9 1")]
)
def test_a_race_on_the_track_gives_extra_turns_as_the_road_does(
    kind: str, lines: str
) -> None:
    """CY-12, CY-20: 180 lines give 4, of which 1 is used; a pursuit is no time ride."""
    race = cyclo_tour(
        on_the_track(lines, kind, extra_turns={Bib("2"): 1}), riders="MOL: 1; SAL: 2, 3"
    )

    assert race.problems == ()
    assert booked(race) == {"1": (4, 0, 4), "2": (4, 1, 3)}


def test_everybody_has_extra_turns_in_a_points_race() -> None:
    """CY-12, CY-20: everybody rides it, and who is DNS does not."""
    laps = ((Bib("1"), Bib("2")),)
    race = cyclo_tour(
        on_the_track("DNS 4", "points race", laps=laps), riders="MOL: 1, 2; SAL: 3, 4"
    )

    assert granted(race) == {"1": 4, "2": 4, "3": 4}


def test_more_extra_turns_than_the_track_gives_are_refused() -> None:
    """CY-12: nine on 180 lines, whatever was saved on the road."""
    race = cyclo_tour(
        ridden("1 0 0, 2 0 0", length=190),
        on_the_track("1 0 0, 2 1 0", "keirin", extra_turns={Bib("1"): 9}),
        riders="MOL: 1; SAL: 2",
    )

    assert said(race) == [
        "rider 1 used 9 extra turns, but had 4: 4 for this stage, 0 saved (CY-12)"
    ]


def test_extra_turns_are_not_carried_between_the_track_and_the_road() -> None:
    """CY-12: 4 on the road, 4 more on the next ride; the keirin between is apart."""
    day = ridden("1 0 0, 2 0 0", length=190)
    keirin = on_the_track("1 0 0, 2 1 0", "keirin", extra_turns={Bib("1"): 3})
    race = cyclo_tour(day, keirin, day, riders="MOL: 1; SAL: 2")

    assert booked(race, 2) == {"1": (4, 3, 1), "2": (4, 0, 4)}
    assert booked(race, 3) == {"1": (4, 0, 8), "2": (4, 0, 8)}
    assert saved_turns(race, 3) == {"1": 4, "2": 4}
    assert saved_turns(race, 2) == {"1": 0, "2": 0}


def test_a_rider_who_misses_a_ride_keeps_the_extra_turns() -> None:
    """CY-11, CY-12: 3 is outside the limit; the ride 3 misses is of unknown length."""
    first = ridden("1 0 0, 2 0 0, 3 26 0", used={"1": 2})
    rules: dict[str, RuleValue] = {"time_limit.back": True}
    for length, left in (100, {"1": 2, "2": 4, "3": 2}), (None, {"3": 2}):
        second = ridden("1 0 0, 2 0 0", length=length)
        days = first, second, Stage(length=190)
        race = cyclo_tour(*days, riders="1, 2, 3", rules=rules, level=4)

        assert race.problems == ()
        assert saved_turns(race, 3) == left


def test_a_cancelled_race_on_the_track_has_no_extra_turns() -> None:
    """CY-12, GN-4."""
    keirin = replace(on_the_track("1 0 0, 2 1 0", "keirin"), cancelled="a wet track")

    assert booked(cyclo_tour(keirin, riders="MOL: 1; SAL: 2")) == {}


def test_a_sprint_gives_three_extra_turns_in_each_heat() -> None:
    """CY-12, CY-20: of a team leader too; nine in three heats, and no tenth."""
    heats = tuple(tuple(map(Bib, heat.split())) for heat in ("1 2", "2 1", "1 2"))
    used = {Bib("1"): 9, Bib("2"): 10}
    race = cyclo_tour(
        on_the_track("", "sprint", heats=heats, extra_turns=used),
        riders="MOL: 1 A*; SAL: 2",
        team_leader=True,
    )

    assert said(race) == [
        "rider 2 used 10 extra turns, but had 9: 9 for this stage, 0 saved (CY-12)"
    ]


def test_the_heat_of_a_sprint_that_is_under_way_gives_its_three() -> None:
    """CY-12: before the first heat, after one, and after two that one rider won."""
    ridden_heats = ("", "1 2", "1 2, 1 2", "1 2, 2 1")
    heats = [
        tuple(tuple(map(Bib, heat.split())) for heat in text.split(",") if heat)
        for text in ridden_heats
    ]
    rulebook = rulebook_of(facts("cyclo", (stage("1 0 0"),)))
    riders = [Rider(bib=Bib("1"))]

    assert [
        granted_turns(on_the_track("", "sprint", heats=each), riders, rulebook)[
            Bib("1")
        ]
        for each in heats
    ] == [3, 6, 6, 9]


def test_who_does_not_ride_a_keirin_uses_no_extra_turns_in_it() -> None:
    """CY-12, CY-20."""
    race = cyclo_tour(
        on_the_track("1 0 0, 2 1 0", "keirin", extra_turns={Bib("3"): 1}),
        riders="MOL: 1; SAL: 2, 3",
    )

    assert said(race) == ["extra turns: found rider 3, who did not start the stage"]


TEAM: dict[str, RuleValue] = {"extra_turns.team": 2}
PAIRS = "MOL: 1, 2; SAL: 3"
HOME = "1 0 0, 2 1 0"


def with_team_turns(*days: Stage, **options: OptionValue) -> Race:
    return cyclo_tour(*days, riders=PAIRS, rules=TEAM, **options)


def team_day(used: int = 0, kind: str = "road", lines: str = "") -> Stage:
    """Return a stage on which MOL used a number of team turns."""
    day = ridden(lines or "1 0 0, 2 1 0, 3 2 0", kind)
    return replace(day, team_turns={TeamCode("MOL"): used} if used else {})


def teams_booked(race: Race, after: int = 0) -> dict[str, tuple[int, int, int]]:
    return {
        line.who: (line.granted, line.used, line.left)
        for line in race.stages[after - 1].team_turns
    }


def teams_saved(race: Race, before: int) -> dict[str, int]:
    return {team.team: team.saved for team in stage_start(race, before).team_turns}


def test_a_team_has_extra_turns_for_any_of_its_riders_and_keeps_them() -> None:
    """CY-12: 2 a stage, of which 1 is used; the riders' own are untouched."""
    last_of_sal = team_day(0, lines="1 0 0, 2 1 0, DNF 3")
    race = with_team_turns(
        team_day(1), team_day(3), last_of_sal, team_day(0, lines=HOME)
    )

    assert teams_booked(race, 1) == {"MOL": (2, 1, 1), "SAL": (2, 0, 2)}
    assert teams_booked(race, 2) == {"MOL": (2, 3, 0), "SAL": (2, 0, 4)}
    assert booked(race, 2)["1"] == (2, 0, 4)
    assert teams_booked(race, 4) == {"MOL": (2, 0, 4)}
    assert teams_saved(race, 3) == {"MOL": 0, "SAL": 4}


def test_a_cancelled_stage_gives_teams_none_and_uses_none() -> None:
    """CY-12, GN-4."""
    off = replace(team_day(9), cancelled="hail")
    race = with_team_turns(team_day(1), off, team_day())

    assert race.problems == ()
    assert teams_booked(race, 2) == {"MOL": (0, 0, 1), "SAL": (0, 0, 2)}
    assert teams_booked(race, 3) == {"MOL": (2, 0, 3), "SAL": (2, 0, 4)}


def test_a_team_that_uses_more_than_it_had_is_refused_with_the_sum() -> None:
    """CY-12: SAL used no more than it had."""
    used = {TeamCode("SAL"): 1, TeamCode("MOL"): 4}
    race = with_team_turns(team_day(1), replace(team_day(), team_turns=used))

    assert said(race) == [
        "team MOL used 4 extra turns, but had 3: 2 for this stage, 1 saved (CY-12)"
    ]
    assert race.problems[0].where == ("stage", 1, "team_turns", "MOL")


def test_teams_have_none_unless_they_are_given_some() -> None:
    """CY-12: nor at level 1."""
    none = ["team MOL used 1 extra turn, but has none (CY-12)"]

    assert said(cyclo_tour(team_day(1), riders=PAIRS)) == none
    assert said(with_team_turns(team_day(1), level=1)) == none
    assert cyclo_tour(team_day(), riders=PAIRS).stages[0].team_turns == ()
    used_none = replace(team_day(), team_turns={TeamCode("MOL"): 0})
    assert said(cyclo_tour(used_none, riders=PAIRS)) == []


def test_a_team_has_none_in_a_time_trial_and_keeps_what_it_saved() -> None:
    """CY-13: only time riders have some there. Nor has it in a sprint."""
    trial = "1 3 0, 2 3 0, 3 3 0"
    heat = (Bib("1"), Bib("3"))
    sprint = replace(team_day(0, "sprint"), finish=(), heats=(heat, heat))
    assert teams_booked(with_team_turns(sprint))["MOL"] == (0, 0, 0)

    race = with_team_turns(team_day(), team_day(0, "itt", trial), team_day())

    assert teams_booked(race, 2)["MOL"] == (0, 0, 2)
    assert teams_booked(race, 3)["MOL"] == (2, 0, 4)
    assert said(with_team_turns(team_day(), team_day(1, "itt", trial))) == [
        (
            "team MOL used 1 extra turn, but teams have none in a time trial or a"
            " sprint (CY-13)"
        )
    ]


def test_a_teams_extra_turns_are_not_carried_to_the_track_or_from_it() -> None:
    """CY-12."""
    keirin = team_day(1, "keirin")
    race = with_team_turns(team_day(), keirin, team_day())

    assert teams_booked(race, 2)["MOL"] == (2, 1, 1)
    assert teams_booked(race, 3)["MOL"] == (2, 0, 4)
    assert teams_saved(race, 3) == {"MOL": 2, "SAL": 2}
    assert teams_saved(race, 2) == {"MOL": 0, "SAL": 0}


def test_extra_turns_of_an_unknown_team_are_refused() -> None:
    """CY-12."""
    day = replace(team_day(), team_turns={TeamCode("MOX"): 1})

    assert "no team 'MOX'" in " ".join(said(with_team_turns(day)))


def test_level_1_has_no_extra_turns_on_the_track_either() -> None:
    """CY-12."""
    race = cyclo_tour(
        on_the_track("1 0 0, 2 1 0", "keirin", extra_turns={Bib("1"): 1}),
        riders="MOL: 1; SAL: 2",
        level=1,
    )

    assert said(race) == [
        "rider 1 used 1 extra turn, but cyclo (level = 1) has none (CY-12)"
    ]
