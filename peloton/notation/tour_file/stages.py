"""Read the stages of a tour file: the course, the results and the other facts."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from peloton.notation.result_lines import numbered_lines, read_finish, read_orders
from peloton.notation.toml.schema import Location, TableSchema, fact_schema
from peloton.notation.toml.values import (
    bib_value,
    crossing_value,
    flag_value,
    name_value,
    order_value,
    whole_value,
    word_value,
)
from peloton.rules.facts.fact_table import STAGE_FACTS, FactKind
from peloton.rules.facts.kinds import ClassificationName, LimitUnit
from peloton.rules.facts.stage import (
    FinishLine,
    Offer,
    Ruling,
    Section,
    Sprint,
    Stage,
    StartGroup,
)
from peloton.rules.games.mark import MarkFormat
from peloton.rules.values import quote

_classification, _unit = word_value(ClassificationName), word_value(LimitUnit)
_SECTION = fact_schema("a section", Section, "kind name from to category points bonus")
_SPRINT = fact_schema("a sprint", Sprint, "name at points bonus")
_START = fact_schema("a group at the start", StartGroup, "bibs lead")
RULING_SCHEMA = fact_schema(
    "a ruling", Ruling, "bib team seconds points mountains reinstated reason"
)
OFFER_SCHEMA = fact_schema("an offer", Offer, "team amount for place")
COURSE: tuple[tuple[str, TableSchema, type], ...] = (
    ("sections", _SECTION, Section),
    ("sprints", _SPRINT, Sprint),
    ("start", _START, StartGroup),
)
"""For each list in a course: its key, the schema of its tables, and their dataclass."""
RESULTS = tuple(fact.key for fact in STAGE_FACTS.values())
"""The keys for a stage's results, as opposed to its course."""
NESTED = ("time_limit", "counts")
"""The keys of a stage whose value is an inline table."""
STAGE_SCHEMA = fact_schema(
    "a stage",
    Stage,
    "name kind profile length date points bonus same_time_gap cancelled",
    nested=(*NESTED, "sections", "sprints", "start", *RESULTS),
)


def read_stage(form: MarkFormat | None, spot: Location) -> Stage:
    """Read a stage; without a mark format, skip its result lines."""
    facts = spot.values(STAGE_SCHEMA)
    facts["counts"] = spot.at("counts").entries(_classification, flag_value)
    facts["time_limit"] = spot.at("time_limit").entries(_unit, whole_value)
    for key, schema, fact in COURSE:
        facts[key] = spot.at(key).facts(schema, fact)
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
    FactKind.ORDER: lambda spot, _: (*read_orders(spot.with_value([spot.found])), ())[
        0
    ],
    FactKind.CROSSINGS: lambda spot, _: spot.entries(str, crossing_value),
    FactKind.RULINGS: lambda spot, _: tuple(_rulings(spot)),
    FactKind.COUNTS: lambda spot, _: spot.entries(bib_value, whole_value),
    FactKind.TEAM_COUNTS: lambda spot, _: spot.entries(name_value, whole_value),
    FactKind.OFFERS: lambda spot, _: spot.facts(OFFER_SCHEMA, Offer),
    FactKind.LOTS: lambda spot, _: spot.entries(_classification, order_value),
}
"""For each kind of fact, the function that reads it.

Its arguments are the location of the fact's key, and the mark format or None.
"""
