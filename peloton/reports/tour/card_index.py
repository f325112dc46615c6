"""The data of a tour by rider and team, from which the cards are made."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from peloton.reports.names import Names
from peloton.reports.sheet import Cell
from peloton.reports.stage.result import result_cells
from peloton.reports.tour.honours import awards, awards_table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.startlist import Bib
from peloton.rules.ledgers.extra_turns import turns_used
from peloton.rules.results import Race, StageScore, Standing
from peloton.rules.season.palmares import TourPalmares, tour_palmares


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedStage:
    """A stage with its rows by bib or team code."""

    score: StageScore
    result: Mapping[str, tuple[Cell, ...]]
    turns: Mapping[Bib, int]
    teams: Mapping[str, tuple[Cell, ...]]
    standings: Mapping[ClassificationName, Mapping[str, Standing]]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedTour:
    """The data of a tour that all its cards share; `awards` are (bib, award, reason).

    Cards on paper are `drawn`: they have pictures.
    """

    race: Race
    names: Names
    ridden: tuple[IndexedStage, ...]
    palmares: TourPalmares
    awards: tuple[tuple[Cell, ...], ...]
    drawn: bool


def indexed_tour(race: Race, *, drawn: bool) -> IndexedTour:
    """Collect the data for the cards of a tour, with pictures if `drawn`."""
    given = awards_table(race, awards(race)).rows if race.is_over else ()
    return IndexedTour(
        race=race,
        names=Names(race.tour),
        ridden=tuple(map(partial(_indexed_stage, race), race.stages)),
        palmares=tour_palmares(race),
        awards=tuple((row[1], row[0], row[-1]) for row in given),
        drawn=drawn,
    )


def _indexed_stage(race: Race, score: StageScore) -> IndexedStage:
    results = score.team_result
    return IndexedStage(
        score=score,
        result={line.bib: result_cells(line) for line in score.result},
        turns=turns_used(score.stage, race.rulebook),
        teams={line.team: (line.rank, line.time, line.points) for line in results},
        standings={
            name: {line.who: line for line in standings}
            for name, standings in score.standings.items()
        },
    )
