"""Results, classifications and jerseys as rows of plain data, with names.

The rows are those of `--json`, which `templates/schemas/score.json` describes.
"""

from typing import TypedDict, cast

from peloton.reports.tour.document import (
    classification_rows,
    jersey_rows,
    result_rows,
    with_names,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.names import find_classification
from peloton.rules.results import Race


class RiderResult(TypedDict):
    """A rider's result on a stage.

    Times are in the rulebook's unit. `status` is FIN or, for a rider without a place, a
    code such as DNF.
    """

    place: int | None
    bib: str
    rider: str
    team: str | None
    status: str
    time: int | None
    gap: int | None
    bonus: int
    penalty: int
    points: int
    mountains: int


class RankedEntrant(TypedDict, total=False):
    """A rider or a team in a classification; a team has no `bib`.

    A classification by time has `time` and `gap`, a classification by points has
    `points`. `tie` names the step that broke a tie.
    """

    rank: int
    bib: str
    rider: str
    team: str | None
    team_name: str
    time: int
    gap: int | None
    points: int
    tie: str | None


class JerseyHolder(TypedDict):
    """The leader of a classification, and the wearer of its jersey the next day."""

    jersey: str
    classification: str
    leader: str
    leader_name: str
    wearer: str | None
    wearer_name: str | None


def results(race: Race, stage: int | None = None) -> list[RiderResult]:
    """Return the result of a stage, or of the last stage ridden.

    Raises PelotonError if the stage has no result.
    """
    rows = with_names(result_rows(race.score(stage)), race.tour)
    return cast("list[RiderResult]", rows)


def standings(
    race: Race, classification: str = "general", after: int | None = None
) -> list[RankedEntrant]:
    """Return a classification's current standings, or its standings after a stage.

    `classification` is a name such as `points`, or a jersey such as `green`. Raises
    PelotonError if the game has no such classification.
    """
    name = ClassificationName(find_classification(race.rulebook, classification))
    rows = with_names(classification_rows(race.score(after), name), race.tour)
    return cast("list[RankedEntrant]", rows)


def jerseys(race: Race, after: int | None = None) -> list[JerseyHolder]:
    """Return the current jerseys, or the jerseys after a stage."""
    rows = with_names(jersey_rows(race.score(after)), race.tour)
    return cast("list[JerseyHolder]", rows)
