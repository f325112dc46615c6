"""Report the classifications and the jerseys, after one stage and stage by stage."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from peloton.reports.headings import race_sheet, sheet_after, with_times
from peloton.reports.names import (
    BIB,
    CLASSIFICATION_TITLES,
    FEWER_RIDERS,
    NOTE,
    POINTS,
    RANK,
    RIDER_COLUMNS,
    TIMES,
    Names,
    use_team_codes,
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
from peloton.reports.shirts import shirts_of
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.labels import jersey_title, known_word
from peloton.rules.ranking import steps_to_lots
from peloton.rules.results import (
    JerseyLine,
    Race,
    StageScore,
    Standing,
    TimeStanding,
    award_sums,
)
from peloton.rules.winners import is_final, shown_jerseys
from peloton.rules.words import phrase


def standings_sheet(
    race: Race,
    after: int | None = None,
    only: ClassificationName | None = None,
    *,
    moves: bool = False,
    narrow: bool = False,
) -> Sheet:
    """Report the classifications after a stage, by default the last one ridden.

    With `moves` each row shows the ranks gained or lost since the previous stage. A
    `narrow` sheet shows teams by their codes, and times in one column. Raises
    PelotonError for a stage that does not exist or is not ridden yet.
    """
    score = race.score(after)
    shown = [name for name in score.standings if only in (None, name)]
    before = race.before(score.number) if moves else None
    tables = [
        classification_table(race, score, name, before, narrow=narrow) for name in shown
    ]
    if ClassificationName.POINTS in shown:
        tables += final_points_tables(score, Names(race.tour))
    if narrow:
        tables = [use_team_codes(table, race.tour) for table in tables]
    what = CLASSIFICATION_TITLES[only] if only else phrase("Standings")
    sheet = sheet_after(race, score, what, tables)
    return replace(sheet, name=CLASSIFICATIONS[only].word) if only else sheet


def classification_table(
    race: Race,
    score: StageScore,
    name: ClassificationName,
    before: StageScore | None = None,
    *,
    narrow: bool = False,
) -> Table:
    """Report one classification after a stage.

    With the stage `before`, each row shows the ranks gained since then, or `new` for a
    rider who was not ranked. A `narrow` table has one column for times and gaps.
    """
    standings, rulebook = score.standings[name], race.rulebook
    was = before.ranks(name) if before else {}
    sharing = Counter(line.rank for line in standings)
    drawing = steps_to_lots(name, rulebook)
    lines: Sequence[Standing] = standings
    timed = rulebook.adds_times(name)

    def move(line: Standing) -> Cell:
        rank = was.get(line.who, phrase("new")) if before else None
        return rank - line.rank if isinstance(rank, int) else rank

    table = record_table(
        name.capitalize(),
        CLASSIFICATION_TITLES[name],
        lines,
        (RANK, lambda line: line.rank),
        (Column(phrase("Move"), ColumnKind.MOVE), move),
        Names(race.tour).ranked(name),
        (TIMES, attrgetter("time", "gap")) if timed else (POINTS, attrgetter("points")),
        (NOTE, lambda line: _note(line, drawing, shared=sharing[line.rank] > 1)),
        notes=() if standings else (phrase("Nobody yet."),),
    )
    table = replace(table, tab=CLASSIFICATIONS[name].word)
    return with_times(table, rulebook.unit, narrow=narrow)


def final_points_tables(score: StageScore, names: Names) -> Iterator[Table]:
    """Yield a table of the points given for final ranks, if there are any (FR-4)."""
    awards = score.final_points
    amounts = {(award.bib, award.source): award.amount for award in awards}
    won = [name for name in CLASSIFICATIONS if name in {n for _, n in amounts}]
    if awards:
        yield record_table(
            "Points at the end",
            phrase("Points at the end of the tour"),
            award_sums(awards).most_common(),
            (RIDER_COLUMNS, lambda row: names.rider_cells(row[0])),
            (
                numbers(*(CLASSIFICATIONS[name].word for name in won), phrase("Total")),
                lambda row: (*(amounts.get((row[0], name)) for name in won), row[1]),
            ),
        )


def lots_note(tied: StageScore, name: ClassificationName, latest: StageScore) -> str:
    """Return a note on undrawn lots; it names an earlier stage than the `latest`."""
    title = CLASSIFICATION_TITLES[name]
    note = phrase("{classification}: lots are still to be drawn.", classification=title)
    if tied is latest:
        return note
    stage = phrase("Stage {number}", number=tied.number)
    return phrase("{who}: {what}", who=stage, what=note)


def _note(line: Standing, drawing: Sequence[str], *, shared: bool) -> str:
    """Return the note on a rank: that it is shared, or how a tie was broken (GN-3).

    A team that ranks lower because it has fewer riders gets a note, too. All other
    ranks have an empty note.
    """
    if shared:
        return phrase("ex aequo")
    if line.tie is not None:
        step = known_word(line.tie)
        if line.tie in drawing:
            return phrase("tie: {step}", step=step)
        return phrase("tie: {step}, until lots are drawn", step=step)
    short = isinstance(line, TimeStanding) and line.gap is None
    return FEWER_RIDERS if short else ""


def stage_by_stage_sheet(race: Race, name: ClassificationName) -> Sheet:
    """Report the totals of riders or teams after each stage, sorted by current rank.

    Riders who left the classification are listed last, with their earlier totals.
    """
    latest: dict[str, Standing] = {}
    for score in reversed(race.stages):
        for row in score.standings.get(name, ()):
            latest.setdefault(row.who, row)
    kind = ColumnKind.TIME if race.rulebook.adds_times(name) else ColumnKind.NUMBER
    ranks = race.stages[-1].ranks(name)
    table = record_table(
        name.capitalize(),
        phrase("Totals after each stage"),
        latest.values(),
        (RANK, lambda row: ranks.get(row.who)),
        Names(race.tour).ranked(name),
    )
    for score in race.stages:
        column = Column(phrase("Stage {number}", number=score.number), kind)
        totals = {row.who: row.total for row in score.standings.get(name, ())}
        table = table.with_column(len(table.columns), column, map(totals.get, latest))
    title, word = CLASSIFICATION_TITLES[name], CLASSIFICATIONS[name].word
    return race_sheet(
        race,
        phrase("{classification}, stage by stage", classification=title),
        [table],
        name=phrase("{classification} by stage", classification=word),
    )


def jerseys_sheet(race: Race, after: int | None = None) -> Sheet:
    """Report who wears each jersey after a stage, and in place of which leader.

    A rider who leads two classifications wears only the more important jersey. The next
    rider in rank wears the other jersey in place of the leader. Raises PelotonError for
    a stage that does not exist or is not ridden yet.
    """
    score = race.score(after)
    return sheet_after(race, score, phrase("Jerseys"), [jerseys_table(race, score)])


def jerseys_table(race: Race, score: StageScore) -> Table:
    """List each jersey's wearer after a stage, and the leader whom the wearer replaces.

    The wearer is not always the leader (CY-10). At the end of the tour, list the
    winners instead (GN-11).
    """
    names, final = Names(race.tour), is_final(race, score)
    nobody: str = phrase("Nobody wears a jersey yet.")
    if not race.rulebook.jerseys:
        nobody = phrase("{game} has no jerseys.", game=known_word(race.rulebook.title))

    def stands_in_for(line: JerseyLine) -> str:
        return "" if line.wearer == line.leader else names.rider(line.leader)

    return record_table(
        "Jerseys",
        phrase("Jersey winners") if final else phrase("Jersey wearers"),
        shown_jerseys(race, score),
        (Column(phrase("Jersey")), lambda line: known_word(line.jersey)),
        (
            Column(phrase("Classification")),
            lambda line: CLASSIFICATION_TITLES[line.classification],
        ),
        (BIB, lambda line: line.wearer),
        (
            Column(phrase("Winner") if final else phrase("Wearer"), weight=3),
            lambda line: names.rider(line.wearer) if line.wearer else phrase("nobody"),
        ),
        (RIDER_COLUMNS[2], lambda line: names.team_of(line.wearer or "")),
        (Column(phrase("Stands in for"), weight=2), stands_in_for),
        notes=() if score.jerseys else (nobody,),
    )


def jersey_days_table(race: Race) -> Table:
    """List the wearers after every stage, with a coloured column for each jersey.

    A cancelled stage has no wearers, because it does not count as a day in a jersey. In
    a single race, nobody wears a jersey before it is won.
    """
    names, shirts = Names(race.tour), shirts_of(race.rulebook)
    led = {line.jersey for score in race.stages for line in score.jerseys}
    jerseys = [jersey.name for jersey in race.rulebook.jerseys if jersey.name in led]

    def wearers(score: StageScore) -> tuple[Cell, ...]:
        lines = () if score.stage.cancelled else score.jerseys
        worn = {line.jersey: line.wearer and names.rider(line.wearer) for line in lines}
        return tuple(map(worn.get, jerseys))

    return record_table(
        "Jersey days",
        phrase("In the jerseys, stage by stage"),
        race.stages if jerseys and not race.is_one_day else (),
        (numbers(phrase("Stage")), lambda score: score.number),
        (
            tuple(Column(jersey_title(name), shirt=shirts[name]) for name in jerseys),
            wearers,
        ),
    )
