"""The extra turns of every rider as a sheet: granted, saved, used and left (CY-12)."""

from peloton.errors import PelotonError
from peloton.reports.headings import stage_columns
from peloton.reports.names import RIDER_COLUMNS, TEAM_COLUMNS, Names
from peloton.reports.sheet import Column, Sheet, Table, numbers, table_of
from peloton.rules.facts.labels import rider_type
from peloton.rules.results import ExtraTurnLine, Race, StageScore, TeamTurnLine
from peloton.rules.words import listed, phrase

_BOOKED = numbers(phrase("Saved"), phrase("Granted"), phrase("Used"), phrase("Left"))


def extra_turns_sheet(race: Race, after: int | None = None) -> Sheet:
    """Report the extra turns of each starter: granted, used and left (CY-12).

    A second table has those used on every stage so far. Raises PelotonError for a
    tour without extra turns, a course that does not say how many, and a stage without
    a result.
    """
    score = race.score(after)
    if not score.extra_turns:
        message = (
            f"no extra turns are known on stage {score.number}: the rulebook must have"
            " some, and every stage its length (CY-12)"
        )
        raise PelotonError(message)
    names = Names(race.tour)
    ridden = [each for each in race.stages if each.number <= score.number]
    tables = _booked(race, score, names), _of_teams(score, names), _used(ridden, names)
    return Sheet(
        title=phrase("Extra turns after stage {number}", number=score.number),
        name=phrase("Extra turns"),
        subtitle=listed((race.tour.name, score.title), " · "),
        tables=tuple(table for table in tables if table.rows),
    )


def _booked(race: Race, score: StageScore, names: Names) -> Table:
    riders = {rider.bib: rider for rider in race.tour.riders}
    return table_of(
        "Extra turns",
        phrase("Extra turns"),
        score.extra_turns,
        (RIDER_COLUMNS, lambda line: names.rider_cells(line.bib)),
        (Column(phrase("Type")), lambda line: rider_type(riders[line.bib].type)),
        (_BOOKED, _counts),
    ).without_empty_columns()


def _of_teams(score: StageScore, names: Names) -> Table:
    """List what each team had for any of its riders, and has left."""
    return table_of(
        "Teams",
        phrase("Extra turns of the teams, for any rider"),
        score.team_turns,
        (TEAM_COLUMNS, lambda line: names.team_cells(line.team)),
        (_BOOKED, _counts),
    )


def _counts(line: ExtraTurnLine | TeamTurnLine) -> tuple[int, ...]:
    """Write the extra turns in a row (_BOOKED)."""
    saved = line.left + line.used - line.granted
    return saved, line.granted, line.used, line.left


def _used(ridden: list[StageScore], names: Names) -> Table:
    used = [{line.bib: line.used for line in each.extra_turns} for each in ridden]
    bibs = dict.fromkeys(bib for each in used for bib in each)
    stages = stage_columns(each.number for each in ridden)
    return table_of(
        "Used",
        phrase("Used on each stage"),
        bibs,
        (RIDER_COLUMNS, names.rider_cells),
        (stages, lambda bib: tuple(each.get(bib) for each in used)),
    )
