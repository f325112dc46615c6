"""Convert a tour to plain data: the JSON document, and tables for calculations."""

from collections.abc import Iterable, Mapping
from typing import Any

from peloton.reports.names import Names
from peloton.reports.sheet import Cell, Column, ColumnKind, Sheet, Table, plain_rows
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import FINISH, Section, lap_label
from peloton.rules.facts.tour import Tour
from peloton.rules.results import Race, StageScore, TimeStanding
from peloton.rules.winners import tour_winners
from peloton.rules.words import format_time, phrase

_RESULT = "place bib status time gap bonus penalty points mountains"
_TEAM = "code name player colour ghost"
_RIDER = "bib name team type young captain neutral joins"


def document(race: Race, *, last: bool = False) -> dict[str, Any]:
    """Return the document that `score --json` prints, times in the rulebook's unit.

    With `last`, only the last stage ridden is included. Classifications that the game
    does not have are left out. A classification by points has `points` instead of
    `time` and `gap`. If the tour is over, it has `winners`.
    """
    scored = unscored_document(race.tour, race.problems)
    scored["tour"] |= {"unit": race.rulebook.unit, "over": race.is_over}
    if race.is_over:
        by, riders, teams = tour_winners(race)
        scored["tour"]["winners"] = {"by": by, "riders": [*riders], "teams": [*teams]}
    shown = race.stages[-1 if last else 0 :]
    return scored | {"stages": [stage_row(score) for score in shown]}


def unscored_document(tour: Tour | None, problems: Iterable[Problem]) -> dict[str, Any]:
    """Return the document of a file that could not be scored, with its problems.

    The time unit is None, and so are all facts that could not be read.
    """
    known = tour or Tour(name="", rulebook="")
    return {
        "tour": {
            "name": known.name or None,
            "rulebook": known.rulebook or None,
            "unit": None,
            "date": known.date and known.date.isoformat(),
            "stages": known.total_stages or None,
            "over": False,
        },
        "teams": plain_rows(known.teams, _TEAM),
        "riders": plain_rows(known.riders, _RIDER),
        "stages": [],
        "problems": plain_rows(problems, "stage bib code message severity"),
    }


def standings_rows(score: StageScore) -> dict[str, list[dict[str, Cell]]]:
    """Return the rows of every classification after a stage, by classification."""
    rows = dict[str, list[dict[str, Cell]]]()
    for name in ClassificationName:
        if name in score.standings:
            lines = score.standings[name]
            who = "team" if name is ClassificationName.TEAMS else "bib"
            by_time = lines and isinstance(lines[0], TimeStanding)
            figures = "time gap" if by_time else "points"
            rows[name] = plain_rows(lines, f"rank {who}=who {figures} tie")
    return rows


def stage_row(score: StageScore) -> dict[str, Any]:
    """Return a stage for the document: its result, and the standings after it.

    Points at the end and ledgers, such as the purse, are left out if they are empty.
    """
    stage, used = score.stage, score.stage.attacks.items()
    final = "classification=source place bib points=amount"
    booked: dict[str, list[dict[str, Cell]]] = {
        "final_points": plain_rows(score.final_points, final),
        "purse": plain_rows(score.purse, "team earned balance"),
        "extra_turns": plain_rows(score.extra_turns, "bib=who granted used left"),
        "attacks": [{"bib": bib, "count": count} for bib, count in used if count],
        "team_turns": plain_rows(score.team_turns, "team=who granted used left"),
    }
    return {
        "number": score.number,
        "name": stage.name,
        "kind": stage.kind,
        "date": stage.date and stage.date.isoformat(),
        "length": stage.length,
        "profile": stage.profile,
        "sections": plain_rows(stage.sections, "kind name from=start to=end category"),
        "sprints": plain_rows(stage.sprints, "name at"),
        "result": plain_rows(score.result, _RESULT),
        "team_result": [
            plain_rows(
                [line], f"rank team {'points' if line.time is None else 'time'}"
            )[0]
            for line in score.team_result
        ],
        **standings_rows(score),
        "jerseys": plain_rows(score.jerseys, "jersey classification leader wearer"),
        **{name: rows for name, rows in booked.items() if rows},
    }


def with_names(rows: object, tour: Tour) -> object:
    """Return rows for JSON with `rider` and `team` added to each `bib`.

    A row without a bib gets `team_name` for its `team`. For `leader`, `wearer` and
    `who`, keys such as `leader_name` are added.
    """
    riders = {str(rider.bib): rider for rider in tour.riders}
    teams = {str(team.code): team.name for team in tour.teams}
    names = teams | {bib: rider.name for bib, rider in riders.items()}

    def named(part: Any) -> Any:  # noqa: ANN401 - any JSON
        if isinstance(part, list | tuple):
            return list(map(named, part))
        if not isinstance(part, Mapping):
            # Programs that call `peloton.results` get no members of our enums.
            return str(part) if isinstance(part, str) else part
        row: dict[str, Any] = {}
        known: Mapping[str, str] = (
            teams if part.get("classification") == "teams" else names
        )
        for key, value in part.items():
            row[key] = named(value)
            if not isinstance(value, str | None):
                continue
            if key == "bib" and "name" not in part:
                rider = riders.get(value or "")
                row |= {"rider": rider and rider.name, "team": rider and rider.team}
            elif key == "team" and "bib" not in part:
                row["team_name"] = teams.get(value or "")
            elif key in {"leader", "wearer", "who"}:
                row[f"{key}_name"] = known.get(value or "")
        return row

    return named(rows)


def data_sheet(race: Race, *, as_text: bool = False) -> Sheet:
    """List each rider's result on each stage, for calculations in a spreadsheet.

    Column titles are the same in all languages. `Ticks`, `Gap`, `Bonus` and `Penalty`
    are whole numbers in the rulebook's `Unit`. `Time` has the ticks as a duration.
    `Jersey` is the jersey worn on the stage, and `Rank` is the general rank after it.
    With `as_text`, the duration is formatted as `0:12:34`, for a file format without
    durations.
    """
    title = phrase("One row per rider and stage, for your own calculations")
    columns = (
        *("Stage", "Stage name", "Kind", "Date", "Bib", "Rider", "Team", "Team name"),
        *("Player", "Jersey", "Place", "Status", "Time", "Unit", "Ticks", "Gap"),
        *("Bonus", "Penalty", "Points", "Mountains", "Rank"),
    )
    riders, names = {rider.bib: rider for rider in race.tour.riders}, Names(race.tour)
    rows = list[tuple[Cell, ...]]()
    worn: dict[str, str] = {}
    unit = race.rulebook.unit
    for score in race.stages:
        ranks = score.ranks(ClassificationName.GENERAL)
        day = score.stage.date
        for line in score.result:
            time: Cell = line.time
            if as_text and line.time is not None:
                time = format_time(line.time, unit, long=True)
            rider, bib = riders[line.bib], line.bib
            cells = (
                *(score.number, score.stage.name, str(score.stage.kind)),
                *(day.isoformat() if day else None, bib, rider.name, rider.team),
                *(names.team_of(bib), names.player_of(bib), worn.get(bib, "")),
                *(line.place, line.status, time, unit, line.time),
                *(line.gap, line.bonus, line.penalty, line.points, line.mountains),
                ranks.get(bib),
            )
            rows.append(cells)
        worn = {line.wearer: line.jersey for line in score.jerseys if line.wearer}
    return _data_table("Data", title, columns, rows, race)


def awards_data_sheet(race: Race) -> Sheet:
    """List all points and seconds that riders received, with a row for each amount.

    `Kind` is the origin: finish, lap, sprint, climb or ruling. `Towards` is what the
    amount counts for: a classification, `bonus` or `penalty`.
    """
    riders = {rider.bib: rider for rider in race.tour.riders}
    rows = (
        (
            *(score.number, award.source, _line_kind(score, award.source)),
            *(award.place or None, award.bib, riders[award.bib].name),
            *(riders[award.bib].team, str(award.towards), award.amount, award.rule),
        )
        for score in race.stages
        for award in score.awards
    )
    title = phrase("One row per amount won at a finish, a sprint or a climb")
    columns = (
        *("Stage", "Line", "Kind", "Place", "Bib", "Rider", "Team", "Towards"),
        *("Amount", "Rule"),
    )
    return _data_table("Awards data", title, columns, rows, race)


def _line_kind(score: StageScore, source: str) -> str:
    if prime := score.stage.primes.get(source):
        return "climb" if isinstance(prime, Section) else "sprint"
    laps = map(lap_label, range(1, len(score.stage.laps) + 1))
    return {FINISH: "finish", **dict.fromkeys(laps, "lap")}.get(source, "ruling")


_KINDS = {"Date": ColumnKind.DATE, "Bib": ColumnKind.BIB, "Time": ColumnKind.TIME}
_NUMBERS = {
    *("Stage", "Place", "Ticks", "Gap", "Bonus", "Penalty", "Points", "Mountains"),
    *("Rank", "Amount"),
}


def _data_table(
    name: str,
    title: str,
    titles: Iterable[str],
    rows: Iterable[tuple[Cell, ...]],
    race: Race,
) -> Sheet:
    """Return a sheet that is only a table, suitable as the source of a pivot table."""
    kinds = _KINDS | dict.fromkeys(_NUMBERS, ColumnKind.NUMBER)
    columns = tuple(Column(head, kinds.get(head, ColumnKind.TEXT)) for head in titles)
    table = Table(name=name, title=name, columns=columns, rows=tuple(rows))
    unit = race.rulebook.unit
    return Sheet(title=title, name=name, unit=unit, tables=(table,), bare=True)
