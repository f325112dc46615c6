"""Report a whole tour as sheets, for a workbook or for printing.

The first sheet is an overview with leaders, jerseys, and every stage with its winner.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from peloton.reports.classifications.standings import (
    jersey_days_table,
    jerseys_sheet,
    jerseys_table,
    stage_by_stage_sheet,
    standings_sheet,
)
from peloton.reports.headings import lengths_title, tour_dates
from peloton.reports.ledgers import ledger_sheets
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.sheet import (
    Column,
    ColumnKind,
    Sheet,
    Table,
    numbers,
    record_table,
)
from peloton.reports.shirts import worn_shirts
from peloton.reports.stage.result import stage_sheet
from peloton.reports.tour.document import awards_data_sheet, data_sheet
from peloton.reports.tour.startlist import rider_count, startlist_sheet
from peloton.reports.tour.totals import totals_sheet
from peloton.reports.winners import leader_notes, stage_winners
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import STAGE_KINDS, known_word
from peloton.rules.results import Race
from peloton.rules.words import count_phrase, join, phrase


def tour_sheets(race: Race) -> tuple[Sheet, ...]:
    """Report a tour: an overview, the startlist, every stage, standings and jerseys.

    Each classification has two sheets: the current standings, and the totals after each
    stage. Sheets for money and extra turns follow if the game has them. Before the
    first stage, there are only the overview and the startlist.
    """
    return overview_sheet(race), *_sheets(race)


def workbook_sheets(race: Race) -> tuple[Sheet, ...]:
    """Build the sheets of a tour for a workbook.

    Besides the sheets of `tour_sheets`, the workbook has links to every sheet, a
    breakdown of every total, and tables of all results and all points and seconds
    received.
    """
    sheets = tuple(_sheets(race))
    if race.stages:
        sheets += (totals_sheet(race), data_sheet(race), awards_data_sheet(race))
    return overview_sheet(race, sheets), *sheets


def _sheets(race: Race) -> Iterator[Sheet]:
    yield startlist_sheet(race.tour)
    for score in race.stages:
        yield profiled_stage_sheet(race, score.number)
    if not race.stages:
        return
    for name in race.stages[-1].standings:
        yield standings_sheet(race, only=name, moves=True)
        gaps = gaps_picture(race) if name is ClassificationName.GENERAL else None
        yield stage_by_stage_sheet(race, name).with_pictures(gaps)
    if race.stages[-1].jerseys:
        sheet, days = jerseys_sheet(race), jersey_days_table(race)
        yield replace(sheet, tables=(*sheet.tables, *([days] if days.rows else ())))
    yield from ledger_sheets(race)


def profiled_stage_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report the result of a stage, with a drawing of its profile."""
    stage = race.score(number).stage
    return stage_sheet(race, number).with_pictures(stage_profile(stage, race.rulebook))


def overview_sheet(race: Race, sheets: Iterable[Sheet] = ()) -> Sheet:
    """Report an overview of a tour, with a link to each of its `sheets`."""
    last = race.stages[-1:]
    tables = (
        *(jerseys_table(race, score) for score in last),
        stages_table(race),
        contents_table(sheets),
    )
    return Sheet(
        title=race.tour.name,
        name=phrase("Overview"),
        subtitle=join(tour_facts(race), " · "),
        unit=race.rulebook.unit,
        tables=tuple(table for table in tables if table.rows),
        notes=tuple(leader_notes(race)),
        jerseys=worn_shirts(race, race.latest),
    ).with_pictures(*(wearers_picture(race, score) for score in last))


def tour_facts(race: Race) -> Iterator[str]:
    """Yield short descriptions of a tour: its dates, game, stages and riders."""
    tour = race.tour
    if dates := tour_dates(tour):
        yield dates
    yield known_word(race.rulebook.title)
    stages = tour.total_stages
    if stages is None:
        yield phrase("stages so far: {count}", count=len(tour.stages))
    else:
        yield count_phrase(stages, phrase("1 stage"), phrase("{count} stages"))
    yield rider_count(tour)


def contents_table(sheets: Iterable[Sheet]) -> Table:
    """List the names and titles of sheets, as a table of contents."""
    return record_table(
        "Contents",
        phrase("Contents"),
        sheets,
        (Column(phrase("Sheet"), ColumnKind.SHEET), lambda sheet: sheet.name),
        (
            Column(phrase("Title"), weight=9),
            lambda sheet: "" if sheet.title == sheet.name else sheet.title,
        ),
    )


def stages_table(race: Race) -> Table:
    """List every stage of a tour, ridden or not, with its course and its winner."""
    return record_table(
        "Stages",
        phrase("Stages"),
        enumerate(race.tour.stages, 1),
        (numbers(phrase("No.")), lambda at: at[0]),
        (Column(phrase("Stage"), weight=3), lambda at: at[1].name),
        (
            Column(phrase("Date"), ColumnKind.DATE),
            lambda at: phrase("{date}", date=at[1].date) if at[1].date else None,
        ),
        (Column(phrase("Kind")), lambda at: STAGE_KINDS[at[1].kind]),
        (
            Column(phrase("Terrain")),
            lambda at: at[1].profile and known_word(at[1].profile),
        ),
        (numbers(lengths_title(race.rulebook)), lambda at: at[1].length),
        (
            (Column(phrase("Winner"), weight=2), Column(phrase("Team"), weight=2)),
            lambda at: winner_cells(race, at[0]),
        ),
    )


def winner_cells(race: Race, number: int) -> tuple[str | None, str | None]:
    """Return the winner of a stage, and the winner's team; None if it is not ridden.

    In a team race, there is only the team.
    """
    if race.tour.stages[number - 1].cancelled:
        return phrase("cancelled"), None
    if number > len(race.stages):
        return None, None
    riders, teams = stage_winners(race, race.stages[number - 1])
    return join(riders) or None, join(teams)
