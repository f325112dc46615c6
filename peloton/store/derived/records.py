# ruff: noqa: S608 - the statements contain only our own numbers and names
"""The hall of records over many tours, computed by the database (CY-22)."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from peloton.rules.season.records import (
    FIGURES,
    SINGLE,
    Hall,
    Record,
    RecordKind,
    RecordLine,
    RecordPart,
    RecordSubject,
)
from peloton.store.derived.season_tables import SeasonTables, damaged_key

_STAGE_GAP, _TOUR_GAP = map(RecordSubject, (RecordKind.STAGE_GAP, RecordKind.TOUR_GAP))
_SUBJECTS = (*FIGURES, _STAGE_GAP, _TOUR_GAP)
"""The records in display order; temporary tables refer to a record by its index."""


class _Row(NamedTuple):
    """What one tour or stage contributes to the total of a record holder.

    `record` is the index of the record in `_SUBJECTS`. `stage` is the number of the
    stage if the record is the gap on a stage, otherwise 0. `part` is the number of the
    tour if the record was set in a single tour, otherwise -1. `number` is the number of
    the tour that contributes, and `figure` is the amount that it adds to the total.
    """

    record: int
    unit: str
    place: int
    entrant: str
    part: int
    stage: int
    number: int
    figure: int


def records_of(tables: SeasonTables, top: int) -> Hall:
    """Return the holders of each record in the tours, down to rank `top`.

    Riders are matched across tours as in a season. Riders who are not played by a
    person hold no records (FI-3, GN-7). Final results count once the tour is over. The
    winner of a tour that is decided by money is a team.
    """
    database, tours = tables.database, [tour.name for tour in tables.tours]
    _add_figures(tables)
    database.run(
        "CREATE TEMP TABLE season_holder AS SELECT * FROM ("
        "SELECT record, unit, entrant, part, stage, sum(figure) AS total, rank() OVER"
        " (PARTITION BY record, unit ORDER BY sum(figure) DESC) AS place"
        " FROM season_figure GROUP BY record, unit, entrant, part, stage) AS ranked"
        f" WHERE place <= {top}"
    )
    found = database.query(
        "SELECT f.record, f.unit, h.place, f.entrant, f.part, f.stage, f.number,"
        " f.figure FROM season_figure f CROSS JOIN season_holder h"
        " WHERE f.record = h.record AND f.unit = h.unit AND f.entrant = h.entrant"
        " AND f.part = h.part AND f.stage = h.stage"
    )
    rows = [_Row(*row) for row in found]
    for row in rows:
        if not isinstance(row.entrant, str):
            raise damaged_key(row.entrant)
    rows.sort()
    names = tables.rider_names("SELECT entrant FROM season_holder")
    teams = tables.team_names("SELECT team_key FROM season_team_palmares")
    names |= {f"{key}\n": name for key, name in teams.items()}
    return Hall(
        records=tuple(
            Record(
                subject=_SUBJECTS[index]._replace(unit=unit),
                lines=tuple(
                    _line([*holder], names, tours)
                    for _, holder in groupby(lines, key=itemgetter(2, 3, 4, 5))
                ),
            )
            for (index, unit), lines in groupby(rows, key=itemgetter(0, 1))
        ),
        tours=tuple(tours),
        remarks=tables.remarks,
    )


def _add_figures(tables: SeasonTables) -> None:
    """Create the table of what each tour or stage contributes to each record."""
    riders = (
        "FROM season_tour t CROSS JOIN season_palmares p"
        f" WHERE p.tour_id = t.tour_id AND p.rider_key IS NOT NULL{tables.played}"
    )
    chosen = [
        f"SELECT {record} AS record, '' AS unit, p.rider_key AS entrant, t.number,"
        f" {'t.number' if subject.kind in SINGLE else '-1'} AS part, 0 AS stage,"
        f" CAST(p.{column} AS INTEGER) AS figure {riders} AND p.{column} > 0"
        for record, (subject, column) in enumerate(FIGURES.items())
    ]
    # End team keys with a newline: no rider's key contains one, so keys cannot clash.
    chosen.append(
        "SELECT 0, '', p.team_key || '\n', t.number, -1, 0, 1"
        " FROM season_tour t CROSS JOIN season_team_palmares p"
        f" WHERE p.tour_id = t.tour_id AND p.tour_won > 0{tables.played}"
    )
    chosen += (
        f"SELECT {_SUBJECTS.index(subject)}, c.unit, p.rider_key, t.number, t.number,"
        f" {stage}, CAST(x.margin AS INTEGER) FROM season_tour t"
        f" CROSS JOIN season_scored_tour c CROSS JOIN season_{table} x"
        " CROSS JOIN season_palmares p WHERE c.tour_id = t.tour_id"
        " AND x.tour_id = t.tour_id AND p.tour_id = t.tour_id AND p.bib = x.winner"
        f" AND x.margin > 0 AND p.rider_key IS NOT NULL{tables.played}"
        for subject, table, stage in (
            (_STAGE_GAP, "stage", "x.number"),
            (_TOUR_GAP, "scored_tour", "0"),
        )
    )
    every = " UNION ALL ".join(chosen)
    tables.database.run(f"CREATE TEMP TABLE season_figure AS {every}")


def _line(
    rows: Sequence[_Row], names: Mapping[str, tuple[str, str]], tours: Sequence[str]
) -> RecordLine:
    """Return a record holder's line in the list, the largest contributions first."""
    name, team = names[rows[0].entrant]
    earned = [RecordPart(tours[r.number], r.stage or None, r.figure) for r in rows]
    earned.sort(key=lambda part: -part.figure)
    total = sum(part.figure for part in earned)
    return RecordLine(rows[0].place, name, team, total, tuple(earned))
