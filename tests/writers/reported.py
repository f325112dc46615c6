"""Every report of every sample tour; the reports are found by their types."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from io import BytesIO
from itertools import cycle
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, get_type_hints

import pytest
from openpyxl import Workbook, load_workbook

import peloton.reports
from peloton.api.formats import FileOptions, file_content
from peloton.errors import PelotonError
from peloton.notation.resources import sample_tours
from peloton.notation.season_file import default_season
from peloton.notation.stories import builtin_story
from peloton.reports.sheet import Sheet
from peloton.reports.tour.tour import workbook_sheets
from peloton.rules.explain.decided import open_effects, part_effects
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.ghosts import (
    CardChoice,
    GhostDecks,
    GhostTerrain,
    GhostWay,
    ghost_decks,
)
from peloton.rules.names import Subject
from peloton.rules.race import score
from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook, Source, Value
from peloton.rules.season.ranking import Records, Season, SeasonScale
from peloton.writers.workbook.book import to_xlsx
from tests.drawing import cases_by_cost
from tests.rules.seasons import hall_of_records, season
from tests.scored import facts_of
from tests.writers.conftest import HOSTILE

SAMPLES = sorted(file.stem for file in sample_tours().glob("*.toml"))
HOSTILE_TOUR = "hostile"
TOURS = (*SAMPLES, HOSTILE_TOUR)
QUICK, SLOW = ("flamme-rouge", "track", HOSTILE_TOUR), ("criterium",)
"""Tours whose reports are all checked in every run, or in every slow run.

The hostile tour is the Cyclo sample with hostile names.
"""
# Run all tests of a tour one after another, so that its sheets are made once.
every_tour = pytest.mark.parametrize(
    "tour", cases_by_cost(TOURS, QUICK, SLOW), scope="module"
)
NAMES = (
    *('=HYPERLINK("x")', "+1", "@a", "<b>x</b>", "&amp;", "</script>", *HOSTILE),
    *("a|b\\c", "{name}", "%s", "'quoted'", '"', "-5", "=1+1"),
)

Report = Callable[..., object]


class UnknownArgumentError(Exception):
    """A report has a parameter for which this module has no argument."""


@cache
def reports() -> dict[str, Report]:
    """Return every public function of the reports that returns a sheet or several."""
    found: dict[str, Report] = {}
    for module in walk_packages(peloton.reports.__path__, "peloton.reports."):
        name = module.name
        for label, made in inspect.getmembers(import_module(name), inspect.isfunction):
            own = made.__module__ == name and not label.startswith("_")
            if own and _gives_sheets(made):
                found[f"{name.rpartition('.')[2]}.{label}"] = made
    return found


def _gives_sheets(function: Report) -> bool:
    given = inspect.signature(function).return_annotation
    takes = inspect.signature(function).parameters.values()
    # A function that takes a sheet or a table only finishes it, so it is no report.
    pieces = any("Sheet" in str(each) or "Table" in str(each) for each in takes)
    return "Sheet" in str(given) and not pieces


@cache
def race_of(name: str) -> Race:
    """Return a scored sample tour; the hostile one is Cyclo's with other names."""
    file = sample_tours() / f"{'cyclo' if name == HOSTILE_TOUR else name}.toml"
    text = Path(file).read_text(encoding="utf-8")
    tour, book = facts_of(text)
    race = score(hostile(tour) if name == HOSTILE_TOUR else tour, book)
    assert race.stages
    return race


def hostile(tour: Tour) -> Tour:
    """Replace all names of a tour by names that could do harm."""
    names = cycle(NAMES)
    return replace(
        tour,
        name="</script><b>=1+1\x1b[31m",
        teams=tuple(
            replace(team, name=next(names), player=next(names)) for team in tour.teams
        ),
        riders=tuple(replace(rider, name=next(names)) for rider in tour.riders),
        stages=tuple(_hostile_stage(stage, names) for stage in tour.stages),
    )


def _hostile_stage(stage: Stage, names: Iterator[str]) -> Stage:
    called = {label: f"{next(names)} {label}" for label in stage.primes}
    return replace(
        stage,
        name=next(names),
        sections=tuple(
            replace(each, name=called.get(each.name, each.name))
            for each in stage.sections
        ),
        sprints=tuple(
            replace(each, name=called.get(each.name, each.name))
            for each in stage.sprints
        ),
        crossings={called.get(at, at): who for at, who in stage.crossings.items()},
        rulings=tuple(replace(ruling, reason=next(names)) for ruling in stage.rulings),
        offers=tuple(
            replace(offer, target=called.get(offer.target, offer.target))
            for offer in stage.offers
        ),
    )


def made(name: str, report: Report, race: Race) -> list[Sheet]:
    """Return the sheets of a report on a race, none if it raises an error.

    A report on the next stage fails if the tour is over; it is tried with the first.
    """
    for optional in ((), ("number",)):
        try:
            found: Any = report(**_arguments(name, report, race, optional))
        except PelotonError:
            continue
        return [found] if isinstance(found, Sheet) else list(found)
    return []


def _arguments(
    name: str, report: Report, race: Race, optional: tuple[str, ...]
) -> dict[str, Any]:
    """Return arguments for a report, by the name of each parameter or by its type."""
    hints = get_type_hints(report)
    # Functions, because some arguments take long to make.
    by_type: dict[object, Callable[[], object]] = {
        str: lambda: race.tour.name,
        Race: lambda: race,
        Tour: lambda: race.tour,
        Rulebook: lambda: race.rulebook,
        StageScore: lambda: race.stages[-1],
        Stage: lambda: race.tour.stages[0],
        SeasonScale: default_season,
        Season: lambda: season([_stored(race)], default_season()),
        Records: lambda: hall_of_records([_stored(race)]),
        GhostWay: lambda: _way(race.tour.name),
        GhostDecks: lambda: _decks(race.tour),
        Subject: lambda: Subject("team", next((t.code for t in race.tour.teams), "")),
    }
    by_name: dict[str, Callable[[], object]] = {
        "number": lambda: race.stages[0].number,
        "bib": lambda: race.stages[0].result[0].bib,
        "name": lambda: next(iter(race.stages[-1].standings), None),
        "before": lambda: replace(race, stages=race.stages[:-1]),
        "title": lambda: race.tour.name,
        "which": lambda: "startlist",
        "races": lambda: [race],
        "tours": lambda: [race.tour.name],
        "ways": lambda: {"dice": _way(race.tour.name)},
        "meanings": dict,
        "templates": lambda: builtin_story(Language.ENGLISH),
        "rule": lambda: (race.tour.name, race.tour.name),
        "books": lambda: [race.rulebook],
        "listed_ways": lambda: [_way(race.tour.name)],
        "effects": lambda: [*part_effects(race)],
        "tried": lambda: [*open_effects(race)],
    }
    given: dict[str, Any] = {}
    for label, each in inspect.signature(report).parameters.items():
        if each.default is not each.empty and label not in optional:
            continue
        make = by_name.get(label) or by_type.get(hints[label])
        if make is None:
            raise UnknownArgumentError(
                f"{name}: what is `{label}`? Say so in {Path(__file__).name}."
            )
        given[label] = make()
    return given


def _stored(race: Race) -> Race:
    """Return a race with names that a database can store, without lone surrogates."""

    def named(text: str) -> str:
        return text.encode("utf-8", "replace").decode()

    tour = race.tour
    teams = [replace(t, name=named(t.name), player=named(t.player)) for t in tour.teams]
    riders = [replace(rider, name=named(rider.name)) for rider in tour.riders]
    tour = replace(tour, teams=tuple(teams), riders=tuple(riders))
    return replace(race, tour=tour)


def _way(title: str) -> GhostWay:
    """Return a way of playing ghosts, with cards and dice, named after the tour."""
    return GhostWay(
        name=title,
        title=title,
        games=(title,),
        decks={"any": ("2", "3/9")},
        play={
            GhostTerrain.FLAT: CardChoice.LOWEST,
            GhostTerrain.SPRINT: CardChoice.HIGHEST,
        },
        steps=(title,),
        values={"draw": Value(value=1, rule="GN-7", source=Source.SEED)},
    )


def _decks(tour: Tour) -> GhostDecks:
    """Return the decks of a tour in which all teams are ghosts."""
    teams = tuple(replace(team, ghost="dice") for team in tour.teams)
    return ghost_decks(replace(tour, teams=teams), {"dice": _way(tour.name)}, {})


@cache
def sheets_of(tour: str) -> tuple[Sheet, ...]:
    """Return every sheet of every report on a tour.

    Reports with unknown parameters are left out; another test reports them.
    """
    sheets: list[Sheet] = []
    for name, report in reports().items():
        with suppress(UnknownArgumentError):
            sheets += made(name, report, race_of(tour))
    return tuple(sheets)


@cache
def workbook_of(tour: str) -> bytes:
    """Return the workbook of a tour, which is written once."""
    return to_xlsx(workbook_sheets(race_of(tour)))


@cache
def opened_workbook(tour: str) -> Workbook:
    """Return the workbook of a tour, which is read once and must not be changed."""
    return load_workbook(BytesIO(workbook_of(tour)), data_only=True)


@cache
def written(ending: str, tour: str) -> bytes:
    """Return a file with every sheet of every report on a tour."""
    return file_content(sheets_of(tour), ending, FileOptions())


def shown_wearers(race: Race, stage: Any) -> tuple[str, list[str]]:  # noqa: ANN401 - JSON
    """Return the title above the jerseys of a stage, and the bibs listed (GN-11)."""
    if not race.is_over or stage["number"] < len(race.stages):
        return "Jersey wearers", [row["wearer"] or "" for row in stage["jerseys"]]
    apart = race.is_one_day and race.rulebook.word("general.by") == "time"
    rows = [
        row
        for row in stage["jerseys"]
        if not (apart and row["classification"] == "general")
    ]
    return "Jersey winners", [row["leader"] for row in rows]
