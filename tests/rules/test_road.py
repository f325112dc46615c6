"""The real sport: times as given, its scales and its ties (RR-1 to RR-9)."""

import pytest

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.ranking import steps_to_lots
from tests.rules.tour_texts import column, parted, race, stage
from tests.rules.track_meeting import met, only
from tests.scored import race_of

TEAMS = "MOL: 1 2 3, SAL: 4 5 6"
NO_BONUS = '"bonus.finish" = []'

# RR-1: times as given


@pytest.mark.parametrize(
    ("mark", "seconds"),
    [("4:00:07", 14407), ("+1:07", 14467), ("+75:00", 18900), ("s", 14400)],
)
def test_a_time_is_given_whole_or_as_a_gap_or_as_the_same(
    mark: str, seconds: int
) -> None:
    """RR-1. A gap is from the stage winner, `s` the time of the line above."""
    (result,) = race("road", stage(f"1 4:00:00, 2 {mark}"))

    assert column(result["result"], "time")["2"] == seconds


@pytest.mark.parametrize(
    ("mark", "seconds"),
    [
        *[("4h 01' 07''", 14467), ("04h01'07\"", 14467), ("4:01:07,9", 14467)],
        *[("+ 1' 07''", 14467), ("+ 00h 01' 07''", 14467), ("+1\u201907\u201d", 14467)],
        *[("4h 01\u2032 07\u2033", 14467), ("+ 7\u2033", 14407)],
        *[("+ 7''", 14407), ('+07"', 14407)],
        *[("s.t.", 14400), ("m.t.", 14400), ("z.t.", 14400)],
        *[("S", 14400), ("S.T.", 14400), (",,", 14400), ('"', 14400), ("''", 14400)],
    ],
)
def test_a_time_may_be_written_as_in_published_results(mark: str, seconds: int) -> None:
    """RR-1."""
    result = race(
        "road", stage("1 4:00:00").replace("1 4:00:00", f"1 4:00:00\n2 {mark}")
    )

    assert column(result[0]["result"], "time")["2"] == seconds


@pytest.mark.parametrize("mark", ["+7", "7''", "4:00:7", "4h", "+1'7''", "4.00.07"])
def test_an_incomplete_time_is_refused(mark: str) -> None:
    """RR-1."""
    text = f"""
[tour]
name = "T"
rulebook = "road"
[[rider]]
bib = "1"
[[stage]]
finish = '''1 {mark}\n'''
"""
    (problem, *_) = race_of(text).problems

    assert "expected a mark" in problem.message


def test_the_same_time_after_a_gap_is_that_of_the_line_above() -> None:
    """RR-1."""
    (result,) = race("road", stage("1 4:00:00, 2 +0:12, 3 s, 4 +0:13"))

    assert column(result["result"], "gap") == {"1": 0, "2": 12, "3": 12, "4": 13}


@pytest.mark.parametrize("kind", ["itt", "prologue", "road"])
def test_fractions_are_dropped_and_not_rounded(kind: str) -> None:
    """RR-1. Whole seconds count."""
    (result,) = race("road", stage("1 0:12:34.999, 2 0:12:35.001", kind))

    assert column(result["result"], "time") == {"1": 754, "2": 755}


def test_a_gap_counts_from_the_winners_time_with_its_fraction() -> None:
    """RR-1. 12:34.6 and a gap of 10.5 s are 12:45.1."""
    (result,) = race("road", stage("1 0:12:34.6, 2 +0:10.5", "itt"))

    assert column(result["result"], "time")["2"] == 765


def test_places_are_the_order_of_the_lines_even_against_the_times() -> None:
    """RR-1. 2 was relegated and keeps the time."""
    (result,) = race("road", stage("1 4:00:00, 3 +1:20, 2 s, 4 +0:07"))

    assert column(result["result"], "place") == {"1": 1, "3": 2, "2": 3, "4": 4}
    assert column(result["result"], "gap")["4"] == 7


@pytest.mark.parametrize("mark", ["s", "+0:10", "+0:00.001"])
def test_the_first_of_a_stage_has_a_time(mark: str) -> None:
    """RR-1. There is nothing ahead of the first for a gap or `s`."""
    text = f"""
[tour]
name = "No winner's time"
rulebook = "road"
[[rider]]
bib = "1"
[[stage]]
finish = "1 {mark}"
"""
    (problem,) = race_of(text).problems

    assert problem.code == "first"
    assert problem.message == (
        f"rider 1 is first with {mark}: expected a time such as 3:25:10 (RR-1)"
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            "1 4:32:10\n2 0:12\n3 0:15",
            (
                "rider 2 has 0:00:12, less than half of the time 4:32:10: a gap is"
                " written with + (RR-1)"
            ),
        ),
        ("1 4:32:10\n2 2:16:05\n3 s", ""),
        ("1 4:32:10\n2 +0:12\n3 +0:15", ""),
    ],
)
def test_a_gap_without_its_plus_is_a_warning(lines: str, said: str) -> None:
    """RR-1. Published results have gaps such as 0:12; only the first is reported."""
    riders = "".join(f'[[rider]]\nbib = "{bib}"\n' for bib in "123")
    text = f"""
[tour]
name = "Copied"
rulebook = "road"
{riders}
[[stage]]
finish = \"\"\"
{lines}
\"\"\"
"""
    found = race_of(text)

    assert [(p.warning, p.message) for p in found.problems] == [(True, said)] * bool(
        said
    )
    assert len(found.stages) == 1


def test_the_winner_may_have_no_gap_where_only_gaps_are_known() -> None:
    """RR-1."""
    (result,) = race("road", stage("1 +0:00, 2 +0:12, 3 s"))

    assert column(result["result"], "time") == {"1": 0, "2": 12, "3": 12}


def test_no_time_is_changed_unless_a_gap_is_set() -> None:
    """RR-1."""
    (result,) = race("road", stage("1 4:00:00, 2 +0:01"))

    assert column(result["result"], "gap") == {"1": 0, "2": 1}


def test_less_than_the_gap_set_behind_is_the_same_time_and_chains() -> None:
    """RR-1. With 3 s: 2 is 2.999 s behind the rider ahead, 3 is 2 s, and 4 is 3 s."""
    lines = "1 4:00:00, 2 +0:02.999, 3 +0:05, 4 +0:08"
    (result,) = race("road", stage(lines), options="same_time_gap = 3")

    assert column(result["result"], "gap") == {"1": 0, "2": 0, "3": 0, "4": 8}


def test_no_gap_makes_the_same_time_in_a_time_trial() -> None:
    """RR-1."""
    lines = "1 0:10:00, 2 +0:02"
    (result,) = race("road", stage(lines, "itt"), options="same_time_gap = 3")

    assert column(result["result"], "gap") == {"1": 0, "2": 2}


def test_a_time_limit_in_percent_is_that_of_the_winners_time() -> None:
    """CR-12. 10 % of ten minutes."""
    lines = stage("1 0:10:00, 2 +1:00, 3 +1:01")
    (result,) = race("road", lines, rules='"time_limit.percent" = 10')

    assert column(result["result"], "status") == {"1": "FIN", "2": "FIN", "3": "OTL"}


# RR-2: general, and its ties


def test_the_general_classification_takes_bonus_off_and_adds_penalties() -> None:
    """RR-2, RR-3. 1 wins 10 s and loses 20."""
    penalty = '[[stage.ruling]]\nbib = "1"\nseconds = 20\nreason = "a push"'
    (result,) = race("road", stage("1 4:00:00, 2 s, 3 s, 4 s") + "\n" + penalty)

    assert column(result["general"], "time") == {
        "2": 14394,
        "3": 14396,
        "4": 14400,
        "1": 14410,
    }


def test_equal_times_are_parted_by_the_fractions_of_time_trials_first() -> None:
    """RR-2. 1 has the better places, 2 the better fraction: .10 against .90."""
    stages = stage("1 0:10:00, 2 s", more="bonus = []")
    trial = stage("1 0:05:00.90, 2 0:05:00.10", "itt")
    general = race("road", stages, trial)[-1]["general"]

    assert parted(general) == [("2", "fractions"), ("1", "fractions")]
    assert {row["time"] for row in general} == {900}


def test_fractions_of_other_stages_part_nothing() -> None:
    """RR-2. A road stage and a team time trial."""
    stages = (
        stage("1 0:10:00.9, 2 0:10:00.1", more="bonus = []"),
        stage("1 0:10:00.9, 2 0:10:00.1", "ttt"),
    )
    general = race("road", *stages)[-1]["general"]

    assert parted(general) == [("1", "sum of places"), ("2", "sum of places")]


def test_a_thousandth_of_a_second_parts_equal_times() -> None:
    """RR-2. 1 is first of the sheet, 2 has not a thousandth more than 10 minutes."""
    trial = stage("1 0:10:00.001, 2 0:10:00", "itt")
    (result,) = race("road", trial)

    assert parted(result["general"]) == [("2", "fractions"), ("1", "fractions")]


def test_a_time_trial_that_does_not_count_has_no_fractions() -> None:
    """RR-2, GN-4. 2 had the better fraction."""
    stages = (
        stage("1 0:05:00.9, 2 0:05:00.1", "itt", more="counts = { general = false }"),
        stage("1 0:10:00, 2 s", more="bonus = []"),
    )
    general = race("road", *stages)[-1]["general"]

    assert parted(general) == [("1", "sum of places"), ("2", "sum of places")]


def test_equal_times_are_parted_by_the_sum_of_places_next() -> None:
    """RR-2. 1 has places 1 and 3, 2 has 2 and 1."""
    stages = (stage("1 0:10:00, 2 s, 3 s"), stage("2 0:10:00, 3 s, 1 s"))
    general = race("road", *stages, rules=NO_BONUS)[-1]["general"]

    assert parted(general) == [
        ("2", "sum of places"),
        ("1", "sum of places"),
        ("3", "sum of places"),
    ]


def test_the_places_of_team_time_trials_are_not_added_up() -> None:
    """RR-2. 2 is ahead by the place on the road, whatever the team time trial."""
    stages = (
        stage("2 0:10:00, 1 s, 3 +9:00, 4 s"),
        stage("3 0:10:00, 4 s, 1 s, 2 s", "ttt"),
    )
    general = race("road", *stages, rules=NO_BONUS)[-1]["general"]

    assert parted(general)[:2] == [("2", "sum of places"), ("1", "sum of places")]


def test_equal_times_are_parted_by_the_last_place_in_the_end() -> None:
    """RR-2. Both have places 1 and 2."""
    stages = (stage("1 0:10:00, 2 s"), stage("2 0:10:00, 1 s"))
    general = race("road", *stages, rules=NO_BONUS)[-1]["general"]

    assert parted(general) == [("2", "latest place"), ("1", "latest place")]


# RR-3: bonus seconds


def test_bonus_seconds_at_the_finish_and_at_sprints() -> None:
    """RR-3: 10, 6, 4 and 3, 2, 1."""
    lines = "1 0:10:00, 2 s, 3 s, 4 s"
    (result,) = race("road", stage(lines, sprints={"Sluis": "4 3 2 1"}))

    assert column(result["result"], "bonus") == {"1": 10, "2": 7, "3": 6, "4": 3}


@pytest.mark.parametrize("kind", ["itt", "prologue", "ttt"])
def test_there_is_no_bonus_in_a_time_trial(kind: str) -> None:
    """RR-3."""
    (result,) = race("road", stage("1 0:10:00, 2 s", kind))

    assert set(column(result["result"], "bonus").values()) == {0}


# RR-4: points


@pytest.mark.parametrize(
    ("about", "first", "second"),
    [
        ("", 50, 30),
        ('profile = "flat"', 50, 30),
        ('profile = "hilly"', 30, 25),
        ('profile = "mountain"', 20, 17),
    ],
)
def test_the_points_at_the_finish_go_by_the_profile(
    about: str, first: int, second: int
) -> None:
    """RR-4. Flat where nothing is said."""
    (result,) = race("road", stage("1 0:10:00, 2 s", more=about))

    assert column(result["points"], "points") == {"1": first, "2": second}


def test_a_time_trial_has_its_scale_and_a_team_time_trial_none() -> None:
    """RR-4, CY-2."""
    stages = (stage("1 0:10:00, 2 s", "itt"), stage("2 0:10:00, 1 s", "ttt"))

    assert column(race("road", *stages)[-1]["points"], "points") == {"1": 20, "2": 17}


def test_a_sprint_of_a_stage_that_does_not_count_for_points_is_not_won() -> None:
    """RR-4, GN-4. 3 and 4 have 20 points each, and 4 is ahead: 3 has won no sprint."""
    lines = "1 0:10:00, 2 s, 4 s, 3 s"
    ruled = "".join(
        f'\n[[stage.ruling]]\nbib = "{bib}"\npoints = -20\nreason = "fair play"'
        for bib in "34"
    )
    stages = (
        stage(lines, sprints={"Sluis": "3"}, more="counts = { points = false }"),
        stage(lines, more="points = []") + ruled,
    )
    found = race("road", *stages, rules='"bonus.sprint" = []')

    assert parted(found[-1]["points"]) == [("4", "general"), ("3", "general")]


def test_equal_points_are_parted_by_stage_wins_then_sprint_wins_then_general() -> None:
    """RR-4. 20 points each: 1 a stage, 2 a sprint, 3 and 4 neither.

    A row names the step that parted it from the row above.
    """
    places = "points = [20]\nbonus = []"
    lines = "1 0:10:00, 2 s, 4 s, 3 s"
    ruled = "".join(
        f'\n[[stage.ruling]]\nbib = "{bib}"\npoints = -20\nreason = "fair play"'
        for bib in "34"
    )
    (result,) = race("road", stage(lines, sprints={"Sluis": "2"}, more=places) + ruled)

    assert parted(result["points"]) == [
        ("1", "wins"),
        ("2", "wins"),
        ("4", "sprint wins"),
        ("3", "general"),
    ]


# RR-5: mountains


@pytest.mark.parametrize(
    ("category", "scale"),
    [
        ("HC", [20, 15, 12, 10, 8, 6, 4, 2]),
        ("cat1", [10, 8, 6, 4, 2, 1]),
        ("cat2", [5, 3, 2, 1]),
        ("cat3", [2, 1]),
        ("cat4", [1]),
    ],
)
def test_a_summit_is_worth_what_its_category_is(
    category: str, scale: list[int]
) -> None:
    """RR-5."""
    lines = ", ".join(["1 0:10:00", *(f"{bib} s" for bib in range(2, 10))])
    col = {f"Col {category}": "1 2 3 4 5 6 7 8 9"}
    (result,) = race("road", stage(lines, climbs=col))

    assert list(column(result["mountains"], "points").values()) == scale


def test_equal_mountains_points_are_parted_by_wins_on_the_harder_climbs() -> None:
    """RR-5. Two points each: 1 won on a 3rd category, 2 twice on a 4th."""
    lines = "2 0:10:00, 1 s"
    climbs = {"A cat3": "1", "B cat4": "2", "C cat4": "2"}
    (result,) = race("road", stage(lines, climbs=climbs))

    assert parted(result["mountains"]) == [
        ("1", "wins by category"),
        ("2", "wins by category"),
    ]


def test_equal_mountains_points_and_wins_are_parted_by_the_general() -> None:
    """RR-5. A win on a 4th category each."""
    climbs = {"A cat4": "1", "B cat4": "2"}
    (result,) = race("road", stage("2 0:10:00, 1 s", climbs=climbs))

    assert parted(result["mountains"]) == [("2", "general"), ("1", "general")]


# RR-6: teams


def test_a_team_has_its_three_best_times_without_bonus_and_penalty() -> None:
    """RR-6. The slowest of MOL is placed third; SAL is given 5 s by a ruling."""
    lines = "1 0:10:00, 4 +0:01, 5 s, 2 s, 6 s, 7 +9:00, 3 +0:02"
    riders = "MOL: 1 2 3 7, SAL: 4 5 6"
    ruled = '\n[[stage.ruling]]\nbib = "1"\nseconds = 20\nreason = "a push"'
    fined = '\n[[stage.ruling]]\nteam = "SAL"\nseconds = 5\nreason = "a late car"'
    (result,) = race("road", stage(lines) + ruled + fined, riders=riders)

    assert column(result["team_result"], "time") == {"MOL": 1803, "SAL": 1803}
    assert column(result["teams"], "time") == {"MOL": 1803, "SAL": 1808}


def test_equal_team_times_on_a_stage_are_parted_by_the_three_places() -> None:
    """RR-6. 4, 5, 6 sum up to 10; 1, 2, 3 to 11, with the winner among them."""
    lines = "1 0:10:00, 4 s, 5 s, 2 s, 6 s, 3 s"
    (result,) = race("road", stage(lines), riders=TEAMS)

    assert column(result["team_result"], "time") == {"SAL": 1800, "MOL": 1800}
    assert column(result["team_result"], "rank") == {"SAL": 1, "MOL": 2}


def test_equal_places_on_a_stage_are_parted_by_the_best_of_them() -> None:
    """RR-6. 1 + 5 + 6 against 2 + 3 + 7; the rest rides alone."""
    lines = "1 0:10:00, 4 s, 5 s, 9 s, 2 s, 3 s, 6 s"
    (result,) = race("road", stage(lines), riders=TEAMS + ", 9")

    assert column(result["team_result"], "rank") == {"MOL": 1, "SAL": 2}


def test_a_team_with_two_at_the_finish_is_out_for_good() -> None:
    """RR-6. Its riders ride on."""
    stages = (
        stage("1 0:10:00, 2 s, 4 s, 5 s, 6 s, DNF 3"),
        stage("1 0:10:00, 2 s, 4 s, 5 s, 6 s"),
    )
    found = race("road", *stages, riders=TEAMS)

    assert [column(each["teams"], "rank") for each in found] == [{"SAL": 1}] * 2
    assert len(found[1]["general"]) == 5


def test_a_team_that_was_short_once_stays_out_when_its_riders_are_back() -> None:
    """RR-6, CY-11. 3 is outside the limit on stage 1 and misses stage 2 only."""
    home = "1 0:10:00, 2 s, 4 s, 5 s, 6 s"
    stages = (stage(f"{home}, 3 +0:11 OTL"), stage(home), stage(f"{home}, 3 s"))
    back = '"time_limit.back" = true'
    found = race("road", *stages, riders=TEAMS, rules=back)

    assert [column(each["teams"], "rank") for each in found] == [{"SAL": 1}] * 3
    assert column(found[2]["team_result"], "rank") == {"MOL": 1, "SAL": 2}


def test_a_team_time_trial_counts_three_times_the_time_of_the_third() -> None:
    """RR-6, decided. Three of MOL are at most 5 s behind the first, the fourth 9 s."""
    lines = "1 0:30:00, 7 +0:09, 2 +0:01, 3 +0:05, 4 +0:20, 5 s, 6 s"
    riders = "MOL: 1 2 3 7, SAL: 4 5 6"
    (result,) = race("road", stage(lines, "ttt"), riders=riders)

    assert column(result["teams"], "time") == {"MOL": 3 * 1805, "SAL": 3 * 1820}


def test_riders_of_a_team_time_trial_keep_their_own_times() -> None:
    """RR-1. No time is ever changed."""
    lines = "1 0:30:00, 2 s, 3 +0:05, 4 +0:20, 5 s, 6 s"
    (result,) = race("road", stage(lines, "ttt"), riders=TEAMS)

    assert column(result["general"], "gap")["3"] == 5


def test_equal_teams_are_parted_by_stages_won_then_by_second_ranks() -> None:
    """RR-6. A stage each, and SAL the better rider: nothing parts them but that."""
    stages = (
        stage("1 0:10:00, 2 s, 3 s, 4 +0:01, 5 s, 6 s"),
        stage("4 0:10:00, 5 s, 6 s, 1 +0:01, 2 s, 3 s", more="bonus = [30]"),
    )
    teams = race("road", *stages, riders=TEAMS)[-1]["teams"]

    assert parted(teams) == [("SAL", "best rider"), ("MOL", "best rider")]


def test_equal_teams_are_parted_by_stages_won() -> None:
    """RR-6. MOL wins two of three stages by a second, SAL one by two."""
    close = "1 0:10:00, 2 s, 3 s, 4 s, 5 s, 6 +0:01"
    stages = (
        stage(close),
        stage(close),
        stage("4 0:10:00, 5 s, 6 s, 1 s, 2 s, 3 +0:02", more="bonus = [60]"),
    )
    teams = race("road", *stages, riders=TEAMS)[-1]["teams"]

    assert parted(teams) == [("MOL", "team places"), ("SAL", "team places")]


# RR-7 to RR-9


def test_the_young_are_ranked_as_the_general_classification_ranks_them() -> None:
    """RR-7. The gap is behind the best of them."""
    (result,) = race("road", stage("1 0:10:00, 2 +0:10, 3 +0:20"), riders="1 2y 3y")

    assert [(r["rank"], r["bib"], r["gap"]) for r in result["young"]] == [
        (1, "2", 0),
        (2, "3", 12),
    ]


def test_lots_drawn_for_the_general_classification_part_the_young_too() -> None:
    """RR-7. 2 and 3 share times and places; the lots put 3 ahead of 2 in both."""
    more = "counts = { general = false }\nlots = { general = '1 3 2' }"
    (result,) = race("road", stage("1 0:10:00, 2 s, 3 s", more=more), riders="1 2y 3y")

    assert parted(result["general"]) == [("1", "lots"), ("3", "lots"), ("2", "lots")]
    assert parted(result["young"]) == [("3", "lots"), ("2", "lots")]


def test_lots_drawn_for_the_young_alone_are_in_vain() -> None:
    """RR-7. The young stand as they stand in the general classification."""
    facts = """counts = { general = false }
lots = { young = "2 1" }
finish = "1 0:10:00\\n2 s\\n3 s"
[[rider]]
bib = "2"
young = true
[[rider]]
bib = "1"
young = true
"""
    found = met("road", "3", facts)

    assert [
        row.rank for row in found.stages[0].standings[ClassificationName.YOUNG]
    ] == [1, 1]
    assert only(found).code == "lots"
    assert only(found).warning
    assert only(found).message == (
        "lots for 'young' have no effect: draw them for 'general' (RR-7)"
    )


def test_young_riders_are_parted_by_the_steps_of_the_general_classification() -> None:
    """RR-7."""
    names = ClassificationName.GENERAL, ClassificationName.YOUNG
    rules = race_of('[tour]\nrulebook = "road"').rulebook
    general, young = (steps_to_lots(name, rules) for name in names)

    assert young == general == rules.words("ties.general")


def test_lots_are_drawn_for_who_is_level_after_the_steps_before_them() -> None:
    """CY-7, CY-8, CY-18, RR-4. Cyclo has no steps for the most active riders."""
    cyclo, road = (
        race_of(f'[tour]\nrulebook = "{name}"').rulebook for name in ("cyclo", "road")
    )
    name = ClassificationName

    assert steps_to_lots(name.GENERAL, cyclo) == ("previous general", "lots")
    assert steps_to_lots(name.POINTS, cyclo) == ("previous general", "lots")
    assert steps_to_lots(name.TEAMS, cyclo) == ("best rider", "lots")
    assert steps_to_lots(name.ACTIVE, cyclo) == ()
    assert steps_to_lots(name.POINTS, road)[:3] == ("wins", "sprint wins", "general")


def test_there_is_no_young_classification_without_young_riders() -> None:
    """RR-7."""
    (result,) = race("road", stage("1 0:10:00, 2 s"))

    assert "young" not in result
    assert "white" not in {jersey["jersey"] for jersey in result["jerseys"]}


def test_nobody_wears_white_until_a_stage_counts_for_the_general_classification() -> (
    None
):
    """RR-8, GN-5."""
    more = "counts = { general = false }"
    (result,) = race("road", stage("1 0:10:00, 2 s", more=more), riders="1y 2")

    assert column(result["young"], "rank") == {"1": 1}
    assert [jersey["jersey"] for jersey in result["jerseys"]] == ["green"]


def test_one_rider_wears_one_jersey_the_highest() -> None:
    """RR-8: yellow, green, polka dot, white. 1 leads all four."""
    lines = "1 0:10:00, 2 s, 3 s, 4 s"
    found = race("road", stage(lines, climbs={"Col HC": "1 3"}), riders="1y 2 3 4y")
    jerseys = found[0]["jerseys"]

    assert [(each["jersey"], each["leader"], each["wearer"]) for each in jerseys] == [
        ("yellow", "1", "1"),
        ("green", "1", "2"),
        ("polka dot", "1", "3"),
        ("white", "1", "4"),
    ]


def test_a_sprint_and_a_climb_stay_won_by_a_rider_who_leaves() -> None:
    """RR-9. 3 stops on the same stage: nobody moves up."""
    lines = "1 0:10:00, 2 s, DNF 3"
    won = stage(lines, sprints={"Sluis": "3 1"}, climbs={"Col cat4": "3 1"})
    (result,) = race("road", won, riders="1 2 3")

    assert column(result["result"], "points") == {"1": 67, "2": 30, "3": 20}
    assert column(result["result"], "mountains") == {"1": 0, "2": 0, "3": 1}
    assert result["mountains"] == []
