"""The classifications as sheets: after a stage, and stage by stage."""

from collections import Counter
from collections.abc import Iterable

from peloton.errors import PelotonError, did_you_mean
from peloton.reports.names import (
    CLASSIFICATION_TITLES,
    RIDER_COLUMNS,
    TEAM_COLUMNS,
    Names,
    ranked_by_time,
)
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    without_empty_columns,
)
from peloton.reports.stage import stage_score, stage_title
from peloton.rules.model import ClassificationName
from peloton.rules.results import (
    Race,
    StageScore,
    Standing,
    Standings,
    TimeStanding,
)
from peloton.rules.rulebook import Rulebook

_RANK = Column(title="Rank", kind=ColumnKind.NUMBER)
_TIME = Column(title="Time", kind=ColumnKind.TIME)
_GAP = Column(title="Gap", kind=ColumnKind.GAP)
_POINTS = Column(title="Points", kind=ColumnKind.NUMBER)
_NOTE = Column(title="Note", weight=1)

_TIE_WORDS = {"latest place": "latest stage"}
"""The steps that a sheet calls by another name than the rulebook."""


def classification_named(race: Race, word: str) -> ClassificationName:
    """Return the classification a word names; PelotonError for one not kept."""
    kept = race.rulebook.classifications
    if word in kept:
        return ClassificationName(word)
    message = (
        f"the rulebook {race.rulebook.name} keeps no classification '{word}',"
        f" only {', '.join(kept)}{did_you_mean(word, kept)}"
    )
    raise PelotonError(message)


def standings_sheet(
    race: Race,
    after: int | None = None,
    only: ClassificationName | None = None,
) -> Sheet:
    """Report the classifications as they stood after a stage, or now.

    Raises PelotonError for a stage that is not there or not ridden yet.
    """
    score = stage_score(race, after)
    names = Names(race.tour)
    kept = [name for name in score.standings if only in (None, name)]
    title = CLASSIFICATION_TITLES[only] if only else "Standings"
    return Sheet(
        title=f"{title} after stage {score.number}",
        name=_tab(only) if only else "Standings",
        subtitle=f"{race.tour.name} · {stage_title(score)}",
        unit=race.rulebook.unit,
        tables=tuple(
            _classification(name, score.standings[name], race.rulebook, names)
            for name in kept
        ),
    )


def _tab(name: ClassificationName) -> str:
    return name.capitalize()


def _classification(
    name: ClassificationName, standings: Standings, rulebook: Rulebook, names: Names
) -> Table:
    teams = name is ClassificationName.TEAMS
    sharing = Counter(line.rank for line in standings)
    drawing = _steps_before_lots(name, rulebook)
    table = Table(
        name=_tab(name),
        title=CLASSIFICATION_TITLES[name],
        columns=(
            _RANK,
            *(TEAM_COLUMNS if teams else RIDER_COLUMNS),
            *((_TIME, _GAP) if ranked_by_time(standings) else (_POINTS,)),
            _NOTE,
        ),
        rows=tuple(
            (
                line.rank,
                *_who(line.who, names, teams=teams),
                *(
                    (line.time, line.gap)
                    if isinstance(line, TimeStanding)
                    else (line.points,)
                ),
                _note(line, drawing, shared=sharing[line.rank] > 1),
            )
            for line in standings
        ),
        notes=() if standings else ("Nobody yet.",),
    )
    return without_empty_columns(table)


def _steps_before_lots(name: ClassificationName, rulebook: Rulebook) -> list[str]:
    """List the steps up to the drawing of lots; all, where none are drawn."""
    steps = list(rulebook.words(f"ties.{name}"))
    return steps[: steps.index("lots") + 1] if "lots" in steps else steps


def _note(line: Standing, drawing: list[str], *, shared: bool) -> str:
    """Say what the figures alone do not: how a tie was parted, or why not (GN-3)."""
    if shared:
        return "ex aequo"
    if line.tie is not None:
        words = f"tie: {_TIE_WORDS.get(line.tie, line.tie)}"
        return words if line.tie in drawing else f"{words}, lots not drawn"
    # Faster than the leader and yet behind: only a team can be (CY-18).
    short = isinstance(line, TimeStanding) and line.gap < 0
    return "fewer riders" if short else ""


def _who(who: str, names: Names, *, teams: bool) -> tuple[Cell, ...]:
    return names.team_cells(who) if teams else names.rider_cells(who)


def stage_by_stage_sheet(race: Race, name: ClassificationName) -> Sheet:
    """Report the total of every rider or team after each stage, as ranked now.

    Who has left the classification stands below, with the totals held until then.
    """
    totals = {score.number: _totals(score, name) for score in race.stages}
    order = dict.fromkeys(
        who for score in reversed(race.stages) for who in totals[score.number]
    )
    teams = name is ClassificationName.TEAMS
    by_time = any(ranked_by_time(s.standings.get(name, ())) for s in race.stages)
    kind = ColumnKind.TIME if by_time else ColumnKind.NUMBER
    names = Names(race.tour)
    ranks = _ranks(race.stages[-1:], name)
    table = Table(
        name=_tab(name),
        title="Totals after each stage",
        columns=(
            _RANK,
            *(TEAM_COLUMNS if teams else RIDER_COLUMNS),
            *(Column(title=f"Stage {number}", kind=kind) for number in totals),
        ),
        rows=tuple(
            (
                ranks.get(who),
                *_who(who, names, teams=teams),
                *(at.get(who) for at in totals.values()),
            )
            for who in order
        ),
    )
    return Sheet(
        title=f"{CLASSIFICATION_TITLES[name]}, stage by stage",
        name=f"{_tab(name)} by stage",
        subtitle=race.tour.name,
        unit=race.rulebook.unit,
        tables=(table,),
    )


def _totals(score: StageScore, name: ClassificationName) -> dict[str, int]:
    return {line.who: line.total for line in score.standings.get(name, ())}


def _ranks(scores: Iterable[StageScore], name: ClassificationName) -> dict[str, int]:
    return {
        line.who: line.rank
        for score in scores
        for line in score.standings.get(name, ())
    }
