"""Classification leaders to jersey wearers."""

from collections.abc import Collection, Mapping

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.results import (
    JerseyLine,
    PointsStanding,
    Race,
    StageScore,
    Standings,
)
from peloton.rules.rulebook.rulebook import Rulebook


def jersey_wearers(
    standings: Mapping[ClassificationName, Standings],
    counted: Collection[ClassificationName],
    rulebook: Rulebook,
    resting: Collection[str] = (),
) -> tuple[JerseyLine, ...]:
    """Find who leads each jersey's classification and who wears it (CY-10, CR-16).

    Jerseys are given in the rulebook's order. Who has one already is passed over,
    and the next rider of the classification wears the other; the leader stays its
    leader. Nobody wears a jersey whose classification nobody leads, by what has been
    `counted` so far: it has no line. Who is `resting` misses the next ride, and so
    wears none (CY-11).
    """
    lines: list[JerseyLine] = []
    dressed: set[str] = set(resting)
    for jersey in rulebook.jerseys:
        rows = standings.get(jersey.classification, ())
        if not is_led(jersey.classification, rows, counted):
            continue
        wearer = next((row.who for row in rows if row.who not in dressed), None)
        if wearer is not None:
            dressed.add(wearer)
        lines.append(
            JerseyLine(
                jersey=jersey.name,
                classification=jersey.classification,
                leader=Bib(rows[0].who),
                wearer=None if wearer is None else Bib(wearer),
            )
        )
    return tuple(lines)


def is_led(
    name: ClassificationName, rows: Standings, counted: Collection[ClassificationName]
) -> bool:
    """Return whether a classification has a leader (GN-5).

    By points somebody must have one; else a stage must have `counted` for it, for
    young riders one that did for the general classification.
    """
    if rows and isinstance(rows[0], PointsStanding):
        return rows[0].points > 0
    young = name is ClassificationName.YOUNG
    return bool(rows) and (ClassificationName.GENERAL if young else name) in counted


def led_classifications(
    race: Race, score: StageScore
) -> Mapping[ClassificationName, Standings]:
    """Return the classifications that somebody leads after a stage (GN-5)."""
    stages = race.stages[: race.stages.index(score) + 1]
    counted = [race.rulebook.counted(score.stage) for score in stages]
    known = frozenset[ClassificationName]().union(*counted)
    return {n: rows for n, rows in score.standings.items() if is_led(n, rows, known)}
