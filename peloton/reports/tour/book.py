"""Report the tour book: a whole tour for printing, from the cover to the awards."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from peloton.reports.classifications.jerseys import jersey_days_table
from peloton.reports.classifications.standings import standings_sheet
from peloton.reports.drawing import Picture
from peloton.reports.headings import race_sheet, stage_facts, subtitle_of
from peloton.reports.pictures.gap_chart import gaps_picture
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.season import record_title
from peloton.reports.sheet import Column, Sheet, numbers, record_table
from peloton.reports.stage.communique import printed_communique
from peloton.reports.tour.honours import awards_sheet
from peloton.reports.tour.poster import cover_sheet
from peloton.reports.tour.startlist import printed_startlist
from peloton.reports.tour.tour import contents_table, stages_table
from peloton.rules.facts.labels import stage_name
from peloton.rules.results import Race
from peloton.rules.season.entrants import Aliases, Entrant, Register
from peloton.rules.season.palmares import tour_palmares
from peloton.rules.season.records import FIGURES, RecordKind, RecordSubject
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
    contents = race_sheet(race, phrase("Contents"), filled)
    return cover_sheet(race), contents, *inside


def _inside(race: Race, story: StoryTemplates | None) -> Iterator[Sheet]:
    yield printed_startlist(race.tour)
    if profiles := tuple(_profiles(race)):
        courses = race_sheet(race, phrase("The courses"), (), name=phrase("Courses"))
        yield courses.with_pictures(*profiles)
    if not race.stages:
        return
    for score in race.stages:
        yield printed_communique(race, score.number, story)
    days = jersey_days_table(race)
    sheet = race_sheet(race, phrase("Stage by stage"), [days] if days.rows else ())
    yield sheet.with_pictures(gaps_picture(race))
    yield _finals(race)
    records = _records(race)
    if records.tables:
        yield records
    yield awards_sheet(race)


def _profiles(race: Race) -> Iterable[Picture]:
    for number, stage in enumerate(race.tour.stages, 1):
        if profile := stage_profile(stage, race.rulebook):
            about = stage_facts(stage, race.rulebook)
            title = subtitle_of(stage_name(number, stage), *about)
            yield replace(profile, name=f"Profile {number}", title=title)


def _finals(race: Race) -> Sheet:
    sheet = standings_sheet(race, narrow=True)
    if not race.is_over:
        return sheet
    title = phrase("Final classifications")
    return replace(sheet, title=title, name=title)


_OF_MANY_TOURS = {RecordKind.TOURS, RecordKind.STAGES_IN_A_TOUR}
"""Kinds of record that compare tours; the book of a single tour omits them."""


class _Record(NamedTuple):
    """A record within one tour.

    `stage` is the stage number if the record is the largest gap on a stage.
    """

    subject: RecordSubject
    rider: Entrant
    figure: int
    stage: int | None = None


def _records(race: Race) -> Sheet:
    palmares = tour_palmares(race)
    riders = Register(Aliases()).entrants(race.tour.startlist, race.tour.name).riders
    records, unit = list[_Record](), race.rulebook.unit
    for subject, name in FIGURES.items():
        if subject.kind not in _OF_MANY_TOURS:
            records += _highest(
                _Record(subject, riders[bib], done[name])
                for bib, done in palmares.riders.items()
                if bib in riders
            )
    for kind, of_tour in ((RecordKind.STAGE_GAP, False), (RecordKind.TOUR_GAP, True)):
        records += _highest(
            _Record(RecordSubject(kind, unit=unit), riders[bib], ticks, stage)
            for stage, (bib, ticks) in palmares.gaps.items()
            if bib in riders and (stage is None) == of_tour
        )

    def figure(record: _Record) -> str:
        if record.subject.unit:
            return format_time(record.figure, record.subject.unit)
        return phrase("{count}", count=record.figure)

    table = record_table(
        "Records",
        phrase("Records"),
        records,
        (Column(phrase("Record"), weight=3), lambda line: record_title(line.subject)),
        (Column(phrase("Rider"), weight=3), lambda line: line.rider.name),
        (Column(phrase("Team"), weight=2), lambda line: line.rider.team),
        (Column(phrase("Figure"), weight=1), figure),
        (numbers(phrase("Stage")), lambda line: line.stage),
    )
    tables = [table.without_empty_columns()] if table.rows else ()
    title, name = phrase("Records of this tour"), phrase("Records")
    return race_sheet(race, title, tables, name=name)


def _highest(records: Iterable[_Record]) -> list[_Record]:
    """Return the records with the highest figure, if above 0, sorted by rider."""
    found = sorted(records, key=lambda record: record.rider.key)
    highest = max((record.figure for record in found), default=0)
    return [record for record in found if record.figure == highest > 0]
