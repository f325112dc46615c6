"""GN-10: riders who join a running tour, and riders who miss an evening."""

from dataclasses import replace

import pytest

from peloton.rules.checks.tour import tour_problems
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Rider
from peloton.rules.live import RaceBeforeStage
from peloton.rules.outlook.prospects import outlook_after
from peloton.rules.race import score
from peloton.rules.results import Race
from peloton.rules.stage_start import stage_start
from tests.rules import notation
from tests.rules.ledger_notation import cyclo_tour, ridden
from tests.rules.notation import stage
from tests.rules.tour_texts import startlist
from tests.rules.track_meeting import raced
from tests.scored import race_of

GENERAL, TEAMS = ClassificationName.GENERAL, ClassificationName.TEAMS
THREE = "1 0 0, 2 1 0, 3 2 0"
"""A Cyclo finish with times of 0, 10 and 20 seconds."""


def joining(race: Race, joins: dict[str, int]) -> Race:
    """Score a race again with riders who join later."""

    def later(rider: Rider) -> Rider:
        return replace(rider, joins=joins.get(rider.bib))

    riders = tuple(map(later, race.tour.riders))
    return score(replace(race.tour, riders=riders), race.rulebook)


def tour(
    *stages: Stage,
    missed: str = "none",
    penalty: int = 0,
    riders: str = "A: 1 2, B: 3 4",
) -> Race:
    return notation.raced(
        notation.tour(
            "cyclo",
            stages,
            riders,
            {"missed.time": missed, "missed.penalty": penalty},
        )
    )


def general(race: Race, number: int | None = None) -> list[tuple[int, str, int]]:
    rows = race.score(number).standings[GENERAL]
    return [(row.rank, row.who, row.total) for row in rows]


def said(race: Race) -> list[str]:
    return [problem.message for problem in race.problems]


def test_an_absent_rider_starts_the_next_stage() -> None:
    """GN-10: unlike one who did not start."""
    race = tour(
        stage(f"{THREE}, ABS 4"), stage(f"4 0 0, {THREE}".replace("1 0 0", "1 1 0"))
    )

    assert said(race) == []
    assert RaceBeforeStage(race.tour, 2, race.rulebook).racing == ("1", "2", "3", "4")
    gone = tour(stage(f"{THREE}, DNS 4"), stage())
    assert RaceBeforeStage(gone.tour, 2, gone.rulebook).racing == ("1", "2", "3")


def test_an_absent_rider_has_a_line_without_place_and_time() -> None:
    """GN-10: listed below all who left the race."""
    race = tour(stage("1 0 0, ABS 2, DNF 3, OTL 4"))

    assert [
        (line.bib, line.status, line.place, line.time) for line in race.stages[0].result
    ] == [
        ("1", "FIN", 1, 0),
        ("4", "OTL", None, None),
        ("3", "DNF", None, None),
        ("2", "ABS", None, None),
    ]


def test_without_a_time_there_is_no_general_rank() -> None:
    """GN-10: `missed.time = "none"`, the default; points count all the same."""
    race = tour(stage(f"{THREE}, ABS 4"), stage("4 0 0, 1 1 0, 2 2 0, 3 3 0"))

    assert general(race, 1) == [(1, "1", 0), (2, "2", 10), (3, "3", 20)]
    assert [who for _, who, _ in general(race)] == ["1", "2", "3"]
    points = race.score().standings[ClassificationName.POINTS]
    assert ("4", 15) in [(row.who, row.total) for row in points]


def test_a_missed_stage_may_cost_the_time_of_the_last_rider_and_a_penalty() -> None:
    """GN-10: `missed.time = "last"`: 20 s and 5 s, then 0; 1 has 0 and 10."""
    race = tour(
        stage(f"{THREE}, ABS 4"),
        stage("4 0 0, 1 1 0, 2 2 0, 3 3 0"),
        missed="last",
        penalty=5,
    )

    assert general(race) == [(1, "1", 0), (2, "4", 15), (3, "2", 20), (4, "3", 40)]


def test_who_races_has_joined_and_not_left_on_a_stage_that_was_ridden() -> None:
    """GN-1, GN-4, GN-10. 4 joins on stage 3; 3 gave up on a stage, then cancelled."""
    off = stage("1 0 0, 2 1 0, DNF 3", cancelled="hail")
    race = joining(tour(off, stage(THREE), stage()), {"4": 3})
    found = [
        RaceBeforeStage(race.tour, number, race.rulebook).racing for number in (1, 2, 3)
    ]

    assert found == [(*"123",), (*"123",), (*"1234",)]


def test_a_ruling_on_a_missed_stage_counts() -> None:
    """GN-2, GN-10. 4 has the 0 seconds of the last, 3 more, and a penalty of 7."""
    day = stage("1 0 0, ABS 4", rulings=(notation.ruling("4", seconds=7),))
    race = tour(day, missed="last", penalty=3, riders="1 4")

    assert general(race) == [(1, "1", 0), (2, "4", 10)]


def test_the_place_of_a_missed_stage_is_that_behind_the_last() -> None:
    """GN-10, CR-15. 3 has places 3 and 4, 4 has 4 and 3, and the better latest one."""
    days = (
        stage("1 6 1/9, 2 6 1/9, 3 6 1/9, ABS 4", bonus=()),
        stage("1 6 1/9, 2 6 1/9, 4 6 1/9, 3 6 1/9", bonus=()),
    )
    race = notation.criterium(*days, riders="1 2 3 4", rules={"missed.time": "last"})

    assert notation.parted(race)[2:] == [
        (3, "4", "sum of places"),
        (4, "3", "latest place"),
    ]


def test_who_has_not_joined_before_a_stage_without_a_last_rider_has_no_time() -> None:
    """GN-10. 1, 2 and 3 are absent on stage 1, and so nobody is ranked."""
    days = stage("ABS 1, ABS 2, ABS 3"), stage(THREE), stage(f"{THREE}, 4 3 0")
    race = joining(tour(*days, missed="last"), {"4": 3})

    assert race.problems == ()
    assert general(race) == []


def test_the_last_rider_is_the_last_one_classified() -> None:
    """GN-10: not one outside the time limit."""
    race = tour(stage("1 0 0, 2 1 0, 3 4 0 OTL, ABS 4"), missed="last")

    # 4 is placed behind 2 on the missed stage, which parts them (CY-7).
    assert general(race) == [(1, "1", 0), (2, "2", 10), (3, "4", 10)]


def test_a_stage_on_which_nobody_is_classified_leaves_no_time_to_have() -> None:
    """GN-10: a missing time is never 0."""
    race = tour(stage("DNF 1, DNF 2, DNF 3, ABS 4"), stage("4 0 0"), missed="last")

    assert general(race) == []


def test_a_stage_that_does_not_count_is_not_missed() -> None:
    """GN-10, GN-4."""
    race = tour(stage(f"{THREE}, ABS 4", counts={"general": False}))

    assert "4" in [who for _, who, _ in general(race)]


def test_a_rider_may_join_a_running_tour() -> None:
    """GN-10: bib 4 rides from stage 2, and is not missed on stage 1."""
    days = stage(THREE), stage("4 0 0, 1 1 0, 2 2 0, 3 3 0")
    race = joining(tour(*days), {"4": 2})

    assert said(race) == []
    assert RaceBeforeStage(race.tour, 1, race.rulebook).racing == ("1", "2", "3")
    assert RaceBeforeStage(race.tour, 2, race.rulebook).racing == ("1", "2", "3", "4")
    assert [who for _, who, _ in general(race)] == ["1", "2", "3"]


def test_a_rider_who_joins_may_have_the_time_of_the_last_of_each_stage_missed() -> None:
    """GN-10: 20 and 5 on stage 1, 30 and 5 on stage 2, then 0; 1 has 0, 10, 10."""
    days = (
        stage(THREE),
        stage("1 0 0, 2 1 0, 3 3 0"),
        stage("4 0 0, 1 1 0, 2 2 0, 3 3 0"),
    )
    race = joining(tour(*days, missed="last", penalty=5), {"4": 3})

    assert "4" not in [who for _, who, _ in general(race, 2)]
    assert general(race) == [(1, "1", 0), (2, "2", 30), (3, "4", 50), (4, "3", 70)]


def test_a_cancelled_stage_is_not_missed() -> None:
    """GN-10, GN-4."""
    days = stage(cancelled="hail"), stage("4 0 0, 1 1 0, 2 2 0, 3 3 0")
    race = joining(tour(*days), {"4": 2})

    assert [who for _, who, _ in general(race)] == ["4", "1", "2", "3"]


def test_a_team_is_not_short_of_a_rider_who_has_not_joined_yet() -> None:
    """GN-10, CY-18: A has 0 and 10 s, B 20 s and a rider to come."""
    days = stage(THREE), stage("4 0 0, 1 1 0, 2 2 0, 3 3 0")
    race = joining(tour(*days), {"4": 2})

    first = race.score(1)
    assert [(r.rank, r.who, r.total) for r in first.standings[TEAMS]] == [
        (1, "A", 10),
        (2, "B", 20),
    ]
    assert [row.team for row in first.team_result] == ["A", "B"]
    slow = joining(tour(stage("1 0 0, 3 1 0, 2 2 0"), days[1]), {"4": 2})
    assert [r.who for r in slow.score(1).standings[TEAMS]] == ["B", "A"]


def test_a_team_of_the_real_sport_counts_the_riders_it_has() -> None:
    """GN-10, RR-6: two best times of B count until its third rider joins."""
    lines = "1:00:00", "1:00:10", "1:00:20", "1:00:30", "1:00:40"
    finish = "\n".join(f"{n} {line}" for n, line in enumerate(lines, 1))
    text = f"""
[tour]
name = "Giro"
rulebook = "road"
{startlist("A: 1 3 5, B: 2 4 6")}
joins = 2
[[stage]]
finish = '''
{finish}
'''
"""
    race = race_of(text)
    assert [(row.team, row.time) for row in race.stages[0].team_result] == [
        ("B", 3610 + 3630),
        ("A", 3600 + 3620 + 3640),
    ]


@pytest.mark.parametrize(
    ("finish", "teams"),
    [
        ("1 1:00:00\n2 s\n3 s\n4 s\n5 s\n6 s", [("A", 10800), ("B", 10800)]),
        ("1 1:00:00\n2 s\n3 s\n4 s\n5 s\nDNF 6", [("A", 10800)]),
    ],
)
def test_a_team_with_riders_to_spare_counts_three_times(
    finish: str, teams: list[tuple[str, int]]
) -> None:
    """GN-10, RR-6: three riders of B have joined, and all three need a time."""
    text = f"""
[tour]
name = "Giro"
rulebook = "road"
{startlist("A: 1 3 5, B: 2 4 6 8")}
joins = 2
[[stage]]
finish = '''
{finish}
'''
"""
    race = race_of(text)
    assert [(row.team, row.time) for row in race.stages[0].team_result] == teams


def test_extra_turns_are_kept_over_a_missed_evening() -> None:
    """GN-10, CY-12: 100 lines give 2, and 2 of stage 1 are kept for stage 3."""
    race = cyclo_tour(
        ridden("1 0 0, 2 1 0"),
        ridden("1 0 0, ABS 2"),
        ridden("1 0 0, 2 1 0"),
        riders="A: 1 -; B: 2 -",
        level=2,
    )

    line = next(row for row in race.score(3).extra_turns if row.who == "2")
    assert (line.granted, line.left) == (2, 4)
    assert "2" not in [row.who for row in race.score(2).extra_turns]
    before = next(s for s in stage_start(race, 3).starters if s.bib == "2")
    assert (before.saved, before.granted) == (2, 2)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("4 3 0", "rider 4 joins the race on stage 2, and cannot be named before it"),
        ("DNF 4", "rider 4 joins the race on stage 2, and cannot be named before it"),
    ],
)
def test_a_rider_is_not_named_before_joining(line: str, message: str) -> None:
    """GN-10: `joins` after a stage on which the rider has a result."""
    race = joining(tour(stage(f"{THREE}, {line}"), stage()), {"4": 2})

    assert said(race) == [f"{message} (GN-10)"]
    assert race.stages == ()


def test_a_rider_who_left_the_race_is_not_absent() -> None:
    """GN-10, GN-1."""
    race = tour(stage(f"{THREE}, DNF 4"), stage(f"{THREE}, ABS 4"))

    assert said(race) == ["rider 4 left the race on an earlier stage"]


def test_an_absent_rider_does_nothing_on_the_stage() -> None:
    """GN-10."""
    race = tour(stage(f"{THREE}, ABS 4", climbs={"Muur 4": "4 1"}))

    assert said(race) == ["'Muur 4': found rider 4, who did not start the stage"]


def test_nobody_joins_after_the_last_planned_stage() -> None:
    """GN-10, GN-9."""
    race = tour(stage(THREE))
    riders = (*race.tour.riders[:3], replace(race.tour.riders[3], joins=4))
    facts = replace(race.tour, riders=riders, planned=3)

    (problem,) = tour_problems(facts, race.rulebook)
    assert problem.message == "rider 4: joins on stage 4, but the tour has 3 (GN-10)"
    assert problem.where == ("team", 1, "rider", 1, "joins")


def test_the_desk_waits_for_nobody_who_is_absent_or_has_not_joined() -> None:
    """GN-10."""
    race = joining(tour(stage(), stage()), {"4": 2})
    live = RaceBeforeStage(race.tour, 1, race.rulebook)

    assert live.racing == ("1", "2", "3")
    assert live.after(stage("1 0 0, 2 1 0, ABS 3")).still_out == ()


def test_who_missed_a_stage_can_still_win_points() -> None:
    """GN-10, GN-6: and is not out of the race."""
    race = tour(stage(f"{THREE}, ABS 4"), stage())
    outlook = {o.name: o for o in outlook_after(race, race.score())}

    assert "4" in [row.who for row in outlook["points"].rows if row.can]


def test_a_rider_who_has_not_joined_leads_nothing() -> None:
    """GN-10: with the time of the last rider there is a time before the first ride."""
    race = joining(tour(stage(THREE), stage(), missed="last"), {"4": 2})
    led = race.score().led

    assert "4" not in [row.who for rows in led.values() for row in rows]


@pytest.mark.parametrize(
    ("rulebook", "step", "places"),
    [("cyclo", "previous general", "0"), ("criterium", "general", "9/9")],
)
def test_of_equal_points_who_has_no_general_rank_is_behind_who_has_one(
    rulebook: str, step: str, places: str
) -> None:
    """GN-10, CY-8, CR-15: 3 and 4 have a point each, and 3 is last in general."""
    first, second = (
        stage(", ".join(f"{b} {n} {places}" for n, b in enumerate(day)), points=scale)
        for day, scale in (("123", (5, 3, 1)), ("1243", (5, 3, 1, 0)))
    )
    facts = notation.tour(rulebook, (first, second), "1 2 3 4")
    race = joining(notation.raced(facts), {"4": 2})

    assert notation.ranking(race) == ["1", "2", "3"]
    assert notation.parted(race, "points")[2:] == [(3, "3", step), (4, "4", step)]


def test_of_equal_points_and_wins_who_missed_the_latest_stage_is_last() -> None:
    """GN-10, CR-11: 2 and 3 have 2 points, and 3 was second on it."""
    days = (
        stage("1 6 3/9, 2 6 4/9, 3 6 5/9", points=(5, 2, 1)),
        stage("1 6 3/9, 3 6 4/9, ABS 2", points=(5, 1)),
    )
    race = notation.criterium(*days, format="points")

    step = "latest place"
    assert notation.parted(race) == [(1, "1", None), (2, "3", step), (3, "2", step)]


def test_nobody_wins_a_stage_that_everybody_misses() -> None:
    """GN-10, CR-11. 2 and 1 have 5 points each; the stage win of 2 separates them."""
    race = notation.criterium(
        stage("2 6 3/9, 1 6 4/11", points=(5, 5)), stage("ABS 1, ABS 2")
    )

    assert said(race) == []
    points = race.score().standings[ClassificationName.POINTS]
    assert [(row.rank, row.who, row.tie) for row in points] == [
        (1, "2", "wins"),
        (2, "1", "wins"),
    ]


def test_who_misses_a_race_without_times_keeps_the_general_rank() -> None:
    """GN-10, GN-4: a points race that counts for the general classification."""
    road = 'kind = "road"\nfinish = """\n1 0 5\n2 1 5\n3 2 5\n"""'
    laps = (
        'kind = "points race"\ncounts = { general = true }\nlaps = ["1 3"]\n'
        'finish = """\nABS 2\n"""'
    )
    race = raced("cyclo", "1 2 3", f"{road}\n\n{laps}")

    assert general(race) == [(1, "1", 0), (2, "2", 10), (3, "3", 20)]
