"""The same-time gap and time limit of a stage, and reinstated riders (RR-10)."""

from dataclasses import replace
from typing import Any

import pytest

from peloton.reports.stage.course import course_sheet
from peloton.reports.stage.result import stage_sheet
from peloton.rules.explain.rider import explanation
from peloton.rules.facts.stage import Ruling
from peloton.rules.facts.startlist import Bib
from tests.rules import notation
from tests.rules.tour_texts import column, race, stage
from tests.scored import race_of, scored

BUNCH = "1 0:10:00, 2 0:10:02, 3 0:10:05, 4 0:11:00, 5 0:11:01"
CAT = Ruling(bib=Bib("2"), reinstated=True, reason="the cat")
LIMIT = "time_limit = { percent = 10 }"
"""A time limit of 10 percent, which is a minute for 10 minutes."""


def reinstated(bib: str, day: str) -> str:
    ruling = f'[[stage.ruling]]\nbib = "{bib}"\nreinstated = true\nreason = "the cat"'
    return f"{day}\n{ruling}"


def tour(day: str, rulebook: str = "road", riders: str = "12345") -> str:
    bibs = "".join(f'[[rider]]\nbib = "{bib}"\n' for bib in riders)
    return f'[tour]\nname = "x"\nrulebook = "{rulebook}"\n{bibs}{day}'


def problems(text: str) -> list[tuple[str, str]]:
    found: Any = scored(text)
    return [(each["severity"], each["message"]) for each in found["problems"]]


def test_a_same_time_gap_is_that_of_the_stage_alone() -> None:
    """RR-10, RR-1. 2 is less than 3 seconds behind 1, and 3 exactly 3 behind 2."""
    first, second = race("road", stage(BUNCH, more="same_time_gap = 3"), stage(BUNCH))

    assert list(column(first["result"], "time").values()) == [600, 600, 605, 660, 660]
    assert list(column(second["result"], "time").values()) == [600, 602, 605, 660, 661]


def test_a_stage_may_have_no_same_time_gap_where_the_game_has_one() -> None:
    """RR-10, CR-4. 4/15 of a turn and 6/15: 8 seconds."""
    day = "1 6 4/15, 2 6 6/15"
    first, second = race("criterium", stage(day), stage(day, more="same_time_gap = 0"))

    assert column(first["result"], "time") == {"1": 376, "2": 376}
    assert column(second["result"], "time") == {"1": 376, "2": 384}


def test_in_a_simple_race_nobody_is_faster_than_the_rider_ahead() -> None:
    """RR-10, CR-3. 1 is 10 past the line after 380 s, and 2 is 9 past after 371 s."""
    day = "1 6 5/15, 2 6 2/11, 3 6 9/10"
    text = tour(stage(day, more="same_time_gap = 0"), "criterium", "123")
    text = text.replace("[[rider]]", '[tour.options]\nformat = "simple"\n[[rider]]', 1)
    found: Any = scored(text)
    result = found["stages"][0]["result"]

    assert column(result, "time") == {"1": 380, "2": 380, "3": 414}
    assert column(result, "gap") == {"1": 0, "2": 0, "3": 34}


def test_a_same_time_gap_holds_in_no_time_trial() -> None:
    """RR-10, RR-1: said, as it was surely not meant."""
    text = tour(stage(BUNCH, "itt", more="same_time_gap = 3"))

    assert problems(text) == [
        ("warning", "same_time_gap without effect on a stage of kind 'itt' (RR-10)")
    ]


def test_a_time_limit_is_that_of_the_stage_alone() -> None:
    """RR-10, GN-1. 4 has exactly a tenth more than the winner, 5 a second more."""
    first, _ = race(
        "road", stage(BUNCH, more=LIMIT), stage(BUNCH[: -len(", 5 0:11:01")])
    )

    assert column(first["result"], "status") == {
        **dict.fromkeys("1234", "FIN"),
        "5": "OTL",
    }
    assert "5" not in column(first["general"], "time")


@pytest.mark.parametrize(
    ("limit", "out"),
    [
        ("seconds = 59", {"4", "5"}),
        ("seconds = 60", {"5"}),
        ("seconds = 300, percent = 10", {"5"}),
        ("seconds = 0", set[str]()),
    ],
)
def test_a_time_limit_is_in_any_unit(limit: str, out: set[str]) -> None:
    """RR-10, CR-12: whoever is over one of them is out."""
    (found,) = race("road", stage(BUNCH, more=f"time_limit = {{ {limit} }}"))

    late = {row["bib"] for row in found["result"] if row["status"] == "OTL"}
    assert late == out


def test_the_limit_of_a_stage_is_in_place_of_the_games() -> None:
    """RR-10, CY-11: at level 4 the limit is 25 turns, here 30; 4 needs 31."""
    day = "1 0 0, 2 26 0, 3 30 0, 4 31 0"
    options = "level = 4"
    (usual,) = race("cyclo", stage(day), options=options)
    (own,) = race(
        "cyclo", stage(day, more="time_limit = { turns = 30 }"), options=options
    )

    late = {"2": "OTL", "3": "OTL", "4": "OTL"}
    assert column(usual["result"], "status") == {"1": "FIN", **late}
    in_time = {"1": "FIN", "2": "FIN", "3": "FIN"}
    assert column(own["result"], "status") == {**in_time, "4": "OTL"}


def test_a_limit_in_turns_is_one_of_time_where_squares_are_worth_time() -> None:
    """RR-10, FR-1: 2 has 120 - 80 seconds, 50 behind -10; 3 has 120 - 60, 70 behind."""
    limit = "time_limit = { turns = 1 }"
    (found,) = race("flamme-rouge", stage("1 0 1, 2 2 8, 3 2 6", more=limit))

    assert column(found["result"], "status") == {"1": "FIN", "2": "FIN", "3": "OTL"}


@pytest.mark.parametrize("rulebook", ["cyclo", "flamme-rouge", "ciclistas"])
def test_no_percent_is_taken_of_a_time_that_counts_from_the_first_arrival(
    rulebook: str,
) -> None:
    """RR-10, CY-3, CI-1, FR-1: everybody but the winner would be out."""
    lines = "1 1'3, 2 2'0" if rulebook == "ciclistas" else "1 0 1, 2 1 0"
    (problem,) = race_of(tour(stage(lines, more=LIMIT), rulebook, "12")).problems

    assert problem.message == (
        f"percent: {rulebook} counts times from the first arrival, so there is no time"
        " to take a percentage of; expected turns or seconds (RR-10)"
    )


def test_a_rider_who_is_reinstated_keeps_the_time_and_rides_on() -> None:
    """RR-10: and the place, and what it is worth."""
    late = reinstated("5", stage(BUNCH, more=LIMIT))
    first, second = race("road", late, stage(BUNCH))

    row = first["result"][4]
    assert (row["bib"], row["place"], row["status"]) == ("5", 5, "FIN")
    assert (row["time"], row["gap"], row["points"]) == (661, 61, 16)
    assert column(second["general"], "time")["5"] == 661 * 2


def test_a_ruling_for_a_rider_within_the_limit_is_without_effect() -> None:
    """RR-10."""
    text = tour(reinstated("4", stage(BUNCH, more=LIMIT)))

    assert problems(text) == [
        ("warning", "ruling without effect: rider 4 is not over the time limit")
    ]


def test_nobody_is_reinstated_on_a_stage_without_times() -> None:
    """RR-10, CR-13: an elimination has no time limit."""
    last_out = replace(notation.stage(kind="elimination"), eliminated=(Bib("2"),))
    facts = notation.tour("criterium", (replace(last_out, rulings=(CAT,)),), "1 2")
    race = notation.raced(facts)

    assert "rider 2 is not over the time limit" in notation.message(race)


def test_a_ruling_of_points_may_be_on_a_rider_who_gave_up() -> None:
    """GN-2: it is no ruling for the time limit."""
    race = notation.criterium(
        notation.stage("1 6 3/9, DNF 2", rulings=(notation.ruling("2", points=-1),))
    )

    assert race.problems == ()


@pytest.mark.parametrize("line", ["DNF 5", "OTL 5", "5 0:11:01 OTL"])
def test_a_rider_with_a_status_is_not_reinstated(line: str) -> None:
    """RR-10: the line is put right in place of a ruling."""
    day = BUNCH.replace("5 0:11:01", line)
    (problem,) = race_of(tour(reinstated("5", stage(day, more=LIMIT)))).problems

    assert problem.message == (
        f"ruling: rider 5 is {'DNF' if 'DNF' in line else 'OTL'} on the stage, expected"
        " the mark alone: a reinstated rider keeps the time (RR-10)"
    )


def test_a_team_is_not_reinstated() -> None:
    """RR-10."""
    day = reinstated("5", stage(BUNCH)).replace('bib = "5"', 'team = "MOL"')
    text = tour(day).replace("[[rider]]", '[[team]]\ncode = "MOL"\n[[rider]]', 1)
    (problem,) = race_of(text).problems

    assert "a team is never outside the time limit, expected a bib" in problem.message


def test_no_time_limit_is_below_0_and_a_unit_is_known() -> None:
    """RR-10: with the line."""
    wrong = "time_limit = { second = 5, turns = -1 }"
    found = race_of(tour(stage(BUNCH, more=wrong))).problems

    unit, number = (each.message for each in found)
    assert "'second', expected one of seconds, turns, percent; did you mean" in unit
    assert number == "turns: found -1, expected a whole number, 0 or more"


def test_the_sheets_say_what_holds_on_the_stage_and_who_is_reinstated() -> None:
    """RR-10."""
    more = f"same_time_gap = 3\n{LIMIT}"
    found = race_of(tour(reinstated("5", stage(BUNCH, more=more))))
    notes = course_sheet(found.tour, 1, found.rulebook).notes
    rulings = next(t for t in stage_sheet(found).tables if t.name == "Rulings")

    assert "Same-time gap on this stage: 0:03 (RR-10)." in notes
    assert "Time limit on this stage: 10 % behind the winner (RR-10)." in notes
    assert rulings.rows[0][-2:] == ("yes", "the cat")


def test_it_is_explained_why_a_rider_over_the_limit_is_still_there() -> None:
    """RR-10."""
    found = race_of(tour(reinstated("5", stage(BUNCH, more=LIMIT))))
    lines = [(each.why, each.rule) for each in explanation(found, Bib("5"))]

    assert ("reinstated: the cat", "RR-10") in lines
    others = [each.rule for each in explanation(found, Bib("4"))]
    assert "RR-10" not in others
