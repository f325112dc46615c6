"""The communiqué: all that is published after a stage, on a page or two."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from peloton.reports.classifications.jerseys import jerseys_table
from peloton.reports.classifications.outlook import jersey_outlook
from peloton.reports.classifications.standings import classification_table, lots_undrawn
from peloton.reports.headings import cancelled_notes, counts_notes
from peloton.reports.money.purse import won_by_money
from peloton.reports.names import (
    CLASSIFICATION_TITLES,
    RIDER_COLUMNS,
    SHORT,
    TEAM_COLUMNS,
    Names,
)
from peloton.reports.pictures.jersey_pictures import wearers_picture
from peloton.reports.sheet import (
    Cell,
    Column,
    ColumnKind,
    Sheet,
    Table,
)
from peloton.reports.shirts import worn_shirts
from peloton.reports.stage.result import stage_tables, with_unique_names
from peloton.rules.facts.kinds import ClassificationName, Reason
from peloton.rules.facts.labels import PROFILES, STAGE_KINDS, reason_out
from peloton.rules.facts.problem import Severity
from peloton.rules.facts.tour import Tour
from peloton.rules.numbers import half_up
from peloton.rules.results import Race, StageScore
from peloton.rules.words import listed, phrase

_PODIUM = 3
_PLACE = Column(title=phrase("Place"), kind=ColumnKind.NUMBER)
_TIME = Column(title=phrase("Time"), kind=ColumnKind.TIME)
_GAP = Column(title=phrase("Gap"), kind=ColumnKind.GAP)


def communique_sheet(
    race: Race, number: int | None = None, *, narrow: bool = False
) -> Sheet:
    """Report everything after a stage, or the last one ridden, as it is published.

    The winner, the stage's data, the jerseys, the whole result with every passage,
    each classification with the moves since the stage before, who left the race, the
    rulings. It is provisional while there is a warning about the stage or lots are
    still to be drawn, which the notes say. Otherwise it is final, and so are its
    classifications once every stage of the tour is ridden. A `narrow` one is for two
    tables side by side on a page: a team is its code (in the result its name, if codes
    are long), and points stand at the lines they were won at. Raises PelotonError for
    a stage that is not there or not ridden yet.
    """
    score = race.score(number)
    names = Names(race.tour, codes=narrow)
    pending = tuple(_pending(race, score))
    return Sheet(
        title=score.title,
        name=phrase("Communiqué {number}", number=score.number),
        subtitle=phrase(
            "{tour} · Communiqué {number} · {status}",
            tour=race.tour.name,
            number=score.number,
            status=phrase("provisional") if pending else phrase("final"),
        ),
        unit=race.rulebook.unit,
        tables=with_unique_names(
            table.without_empty_columns()
            for table in _tables(race, score, names, narrow=narrow)
            if table.rows
        ),
        notes=(
            *(won_by_money(race) if score is race.stages[-1] else ()),
            *cancelled_notes(score.stage),
            *counts_notes(score, race.rulebook),
            *pending,
            *(_codes(race, score) if narrow else ()),
        ),
        jerseys=worn_shirts(score, race.rulebook),
        compact=True,
    ).with_pictures(wearers_picture(race, score))


def _tables(
    race: Race, score: StageScore, names: Names, *, narrow: bool
) -> Iterator[Table]:
    yield _headline(score, Names(race.tour))
    yield _data(race, score)
    jerseys = jerseys_table(race, score)
    yield replace(jerseys, notes=(*jerseys.notes, *jersey_outlook(race, score)))
    # The result alone names teams in full, though that takes the width of the page.
    whole = Names(race.tour, codes=narrow and _short_codes(race.tour))
    yield from stage_tables(
        score, race.rulebook, names, by_line=narrow, in_result=whole
    )
    yield from _classifications(race, score, names)
    yield _out(race, score, names)
    yield _purse(score, names)


def _short_codes(tour: Tour) -> bool:
    return all(len(team.code) <= SHORT for team in tour.teams)


def _pending(race: Race, score: StageScore) -> Iterator[str]:
    """Note the warnings about a stage, and the lots still to be drawn."""
    for problem in race.problems:
        # Money left over after the last stage changes nothing any more (CY-15).
        if problem.code == "unspent":
            continue
        if problem.stage == score.number and problem.severity is Severity.WARNING:
            yield phrase("To be looked at: {problem}", problem=problem.message)
    for name in lots_undrawn(race, score):
        yield phrase(
            "{classification}: lots are still to be drawn.",
            classification=CLASSIFICATION_TITLES[name],
        )


def _codes(race: Race, score: StageScore) -> Iterator[str]:
    """Explain the codes of the teams, if no team classification does."""
    named = [t for t in race.tour.teams if t.name and len(t.code) <= SHORT]
    if named and not score.standings.get(ClassificationName.TEAMS):
        yield listed(
            phrase("{code}: {team}", code=team.code, team=team.name) for team in named
        )


def _headline(score: StageScore, names: Names) -> Table:
    """Name the winner, and the first three."""
    if score.stage.by_teams and score.team_result:
        first = score.team_result[0].team
        return Table(
            name="Headline",
            title=phrase("{team} wins the stage", team=names.team(first)),
            columns=(_PLACE, *TEAM_COLUMNS, _TIME),
            rows=tuple(
                (line.rank, *names.team_cells(line.team), line.time)
                for line in score.team_result[:_PODIUM]
            ),
        )
    podium = [line for line in score.result[:_PODIUM] if line.place is not None]
    return Table(
        name="Headline",
        title=_winner(podium[0].bib, names) if podium else "",
        columns=(_PLACE, *RIDER_COLUMNS, _TIME, _GAP),
        rows=tuple(
            (line.place, *names.rider_cells(line.bib), line.time, line.gap)
            for line in podium
        ),
    )


def _winner(bib: str, names: Names) -> str:
    team = names.team_of(bib)
    if not team:
        return phrase("{rider} wins the stage", rider=names.rider(bib))
    return phrase("{rider} ({team}) wins the stage", rider=names.rider(bib), team=team)


def _data(race: Race, score: StageScore) -> Table:
    return Table(
        name="Stage",
        title=phrase("The stage"),
        columns=(
            Column(title=phrase("About")),
            Column(title=phrase("Figure"), weight=1),
        ),
        rows=tuple(_facts(race, score)),
    )


def _facts(race: Race, score: StageScore) -> Iterator[tuple[Cell, ...]]:
    stage = score.stage
    if stage.date:
        yield phrase("Date"), phrase("{date}", date=stage.date)
    yield phrase("Kind"), STAGE_KINDS[stage.kind]
    if stage.profile:
        yield phrase("Terrain"), PROFILES[stage.profile]
    if stage.length is not None:
        yield phrase("Length"), phrase("{count} spaces", count=stage.length)
    if not score.result:
        return
    out = sum(line.place is None for line in score.result)
    absent = sum(line.status == Reason.DNS for line in score.result)
    late = sum(line.status == Reason.OTL for line in score.result)
    back = late if race.rulebook.flag("time_limit.back") else 0
    for title, count in (
        (phrase("Starters"), len(score.result) - absent),
        (phrase("Classified"), len(score.result) - out),
        (phrase("Riders out"), out - back),
    ):
        yield title, phrase("{count}", count=count)
    speed = race.average_speed(score.number)
    if speed is not None:
        yield (
            phrase("Average speed"),
            phrase("{speed} spaces a turn", speed=_tenths(*speed)),
        )


def _tenths(amount: int, parts: int) -> Decimal:
    """Divide and round to one decimal, half up."""
    return Decimal(half_up(10 * amount, parts)).scaleb(-1)


def _classifications(race: Race, score: StageScore, names: Names) -> Iterable[Table]:
    before = race.before(score.number)
    last = race.is_over and score is race.stages[-1]
    for name in score.standings:
        table = classification_table(name, score, race.rulebook, names, before)
        final = phrase("{classification}, final", classification=table.title)
        after = phrase(
            "{classification} after stage {number}",
            classification=table.title,
            number=score.number,
        )
        yield replace(
            table, name=f"{table.name} classification", title=final if last else after
        )


def _out(race: Race, score: StageScore, names: Names) -> Table:
    """List who left the race on the stage, and why (GN-1)."""
    back = race.rulebook.flag("time_limit.back")
    return Table(
        name="Out",
        title=phrase("Riders out"),
        columns=(
            *RIDER_COLUMNS,
            Column(title=phrase("Status")),
            Column(title=phrase("Reason"), weight=2),
            _TIME,
        ),
        rows=tuple(
            (
                *names.rider_cells(line.bib),
                line.status,
                reason_out(Reason(line.status), back=back),
                line.time,
            )
            for line in score.result
            if line.place is None
        ),
    )


def _purse(score: StageScore, names: Names) -> Table:
    return Table(
        name="Purse",
        title=phrase("Purse"),
        columns=(
            *TEAM_COLUMNS,
            Column(title=phrase("Earned"), kind=ColumnKind.NUMBER),
            Column(title=phrase("Balance"), kind=ColumnKind.NUMBER),
        ),
        rows=tuple(
            (*names.team_cells(line.team), line.earned, line.balance)
            for line in score.purse
        ),
    )
