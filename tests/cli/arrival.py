"""A Cyclo stage of 20 riders, 3 climbs and 2 sprints, and its lines for the desk."""

from dataclasses import replace
from pathlib import Path

from peloton.notation.resources import sample_tours
from peloton.notation.rulebook_file.reading import builtin_text
from peloton.notation.tour_file.reading import read_tour
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.store.session import open_store

NUMBER = 2
TYPED = """\
1:3 16 9 17
2:7 17 1
3:6 17 1 12
4:6 17 1 12
5:6 17 12 7 1
(6 17) 3
12 1
@2
7 6
@4
1 4
@6
18 6

(5 15) 7
(11 8) 4

(19 10 4 20 2) 7
14 1
@10
3 10
@12
13 5
(9 16) 3
"""
"""The lines that a game leader types, from the first sprint to the last finisher."""


def sample() -> Tour:
    """Return the sample tour; its second stage has only the facts of a paper sheet."""
    text = (sample_tours() / "cyclo.toml").read_text(encoding="utf-8")
    tour = read_tour(text).tour
    assert tour is not None
    first, second, *_ = tour.stages
    order = {label: second.crossings[label] for label in second.primes}
    seen = Stage(
        name=second.name,
        kind=second.kind,
        profile=second.profile,
        length=second.length,
        date=second.date,
        sections=second.sections,
        sprints=second.sprints,
        finish=second.finish,
        crossings=order,
    )
    return replace(tour, stages=(first, seen))


def with_the_stage_to_come(where: Path) -> None:
    """Store the tour in a database, without results of its second stage."""
    tour = sample()
    bare = replace(tour.stages[1], finish=(), crossings={})
    with open_store(str(where)) as store:
        whole = replace(tour, stages=(tour.stages[0], bare))
        store.save(whole, builtin_text("cyclo"), "loaded", current=True)


def stored(where: Path) -> Tour:
    """Return the tour from a database."""
    with open_store(str(where), write=False) as store:
        return store.tour(sample().name).tour


def draft(where: Path) -> str:
    """Return the text of the stage's draft in a database, empty without a draft."""
    with open_store(str(where), write=False) as store:
        found = store.draft(sample().name, NUMBER)
    return found.text if found else ""
