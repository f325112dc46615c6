"""The startlist of a tour file: teams with their riders, and riders without."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from peloton.notation.finish import bib_value
from peloton.notation.scalars import FormError, flag_value, name_value, text_value
from peloton.notation.shape import Field, Shape, Spot
from peloton.rules.model import Rider, Team, TeamCode, Tour
from peloton.rules.values import shown

_COLOUR_LENGTH = len("#f2a900")


def colour_value(found: object) -> str:
    """Read a colour as printers and screens name it: `#f2a900`."""
    if (
        isinstance(found, str)
        and len(found) == _COLOUR_LENGTH
        and found[0] == "#"
        and set(found[1:]) <= set("0123456789abcdefABCDEF")
    ):
        return found
    message = f"found {shown(found)}, expected a colour such as '#f2a900'"
    raise FormError(message)


_TEAM = Shape(
    "a team",
    {
        "code": Field(name_value, "code", required=True),
        "name": Field(text_value, "name"),
        "player": Field(text_value, "player"),
        "colour": Field(colour_value, "colour"),
    },
    nested=("rider",),
)
_RIDER = Shape(
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


@dataclass(frozen=True, slots=True)
class Startlist:
    """Who rides: teams in order, then their riders and those without a team."""

    teams: tuple[Team, ...]
    riders: tuple[Rider, ...]


def in_order(tour: Tour) -> Tour:
    """Return the tour with its startlist by team, riders without one last."""
    places = {team.code: place for place, team in enumerate(tour.teams)}
    riders = sorted(
        tour.riders,
        key=lambda each: len(places) if each.team is None else places[each.team],
    )
    return replace(tour, riders=tuple(riders))


def read_startlist(document: Mapping[str, object], spot: Spot) -> Startlist:
    """Read teams and riders; of two with the same code or bib the first stays."""
    teams: dict[str, Team] = {}
    riders: dict[str, Rider] = {}
    for table, at in spot.at("team").tables(document.get("team", [])):
        values = at.values(table, _TEAM)
        code = values.get("code")
        if code in teams:
            at.at("code").report(
                f"team '{code}' is given twice, expected once", "twice"
            )
        elif code is not None:
            teams[code] = Team(**values)
        _read_riders(table, code, riders, at)
    _read_riders(document, None, riders, spot)
    return Startlist(tuple(teams.values()), tuple(riders.values()))


def _read_riders(
    table: Mapping[str, object],
    team: TeamCode | None,
    riders: dict[str, Rider],
    spot: Spot,
) -> None:
    """Add the riders of one team, or of none, to those already on the startlist."""
    for each, at in spot.at("rider").tables(table.get("rider", [])):
        values = at.values(each, _RIDER)
        if not _RIDER.complete(values):
            continue
        rider = Rider(team=team, **values)
        if rider.bib in riders:
            message = f"bib '{rider.bib}' is on the startlist twice, expected once"
            at.at("bib").report(message, "twice")
        else:
            riders[rider.bib] = rider
