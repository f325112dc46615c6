# ruff: noqa: S608 - the statements contain only our own numbers and names
"""The hall of records over many tours, computed by the database (CY-22)."""

from collections import defaultdict
from itertools import groupby
from operator import itemgetter

from peloton.rules.season.ranking import (
    FIGURES,
    Contest,
    RankedLine,
    RecordKind,
    Records,
    RecordSubject,
    Share,
)
from peloton.store.derived.season_tables import SeasonTables, text_cell

_STAGE_GAP, _TOUR_GAP = map(RecordSubject, (RecordKind.STAGE_GAP, RecordKind.TOUR_GAP))
_SUBJECTS = (*FIGURES, _STAGE_GAP, _TOUR_GAP)
"""The records in display order; temporary tables refer to a record by its index."""
_IN_A_TOUR = RecordKind.STAGES_IN_A_TOUR
_HOLDER = "record, unit, entrant, part, stage"
"""The columns that identify a record's holder.

`part` is the number of the tour if the record is set in a single tour, otherwise -1.
`stage` is the number of the stage if the record is the gap on a stage, otherwise 0.
"""


def records_of(tables: SeasonTables, top: int) -> Records:
    """Return the holders of each record in the tours, down to rank `top`.

    Riders are matched across tours as in a season. Riders who are not played by a
    person hold no records (FI-3, GN-7). Final results count once the tour is over. The
    winner of a tour that is decided by money is a team.
    """
    database = tables.database
    _add_figures(tables)
    database.run(
        "CREATE TEMP TABLE season_holder AS SELECT * FROM ("
        f"SELECT {_HOLDER}, sum(figure) AS total, rank() OVER"
        " (PARTITION BY record, unit ORDER BY sum(figure) DESC) AS place"
        f" FROM season_figure GROUP BY {_HOLDER}) AS ranked WHERE place <= {top}"
    )
    found = database.query(
        "SELECT f.record, f.unit, h.place, f.entrant, f.part, f.stage, -f.figure,"
        " f.number FROM season_figure f CROSS JOIN season_holder h"
        " WHERE f.record = h.record AND f.unit = h.unit AND f.entrant = h.entrant"
        " AND f.part = h.part AND f.stage = h.stage"
    )
    rows = sorted((*row[:3], text_cell(row[3]), *row[4:]) for row in found)
    names = tables.entrant_names("rider", "SELECT entrant FROM season_holder")
    winners = "SELECT rtrim(entrant, '\n') FROM season_holder WHERE record = 0"
    teams = tables.entrant_names("team", winners)
    names |= {f"{key}\n": name for key, name in teams.items()}
    records: defaultdict[RecordSubject, list[RankedLine]] = defaultdict(list)
    for holder, parts in groupby(rows, itemgetter(slice(6))):
        record, unit, place, entrant, _, stage = holder
        earned = tuple(
            Share(tables.names[number], stage or None, -figure)
            for *_, figure, number in parts
        )
        total = sum(share.figure for share in earned)
        contest = Contest.TEAMS if entrant.endswith("\n") else Contest.RIDERS
        line = RankedLine(place, *names[entrant], total, earned, contest)
        records[_SUBJECTS[record]._replace(unit=unit)].append(line)
    return records


def _add_figures(tables: SeasonTables) -> None:
    """Create the table of what each tour or stage contributes to each record."""
    chosen = [
        f"SELECT {record} AS record, '' AS unit, p.rider_key AS entrant, p.number,"
        f" {'p.number' if subject.kind is _IN_A_TOUR else '-1'} AS part, 0 AS stage,"
        f" CAST(p.{column} AS INTEGER) AS figure FROM season_riders p"
        f" WHERE p.{column} > 0"
        for record, (subject, column) in enumerate(FIGURES.items())
    ]
    # End team keys with a newline: no rider's key contains one, so keys cannot clash.
    chosen.append(
        "SELECT 0, '', p.team_key || '\n', p.number, -1, 0, 1"
        " FROM season_teams p WHERE p.tour_won > 0"
    )
    chosen += (
        f"SELECT {_SUBJECTS.index(subject)}, p.unit, p.rider_key, p.number, p.number,"
        f" {stage}, CAST(x.margin AS INTEGER) FROM season_tour t CROSS JOIN"
        f" season_{table} x CROSS JOIN season_riders p WHERE x.tour_id = t.tour_id"
        " AND p.number = t.number AND p.bib = x.winner AND x.margin > 0"
        for subject, table, stage in (
            (_STAGE_GAP, "stage", "x.number"),
            (_TOUR_GAP, "scored_tour", "0"),
        )
    )
    every = " UNION ALL ".join(chosen)
    tables.database.run(f"CREATE TEMP TABLE season_figure AS {every}")
