"""The start of a stage: the start order, and what riders and teams have in hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from peloton.errors import PelotonError
from peloton.rules.facts.kinds import ClassificationName, Reason, StageKind
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import stage_at
from peloton.rules.ledgers.booking import kept_cards
from peloton.rules.ledgers.extra_turns import (
    granted_turns,
    may_use_turns,
    saved_team_turns,
    saved_turns,
    team_turns,
)
from peloton.rules.ledgers.money import amounts_offered, shared_purses
from peloton.rules.race import racing_before
from peloton.rules.results import JerseyLine, Race, StageScore, Standing


class Starter(NamedTuple):
    """A rider at the start: `lead` lines ahead of the field, and what is in hand.

    `saved` extra turns come from earlier stages, `granted` ones are for this stage;
    None where the course does not tell, or the game has none. `turns` are those that
    may be used on it. `cards` are the ones kept (CR-17, FR-2).
    """

    bib: Bib
    lead: int
    saved: int | None
    granted: int | None
    turns: int | None
    cards: int


class Sponsor(NamedTuple):
    """A team's money before a stage; `to_offer` is what is left of the sponsor's."""

    team: TeamCode
    balance: int
    offered: int
    to_offer: int


class TeamTurns(NamedTuple):
    """The extra turns of a team at the start, for any rider of it (CY-12)."""

    team: TeamCode
    saved: int
    granted: int
    turns: int


class Gone(NamedTuple):
    """A rider out of the race, since which stage and why."""

    bib: Bib
    stage: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class StageStart:
    """The situation at the start of a stage; `last` is the stage scored before it."""

    number: int
    stage: Stage
    starters: tuple[Starter, ...]
    jerseys: tuple[JerseyLine, ...]
    sponsors: tuple[Sponsor, ...]
    team_turns: tuple[TeamTurns, ...]
    gone: tuple[Gone, ...]
    last: StageScore | None


def stage_start(race: Race, number: int | None = None) -> StageStart:
    """Collect start order, jerseys, money and cards at the start of a stage.

    Of the next one, unless `number` names another; a stage ridden may be named too.

    Raises PelotonError for a stage that is not there or is not the next one yet, and
    without `number` if there is none to come.
    """
    ridden = len(race.stages)
    if race.tour.stages and number is None and ridden == len(race.tour.stages):
        message = f"no stage is to come: all {ridden} are ridden; name one of them"
        raise PelotonError(message)
    number = number or ridden + 1
    stage = stage_at(race.tour, number)
    if number > ridden + 1:
        message = (
            f"stage {number} is not the next one: its start is known once"
            f" stage {number - 1} is ridden; the next one is {ridden + 1}"
        )
        raise PelotonError(message)
    last = race.before(number)
    return StageStart(
        number=number,
        stage=stage,
        starters=tuple(_starters(race, number)),
        jerseys=last.jerseys if last else (),
        sponsors=tuple(_sponsors(race, number)),
        team_turns=tuple(_team_turns(race, number)),
        gone=tuple(_gone(race, number)),
        last=last,
    )


def start_order(race: Race, number: int) -> tuple[Bib, ...]:
    """Order the riders at the start of a stage, the first to go first (CY-23).

    By the general classification after the last stage scored before it, those with a
    lead ahead of all; in time trials in reverse, the leader last, and in those of
    teams team by team. Who is not classified is the last in it, or the first in
    reverse. Before the first stage it is the order of the bibs.
    """
    stage = race.tour.stages[number - 1]
    racing = racing_before(race.tour, number, race.rulebook)
    last = race.before(number)
    ranked = _ranked(last, ClassificationName.GENERAL)
    if stage.kind is StageKind.TTT:
        return _by_teams(race, racing, last, ranked)
    leads = _start_leads(stage)
    order = sorted(racing, key=lambda bib: ranked.get(bib, len(ranked)))
    if stage.kind.against_the_clock and not stage.kind.outside_the_tour and ranked:
        order.reverse()
    return tuple(sorted(order, key=lambda bib: -leads.get(bib, 0)))


def _start_leads(stage: Stage) -> Mapping[Bib, int]:
    """Return by how many lines riders start ahead of the field (CY-23)."""
    return {bib: group.lead for group in stage.start for bib in group.bibs}


def _by_teams(
    race: Race,
    racing: Iterable[Bib],
    last: StageScore | None,
    ranked: Mapping[str, int],
) -> tuple[Bib, ...]:
    """Send the teams off, the best last; without their classification by best rider."""
    riders = {rider.bib: rider for rider in race.tour.riders}
    teams = _ranked(last, ClassificationName.TEAMS)
    members: dict[str, list[Bib]] = {}
    for bib in racing:
        members.setdefault(riders[bib].team or f"\n{bib}", []).append(bib)

    def place(team: str) -> tuple[int, int]:
        best = min(ranked.get(bib, len(ranked)) for bib in members[team])
        return teams.get(team, len(teams)), best

    order = sorted(members, key=place, reverse=last is not None)
    return tuple(bib for team in order for bib in members[team])


def _ranked(last: StageScore | None, name: ClassificationName) -> Mapping[str, int]:
    """Return where everybody stands in a classification after the last stage."""
    rows: Iterable[Standing] = last.standings.get(name, ()) if last else ()
    return {row.who: position for position, row in enumerate(rows)}


def _starters(race: Race, number: int) -> Iterator[Starter]:
    stage, rulebook = race.tour.stages[number - 1], race.rulebook
    order = start_order(race, number)
    riders = {rider.bib: rider for rider in race.tour.riders}
    saved = saved_turns(race.tour, race.stages[: number - 1], stage)
    granted = granted_turns(stage, (riders[bib] for bib in order), rulebook)
    leads, cards = _start_leads(stage), kept_cards(race.tour, number, rulebook)
    for bib in order:
        left = saved.get(bib) if bib in granted else None
        grant = granted.get(bib)
        turns = None if left is None or grant is None else left + grant
        if turns and not may_use_turns(stage, riders[bib], rulebook):
            turns = 0
        yield Starter(bib, leads.get(bib, 0), left, grant, turns, cards.get(bib, 0))


def _team_turns(race: Race, number: int) -> Iterator[TeamTurns]:
    """Say what each team has of extra turns; none are used in a time trial (CY-13)."""
    if not race.rulebook.number("extra_turns.team"):
        return
    stage = race.tour.stages[number - 1]
    saved = saved_team_turns(race.stages[: number - 1], stage)
    granted = team_turns(stage, race.rulebook)
    for team in race.tour.teams:
        had = saved.get(team.code, 0)
        yield TeamTurns(team.code, had, granted, had + granted if granted else 0)


def _sponsors(race: Race, number: int) -> Iterator[Sponsor]:
    """List what each team has and may still offer on the stage (CY-15, CY-16)."""
    if not race.rulebook.flag("money.premiums"):
        return
    last = race.before(number)
    purse = {line.team: line for line in last.purse} if last else {}
    a_stage = race.rulebook.number("money.offer")
    offered = amounts_offered(race.tour.stages[number - 1].offers)
    shared = shared_purses(race.tour, race.rulebook)
    for team in race.tour.teams:
        line = purse.get(team.code)
        left = a_stage + (line.savings if line else 0)
        left -= sum(offered[code] for code in shared[team.code])
        balance = line.balance if line else 0
        yield Sponsor(team.code, balance, offered[team.code], left)


def _gone(race: Race, number: int) -> Iterator[Gone]:
    """List who left the race before the stage, in the order of leaving (GN-1)."""
    racing = set(racing_before(race.tour, number, race.rulebook))
    gone: dict[Bib, Gone] = {}
    for score in race.stages[: number - 1]:
        unplaced = {entry.bib: entry.reason for entry in score.stage.unplaced}
        for line in score.result:
            if line.place is None and line.bib not in unplaced:
                unplaced[line.bib] = Reason(line.status)
        for bib, reason in unplaced.items():
            if bib not in racing:
                # Who was late and came back has left since (CY-11).
                gone.pop(bib, None)
                gone[bib] = Gone(bib, score.number, reason)
    yield from gone.values()
