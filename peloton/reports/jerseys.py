"""The jerseys as a sheet: who wears what at the start of the next stage."""

from peloton.reports.names import CLASSIFICATION_TITLES, Names
from peloton.reports.sheet import (
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.reports.stage import stage_score, stage_title
from peloton.rules.results import Race

_COLUMNS = (
    Column(title="Jersey"),
    Column(title="Classification"),
    Column(title="Bib", kind=ColumnKind.BIB),
    Column(title="Wearer", weight=3),
    Column(title="Team", weight=2),
    Column(title="Stands in for", weight=2),
)


def jerseys_sheet(race: Race, after: int | None = None) -> Sheet:
    """Report who wears each jersey after a stage, and for which leader.

    A leader with a higher jersey passes the lower one down and leads all the same.
    Raises PelotonError for a stage that is not there or not ridden yet.
    """
    score = stage_score(race, after)
    names = Names(race.tour)
    table = Table(
        name="Jerseys",
        title="Who wears what",
        columns=_COLUMNS,
        rows=tuple(
            (
                line.jersey,
                CLASSIFICATION_TITLES[line.classification],
                line.wearer,
                names.rider(line.wearer) if line.wearer else "nobody",
                names.team_of(line.wearer or ""),
                "" if line.wearer == line.leader else names.rider(line.leader),
            )
            for line in score.jerseys
        ),
        notes=() if score.jerseys else (_nobody(race),),
    )
    return Sheet(
        title=f"Jerseys after stage {score.number}",
        name="Jerseys",
        subtitle=f"{race.tour.name} · {stage_title(score)}",
        tables=(without_empty_columns(table),),
    )


def _nobody(race: Race) -> str:
    if race.rulebook.jerseys:
        return "Nobody wears a jersey yet."
    return f"{race.rulebook.title} has no jerseys."
