"""The state before a stage: the start order, and the cards and turns in hand."""

from dataclasses import replace

import pytest

from peloton.errors import PelotonError
from peloton.rules.facts.kinds import Reason, SectionKind, StageKind
from peloton.rules.facts.stage import Section, Stage, StartGroup
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.results import Race
from peloton.rules.stage_start import OutOfRace, Sponsor, stage_start
from tests.rules.ledger_notation import cyclo_tour, offer, ridden

DAY = ridden("3 0 0, 1 1 0, 4 2 0, 2 3 0", length=190)
RIDERS = "MOL: 1, 2; SAL: 3, 4"


def before(kind: StageKind, *stages: Stage, **facts: object) -> Race:
    """Return a tour with the stage above, before a stage of a kind."""
    to_come = replace(Stage(kind=kind), **facts)  # type: ignore[arg-type]  # its fields
    return cyclo_tour(*(stages or (DAY,)), to_come, riders=RIDERS)


def order(race: Race) -> list[str]:
    return [starter.bib for starter in stage_start(race).starters]


@pytest.mark.parametrize("kind", ["road", "keirin", "pursuit"])
def test_a_stage_starts_by_the_general_classification(kind: str) -> None:
    """CY-23. A pursuit is no time trial of the tour."""
    assert order(before(StageKind(kind))) == ["3", "1", "4", "2"]


def test_who_has_a_lead_starts_first() -> None:
    """CY-23. The longest lead of all, then those of the same lead by rank."""
    groups = (
        StartGroup(bibs=(Bib("2"), Bib("4")), lead=1),
        StartGroup(bibs=(Bib("1"),), lead=25),
    )
    race = before(StageKind.ROAD, start=groups)

    assert order(race) == ["1", "4", "2", "3"]
    assert [each.lead for each in stage_start(race).starters] == [25, 1, 1, 0]


@pytest.mark.parametrize("kind", ["itt", "prologue", "mtt", "1 km"])
def test_in_a_time_trial_the_leader_starts_last(kind: str) -> None:
    """CY-23."""
    assert order(before(StageKind(kind))) == ["2", "4", "1", "3"]


def test_in_a_team_time_trial_the_best_team_starts_last() -> None:
    """CY-23. SAL has 0 and 20 seconds, MOL 10 and 30."""
    assert order(before(StageKind.TTT)) == ["1", "2", "3", "4"]


def test_without_ranked_teams_those_of_the_best_riders_start_last() -> None:
    """CY-23. MOL has the first and the last; who has no team starts alone."""
    day = ridden("1 0 0, 3 1 0, 4 2 0, 2 3 0")
    trial = Stage(kind=StageKind.TTT)
    short = cyclo_tour(
        day, trial, riders=RIDERS, rules={"teams.by": "best times", "teams.riders": 3}
    )

    assert order(short) == [*"3412"]
    assert order(cyclo_tour(day, trial, riders="1, 2, 3, 4")) == [*"2431"]


def test_the_first_stage_starts_in_the_order_of_the_bibs() -> None:
    """CY-23. In time trials too."""
    race = cyclo_tour(Stage(kind=StageKind.PROLOGUE), riders="MOL: 10, 9; SAL: A, 2")

    assert order(race) == ["2", "9", "10", "A"]


def test_riders_who_left_do_not_start_and_the_reason_is_said() -> None:
    """GN-1."""
    race = before(StageKind.ROAD, ridden("3 0 0, DNF 1, 4 2 0, DSQ 2", length=190))

    assert order(race) == ["3", "4"]
    assert stage_start(race).riders_out == (
        OutOfRace(Bib("1"), 1, Reason.DNF),
        OutOfRace(Bib("2"), 1, Reason.DSQ),
    )


def test_who_is_outside_the_limit_is_gone_unless_for_one_ride() -> None:
    """CY-11. 2 is 26 turns behind, and 4 drops out a day later."""
    late = ridden("3 0 0, 1 1 0, 4 2 0, 2 26 0")
    days = (late, ridden("3 0 0, 1 1 0, DNF 4"), Stage())
    race = cyclo_tour(*days, riders=RIDERS, level=4)
    back = {"time_limit.back": True}
    again = cyclo_tour(*days, riders=RIDERS, rules=back, level=4)
    dropped_out = OutOfRace(Bib("4"), 2, Reason.DNF)

    assert stage_start(race).riders_out == (
        OutOfRace(Bib("2"), 1, Reason.OTL),
        dropped_out,
    )
    assert stage_start(again).riders_out == (dropped_out,)


def test_extra_turns_in_hand_are_those_saved_and_those_granted() -> None:
    """CY-12. 190 lines give 4, of which 3 is used; 60 lines give 2."""
    day = replace(DAY, extra_turns={Bib("3"): 3})
    starters = stage_start(before(StageKind.ROAD, day, length=60)).starters

    hands = [(each.bib, each.saved, each.granted, each.turns) for each in starters]
    assert hands == [("3", 1, 2, 3), ("1", 4, 2, 6), ("4", 4, 2, 6), ("2", 4, 2, 6)]
    assert {each.cards for each in starters} == {0}


def test_a_team_has_those_saved_and_those_granted_too() -> None:
    """CY-12, CY-13. Of 2 a stage MOL used 1; none may be used in a time trial."""
    day = replace(DAY, team_turns={TeamCode("MOL"): 1})
    rules = {"extra_turns.team": 2}
    hands = {
        kind: [tuple(each) for each in stage_start(race).team_turns]
        for kind in (StageKind.ROAD, StageKind.ITT)
        for race in [cyclo_tour(day, Stage(kind=kind), riders=RIDERS, rules=rules)]
    }

    assert hands[StageKind.ROAD] == [("MOL", 1, 2, 3), ("SAL", 2, 2, 4)]
    assert hands[StageKind.ITT] == [("MOL", 1, 0, 0), ("SAL", 2, 0, 0)]
    assert stage_start(before(StageKind.ROAD)).team_turns == ()


def test_nobody_has_extra_turns_or_money_in_a_game_without() -> None:
    """CY-12, CY-16. Level 1, where teams have none either, whatever the tour says."""
    days, rules = (DAY, Stage(length=60)), {"extra_turns.team": 2}
    start = stage_start(cyclo_tour(*days, riders=RIDERS, rules=rules, level=1))

    assert start.team_turns == ()
    assert {(e.saved, e.granted, e.turns) for e in start.starters} == {(None,) * 3}
    assert start.sponsors == ()


def test_extra_turns_saved_may_not_be_used_in_a_time_trial_by_who_has_none() -> None:
    """CY-13. A time rider has 2 under 35 lines."""
    race = cyclo_tour(
        ridden("1 0 0, 2 1 0", length=50),
        Stage(kind=StageKind.ITT, length=30),
        riders="MOL: 1 helper, 2 time rider",
    )

    hands = {each.bib: (each.saved, each.turns) for each in stage_start(race).starters}
    assert hands == {"1": (1, 0), "2": (1, 3)}


def test_a_course_without_a_length_leaves_extra_turns_open() -> None:
    """CY-12."""
    starters = stage_start(before(StageKind.ROAD)).starters

    assert {(each.granted, each.turns) for each in starters} == {(None, None)}
    unknown = before(StageKind.ROAD, replace(DAY, length=None), length=60)
    after = stage_start(unknown).starters
    assert {(e.saved, e.granted, e.turns) for e in after} == {(None, 2, None)}


def test_a_climber_has_more_for_the_mountains_to_come() -> None:
    """CY-13. One for 50 lines, one for 25 lines of mountain."""
    mountain = Section(kind=SectionKind.MOUNTAIN, start=10, end=35)
    race = cyclo_tour(
        Stage(length=50, sections=(mountain,)), riders="MOL: 1 climber, 2 helper"
    )

    assert [each.turns for each in stage_start(race).starters] == [2, 1]


def test_a_team_may_offer_what_a_stage_brings_and_what_it_saved() -> None:
    """CY-15: 100 a stage; MOL offered 50 of them, and has 30 on offer already."""
    race = cyclo_tour(
        ridden("2 0 0, 1 0 0", length=60, offers=(offer("MOL", 50),)),
        ridden("", length=60, offers=(offer("MOL", 30),)),
        riders="MOL: 1 A; SAL: 2 helper",
        level=4,
    )
    money = stage_start(race).sponsors

    assert [(each.team, each.offered, each.to_offer) for each in money] == [
        ("MOL", 30, 120),
        ("SAL", 0, 200),
    ]
    balances = {line.team: line.balance for line in race.stages[0].purse}
    assert {each.team: each.balance for each in money} == balances
    assert 0 not in balances.values()


def test_before_the_first_stage_there_is_the_sponsors_money_of_one() -> None:
    """CY-15."""
    race = cyclo_tour(Stage(length=60), riders="MOL: 1 A", level=4)

    (money,) = stage_start(race).sponsors
    assert isinstance(money, Sponsor)
    assert (money.balance, money.to_offer) == (0, 100)


def test_a_stage_that_is_ridden_has_what_stood_before_it() -> None:
    """Not what came of it: on stage 1 nobody had left."""
    race = before(StageKind.ROAD, ridden("3 0 0, DNF 1, 4 2 0, DSQ 2", length=190))

    assert stage_start(race, 1).riders_out == ()
    assert len(stage_start(race, 1).starters) == 4
    assert {each.saved for each in stage_start(race, 1).starters} == {0}


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (4, "no stage 4; the tour has 3"),
        (3, "stage 2 has no results: enter it first, or cancel it"),
    ],
)
def test_a_stage_too_far_ahead_is_refused(number: int, said: str) -> None:
    race = cyclo_tour(DAY, Stage(), Stage(), riders=RIDERS)

    with pytest.raises(PelotonError, match=said):
        stage_start(race, number)


def test_a_tour_that_is_over_has_no_next_stage() -> None:
    with pytest.raises(
        PelotonError,
        match="every stage has been ridden; give the number of a stage, such as 1",
    ):
        stage_start(cyclo_tour(DAY, riders=RIDERS))


def test_a_tour_with_stages_to_come_asks_for_the_next_one() -> None:
    """GN-9."""
    race = cyclo_tour(DAY, riders=RIDERS)
    race = replace(race, tour=replace(race.tour, planned=2))

    with pytest.raises(PelotonError, match="add the next one with 'peloton stage add'"):
        stage_start(race)


def test_a_tour_without_stages_has_no_next_stage() -> None:
    with pytest.raises(PelotonError, match="the tour has no stages yet: add one"):
        stage_start(cyclo_tour(riders=RIDERS))
