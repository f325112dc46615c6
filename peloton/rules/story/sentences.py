"""Find which kinds of story sentences apply to a stage, with the facts for each.

The wording of each kind is in template files; this module only decides which kinds
apply. It may give a kind more facts than its sentence contains; `story` selects them.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from peloton.rules.facts.kinds import ClassificationName, StageKind
from peloton.rules.facts.startlist import Bib
from peloton.rules.outlook.prospects import Prospect, Prospects, outlook_after
from peloton.rules.outlook.situation import Situation, remaining_stages, situation_after
from peloton.rules.results import PURSE, JerseyLine, Race, StageScore, Standings
from peloton.rules.stage.result import outside_limit
from peloton.rules.story.templates import STORY_FACTS, Named, Points, StoryFact, Ticks
from peloton.rules.winners import (
    deciding_ranking,
    first_ranked,
    is_final,
    is_won_on_the_line,
    shown_jerseys,
    stage_win,
    tour_winners,
    winning_margin,
)

_Facts = dict[str, StoryFact]
_Found = tuple[str, _Facts]

MOST_SENTENCES = 6
_LEAST_FIRST = (
    *("tail", "jersey-same", "wins", "teams-first", "teams-taken", "climb", "lead"),
    *("out", "last", "tomorrow", "jersey-others", "drop"),
)
"""The kinds of sentences, least important first: if a story is too long, omit these."""
_MIN_CLIMB, _MIN_DROP, _MIN_TOP, _MAX_TOP, _MIN_TAIL = 3, 2, 3, 10, 3
_GENERAL, _TEAMS = ClassificationName.GENERAL, ClassificationName.TEAMS
_BY_POINTS = {ClassificationName.POINTS, ClassificationName.MOUNTAINS}


class _Day(NamedTuple):
    """The stage of a story: its score, and the score of the stage before, if any.

    `is_final` is True on the last stage of a tour that is over.
    """

    race: Race
    score: StageScore
    before: StageScore | None
    is_final: bool

    def standings(self, name: ClassificationName) -> tuple[Standings, Standings]:
        """Return the rows, if led, after the stage and after the one before (GN-5)."""
        old = self.before.led.get(name, ()) if self.before else ()
        return self.score.led.get(name, ()), old

    def general_ranks(self) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Return the ranks in the general classification after the stage and before."""
        now, old = self.standings(_GENERAL)
        return {row.who: row.rank for row in now}, {row.who: row.rank for row in old}

    def amount(self, name: ClassificationName, size: int) -> Ticks | Points:
        """Return a time or points, depending on the classification."""
        return Ticks(size) if self.race.rulebook.adds_times(name) else Points(size)


def story(race: Race, number: int | None = None) -> Mapping[str, _Facts]:
    """Return the sentences that are true of a stage, by default the last one ridden.

    There are at most MOST_SENTENCES, in the order of STORY_FACTS. The kind of each
    sentence maps to the facts for its placeholders. Raises PelotonError for a stage
    that has not been ridden.
    """
    score = race.score(number)
    day = _Day(race, score, race.before(score.number), is_final(race, score))
    topics = (_stage, _tour, _wins, _jerseys, _moves, _drop, _tail, _outlook)
    found = {kind: facts for topic in topics for kind, facts in topic(day)}
    # A top rider's loss of time replaces the sentence about the last rider.
    if "drop" in found:
        found.pop("tail", None)
    for kind in _LEAST_FIRST:
        if len(found) > MOST_SENTENCES:
            found.pop(kind, None)
    return {
        kind: {name: found[kind][name] for name in names}
        for kind, names in STORY_FACTS.items()
        if kind in found
    }


def _stage(day: _Day) -> Iterator[_Found]:
    """Yield how the stage was won; in a one-day race, `_tour` yields the winner."""
    number, stage = day.score.number, day.score.stage
    winners, second, gap = _finish(day)
    if stage.cancelled:
        yield "cancelled", {"stage": number, "reason": stage.cancelled}
    elif not day.score.has_places:
        yield "nobody", {"stage": number}
    elif len(winners) > 1:
        yield "win-shared", {"winners": winners, "stage": number}
    elif winners and not (day.is_final and is_won_on_the_line(day.race)):
        facts: _Facts = {"winner": winners[0], "stage": number}
        alike = sum(line.gap == 0 for line in day.score.result if line.place)
        if second and gap:
            yield "win-gap", {**facts, "gap": Ticks(gap), "second": second}
        elif second and gap == 0 and not stage.kind.against_the_clock:
            yield "win-sprint", {**facts, "count": alike, "second": second}
        else:
            yield "win", facts


def _finish(day: _Day) -> tuple[tuple[Named, ...], Named | None, int | None]:
    """Return the winners of a stage, the next rider or team, and the gap in ticks."""
    stage, win = day.score.stage, stage_win(day.score)
    key, gap = "team" if stage.by_teams else "bib", win.gap
    winners = tuple({key: who} for who in (*win.riders, *win.teams))
    if gap and stage.kind is StageKind.TTT:
        gap = max(0, _team_time(day, win.second) - _team_time(day, win.teams[0]))
    return winners, {key: win.second} if win.second else None, gap


def _team_time(day: _Day, team: str | None) -> int:
    """Return the time of a team in a TTT; its result may be a multiple (RR-6)."""
    bibs = {rider.bib for rider in day.race.tour.riders if rider.team == team}
    times = sorted(x.time or 0 for x in day.score.result if x.place and x.bib in bibs)
    return times[: day.race.rulebook.number("ttt.rider")][-1]


def _tour(day: _Day) -> Iterator[_Found]:
    """Yield the winner of a tour that is over, with the winner's lead if not 0."""
    if not day.is_final:
        return
    name, (by, rows) = day.race.tour.name, deciding_ranking(day.race)
    winners = tour_winners(day.race)
    riders = ({"bib": bib} for bib in winners.riders)
    won: tuple[Named, ...] = (*riders, *({"team": t} for t in winners.teams_alone))
    margin = None if by == PURSE else winning_margin(rows)
    if len(won) > 1:
        yield "tour-shared", {"winners": won, "tour": name}
    elif won and margin:
        gap = day.amount(ClassificationName(by), margin)
        facts: _Facts = {"winner": won[0], "tour": name, "gap": gap}
        yield "tour-gap", {**facts, "second": {"bib": rows[1].who}}
    elif won:
        yield "tour-won", {"winner": won[0], "tour": name}


def _wins(day: _Day) -> Iterator[_Found]:
    """Yield a player's first stage win, or else the stage winner's number of wins."""
    earlier = day.race.stages[: day.score.number - 1]
    ridden = [score for score in earlier if not score.stage.cancelled]
    won, players = stage_win(day.score).riders, _winning_players(day.race, day.score)
    before = {p for score in ridden for p in _winning_players(day.race, score)}
    if ridden and len(players) == 1 and before.isdisjoint(players):
        yield "first-win", {"player": players.pop(), "stage": day.score.number}
    elif len(won) == 1:
        count = 1 + sum(won[0] in stage_win(score).riders for score in ridden)
        if count > 1:
            yield "wins", {"rider": {"bib": won[0]}, "count": count}


def _winning_players(race: Race, score: StageScore) -> set[str]:
    win, team_of = stage_win(score), {r.bib: r.team for r in race.tour.riders}
    codes = {*win.teams, *map(team_of.get, win.riders)}
    teams = [team for team in race.tour.teams if team.code in codes and not team.ghost]
    return {team.player.strip() for team in teams} - {""}


def _jerseys(day: _Day) -> Iterator[_Found]:
    """Yield the changes of jersey wearers; after the last stage, the jerseys' winners.

    The winner of the tour is not listed again. In a game without jerseys, the lead in
    the general classification is yielded.
    """
    worn = [line for line in shown_jerseys(day.race, day.score) if line.wearer]
    earlier = day.race.stages[: day.score.number - 1]
    old = {x.jersey: x.wearer for s in earlier[-1:] for x in s.jerseys if x.wearer}
    if day.is_final:
        by = tour_winners(day.race).by
        if finals := _worn(line for line in worn if line.classification != by):
            yield "jersey-final", {"jerseys": finals}
    elif not day.race.rulebook.jerseys:
        for row in day.standings(_GENERAL)[0][:1]:
            line = JerseyLine("", _GENERAL, Bib(row.who), Bib(row.who))
            yield from (found for found in _lead(day, line) if found[0] == "lead")
    elif worn and not any(x.wearer for score in earlier for x in score.jerseys):
        yield "jersey-first", {"jerseys": _worn(worn)}
        winners, second, gap = _finish(day)
        for kind, facts in _lead(day, worn[0]):
            # Often the lead is the winner's gap on the first stage: do not repeat it.
            lead = facts["rider"], facts["second"], facts["gap"]
            told = (*winners[:1], second, gap or 0)
            if kind != "lead" or lead != told or isinstance(facts["gap"], Points):
                yield kind, facts
    elif worn:
        yield from _changes(day, worn, old)


def _changes(
    day: _Day, worn: list[JerseyLine], old: Mapping[str, Bib | None]
) -> Iterator[_Found]:
    """Yield the highest jersey's new wearer, then the other jerseys' new wearers.

    If the highest jersey has the same wearer, yield how the lead has changed.
    """
    highest = day.race.rulebook.jerseys[0].name
    led = [line for line in worn if line.jersey == highest in old]
    new = [line for line in worn if line.wearer != old.get(line.jersey)]
    others = [line for line in new if line not in led]
    for line in led:
        if line in new:
            yield "leader-taken", _taken(line, old)
        yield from _lead(day, line, compared=line not in new)
    if len(others) == 1 and others[0].jersey in old:
        yield "jersey-taken", _taken(others[0], old)
    elif others:
        yield "jersey-others", {"jerseys": _worn(others)}
    elif not new and len(worn) == len(old) > 1:
        yield "jersey-same", {"count": len(worn)}


def _worn(lines: Iterable[JerseyLine]) -> tuple[Named, ...]:
    return tuple({"jersey": x.jersey, "bib": x.wearer or ""} for x in lines)


def _taken(line: JerseyLine, old: Mapping[str, Bib | None]) -> _Facts:
    rider, loser = {"bib": line.wearer or ""}, {"bib": old[line.jersey] or ""}
    return {"rider": rider, "jersey": {"jersey": line.jersey}, "loser": loser}


def _lead(day: _Day, line: JerseyLine, *, compared: bool = False) -> Iterator[_Found]:
    """Yield the lead of a jersey's wearer, unless nobody else is classified.

    If it is `compared`, yield how it has changed since the stage before.
    """
    rows, old = day.standings(line.classification)
    if not rows[1:] or rows[0].who != line.wearer:
        return
    lead, was = (abs(r[1].total - r[0].total) if r[1:] else 0 for r in (rows, old))
    kind = "lead" if lead else "leader-level"
    if compared and lead and was:
        changes = ("leader-shrinks", "leader-kept", "leader-grows")
        kind = changes[1 + (lead > was) - (lead < was)]
    facts: _Facts = {"rider": {"bib": line.wearer}, "jersey": {"jersey": line.jersey}}
    facts |= {"second": {"bib": rows[1].who}}
    facts |= {"gap": day.amount(line.classification, lead)}
    yield kind, {**facts, "before": day.amount(line.classification, was)}


def _moves(day: _Day) -> Iterator[_Found]:
    """Yield a new first team, and the rider who gained the most ranks."""
    first, before = map(first_ranked, day.standings(_TEAMS))
    if len(first) == 1 and not before:
        yield "teams-first", {"team": {"team": first[0]}}
    elif len(first) == len(before) == 1 and first != before:
        yield "teams-taken", {"team": {"team": first[0]}, "loser": {"team": before[0]}}
    now, old = day.general_ranks()
    gained = sorted((old[who] - rank, who) for who, rank in now.items() if who in old)
    most, who = gained[-1] if gained else (0, "")
    if most >= _MIN_CLIMB and now[who] > 1 and [g for g, _ in gained].count(most) == 1:
        yield "climb", {"rider": {"bib": who}, "before": old[who], "rank": now[who]}


def _drop(day: _Day) -> Iterator[_Found]:
    """Yield the top-ranked rider who lost the most time on the stage and by rulings."""
    now, old = day.general_ranks()
    count = max(_MIN_TOP, min(_MAX_TOP, len(old) // 2))
    top = {who for who, rank in old.items() if rank <= count}
    by_time = day.race.rulebook.adds_times(_GENERAL) and not day.score.stage.by_teams
    placed = [line for line in day.score.result if line.place and line.bib in top]
    losses = sorted((x.gap + x.penalty, x.bib) for x in placed if x.gap is not None)
    # If a top-ranked rider has left the race, that loss is larger: name nobody.
    if len(losses) < len(top) or not by_time or count > len(old):
        return
    *_, (next_loss, _), (loss, bib) = losses
    fall = now.get(bib, 0) - old[bib]
    if loss > max(next_loss, 0) and old[bib] > 1 and fall >= _MIN_DROP:
        facts: _Facts = {"rider": {"bib": bib}, "count": count, "gap": Ticks(loss)}
        yield "drop", {**facts, "before": old[bib], "rank": now[bib]}


def _tail(day: _Day) -> Iterator[_Found]:
    """Yield the last rider of a stage, unless another rider has the same gap."""
    placed = [line for line in day.score.result if line.place is not None]
    gaps = [line.gap for line in placed if line.gap is not None]
    # Riders over the time limit finish later than the last one placed.
    late = outside_limit(day.score.result)
    if late or day.score.stage.by_teams or not _MIN_TAIL <= len(gaps) == len(placed):
        return
    if gaps[-1] == max(gaps) > 0 and gaps.count(gaps[-1]) == 1:
        rider = {"bib": placed[-1].bib}
        yield "tail", {"rider": rider, "count": len(placed), "gap": Ticks(gaps[-1])}


def _outlook(day: _Day) -> Iterator[_Found]:
    """Yield the riders who left the race, and the jerseys still to be won (GN-6)."""
    situation = situation_after(day.race, day.score)
    racing = situation.racing
    if gone := tuple({"bib": x.bib} for x in day.score.result if x.bib not in racing):
        yield "out", {"riders": gone}
    if not situation.stakes or not situation.lists_all:
        return
    now = {row.name: row for row in outlook_after(day.race, day.score) if row.rows}
    jerseys = [j for j in day.race.rulebook.jerseys if j.classification in now]
    decided = [j for j in jerseys if now[j.classification].decided]
    old = outlook_after(day.race, day.before) if day.before and decided else ()
    was = {row.name for row in old if row.decided}
    for jersey in [j for j in decided if j.classification not in was][:1]:
        winner = next(row.who for row in now[jersey.classification].rows if row.can)
        yield "decided", {"rider": {"bib": winner}, "jersey": {"jersey": jersey.name}}
    following, *later = remaining_stages(day.race, day.score.number)
    if not later:
        if left := tuple({"jersey": j.name} for j in jerseys if j not in decided):
            yield "last", {"next": following, "jerseys": left}
        return
    for jersey in jerseys:
        prospects = now[jersey.classification]
        if _can_be_decided(situation, prospects):
            facts: _Facts = {"rider": {"bib": prospects.rows[0].who}, "next": following}
            yield "tomorrow", {**facts, "jersey": {"jersey": jersey.name}}
            return


def _can_be_decided(situation: Situation, prospects: Prospects) -> bool:
    """Return whether the points leader clinches victory by winning the next stage.

    The leader would take the most points at every line, and any other rider at most the
    second-highest number.
    """
    stakes, name = situation.stakes[0], ClassificationName(prospects.name)
    rows = [row for row in prospects.rows if isinstance(row, Prospect)]
    counts = situation.race.rulebook.counts(stakes.stage, name)
    if name not in _BY_POINTS or prospects.decided or not counts:
        return False
    if rows[0].total <= 0 or name in stakes.uncounted:
        return False
    best, rest = stakes.best(name, 1), stakes.best(name, 2) - 2 * stakes.best(name, 1)
    most = [None if row.most is None else row.most + rest for row in rows[1:]]
    return bool(best) and all(m is not None and m < rows[0].total + best for m in most)
