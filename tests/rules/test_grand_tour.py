"""The end of a Grand Tour of Flamme Rouge: the last points, and who wins."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.kit import kit_sheet
from peloton.rules.explain.rider import explanation
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import OPEN, RuleValue
from peloton.rules.live import RaceBeforeStage
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.season.ranking import RecordKind
from peloton.rules.stage_start import stage_start
from peloton.rules.winners import TourWinners, tour_winners
from tests.rules.notation import raced, ruling, stage, standings, tour
from tests.rules.seasons import hall_of_records, points, scale, season

DAY = "1 0 4, 2 0 3, 3 0 2, 4 0 1"
"""Tour points 3, 2, 1; times less bonuses -50, -40, -20 and -10."""
RIDERS = "A: 1 2, B: 3 4"


def led(day: Stage, turns: Mapping[str, int]) -> Stage:
    """Return a stage with the turns that riders were in the lead."""
    return replace(day, combativity={Bib(bib): n for bib, n in turns.items()})


CLIMB = stage(DAY, climbs={"Col 4 lines": "3 4"})
"""A climb of four squares: 2 points for rider 3, 1 for rider 4."""
FOUGHT = led(CLIMB, {"3": 2, "4": 2})


def grand_tour(*stages: Stage, plan: int | str | None = None, **options: str) -> Race:
    facts = tour("flamme-rouge", stages, RIDERS, options=options)
    race = raced(replace(facts, planned=plan))
    assert race.problems == ()
    return race


def ends(race: Race) -> list[tuple[str, str, int]]:
    """Return the classification, bib and points of each award at the end."""
    won = race.stages[-1].final_points
    return [(award.source, award.bib, award.amount) for award in won]


def test_the_best_three_by_time_mountains_and_combativity_have_points() -> None:
    """FR-4. Two climbers and two who led: all of them have points."""
    race = grand_tour(led(CLIMB, {"4": 2, "1": 1}))

    assert ends(race) == [
        *(("general", "1", 3), ("general", "2", 2), ("general", "3", 1)),
        *(("mountains", "3", 3), ("mountains", "4", 2)),
        *(("active", "4", 3), ("active", "1", 2)),
    ]


def test_all_who_share_the_first_total_have_3_and_the_next_total_has_2() -> None:
    """FR-4. 3 and 4 led for two turns each, 2 for one; 1 never did."""
    race = grand_tour(led(stage(DAY), {"3": 2, "4": 2, "2": 1}))

    assert ends(race)[3:] == [
        ("active", "3", 3),
        ("active", "4", 3),
        ("active", "2", 2),
    ]
    assert [award.place for award in race.stages[-1].final_points[3:]] == [1, 1, 2]


def test_a_tie_step_does_not_part_those_who_share_a_time() -> None:
    """FR-4. 2 and 3 have -40: the sum of places puts 2 ahead; both have 2 points."""
    race = grand_tour(stage("1 0 5, 2 0 3, 3 0 4, 4 0 1", bonus=()))
    level = grand_tour(stage("1 0 5, (2 3) 0 4, 4 0 1", bonus=()))

    assert ends(race) == [("general", "1", 3), ("general", "3", 2), ("general", "2", 1)]
    assert ends(level) == [
        *(("general", "1", 3), ("general", "2", 2), ("general", "3", 2)),
        ("general", "4", 1),
    ]


def test_the_rider_with_the_most_tour_points_wins_the_tour() -> None:
    """FR-5. 1: 3 + 3. 2: 2 + 2. 3: 1 + 1 + 3 + 3. 4: 0 + 2 + 3."""
    race = grand_tour(FOUGHT)

    assert standings(race, "points") == [
        (1, "3", 8),
        (2, "1", 6),
        (3, "4", 5),
        (4, "2", 4),
    ]
    assert standings(race)[0][1] == "1"


def test_the_team_with_the_most_tour_points_is_the_winning_team() -> None:
    """FR-5. A: 6 + 4. B: 8 + 5."""
    race = grand_tour(FOUGHT)

    assert standings(race, "teams") == [(1, "B", 13), (2, "A", 10)]
    assert tour_winners(race) == TourWinners("points", (Bib("3"),), (TeamCode("B"),))


def test_points_of_a_rider_who_left_stay_with_the_team() -> None:
    """FR-5, GN-1. 1 has 3 points; the end brings 4 nothing for the second day's DNF."""
    race = grand_tour(stage(DAY), stage("2 0 4, 3 0 3, 4 0 2, DNF 1"))

    assert "1" not in [who for _, who, _ in standings(race, "points")]
    assert standings(race, "teams") == [
        (1, "A", 3 + 2 + 3 + 3),
        (2, "B", 1 + 2 + 1 + 2 + 1),
    ]


def test_a_ruling_on_a_rider_or_a_team_takes_team_points() -> None:
    """FR-5, GN-2."""
    taken = (ruling("1", points=2), ruling(team="B", points=1))
    race = grand_tour(stage(DAY, rulings=taken), plan=2)

    assert standings(race, "teams") == [(1, "A", 3 - 2 + 2), (2, "B", 1 - 1)]


@pytest.mark.parametrize("plan", [2, OPEN])
def test_before_the_tour_is_over_there_are_no_such_points(plan: int | str) -> None:
    """FR-4, GN-9."""
    race = grand_tour(FOUGHT, plan=plan)

    assert ends(race) == []
    assert standings(race, "points") == [(1, "1", 3), (2, "2", 2), (3, "3", 1)]
    assert tour_winners(race) == TourWinners()


def test_the_end_brings_them_also_where_the_last_stage_is_cancelled() -> None:
    """FR-4, GN-4, GN-9."""
    race = grand_tour(FOUGHT, stage(cancelled="rain"))

    assert standings(race, "points", 1)[0] == (1, "1", 3)
    assert standings(race, "points", 2)[0] == (1, "3", 8)
    assert race.stages[-1].jerseys[1].leader == "3"


def test_who_joins_on_a_cancelled_last_stage_is_ranked_nowhere() -> None:
    """FR-4, GN-4, GN-10: all else is as before it, also where time missed is given."""
    facts = grand_tour(FOUGHT, stage(cancelled="rain")).tour
    late = replace(facts.riders[0], bib=Bib("5"), joins=2)
    rules: dict[str, RuleValue] = {"missed.time": "last"}
    race = raced(replace(facts, riders=(*facts.riders, late), rules=rules))

    assert standings(race) == standings(race, after=1)
    assert [who for _, who, _ in standings(race, "points")] == ["3", "1", "4", "2"]


def test_nothing_is_brought_by_a_classification_that_nobody_leads() -> None:
    """FR-4, GN-5: no stage counts for the general one, and nobody climbed or led."""
    race = grand_tour(stage(DAY, counts={"general": False}))

    assert ends(race) == []


def test_neutral_riders_have_none_and_nobody_moves_up() -> None:
    """FR-4, FI-3."""
    race = grand_tour(stage(DAY, bonus=()))
    one, *others = race.tour.riders
    riders = (replace(one, neutral=True), *others)
    again = score(replace(race.tour, riders=riders), race.rulebook)

    assert ends(again) == [("general", "2", 2), ("general", "3", 1)]


def test_while_riders_are_still_out_the_tour_is_not_over() -> None:
    """FR-4, GN-9: at the desk, on the last stage."""
    race = grand_tour(FOUGHT)
    live = RaceBeforeStage(race.tour, 1, race.rulebook)
    first, *_ = FOUGHT.finish

    assert live.after(FOUGHT).score == race.stages[0]
    some = live.after(replace(FOUGHT, finish=(first,))).score
    assert some is not None
    assert some.final_points == ()


def test_by_time_the_least_time_wins_and_the_end_brings_no_points() -> None:
    """FR-5: the option `winner`. Teams add up times then."""
    race = grand_tour(FOUGHT, winner="time")

    assert tour_winners(race) == TourWinners("general", (Bib("1"),))
    assert standings(race, "points") == [(1, "1", 3), (2, "2", 2), (3, "3", 1)]
    assert standings(race, "teams") == [(1, "A", 0 + 10), (2, "B", 30 + 40)]


def test_a_tour_of_one_stage_is_won_by_tour_points_too() -> None:
    """FR-5, CR-11."""
    race = grand_tour(FOUGHT)

    assert race.is_one_day
    assert points(season([race], scale(one_day=(9, 4)))) == {"bib 3": 9, "bib 1": 4}


def test_a_season_gives_the_winner_what_the_general_classification_is_worth() -> None:
    """FR-5, CY-22. 3 wins the tour by points, 1 has the least time."""
    race = grand_tour(FOUGHT, stage(cancelled="rain"))
    by_time = grand_tour(FOUGHT, stage(cancelled="rain"), winner="time")
    worth = scale(general=(50,), points=(15,))

    assert points(season([race], worth)) == {"bib 3": 50, "bib 1": 15}
    assert points(season([by_time], worth)) == {"bib 1": 50 + 15}


def test_the_records_name_the_rider_who_won_and_no_team() -> None:
    """FR-5."""
    hall = hall_of_records([grand_tour(FOUGHT, stage(cancelled="rain"))])
    kinds = {subject.kind: lines for subject, lines in hall.items()}

    assert [line.name for line in kinds[RecordKind.TOURS]] == ["bib 3"]
    assert RecordKind.TOUR_GAP not in kinds


@pytest.mark.parametrize(("last", "total"), [(FOUGHT, 9), (stage(cancelled="rain"), 8)])
def test_each_of_them_is_explained_with_its_rule(last: Stage, total: int) -> None:
    """FR-4: the lines add up to the total."""
    race = grand_tour(FOUGHT, last)
    lines = [
        line
        for line in explanation(race, Bib("3"))
        if line.towards == ClassificationName.POINTS
    ]
    amounts = [line.amount or 0 for line in lines if not line.total]

    assert [line.rule for line in lines[-4:-1]] == ["FR-4", "FR-4", "FR-4"]
    assert lines[-1].total
    assert lines[-1].amount == sum(amounts) == total


SIX = "1 0 6, 2 0 5, 3 0 4, 4 0 3, 5 0 2, 6 1 5"


def start(*stages: Stage, number: int) -> list[tuple[int | None, str]]:
    """Return the number and the bib of each starter, in start order."""
    race = raced(tour("flamme-rouge", stages, "A: 1 2, B: 3 4, C: 5 6"))
    return [(each.place, each.bib) for each in stage_start(race, number).starters]


def test_who_has_the_fewest_tour_points_starts_first() -> None:
    """FR-7. 4, 5 and 6 have none: 6 has the highest time, so its team goes first.

    Its riders are level: they draw lots.
    """
    order = start(stage(SIX), stage(), number=2)

    assert order == [(1, "5"), (1, "6"), (2, "4"), (3, "3"), (4, "2"), (5, "1")]


def test_points_that_the_end_brings_put_nobody_behind_on_the_last_stage() -> None:
    """FR-7, FR-4: looked up again when the tour is over."""
    order = start(stage(SIX), stage(SIX), number=2)

    assert order == [(1, "5"), (1, "6"), (2, "4"), (3, "3"), (4, "2"), (5, "1")]


def test_the_first_stage_starts_by_bib_and_a_time_trial_with_the_leader_last() -> None:
    """FR-7, CY-23."""
    by_bib = [(place, str(place)) for place in range(1, 7)]

    assert start(stage(SIX), number=1) == by_bib
    trial = start(stage(SIX), stage(kind="itt"), number=2)
    assert [bib for _, bib in trial] == ["6", "5", "4", "3", "2", "1"]


def test_after_a_cancelled_first_stage_the_next_one_starts_as_the_first() -> None:
    """FR-7, GN-4: no race was run. In a team time trial as well (CY-23)."""
    off = stage(cancelled="snow")
    by_bib = [(place, str(place)) for place in range(1, 7)]

    assert start(off, stage(), number=2) == by_bib
    trial = start(off, stage(kind="ttt"), number=2)
    assert [bib for _, bib in trial] == ["1", "2", "3", "4", "5", "6"]


def test_the_kit_has_the_order_of_the_start_and_its_rule() -> None:
    """FR-7."""
    race = raced(tour("flamme-rouge", (stage(SIX), stage()), "A: 1 2, B: 3 4, C: 5 6"))
    sheet = kit_sheet(race, 2)

    assert sheet.tables[0].title == "Start"
    first = [row[:2] for row in sheet.tables[0].rows][:3]
    assert first == [(1, "5"), (1, "6"), (2, "4")]
    course = course_sheet(race.tour, 2, race.rulebook)
    for notes in (sheet.notes, course.notes):
        assert any("fewest points" in note and "(FR-7)" in note for note in notes)


def test_points_of_every_line_count_for_a_team_on_a_stage() -> None:
    """FR-5. 3 and 2 at the finish, and by a house rule 5 for a sprint."""
    day = stage("1 0 3, 2 0 2", sprints={"Gent": "2"})
    race = raced(tour("flamme-rouge", (day,), "A: 1, B: 2", {"points.sprint": (5,)}))

    found = [(line.rank, line.team, line.points) for line in race.stages[0].team_result]
    assert found == [(1, "B", 7), (2, "A", 3)]


def test_lots_of_a_cancelled_last_stage_separate_nobody() -> None:
    """GN-4, FR-4. 1 and 2 have 3 points each for the time they share in a team trial.

    A house rule lets wins and lots alone break ties in points; nobody won alone.
    """
    trial = stage("1 0 4, 2 0 4, 3 0 2, 4 0 2", kind="ttt", points=())
    off = stage(cancelled="rain", lots={"points": "2 1"})
    rules: dict[str, RuleValue] = {"ties.points": ("wins", "lots")}
    race = raced(tour("flamme-rouge", (trial, off), RIDERS, rules))

    rows = race.score().standings[ClassificationName.POINTS]
    assert [(row.rank, row.who, row.total) for row in rows] == [
        (1, "1", 3),
        (1, "2", 3),
        (3, "3", 2),
        (3, "4", 2),
    ]
