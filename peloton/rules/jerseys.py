"""Classification leaders to jersey wearers."""

from collections.abc import Mapping

from peloton.rules.model import Bib, ClassificationName
from peloton.rules.results import JerseyLine, Standings
from peloton.rules.rulebook import Rulebook


def jersey_wearers(
    standings: Mapping[ClassificationName, Standings], rulebook: Rulebook
) -> tuple[JerseyLine, ...]:
    """Say who leads each jersey's classification and who wears it (CY-10, CR-16).

    Jerseys are given in the rulebook's order. Who has one already is passed over,
    and the next rider of the classification wears the other; the leader stays its
    leader. Nobody wears a jersey whose classification is empty: it has no line.
    """
    lines: list[JerseyLine] = []
    dressed: set[str] = set()
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
