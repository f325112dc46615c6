"""The tour as one tidy table: what pivots, formulas and scripts start from."""

from collections.abc import Iterator

from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import Race
from peloton.rules.words import clock, phrase

_NUMBER = ColumnKind.NUMBER


def data_sheet(race: Race, *, as_text: bool = False) -> Sheet:
    """List every rider of every stage in a row, under the same heads in any language.

    `Time` is a duration; the same before it, and all other amounts, are whole numbers
    in the rulebook's unit. `Rank` is that in the general classification afterwards.
    `as_text` writes the duration out, `0:12:34`, for a file that has only text.
    """
    unit = race.rulebook.unit
    head = (
        ("Stage", _NUMBER),
        ("Kind", ColumnKind.TEXT),
        ("Date", ColumnKind.DATE),
        ("Bib", ColumnKind.BIB),
        *((title, ColumnKind.TEXT) for title in ("Rider", "Team")),
        ("Place", _NUMBER),
        ("Status", ColumnKind.TEXT),
        (unit.capitalize(), _NUMBER),
        ("Time", ColumnKind.TIME),
        *((title, _NUMBER) for title in ("Gap", "Bonus", "Penalty")),
        *((title, _NUMBER) for title in ("Points", "Mountains", "Rank")),
    )
    table = Table(
        name="Data",
        title="Data",
        columns=tuple(Column(title, kind) for title, kind in head),
        rows=tuple(_rows(race, as_text=as_text)),
    )
    return Sheet(
        title=phrase("A row for each rider on each stage, to reckon with"),
        name="Data",
        unit=unit,
        tables=(table,),
        bare=True,
    )


def _rows(race: Race, *, as_text: bool) -> Iterator[tuple[Cell, ...]]:
    riders = {rider.bib: rider for rider in race.tour.riders}
    for score in race.stages:
        general = score.standings.get(ClassificationName.GENERAL, ())
        ranks = {line.who: line.rank for line in general}
        day = score.stage.date
        for line in score.result:
            time: Cell = line.time
            if as_text and line.time is not None:
                time = _duration(line.time, race.rulebook.unit)
            yield (
                *(
                    score.number,
                    str(score.stage.kind),
                    day.isoformat() if day else None,
                ),
                *(line.bib, riders[line.bib].name, riders[line.bib].team),
                *(line.place, line.status, line.time, time),
                *(line.gap, line.bonus, line.penalty, line.points, line.mountains),
                ranks.get(line.bib),
            )


def _duration(ticks: int, unit: str) -> str:
    """Write a time with its hours: a spreadsheet takes 0:21 for 21 minutes."""
    if unit == "tenths":
        return clock(ticks, unit)
    minutes, seconds = divmod(abs(ticks), 60)
    sign = "-" if ticks < 0 else ""
    return f"{sign}{minutes // 60}:{minutes % 60:02}:{seconds:02}"
