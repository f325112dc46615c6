"""The sample Criterium tour has the situations it is meant to show."""

import tomllib
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.reference import reference_document
from tests.samples.golden import sample_text

TOUR = tomllib.loads(sample_text("criterium"))
STAGES: list[Any] = reference_document(sample_text("criterium"))["stages"]

Mark = tuple[str, int, int, int]


def marks(stage: int) -> list[Mark]:
    """Return the bib, turns, spaces left and spaces moved of each mark."""
    finish = TOUR["stage"][stage]["finish"].replace("/", " ")
    lines = [line.split("#")[0].split() for line in finish.splitlines()]
    return [(bib, int(n), int(d), int(m)) for bib, n, d, m in filter(None, lines)]


def seconds(mark: Mark) -> Fraction:
    _, turns, left, moved = mark
    return 60 * (turns + Fraction(left, moved))


def steps(stage: int) -> list[tuple[str, Fraction]]:
    """Return the exact seconds of each rider behind the rider ahead."""
    order = sorted(marks(stage), key=seconds)
    return [
        (behind[0], seconds(behind) - seconds(ahead))
        for ahead, behind in pairwise(order)
    ]


def test_five_teams_of_three_ride_four_stages() -> None:
    assert [len(team["rider"]) for team in TOUR["team"]] == [3, 3, 3, 3, 3]
    assert len(STAGES) == 4


def test_every_last_move_is_a_card_with_its_bonuses() -> None:
    """CR-1, CR-14: cards are worth 7 to 16, the shelter 2 more at most."""
    for stage in range(4):
        assert all(1 <= d <= m and 7 <= m <= 18 for _, _, d, m in marks(stage))


def test_every_stage_has_an_intermediate_sprint_and_a_climb() -> None:
    for stage in TOUR["stage"]:
        climbs = [s["name"] for s in stage["sections"] if s["kind"] == "mountain"]
        sprints = [sprint["name"] for sprint in stage["sprints"]]

        assert climbs
        assert sprints
        assert sorted(stage["crossings"]) == sorted(climbs + sprints)


def test_the_same_time_chains_past_8_seconds() -> None:
    """CR-4, stage 1: bib 15 is 19 s behind bib 4, and in its time."""
    exact = {mark[0]: seconds(mark) for mark in marks(0)}
    times = {row["bib"]: row["time"] for row in STAGES[0]["result"]}

    assert exact["15"] - exact["4"] > 19
    assert times["15"] == times["4"] == 646


def test_a_gap_of_exactly_8_seconds_is_the_same_time() -> None:
    """CR-4, stage 3: bib 14 is 2/15 of a turn behind bib 7."""
    times = {row["bib"]: row["time"] for row in STAGES[2]["result"]}

    assert dict(steps(2))["14"] == 8
    assert times["14"] == times["7"]


def test_a_gap_just_over_8_seconds_is_a_time_of_its_own() -> None:
    """CR-4, stage 4: bib 3 is 8.18 s behind bib 4."""
    times = {row["bib"]: row["time"] for row in STAGES[3]["result"]}

    assert 8 < dict(steps(3))["3"] < Fraction(82, 10)
    assert times["3"] == times["4"] + 8


def test_the_place_follows_the_fraction_and_not_the_board() -> None:
    """CR-2, stage 2: bib 3 is furthest past the line, bib 6 wins."""
    assert marks(1)[0][0] == "3"
    assert STAGES[1]["result"][0]["bib"] == "6"


def test_the_bonuses_make_the_leader() -> None:
    """CR-6: on times alone bib 15 would lead at the end; bib 4 does."""
    times: dict[str, int] = {}
    for stage in STAGES:
        for row in stage["result"]:
            times[row["bib"]] = times.get(row["bib"], 0) + row["time"]

    assert min(times, key=lambda bib: times[bib]) == "15"
    assert STAGES[3]["general"][0]["bib"] == "4"


def test_the_polka_dot_jersey_is_passed_down() -> None:
    """CR-16: bib 3 leads the points and the climbers at the end."""
    assert [
        (row["jersey"], row["leader"], row["wearer"]) for row in STAGES[3]["jerseys"]
    ] == [("yellow", "4", "4"), ("green", "3", "3"), ("polka dot", "3", "10")]
