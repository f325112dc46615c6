"""The form of facts is checked by the rules, wherever the facts come from."""

from dataclasses import replace

import pytest

from peloton.rules.checks.facts import bib_fault, colour_fault, fact_problems
from peloton.rules.facts.kinds import SectionKind
from peloton.rules.facts.stage import Offer, Ruling, Section, Sprint, Stage, StartGroup
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.values import LARGEST

HUGE = LARGEST + 1
MOL = TeamCode("MOL")
BIBS = (Bib("1"),)
TOUR = Tour(
    name="Ronde",
    rulebook="cyclo",
    teams=(Team(code=MOL),),
    riders=(Rider(bib=Bib("1"), team=MOL), Rider(bib=Bib("2"))),
)


def rider(bib: str) -> Rider:
    return Rider(bib=Bib(bib), team=MOL)


def found(tour: Tour) -> list[tuple[str, tuple[str | int, ...], str]]:
    return [(each.code, each.where, each.message) for each in fact_problems(tour)]


def test_a_good_startlist_has_no_problem() -> None:
    assert found(TOUR) == []


A_BIB = "a bib: a short token without spaces, brackets, quotes, commas, # or ="


@pytest.mark.parametrize(
    ("bib", "code", "message"),
    [
        ("", "value", f"bib: found '', expected {A_BIB}"),
        ("a b", "value", f"bib: found 'a b', expected {A_BIB}"),
        ("(7", "value", f"bib: found '(7', expected {A_BIB}"),
        ("7\u202e", "value", f"bib: found '7\u202e', expected {A_BIB}"),
        ("dnf", "value", f"bib: found 'dnf', which is a status, expected {A_BIB}"),
        (
            "1" * 21,
            "value",
            f"bib: found '{'1' * 21}', expected a bib of at most 20 letters",
        ),
        ("1", "twice", "startlist: found rider 1 twice, expected once"),
    ],
)
def test_a_bib_is_a_short_token_and_on_the_startlist_once(
    bib: str, code: str, message: str
) -> None:
    """GN-8."""
    assert found(replace(TOUR, riders=(*TOUR.riders, rider(bib)))) == [
        (code, ("team", 0, "rider", 1, "bib"), message)
    ]


def test_a_bib_may_have_20_letters() -> None:
    """GN-8."""
    assert found(replace(TOUR, riders=(rider("1" * 20),))) == []


def test_a_value_of_a_file_that_is_no_text_is_neither_a_bib_nor_a_colour() -> None:
    assert bib_fault(1.5) == f"found 1.5, expected {A_BIB}"
    assert colour_fault(5) == "found 5, expected a colour such as '#f2a900'"


def test_a_rider_rides_for_a_team_of_the_tour() -> None:
    stranger = Rider(bib=Bib("9"), team=TeamCode("MOX"))

    assert found(replace(TOUR, riders=(stranger,))) == [
        ("value", ("rider", 0, "bib"), "rider 9: no team 'MOX'; did you mean 'MOL'?")
    ]


@pytest.mark.parametrize(
    ("team", "problem", "key", "message"),
    [
        (Team(code=TeamCode(" ")), "value", "code", "code: found ' ', expected a name"),
        (Team(code=MOL), "twice", "code", "found team 'MOL' twice, expected once"),
        (
            Team(code=TeamCode("FLA"), colour="orange"),
            "value",
            "colour",
            "colour: found 'orange', expected a colour such as '#f2a900'",
        ),
    ],
)
def test_a_team_has_a_code_of_its_own_and_a_colour_that_can_be_printed(
    team: Team, problem: str, key: str, message: str
) -> None:
    teams = (*TOUR.teams, team)

    assert found(replace(TOUR, teams=teams)) == [(problem, ("team", 1, key), message)]


PAVED = Section(kind=SectionKind.PAVED, name="Haaghoek")


def climb(name: str, start: int, end: int) -> Section:
    return Section(kind=SectionKind.MOUNTAIN, name=name, start=start, end=end)


@pytest.mark.parametrize(
    ("stage", "code", "where", "message"),
    [
        (
            Stage(sections=(climb("Muur", 84, 60),)),
            "value",
            ("sections", 0, "to"),
            "found from = 84 and to = 60, expected 'to' beyond 'from'",
        ),
        (
            Stage(sections=(climb("Muur", 1, 2),), sprints=(Sprint(name="Muur"),)),
            "twice",
            ("sprints", 0, "name"),
            "the stage has two lines named 'Muur', expected one",
        ),
        (
            Stage(sprints=(Sprint(name="finish"),)),
            "twice",
            ("sprints", 0, "name"),
            "the stage has two lines named 'finish', expected one",
        ),
        (
            Stage(start=(StartGroup(bibs=(), lead=1),)),
            "value",
            ("start", 0, "bibs"),
            "bibs: found '', expected the bibs in quotes, such as '1 2 3'",
        ),
        (
            Stage(
                start=(
                    StartGroup(bibs=(Bib("1"), Bib("2")), lead=25),
                    StartGroup(bibs=(Bib("2"),), lead=5),
                )
            ),
            "twice",
            ("start", 1, "bibs"),
            "start: found rider 2 twice, expected once (CY-23)",
        ),
        (
            Stage(
                length=90,
                sections=(replace(PAVED, start=95),),
            ),
            "value",
            ("sections", 0, "from"),
            "Haaghoek: found from = 95, expected at most 90, the length of the course",
        ),
        (
            Stage(length=90, sections=(climb("", 60, 91),)),
            "value",
            ("sections", 0, "to"),
            "mountain: found to = 91, expected at most 90, the length of the course",
        ),
        (
            Stage(length=90, sprints=(Sprint(at=90), Sprint(at=91))),
            "value",
            ("sprints", 1, "at"),
            "Sprint 2: found at = 91, expected at most 90, the length of the course",
        ),
        (
            Stage(sections=(climb("", 1, 2), climb("Climb 1", 3, 4))),
            "twice",
            ("sections", 1, "name"),
            "the stage has two lines named 'Climb 1', expected one",
        ),
        (
            Stage(sprints=(Sprint(), Sprint(), Sprint(name="Sprint 2"))),
            "twice",
            ("sprints", 2, "name"),
            "the stage has two lines named 'Sprint 2', expected one",
        ),
    ],
)
def test_a_course_holds_together(
    stage: Stage, code: str, where: tuple[str | int, ...], message: str
) -> None:
    tour = replace(TOUR, stages=(Stage(), stage))

    assert found(tour) == [(code, ("stage", 1, *where), message)]


def test_a_stretch_may_be_of_one_space_and_end_at_the_finish() -> None:
    stage = Stage(length=90, sections=(climb("Muur", 90, 90),))

    assert found(replace(TOUR, stages=(stage,))) == []


def test_only_mountains_are_lines_to_be_crossed() -> None:
    """Two paved roads may have one name, and are not counted among the climbs."""
    stage = Stage(sections=(PAVED, PAVED, climb("", 1, 2), climb("Climb 2", 3, 4)))

    assert found(replace(TOUR, stages=(stage,))) == []


OFFER = Offer(team=MOL, amount=1, target="x")


@pytest.mark.parametrize(
    ("stage", "where", "number", "least"),
    [
        (Stage(length=HUGE), ("length",), "a huge number", 0),
        (Stage(length=-1), ("length",), "-1", 0),
        (Stage(sprints=(Sprint(at=-1),)), ("sprints", 0, "at"), "-1", 0),
        (Stage(sections=(climb("", -1, 2),)), ("sections", 0, "from"), "-1", 0),
        (Stage(sections=(replace(PAVED, end=-1),)), ("sections", 0, "to"), "-1", 0),
        (Stage(start=(StartGroup(bibs=BIBS, lead=0),)), ("start", 0, "lead"), "0", 1),
        (
            Stage(offers=(replace(OFFER, amount=-1),)),
            ("offer", 0, "amount"),
            "-1",
            0,
        ),
        (Stage(offers=(replace(OFFER, place=0),)), ("offer", 0, "place"), "0", 1),
        (Stage(extra_turns={Bib("1"): -1}), ("extra_turns", "1"), "-1", 0),
        (Stage(team_turns={MOL: -1}), ("team_turns", "MOL"), "-1", 0),
        (Stage(cards={Bib("1"): HUGE}), ("cards", "1"), "a huge number", 0),
    ],
)
def test_no_number_of_a_stage_is_too_small_or_too_large(
    stage: Stage, where: tuple[str | int, ...], number: str, least: int
) -> None:
    fault = f"{where[-1]}: found {number}, expected a whole number, {least} or more"

    assert found(replace(TOUR, stages=(stage,))) == [
        ("value", ("stage", 0, *where), fault)
    ]


@pytest.mark.parametrize(
    ("stage", "key", "scale"),
    [
        (Stage(points=(HUGE,)), "points", "[a huge number]"),
        (Stage(bonus=(-1,)), "bonus", "[-1]"),
    ],
)
def test_a_scale_has_whole_numbers(stage: Stage, key: str, scale: str) -> None:
    expected = "a list of whole numbers, 0 or more"

    assert found(replace(TOUR, stages=(stage,))) == [
        ("value", ("stage", 0, key), f"{key}: found {scale}, expected {expected}")
    ]


def test_a_ruling_may_be_negative_and_no_more_than_the_largest_number() -> None:
    """GN-2."""
    fined = Ruling(reason="x", points=-HUGE)
    allowed = Ruling(reason="x", points=-LARGEST)

    assert found(replace(TOUR, stages=(Stage(rulings=(allowed, fined)),))) == [
        (
            "value",
            ("stage", 0, "ruling", 1, "points"),
            "points: found a huge number, expected a whole number",
        )
    ]


def test_a_count_a_length_an_amount_and_a_value_of_a_scale_may_be_0() -> None:
    stage = Stage(
        length=0,
        points=(1, 0),
        extra_turns={Bib("1"): 0},
        offers=(replace(OFFER, amount=0),),
    )

    assert found(replace(TOUR, stages=(stage,))) == []
