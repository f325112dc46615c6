"""CY-11 with `time_limit.back`: a rider over the limit misses only the next ride."""

from dataclasses import replace

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import RuleValue
from peloton.rules.outlook.chances import chances
from peloton.rules.outlook.prospects import outlook_after
from peloton.rules.results import Race
from peloton.rules.stage_start import stage_start
from tests.rules.ledger_notation import booked, cyclo_tour, ridden, said
from tests.rules.notation import (
    column,
    criterium,
    jerseys,
    ranking,
    ruling,
    stage,
    standings,
)

RIDERS = "MOL: 1, 2; SAL: 3, 4"
BACK: dict[str, RuleValue] = {"time_limit.back": True}
LATE = ridden("1 0 0, 3 1 0, 2 2 0, 4 26 0", climbs={"Muur 1": "4 1"})
WITHOUT = ridden("3 0 0, 1 1 0, 2 1 0")
AGAIN = ridden("4 0 0, 3 1 0, 1 1 5, 2 2 0", climbs={"Col 1": "4 3"})


def tour(*stages: Stage) -> Race:
    """Return a tour of level 4, which has a limit of 25 turns."""
    return cyclo_tour(*stages, riders=RIDERS, rules=BACK, level=4)


def wrong(race: Race) -> list[str]:
    """Return the problems, except those about unspent sponsor money."""
    return [each.message for each in race.problems if each.code != "unspent"]


def test_a_late_rider_misses_the_next_ride_and_rides_again_after_it() -> None:
    """CY-11: 4 takes 26 turns more on stage 1, and wins stage 3."""
    race = tour(LATE, WITHOUT, AGAIN)

    assert wrong(race) == []
    assert column(race, "status", 1)["4"] == "OTL"
    assert "4" not in column(race, "status", 2)
    assert column(race, "place", 3)["4"] == 1


def test_without_the_value_a_late_rider_is_out_for_good() -> None:
    """CY-11, GN-1."""
    race = cyclo_tour(LATE, WITHOUT, AGAIN, riders=RIDERS, level=4)

    assert "rider 4 left the race on an earlier stage" in said(race)


def test_who_misses_the_ride_is_refused_on_its_sheet() -> None:
    """CY-11."""
    race = tour(LATE, AGAIN)

    assert set(said(race)) == {
        "rider 4 misses this stage, outside the time limit on the one before (CY-11)"
    }


def test_who_misses_the_ride_may_have_other_mistakes_on_its_sheet() -> None:
    """CY-11, GN-1: 4 is there twice besides."""
    twice = ridden("3 0 0, 1 1 0, 2 1 0, (4 4) 2 0")

    assert "finish: found rider 4 twice, expected once" in said(tour(LATE, twice))


def test_who_is_at_the_start_is_known_before_each_stage() -> None:
    """CY-11: 4 is last, without a rank."""
    race = tour(LATE, WITHOUT, Stage(length=100))

    assert sorted(x.bib for x in stage_start(race, 2).starters) == ["1", "2", "3"]
    assert sorted(x.bib for x in stage_start(race, 3).starters) == ["1", "2", "3", "4"]
    assert stage_start(race, 3).starters[-1].bib == "4"


def test_without_a_time_on_every_stage_there_is_no_general_rank() -> None:
    """CY-11, CY-18: nor for the team, which has a rider less."""
    race = tour(LATE, WITHOUT, AGAIN)

    for number in (1, 2, 3):
        assert sorted(ranking(race, after=number)) == ["1", "2", "3"]
    assert [team for _, team, _ in standings(race, "teams")] == ["MOL", "SAL"]


def test_points_climbs_and_the_stage_can_be_won_again() -> None:
    """CY-8, CY-9, CY-11: 15 for the stage, 10 on the Col; outside the limit nothing."""
    race = tour(LATE, WITHOUT, AGAIN)

    points = {who: points for _, who, points in standings(race, "points")}
    assert points["4"] == 15
    assert standings(race, "mountains")[0] == (1, "4", 10)
    assert race.stages[2].premiums[0].team == "SAL"


def test_points_of_before_stand_while_a_ride_is_missed() -> None:
    """CY-8, CY-11."""
    race = tour(ridden("4 0 0, 3 1 0, 1 1 5, 2 2 0"), LATE, WITHOUT)

    assert "4" in ranking(race, "points", after=2)
    assert "4" in ranking(race, "points", after=3)


def test_who_cannot_start_wears_no_jersey() -> None:
    """CY-10, CY-11: 4 leads the mountains, 3 wears white until 4 is back."""
    first = ridden("4 0 0, 3 1 0, 1 1 5, 2 2 0", climbs={"Col 1": "4 3 2"})
    late = ridden("1 0 0, 3 1 0, 2 2 0, 4 26 0")
    race = tour(first, late, WITHOUT)

    assert ("white", "4", "4") not in jerseys(race, 2)
    assert jerseys(race, 2)[2][:2] == ("white", "4")
    assert jerseys(race, 3)[2] == ("white", "4", "4")


def test_of_equal_points_those_of_who_has_no_general_rank_come_last() -> None:
    """CY-8, CY-11: 15 each for a stage won; 2 is the last of the three ranked."""
    race = tour(
        LATE,
        ridden("3 0 0, 1 1 0, 2 1 0"),
        replace(ridden("4 0 0, 1 1 0, 2 2 0, 3 3 0"), points=(15,)),
        replace(ridden("2 0 0, 1 1 0, 4 2 0, 3 3 0"), points=(5,)),
    )
    level = [who for _, who, points in standings(race, "points") if points == 15]

    assert standings(race, after=3)[-1][1] == "2"
    assert level == ["2", "4"]


def test_of_equal_points_those_without_a_present_general_rank_come_last() -> None:
    """
    CR-15, CY-11: 5 points each on stage 3, where 3 is the last of the three ranked, and
    4 has no rank since missing stage 2.
    """
    race = criterium(
        stage("1 6 1/9, 2 6 3/9, 3 6 5/9, 4 16 1/9", points=()),
        stage("1 6 1/9, 2 6 3/9, 3 6 5/9", points=()),
        stage("1 6 1/9, 4 6 3/9, 3 6 5/9, 2 6 7/9", points=(0, 5, 5)),
        rules={"time_limit.seconds": 90, "bonus.finish": (), **BACK},
    )

    assert ranking(race) == ["1", "2", "3"]
    assert ranking(race, "points") == ["3", "4"]


def test_a_cancelled_stage_is_no_ride_to_miss() -> None:
    """CY-11, GN-4."""
    race = tour(LATE, replace(ridden(""), cancelled="hail"), WITHOUT, AGAIN)

    assert wrong(race) == []


def test_who_is_late_again_misses_the_next_ride_again() -> None:
    """CY-11."""
    again = ridden("1 0 0, 3 1 0, 2 2 0, 4 26 0")
    race = tour(LATE, WITHOUT, again, WITHOUT, again)

    assert wrong(race) == []
    assert column(race, "status")["4"] == "OTL"


def test_saved_extra_turns_stay_while_a_ride_is_missed() -> None:
    """CY-12: 100 lines are 2; the ride that is missed grants none."""
    race = tour(LATE, WITHOUT, AGAIN)

    assert "4" not in booked(race, 2)
    assert booked(race, 3)["4"] == (2, 0, 4)


def test_a_ruling_on_who_is_back_does_not_bring_a_rank() -> None:
    """CY-11, GN-2."""
    last = replace(AGAIN, rulings=(ruling("4", seconds=20),))

    assert "4" not in ranking(tour(LATE, WITHOUT, last))


def test_who_is_back_after_a_ride_can_still_win_points() -> None:
    """CY-11, GN-6: without the value there is nothing more to win for 4."""
    stages = LATE, WITHOUT, Stage(length=100, points=(9,))
    found = outlook_after(tour(*stages), tour(*stages).stages[0])
    points = next(each for each in found if each.name == "points")

    assert {row.who: row.can for row in points.rows}["4"]


def test_chances_are_dealt_among_those_who_start() -> None:
    """CY-11, GN-6: 4 misses stage 2, on which alone there are points."""
    first = ridden("1 0 0, 3 1 0, 2 2 0, 4 3 0")
    days = replace(first, points=()), replace(LATE, points=())
    race = tour(*days, replace(WITHOUT, finish=(), points=(9,)))

    def drawn(numbers: int, count: int) -> list[int]:
        return [*range(numbers)][::-1][:count]

    won = chances(race, 2, drawn, 3)[ClassificationName.POINTS]
    assert won == {"3": 3}


def test_who_gives_up_is_out_for_good() -> None:
    """GN-1."""
    race = tour(ridden("1 0 0, 3 1 0, 2 2 0, DNF 4"), WITHOUT, AGAIN)

    assert "rider 4 left the race on an earlier stage" in said(race)


def test_a_ruled_otl_is_as_late_as_any() -> None:
    """CY-11, GN-1."""
    ruled = ridden("1 0 0, 3 1 0, 2 2 0, OTL 4")

    assert wrong(tour(ruled, WITHOUT, AGAIN)) == []
