"""The tour at a glance: who leads, who wears what, and every stage with its winner."""

from collections.abc import Iterable, Iterator

from peloton.reports.classifications.jerseys import jerseys_table
from peloton.reports.colours import worn
from peloton.reports.names import CLASSIFICATION_TITLES, Names, ranked_by_time
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    with_pictures,
    without_empty_columns,
)
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import KINDS, PROFILES
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.tour import Tour
from peloton.rules.results import Race, StageScore
from peloton.rules.words import listed, say

_NUMBER = ColumnKind.NUMBER
_BIB = Column(title=say("Bib"), kind=ColumnKind.BIB)


def overview_sheet(race: Race, sheets: Iterable[Sheet] = ()) -> Sheet:
    """Report a tour at a glance, with a link to each of its `sheets`."""
    score = race.stages[-1] if race.stages else None
    tables = (
        *((jerseys_table(race, score), _leaders(race, score)) if score else ()),
        stages_table(race),
        contents_table(sheets),
    )
    sheet = Sheet(
        title=race.tour.name,
        name=say("Overview"),
        subtitle=listed(tour_facts(race), " · "),
        unit=race.rulebook.unit,
        tables=tuple(table for table in tables if table.rows),
        jerseys=worn(score, race.rulebook) if score else (),
    )
    return with_pictures(sheet, wearers_picture(race, score) if score else None)


def tour_facts(race: Race) -> Iterator[str]:
    """Say in a few words each what a tour is: its days, game, stages and riders."""
    tour = race.tour
    if dates := tour_dates(tour):
        yield dates
    yield race.rulebook.title
    stages, riders = len(tour.stages), len(tour.riders)
    yield say("1 stage") if stages == 1 else say("{count} stages", count=stages)
    yield say("1 rider") if riders == 1 else say("{count} riders", count=riders)


def tour_dates(tour: Tour) -> str:
    """Say on which days a tour is ridden; nothing where nobody wrote them down."""
    days = [stage.date for stage in tour.stages if stage.date is not None]
    days = days or ([tour.date] if tour.date else [])
    if not days:
        return ""
    first, last = min(days), max(days)
    if first == last:
        return say("{date}", date=first)
    return say("{first} to {last}", first=first, last=last)


def contents_table(sheets: Iterable[Sheet]) -> Table:
    """List sheets by name, each with its title."""
    return Table(
        name="Contents",
        title=say("Contents"),
        columns=(
            Column(title=say("Sheet"), kind=ColumnKind.SHEET),
            Column(title=say("What it is about"), weight=1),
        ),
        rows=tuple((sheet.name, sheet.title) for sheet in sheets),
    )


def stages_table(race: Race) -> Table:
    """List every stage of a tour with its course and its winner, ridden or not."""
    names = Names(race.tour)
    scores = {score.number: score for score in race.stages}
    return without_empty_columns(
        Table(
            name="Stages",
            title=say("Stages"),
            columns=(
                Column(title=say("No."), kind=_NUMBER),
                Column(title=say("Stage"), weight=3),
                Column(title=say("Date")),
                Column(title=say("Kind")),
                Column(title=say("Terrain")),
                Column(title=say("Spaces"), kind=_NUMBER),
                Column(title=say("Winner"), weight=2),
                Column(title=say("Team"), weight=2),
            ),
            rows=tuple(
                _stage(number, stage, scores.get(number), names)
                for number, stage in enumerate(race.tour.stages, 1)
            ),
        )
    )


def _stage(
    number: int, stage: Stage, score: StageScore | None, names: Names
) -> tuple[Cell, ...]:
    return (
        number,
        stage.name,
        say("{date}", date=stage.date) if stage.date else None,
        KINDS[stage.kind],
        PROFILES[stage.profile] if stage.profile else None,
        stage.length,
        *_winner(stage, score, names),
    )


def _winner(stage: Stage, score: StageScore | None, names: Names) -> tuple[Cell, Cell]:
    """Name who won a stage and the team; a team alone where teams raced."""
    if stage.cancelled:
        return say("cancelled"), None
    if score is None:
        return None, None
    if stage.by_teams and score.team_result:
        return None, names.team(score.team_result[0].team)
    first = [line.bib for line in score.result if line.place == 1]
    return listed(names.rider(bib) for bib in first), listed(
        dict.fromkeys(filter(None, map(names.team_of, first)))
    )


def _leaders(race: Race, score: StageScore) -> Table:
    """Name who leads each classification, with the total and the lead."""
    names = Names(race.tour)
    return without_empty_columns(
        Table(
            name="Leaders",
            title=say("Leaders after stage {number}", number=score.number),
            columns=(
                Column(title=say("Classification"), weight=2),
                _BIB,
                Column(title=say("Leader"), weight=3),
                Column(title=say("Team"), weight=2),
                Column(title=say("Time"), kind=ColumnKind.TIME),
                Column(title=say("Points"), kind=_NUMBER),
            ),
            rows=tuple(
                row
                for name, standings in score.standings.items()
                for leader in standings
                if leader.rank == 1
                for row in [
                    (
                        CLASSIFICATION_TITLES[name],
                        *_who(name, leader.who, names),
                        *(
                            (leader.total, None)
                            if ranked_by_time(standings)
                            else (None, leader.total)
                        ),
                    )
                ]
            ),
        )
    )


def _who(name: ClassificationName, who: str, names: Names) -> tuple[Cell, Cell, Cell]:
    if name is ClassificationName.TEAMS:
        return None, None, names.team(who)
    return names.rider_cells(who)
