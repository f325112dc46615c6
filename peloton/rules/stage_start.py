"""The start of a stage: the start order, jerseys, extra turns, money and cards."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from peloton.rules.classifications.tallies import Tally
from peloton.rules.facts.kinds import ClassificationName, Reason, StageKind
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.facts.tour import stage_at, stage_to_enter
from peloton.rules.ledgers.cards import carried_cards
from peloton.rules.ledgers.extra_turns import granted_turns, may_use_turns, road_turns
from peloton.rules.ledgers.money import left_to_offer
from peloton.rules.live import RaceBeforeStage
from peloton.rules.results import JerseyLine, Race, StageScore, Standing


class Starter(NamedTuple):
    """A rider at the start, `lead` board lines ahead of the field.

    `place` is the position in the start order; riders who must draw lots for a position
    share it. `place` is None if the game decides the whole order by dice or lots. If
    teams start together, only the first rider of each team has a place.

    `saved` is the number of extra turns from earlier stages, `granted` the number for
    this stage, and `turns` the number that may be used on it. They are None if the
    course does not determine them or the game has none. `cards` are carried over from
    the previous stage (CR-17, FR-2).
    """

    bib: Bib
    place: int | None
    lead: int
    saved: int | None
    granted: int | None
    turns: int | None
    cards: int


class Sponsor(NamedTuple):
    """A team's money before a stage; `to_offer` is sponsor money, for offers."""

    team: TeamCode
    balance: int
    offered: int
    to_offer: int


class TeamTurns(NamedTuple):
    """A team's extra turns at the start of a stage, for any of its riders (CY-12)."""

    team: TeamCode
    saved: int
    granted: int
    turns: int


class OutOfRace(NamedTuple):
    """A rider out of the race, with the stage on which the rider left, and why."""

    bib: Bib
    stage: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class StageStart:
    """The start of a stage; `last` is the score of the previous stage, if any."""

    number: int
    stage: Stage
    starters: tuple[Starter, ...]
    jerseys: tuple[JerseyLine, ...]
    sponsors: tuple[Sponsor, ...]
    team_turns: tuple[TeamTurns, ...]
    riders_out: tuple[OutOfRace, ...]
    last: StageScore | None


def stage_start(race: Race, number: int | None = None) -> StageStart:
    """Collect the start order, jerseys, money and cards at the start of a stage.

    `number` is the next stage (the default), or a stage already ridden. Raises
    PelotonError if the stage does not exist, if an earlier one is not ridden and,
    without `number`, if all stages are ridden.
    """
    number = number or stage_to_enter(race.tour)
    stage, last = stage_at(race.tour, number), race.before(number)
    tally = RaceBeforeStage(race.tour, number, race.rulebook).checked().tally
    return StageStart(
        number=number,
        stage=stage,
        starters=tuple(_starters(number, stage, tally)),
        jerseys=last.jerseys if last else (),
        sponsors=tuple(_sponsors(stage, tally)),
        team_turns=tuple(_team_turns(stage, tally)),
        riders_out=tuple(_riders_out(race.stages[: number - 1], tally.starting)),
        last=last,
    )


def start_order(stage: Stage, tally: Tally) -> Mapping[Bib, int | None]:
    """Return the riders at the start of a stage in start order, with their `place`.

    `tally` holds the totals before the stage. Riders with a lead start first, the
    others by the general classification after the previous stage, unclassified riders
    last. Time trials use the reverse order, leader last; team time trials list riders
    by team (CY-23). If the rulebook says so, riders with the fewest points start first
    (FR-7). Before the first stage the order is by bib.
    """
    rule, together = tally.rulebook.word("start.order"), starts_together(stage)
    ranked, leads = _positions(ClassificationName.GENERAL, tally), _leads(stage)
    if stage.kind is StageKind.TTT:
        return _team_places(tally, ranked)
    if together and rule == "fewest points" and tally.latest_stage is not None:
        return _fewest_points(leads, tally)
    order = sorted(tally.starting, key=lambda bib: ranked.get(bib, len(ranked)))
    if ranked and not (together or stage.kind.outside_the_tour):
        order.reverse()
    order.sort(key=lambda bib: -leads.get(bib, 0))
    if together and rule not in {"none", "fewest points"}:
        return dict.fromkeys(order)
    return {bib: place for place, bib in enumerate(order, 1)}


def _leads(stage: Stage) -> Mapping[Bib, int]:
    return {bib: group.lead for group in stage.start for bib in group.bibs}


def starts_together(stage: Stage) -> bool:
    """Return whether the field starts together, in an order that matters."""
    return not (stage.kind.against_the_clock or stage.kind.outside_the_tour)


def _fewest_points(leads: Mapping[Bib, int], tally: Tally) -> Mapping[Bib, int | None]:
    """Order the starters by lead, then by points, fewest first (FR-7).

    Ties: the team with the slowest rider in the general classification is first.
    Riders still tied share a place.
    """
    slowest = Counter[str]()
    for row in _rows(ClassificationName.GENERAL, tally):
        team = _team(Bib(row.who), tally)
        slowest[team] = max(row.total, slowest[team])
    points = {row.who: row.total for row in _rows(ClassificationName.POINTS, tally)}
    keys = {
        bib: (-leads.get(bib, 0), points.get(bib, 0), -slowest[_team(bib, tally)])
        for bib in tally.starting
    }
    places = {key: at for at, key in enumerate(sorted({*keys.values()}), 1)}
    return {bib: places[keys[bib]] for bib in sorted(keys, key=keys.__getitem__)}


def _team_places(tally: Tally, ranked: Mapping[str, int]) -> Mapping[Bib, int | None]:
    """Return the starters by team, best team last; each team's first rider has a place.

    Teams without a rank are ordered by the ranks of their best riders.
    """
    teams = _positions(ClassificationName.TEAMS, tally)
    members: dict[str, list[Bib]] = {}
    for bib in tally.starting:
        members.setdefault(_team(bib, tally), []).append(bib)

    def rank(team: str) -> tuple[int, int]:
        best = min(ranked.get(bib, len(ranked)) for bib in members[team])
        return teams.get(team, len(teams)), best

    places: dict[Bib, int | None] = {}
    best_last = tally.latest_stage is not None
    for place, team in enumerate(sorted(members, key=rank, reverse=best_last), 1):
        places |= dict.fromkeys(members[team])
        places[members[team][0]] = place
    return places


def _team(bib: Bib, tally: Tally) -> str:
    """Return a rider's team; a rider without a team is a team alone."""
    return tally.startlist[bib].team or f"\n{bib}"


def _rows(name: ClassificationName, tally: Tally) -> Iterable[Standing]:
    """Return a classification; it is empty until a stage has been ridden."""
    score = tally.latest_score if tally.latest_stage else None
    return score.standings.get(name, ()) if score else ()


def _positions(name: ClassificationName, tally: Tally) -> Mapping[str, int]:
    """Return the 0-based position of each rider or team in a classification."""
    return {row.who: position for position, row in enumerate(_rows(name, tally))}


def _starters(number: int, stage: Stage, tally: Tally) -> Iterator[Starter]:
    """Yield the starters with their extra turns and cards, in start order.

    No extra turns are carried over to or from a race outside the tour (CY-12).
    """
    rulebook, places = tally.rulebook, start_order(stage, tally)
    riders, leads = tally.starting, _leads(stage)
    granted = granted_turns(stage, riders.values(), rulebook)
    apart = stage.kind.outside_the_tour
    cards = carried_cards(tally.tour, number, rulebook)
    for bib, place in places.items():
        saved = grant = turns = None
        if bib in granted:
            saved, grant = 0 if apart else tally.turns.get(bib), granted[bib]
        if saved is not None and grant is not None:
            turns = saved + grant if may_use_turns(stage, riders[bib], rulebook) else 0
        lead, carried = leads.get(bib, 0), cards.get(bib, 0)
        yield Starter(bib, place, lead, saved, grant, turns, carried)


def _team_turns(stage: Stage, tally: Tally) -> Iterator[TeamTurns]:
    """Yield the extra turns of each team; none may be used in a time trial (CY-13).

    Nothing is yielded if riders have no extra turns, as at level 1 (CY-12).
    """
    rulebook = tally.rulebook
    if not (rulebook.uses("extra_turns.lines") and rulebook.uses("extra_turns.team")):
        return
    granted = road_turns("team", stage, rulebook)
    for team in tally.tour.teams:
        left = 0 if stage.kind.outside_the_tour else tally.team_turns[team.code]
        yield TeamTurns(team.code, left, granted, left + granted if granted else 0)


def _sponsors(stage: Stage, tally: Tally) -> Iterator[Sponsor]:
    """Yield each team's balance, offers and remaining sponsor money (CY-15, CY-16)."""
    if not tally.rulebook.flag("money.premiums"):
        return
    left, offered = left_to_offer(stage.offers, tally), Counter[TeamCode]()
    for offer in stage.offers:
        offered[offer.team] += offer.amount
    for team in (team.code for team in tally.tour.teams):
        yield Sponsor(team, tally.purse[team], offered[team], left[team])


def _riders_out(
    scores: Iterable[StageScore], starting: Container[Bib]
) -> Iterator[OutOfRace]:
    """Yield the riders who left the race before a stage, as in the results (GN-1)."""
    riders_out: dict[Bib, OutOfRace] = {}
    for score in scores:
        for line in score.result:
            if line.place is None and line.bib not in starting:
                # A rider may come back after an OTL and leave again later (CY-11).
                riders_out.pop(line.bib, None)
                out = OutOfRace(line.bib, score.number, Reason(line.status))
                riders_out[line.bib] = out
    yield from riders_out.values()
