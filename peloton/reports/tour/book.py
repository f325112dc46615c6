"""Report the tour book: a whole tour for printing, from the cover to the awards."""

from collections.abc import Iterator
from dataclasses import replace

from peloton.reports.classifications.standings import jersey_days_table, standings_sheet
from peloton.reports.drawing import Picture
from peloton.reports.headings import race_sheet, stage_facts, subtitle_of
from peloton.reports.names import Names
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.season import record_title
from peloton.reports.sheet import Cell, Column, Sheet, Table, numbers, record_table
from peloton.reports.stage.communique import printed_communique
from peloton.reports.tour.honours import awards_sheet
from peloton.reports.tour.poster import cover_sheet
from peloton.reports.tour.startlist import printed_startlist
from peloton.reports.tour.tour import contents_table, stages_table
from peloton.rules.facts.labels import stage_name
from peloton.rules.facts.startlist import Bib, unplayed_bibs
from peloton.rules.ranking import bib_order
from peloton.rules.results import Race
from peloton.rules.season.palmares import rider_palmares, winning_gaps
from peloton.rules.season.ranking import FIGURES, RecordKind, RecordSubject
from peloton.rules.story.templates import StoryTemplates
from peloton.rules.words import format_time, phrase


def book_sheets(race: Race, story: StoryTemplates | None = None) -> tuple[Sheet, ...]:
    """Report a tour as a book that covers everything up to the last stage ridden.

    If no stage is ridden, the book has only the startlist and the courses. With the
    templates of a `story`, each communiqué begins with the story of the stage.
    """
    inside = tuple(_inside(race, story))
    tables = contents_table(inside), stages_table(race)
    filled = (table for table in tables if table.rows)
    return cover_sheet(race), race_sheet(race, phrase("Contents"), filled), *inside


def _inside(race: Race, story: StoryTemplates | None) -> Iterator[Sheet]:
    yield printed_startlist(race.tour)
    profiles = list[Picture]()
    for number, stage in enumerate(race.tour.stages, 1):
        if profile := stage_profile(stage, race.rulebook):
            about = stage_facts(stage, race.rulebook)
            title = subtitle_of(stage_name(number, stage), *about)
            profiles.append(replace(profile, name=f"Profile {number}", title=title))
    if profiles:
        courses = race_sheet(race, phrase("The courses"), (), name=phrase("Courses"))
        yield courses.with_pictures(*profiles)
    if not race.stages:
        return
    for score in race.stages:
        yield printed_communique(race, score.number, story)
    days = jersey_days_table(race)
    sheet = race_sheet(race, phrase("Stage by stage"), [days] if days.rows else ())
    sheet = sheet.with_pictures(gaps_picture(race))
    if sheet.tables or sheet.pictures:
        yield sheet
    finals = standings_sheet(race, narrow=True)
    if race.is_over:
        title = phrase("Final classifications")
        finals = replace(finals, title=title, name=title)
    yield finals
    records = _records_table(race)
    if records.rows:
        title = phrase("Records of this tour")
        yield race_sheet(race, title, [records], name=records.title)
    yield awards_sheet(race)


def _records_table(race: Race) -> Table:
    """List the holders of each record within the tour, except ghosts."""
    names, unit, rows = Names(race.tour), race.rulebook.unit, list[tuple[Cell, ...]]()
    left_out, palmares = unplayed_bibs(race.tour.startlist), rider_palmares(race)
    of_many_tours = RecordKind.TOURS, RecordKind.STAGES_IN_A_TOUR
    figures: dict[RecordSubject, list[tuple[int, Bib, int | None]]] = {
        subject: [(done[key], bib, None) for bib, done in palmares.items()]
        for subject, key in FIGURES.items()
        if subject.kind not in of_many_tours
    }
    for stage, (bib, ticks) in winning_gaps(race).items():
        kind = RecordKind.TOUR_GAP if stage is None else RecordKind.STAGE_GAP
        gaps = figures.setdefault(RecordSubject(kind, unit=unit), [])
        gaps.append((ticks, bib, stage))
    for subject, reached in figures.items():
        found = [of_rider for of_rider in reached if of_rider[1] not in left_out]
        highest = max((figure for figure, *_ in found), default=0)
        text: str = phrase("{count}", count=highest)
        if subject.unit:
            text = format_time(highest, unit)
        for figure, bib, stage in sorted(found, key=lambda at: bib_order(at[1])):
            if figure == highest > 0:
                rider = names.rider(bib), names.team_of(bib)
                rows.append((record_title(subject), *rider, text, stage))
    columns = (
        Column(phrase("Record"), weight=3),
        Column(phrase("Rider"), weight=3),
        Column(phrase("Team"), weight=2),
        Column(phrase("Figure"), weight=1),
        *numbers(phrase("Stage")),
    )
    return record_table("Records", phrase("Records"), rows, (columns, tuple))
