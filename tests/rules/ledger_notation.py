"""Write small Cyclo tours with rider types, money and extra turns, to test ledgers.

    cyclo_tour(ridden("1 0 3", length=190, used={"1": 2}), riders="MOL: 1 climber*")

A startlist has teams of riders, each with a type or `-`, and a star for a captain.
"""

from collections.abc import Mapping
from dataclasses import replace

from peloton.rules.facts.stage import Offer, Section, Stage
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import OptionValue, RuleValue
from peloton.rules.results import PremiumKind, Race
from tests.rules import notation


def ridden(  # noqa: PLR0913 - the facts of a stage that the ledgers speak of
    lines: str = "1 0 0",
    kind: str = "road",
    *,
    length: int | None = 100,
    used: Mapping[str, int] | None = None,
    offers: tuple[Offer, ...] = (),
    sections: tuple[Section, ...] = (),
    sprints: Mapping[str, str] | None = None,
    climbs: Mapping[str, str] | None = None,
) -> Stage:
    """Return a stage with its length, and the extra turns and offers on it."""
    stage = notation.stage(lines, kind, sprints=sprints, climbs=climbs)
    return replace(
        stage,
        length=length,
        extra_turns={Bib(bib): turns for bib, turns in (used or {}).items()},
        offers=offers,
        sections=(*stage.sections, *sections),
    )


def offer(team: str, amount: int, target: str = "finish", place: int = 1) -> Offer:
    return Offer(team=TeamCode(team), amount=amount, target=target, place=place)


def cyclo_tour(
    *stages: Stage,
    riders: str = "MOL: 1",
    rules: Mapping[str, RuleValue] | None = None,
    **options: OptionValue,
) -> Race:
    """Score a Cyclo tour, which may have mistakes.

    `riders` are the startlist, such as "MOL: 1 climber*, 2 -; SAL: 3 A".
    """
    teams: list[Team] = []
    startlist: list[Rider] = []
    for part in riders.split(";"):
        code, _, members = part.rpartition(":")
        team = TeamCode(code.strip()) if code.strip() else None
        if team is not None:
            teams.append(Team(code=team))
        startlist += (_rider(each.strip(), team) for each in members.split(","))
    facts = notation.tour("cyclo", stages, "0", rules, options)
    facts = replace(facts, teams=tuple(teams), riders=tuple(startlist))
    return notation.raced(facts)


def won_by_money(*more: Stage) -> Race:
    """Return a tour of level 4 that rider 1 of MOL leads, and team SAL by money."""
    return cyclo_tour(
        ridden("1 0 0, 2 9 0"),
        ridden("2 0 0, 1 1 0"),
        ridden("2 0 0, 1 1 0"),
        *more,
        riders="MOL: 1 -; SAL: 2 -",
        rules={"money.stage_win": 5000},
        level=4,
    )


def _rider(words: str, team: TeamCode | None) -> Rider:
    bib, _, kind = words.partition(" ")
    captain, kind = kind.endswith("*"), kind.rstrip("*")
    known = None if kind in ("", "-") else kind
    return Rider(bib=Bib(bib), team=team, type=known, captain=captain)


def booked(race: Race, after: int = 0) -> dict[str, tuple[int, int, int]]:
    """Return each starter's extra turns granted, used and left after a stage.

    By default it is the last stage.
    """
    return {
        line.who: (line.granted, line.used, line.left)
        for line in race.stages[after - 1].extra_turns
    }


def granted(race: Race) -> dict[str, int]:
    """Return the extra turns granted to each starter of the last stage."""
    return {bib: turns for bib, (turns, _, _) in booked(race).items()}


def earned(race: Race, after: int = 0) -> dict[str, int]:
    """Return the money that each team earned on a stage, by default the last."""
    return {line.team: line.earned for line in race.stages[after - 1].purse}


def balances(race: Race, after: int = 0) -> list[tuple[str, int]]:
    """Return the teams and their balances after a stage, in the order of the list."""
    return [(line.team, line.balance) for line in race.stages[after - 1].purse]


def paid(race: Race, kind: PremiumKind, after: int = 1) -> list[tuple[str, int]]:
    """Return the team and the amount of each premium of a kind."""
    premiums = race.stages[after - 1].premiums
    return [(each.team, each.amount) for each in premiums if each.kind is kind]


def said(race: Race) -> list[str]:
    return [problem.message for problem in race.problems]
