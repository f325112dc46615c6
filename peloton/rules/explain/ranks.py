"""Ranks explained: the amounts of a rider or a team, and who wears the jersey."""

from collections.abc import Iterator, Mapping

from peloton.rules.classifications.riders import led_classifications
from peloton.rules.explain.accounts import Account, riders_of
from peloton.rules.explain.rider import Reasoned, explanation
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName, StageKind
from peloton.rules.facts.labels import TIE_STEPS, jersey_name, source_name
from peloton.rules.facts.stage import FINISH, OMNIUM
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.results import JerseyLine, Race, StageScore, TimeStanding
from peloton.rules.stage.track import has_team_result
from peloton.rules.winners import is_final, is_won_on_the_line
from peloton.rules.words import phrase

TEAM_RESULT = "team_result"
_GENERAL, _POINTS = ClassificationName.GENERAL, ClassificationName.POINTS
_TEAMS, _YOUNG = ClassificationName.TEAMS, ClassificationName.YOUNG
_SIGNS = {"time": 1, "penalty": 1, "bonus": -1}


def rank_accounts(race: Race, name: ClassificationName, after: int) -> list[Account]:
    """Explain the totals of the first two, and of all down to the jersey's wearer."""
    score = race.stages[after - 1]
    whos = [row.who for row in score.standings.get(name, ())]
    worn = [line.wearer for line in score.jerseys if line.classification is name]
    last = max((whos.index(who) + 1 for who in worn if who in whos), default=0)
    return [rank_account(race, name, who, after) for who in whos[: max(last, 2)]]


def rank_account(race: Race, name: ClassificationName, who: str, after: int) -> Account:
    """List the amounts that add up to the total of a rider or team that is ranked."""
    rows = race.stages[after - 1].standings[name]
    row = next(row for row in rows if row.who == who)
    lines = _lines(race, name, who, after)
    levelled = race.rulebook.flag("general.levelled") and name is not _TEAMS
    if levelled and race.rulebook.adds_times(name):
        best = sum(line.amount or 0 for line in _lines(race, name, rows[0].who, after))
        rule = race.rulebook.rule("general.levelled")
        why = phrase("less the best total")
        lines.append(Reasoned(after, name, -best, why, rule, who=who))
    why = phrase("rank {rank}", rank=row.rank)
    rule = race.rulebook.rule(f"ties.{name}") if row.tie else _rule_of(race, name)
    if row.tie is not None:
        step = TIE_STEPS[row.tie]
        why = phrase("{why}; equal totals parted by: {step}", why=why, step=step)
    elif isinstance(row, TimeStanding) and row.gap is None:
        why = phrase("{why}, behind teams with more riders", why=why)
    timed = isinstance(row, TimeStanding)
    return Account(name, who, after, lines, row.total, why, rule, timed)


def team_accounts(race: Race, team: TeamCode, after: int) -> Iterator[Account]:
    """Explain a team's result on the latest stage, and its rank among the teams."""
    score = race.stages[after - 1]
    for line in score.team_result:
        if line.team == team:
            lines = [
                each._replace(towards=TEAM_RESULT) for each in _day(race, score, team)
            ]
            timed, why = line.time is not None, phrase("rank {rank}", rank=line.rank)
            total = line.time if timed else line.points
            rule = _rule(race)
            yield Account(TEAM_RESULT, team, after, lines, total, why, rule, timed)
    if team in {row.who for row in score.standings.get(_TEAMS, ())}:
        yield rank_account(race, _TEAMS, team, after)


def jersey_reasons(
    race: Race, name: ClassificationName, after: int
) -> Iterator[tuple[str, str]]:
    """Explain who leads a classification and wears its jersey, each with its rule.

    Once the tour is over, nobody stands in for the winner (GN-11).
    """
    score = race.stages[after - 1]
    led = led_classifications(race, score)
    if name not in led:
        yield phrase("nobody leads the classification yet"), "GN-5"
    final = is_final(race, score)
    for row in led.get(name, ()):
        if (
            row.rank == 1
            and final
            and not (name is _GENERAL and is_won_on_the_line(race))
        ):
            yield phrase("{who} wins the classification", who=row.who), "GN-11"
        elif row.rank == 1:
            why = phrase("{who} leads the classification", who=row.who)
            yield why, _rule_of(race, name)
    if final:
        return
    worn: dict[str, JerseyLine] = {}
    for line in score.jerseys:
        if line.classification is name:
            yield from _passed_down(score, line, worn)
        if line.wearer is not None:
            worn[line.wearer] = line


def _passed_down(
    score: StageScore, line: JerseyLine, worn: Mapping[str, JerseyLine]
) -> Iterator[tuple[str, str]]:
    """Go down a classification to the first rider who may wear its jersey (CY-10)."""
    for row in score.standings[line.classification]:
        if row.who == line.wearer:
            why = phrase(
                "{bib}, rank {rank}, wears {jersey}",
                bib=row.who,
                rank=row.rank,
                jersey=jersey_name(line.jersey),
            )
            yield why, "CY-10"
            return
        if row.who in worn:
            why = phrase(
                "{bib}, rank {rank}, wears {jersey} already",
                bib=row.who,
                rank=row.rank,
                jersey=jersey_name(worn[row.who].jersey),
            )
            yield why, "CY-10"
        else:
            yield phrase("{bib} misses the next ride", bib=row.who), "CY-11"
    yield phrase("nobody is left to wear it"), "CY-10"


def _lines(
    race: Race, name: ClassificationName, who: str, after: int
) -> list[Reasoned]:
    """Return what counts for a rider or a team in a classification."""
    if name is _TEAMS:
        return [*_team_lines(race, TeamCode(who), after)]
    return [*_rider_lines(race, name, Bib(who), after)]


def _rider_lines(
    race: Race, name: ClassificationName, bib: Bib, after: int
) -> Iterator[Reasoned]:
    """Go through what counts for a rider; a bonus is negative."""
    signs = _SIGNS if race.rulebook.adds_times(name) else {}
    if not signs:
        signs = {str(_GENERAL if name is _YOUNG else name): 1}
    for reason in explanation(race, bib, after):
        sign = signs.get(reason.towards)
        if sign and reason.counts and not reason.total and reason.amount is not None:
            yield reason._replace(towards=name, amount=sign * reason.amount)


def _team_lines(race: Race, team: TeamCode, after: int) -> Iterator[Reasoned]:
    """Go through what counts for a team, its rulings too (CR-8, CY-18, RR-6)."""
    by, riders = race.rulebook.word("teams.by"), riders_of(race.tour, team)
    if by == "general times":
        for row in race.stages[after - 1].standings.get(_GENERAL, ()):
            if row.who in riders and isinstance(row, TimeStanding):
                why = phrase("general classification: rank {rank}", rank=row.rank)
                yield Reasoned(after, _TEAMS, row.time, why, _rule(race), who=row.who)
    for score in race.stages[:after]:
        if score.stage.cancelled or not race.rulebook.counts(score.stage, _TEAMS):
            continue
        if by == "points":
            yield from _finish_points(race, score, team)
        elif by == "best times":
            result = (line.time for line in score.team_result if line.team == team)
            yield from _day(race, score, team) if next(result, None) is not None else ()
        for ruling in score.stage.rulings:
            amount = -ruling.points if by == "points" else ruling.seconds
            if ruling.team == team and amount:
                why = phrase("ruling: {reason}", reason=ruling.reason)
                yield Reasoned(score.number, _TEAMS, amount, why, "GN-2", who=team)


def _finish_points(race: Race, score: StageScore, team: TeamCode) -> Iterator[Reasoned]:
    """Go through the points of a team's riders at a finish (CR-8)."""
    riders, source, towards = riders_of(race.tour, team), FINISH, _POINTS
    if race.rulebook.is_omnium:
        source, towards = OMNIUM, _GENERAL
    for award in score.awards:
        if (award.source, award.towards) == (source, towards) and award.bib in riders:
            line = source_name(award.source, score.stage)
            why = phrase("place {place}, {line}", place=award.place, line=line)
            amount, rule = award.amount, award.rule
            yield Reasoned(score.number, _TEAMS, amount, why, rule, who=award.bib)


def _day(race: Race, score: StageScore, team: TeamCode) -> Iterator[Reasoned]:
    """Go through what a team's riders bring it in the result of a stage."""
    riders, rulebook, stage = riders_of(race.tour, team), race.rulebook, score.stage
    home = [x for x in score.result if x.bib in riders and x.place is not None]
    time = next(line.time for line in score.team_result if line.team == team)
    apart = stage.kind.outside_the_tour and not rulebook.is_omnium
    if time is None and not (apart or has_team_result(stage)):
        yield from _finish_points(race, score, team)
        return
    home.sort(key=lambda line: (line.time or 0, line.place or 0))
    counted = rulebook.word("teams.by") == "best times"
    # A team is not short of riders who have not joined yet (GN-10).
    later = sum(
        r.team == team and (r.joins or 1) > score.number for r in race.tour.riders
    )
    count = max(rulebook.number("teams.riders") - later, 1) if counted else len(home)
    if not stage.by_teams:
        for line in home[: len(home) if time is None else count]:
            amount = line.points if time is None else line.time
            why = phrase("place {place}", place=line.place or 0)
            yield Reasoned(score.number, _TEAMS, amount, why, _rule(race), who=line.bib)
        return
    rider = home[min(rulebook.number("ttt.rider"), len(home)) - 1]
    why = phrase("the team's time")
    if counted and stage.kind is StageKind.TTT:
        why = phrase("{count} x the team's time", count=count)
    who = rider.leader or rider.bib
    yield Reasoned(score.number, _TEAMS, time, why, _rule(race), who=who)


def _rule(race: Race) -> str:
    return _rule_of(race, _TEAMS)


def _rule_of(race: Race, name: ClassificationName) -> str:
    """Return the rule on what a classification adds up."""
    return race.rulebook.rule(CLASSIFICATIONS[name].rule)
