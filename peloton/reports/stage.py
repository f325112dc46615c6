"""One stage as a sheet: result, teams, sprints and summits, rulings."""

from collections.abc import Iterable, Mapping

from peloton.errors import PelotonError
from peloton.reports.names import RIDER_COLUMNS, Names
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.reports.track import track_tables
from peloton.rules.awards import summit_category
from peloton.rules.model import Prime, Section, Stage, StageKind
from peloton.rules.results import Race, StageLine, StageScore
from peloton.rules.rulebook import Rulebook

_KINDS = {
    StageKind.ROAD: "road stage",
    StageKind.ITT: "individual time trial",
    StageKind.MTT: "mountain time trial",
    StageKind.TTT: "team time trial",
}
_PLACE = Column(title="Place", kind=ColumnKind.NUMBER)
_BONUS = Column(title="Bonus", kind=ColumnKind.TIME)
_PENALTY = Column(title="Penalty", kind=ColumnKind.TIME)
_POINTS = Column(title="Points", kind=ColumnKind.NUMBER)
_MOUNTAINS = Column(title="Mountains", kind=ColumnKind.NUMBER)
_RESULT = (
    _PLACE,
    *RIDER_COLUMNS,
    Column(title="Time", kind=ColumnKind.TIME),
    Column(title="Gap", kind=ColumnKind.GAP),
    _BONUS,
    _PENALTY,
    _POINTS,
    _MOUNTAINS,
)
_TEAMS = (
    Column(title="Rank", kind=ColumnKind.NUMBER),
    Column(title="Team", weight=2),
    Column(title="Time", kind=ColumnKind.TIME),
    _POINTS,
)
_RULINGS = (
    *RIDER_COLUMNS,
    Column(title="Seconds", kind=ColumnKind.GAP),
    _POINTS,
    _MOUNTAINS,
    Column(title="Reason", weight=4),
)


def stage_score(race: Race, number: int | None = None) -> StageScore:
    """Return the score of a stage, or of the last one ridden.

    Raises PelotonError for a stage that is not there or not ridden yet.
    """
    if not race.stages:
        message = "no stage has been ridden yet"
        raise PelotonError(message)
    if number is None:
        return race.stages[-1]
    for score in race.stages:
        if score.number == number:
            return score
    message = (
        f"stage {number} has no result;"
        f" the last stage with one is {race.stages[-1].number}"
    )
    raise PelotonError(message)


def stage_title(score: StageScore) -> str:
    """Name a stage ridden in a heading."""
    return numbered(score.number, score.stage)


def numbered(number: int, stage: Stage) -> str:
    """Name a stage by number and name: `Stage 2: Oudenaarde - Geraardsbergen`."""
    return f"Stage {number}: {stage.name}" if stage.name else f"Stage {number}"


def stage_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report a stage: who came where, what it brought, and the rulings (GN-2).

    Raises PelotonError for a stage that is not there or not ridden yet.
    """
    score = stage_score(race, number)
    names = Names(race.tour)
    tables = [
        _result(score, names),
        _team_result(score, names),
        *track_tables(score, race.rulebook, names),
        *_primes(score, race.rulebook, names),
        _rulings(score, names),
    ]
    return Sheet(
        title=stage_title(score),
        name=f"Stage {score.number}",
        subtitle=" · ".join((race.tour.name, *circumstances(score.stage))),
        unit=race.rulebook.unit,
        tables=tuple(without_empty_columns(each) for each in tables if each.rows),
        notes=(f"Cancelled: {score.stage.cancelled}",) if score.stage.cancelled else (),
    )


def circumstances(stage: Stage) -> Iterable[str]:
    """Say in a few words each what a stage is: its kind, terrain, length and day."""
    yield _KINDS.get(stage.kind, stage.kind)
    if stage.profile:
        yield stage.profile
    if stage.length is not None:
        yield f"{stage.length} spaces"
    if stage.date:
        yield stage.date.isoformat()


def _result(score: StageScore, names: Names) -> Table:
    return Table(
        name="Result",
        title="Stage result",
        columns=_RESULT,
        rows=tuple(_result_row(line, names) for line in score.result),
    )


def _result_row(line: StageLine, names: Names) -> tuple[Cell, ...]:
    # A rider without a place shows why there (GN-1). Nothing won stays blank: a
    # column of noughts hides the few who won something.
    return (
        line.status if line.place is None else line.place,
        *names.rider_cells(line.bib),
        line.time,
        line.gap,
        line.bonus or None,
        line.penalty or None,
        line.points or None,
        line.mountains or None,
    )


def _team_result(score: StageScore, names: Names) -> Table:
    return Table(
        name="Teams",
        title="Team result",
        columns=_TEAMS,
        rows=tuple(
            (line.rank, names.team(line.team), line.time, line.points)
            for line in score.team_result
        ),
    )


def _primes(score: StageScore, rulebook: Rulebook, names: Names) -> Iterable[Table]:
    """Show every line on the road in the order ridden, and what it was worth."""
    won: dict[str, dict[tuple[str, str], int]] = {}
    for award in score.awards:
        at = won.setdefault(award.source, {})
        at[award.bib, award.towards] = at.get((award.bib, award.towards), 0) + (
            award.amount
        )
    for label, prime in score.stage.primes.items():
        bibs = score.stage.passages.get(label, ())
        title = f"{label} ({', '.join(_about(prime, rulebook))})"
        yield _passage(label, title, bibs, won.get(label, {}), names)


def _passage(
    label: str,
    title: str,
    bibs: Iterable[str],
    won: Mapping[tuple[str, str], int],
    names: Names,
) -> Table:
    worth = list(dict.fromkeys(towards for _, towards in won))
    return Table(
        name=label,
        title=title,
        columns=(_PLACE, *RIDER_COLUMNS, *map(_worth_column, worth)),
        rows=tuple(
            (
                place,
                *names.rider_cells(bib),
                *(won.get((bib, towards)) for towards in worth),
            )
            for place, bib in enumerate(bibs, 1)
        ),
    )


def _worth_column(towards: str) -> Column:
    if towards == "bonus":
        return _BONUS
    return Column(title=towards.capitalize(), kind=ColumnKind.NUMBER)


def _about(prime: Prime, rulebook: Rulebook) -> Iterable[str]:
    if isinstance(prime, Section):
        category = summit_category(prime, rulebook)
        yield f"climb of category {category}" if category else "climb"
        if prime.length is not None:
            yield f"{prime.length} spaces"
    else:
        yield "sprint"
        if prime.at is not None:
            yield f"at {prime.at}"


def _rulings(score: StageScore, names: Names) -> Table:
    return Table(
        name="Rulings",
        title="Rulings of the game leader",
        columns=_RULINGS,
        rows=tuple(
            (
                ruling.bib,
                names.rider(ruling.bib) if ruling.bib else "",
                names.team(ruling.team)
                if ruling.team
                else names.team_of(ruling.bib or ""),
                ruling.seconds or None,
                ruling.points or None,
                ruling.mountains or None,
                ruling.reason,
            )
            for ruling in score.stage.rulings
        ),
        notes=("Seconds are added to the time, points are taken off: - is a bonus.",),
    )
