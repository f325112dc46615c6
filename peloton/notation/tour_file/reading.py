"""Read a tour file: a TOML document that contains a whole tour."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from peloton.notation.result_lines import numbered_lines, read_finish, read_orders
from peloton.notation.rulebook_file.reading import by_dotted_key, find_rulebook
from peloton.notation.toml.schema import Location, TableSchema, fact_schema, read_toml
from peloton.notation.toml.values import (
    bib_value,
    colour_value,
    crossing_value,
    flag_value,
    name_value,
    option_value,
    order_value,
    plan_value,
    rule_value,
    whole_value,
    word_value,
)
from peloton.rules.facts.fact_table import STAGE_FACTS, FactKind
from peloton.rules.facts.kinds import ClassificationName, LimitUnit
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import (
    FinishLine,
    Offer,
    Ruling,
    Section,
    Sprint,
    Stage,
    StartGroup,
)
from peloton.rules.facts.startlist import Rider, Startlist, Team
from peloton.rules.facts.tour import Tour
from peloton.rules.games.mark import MarkFormat
from peloton.rules.limits import Limit
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import quote

_FILE = TableSchema("a tour file", {}, nested=("tour", "team", "rider", "stage"))
TOUR_SCHEMA = fact_schema(
    "a tour",
    Tour,
    "name rulebook date stages leader place language",
    nested=("options", "rules"),
    stages=plan_value,
)
TEAM_SCHEMA = fact_schema(
    "a team",
    Team,
    "code name player colour ghost",
    nested=("rider",),
    colour=colour_value,
    ghost=name_value,
)
RIDER_SCHEMA = fact_schema(
    "a rider", Rider, "bib name type captain young neutral joins"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TourReading:
    """A tour file as read: the facts, the tour's rules, and every mistake.

    Invalid values are left out of `tour`; it is None if the file is not valid TOML.
    `rulebook` includes the tour's options and house rules; if the rulebook is unknown
    or invalid, this is None and result lines are not read.
    """

    tour: Tour | None
    rulebook: Rulebook | None
    problems: tuple[Problem, ...]


def read_tour(text: str, folder: Path | None = None) -> TourReading:
    """Read a tour file; its rulebook defines the mark format.

    Rulebooks and ways of playing ghosts that are not built in are read from `folder`.
    Mistakes in the text are collected and never raised. `peloton.rules.checks.tour`
    checks whether the facts are consistent, such as whether all bibs are on the
    startlist.
    """
    spot = read_toml(text)
    if spot.problems:
        return TourReading(tour=None, rulebook=None, problems=tuple(spot.problems))
    spot.values(_FILE)
    tour = _header(spot)
    rulebook, faults = find_rulebook(tour, folder) if tour.rulebook else (None, ())
    spot.problems.extend(faults)
    form = None if rulebook is None else rulebook.mark
    startlist, stages = _startlist(spot), spot.at("stage").tables(Limit.STAGES)
    tour = replace(
        tour,
        teams=startlist.teams,
        riders=startlist.riders,
        stages=tuple(read_stage(form, at) for at in stages),
    )
    if any(team.ghost for team in tour.teams):
        # Imported late, because most tours have no ghosts.
        from peloton.notation.ghosts import ghost_problems, way_files

        tour = replace(tour, ways=way_files(tour, folder))
        spot.problems.extend(ghost_problems(tour, rulebook, folder))
    return TourReading(tour=tour, rulebook=rulebook, problems=tuple(spot.problems))


def _header(spot: Location) -> Tour:
    """Read the table [tour]; leave a missing name or rulebook empty."""
    if not spot.has("tour"):
        spot.report("a file without [tour], expected one with name and rulebook")
        return Tour(name="", rulebook="")
    at = spot.at("tour")
    values = {"name": "", "rulebook": "", **at.values(TOUR_SCHEMA)}
    options = by_dotted_key(option_value, at.at("options"))
    return Tour(
        **values, options=options, rules=by_dotted_key(rule_value, at.at("rules"))
    )


def sorted_by_team(tour: Tour) -> Tour:
    """Return the tour with its riders sorted by team, riders without a team last."""
    places = {team.code: place for place, team in enumerate(tour.teams)}
    riders = sorted(
        tour.riders,
        key=lambda rider: len(places) if rider.team is None else places[rider.team],
    )
    return replace(tour, riders=tuple(riders))


def _startlist(spot: Location) -> Startlist:
    teams: list[Team] = []
    riders: list[Rider] = []
    for at in spot.at("team").tables(Limit.TEAMS):
        values = at.values(TEAM_SCHEMA)
        if TEAM_SCHEMA.complete(values):
            teams.append(Team(**values))
        riders += at.at("rider").facts(RIDER_SCHEMA, team=values.get("code"))
    riders += spot.at("rider").facts(RIDER_SCHEMA)
    return Startlist(tuple(teams), tuple(riders))


_classification, _unit = word_value(ClassificationName), word_value(LimitUnit)
RULING_SCHEMA = fact_schema(
    "a ruling", Ruling, "bib team seconds points mountains reinstated reason"
)
OFFER_SCHEMA = fact_schema("an offer", Offer, "team amount for place")
COURSE = {
    "sections": fact_schema(
        "a section", Section, "kind name from to category points bonus"
    ),
    "sprints": fact_schema("a sprint", Sprint, "name at points bonus"),
    "start": fact_schema("a group at the start", StartGroup, "bibs lead"),
}
"""The schemas of the tables in each list of a course."""
RESULTS = tuple(fact.key for fact in STAGE_FACTS.values())
"""The keys for a stage's results, as opposed to its course."""
NESTED = ("time_limit", "counts")
"""The keys of a stage whose value is an inline table."""
STAGE_SCHEMA = fact_schema(
    "a stage",
    Stage,
    "name kind profile length date points bonus same_time_gap cancelled",
    nested=(*NESTED, *COURSE, *RESULTS),
)


def read_stage(form: MarkFormat | None, spot: Location) -> Stage:
    """Read a stage; without a mark format, skip its result lines."""
    facts = spot.values(STAGE_SCHEMA)
    facts["counts"] = spot.at("counts").entries(_classification, flag_value)
    facts["time_limit"] = spot.at("time_limit").entries(_unit, whole_value)
    for key, schema in COURSE.items():
        facts[key] = spot.at(key).facts(schema)
    return with_results(Stage(**facts), form, spot)


def with_results(stage: Stage, form: MarkFormat | None, spot: Location) -> Stage:
    """Return the stage updated with the results in a table.

    Results that the table leaves out are unchanged. An order across a sprint or summit
    replaces only the order across the same line.
    """
    read: dict[str, Any] = {}
    for name, fact in STAGE_FACTS.items():
        skipped = fact.kind is FactKind.FINISH and form is None
        if spot.has(fact.key) and not skipped:
            read[name] = _READERS[fact.kind](spot.at(fact.key), form)
            if fact.kind is FactKind.CROSSINGS:
                read[name] = {**getattr(stage, name), **read[name]}
    return replace(stage, **read)


def _finish(spot: Location, form: MarkFormat | None) -> tuple[FinishLine, ...]:
    if isinstance(spot.found, str) and form is not None:
        if spot.is_over_limit(spot.found):
            return ()
        return read_finish(numbered_lines(spot.found), form, spot)
    spot.report(f"finish: found {quote(spot.found)}, expected result lines in quotes")
    return ()


def _rulings(spot: Location) -> Iterator[Ruling]:
    for values, at in spot.rows(RULING_SCHEMA):
        if at.has("bib") == at.has("team"):
            at.report("a ruling: expected either a bib or a team", "required")
        else:
            yield Ruling(**values)


_READERS: Mapping[FactKind, Callable[[Location, MarkFormat | None], Any]] = {
    FactKind.FINISH: _finish,
    FactKind.ORDERS: lambda spot, _: read_orders(spot),
    FactKind.ORDER: lambda spot, _: next(
        iter(read_orders(spot.with_value([spot.found]))), ()
    ),
    FactKind.CROSSINGS: lambda spot, _: spot.entries(str, crossing_value),
    FactKind.RULINGS: lambda spot, _: tuple(_rulings(spot)),
    FactKind.COUNTS: lambda spot, _: spot.entries(bib_value, whole_value),
    FactKind.TEAM_COUNTS: lambda spot, _: spot.entries(name_value, whole_value),
    FactKind.OFFERS: lambda spot, _: spot.facts(OFFER_SCHEMA),
    FactKind.LOTS: lambda spot, _: spot.entries(_classification, order_value),
}
"""For each kind of fact, the function that reads it.

Its arguments are the location of the fact's key, and the mark format or None.
"""
