"""What may be a fact at all is checked by the rules, whichever door it came in by."""

from dataclasses import replace

import pytest

from peloton.rules.checks.facts import form_problems
from peloton.rules.facts.kinds import SectionKind
from peloton.rules.facts.stage import Offer, Ruling, Section, Sprint, Stage, StartGroup
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.values import LARGEST

HUGE = LARGEST + 1
MOL = TeamCode("MOL")
TOUR = Tour(
    name="Ronde",
    rulebook="cyclo",
    teams=(Team(code=MOL),),
    riders=(Rider(bib=Bib("1"), team=MOL), Rider(bib=Bib("2"))),
)


def rider(bib: str) -> Rider:
    return Rider(bib=Bib(bib), team=MOL)


def found(tour: Tour) -> list[tuple[tuple[str | int, ...], str]]:
    return [(each.where, each.message) for each in form_problems(tour)]


def test_a_good_startlist_has_no_problem() -> None:
    assert found(TOUR) == []


@pytest.mark.parametrize(
    ("bib", "message"),
    [
        ("", "bib: found '', expected a bib: a short token"),
        ("a b", "bib: found 'a b', expected a bib: a short token"),
        ("(7", "bib: found '(7', expected a bib: a short token"),
        ("dnf", "bib: found 'dnf', which is a status"),
        ("1" * 21, f"bib: found '{'1' * 21}', expected a bib of at most 20 letters"),
        ("1", "bib '1' is on the startlist twice, expected once"),
    ],
)
def test_a_bib_is_a_short_token_and_on_the_startlist_once(
    bib: str, message: str
) -> None:
    """GN-8."""
    ((where, said),) = found(replace(TOUR, riders=(*TOUR.riders, rider(bib))))

    assert where == ("team", 0, "rider", 1, "bib")
    assert said.startswith(message)


def test_a_rider_rides_for_a_team_of_the_tour() -> None:
    stranger = Rider(bib=Bib("9"), team=TeamCode("MOX"))

    assert found(replace(TOUR, riders=(stranger,))) == [
        (("rider", 0, "bib"), "rider 9: no team 'MOX'; did you mean 'MOL'?")
    ]


@pytest.mark.parametrize(
    ("team", "key", "message"),
    [
        (Team(code=TeamCode(" ")), "code", "code: found ' ', expected a name"),
        (Team(code=MOL), "code", "team 'MOL' is given twice, expected once"),
        (
            Team(code=TeamCode("FLA"), colour="orange"),
            "colour",
            "colour: found 'orange', expected a colour such as '#f2a900'",
        ),
    ],
)
def test_a_team_has_a_code_of_its_own_and_a_colour_that_can_be_printed(
    team: Team, key: str, message: str
) -> None:
    teams = (*TOUR.teams, team)

    assert found(replace(TOUR, teams=teams)) == [(("team", 1, key), message)]


def climb(name: str, start: int, end: int) -> Section:
    return Section(kind=SectionKind.MOUNTAIN, name=name, start=start, end=end)


@pytest.mark.parametrize(
    ("stage", "where", "message"),
    [
        (
            Stage(sections=(climb("Muur", 84, 60),)),
            ("sections", 0, "to"),
            "found from = 84 and to = 60, expected 'to' beyond 'from'",
        ),
        (
            Stage(sections=(climb("Muur", 1, 2),), sprints=(Sprint(name="Muur"),)),
            ("sprints", 0, "name"),
            "the stage has two lines named 'Muur', expected one",
        ),
        (
            Stage(sprints=(Sprint(name="finish"),)),
            ("sprints", 0, "name"),
            "the stage has two lines named 'finish', expected one",
        ),
        (
            Stage(start=(StartGroup(bibs=(), lead=1),)),
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
            ("start", 1, "bibs"),
            "rider 2 starts ahead twice, expected once (CY-23)",
        ),
    ],
)
def test_a_course_holds_together(
    stage: Stage, where: tuple[str | int, ...], message: str
) -> None:
    tour = replace(TOUR, stages=(Stage(), stage))

    assert found(tour) == [(("stage", 1, *where), message)]


@pytest.mark.parametrize(
    ("stage", "key", "number"),
    [
        (Stage(length=HUGE), "length", "a huge number"),
        (Stage(length=-1), "length", "-1"),
        (Stage(points=(HUGE,)), "points", "[a huge number]"),
        (Stage(bonus=(-1,)), "bonus", "[-1]"),
        (Stage(sprints=(Sprint(at=-1),)), "at", "-1"),
        (Stage(sections=(climb("", -1, 2),)), "from", "-1"),
        (Stage(start=(StartGroup(bibs=(Bib("1"),), lead=0),)), "lead", "0"),
        (Stage(rulings=(Ruling(reason="x", points=-HUGE),)), "points", "a huge number"),
        (Stage(offers=(Offer(team=MOL, amount=-1, target="x"),)), "amount", "-1"),
        (Stage(offers=(Offer(team=MOL, amount=1, target="x", place=0),)), "place", "0"),
        (Stage(extra_turns={Bib("1"): -1}), "1", "-1"),
        (Stage(cards={Bib("1"): HUGE}), "1", "a huge number"),
    ],
)
def test_no_number_of_a_stage_is_too_small_or_too_large(
    stage: Stage, key: str, number: str
) -> None:
    ((where, said),) = found(replace(TOUR, stages=(stage,)))

    assert where[-1] == key
    assert said.startswith(f"{key}: found {number}, expected a ")
