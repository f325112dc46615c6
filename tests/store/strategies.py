"""Hypothesis strategies: tours with texts that are hard for databases and drivers."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from hypothesis import strategies as st

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
from peloton.rules.facts.tour import OPEN, Tour
from peloton.rules.games.criterium import FractionMark
from peloton.rules.games.cyclo import LinesMark

T = TypeVar("T")

HOSTILE = (
    "",
    "\\u0000",
    "\\",
    "'; DROP TABLE tour; --",
    '"%s" :name ?',
    "=cmd()",
    "<b>&amp;",
    "\x1b[31mred",
    "line\r\nbreak\u2028",
    "\u202eback to front",
    "\ufeff\uffff",
    "环法 🚴‍♀️",
    " 1 ",
    "NULL",
)


texts = st.sampled_from(HOSTILE) | st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), max_size=20
)
numbers = st.integers()
scales = st.none() | st.lists(st.integers(), max_size=3).map(tuple)
dates = st.none() | st.dates()
bibs, codes = texts.map(Bib), texts.map(TeamCode)
turns = st.integers(0, 999_999)
marks = st.builds(LinesMark, turns, turns) | st.builds(
    lambda left, moved, turns: FractionMark(turns, min(left, moved), max(left, moved)),
    st.integers(1, 99),
    st.integers(1, 99),
    turns,
)


def some(values: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    """Draw up to three values."""
    return st.lists(values, max_size=3).map(tuple)


def unlike(
    values: st.SearchStrategy[T], key: Callable[[T], str]
) -> st.SearchStrategy[tuple[T, ...]]:
    """Draw up to three values with different keys."""
    return st.lists(values, max_size=3, unique_by=key).map(tuple)


teams = st.builds(Team, code=codes, name=texts, player=texts, colour=texts, ghost=texts)
riders = st.builds(
    Rider,
    bib=bibs,
    name=texts,
    team=st.none() | codes,
    type=st.none() | texts,
    captain=st.booleans(),
    young=st.booleans(),
    neutral=st.booleans(),
    joins=st.none() | numbers,
)
sections = st.builds(
    Section,
    kind=st.sampled_from(SectionKind),
    name=texts,
    start=st.none() | numbers,
    end=st.none() | numbers,
    category=st.none() | st.sampled_from(Category),
    points=scales,
    bonus=scales,
)
sprints = st.builds(
    Sprint, name=texts, at=st.none() | numbers, points=scales, bonus=scales
)
starts = st.builds(StartGroup, bibs=some(bibs), lead=numbers)
finish_lines = st.builds(Arrival, some(bibs).filter(bool), marks) | st.builds(
    Unplaced, bibs, st.sampled_from(Reason), st.none() | marks
)
rulings = st.builds(
    Ruling,
    reason=texts,
    bib=st.none() | bibs,
    team=st.none() | codes,
    seconds=numbers,
    points=numbers,
    mountains=numbers,
    reinstated=st.booleans(),
)
offers = st.builds(Offer, team=codes, amount=numbers, target=texts, place=numbers)
names = st.sampled_from(ClassificationName)
stages = st.builds(
    Stage,
    name=texts,
    kind=st.sampled_from(StageKind),
    profile=st.none() | st.sampled_from(Profile),
    length=st.none() | numbers,
    date=dates,
    points=scales,
    bonus=scales,
    same_time_gap=st.none() | numbers,
    time_limit=st.dictionaries(st.sampled_from(LimitUnit), numbers, max_size=3),
    cancelled=texts,
    counts=st.dictionaries(names, st.booleans(), max_size=3),
    sections=some(sections),
    sprints=some(sprints),
    start=some(starts),
    laps=some(some(bibs)),
    heats=some(some(bibs)),
    eliminated=some(bibs),
    finish=some(finish_lines),
    crossings=st.dictionaries(texts, some(bibs), max_size=3),
    rulings=some(rulings),
    offers=some(offers),
    lots=st.dictionaries(names, some(texts), max_size=3),
    **{
        name: st.dictionaries(codes if row.by_team else bibs, numbers, max_size=3)
        for name, row in COUNTS.items()
    },
)
choices = st.booleans() | st.integers() | texts


def with_known_teams(tour: Tour) -> Tour:
    """Return the tour with riders only in teams that it has."""
    codes = {team.code for team in tour.teams}
    riders = (r if r.team in codes else replace(r, team=None) for r in tour.riders)
    return replace(tour, riders=tuple(riders))


tours = st.builds(
    Tour,
    name=texts,
    rulebook=texts,
    date=dates,
    planned=st.none() | st.just(OPEN) | numbers,
    leader=texts,
    place=texts,
    language=st.none() | st.sampled_from(Language),
    options=st.dictionaries(texts, choices, max_size=3),
    rules=st.dictionaries(
        texts, choices | some(st.integers()) | some(texts), max_size=3
    ),
    teams=unlike(teams, lambda team: team.code),
    riders=unlike(riders, lambda rider: rider.bib),
    stages=some(stages),
    ways=st.dictionaries(texts, texts, max_size=3),
).map(with_known_teams)
