"""Report a tour as a web site, with a page for each part, such as a stage."""

from collections.abc import Iterator
from dataclasses import replace

from peloton.reports.classifications.outlook import outlook_sheet
from peloton.reports.classifications.standings import (
    jersey_days_table,
    jerseys_table,
    stage_by_stage_sheet,
    standings_sheet,
)
from peloton.reports.ledgers import ledger_sheets
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.sheet import Sheet, Table
from peloton.reports.stage.communique import communique_sheet
from peloton.reports.tour.cards import rider_sheets, team_sheets
from peloton.reports.tour.honours import awards_sheet
from peloton.reports.tour.startlist import startlist_sheet
from peloton.rules.results import Race, StageScore
from peloton.rules.story.templates import StoryTemplates
from peloton.rules.words import join, phrase


def site_sheets(
    race: Race, *, separate_files: bool = False, story: StoryTemplates | None = None
) -> tuple[Sheet, ...]:
    """Report a tour in parts, one for each page of a site.

    The site opens with the last stage. If no stage is ridden, there is only the
    startlist. A large tour shows teams by code, and includes cards of riders and teams
    only with `separate_files`, where each part is a separate file. With the templates
    of a `story`, each stage begins with its story.
    """
    cards: tuple[Sheet, ...] = ()
    if race.stages and (separate_files or not _many(race)):
        cards += rider_sheets(race) if race.tour.riders else ()
        cards += team_sheets(race) if race.tour.teams else ()
    return (
        *(replace(sheet, part=part) for part, sheet in _parts(race, story)),
        *(replace(card, part=card.title) for card in cards),
    )


def _parts(race: Race, story: StoryTemplates | None) -> Iterator[tuple[str, Sheet]]:
    """Yield each sheet, except the cards, with the title of its part."""
    startlist = phrase("Startlist"), startlist_sheet(race.tour)
    if not race.stages:
        yield startlist
        return
    part, last = phrase("Overview"), race.stages[-1]
    sheet = standings_sheet(race, moves=True, narrow=_many(race))
    jerseys = replace(jerseys_table(race, last), tab=phrase("Jerseys"))
    sheet = replace(sheet, tables=(*sheet.tables, jerseys))
    yield part, sheet.with_pictures(wearers_picture(race, last), gaps_picture(race))
    if not race.is_over:
        yield part, outlook_sheet(race)
    yield startlist
    for score in race.stages:
        part = phrase("Stage {number}", number=score.number)
        yield part, _stage(race, score, story)
    part, days = phrase("Stage by stage"), jersey_days_table(race)
    if days.rows:
        table = replace(days, title="")
        yield part, Sheet(title=days.title, name=days.title, tables=(table,))
    for name in last.standings:
        yield part, stage_by_stage_sheet(race, name)
    for sheet in ledger_sheets(race):
        yield part, sheet
    if race.is_over:
        yield phrase("Awards"), awards_sheet(race)


def _many(race: Race) -> bool:
    return len(race.tour.riders) >= _MANY


_MANY = 60
"""A tour with at least this many riders is a large tour."""


def _stage(race: Race, score: StageScore, story: StoryTemplates | None) -> Sheet:
    """Report a communiqué with the result first, and the winner in the subtitle."""
    sheet = communique_sheet(race, score.number, narrow=_many(race), story=story)
    # The first table of a communiqué describes the stage.
    about, *tables = sheet.tables
    tabs = list[Table]()
    for table in (*tables, replace(about, title=phrase("The stage"))):
        tab = phrase("Jerseys") if table.name == "Jerseys" else phrase("Stage")
        tabs.append(replace(table, tab=table.tab or tab))
    tabs.sort(key=lambda table: table.tab != "Stage")
    subtitle = join((about.title, sheet.subtitle), " · ")
    last = score is race.stages[-1]
    sheet = replace(sheet, subtitle=subtitle, tables=tuple(tabs), opens=last)
    return sheet.with_pictures(stage_profile(score.stage, race.rulebook))
