"""Report the result of a stage, with its sprints, summits, laps and rulings."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import accumulate

from peloton.reports.headings import (
    TIME_GAP,
    length_of,
    position_text,
    race_sheet,
    stage_facts,
    stage_notes,
    with_times,
)
from peloton.reports.names import (
    BIB,
    BONUS,
    FEWER_RIDERS,
    NOTE,
    PLACED,
    POINTS,
    RANK,
    RIDER_COLUMNS,
    TIMES,
    Names,
)
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
    numbers,
    record_table,
)
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import (
    CLASSIFICATIONS,
    ClassificationName,
    Reason,
    StageKind,
)
from peloton.rules.facts.labels import CATEGORIES, known_word, prime_name
from peloton.rules.facts.stage import FINISH, Prime, Ruling, Section, Sprint, lap_label
from peloton.rules.ranking import bib_order
from peloton.rules.results import Race, StageLine, StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.result import summit_category
from peloton.rules.stage.track import lap_multiplier
from peloton.rules.winners import stage_win
from peloton.rules.words import join, phrase

_PENALTY = Column(phrase("Penalty"), ColumnKind.TIME)
_MOUNTAINS = Column(phrase("Mountains"), ColumnKind.NUMBER)
_SECONDS = Column(phrase("Seconds"), ColumnKind.GAP)
RESULT_COLUMNS = (PLACED, *TIMES, BONUS, _PENALTY, POINTS, _MOUNTAINS)
"""The columns of a stage result that follow the rider's; see `result_cells`."""


def stage_sheet(race: Race, number: int | None = None) -> Sheet:
    """Report the result of a stage: places, times, points and rulings (GN-2).

    Raises PelotonError for a stage that does not exist or is not ridden yet.
    """
    score = race.score(number)
    return race_sheet(
        race,
        score.title,
        with_unique_names(stage_tables(race, score)),
        *stage_facts(score.stage, race.rulebook),
        name=phrase("Stage {number}", number=score.number),
        notes=stage_notes(score, race.rulebook),
        after=score,
    )


def winning_table(score: StageScore) -> str:
    """Return the name of the table that lists the winners, riders or teams."""
    return "Teams" if stage_win(score).teams else "Result"


def stage_tables(
    race: Race, score: StageScore, *, narrow: bool = False
) -> Iterable[Table]:
    """Yield the tables of a stage: result, sprints and summits, rulings (GN-2).

    A `narrow` result has one column for times and gaps. It lists only the points and
    bonuses of the finish, because each sprint and summit has a separate table. A full
    result, and any result of a track race, lists the points and bonuses of the whole
    stage.
    """
    rulebook, names = race.rulebook, Names(race.tour)
    lapped = score.stage.kind is StageKind.POINTS_RACE
    tables = (
        _result(score, rulebook, names, narrow=narrow),
        _team_result(score, rulebook, names),
        *((_laps(score, rulebook, names),) if lapped else ()),
        record_table(
            "Heats",
            phrase("Heats"),
            enumerate(score.stage.heats, 1),
            (numbers(phrase("Heat")), lambda heat: heat[0]),
            (BIB, lambda heat: heat[1][0]),
            (Column(phrase("Winner"), weight=3), lambda heat: names.rider(heat[1][0])),
        ),
        *_passages(score, rulebook, names),
        *_recorded_counts(score, names),
        rulings_table(score, names),
    )
    shown = (table for table in tables if table.rows)
    return (with_times(table, rulebook.unit, narrow=narrow) for table in shown)


def finish_columns(table: Table) -> Table:
    """Return a narrow stage result with only place, rider and time.

    Other tables are returned unchanged.
    """
    if table.name != "Result" or TIME_GAP not in table.columns:
        return table
    return table.with_columns(range(table.columns.index(TIME_GAP) + 1))


def with_unique_names(tables: Iterable[Table]) -> tuple[Table, ...]:
    """Return tables with unique names, because a sprint may be named `Result`."""
    unique: dict[str, Table] = {}
    for table in tables:
        name = table.name
        while name in unique:
            name += "*"
        unique[name] = replace(table, name=name)
    return tuple(unique.values())


def _result(
    score: StageScore, rulebook: Rulebook, names: Names, *, narrow: bool
) -> Table:
    short = narrow and not score.stage.kind.on_track
    at_finish, won = _winnings_at(score, FINISH)

    def cells(line: StageLine) -> tuple[Cell, ...]:
        if short:
            return line.time, line.gap, line.penalty or None, *won(line.bib)
        return result_cells(line)[1:]

    # Explain the status codes of riders without a place (GN-1).
    found = {line.status for line in score.result if line.place is None}
    codes = [
        phrase(
            "{code} = {reason}",
            code=known_word(reason),
            reason=reason_text(reason, rulebook),
        )
        for reason in Reason
        if reason in found
    ]
    return record_table(
        "Result",
        phrase("Stage result"),
        score.result,
        (PLACED, lambda line: result_cells(line)[0]),
        names.riders,
        ((*TIMES, _PENALTY, *at_finish) if short else RESULT_COLUMNS[1:], cells),
        notes=[join(codes)] if codes else (),
    )


_REASONS = {
    Reason.OTL: phrase("outside the time limit"),
    Reason.DNF: phrase("did not finish"),
    Reason.DNS: phrase("did not start"),
    Reason.DSQ: phrase("disqualified"),
    Reason.ABS: phrase("absent"),
}


def reason_text(reason: Reason, rulebook: Rulebook) -> str:
    """Describe why a rider has no place; an OTL rider may be allowed back (CY-11)."""
    if reason is Reason.OTL and rulebook.flag("time_limit.back"):
        return phrase("outside the time limit, misses the next ride only")
    return _REASONS[reason]


def result_cells(line: StageLine) -> tuple[Cell, ...]:
    """Return the cells of a rider's stage result (RESULT_COLUMNS).

    A rider without a place has DNF, OTL or another status instead (GN-1). Cells with 0
    are left empty, so that the few riders with points stand out.
    """
    return (
        known_word(line.status) if line.place is None else line.place,
        line.time,
        line.gap,
        line.bonus or None,
        line.penalty or None,
        line.points or None,
        line.mountains or None,
    )


def _team_result(score: StageScore, rulebook: Rulebook, names: Names) -> Table:
    times = [line.time or 0 for line in score.team_result]
    # A team that ranks behind a slower team must have fewer riders (CY-18), which a
    # note explains. In a pursuit, teams are ranked by turns, so this does not apply.
    by_size = rulebook.word("teams.by") == "general times" and not score.stage.by_teams
    slowest = accumulate(times, max)
    short = (by_size and own < most for own, most in zip(times, slowest, strict=True))
    return record_table(
        "Teams",
        phrase("Team result"),
        score.team_result,
        (RANK, lambda line: line.rank),
        names.teams,
        (TIMES[0], lambda line: line.time),
        (POINTS, lambda line: line.points),
        (NOTE, lambda _: FEWER_RIDERS if next(short) else ""),
    )


def _laps(score: StageScore, rulebook: Rulebook, names: Names) -> Table:
    """List the points of each rider, by lap; `x2` marks a lap with double points."""
    # Laps may also count for a general classification by points (CR-11), so only the
    # amounts for the points classification are listed.
    won, towards = _award_sums(score), ClassificationName.POINTS
    laps = range(1, len(score.stage.laps) + 1)
    heads = []
    for lap in laps:
        times = lap_multiplier(score.stage, lap, rulebook)
        double = phrase("{number} x{times}", number=lap, times=times)
        heads.append(double if times > 1 else str(lap))
    return record_table(
        "Laps",
        phrase("Points, lap by lap"),
        [line.bib for line in score.result],
        (RIDER_COLUMNS[:2], lambda bib: names.rider_cells(bib)[:2]),
        (
            numbers(*heads),
            lambda bib: tuple(won.get((bib, lap_label(lap), towards)) for lap in laps),
        ),
    )


def _recorded_counts(score: StageScore, names: Names) -> Iterable[Table]:
    """Yield tables of what the players count, such as combativity points (FR-6)."""
    for name, row in COUNTS.items():
        if row.towards is not None:
            counts: Mapping[str, int] = getattr(score.stage, name)
            yield record_table(
                row.title,
                row.title,
                sorted(counts.items(), key=lambda item: (-item[1], bib_order(item[0]))),
                (RIDER_COLUMNS, lambda item: names.rider_cells(item[0])),
                (_worth_column(row.towards), lambda item: item[1]),
            )


def rulings_table(score: StageScore, names: Names) -> Table:
    """List the rulings on a stage with their reasons (GN-2)."""

    def who(ruling: Ruling) -> tuple[Cell, ...]:
        if ruling.team:
            return ruling.bib, "", names.team(ruling.team)
        return names.rider_cells(ruling.bib or "")

    return record_table(
        "Rulings",
        phrase("Rulings of the game leader"),
        score.stage.rulings,
        (RIDER_COLUMNS, who),
        (_SECONDS, lambda ruling: ruling.seconds or None),
        (POINTS, lambda ruling: ruling.points or None),
        (_MOUNTAINS, lambda ruling: ruling.mountains or None),
        (
            Column(phrase("Reinstated")),
            lambda ruling: phrase("yes") if ruling.reinstated else None,
        ),
        (Column(phrase("Reason"), weight=4), lambda ruling: ruling.reason),
        notes=[phrase("+ is a penalty (seconds added, points deducted), - a bonus.")],
    )


def _winnings_at(
    score: StageScore, source: str
) -> tuple[tuple[Column, ...], Callable[[str], tuple[Cell, ...]]]:
    """Return columns for what riders won at one place, and a function for the cells.

    `source` is the label of a sprint, a summit or the finish. The function returns the
    cells for a rider's bib. Cells with 0 are left empty.
    """
    won = _award_sums(score)
    kinds = tuple(dict.fromkeys(towards for _, at, towards in won if at == source))
    columns = tuple(map(_worth_column, kinds))
    return columns, lambda bib: tuple(won.get((bib, source, kind)) for kind in kinds)


def _award_sums(score: StageScore) -> Counter[tuple[str, str, str]]:
    won: Counter[tuple[str, str, str]] = Counter()
    for award in score.awards:
        won[award.bib, award.source, award.towards] += award.amount
    return won


def _passages(score: StageScore, rulebook: Rulebook, names: Names) -> Iterable[Table]:
    for label, prime in score.stage.primes.items():
        bibs = score.stage.passages.get(label, ())
        places = {bib: place for place, bib in enumerate(bibs, 1)}
        yield record_table(
            label,
            prime_title(label, prime, rulebook),
            bibs,
            (PLACED, places.__getitem__),
            (RIDER_COLUMNS, names.rider_cells),
            _winnings_at(score, label),
        )


def prime_title(label: str, prime: Prime, rulebook: Rulebook) -> str:
    """Return the title of a sprint or summit: `Muur (climb, 2 km, at km 9)`."""
    about = [*prime_details(prime, rulebook)]
    at = prime.at if isinstance(prime, Sprint) else prime.end
    if at is not None:
        about.append(position_text(at, rulebook))
    name = prime_name(label, prime)
    return phrase("{prime} ({about})", prime=name, about=join(about))


def _worth_column(towards: str) -> Column:
    if towards == "bonus":
        return BONUS
    return Column(CLASSIFICATIONS[ClassificationName(towards)].word, ColumnKind.NUMBER)


def prime_details(prime: Prime, rulebook: Rulebook) -> Iterable[str]:
    """Yield the description of a sprint, or the category and length of a climb."""
    if not isinstance(prime, Section):
        yield phrase("intermediate sprint")
        return
    category = summit_category(prime, rulebook)
    yield CATEGORIES[category] if category else phrase("climb")
    if prime.length is not None:
        yield length_of(prime.length, rulebook)
