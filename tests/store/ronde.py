"""A small tour with an example of every fact."""

import datetime as dt
from dataclasses import replace
from typing import Any

from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import (
    Category,
    ClassificationName,
    Language,
    LimitUnit,
    Profile,
    Reason,
    SectionKind,
    StageKind,
)
from peloton.rules.facts.stage import (
    Arrival,
    Offer,
    Ruling,
    Section,
    Sprint,
    Stage,
    StartGroup,
    Unplaced,
)
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.games.cyclo import LinesMark

ONE, TWO, GREY, FOUR = map(Bib, ("1", "2", "grey", "4"))
MOL = TeamCode("MOL")

PROLOGUE = Stage(
    name="Antwerpen",
    kind=StageKind.PROLOGUE,
    length=30,
    finish=tuple(
        Arrival((bib,), LinesMark(3, n)) for n, bib in enumerate((FOUR, ONE, TWO, GREY))
    ),
)
_COUNTS: dict[str, Any] = {
    **{
        name: {MOL: 2} if row.by_team else {GREY: 3, ONE: 0, TWO: 1}
        for name, row in COUNTS.items()
    },
    "extra_turns": {TWO: 2, ONE: 1},
}
MUUR = Stage(
    name="Oudenaarde - Geraardsbergen",
    profile=Profile.HILLY,
    length=190,
    date=dt.date(2026, 11, 21),
    points=(15, 10, 5),
    bonus=(),
    same_time_gap=0,
    time_limit={LimitUnit.PERCENT: 10, LimitUnit.TURNS: 0},
    counts={ClassificationName.TEAMS: False, ClassificationName.POINTS: True},
    sections=(
        Section(
            kind=SectionKind.MOUNTAIN,
            name="Muur",
            start=60,
            end=84,
            category=Category.HC,
            points=(3, 2, 1),
            bonus=(),
        ),
        Section(kind=SectionKind.PAVED, start=100, end=115),
    ),
    sprints=(Sprint(name="Zottegem", at=120, points=(), bonus=(3,)), Sprint()),
    start=(StartGroup(bibs=(GREY, ONE), lead=25), StartGroup(bibs=(TWO,), lead=10)),
    finish=(
        Arrival((ONE,), LinesMark(0, 3)),
        Arrival((TWO, GREY), LinesMark(1, 0)),
        Unplaced(FOUR, Reason.OTL, LinesMark(31, 2)),
    ),
    crossings={"Zottegem": (TWO, ONE), "Muur": (ONE, TWO, GREY), "Sprint 2": ()},
    rulings=(
        Ruling(reason="moved out of turn", bib=TWO, seconds=20),
        Ruling(reason="late", team=MOL, points=-1, mountains=2),
        Ruling(reason="fell", bib=ONE, reinstated=True),
    ),
    offers=(Offer(team=MOL, amount=50, target="Zottegem", place=2),),
    lots={ClassificationName.POINTS: ("2", "1"), ClassificationName.GENERAL: ()},
    **_COUNTS,
)
TRACK = Stage(
    name="Gent",
    kind=StageKind.POINTS_RACE,
    laps=((ONE, TWO), (GREY, ONE)),
    heats=((TWO, ONE), ()),
    eliminated=(GREY, TWO),
)
OFF = Stage(name="Gent", kind=StageKind.ITT, cancelled="snow on the table")
TO_COME = Stage(name="Brussel")

MOLTENI = Team(code=MOL, name="Molteni", player="Ann", colour="#f2a900")
RONDE = Tour(
    name="Ronde van de Tafel",
    rulebook="cyclo",
    date=dt.date(2026, 11, 21),
    planned=7,
    leader="Ann",
    place="Ann's kitchen",
    language=Language.DUTCH,
    options={"level": 4, "captains": True, "course": "long"},
    rules={"bonus.finish": (10, 6, 4), "ties.general": ("lots", "bib"), "turn": 12},
    teams=(MOLTENI, Team(code=TeamCode("GHO"), ghost="mine.toml")),
    riders=(
        Rider(bib=TWO, name="Eddy Baens", team=MOL, type="climber", captain=True),
        Rider(bib=ONE, name="Jo", team=MOL, young=True),
        Rider(bib=GREY, neutral=True, joins=2),
        Rider(bib=FOUR, name="Mia"),
    ),
    stages=(PROLOGUE, MUUR, TRACK, OFF, TO_COME),
    ways={
        "mine.toml": 'name = "mine"\ntitle = "Mine"\ngames = ["cyclo"]\nsteps = ["x"]\n'
    },
)
GIRO = replace(
    RONDE,
    name="Giro",
    date=None,
    language=None,
    teams=(),
    riders=(),
    stages=(),
    ways={},
)
"""A new tour without riders and stages."""
