"""Properties of stages and startlists that are derived without scoring."""

import pytest

from peloton.rules.facts.kinds import Reason, SectionKind, StageKind
from peloton.rules.facts.stage import Ruling, Section, Sprint, Stage
from peloton.rules.facts.startlist import (
    Bib,
    Rider,
    Startlist,
    Team,
    TeamCode,
    comparison_key,
    unplayed_bibs,
)
from peloton.rules.limits import Limit, lines_fault
from peloton.rules.values import LARGEST, is_whole_number, quote, whole_number_fault
from tests.rules.notation import stage

MOUNTAIN, PAVED = SectionKind.MOUNTAIN, SectionKind.PAVED


def test_sprints_and_summits_are_named_by_kind_in_the_order_of_the_course() -> None:
    course = Stage(
        sections=(
            Section(kind=PAVED, start=5, end=8),
            Section(kind=MOUNTAIN, start=60, end=84),
            Section(kind=MOUNTAIN, name="Muur", start=20, end=30),
        ),
        sprints=(Sprint(at=120), Sprint(name="Zottegem", at=70), Sprint(at=10)),
    )

    assert [*course.primes] == ["Sprint 3", "Muur", "Zottegem", "Climb 1", "Sprint 1"]


def test_the_laps_of_a_criterium_alone_are_sprints_with_an_order() -> None:
    order = (Bib("2"), Bib("1"))
    laps = Stage(kind=StageKind.CRITERIUM, laps=(order,))
    track = Stage(kind=StageKind.POINTS_RACE, laps=(order,))

    assert [*laps.primes] == ["Lap 1"]
    assert laps.passages == {"Lap 1": order}
    assert [*track.primes] == []
    assert track.passages == {}


def test_a_ruling_reinstates_the_rider_it_names() -> None:
    """RR-10. One takes seconds only; one reinstates nobody that it could name."""
    rulings = (
        Ruling(bib=Bib("1"), seconds=5, reason="late"),
        Ruling(bib=Bib("2"), reinstated=True, reason="held up"),
        Ruling(team=TeamCode("A"), reinstated=True, reason="held up"),
    )

    assert Stage(rulings=rulings).reinstated == {"2"}


def test_those_who_did_not_start_or_missed_the_day_are_absent() -> None:
    day = stage("1 0 0, DNS 2, ABS 3, DNF 4")

    assert day.reasons == {"2": Reason.DNS, "3": Reason.ABS, "4": Reason.DNF}
    assert day.absent == {"2", "3"}


def test_neutral_riders_and_those_of_ghosts_have_no_player() -> None:
    riders = (
        Rider(bib=Bib("1"), team=TeamCode("A")),
        Rider(bib=Bib("2"), team=TeamCode("G")),
        Rider(bib=Bib("3"), neutral=True),
    )
    teams = (
        Team(code=TeamCode("A")),
        Team(code=TeamCode("G"), ghost="muscle"),
    )
    startlist = Startlist(teams, riders)

    assert unplayed_bibs(startlist) == {"2", "3"}
    assert unplayed_bibs(startlist, ghosts=True) == {"3"}


@pytest.mark.parametrize("name", ["Caf\u00e9", "cafe\u0301", " CAFE\u0301 "])
def test_names_are_compared_without_case_spaces_and_composition(name: str) -> None:
    assert comparison_key(name) == "caf\u00e9"


def test_a_text_is_refused_above_its_limits_only() -> None:
    most, longest = Limit.LINES.most, Limit.LINE.most

    assert Limit.LINES.fault(most) == ""
    assert (
        Limit.LINES.fault(most + 1) == f"found {most + 1:,} {Limit.LINES.unit},"
        f" expected at most {most:,}"
    )
    assert lines_fault("\n" * most) == ("", 0)
    assert lines_fault("\n" * (most + 1)) == (Limit.LINES.fault(most + 1), most + 1)
    assert lines_fault("x" * longest) == ("", 0)
    assert lines_fault("a\n" + "x" * (longest + 1)) == (
        Limit.LINE.fault(longest + 1),
        2,
    )


@pytest.mark.parametrize(
    ("found", "quoted"),
    [
        ("a" * 58, f"'{'a' * 58}'"),
        ("a" * 59, f"'{'a' * 56}..."),
        (LARGEST, str(LARGEST)),
        (-LARGEST - 1, "a huge number"),
        (True, "true"),
        (False, "false"),
        ([1, "b"], "[1, 'b']"),
        ([{}], "a list"),
        ({}, "a table"),
    ],
)
def test_messages_quote_a_value_in_60_characters(found: object, quoted: str) -> None:
    assert quote(found) == quoted
    assert len(quoted) <= 60


def test_the_largest_number_of_a_tour_is_allowed() -> None:
    assert is_whole_number(LARGEST)
    assert whole_number_fault(LARGEST) == ""
    assert not is_whole_number(LARGEST + 1)


@pytest.mark.parametrize("word", ["Points Race", "points-race", "pointsrace"])
def test_a_kind_of_stage_is_written_with_or_without_spaces(word: str) -> None:
    """CR-13. Letters and digits alone are compared."""
    assert StageKind(word) is StageKind.POINTS_RACE
    assert StageKind("kilometre") is StageKind("1 km")
