"""The tour scored as plain data: the JSON that scripts are written against."""

from collections.abc import Iterable

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import Tour
from peloton.rules.results import (
    JerseyLine,
    Race,
    StageLine,
    StageScore,
    TeamLine,
    TimeStanding,
)

Row = dict[str, str | int | None]
"""One row of the document, its keys in the order they are written."""


def document(race: Race) -> dict[str, object]:
    """Return the whole document of `score --json`; times in the rulebook's unit.

    Absent classifications are left out. A classification ranked by points has
    `points` in place of `time` and `gap`.
    """
    return {
        "tour": {
            "name": race.tour.name,
            "rulebook": race.tour.rulebook,
            "unit": race.rulebook.unit,
        },
        "stages": [stage_row(score) for score in race.stages],
        "problems": [_problem(problem) for problem in race.problems],
    }


def unscored_document(
    tour: Tour | None, problems: Iterable[Problem]
) -> dict[str, object]:
    """Return the document of a file that could not be scored at all: its problems.

    What could not be read of the tour is null, and so is the unit.
    """
    return {
        "tour": {
            "name": (tour and tour.name) or None,
            "rulebook": (tour and tour.rulebook) or None,
            "unit": None,
        },
        "stages": [],
        "problems": [_problem(problem) for problem in problems],
    }


def result_rows(score: StageScore) -> list[Row]:
    """Return the stage result as rows of the document."""
    return [_result(line) for line in score.result]


def classification_rows(score: StageScore, name: ClassificationName) -> list[Row]:
    """Return a classification as rows of the document; none where it is absent."""
    who = "team" if name is ClassificationName.TEAMS else "bib"
    return [
        {
            "rank": line.rank,
            who: line.who,
            "time": line.time,
            "gap": line.gap,
            "tie": line.tie,
        }
        if isinstance(line, TimeStanding)
        else {
            "rank": line.rank,
            who: line.who,
            "points": line.points,
            "tie": line.tie,
        }
        for line in score.standings.get(name, ())
    ]


def jersey_rows(score: StageScore) -> list[Row]:
    """Return the leaders and wearers as rows of the document."""
    return [_jersey(line) for line in score.jerseys]


def standings_rows(score: StageScore) -> dict[str, list[Row]]:
    """Return every classification after a stage, by name, in the order shown."""
    return {
        str(name): classification_rows(score, name)
        for name in ClassificationName
        if name in score.standings
    }


def ledger_rows(score: StageScore) -> dict[str, list[Row]]:
    """Return the purse, richest first, and the extra turns; absent where not kept."""
    purse: list[Row] = [
        {"team": line.team, "earned": line.earned, "balance": line.balance}
        for line in score.purse
    ]
    turns: list[Row] = [
        {
            "bib": line.bib,
            "granted": line.granted,
            "used": line.used,
            "left": line.left,
        }
        for line in score.extra_turns
    ]
    ledgers = {"purse": purse, "extra_turns": turns}
    return {name: rows for name, rows in ledgers.items() if rows}


def stage_row(score: StageScore) -> dict[str, object]:
    """Return a stage of the document: its result, and all as it stands after it."""
    return {
        "number": score.number,
        "name": score.stage.name,
        "kind": str(score.stage.kind),
        "result": result_rows(score),
        "team_result": [_team_result(line) for line in score.team_result],
        **standings_rows(score),
        "jerseys": jersey_rows(score),
        **ledger_rows(score),
    }


def _result(line: StageLine) -> Row:
    return {
        "place": line.place,
        "bib": line.bib,
        "status": str(line.status),
        "time": line.time,
        "gap": line.gap,
        "bonus": line.bonus,
        "penalty": line.penalty,
        "points": line.points,
        "mountains": line.mountains,
    }


def _team_result(line: TeamLine) -> Row:
    if line.time is None:
        return {"rank": line.rank, "team": line.team, "points": line.points}
    return {"rank": line.rank, "team": line.team, "time": line.time}


def _jersey(line: JerseyLine) -> Row:
    return {
        "jersey": line.jersey,
        "classification": str(line.classification),
        "leader": line.leader,
        "wearer": line.wearer,
    }


def _problem(problem: Problem) -> Row:
    return {
        "stage": problem.stage,
        "bib": problem.bib,
        "code": problem.code,
        "message": problem.message,
        "severity": str(problem.severity),
    }
