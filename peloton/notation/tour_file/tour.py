"""Read a tour file: a TOML document that contains a whole tour."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from peloton.notation.rulebook_file.reading import by_dotted_key, find_rulebook
from peloton.notation.toml.schema import (
    Location,
    TableSchema,
    fact_schema,
    read_toml,
)
from peloton.notation.toml.values import (
    colour_value,
    name_value,
    option_value,
    plan_value,
    rule_value,
)
from peloton.notation.tour_file.stages import read_stage
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.startlist import Rider, Startlist, Team
from peloton.rules.facts.tour import Tour
from peloton.rules.limits import Limit
from peloton.rules.rulebook.rulebook import Rulebook, tour_rulebook

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
    rulebook = _rulebook(tour, folder, spot) if tour.rulebook else None
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


def _rulebook(tour: Tour, folder: Path | None, spot: Location) -> Rulebook | None:
    base, faults = find_rulebook(tour.rulebook, folder)
    if base is not None:
        base, faults = tour_rulebook(base, tour)
    spot.problems.extend(faults)
    return base


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
        rider = partial(Rider, team=values.get("code"))
        riders += at.at("rider").facts(RIDER_SCHEMA, rider)
    riders += spot.at("rider").facts(RIDER_SCHEMA, Rider)
    return Startlist(tuple(teams), tuple(riders))
