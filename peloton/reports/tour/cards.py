"""Cards: one page with the whole tour of a rider or a team."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from peloton.errors import PelotonError
from peloton.reports.drawing import Picture, Shape, drawn_shirt
from peloton.reports.headings import race_sheet, unfinished_note, with_times
from peloton.reports.names import (
    BIB,
    CLASSIFICATION_TITLES,
    PLACED,
    POINTS,
    RANK,
    TIMES,
    Names,
    team_code_and_name,
)
from peloton.reports.sheet import Cell, Column, Sheet, Table, numbers, record_table
from peloton.reports.shirts import Shirt, worn_shirts
from peloton.reports.stage.result import RESULT_COLUMNS, result_cells
from peloton.reports.tour.honours import awards_table
from peloton.reports.tour.startlist import roles
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import STAGE_KINDS, known_word
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.honours import tour_honours
from peloton.rules.ledgers.extra_turns import turns_used
from peloton.rules.names import find_bib, find_team_code
from peloton.rules.results import Race, StageScore, Standing, TimeStanding
from peloton.rules.season.palmares import Palmares, rider_palmares, team_palmares
from peloton.rules.winners import shown_jerseys, tour_winners
from peloton.rules.words import count_phrase, join, phrase

_GENERAL, _TEAMS = ClassificationName.GENERAL, ClassificationName.TEAMS
_STANDING = (RANK, *TIMES, POINTS)
_KIND = Column(phrase("Kind"), minor=True)
_AWARD = Column(phrase("Award"), weight=1), Column(phrase("For"), weight=3)
_LEDGER_COLUMNS = numbers(phrase("Extra turns"), phrase("Earned"), phrase("Rank after"))
_OF_RIDER = (*RESULT_COLUMNS, *_LEDGER_COLUMNS, Column(phrase("Jersey after")))
_OF_TEAM = (
    # Not of kind BIB: icons of the current jerseys would appear beside the bibs.
    Column(phrase("Bib")),
    Column(phrase("First finisher"), weight=1),
    PLACED,
    *numbers(phrase("Team's place")),
    TIMES[0],
    POINTS,
    *_LEDGER_COLUMNS,
)


def rider_sheets(race: Race, bibs: Collection[str] = ()) -> tuple[Sheet, ...]:
    """Return the cards of the given riders, by default all.

    Raises PelotonError for a bib that is not on the startlist, and for a tour without
    riders.
    """
    riders = {str(rider.bib): rider for rider in race.tour.riders}
    chosen = [find_bib(race.tour, bib) for bib in bibs] or riders
    if not chosen:
        raise PelotonError(f"the tour {race.tour.name} has no riders")
    cards = _Cards(race)
    return tuple(cards.rider(riders[bib]) for bib in chosen)


def team_sheets(race: Race, codes: Collection[str] = ()) -> tuple[Sheet, ...]:
    """Return the cards of the given teams, by default all.

    Raises PelotonError for an unknown team, and for a tour without teams.
    """
    teams = {str(team.code): team for team in race.tour.teams}
    chosen = [find_team_code(race.tour, code) for code in codes] or teams
    if not chosen:
        raise PelotonError(f"the tour {race.tour.name} has no teams")
    cards = _Cards(race)
    return tuple(cards.team(teams[code]) for code in chosen)


class _Cards:
    """Makes the cards of a tour, whose results are indexed once for all cards."""

    def __init__(self, race: Race) -> None:
        self.race, self.names = race, Names(race.tour)
        self.palmares = rider_palmares(race)
        self.awards = (
            awards_table(race, tour_honours(race)).rows if race.is_over else ()
        )
        self.results = {
            (score.number, line.bib): result_cells(line)
            for score in race.stages
            for line in score.result
        }
        self.ranks = {
            (score.number, name): score.ranks(name)
            for score in race.stages
            for name in (_GENERAL, _TEAMS)
        }
        self.last: dict[ClassificationName, dict[str, Standing]] = {
            name: {line.who: line for line in standings}
            for score in race.stages[-1:]
            for name, standings in score.standings.items()
        }

    def rider(self, rider: Rider) -> Sheet:
        """Return the card of a rider."""
        bib, names = rider.bib, self.names
        about = (names.team_of(bib), names.player_of(bib), known_word(rider.type))
        awards = (row[:1] + row[-1:] for row in self.awards if row[1] == bib)
        tables = (
            self._standings(bib),
            self._stages(_OF_RIDER, lambda score: self._rider_stage(score, bib)),
            record_table("Awards", phrase("Awards"), awards, (_AWARD, tuple)),
        )
        title, name = names.titles(bib)
        sheet = race_sheet(self.race, title, tables, *about, *roles(rider), name=name)
        return self._card(sheet, (bib,), rider.team or "")

    def team(self, team: Team) -> Sheet:
        """Return the card of a team."""
        riders = [rider for rider in self.race.tour.riders if rider.team == team.code]
        bibs = [rider.bib for rider in riders]
        awards = ((row[1], row[0], row[-1]) for row in self.awards if row[1] in bibs)
        tables = (
            self._standings(team.code, by_team=True),
            self._members(riders),
            self._stages(_OF_TEAM, lambda score: self._team_stage(score, team, bibs)),
            record_table("Awards", phrase("Awards"), awards, ((BIB, *_AWARD), tuple)),
        )
        title = team_code_and_name(team)
        name = phrase("{what} {number}", what=phrase("Team"), number=team.code)
        sheet = race_sheet(self.race, title, tables, team.player, name=name)
        return self._card(sheet, bibs, team.code, team.code)

    def _card(
        self, card: Sheet, bibs: Sequence[Bib], code: str, own: str = ""
    ) -> Sheet:
        """Return a card with the palmares, and with the shirts of jerseys and the team.

        The palmares is a sentence such as `Winner of the tour, 1 stage, 2 days in
        yellow`. `own` is the code of the team if the card is about the team.
        """
        race, winners, won = self.race, tour_winners(self.race), list[str]()
        is_winner = own in winners.teams if own else bibs[0] in winners.riders
        if is_winner:
            won.append(phrase("Winner of the tour"))
        won += stages_and_days(race, self.palmares, bibs, own)
        jerseys = [pair for pair in worn_shirts(race, race.latest) if pair[0] in bibs]
        teams = [team for team in race.tour.teams if team.code == code and team.colour]
        tables = (table for table in card.tables if table.rows)
        return replace(
            card,
            card=f"code {own}" if own else f"bib {bibs[0]}",
            lead=join(won),
            tables=tuple(with_times(table, card.unit) for table in tables),
            notes=tuple(unfinished_note(race)),
            jerseys=(*jerseys, *(("", Shirt(team.colour)) for team in teams)),
        )

    def _standings(self, who: str, *, by_team: bool = False) -> Table:
        last = self.last
        return record_table(
            "Standings",
            phrase("Standings"),
            [n for n in last if (n is _TEAMS) == by_team and who in last[n]],
            (Column(phrase("Classification"), weight=1), CLASSIFICATION_TITLES.get),
            (_STANDING, lambda name: _standing(last[name][who])),
        )

    def _stages(
        self,
        columns: tuple[Column, ...],
        cells: Callable[[StageScore], tuple[Cell, ...]],
    ) -> Table:
        return record_table(
            "Stages",
            phrase("Stage by stage"),
            self.race.stages,
            (numbers(phrase("No.")), lambda score: score.number),
            (Column(phrase("Stage"), weight=1), lambda score: score.stage.name),
            (_KIND, lambda score: STAGE_KINDS[score.stage.kind]),
            (columns, cells),
        )

    def _rider_stage(self, score: StageScore, bib: Bib) -> tuple[Cell, ...]:
        """Return a rider's table cells for a stage, with the money won for the team."""
        worn = () if score.stage.cancelled else score.jerseys
        if self.race.is_one_day:
            worn = shown_jerseys(self.race, score)
        no_result = _cancelled(score, len(RESULT_COLUMNS))
        return (
            *self.results.get((score.number, bib), no_result),
            turns_used(score.stage, self.race.rulebook).get(bib),
            sum(won.amount for won in score.premiums if won.bib == bib) or None,
            self.ranks[score.number, _GENERAL].get(bib),
            join(known_word(line.jersey) for line in worn if line.wearer == bib),
        )

    def _team_stage(
        self, score: StageScore, team: Team, bibs: Collection[Bib]
    ) -> tuple[Cell, ...]:
        """Return a team's table cells for a stage, such as first finisher and money."""
        code, name = team.code, self.names.rider
        home = (x for x in score.result if x.bib in bibs and x.place)
        first = ((x.bib, name(x.bib), x.place) for x in home)
        ranked = (
            (x.rank, x.time, x.points) for x in score.team_result if x.team == code
        )
        return (
            *next(first, (None, *_cancelled(score, 2))),
            *next(ranked, (None, None, None)),
            score.stage.team_turns.get(code),
            next((line.earned for line in score.purse if line.team == code), None),
            self.ranks[score.number, _TEAMS].get(code),
        )

    def _members(self, riders: Iterable[Rider]) -> Table:
        """List a team's riders with their rank or, if out, the reason and the stage."""
        general = self.last.get(_GENERAL, {})

        def note(rider: Rider) -> str:
            starts = [n for n, bib in self.results if bib == rider.bib]
            status = self.results[starts[-1], rider.bib][0] if starts else None
            if rider.bib in general or not isinstance(status, str):
                return ""
            return phrase("{status}, stage {number}", status=status, number=starts[-1])

        return record_table(
            "Riders",
            phrase("Riders"),
            riders,
            (BIB, lambda rider: rider.bib),
            (Column(phrase("Rider"), weight=1), lambda rider: rider.name),
            (Column(phrase("Type")), lambda rider: known_word(rider.type)),
            (Column(phrase("Role")), lambda rider: join(roles(rider))),
            (_STANDING, lambda rider: _standing(general.get(rider.bib))),
            (Column(phrase("Note")), note),
        )


def stages_and_days(
    race: Race, palmares: Mapping[Bib, Palmares], bibs: Collection[Bib], code: str
) -> Iterator[str]:
    """Yield the stages won and the days in jerseys: `1 stage`, `2 days in yellow`.

    Stages won by the team `code` are counted too.
    """
    riders = [palmares[bib] for bib in bibs]
    stages = sum(rider["stages_won"] for rider in riders)
    stages += team_palmares(race).get(TeamCode(code), Palmares())["place_1"]
    if stages:
        yield count_phrase(stages, phrase("1 stage"), phrase("{count} stages"))
    for jersey in race.rulebook.jerseys:
        name = known_word(jersey.name)
        days = sum(rider[f"days_{jersey.classification}"] for rider in riders)
        one, more = phrase("1 day in {jersey}"), phrase("{count} days in {jersey}")
        if days:
            yield count_phrase(days, one, more, jersey=name)


def _standing(line: Standing | None) -> tuple[Cell, ...]:
    if isinstance(line, TimeStanding):
        return line.rank, line.time, line.gap, None
    return (line.rank, None, None, line.points) if line else (None,) * len(_STANDING)


def _cancelled(score: StageScore, cells: int) -> tuple[Cell, ...]:
    note = phrase("cancelled") if score.stage.cancelled else None
    return note, *(None,) * (cells - 1)


_SHIRT, _STEP = 22.0, 25.0
"""Width of a shirt, and from one to the next. The writer enlarges them 2.1 times."""
_ON_PAPER = {
    "Riders": {"Bib", "Rider", "Rank", "Gap", "Points"},
    "Stages": {
        *("No.", "Stage", "First finisher", "Place", "Team's place", "Gap", "Points"),
        *("Rank after", "Jersey after"),
    },
}
"""The columns printed on a card, keyed by the name of the table; default: all."""


def printed_card(card: Sheet) -> Sheet:
    """Return a card for paper, with shorter tables and an asterisk at the best stage.

    A rider's card takes half a page, a team's card a whole page. Above the tables are
    the shirts of the jerseys or, if there are none, a shirt in the team's colour.
    """
    worn = [shirt for bib, shirt in card.jerseys if bib]
    shirts = worn or [shirt for _, shirt in card.jerseys]
    half = all(table.name != "Riders" for table in card.tables)
    tables = tuple(map(_short_list, card.tables))
    sheet = replace(card, tables=tables, front=len(tables), cover=True, half=half)
    if not shirts:
        return sheet
    shapes = list[Shape]()
    for place, shirt in enumerate(shirts):
        shapes += drawn_shirt(shirt, (place * _STEP, 0.0), _SHIRT)
    picture = Picture(
        name="Shirts",
        width=(len(shirts) - 1) * _STEP + _SHIRT,
        height=_SHIRT,
        shapes=tuple(shapes),
        about=phrase("Jerseys"),
    )
    return sheet.with_pictures(picture)


def _short_list(table: Table) -> Table:
    """Return a table with its columns for paper, and an asterisk at the best place."""
    if table.name not in _ON_PAPER:
        return table
    if PLACED in table.columns:
        at = table.columns.index(PLACED)
        cells = [row[at] for row in table.rows]
        if places := [cell for cell in cells if isinstance(cell, int)]:
            cells[cells.index(min(places))] = f"* {min(places)}"
            table = table.with_column(at, PLACED, cells)
            table = replace(table, notes=(phrase("* = best place"),))
    shown = _ON_PAPER[table.name]
    return table.with_columns(
        index for index, column in enumerate(table.columns) if column.title in shown
    )
