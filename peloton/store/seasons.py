# ruff: noqa: S608 - only numbers and names of ours come into the statements
"""What tours bring to a season and to the records, read of what is kept (CY-22).

The points are worked out by the database, of the deeds as they are kept, so that a
scale is changed and nothing is filled anew. A property holds it to what
`peloton.rules.season` says of a race.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from peloton.errors import StoreError
from peloton.rules.facts.startlist import Bib, Startlist
from peloton.rules.results import SCORING
from peloton.rules.rulebook.rulebook import Scale
from peloton.rules.season.points import (
    NO_GAINS,
    Gains,
    Gap,
    SeasonScale,
    Takings,
    worth,
)
from peloton.rules.season.records import DEED_OF, Feats
from peloton.store.codec import remembered
from peloton.store.parts import STARTLIST
from peloton.store.shape import GAPS, TABLES, TOUR_GAP, Database, TourRow, unescaped

_KEPT = {column.name for column in TABLES["kept_gain"]}
_LARGE = 10**6
"""Points that a database may not be able to add up."""


def kept_takings(
    database: Database, names: Sequence[str], scale: SeasonScale
) -> dict[str, Takings]:
    """Return what some tours bring, by name: those of which all that is kept fits.

    None by a scale that goes further down than what is kept.
    """
    worths = (
        worth(scale, of_teams=True),
        worth(scale, of_teams=False, one_day=True),
        worth(scale, of_teams=False),
    )
    if not all(map(_is_kept, worths)):
        return {}
    of_team, once, rider = map(_points, worths)
    points = (
        f"CASE WHEN g.team = 1 THEN {of_team} WHEN f.stages = 1 THEN {once}"
        f" ELSE {rider} END"
    )
    rows = database.rows("tour", "id name", name=list(names))
    fitting = _fitting(rows)
    chosen = f"{fitting} SELECT g.who, {points}, g.won + 0, g.stages + 0"
    gains = {
        side: Gains(*islice(zip(*lines, strict=True), 4))
        for side, lines in _by_side(database, chosen)
    }
    return {
        name: Takings(
            name,
            startlist,
            over,
            *(gains.get(2 * key + team, NO_GAINS) for team in (0, 1)),
        )
        for key, (name, startlist, over) in _tours(database, rows, fitting).items()
    }


def kept_feats(database: Database, names: Sequence[str]) -> dict[str, Feats]:
    """Return what was done in some tours, by name: those of which what is kept fits."""
    rows = database.rows("tour", "id name", name=list(names))
    fitting, deeds = _fitting(rows), [f"g.{deed} + 0" for deed in DEED_OF.values()]
    any_done = " OR ".join(f"{deed} <> 0" for deed in dict.fromkeys(deeds))
    chosen = f"{fitting} SELECT g.who, {', '.join(deeds)}"
    done = dict(_by_side(database, chosen, f" AND ({any_done})"))
    gaps = defaultdict[int, list[Any]](list)
    ahead = f"{fitting} SELECT l.tour_id, l.list, l.stage, l.who, l.a, l.word FROM f"
    kept = (
        f"JOIN kept_line l ON l.tour_id = f.tour_id AND l.list IN ({GAPS}, {TOUR_GAP})"
    )
    for line in database.query(f"{ahead} {kept}"):
        key, kind, stage, who, ticks, unit = line
        if tuple(map(type, line)) != (int, int, int, str, int, str):
            raise _damaged(line)
        of = stage if kind == GAPS else None
        gaps[key].append(Gap(Bib(unescaped(who)), of, ticks, unit))
    return {
        name: Feats(
            name,
            startlist,
            [(line[0], line[1:-1]) for line in done.get(2 * key, ())],
            [line[0] for line in done.get(2 * key + 1, ()) if line[1]],
            sorted(gaps[key], key=_stage),
        )
        for key, (name, startlist, _) in _tours(database, rows, fitting).items()
    }


def _by_side(
    database: Database, chosen: str, condition: str = ""
) -> Iterator[tuple[int, list[Any]]]:
    """Go through what was chosen of deeds, `who` first, by twice the tour's id.

    Those of teams have one more. What is no number counts as none: `+ 0`.
    """
    statement = (
        f"{chosen}, 2 * g.tour_id + g.team FROM f CROSS JOIN kept_gain g"
        f" WHERE g.tour_id = f.tour_id{condition} ORDER BY f.tour_id, g.team"
    )
    for side, some in groupby(database.query(statement), key=itemgetter(-1)):
        lines = [*some]
        try:
            whose = "".join([line[0] for line in lines])
        except TypeError as error:
            raise _damaged(side) from error
        if "\\" in whose:
            lines = [(unescaped(who), *deeds) for who, *deeds in lines]
        yield side, lines


def _damaged(found: object) -> StoreError:
    return StoreError(
        f"the database is damaged: {repr(found)[:60]} is kept for seasons;"
        " 'peloton check' says of which tour"
    )


def _stage(gap: Gap) -> int:
    return gap.stage or 0


def _fitting(rows: Sequence[TourRow]) -> str:
    """Return the beginning of a query, of the tours of which what is kept fits."""
    ids = ", ".join(str(row.id) for row in rows)
    return (
        "WITH f AS (SELECT k.tour_id, k.stages, k.scored FROM kept k JOIN tour t"
        f" ON t.id = k.tour_id AND t.step = k.step WHERE k.scoring = {SCORING}"
        f" AND k.tour_id IN ({ids or 0}))"
    )


def _tours(
    database: Database, rows: Sequence[TourRow], fitting: str
) -> dict[int, tuple[str, Startlist, bool]]:
    """Return the name and the startlist of each tour that fits, and if it is over."""
    tours = database.query(f"{fitting} SELECT tour_id, stages + 0, scored + 0 FROM f")
    over = {key: 0 < stages == scored for key, stages, scored in tours}
    names = {row.id: row.name for row in rows}
    found = {}
    parts = database.rows("part", "tour_id body", name=STARTLIST, tour_id=[*over])
    for key, body in parts:
        with suppress(ValueError):  # who reads it whole says what is wrong
            # A club rides one again and again.
            found[key] = names[key], remembered(Startlist, body), over[key]
    return found


def _is_kept(worths: Mapping[str, int | Scale]) -> bool:
    values = [v if isinstance(v, int) else max(v, default=0) for v in worths.values()]
    return worths.keys() <= _KEPT and max(values, default=0) < _LARGE


def _points(worths: Mapping[str, int | Scale]) -> str:
    """Return the sum of what the deeds in a row are worth."""
    terms = ["0"]
    for deed, value in worths.items():
        if isinstance(value, int):
            terms += [f"g.{deed} * {value}"] if value else ()
        elif value:
            cases = " ".join(f"WHEN {n} THEN {p}" for n, p in enumerate(value, 1))
            terms.append(f"CASE g.{deed} {cases} ELSE 0 END")
    return " + ".join(terms)
