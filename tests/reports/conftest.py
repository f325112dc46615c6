"""A race with the results of two stages written by hand: nothing is computed."""

from dataclasses import replace

import pytest

from peloton.notation.rulebook_file.reading import builtin_text, read_rulebook
from peloton.rules.facts.kinds import ClassificationName, Reason, SectionKind, StageKind
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Ruling, Section, Sprint, Stage, Unplaced
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.results import (
    Award,
    JerseyLine,
    PointsStanding,
    Race,
    StageLine,
    StageScore,
    TeamLine,
    TimeStanding,
)
from peloton.rules.rulebook.rulebook import Rulebook, Value

GENERAL, POINTS, MOUNTAINS, TEAMS = (
    ClassificationName.GENERAL,
    ClassificationName.POINTS,
    ClassificationName.MOUNTAINS,
    ClassificationName.TEAMS,
)
ONE, TWO, THREE = Bib("1"), Bib("2"), Bib("A")

TOUR = Tour(
    name="Ronde",
    rulebook="cyclo",
    teams=(
        Team(code=TeamCode("MOL"), name="Molteni", player="Ann"),
        Team(code=TeamCode("TIR")),
    ),
    riders=(
        Rider(bib=ONE, name="Eddy", team=TeamCode("MOL"), captain=True, young=True),
        Rider(bib=TWO, team=TeamCode("TIR")),
        Rider(bib=THREE, name="Zoë"),
    ),
    stages=(
        Stage(kind=StageKind.PROLOGUE, length=30),
        Stage(
            name="Muur",
            sections=(
                Section(kind=SectionKind.MOUNTAIN, name="Muur", start=60, end=84),
            ),
            sprints=(Sprint(name="Zottegem", at=40),),
            crossings={"Zottegem": (TWO, ONE), "Muur": (ONE,)},
            finish=(Unplaced(THREE, Reason.DNF),),
            rulings=(Ruling(bib=ONE, seconds=20, reason="moved out of turn"),),
        ),
        Stage(name="not ridden"),
    ),
)
CYCLO = read_rulebook(builtin_text("cyclo"))
RULEBOOK = Rulebook(
    name="cyclo",
    title="Cyclo",
    values={
        **CYCLO.values,
        "unit": Value(value="seconds"),
        "mark": Value(value="turns lines"),
        "classifications": Value(value=(GENERAL, POINTS, MOUNTAINS, TEAMS)),
        "mountains.lengths": Value(value=(0, 20, 25, 30, 41)),
        **{
            f"ties.{name}": Value(value=("previous general", "lots", "latest place"))
            for name in (GENERAL, POINTS, MOUNTAINS, TEAMS)
        },
    },
)


def line(place: int | None, bib: Bib, time: int | None, **won: int) -> StageLine:
    return StageLine(
        place=place,
        bib=bib,
        status="DNF" if place is None else "FIN",
        time=time,
        gap=time,
        bonus=won.get("bonus", 0),
        penalty=won.get("penalty", 0),
        points=won.get("points", 0),
        mountains=won.get("mountains", 0),
        leader=None if place is None else bib,
    )


PROLOGUE = StageScore(
    number=1,
    stage=TOUR.stages[0],
    result=(line(1, THREE, 25), line(2, ONE, 30), line(3, TWO, 30)),
    team_result=(),
    standings={
        GENERAL: (
            TimeStanding(1, THREE, 0, 0, None),
            TimeStanding(2, ONE, 5, 5, None),
            TimeStanding(2, TWO, 5, 5, None),
        ),
        POINTS: (),
    },
    jerseys=(),
    awards=(),
    counted=frozenset({GENERAL, TEAMS}),
)
ROAD = StageScore(
    number=2,
    stage=TOUR.stages[1],
    result=(
        line(1, ONE, 0, points=15, mountains=5, penalty=20),
        line(2, TWO, 3723, points=5, bonus=6),
        line(None, THREE, None),
    ),
    team_result=(
        TeamLine(1, TeamCode("MOL"), 0, None),
        TeamLine(2, TeamCode("TIR"), None, 7),
    ),
    standings={
        GENERAL: (
            TimeStanding(1, ONE, 0, 0, "previous general"),
            TimeStanding(2, TWO, 0, 0, "latest place"),
        ),
        POINTS: (PointsStanding(1, ONE, 15, None), PointsStanding(2, TWO, 5, None)),
        MOUNTAINS: (PointsStanding(1, ONE, 5, None),),
        TEAMS: (
            TimeStanding(1, "MOL", 40, 0, None),
            TimeStanding(2, "TIR", 38, None, None),
        ),
    },
    jerseys=(
        JerseyLine("yellow", GENERAL, ONE, ONE),
        JerseyLine("green", POINTS, ONE, TWO),
        JerseyLine("white", MOUNTAINS, ONE, None),
    ),
    awards=(
        Award(TWO, "points", 5, "Zottegem", 1, "CY-8"),
        Award(TWO, "bonus", 6, "Zottegem", 1, "CR-6"),
        Award(ONE, "mountains", 5, "Muur", 1, "CY-9"),
        Award(ONE, "points", 15, "finish", 1, "CY-8"),
    ),
    counted=frozenset({GENERAL, TEAMS}),
)


@pytest.fixture
def race() -> Race:
    """A race with two of three stages ridden; bib A leaves the race on the second."""
    problem = Problem(
        code="missing",
        message="no mark for 2",
        stage=3,
        bib=TWO,
        warning=True,
    )
    return Race(
        tour=TOUR, rulebook=RULEBOOK, stages=(PROLOGUE, ROAD), problems=(problem,)
    )


@pytest.fixture
def unridden(race: Race) -> Race:
    return replace(race, stages=())
