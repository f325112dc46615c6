"""Read a tour file: a TOML document that contains a whole tour."""

from dataclasses import dataclass, replace
from operator import methodcaller
from pathlib import Path

from peloton.notation.result_lines import numbered_lines, read_finish
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
from peloton.rules.facts.fact_table import COUNTS, STAGE_FACTS
from peloton.rules.facts.kinds import ClassificationName, LimitUnit
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Offer, Ruling, Section, Sprint, Stage, StartGroup
from peloton.rules.facts.startlist import Rider, Team
from peloton.rules.facts.tour import Tour
from peloton.rules.games.mark import MarkFormat
from peloton.rules.limits import Limit
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import unexpected

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
ROWS = {
    "sections": fact_schema("a section", Section),
    "sprints": fact_schema("a sprint", Sprint),
    "start": fact_schema("a group at the start", StartGroup),
    "ruling": fact_schema(
        "a ruling", Ruling, "bib team seconds points mountains reinstated reason"
    ),
    "offer": fact_schema("an offer", Offer),
}
"""The schemas of the tables in each list of a stage."""


def _finish(spot: Location) -> list[tuple[int, str]]:
    """Return the numbered result lines of a stage, without their remarks."""
    if not isinstance(spot.found, str):
        raise unexpected(spot.found, "result lines in quotes")
    return [] if spot.is_over_limit(spot.found) else [*numbered_lines(spot.found)]


_classification, _unit = word_value(ClassificationName), word_value(LimitUnit)
_riders = methodcaller("entries", bib_value, whole_value)
_teams = methodcaller("entries", name_value, whole_value)
_rows = {key: methodcaller("facts", schema) for key, schema in ROWS.items()}
STAGE_SCHEMA = fact_schema(
    "a stage",
    Stage,
    "name kind profile length date points bonus same_time_gap cancelled",
    parts={
        "time_limit": methodcaller("entries", _unit, whole_value),
        "counts": methodcaller("entries", _classification, flag_value),
        **{key: _rows[key] for key in ("sections", "sprints", "start")},
        "finish": _finish,
        **dict.fromkeys(("laps", "heats"), Location.orders),
        "eliminated": lambda spot: crossing_value(spot.found),
        "crossings": methodcaller("entries", str, crossing_value),
        "ruling": _rows["ruling"],
        **{name: _teams if row.by_team else _riders for name, row in COUNTS.items()},
        "offer": _rows["offer"],
        "lots": methodcaller("entries", _classification, order_value),
    },
)
RESULTS_SCHEMA = STAGE_SCHEMA.subset("a stage entry", STAGE_FACTS.values())


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
    teams: list[Team] = []
    riders: list[Rider] = []
    for at in spot.at("team").tables(Limit.TEAMS):
        team: Team | None = at.fact(TEAM_SCHEMA)
        teams += [team] if team else []
        riders += at.at("rider").facts(RIDER_SCHEMA, team=team and team.code)
    riders += spot.at("rider").facts(RIDER_SCHEMA)
    stages = [read_stage(form, at) for at in spot.at("stage").tables(Limit.STAGES)]
    tour = replace(tour, teams=tuple(teams), riders=tuple(riders), stages=tuple(stages))
    if any(team.ghost for team in tour.teams):
        # Imported late, because most tours have no ghosts.
        from peloton.notation.ghosts import ghost_problems, way_files

        tour = replace(tour, ways=way_files(tour, folder))
        spot.problems.extend(ghost_problems(tour, rulebook, folder))
    return TourReading(tour=tour, rulebook=rulebook, problems=tuple(spot.problems))


def _header(spot: Location) -> Tour:
    """Read the table [tour]; leave a missing name or rulebook empty."""
    if "tour" not in spot.table():
        spot.report("a file without [tour], expected one with name and rulebook")
        return Tour(name="", rulebook="")
    at = spot.at("tour")
    values = {"name": "", "rulebook": "", **at.values(TOUR_SCHEMA)}
    options = by_dotted_key(option_value, at.at("options"))
    rules = by_dotted_key(rule_value, at.at("rules"))
    return Tour(**values, options=options, rules=rules)


def sorted_by_team(tour: Tour) -> Tour:
    """Return the tour with its riders sorted by team, riders without a team last."""
    codes = (*(team.code for team in tour.teams), None)
    places = {code: place for place, code in enumerate(codes)}
    riders = sorted(tour.riders, key=lambda rider: places[rider.team])
    return replace(tour, riders=tuple(riders))


def read_stage(
    form: MarkFormat | None, spot: Location, schema: TableSchema = STAGE_SCHEMA
) -> Stage:
    """Read a stage; without a mark format, result lines are skipped."""
    facts = spot.values(schema)
    lines = facts.pop("finish", ())
    if form is not None:
        facts["finish"] = read_finish(lines, form, spot.at("finish"))
    return Stage(**facts)
