"""The startlist of a tour file: teams with their riders, and riders without."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from peloton.notation.result_lines import bib_value
from peloton.notation.toml.schema import Field, Location, TableSchema
from peloton.notation.toml.values import (
    colour_value,
    flag_value,
    name_value,
    text_value,
)
from peloton.rules.facts.startlist import Rider, Startlist, Team, TeamCode
from peloton.rules.facts.tour import Tour

TEAM_SHAPE = TableSchema(
    "a team",
    {
        "code": Field(name_value, "code", required=True),
        "name": Field(text_value, "name"),
        "player": Field(text_value, "player"),
        "colour": Field(colour_value, "colour"),
        "ghost": Field(name_value, "ghost"),
    },
    nested=("rider",),
)
RIDER_SHAPE = TableSchema(
    "a rider",
    {
        "bib": Field(bib_value, "bib", required=True),
        "name": Field(text_value, "name"),
        "type": Field(name_value, "type"),
        "captain": Field(flag_value, "captain"),
        "young": Field(flag_value, "young"),
        "neutral": Field(flag_value, "neutral"),
    },
)


def in_order(tour: Tour) -> Tour:
    """Return the tour with its startlist by team, riders without one last."""
    places = {team.code: place for place, team in enumerate(tour.teams)}
    riders = sorted(
        tour.riders,
        key=lambda rider: len(places) if rider.team is None else places[rider.team],
    )
    return replace(tour, riders=tuple(riders))


def read_startlist(document: Mapping[str, object], spot: Location) -> Startlist:
    """Read teams and riders."""
    teams: list[Team] = []
    riders: list[Rider] = []
    for table, at in spot.at("team").tables(document.get("team", [])):
        values = at.values(table, TEAM_SHAPE)
        if TEAM_SHAPE.complete(values):
            teams.append(Team(**values))
        riders += _riders(table, values.get("code"), at)
    riders += _riders(document, None, spot)
    return Startlist(tuple(teams), tuple(riders))


def _riders(
    table: Mapping[str, object], team: TeamCode | None, spot: Location
) -> Iterator[Rider]:
    """Read the riders of one team, or of none."""
    for values, _ in spot.at("rider").rows(table.get("rider", []), RIDER_SHAPE):
        yield Rider(team=team, **values)
