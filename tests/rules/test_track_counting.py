"""What a track race counts for: in a tour nothing by itself, in an omnium its places.

CR-13 and CY-20 leave both open; GN-4 lets a stage say otherwise.
"""

import pytest

from peloton.reports.classifications.standings import jerseys_sheet, standings_sheet
from peloton.reports.stage.communique import communique_sheet
from peloton.reports.stage.kit import kit_sheet
from peloton.reports.stage.result import stage_sheet
from peloton.reports.tour.status import status_sheet
from peloton.rules.explain.rider import explanation
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import Race
from tests.rules.track_meeting import met, only, points, raced

GENERAL, POINTS = ClassificationName.GENERAL, ClassificationName.POINTS
ROAD = 'kind = "road"\nfinish = """\n1 0 5\n2 1 5\n3 2 5\n"""'
KEIRIN = 'kind = "keirin"\nfinish = """\n3 0 1\n2 4 1\n"""'
OMNIUM = '[tour.options]\nformat = "omnium"'


def totals(race: Race, name: ClassificationName = GENERAL) -> dict[str, int]:
    return {row.who: row[2] for row in race.stages[-1].standings[name]}


def test_a_track_race_in_a_tour_changes_no_classification() -> None:
    before = raced("cyclo", "1 2 3", ROAD)
    after = raced("cyclo", "1 2 3", f"{ROAD}\n\n{KEIRIN}")

    assert after.stages[1].standings == before.stages[0].standings
    assert points(after) == {"3": 0, "2": 0}


@pytest.mark.parametrize(
    ("rulebook", "header"),
    [
        ("criterium", ""),
        ("criterium", '[tour.options]\nformat = "points"'),
        ("cyclo", ""),
    ],
)
def test_nobody_wears_a_jersey_before_a_stage_has_counted(
    rulebook: str, header: str
) -> None:
    """GN-5. Nor after a points race, which counts for nothing by itself."""
    lap = 'kind = "points race"\nlaps = ["2 1"]'
    race = raced(rulebook, "1 2 3", f"{lap}\n\nlength = 40", header)
    (note,) = jerseys_sheet(race).notes

    assert race.stages[0].jerseys == ()
    assert "counts = { general = true, points = true }" in note
    said = (*status_sheet(race).notes, *kit_sheet(race).notes)
    assert not any("leads" in line for line in said)
    for sheet in (stage_sheet, communique_sheet, standings_sheet):
        assert note in sheet(race).notes


def test_the_key_that_the_sheets_name_makes_a_race_count() -> None:
    """GN-5, GN-4. 3 wins the keirin and has 10 points."""
    counts = "counts = { general = true, points = true }"
    header = '[tour.options]\nformat = "points"'
    keirin = 'kind = "keirin"\nfinish = """\n3 6 1/9\n2 6 4/9\n"""'
    race = raced("criterium", "1 2 3", f"{keirin}\n{counts}", header)

    assert totals(race) == {"3": 10, "2": 6, "1": 0}
    assert race.stages[0].jerseys[0].wearer == "3"
    assert jerseys_sheet(race).notes == ()


def test_a_stage_may_count_for_the_general_classification() -> None:
    """GN-4, GN-10. 2 is 40 s behind 3 in the keirin; 1 does not ride it."""
    absent = KEIRIN.replace("3 0 1", "ABS 1\n3 0 1")
    counts = "[stage.counts]\ngeneral = true"
    race = raced("cyclo", "1 2 3", f"{ROAD}\n\n{absent}\n{counts}")

    assert totals(race) == {"2": 30, "3": 0}


def test_a_rider_missing_from_a_race_whose_times_count_is_an_error() -> None:
    """GN-1: a missing rider is an error, never 0 seconds."""
    counts = "[stage.counts]\ngeneral = true"
    race = met("cyclo", "1 2 3", f"{ROAD}\n\n{KEIRIN}\n{counts}")

    assert [(problem.stage, problem.bib) for problem in race.problems] == [(2, "1")]
    assert only(race).message.startswith("rider 1 is missing: expected a mark, or one")


def test_a_race_that_counts_for_the_general_classification_has_its_bonus() -> None:
    """GN-4, CR-6. 20 and 12 s off at the finish."""
    keirin = 'kind = "keirin"\nfinish = """\n3 6 1/9\n2 6 4/9\n"""'
    race = raced("criterium", "2 3", f"{keirin}\n[stage.counts]\ngeneral = true")

    assert {line.bib: line.bonus for line in race.stages[0].result} == {
        "3": 20,
        "2": 12,
    }


def test_points_taken_off_in_a_points_race_count_in_a_tour_by_points() -> None:
    """CR-11, CR-13, GN-2. 10 and 6 on the last lap, 5 taken from 1."""
    race = raced(
        "criterium",
        "1 2",
        'kind = "points race"\nlaps = ["1 2"]\ncounts = { general = true }\n'
        '[[stage.ruling]]\nbib = "1"\npoints = 5\nreason = "left the track"',
        '[tour.options]\nformat = "points"',
    )

    assert totals(race) == {"2": 6, "1": 5}


def test_a_stage_may_count_for_points_with_the_scale_of_the_finish() -> None:
    """GN-4, CY-8. 15 and 10, and nothing was won before."""
    race = raced("cyclo", "1 2 3", f"{KEIRIN}\n[stage.counts]\npoints = true")

    assert totals(race, POINTS) == {"3": 15, "2": 10}


def test_a_stage_counts_for_points_if_it_has_a_scale_of_its_own() -> None:
    """GN-4."""
    race = raced("cyclo", "1 2 3", f"{KEIRIN}\npoints = [4, 2]")

    assert points(race) == {"3": 4, "2": 2}
    assert totals(race, POINTS) == {"3": 4, "2": 2}


def test_the_points_of_a_points_race_are_its_own() -> None:
    """CY-20, GN-4: unless the stage says that they count."""
    lap = 'kind = "points race"\nlaps = ["1 2"]'
    alone = raced("cyclo", "1 2 3", lap)
    counting = raced("cyclo", "1 2 3", f"{lap}\n[stage.counts]\npoints = true")

    assert totals(alone, POINTS) == {}
    assert totals(counting, POINTS) == {"1": 15, "2": 9}


def test_an_omnium_adds_up_points_for_the_places_on_each_stage() -> None:
    """
    CR-13, CR-8: 10, 6, 4.

    elimination: 3 1 2; keirin: 1 3, and 2 does not ride
    """
    race = raced(
        "criterium",
        "1 2 3",
        'kind = "elimination"\neliminated = "2 1"\n\n'
        'kind = "keirin"\nfinish = """\n1 3 3/9\n3 3 4/9\n"""',
        OMNIUM,
    )

    assert totals(race) == {"1": 16, "3": 16, "2": 4}


def test_equal_omnium_points_are_parted_by_wins_and_then_by_the_latest_race() -> None:
    """One win each; 1 won the keirin."""
    race = raced(
        "criterium",
        "1 2 3",
        'kind = "elimination"\neliminated = "2 1"\n\n'
        'kind = "keirin"\nfinish = """\n1 3 3/9\n3 3 4/9\n"""',
        OMNIUM,
    )

    rows = race.stages[-1].standings[GENERAL]
    assert [(row.rank, row.who, row.tie) for row in rows] == [
        (1, "1", "latest place"),
        (2, "3", "latest place"),
        (3, "2", None),
    ]


def test_who_was_not_in_the_latest_race_ranks_behind_on_equal_points() -> None:
    """2 and 3 have 6 and no win each; 2 was second in the first race, 3 in the last."""
    first = 'kind = "keirin"\nfinish = """\n1 3 3/9\n2 3 4/9\n"""'
    last = 'kind = "keirin"\nfinish = """\n1 3 3/9\n3 3 4/9\n"""'
    race = raced("criterium", "1 2 3", f"{first}\n\n{last}", OMNIUM)

    assert [row.who for row in race.stages[-1].standings[GENERAL]] == ["1", "3", "2"]


def test_riders_of_a_team_have_their_teams_place_in_an_omnium() -> None:
    """CY-20, CY-8: 15 and 10; the teams have three times as much."""
    finish = "1 6 5\n2 6 4\n3 8 1\n4 8 4\n5 8 5\n6 8 4"
    race = raced(
        "cyclo",
        "RED: 1 2 3, BLU: 4 5 6",
        f'kind = "team pursuit"\nfinish = """\n{finish}\n"""',
        OMNIUM,
    )

    assert totals(race) == {**dict.fromkeys("456", 15), **dict.fromkeys("123", 10)}
    assert totals(race, ClassificationName.TEAMS) == {"BLU": 45, "RED": 30}
    assert [(t.team, t.time, t.points) for t in race.stages[0].team_result] == [
        ("BLU", 76, None),
        ("RED", 79, None),
    ]


def test_teams_are_ranked_on_a_race_of_an_omnium_by_the_points_of_their_riders() -> (
    None
):
    """CR-13. 10 + 4 and 6 for the places in the keirin."""
    keirin = 'kind = "keirin"\nfinish = """\n1 3 1/9\n3 3 4/9\n2 3 5/9\n"""'
    race = raced("criterium", "RED: 1 2, BLU: 3", keirin, OMNIUM)

    assert [(t.team, t.points) for t in race.stages[0].team_result] == [
        ("RED", 14),
        ("BLU", 6),
    ]


def test_riders_who_share_a_place_share_its_omnium_points() -> None:
    """GN-3. 2 and 3 are second, 6 each."""
    race = raced("criterium", "1 2 3", 'kind = "points race"\nlaps = ["1"]', OMNIUM)

    assert totals(race) == {"1": 10, "2": 6, "3": 6}


def test_the_omnium_scale_is_a_house_rule_like_any_other() -> None:
    """CR-13, FI-3. The second place has no points, nor the sixth; 4 is neutral."""
    race = raced(
        "criterium",
        "1 2 3 4n 5 6",
        'kind = "elimination"\neliminated = "6 5 4 2 3"',
        f'{OMNIUM}\n[tour.rules]\n"track.omnium" = [40, 0, 38, 20, 5]',
    )

    assert [(a.bib, a.amount, a.place) for a in race.stages[0].awards] == [
        ("1", 40, 1),
        ("2", 38, 3),
        ("5", 5, 5),
    ]
    assert totals(race) == {"1": 40, "2": 38, "5": 5, "3": 0, "6": 0}


def test_points_taken_off_count_in_an_omnium() -> None:
    """GN-2. 1 wins 10, and 7 are taken off."""
    race = raced(
        "criterium",
        "1 2",
        'kind = "elimination"\neliminated = "2"\n'
        '[[stage.ruling]]\nbib = "1"\npoints = 7\nreason = "left the track"',
        OMNIUM,
    )

    assert totals(race) == {"1": 3, "2": 6}
    (taken,) = [a for a in race.stages[0].awards if (a.amount, a.place) == (-7, 0)][1:]
    assert (taken.towards, taken.rule) == ("general", "GN-2")


def test_points_taken_off_in_a_points_race_of_an_omnium_count_once() -> None:
    """GN-2, CR-13. 1 wins the lap with 10 and loses 5: second in the race, so 6."""
    race = raced(
        "criterium",
        "1 2",
        'kind = "points race"\nlaps = ["1 2"]\n'
        '[[stage.ruling]]\nbib = "1"\npoints = 5\nreason = "left the track"',
        OMNIUM,
    )

    assert points(race) == {"2": 6, "1": 5}
    assert totals(race) == {"2": 10, "1": 6}


def test_times_are_no_part_of_an_omnium_total_explained() -> None:
    """CY-20, CY-1. 15 points for the 1 km in 58 s."""
    race = raced(
        "cyclo", "1 2", 'kind = "1 km"\nfinish = """\n1 6 2\n2 7 1\n"""', OMNIUM
    )

    reasons = [(e.towards, e.amount, e.total) for e in explanation(race, Bib("1"))]
    assert reasons == [
        ("time", 58, False),
        ("general", 15, False),
        ("general", 15, True),
    ]


def test_the_places_of_a_race_without_times_are_explained() -> None:
    """CR-13."""
    race = raced("criterium", "1 2", 'kind = "elimination"\neliminated = "2"', OMNIUM)

    reasons = [(each.why, each.amount) for each in explanation(race, Bib("1"))]
    assert reasons == [
        ("place 1: the last rider left, then the latest eliminated", None),
        ("place 1, omnium", 10),
        ("rank 1", 10),
    ]
