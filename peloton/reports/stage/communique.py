"""The communiqué: everything published after a stage, on one or two pages."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from peloton.reports.classifications.outlook import jersey_outlook
from peloton.reports.classifications.standings import (
    classification_table,
    final_points_tables,
    jerseys_table,
    lots_note,
)
from peloton.reports.decided import decided_table
from peloton.reports.headings import (
    after_stage,
    length_of,
    problem_notes,
    race_sheet,
    stage_notes,
)
from peloton.reports.ledgers import purse_table
from peloton.reports.names import Names, team_code_and_name, use_team_codes
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.pictures.profile import stage_profile
from peloton.reports.pictures.qr_code import play_picture
from peloton.reports.sheet import Cell, Column, Sheet, Table, record_table
from peloton.reports.stage.result import (
    finish_columns,
    stage_tables,
    winning_table,
    with_unique_names,
)
from peloton.reports.stage.story import story_text
from peloton.reports.winners import stage_winners, winner_notes
from peloton.rules.explain.decided import part_effects
from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.labels import STAGE_KINDS, known_word
from peloton.rules.facts.stage import NOT_STARTED
from peloton.rules.facts.tour import Tour
from peloton.rules.lots import pending_lots
from peloton.rules.results import Race, StageScore
from peloton.rules.stage.times import stage_times, time_limit
from peloton.rules.story.templates import StoryTemplates
from peloton.rules.values import half_up
from peloton.rules.winners import is_final
from peloton.rules.words import format_time, join, phrase

_GENERAL = "General classification"
_TOP, _FEW = 10, 5
"""The front page lists the top 10, but all riders if there are fewer than 15."""


def communique_sheet(
    race: Race,
    number: int | None = None,
    *,
    narrow: bool = False,
    story: StoryTemplates | None = None,
) -> Sheet:
    """Report everything published after a stage, by default the last one ridden.

    The sheet contains the winner with the stage's data, the jerseys, the full result
    with every sprint and summit, each classification with the ranks gained and lost
    since the previous stage, and the rulings. The sheet is provisional while there are
    warnings about the stage, or ties for which no lots were drawn. Notes list the
    warnings and the ties. Otherwise, the classifications after the last stage of the
    tour are final. A `narrow` sheet has narrow lists: teams are shown by their codes,
    gaps are below the winner's time, and points are beside the sprint or summit where
    they were won. With the templates of a `story`, the sheet begins with the story of
    the stage.

    Raises PelotonError for a stage that does not exist or is not ridden yet.
    """
    score = race.score(number)
    pending, final = _pending(race, score), is_final(race, score)
    provisional = phrase("provisional") if pending else ""
    about = phrase("Communiqué {number}", number=score.number)
    tables = (
        _stage_table(race, score),
        jerseys_table(race, score),
        *_lists(race, score, narrow=narrow, final=final and not pending),
    )
    sheet = race_sheet(
        race,
        score.title,
        with_unique_names(table for table in tables if table.rows),
        about,
        provisional,
        name=about,
        notes=(
            *jersey_outlook(race, score),
            *(winner_notes(race) if final else ()),
            *stage_notes(score, race.rulebook),
            *pending,
        ),
        after=score,
    )
    lead = story_text(race, score.number, story)
    sheet = replace(sheet, lead=lead, watermark=provisional)
    play = play_picture(race) if final else None
    return sheet.with_pictures(wearers_picture(race, score), play)


def printed_communique(
    race: Race, number: int | None = None, story: StoryTemplates | None = None
) -> Sheet:
    """Report the same as `communique_sheet`, for paper, with a first page for the wall.

    The first page shows the story, the winner, the profile, the jerseys, and the top
    ten of the stage and of the general classification. The next pages show the narrow
    lists.
    """
    sheet = communique_sheet(race, number, narrow=True, story=story)
    score = race.score(number)
    _, *lists = (table for table in sheet.tables if table.name != "Jerseys")
    first = winning_table(score), _GENERAL
    top = [_top(table) for table in lists if table.name in first]
    front = (_stage_table(race, score, across=True), *top)
    # Tables that are complete on the first page are not repeated.
    more = [table for table in lists if table not in top]
    tables = with_unique_names((*front, *more))
    codes = [team_code_and_name(team) for team in race.tour.teams if team.name]
    shown = codes and not score.standings.get(ClassificationName.TEAMS)
    notes = (*sheet.notes, *([join(codes)] if shown else ()))
    sheet = replace(sheet, tables=tables, notes=notes, front=len(front))
    return sheet.with_pictures(stage_profile(score.stage, race.rulebook))


def _pending(race: Race, score: StageScore) -> tuple[str, ...]:
    """Return notes on the warnings and undrawn lots that make a communiqué provisional.

    Lots of earlier stages are included if results on this stage depend on them (CY-7).
    """
    lots = (
        lots_note(tied, name, score)
        for tied, name, other in pending_lots(race, race.stages[: score.number])
        if other.stages[score.number - 1 :][:1] != (score,)
    )
    return (*problem_notes(race, score.number), *lots)


def _lists(race: Race, score: StageScore, *, narrow: bool, final: bool) -> list[Table]:
    """Return the full lists of a stage; narrow lists show teams by their codes."""
    tables = [*stage_tables(race, score, narrow=narrow)]
    names, before = Names(race.tour), race.before(score.number)
    for name in score.standings:
        table = classification_table(race, score, name, before, narrow=narrow)
        title = after_stage(race, score, table.title)
        if final:
            title = phrase("{classification}, final", classification=table.title)
        tables.append(replace(table, name=f"{table.name} classification", title=title))
    tables += *final_points_tables(score, names), purse_table(score, names)
    if is_final(race, score) and not race.is_one_day:
        tables.append(decided_table(race, [*part_effects(race)]))
    return [use_team_codes(table, race.tour) for table in tables] if narrow else tables


def _top(table: Table) -> Table:
    """Return the top ten of a table; of a stage result, only place, rider and time.

    If a short result has only one more column, it is complete, and not repeated.
    """
    short = finish_columns(table)
    if len(table.rows) < _TOP + _FEW:
        return table if len(table.columns) == len(short.columns) + 1 else short
    title = phrase("{table}: the first {count}", table=table.title, count=_TOP)
    short = replace(short, title=title, rows=short.rows[:_TOP], notes=())
    return short.without_empty_columns()


def with_stamp(sheet: Sheet, tour: Tour, issued: dt.datetime) -> Sheet:
    """Add boxes to the first page: date and place of issue, game leader, signature.

    A tour without a place or a leader has empty boxes, to be filled in by hand.
    """
    day = phrase("{date}", date=issued.date())
    when = join(filter(None, (day, f"{issued:%H:%M}", tour.place)))
    boxes = phrase("Issued"), phrase("Game leader"), phrase("Signature")
    heads = tuple(Column(title, weight=n) for n, title in enumerate(boxes))
    row = when, tour.leader, ""
    table = record_table("Stamp", "", [row], (heads, tuple), blank=True)
    front, lists = sheet.tables[: sheet.front], sheet.tables[sheet.front :]
    return replace(sheet, tables=(*front, table, *lists), front=sheet.front + 1)


def _stage_table(race: Race, score: StageScore, *, across: bool = False) -> Table:
    """Return a table of facts about a stage, with the winner as its title.

    Each fact is a row or, with `across`, a column.
    """
    facts, headline = [*_facts(race, score)], _headline(race, score)
    if across:
        titles, figures = zip(*facts, strict=True)
        columns = tuple(map(Column, titles))
        return record_table("Stage", headline, [figures], (columns, tuple))
    columns = Column(phrase("Item")), Column(phrase("Figure"), weight=1)
    return record_table("Stage", headline, facts, (columns, tuple))


def _headline(race: Race, score: StageScore) -> str:
    riders, teams = stage_winners(race, score)
    first = riders or teams
    if not score.result or (score.has_places and not first):  # too few riders in teams
        return phrase("The stage")
    if not first:
        return phrase("Nobody finished the stage")
    if len(first) > 1:
        return phrase("{winners} share the stage win", winners=join(first))
    if riders and teams:
        return phrase("{rider} ({team}) wins the stage", rider=first[0], team=teams[0])
    return phrase("{winner} wins the stage", winner=first[0])


def _facts(race: Race, score: StageScore) -> Iterator[tuple[str, Cell]]:
    stage = score.stage
    if stage.date:
        yield phrase("Date"), phrase("{date}", date=stage.date)
    yield phrase("Kind"), STAGE_KINDS[stage.kind]
    if stage.profile:
        yield phrase("Terrain"), known_word(stage.profile)
    if stage.length is not None:
        yield phrase("Length"), length_of(stage.length, race.rulebook)
    if not score.result:
        return
    out = Counter(line.status for line in score.result if line.place is None)
    yield phrase("Starters"), len(score.result) - sum(out[r] for r in NOT_STARTED)
    yield phrase("Classified"), len(score.result) - out.total()
    for reason in Reason:
        if out[reason]:
            yield known_word(reason), out[reason]
    riders = {rider.bib: rider for rider in race.tour.riders}
    timed = stage_times(stage, race.rulebook, riders)
    if limit := time_limit(stage, timed, race.rulebook):
        text: str = phrase("{count} turns", count=limit.turns or 0)
        if limit.time is not None:
            text = format_time(limit.time, race.rulebook.unit)
        yield phrase("Time limit"), text
    speed = race.average_speed(score.number)
    if speed is not None:
        tenths = half_up(10 * speed[0], speed[1])
        average, unit = Decimal(tenths).scaleb(-1), race.rulebook.mark.speed
        about = phrase("{speed} {unit}", speed=average, unit=unit)
        yield phrase("Average speed"), about
