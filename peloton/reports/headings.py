"""Parts of sheets shared by reports: columns, descriptions of a stage, notes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from peloton.reports.names import TIMES
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table
from peloton.reports.shirts import worn_shirts
from peloton.rules.facts.labels import STAGE_KINDS, known_word
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import RuleValue, Tour
from peloton.rules.results import Race, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.winners import is_final
from peloton.rules.words import Phrase, count_phrase, format_time, join, phrase

TIME_GAP = Column(phrase("Time"), ColumnKind.GAP)
"""The only time column of a narrow table: the best time, then the gaps to it."""


_LENGTHS: Mapping[str, tuple[Phrase, Phrase, Phrase, Phrase]] = {
    "spaces": (
        *(phrase("Spaces"), phrase("1 space"), phrase("{count} spaces")),
        phrase("at space {space}"),
    ),
    "lines": (
        *(phrase("Lines"), phrase("1 line"), phrase("{count} lines")),
        phrase("at line {space}"),
    ),
    "squares": (
        *(phrase("Squares"), phrase("1 square"), phrase("{count} squares")),
        phrase("at square {space}"),
    ),
    "km": (
        *(phrase("km"), phrase("{count} km"), phrase("{count} km")),
        phrase("at km {space}"),
    ),
}
"""Phrases for each unit of length: column title, singular, plural, and position."""


def stage_number_text(race: Race, number: int) -> int | str:
    """Return a stage's number, or `3 of 7` if the tour's length is planned (GN-9)."""
    total = race.tour.total_stages
    if race.tour.planned is None or total is None:
        return number
    return phrase("{number} of {total}", number=number, total=total)


def unfinished_note(race: Race) -> Iterator[str]:
    """Yield the note `As of stage 3`, unless the tour is over or has not begun."""
    if race.stages and not race.is_over:
        number = race.stages[-1].number
        yield phrase("As of stage {number}.", number=stage_number_text(race, number))


def problem_notes(race: Race, number: int | None = None) -> Iterator[str]:
    """Yield the warnings that can be corrected, of one stage or of the whole tour."""
    for problem in race.problems:
        shown = problem.warning and problem.correctable
        if shown and number in (None, problem.stage):
            yield phrase("Check this: {message}", message=problem.message)


def lengths_title(rulebook: Rulebook) -> str:
    """Return the title of a column of lengths: `Spaces`, or the rulebook's unit."""
    return _LENGTHS[rulebook.word("course.unit")][0]


def length_of(count: int, rulebook: Rulebook) -> str:
    """Format a length in the rulebook's unit: `24 spaces`."""
    _, one, more, _ = _LENGTHS[rulebook.word("course.unit")]
    return count_phrase(count, one, more)


def position_text(at: int, rulebook: Rulebook) -> str:
    """Format a position on the course: `at space 24`, `at km 24`."""
    return phrase(_LENGTHS[rulebook.word("course.unit")][-1].pattern, space=at)


def stage_facts(stage: Stage, rulebook: Rulebook) -> Iterable[str]:
    """Yield short descriptions of a stage: its kind, terrain, length and date."""
    yield STAGE_KINDS[stage.kind]
    if stage.profile:
        yield known_word(stage.profile)
    if stage.length is not None:
        yield length_of(stage.length, rulebook)
    if stage.date:
        yield phrase("{date}", date=stage.date)


def tour_dates(tour: Tour) -> str:
    """Return the first and last date of a tour as text; empty if unknown."""
    days = [stage.date for stage in tour.stages if stage.date is not None]
    days = days or ([tour.date] if tour.date else [])
    if not days:
        return ""
    first, last = min(days), max(days)
    if first == last:
        return phrase("{date}", date=first)
    return phrase("{first} to {last}", first=first, last=last)


def subtitle_of(*parts: str) -> str:
    """Join the non-empty parts of a subtitle, such as the names of tour and stage."""
    return join(filter(None, parts), " · ")


def after_stage(race: Race, score: StageScore, what: str) -> str:
    """Return a title that names the latest stage: `Jerseys after stage 3 of 7`."""
    return phrase(
        "{classification} after stage {number}",
        classification=what,
        number=stage_number_text(race, score.number),
    )


def race_sheet(  # noqa: PLR0913 - the parts of a sheet
    race: Race,
    title: str,
    tables: Iterable[Table],
    *about: str,
    name: str = "",
    notes: Iterable[str] = (),
    data: object = None,
    after: StageScore | None = None,
) -> Sheet:
    """Return a sheet on a tour; `about` follows the tour's name in the subtitle.

    With `after`, it has icons and a legend of the jerseys after that stage: of the
    wearers on the next stage or, after the last stage, of the winners.
    """
    legend, jerseys = "", worn_shirts(race, after)
    if after and jerseys:
        legend = phrase(
            "Jersey icons: wearers on stage {number}.", number=after.number + 1
        )
        if is_final(race, after):
            legend = phrase("Jersey icons: winners of the classifications.")
    return Sheet(
        title=title,
        name=name or title,
        subtitle=subtitle_of(race.tour.name, *about),
        unit=race.rulebook.unit,
        tables=tuple(tables),
        notes=tuple(notes),
        data=data,
        jerseys=jerseys,
        legend=legend,
    )


def sheet_after(
    race: Race, score: StageScore, what: str, tables: Iterable[Table]
) -> Sheet:
    """Return a sheet of tables on the state of a tour after a stage, with jersey icons.

    `what` is the subject in the title, and the sheet's name.
    """
    title, notes = after_stage(race, score, what), stage_notes(score, race.rulebook)
    about = score.title
    return race_sheet(race, title, tables, about, name=what, notes=notes, after=score)


def stage_notes(score: StageScore, rulebook: Rulebook) -> Iterator[str]:
    """Yield a note with the reason if a stage counts for no classification.

    It was cancelled, or none of the classifications counts it (GN-4, GN-5).
    """
    stage = score.stage
    if stage.cancelled:
        yield phrase("Cancelled: {reason}", reason=stage.cancelled)
    elif rulebook.counted(stage).isdisjoint(score.standings):
        why = phrase("its 'counts' key excludes it (GN-4)")
        if stage.kind.outside_the_tour:
            why = phrase("a single track race is not a stage of the tour (CR-13)")
        yield phrase(
            "{stage} counts for no classification: {why}. To make it count, add"
            " {key} to the tour file.",
            stage=phrase("Stage {number}", number=score.number),
            why=why,
            key="counts = { general = true, points = true }",
        )


def provisional_sheet(sheet: Sheet) -> Sheet:
    """Return a sheet whose table titles end in `provisional` or `incomplete`."""
    tables = []
    for table in sheet.tables:
        title = phrase("{title}: provisional", title=table.title)
        if table.title == "Team result":
            title = phrase("{title}: incomplete", title=table.title)
        tables.append(replace(table, title=title))
    return replace(sheet, tables=tuple(tables))


def value_text(value: RuleValue) -> str:
    """Format a value of a rulebook: `true`, `10, 6, 4`, or `none` for an empty list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or phrase("none")
    return str(value)


def list_first(items: Sequence[str], limit: int, total: int = 0) -> str:
    """Join the first `limit` items and count the others: `A, B and 3 more`.

    `total` is the number of all items if `items` contains only some of them.
    """
    first, more = join(items[:limit]), max(total, len(items)) - limit
    if more <= 0:
        return first
    return phrase("{first} and {count} more", first=first, count=more)


def with_times(table: Table, unit: str, *, narrow: bool = False) -> Table:
    """Return a table with fewer columns for times and gaps, where possible.

    A `narrow` table has one column: the best time, then the gaps, and `s.t.` for the
    same gap as in the row above. Otherwise the gap column is removed if it equals the
    time column, because the best time is 0:00.
    """
    if not {*TIMES} <= {*table.columns}:
        return table
    time, gap = map(table.columns.index, TIMES)
    if narrow:
        cells = gap_cells(((row[time], row[gap]) for row in table.rows), unit)
        table = table.with_column(time, TIME_GAP, cells)
    elif any(row[gap] not in (None, row[time]) for row in table.rows):
        return table
    return table.with_columns(n for n in range(len(table.columns)) if n != gap)


def gap_cells(times: Iterable[tuple[Any, Any]], unit: str) -> Iterator[Cell]:
    """Yield the best time, then the gaps; `s.t.` for the same gap as the one above."""
    above: Cell = None
    for time, gap in times:
        if gap is None or above is None:
            # A positive time becomes text: as a number in a GAP column, it would be
            # printed with a plus sign.
            clock = isinstance(time, int) and time > 0
            yield format_time(time, unit) if clock else time
        else:
            yield phrase("s.t.") if gap == above else gap
        above = above if gap is None else gap
