"""The whole tour as sheets, for a workbook or a bundle of prints."""

from collections.abc import Iterator
from dataclasses import replace

from peloton.reports.classifications.jerseys import jersey_days_table, jerseys_sheet
from peloton.reports.classifications.standings import (
    stage_by_stage_sheet,
    standings_sheet,
)
from peloton.reports.money.extra_turns import extra_turns_sheet
from peloton.reports.money.purse import purse_by_stage_sheet, purse_sheet
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.jersey_pictures import jersey_days_picture
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.sheet import Sheet
from peloton.reports.stage.result import stage_sheet
from peloton.reports.tour.document import data_sheet
from peloton.reports.tour.overview import overview_sheet
from peloton.reports.tour.startlist import startlist_sheet
from peloton.reports.tour.totals import totals_sheet
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.results import Race


def tour_sheets(race: Race) -> tuple[Sheet, ...]:
    """Report a tour: an overview, the startlist, every stage, standings and jerseys.

    Each classification comes twice, as it stands now and stage by stage. Money and
    extra turns follow where the tour has any. Before the first stage there are only
    the overview and the startlist.
    """
    sheets = tuple(_sheets(race))
    return overview_sheet(race), *sheets


def workbook_sheets(race: Race) -> tuple[Sheet, ...]:
    """Report a tour for a workbook, where figures are added up and cells coloured.

    Besides the sheets of the tour it has links to them, every total with its amounts,
    the wearers of each jersey after every stage, and all results in one table.
    """
    sheets = tuple(_sheets(race, jersey_days=True))
    if race.stages:
        sheets += (totals_sheet(race), data_sheet(race))
    return overview_sheet(race, sheets), *sheets


def _sheets(race: Race, *, jersey_days: bool = False) -> Iterator[Sheet]:
    yield startlist_sheet(race.tour)
    for score in race.stages:
        yield profiled_stage_sheet(race, score.number)
    if not race.stages:
        return
    for name in race.stages[-1].standings:
        yield standings_sheet(race, only=name, moves=True)
        yield _stage_by_stage(race, name)
    if race.stages[-1].jerseys:
        sheet = jerseys_sheet(race).with_pictures(jersey_days_picture(race))
        days = (jersey_days_table(race),) if jersey_days else ()
        yield replace(sheet, tables=(*sheet.tables, *days))
    yield from ledger_sheets(race)


def ledger_sheets(race: Race) -> Iterator[Sheet]:
    """Report the money and the extra turns of a tour that has any."""
    if race.stages[-1].purse:
        yield purse_sheet(race)
        yield purse_by_stage_sheet(race)
    # A race apart is no account of the tour's: it stands where there is no other.
    booked = [score.number for score in race.stages if score.extra_turns]
    booked.sort(
        key=lambda number: not race.tour.stages[number - 1].kind.outside_the_tour
    )
    if booked:
        yield extra_turns_sheet(race, booked[-1])


def profiled_stage_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report a stage as `stage_sheet` does, with its profile on top."""
    stage = race.score(number).stage
    return stage_sheet(race, number).with_pictures(stage_profile(stage, race.rulebook))


def _stage_by_stage(race: Race, name: ClassificationName) -> Sheet:
    sheet = stage_by_stage_sheet(race, name)
    gaps = gaps_picture(race) if name is ClassificationName.GENERAL else None
    return sheet.with_pictures(gaps)
