"""Report a tour as a web site, with a page for each part, such as a stage."""

from collections.abc import Iterable
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
from peloton.reports.sheet import Sheet
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
    parts = [
        (phrase("Overview"), _overview(race)),
        (phrase("Startlist"), [startlist_sheet(race.tour)]),
        *(
            (
                phrase("Stage {number}", number=score.number),
                [_stage(race, score, story)],
            )
            for score in race.stages
        ),
        (phrase("Stage by stage"), _course_of_the_tour(race)),
        (phrase("Awards"), [awards_sheet(race)] if race.is_over else []),
    ]
    cards: tuple[Sheet, ...] = ()
    if race.stages and (separate_files or not _many(race)):
        cards += rider_sheets(race) if race.tour.riders else ()
        cards += team_sheets(race) if race.tour.teams else ()
    return (
        *(replace(sheet, part=title) for title, sheets in parts for sheet in sheets),
        *(replace(card, part=card.title) for card in cards),
    )


def _overview(race: Race) -> Iterable[Sheet]:
    if race.stages:
        wearers = wearers_picture(race, race.stages[-1])
        sheet = standings_sheet(race, moves=True, narrow=_many(race))
        jerseys = replace(jerseys_table(race, race.stages[-1]), tab=phrase("Jerseys"))
        sheet = replace(sheet, tables=(*sheet.tables, jerseys))
        yield sheet.with_pictures(wearers, gaps_picture(race))
        if not race.is_over:
            yield outlook_sheet(race)


def _many(race: Race) -> bool:
    return len(race.tour.riders) >= _MANY


_MANY = 60
"""A tour with at least this many riders is a large tour."""


def _stage(race: Race, score: StageScore, story: StoryTemplates | None) -> Sheet:
    """Report a communiqué with the result first, and the winner in the subtitle."""
    sheet = communique_sheet(race, score.number, narrow=_many(race), story=story)
    named = {table.name: table for table in sheet.tables}
    about = named.pop("Stage")
    if jerseys := named.get("Jerseys"):
        named["Jerseys"] = replace(jerseys, tab=phrase("Jerseys"))
    tables = [*named.values(), replace(about, title=phrase("The stage"))]
    tabs = [replace(table, tab=table.tab or phrase("Stage")) for table in tables]
    tabs.sort(key=lambda table: table.tab != "Stage")
    subtitle = join((about.title, sheet.subtitle), " · ")
    last = score is race.stages[-1]
    sheet = replace(sheet, subtitle=subtitle, tables=tuple(tabs), opens=last)
    return sheet.with_pictures(stage_profile(score.stage, race.rulebook))


def _course_of_the_tour(race: Race) -> Iterable[Sheet]:
    if not race.stages:
        return
    days = jersey_days_table(race)
    if days.rows:
        yield Sheet(
            title=days.title, name=days.title, tables=(replace(days, title=""),)
        )
    for name in race.stages[-1].standings:
        yield stage_by_stage_sheet(race, name)
    yield from ledger_sheets(race)
