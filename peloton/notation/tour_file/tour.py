"""A tour file: one TOML document that holds a tour whole."""

from dataclasses import dataclass, replace
from pathlib import Path

from peloton.notation.rulebook_file.options import (
    by_dotted_key,
    option_value,
    rule_value,
)
from peloton.notation.rulebook_file.reading import Rulebooks
from peloton.notation.toml.schema import Field, Location, TableSchema, read_toml
from peloton.notation.toml.values import date_value, name_value, word_value
from peloton.notation.tour_file.stages import read_stage
from peloton.notation.tour_file.startlist import read_startlist
from peloton.rules.facts.kinds import Language
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.rulebook.tour_rulebook import tour_rulebook

_FILE = TableSchema("a tour file", {}, nested=("tour", "team", "rider", "stage"))
_TOUR = TableSchema(
    "a tour",
    {
        "name": Field(name_value, "name", required=True),
        "rulebook": Field(name_value, "rulebook", required=True),
        "date": Field(date_value, "date"),
        "language": Field(word_value(Language), "language"),
    },
    nested=("options", "rules"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TourReading:
    """A tour file as read: the facts, the tour's own rules, and every mistake.

    `tour` lacks what could not be read, and is None when nothing could; `rulebook`
    has options and house rules applied, and is None when there is none to apply
    them to: the result lines are then not read.
    """

    tour: Tour | None
    rulebook: Rulebook | None
    problems: tuple[Problem, ...]


def read_tour(
    text: str, rulebooks: Rulebooks, folder: Path | None = None
) -> TourReading:
    """Read a tour file; `rulebooks` finds the rulebook it names, which has the mark.

    Ways of playing ghosts that do not come with peloton are files in `folder`.

    Nothing is raised for what is in the text. Whether the facts fit together, as an
    unknown bib does not, is for `peloton.rules.checks.tour`.
    """
    document, problems = read_toml(text)
    if problems:
        return TourReading(tour=None, rulebook=None, problems=problems)
    spot = Location([])
    spot.values(document, _FILE)
    tour = _header(document.get("tour"), spot)
    rulebook = _rulebook(tour, rulebooks, spot) if tour.rulebook else None
    form = None if rulebook is None else rulebook.mark
    startlist = read_startlist(document, spot)
    tables = spot.at("stage").tables(document.get("stage", []))
    tour = replace(
        tour,
        teams=startlist.teams,
        riders=startlist.riders,
        stages=tuple(read_stage(table, form, at) for table, at in tables),
    )
    if any(team.ghost for team in tour.teams):
        # Most tours have none, and need not know their ways.
        from peloton.notation.ghosts import ghost_problems, own_ways

        spot.problems.extend(ghost_problems(tour, rulebook, folder))
        tour = replace(tour, ways=own_ways(tour, folder))
    return TourReading(tour=tour, rulebook=rulebook, problems=tuple(spot.problems))


def _header(found: object, spot: Location) -> Tour:
    """Read the table [tour]; a missing name or rulebook is left empty."""
    if found is None:
        spot.report("a file without [tour], expected one with name and rulebook")
        return Tour(name="", rulebook="")
    at = spot.at("tour")
    table = at.table(found)
    values = {"name": "", "rulebook": "", **at.values(table, _TOUR)}
    options, rules = at.at("options"), at.at("rules")
    return Tour(
        **values,
        options=by_dotted_key(
            options.table(table.get("options", {})), option_value, options
        ),
        rules=by_dotted_key(rules.table(table.get("rules", {})), rule_value, rules),
    )


def _rulebook(tour: Tour, rulebooks: Rulebooks, spot: Location) -> Rulebook | None:
    base, faults = rulebooks(tour.rulebook)
    if base is not None:
        base, faults = tour_rulebook(base, tour)
    spot.problems.extend(faults)
    return base
