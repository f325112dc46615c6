"""The whole tour as sheets, for a workbook or a bundle of prints."""

from collections.abc import Iterable

from peloton.reports.extra_turns import extra_turns_sheet
from peloton.reports.jerseys import jerseys_sheet
from peloton.reports.purse import purse_by_stage_sheet, purse_sheet
from peloton.reports.sheet import Sheet
from peloton.reports.stage import stage_sheet
from peloton.reports.standings import stage_by_stage_sheet, standings_sheet
from peloton.reports.startlist import startlist_sheet
from peloton.rules.results import Race


def tour_sheets(race: Race) -> tuple[Sheet, ...]:
    """Report a tour: startlist, every stage, then the standings and the jerseys.

    Each classification comes twice, as it stands now and stage by stage. Money and
    extra turns follow where the tour has any. Before the first stage there is only
    the startlist.
    """
    return tuple(_sheets(race))


def _sheets(race: Race) -> Iterable[Sheet]:
    yield startlist_sheet(race.tour)
    for score in race.stages:
        yield stage_sheet(race, score.number)
    if not race.stages:
        return
    for name in race.stages[-1].standings:
        yield standings_sheet(race, only=name)
        yield stage_by_stage_sheet(race, name)
    if race.stages[-1].jerseys:
        yield jerseys_sheet(race)
    if race.stages[-1].purse:
        yield purse_sheet(race)
        yield purse_by_stage_sheet(race)
    booked = [score.number for score in race.stages if score.extra_turns]
    if booked:
        yield extra_turns_sheet(race, booked[-1])
