"""Samples for the tests of this folder: a tour file, and hostile random tours."""

from dataclasses import replace
from string import hexdigits
from typing import TypeVar

from hypothesis import strategies as st

from peloton.notation.problems import problem_lines
from peloton.notation.tour_file.reading import TourReading, read_tour
from peloton.rules.checks.facts import fact_problems
from peloton.rules.facts.kinds import (
    Category,
    ClassificationName,
    LimitUnit,
    Profile,
    Reason,
    SectionKind,
    StageKind,
)
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import (
    Arrival,
    FinishLine,
    Offer,
    Ruling,
    Section,
    Sprint,
    Stage,
    StartGroup,
    Unplaced,
)
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import OptionValue, RuleValue, Tour
from peloton.rules.games import MARKS, Mark
from peloton.rules.games.criterium import FractionMark
from peloton.rules.games.cyclo import LinesMark
from tests.tours import RESULT_TABLES

Drawn = TypeVar("Drawn")

LINES = MARKS["turns lines"]
FRACTIONS = MARKS["turns left/moved"]

TOUR = (
    """\
[tour]
name = "Ronde van de Tafel"
rulebook = "cyclo"
date = 2026-11-21

[tour.options]
level = 4

[tour.rules]
"bonus.finish" = [10, 6, 4]

[[team]]
code = "MOL"
name = "Molteni"
player = "Ann"
colour = "#f2a900"
  [[team.rider]]
  bib = "1"
  name = "Eddy Baens"
  type = "climber"
  captain = true

[[rider]]
bib = 4

[[stage]]
name = "Oudenaarde - Geraardsbergen"
kind = "road"
profile = "flat"
length = 190
points = [15, 10, 5]
counts = { points = false }
sections = [
  { kind = "mountain", name = "Muur", from = 60, to = 84, category = 3 },
  { kind = "paved", from = 100, to = 115 },
]
sprints = [ { name = "Zottegem", at = 120, bonus = [3] } ]
finish = \"\"\"
1        0 3        # first over the line
(4 7 9)  0 1

12       2 2
DNF 15
OTL 8 11
\"\"\"
  [stage.crossings]
  Muur = "4 1 12"

"""
    + RESULT_TABLES
)


def reading(text: str) -> TourReading:
    """Read a tour file, and check its facts, as every entry of facts does."""
    found = read_tour(text)
    wrong = fact_problems(found.tour) if found.tour else ()
    return replace(found, problems=(*found.problems, *wrong))


def read_whole(text: str) -> Tour:
    """Read a tour file that has no mistakes."""
    found = reading(text)
    assert found.problems == ()
    assert found.tour is not None
    return found.tour


# -- Hostile tours: valid facts, under names that try to break out of the file. --------

texts = st.text(alphabet="\"'\\\n\r\t\0\x1b\x7f\u2028\u202e#=[]{}., aé中") | st.text()
names = texts.filter(str.strip)
bibs = (
    st.text(
        st.characters(exclude_categories=["C", "Z"], exclude_characters="()[]{}#,\"'="),
        min_size=1,
        max_size=4,
    )
    .filter(lambda bib: bib.upper() not in Reason.__members__)
    .map(Bib)
)
counts = st.integers(0, 999)
scales = st.lists(counts, max_size=3).map(tuple)
orders = st.lists(texts, max_size=3).map(tuple)


def rarely(strategy: st.SearchStrategy[Drawn]) -> st.SearchStrategy[Drawn | None]:
    return st.none() | strategy


def riders(team: TeamCode | None) -> st.SearchStrategy[list[Rider]]:
    return st.lists(
        st.builds(
            Rider,
            bib=bibs,
            name=texts,
            team=st.just(team),
            type=rarely(names),
            captain=st.booleans(),
            young=st.booleans(),
            neutral=st.booleans(),
        ),
        max_size=3,
    )


sections = st.builds(
    Section,
    kind=st.sampled_from(SectionKind),
    name=texts,
    start=rarely(counts),
    end=rarely(st.integers(1000, 2000)),
    category=rarely(st.sampled_from(Category)),
    points=rarely(scales),
    bonus=rarely(scales),
)
sprints = st.builds(
    Sprint, name=texts, at=rarely(counts), points=rarely(scales), bonus=rarely(scales)
)
rulings = st.builds(
    Ruling,
    reason=names,
    bib=bibs,
    seconds=st.integers(-99, 99),
    points=st.integers(-9, 9),
    mountains=st.integers(-9, 9),
    reinstated=st.booleans(),
) | st.builds(Ruling, reason=names, team=names.map(TeamCode))
offers = st.builds(
    Offer,
    team=names.map(TeamCode),
    amount=counts,
    target=names,
    place=st.integers(1, 9),
)
line_marks = st.builds(LinesMark, counts, counts)
fraction_marks = st.tuples(counts, st.integers(1, 9), counts).map(
    lambda parts: FractionMark(parts[0], parts[1], parts[1] + parts[2])
)


def finishes(marks: st.SearchStrategy[Mark]) -> st.SearchStrategy[FinishLine]:
    return (
        st.builds(Arrival, st.lists(bibs, min_size=1, max_size=4).map(tuple), marks)
        | st.builds(Unplaced, bibs, st.sampled_from(Reason))
        | st.builds(Unplaced, bibs, st.just(Reason.OTL), marks)
    )


def starting(riders: list[Bib]) -> tuple[StartGroup, ...]:
    """Return start groups: the first rider with a lead of 25, the others of 10."""
    return (
        StartGroup(bibs=(riders[0],), lead=25),
        StartGroup(bibs=tuple(riders[1:]), lead=10),
    )


def lines_have_their_own_names(stage: Stage) -> bool:
    climbs = [s for s in stage.sections if s.kind is SectionKind.MOUNTAIN]
    laps = stage.laps if stage.kind is StageKind.CRITERIUM else ()
    lines = (*climbs, *stage.sprints, *laps)
    return len(stage.primes) == len(lines) and "finish" not in stage.primes


def long_enough(stage: Stage) -> Stage:
    """Return a stage that is long enough for its sections and sprints."""
    lines = [line for part in stage.sections for line in (part.start, part.end)]
    last = max(
        (line or 0 for line in (*lines, *(s.at for s in stage.sprints))), default=0
    )
    return (
        stage
        if stage.length is None
        else replace(stage, length=max(stage.length, last))
    )


over_the_line = st.lists(st.lists(bibs, max_size=3).map(tuple), max_size=2).map(tuple)


def stages(marks: st.SearchStrategy[Mark]) -> st.SearchStrategy[Stage]:
    classifications = st.sampled_from(ClassificationName)
    return (
        st.builds(
            Stage,
            name=texts,
            kind=st.sampled_from(StageKind),
            profile=rarely(st.sampled_from(Profile)),
            length=rarely(counts),
            date=rarely(st.dates()),
            points=rarely(scales),
            bonus=rarely(scales),
            same_time_gap=rarely(counts),
            time_limit=st.dictionaries(st.sampled_from(LimitUnit), counts, max_size=2),
            cancelled=texts,
            counts=st.dictionaries(classifications, st.booleans(), max_size=2),
            sections=st.lists(sections, max_size=2).map(tuple),
            sprints=st.lists(sprints, max_size=2).map(tuple),
            start=st.lists(bibs, min_size=2, max_size=3, unique=True).map(starting)
            | st.just(()),
            finish=st.lists(finishes(marks), max_size=4).map(tuple),
            crossings=st.dictionaries(
                texts, st.lists(bibs, max_size=3).map(tuple), max_size=2
            ),
            laps=over_the_line,
            heats=over_the_line,
            eliminated=st.lists(bibs, max_size=3).map(tuple),
            rulings=st.lists(rulings, max_size=2).map(tuple),
            extra_turns=st.dictionaries(bibs, counts, max_size=2),
            team_turns=st.dictionaries(names.map(TeamCode), counts, max_size=2),
            offers=st.lists(offers, max_size=2).map(tuple),
            lots=st.dictionaries(classifications, orders, max_size=2),
        )
        .map(long_enough)
        .filter(lines_have_their_own_names)
    )


HOUSE_RULES: dict[str, st.SearchStrategy[RuleValue]] = {
    "bonus.finish": scales,
    "same_time.gap": counts,
    "points.time_trials": st.booleans(),
    "order": st.sampled_from(["time", "turns", "arrival"]),
    "ties.general": st.sampled_from([("wins", "lots"), ("bib",), ()]),
}
COLOURS = st.text(hexdigits, min_size=6, max_size=6).map(lambda code: f"#{code}")


GAMES: list[
    tuple[str, st.SearchStrategy[LinesMark | FractionMark], dict[str, OptionValue]]
] = [
    ("cyclo", line_marks, {"level": 4, "time_limit.seconds": 90}),
    ("criterium", fraction_marks, {"format": "simple"}),
]


@st.composite
def tours(draw: st.DrawFn) -> Tour:
    """Draw a tour that can be written: bibs, codes and labels are unique."""
    game, marks, options = draw(st.sampled_from(GAMES))
    rules = draw(st.sets(st.sampled_from(sorted(HOUSE_RULES))))
    teams = draw(
        st.lists(
            st.builds(
                Team,
                code=names.map(TeamCode),
                name=texts,
                player=texts,
                colour=st.just("") | COLOURS,
            ),
            max_size=2,
            unique_by=lambda team: team.code,
        )
    )
    startlist: dict[Bib, Rider] = {}
    for code in (*(team.code for team in teams), None):
        for rider in draw(riders(code)):
            startlist.setdefault(rider.bib, rider)
    return Tour(
        name=draw(names),
        rulebook=game,
        date=draw(rarely(st.dates())),
        options=draw(st.sampled_from([{}, options])),
        rules={rule: draw(HOUSE_RULES[rule]) for rule in sorted(rules)},
        teams=tuple(teams),
        riders=tuple(startlist.values()),
        stages=tuple(draw(st.lists(stages(marks), max_size=2))),
    )


def located(text: str, problem: Problem) -> int | None:
    """Return the number of the line that a problem refers to, or None."""
    (line,) = problem_lines("file", text, [problem])
    number = line.split(":")[1]
    return int(number) if number.isdigit() else None
