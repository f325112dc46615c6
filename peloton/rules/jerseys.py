"""Classification leaders to jersey wearers."""

from collections.abc import Collection, Mapping

from peloton.rules.model import Bib, ClassificationName
from peloton.rules.results import JerseyLine, Standings
from peloton.rules.rulebook import Rulebook
from peloton.rules.words import Said, say


def jersey_wearers(
    standings: Mapping[ClassificationName, Standings],
    rulebook: Rulebook,
    resting: Collection[str] = (),
) -> tuple[JerseyLine, ...]:
    """Say who leads each jersey's classification and who wears it (CY-10, CR-16).

    Jerseys are given in the rulebook's order. Who has one already is passed over,
    and the next rider of the classification wears the other; the leader stays its
    leader. Nobody wears a jersey whose classification is empty: it has no line.
    Who is `resting` misses the next ride, and so wears none (CY-11).
    """
    lines: list[JerseyLine] = []
    dressed: set[str] = set(resting)
    for jersey in rulebook.jerseys:
        rows = standings.get(jersey.classification, ())
        if not rows:
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


_COLOURS: Mapping[str, Said] = {
    "yellow": say("yellow"),
    "green": say("green"),
    "white": say("white"),
    "polka dot": say("polka dot"),
}


def jersey_name(name: str) -> str:
    """Name a jersey by its colour; one of a player's own rulebook as it is there."""
    return _COLOURS.get(name, name)
