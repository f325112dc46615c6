"""Rules of every game: statuses, rulings, order, overrides (GN-1 to GN-4)."""

from dataclasses import replace

import pytest

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Ruling, Sprint
from peloton.rules.live import RaceBeforeStage
from peloton.rules.ranking import TieStep, bib_order, rank_totals, tied_by_lots
from peloton.rules.results import Race
from tests.rules.notation import (
    column,
    criterium,
    cyclo,
    parted,
    places,
    ranking,
    rulebook_of,
    ruling,
    stage,
    standings,
    times,
    tour,
)

STATUSES = ["DNS", "DNF", "OTL", "DSQ"]
NOT_GENERAL = {"general": False}

# GN-1: statuses


@pytest.mark.parametrize("status", STATUSES)
def test_a_rider_with_a_status_has_no_place(status: str) -> None:
    """GN-1. 2 does not finish, or does not count."""
    race = cyclo(stage(f"1 0 0, {status} 2"))

    assert column(race, "place") == {"1": 1, "2": None}
    assert column(race, "status") == {"1": "FIN", "2": status}


@pytest.mark.parametrize("status", STATUSES)
def test_a_rider_with_a_status_is_out_of_every_later_stage(status: str) -> None:
    """GN-1. Stages 2 and 3 are whole without 2."""
    facts = tour(
        "cyclo", (stage(f"1 0 0, 3 0 0, {status} 2"), stage("1 0 0, 3 0 0"), stage())
    )

    book = rulebook_of(facts)
    assert [RaceBeforeStage(facts, number, book).racing for number in (1, 2, 3)] == [
        ("1", "2", "3"),
        ("1", "3"),
        ("1", "3"),
    ]


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("name", ["general", "points", "mountains"])
def test_a_rider_with_a_status_is_out_of_the_classifications(
    name: str, status: str
) -> None:
    """GN-1. 2 wins stage 1 and its climb, and leaves on stage 2."""
    race = cyclo(
        stage("2 0 0, 1 1 0", climbs={"A 4": "2 1"}), stage(f"1 0 0, {status} 2")
    )

    assert ranking(race, name) == ["1"]


def test_results_already_won_stand_when_a_rider_leaves() -> None:
    """GN-1. 2 wins 1's sprint ahead of him; 1 keeps 3 points of it, and not 5."""
    race = cyclo(
        stage("2 0 0, 1 1 0", sprints={"A": "2 1"}, points=()),
        stage("1 0 0, DNF 2", points=()),
    )

    assert standings(race, "points") == [(1, "1", 3)]
    assert standings(race, "points", after=1) == [(1, "2", 5), (2, "1", 3)]


def test_points_a_rider_won_for_the_team_stand_when_the_rider_leaves() -> None:
    """GN-1, CR-8. 1 wins 10 points for GAR and leaves."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9"), stage("2 6 1/9, DNF 1"), riders="GAR: 1, VEL: 2"
    )

    assert standings(race, "teams") == [(1, "VEL", 16), (2, "GAR", 10)]


def test_an_otl_rider_keeps_the_time_in_the_stage_result() -> None:
    """GN-1. 2 needed 30 turns with 4 lines: 300 - 4 + 3 of the first arrival."""
    race = cyclo(stage("1 0 3, 2 30 4 OTL"))

    assert times(race) == [("1", 0), ("2", 299)]
    assert column(race, "place")["2"] is None


def test_a_stage_that_nobody_finished_in_time_has_times_and_no_places() -> None:
    """GN-1. The gaps are as wide as the times: there is no winner to be behind."""
    race = cyclo(stage("1 5 0 OTL, 2 6 0 OTL", "itt"))

    assert times(race) == [("1", 50), ("2", 60)]
    assert column(race, "gap") == {"1": 50, "2": 60}
    assert places(race) == []


def test_an_otl_rider_has_no_finish_points() -> None:
    """GN-1. Two riders, the second of them out of time: no 10 points."""
    race = cyclo(stage("1 0 3, 2 30 4 OTL"))

    assert column(race, "points") == {"1": 15, "2": 0}


def test_an_otl_rider_has_no_points_of_a_sprint_or_a_summit() -> None:
    """GN-1. 2 was first over both."""
    race = cyclo(
        stage("1 0 3, 2 30 4 OTL", sprints={"A": "2 1"}, climbs={"B 4": "2 1"})
    )

    assert (column(race, "points")["2"], column(race, "mountains")["2"]) == (0, 0)


def test_an_otl_rider_has_no_bonus() -> None:
    """GN-1. 2 was second home and first over the sprint, but a minute too late."""
    race = criterium(
        stage("1 6 3/9, 2 8 3/9, 3 9 3/9", sprints={"Pont": "2"}),
        rules={"time_limit.seconds": 60},
    )

    assert column(race, "bonus")["2"] == 0


def test_a_rider_over_the_time_limit_becomes_otl_by_itself() -> None:
    """GN-1. 2 is 120 s behind, with 60 s allowed; entered as any other."""
    race = criterium(stage("1 6 3/9, 2 8 3/9"), rules={"time_limit.seconds": 60})

    assert column(race, "status") == {"1": "FIN", "2": "OTL"}
    assert times(race) == [("1", 380), ("2", 500)]


def test_riders_without_a_place_stand_below_those_with_one() -> None:
    """GN-1. Entered in any order."""
    race = cyclo(stage("DNF 4, 1 0 3, DNS 5, 2 1 0, DSQ 3"))

    assert places(race) == ["1", "2"]
    assert {line.bib for line in race.stages[0].result[2:]} == {"3", "4", "5"}


# GN-2: rulings


def test_a_penalty_in_seconds_is_added_to_a_riders_general_time() -> None:
    """GN-2. 1 at 380 s is given 20 s; no bonus at this finish."""
    race = criterium(stage("1 6 3/9", bonus=(), rulings=(ruling("1", seconds=20),)))

    assert standings(race) == [(1, "1", 400)]


def test_a_bonus_in_seconds_is_taken_off_a_riders_general_time() -> None:
    """GN-2. The sign is minus: 380 - 5."""
    race = criterium(stage("1 6 3/9", bonus=(), rulings=(ruling("1", seconds=-5),)))

    assert standings(race) == [(1, "1", 375)]


def test_seconds_of_a_ruling_stand_in_the_stage_result_beside_the_time() -> None:
    """GN-2. Penalty 20 s, bonus 5 s; the times are as ridden."""
    rulings = (ruling("1", seconds=20), ruling("2", seconds=-5))
    race = cyclo(stage("1 0 0, 2 1 0", rulings=rulings))

    assert column(race, "penalty") == {"1": 20, "2": 0}
    assert column(race, "bonus") == {"1": 0, "2": 5}
    assert times(race) == [("1", 0), ("2", 10)]


def test_a_ruling_leaves_the_places_as_they_are() -> None:
    """GN-2. 1 won, and is given a minute."""
    race = criterium(stage("1 6 3/9, 2 6 6/9", rulings=(ruling("1", seconds=60),)))

    assert places(race) == ["1", "2"]


def test_points_are_taken_by_a_ruling() -> None:
    """GN-2. A penalty of 4 of the 15 points of the stage."""
    race = cyclo(stage("1 0 0, 2 1 0", rulings=(ruling("1", points=4),)))

    assert standings(race, "points") == [(1, "1", 11), (2, "2", 10)]


def test_points_are_given_by_a_ruling() -> None:
    """GN-2. The sign is minus: 10 and 6 for 2."""
    race = cyclo(stage("1 0 0, 2 1 0", rulings=(ruling("2", points=-6),)))

    assert standings(race, "points") == [(1, "2", 16), (2, "1", 15)]


def test_mountains_points_are_taken_and_given_by_rulings() -> None:
    """GN-2. 3 and 2 of a climb of the 4th; one taken from 1, one given to 2."""
    rulings = (ruling("1", mountains=1), ruling("2", mountains=-1))
    race = cyclo(stage("1 0 0, 2 1 0", climbs={"A 4": "1 2"}, rulings=rulings))

    assert standings(race, "mountains") == [(1, "2", 3), (2, "1", 2)]


def test_a_team_is_given_seconds_by_a_ruling() -> None:
    """GN-2, CY-18. MOL 0 s and 20 s; SAL 10 s. The riders' own times stay."""
    race = cyclo(
        stage("1 0 0, 2 1 0", rulings=(ruling(team="MOL", seconds=20),)),
        riders="MOL: 1, SAL: 2",
    )

    assert standings(race, "teams") == [(1, "SAL", 10), (2, "MOL", 20)]
    assert standings(race) == [(1, "1", 0), (2, "2", 10)]


def test_a_teams_seconds_are_kept_on_later_stages() -> None:
    """GN-2. 5 s off for SAL on stage 1, 10 s behind: 5 s after stage 2 as well."""
    race = cyclo(
        stage("1 0 0, 2 1 0", rulings=(ruling(team="SAL", seconds=-5),)),
        stage("(1 2) 0 0"),
        riders="MOL: 1, SAL: 2",
    )

    assert standings(race, "teams") == [(1, "MOL", 0), (2, "SAL", 5)]


def test_points_are_taken_from_a_team_by_a_ruling() -> None:
    """GN-2, CR-8. GAR wins 10 and loses 5; VEL has 6. The rider keeps the 10."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9", rulings=(ruling(team="GAR", points=5),)),
        riders="GAR: 1, VEL: 2",
    )

    assert standings(race, "teams") == [(1, "VEL", 6), (2, "GAR", 5)]
    assert standings(race, "points") == [(1, "1", 10), (2, "2", 6)]


def test_a_ruling_is_shown_with_its_reason() -> None:
    """GN-2. The reason is what the award comes from."""
    given = ruling("1", seconds=20, reason="moved out of turn")
    race = cyclo(stage("1 0 0", rulings=(given,)))

    (award,) = [each for each in race.stages[0].awards if each.rule == "GN-2"]
    assert "moved out of turn" in award.source


def awards(race: Race) -> list[tuple[object, ...]]:
    """Return the awards of a race of one stage."""
    return [tuple(award) for award in race.stages[0].awards]


@pytest.mark.parametrize(
    ("given", "award"),
    [
        (ruling("1", seconds=1), ("penalty", 1)),
        (ruling("1", seconds=-1), ("bonus", 1)),
        (ruling("1", points=2), ("points", -2)),
        (ruling("1", mountains=-2), ("mountains", 2)),
    ],
)
def test_a_ruling_gives_or_takes_what_it_says_and_nothing_else(
    given: Ruling, award: tuple[str, int]
) -> None:
    """GN-2. There is no other award on this stage."""
    race = criterium(stage("1 6 1/9", points=(), bonus=(), rulings=(given,)))

    assert awards(race) == [("1", *award, "ruling: moved out of turn", 0, "GN-2")]


# GN-3: orders


def test_riders_nobody_could_part_share_a_rank() -> None:
    """
    GN-3. The stage does not count for the general, so all are at 0 s and no place
    counts either; Criterium has no further step but lots.
    """
    race = criterium(stage("1 6 1/9, 2 6 3/9, 3 6 5/9", counts=NOT_GENERAL))

    assert [rank for rank, _, _ in standings(race)] == [1, 1, 1]
    general = ClassificationName.GENERAL
    assert tied_by_lots(race.stages[0], general, race.rulebook) == (("1", "2", "3"),)


def test_no_lots_are_drawn_by_other_rules_or_after_a_cancelled_stage() -> None:
    """GN-3, GN-4."""
    general = ClassificationName.GENERAL
    level = stage("1 6 1/9, 2 6 3/9", counts=NOT_GENERAL)
    other = criterium(level, rules={"ties.general": ("sum of places",)})
    off = criterium(level, stage(cancelled="snow"))

    assert tied_by_lots(other.stages[0], general, other.rulebook) == ()
    assert tied_by_lots(off.stages[1], general, off.rulebook) == ()


def test_bibs_are_in_the_order_in_which_people_read_them() -> None:
    """GN-3. Digits of other scripts are no numbers."""
    assert sorted(["x", "\u00b2", "\u0663", "10", "2"], key=bib_order) == [
        *("2", "10", "x", "\u00b2", "\u0663")
    ]


def test_the_rank_after_a_shared_one_counts_all_who_are_ahead() -> None:
    """GN-3. Two teams on 7, and one on 3: ranks 1, 1, 3."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9, 3 6 5/9", points=(7, 7, 3), counts=NOT_GENERAL),
        riders="GAR: 1, VEL: 2, PIN: 3",
    )

    assert standings(race, "teams") == [(1, "GAR", 7), (1, "VEL", 7), (3, "PIN", 3)]


def test_riders_of_one_rank_are_listed_in_the_order_of_their_bibs() -> None:
    """GN-3, GN-12. 10 before A, 2 before 10, 2A between them, in any order entered."""
    marks = "A10 6 1/9, 10 6 3/9, A2 6 5/9, 10A 6 7/9, 2 6 8/9, 2A 7 1/9"
    race = criterium(stage(marks, counts={"general": False}))

    bibs = [bib for _, bib, _ in standings(race)]
    assert bibs == ["2", "2A", "10", "10A", "A2", "A10"]


def test_bibs_that_differ_in_a_leading_zero_have_an_order_too() -> None:
    """GN-12."""
    assert sorted(["1", "01", "2", "02"], key=bib_order) == ["01", "1", "02", "2"]


def test_every_number_in_a_bib_is_sorted_as_one() -> None:
    """GN-12."""
    assert sorted(["A1B10", "A10B1", "A1B2"], key=bib_order) == [
        "A1B2",
        "A1B10",
        "A10B1",
    ]


def test_a_bib_that_is_refused_for_its_length_can_still_be_sorted() -> None:
    """GN-8, GN-12. No number of that many digits is read."""
    digits = "9" * 5000

    assert sorted([digits, "10"], key=bib_order) == ["10", digits]


def test_a_rank_nobody_contested_names_no_step() -> None:
    """GN-3. 1 and 2 have different times."""
    race = cyclo(stage("1 0 0, 2 1 0"))

    assert parted(race) == [(1, "1", None), (2, "2", None)]


def test_each_of_three_level_riders_names_the_step_that_parted_it() -> None:
    """
    GN-3, CY-7. 20 s each after stage 2; 3 led stage 1, 1 and 2 were level to the lot.

    stage 1: 3 0 s, (1 2) 10 s   stage 2: (1 2) 0 s, 3 10 s
    """
    race = cyclo(stage("3 0 0, (1 2) 1 0"), stage("(1 2) 0 0, 3 1 0"))

    assert parted(race) == [
        (1, "3", "previous general"),
        (2, "1", "previous general"),
        (3, "2", "previous general"),
    ]


def test_riders_who_share_a_rank_name_the_step_that_parted_another_from_them() -> None:
    """
    GN-3, CR-15. 10 points each; 1 and 2 won a stage, 3 did not. Nothing parts 1 and 2:
    no stage counts for the general classification.

    stage 1: 2, 1, 3   stage 2: 1, 2, 3
    """
    race = criterium(
        stage("2 6 1/9, 1 6 3/9, 3 6 5/9", points=(10, 0, 5), counts=NOT_GENERAL),
        stage("1 6 1/9, 2 6 3/9, 3 6 5/9", points=(10, 0, 5), counts=NOT_GENERAL),
    )

    assert parted(race, "points") == [
        (1, "1", "wins"),
        (1, "2", "wins"),
        (3, "3", "wins"),
    ]


def test_riders_who_share_a_rank_name_the_step_that_parted_them_from_another() -> None:
    """
    GN-3, CR-15. 10 points each; 1 won a stage, 2 and 3 did not. Nothing parts 2 and 3:
    no stage counts for the general classification. 4 wins without points.

    stage 1: 1, 2, 3, 4   stage 2: 4, 2, 3, 1
    """
    race = criterium(
        stage(
            "1 6 1/9, 2 6 3/9, 3 6 5/9, 4 6 7/9", points=(10, 5, 5), counts=NOT_GENERAL
        ),
        stage(
            "4 6 1/9, 2 6 3/9, 3 6 5/9, 1 6 7/9", points=(0, 5, 5), counts=NOT_GENERAL
        ),
    )

    assert parted(race, "points") == [
        (1, "1", "wins"),
        (2, "2", "wins"),
        (2, "3", "wins"),
    ]


def test_riders_who_share_a_rank_name_the_step_that_parted_the_first_of_them() -> None:
    """GN-3. Level in points: 1 has a win, 2 is ahead of 3 and 4 by a second rank."""

    def fixed(*values: int) -> TieStep:
        return lambda _: values

    steps = [("wins", fixed(0, 1, 1, 1)), ("second ranks", fixed(0, 0, 1, 1))]
    rows = rank_totals(dict.fromkeys("1234", 10), steps)

    assert [(row[0], row[1], row[3]) for row in rows] == [
        (1, "1", "wins"),
        (2, "2", "wins"),
        (3, "3", "second ranks"),
        (3, "4", "second ranks"),
    ]


def test_a_share_of_ranks_may_be_parted_by_lots() -> None:
    """GN-3. Level in everything; the game leader has them draw."""
    race = criterium(
        stage("1 6 1/9, 2 6 3/9", lots={"general": "2 1"}, counts=NOT_GENERAL)
    )

    assert parted(race) == [(1, "2", "lots"), (2, "1", "lots")]


# GN-5: leading nothing


def test_a_classification_is_led_once_a_stage_has_counted_for_it() -> None:
    """
    GN-5. Stage 1 counts for neither, stage 2 for the general classification, stage 3
    for the teams too. Nobody has points.
    """
    lines = "1 0 0, 2 1 0"
    race = cyclo(
        stage(lines, points=(), counts={"general": False, "teams": False}),
        stage(lines, points=(), counts={"teams": False}),
        stage(lines, points=()),
        riders="MOL: 1, SAL: 2",
    )

    assert [set(score.led) for score in race.stages] == [
        set(),
        {"general"},
        {"general", "teams"},
    ]


# GN-4: overrides


def test_a_stage_may_have_its_own_finish_points() -> None:
    """GN-4. 50 and 30 in place of 15 and 10."""
    race = cyclo(stage("1 0 0, 2 1 0, 3 2 0", points=(50, 30)))

    assert standings(race, "points") == [(1, "1", 50), (2, "2", 30)]
    assert awards(race) == [
        ("1", "points", 50, "finish", 1, "GN-4"),
        ("2", "points", 30, "finish", 2, "GN-4"),
    ]


def test_a_place_without_points_is_no_award() -> None:
    """GN-4. The second has none."""
    race = cyclo(stage("1 0 0, 2 1 0, 3 2 0", points=(5, 0, 1)))

    assert [award.bib for award in race.stages[0].awards] == ["1", "3"]


def test_a_stage_may_have_no_finish_points() -> None:
    """GN-4. An empty scale is none at all."""
    assert standings(cyclo(stage("1 0 0", points=())), "points") == []


def test_a_stage_may_have_its_own_finish_bonus() -> None:
    """GN-4. 10 and 5 in place of 20, 12 and 8."""
    race = criterium(stage("1 6 1/9, 2 6 3/9, 3 6 5/9", bonus=(10, 5)))

    assert column(race, "bonus") == {"1": 10, "2": 5, "3": 0}


def test_a_time_trial_may_have_a_bonus_of_its_own() -> None:
    """GN-4, CR-6. None but by the stage's own word."""
    race = criterium(stage("1 6 1/9", "itt", bonus=(10,)))

    assert column(race, "bonus") == {"1": 10}


def test_a_sprint_may_have_its_own_points_and_bonus() -> None:
    """GN-4. 7 points and 4 s for the first alone; 2 has 5 s of the finish besides."""
    base = stage("1 6 1/9, 2 6 3/9", sprints={"Pont": "2 1"}, bonus=(10, 5))
    race = criterium(
        replace(base, sprints=(Sprint(name="Pont", points=(7,), bonus=(4,)),))
    )

    assert standings(race, "active") == [(1, "2", 7)]
    assert column(race, "bonus") == {"1": 10, "2": 5 + 4}
    assert [award[1:] for award in awards(race) if award[3] == "Pont"] == [
        ("bonus", 4, "Pont", 1, "GN-4"),
        ("active", 7, "Pont", 1, "GN-4"),
    ]


def test_a_summit_may_have_its_own_points_and_bonus() -> None:
    """GN-4. 9 points and 3 s for the first alone; 2 has 5 s of the finish besides."""
    base = stage("1 6 1/9, 2 6 3/9", climbs={"Col": "2 1"}, bonus=(10, 5))
    (col,) = base.sections
    race = criterium(replace(base, sections=(replace(col, points=(9,), bonus=(3,)),)))

    assert standings(race, "mountains") == [(1, "2", 9)]
    assert column(race, "bonus") == {"1": 10, "2": 5 + 3}


def test_a_stage_may_not_count_for_a_classification() -> None:
    """GN-4. A show stage: the result is there, the general is as it was."""
    race = cyclo(stage("1 0 0, 2 1 0"), stage("2 0 0, 1 9 0", counts=NOT_GENERAL))

    assert times(race) == [("2", 0), ("1", 90)]
    assert standings(race) == [(1, "1", 0), (2, "2", 10)]


def test_a_stage_that_does_not_count_for_one_classification_counts_for_the_rest() -> (
    None
):
    """GN-4. No points on stage 2, but its time."""
    race = cyclo(stage("1 0 0, 2 1 0"), stage("2 0 0, 1 9 0", counts={"points": False}))

    assert standings(race, "points") == [(1, "1", 15), (2, "2", 10)]
    assert standings(race) == [(1, "2", 0), (2, "1", 80)]


def test_a_stage_that_does_not_count_for_the_teams_leaves_them_as_they_were() -> None:
    """GN-4, CR-8. 10 and 6 points of stage 1; stage 2 and its ruling add nothing."""
    fine = ruling(team="GAR", points=1)
    race = criterium(
        stage("1 6 1/9, 2 6 3/9"),
        stage("2 6 1/9, 1 6 3/9", counts={"teams": False}, rulings=(fine,)),
        riders="GAR: 1, VEL: 2",
    )

    assert standings(race, "teams") == [(1, "GAR", 10), (2, "VEL", 6)]


def test_a_stage_that_does_not_count_is_no_stage_win() -> None:
    """
    GN-4, CR-15. A stage and a second place each; 2 wins the third, of no points.

    1 leads the general by the seconds of stage 1.
    """
    no_points = {"points": False, "general": False}
    race = criterium(
        stage("1 6 1/9, 2 9 3/9"),
        stage("2 6 1/9, 1 6 3/9"),
        stage("2 6 1/9, 1 6 3/9", counts=no_points),
    )

    assert parted(race, "points") == [(1, "1", "general"), (2, "2", "general")]


def test_a_cancelled_stage_changes_no_classification() -> None:
    """GN-4. Stopped by snow; the marks that were taken do not count."""
    race = cyclo(
        stage("1 0 0, 2 1 0"), stage("2 0 0, 1 9 0", cancelled="snow on the table")
    )

    assert race.stages[1].standings == race.stages[0].standings
    assert race.stages[1].jerseys == race.stages[0].jerseys != ()


def test_a_cancelled_stage_needs_no_results() -> None:
    """GN-4. Called off in the morning; the next one follows."""
    race = cyclo(
        stage("1 0 0, 2 1 0"),
        stage(cancelled="snow on the table"),
        stage("1 0 0, 2 1 0"),
    )

    assert standings(race) == [(1, "1", 0), (2, "2", 20)]


def test_the_previous_classification_is_the_one_before_a_cancelled_stage() -> None:
    """GN-4, CY-7. Level after stage 3; 2 was ahead after stage 1."""
    race = cyclo(
        stage("2 0 0, 1 1 0"),
        stage(cancelled="snow on the table"),
        stage("1 0 0, 2 1 0"),
    )

    assert parted(race) == [(1, "2", "previous general"), (2, "1", "previous general")]


def test_nobody_leaves_the_race_on_a_cancelled_stage() -> None:
    """GN-4. 2 had dropped out when the snow came, and starts again on stage 3."""
    race = cyclo(
        stage("1 0 0, 2 1 0"),
        stage("1 0 0, DNF 2", cancelled="snow on the table"),
        stage("1 0 0, 2 1 0"),
    )

    assert standings(race) == [(1, "1", 0), (2, "2", 20)]
    assert RaceBeforeStage(race.tour, 3, race.rulebook).racing == ("1", "2")


def test_a_house_rule_replaces_a_scale() -> None:
    """GN-4. bonus.finish of the contract: 10, 6, 4."""
    race = criterium(stage("1 6 1/9, 2 6 3/9"), rules={"bonus.finish": (10, 6, 4)})

    assert column(race, "bonus") == {"1": 10, "2": 6}
