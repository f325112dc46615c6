"""Write and score small races in the notation of the tour file, to test the rules.

    criterium(stage("1 6 3/9, 2 6 4/11"), stage("2 5 1/8, DNF 1"))

A stage is given as its result lines, separated by commas. Without `riders` the
startlist has the riders of the first stage.
"""

import re
from collections.abc import Mapping

from peloton.notation.result_lines import finish_lines
from peloton.notation.rulebook_file.reading import find_rulebook
from peloton.rules.facts.kinds import (
    Category,
    ClassificationName,
    SectionKind,
    StageKind,
)
from peloton.rules.facts.stage import (
    Arrival,
    FinishLine,
    Ruling,
    Section,
    Sprint,
    Stage,
)
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import OptionValue, RuleValue, Tour
from peloton.rules.games import MARKS
from peloton.rules.race import score
from peloton.rules.results import PointsStanding, Race, TimeStanding
from peloton.rules.rulebook.rulebook import Rulebook

Orders = Mapping[str, str]


def finish(text: str) -> tuple[FinishLine, ...]:
    """Read result lines separated by commas: "1 0 3, (4 7) 0 1, DNF 15"."""
    lines: list[FinishLine] = []
    for line in filter(None, (each.strip() for each in text.split(","))):
        form = MARKS["turns left/moved" if "/" in line else "turns lines"]
        lines += finish_lines(line, form)
    return tuple(lines)


def order(text: str) -> tuple[Bib, ...]:
    return tuple(map(Bib, text.split()))


def stage(  # noqa: PLR0913 - the facts of a stage that the rules speak of
    lines: str = "",
    kind: str = "road",
    *,
    sprints: Orders | None = None,
    climbs: Orders | None = None,
    rulings: tuple[Ruling, ...] = (),
    lots: Orders | None = None,
    counts: Mapping[str, bool] | None = None,
    points: tuple[int, ...] | None = None,
    bonus: tuple[int, ...] | None = None,
    cancelled: str = "",
) -> Stage:
    """Return a stage; `sprints` and `climbs` have the order of riders by name.

    The name of a climb ends in its category or length: "Muur 3", "Col 24 lines".
    """
    sprints, climbs = sprints or {}, climbs or {}
    return Stage(
        kind=StageKind(kind),
        finish=finish(lines),
        sprints=tuple(Sprint(name=name) for name in sprints),
        sections=tuple(map(climb, climbs)),
        crossings={name: order(who) for name, who in {**sprints, **climbs}.items()},
        rulings=rulings,
        lots={ClassificationName(n): tuple(w.split()) for n, w in (lots or {}).items()},
        counts={ClassificationName(n): each for n, each in (counts or {}).items()},
        points=points,
        bonus=bonus,
        cancelled=cancelled,
    )


def climb(name: str) -> Section:
    """Return a climb whose name ends in its category or length; see `stage`."""
    length = re.search(r"(\d+) lines", name)
    category = re.search(r" (HC|[1-4])$", name)
    return Section(
        kind=SectionKind.MOUNTAIN,
        name=name,
        start=100 if length else None,
        end=100 + int(length[1]) if length else None,
        category=Category(category[1]) if category else None,
    )


def ruling(  # noqa: PLR0913 - the facts of a ruling
    bib: str | None = None,
    *,
    team: str | None = None,
    seconds: int = 0,
    points: int = 0,
    mountains: int = 0,
    reason: str = "moved out of turn",
) -> Ruling:
    return Ruling(
        bib=None if bib is None else Bib(bib),
        team=None if team is None else TeamCode(team),
        seconds=seconds,
        points=points,
        mountains=mountains,
        reason=reason,
    )


def tour(
    rulebook: str,
    stages: tuple[Stage, ...],
    riders: str = "",
    rules: Mapping[str, RuleValue] | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Tour:
    """Return a tour; `riders` are bibs, or teams such as "MOL: 1 2 3, SAL: 4 5 6"."""
    riders = riders or " ".join(
        bib
        for line in stages[0].finish
        for bib in (line.bibs if isinstance(line, Arrival) else (line.bib,))
    )
    teams: list[Team] = []
    startlist: list[Rider] = []
    for part in riders.split(","):
        code, colon, bibs = part.rpartition(":")
        team = TeamCode(code.strip()) if colon else None
        if team is not None:
            teams.append(Team(code=team))
        startlist += (Rider(bib=bib, team=team) for bib in order(bibs))
    return Tour(
        name="A little race",
        rulebook=rulebook,
        rules=rules or {},
        options=options or {},
        teams=tuple(teams),
        riders=tuple(startlist),
        stages=stages,
    )


def rulebook_of(facts: Tour) -> Rulebook:
    rulebook, problems = find_rulebook(facts)
    assert rulebook is not None
    assert problems == ()
    return rulebook


def raced(facts: Tour) -> Race:
    """Score a tour, which may have mistakes."""
    return score(facts, rulebook_of(facts))


def criterium(
    *stages: Stage,
    riders: str = "",
    rules: Mapping[str, RuleValue] | None = None,
    **options: OptionValue,
) -> Race:
    """Score a Criterium tour that has no mistakes."""
    return _good(tour("criterium", stages, riders, rules, options))


def cyclo(
    *stages: Stage,
    riders: str = "",
    rules: Mapping[str, RuleValue] | None = None,
    **options: OptionValue,
) -> Race:
    """Score a Cyclo tour that has no mistakes."""
    return _good(tour("cyclo", stages, riders, rules, options))


def _good(facts: Tour) -> Race:
    race = raced(facts)
    assert race.problems == ()
    return race


def times(race: Race, number: int = 0) -> list[tuple[str, int | None]]:
    """Return the bib and the time of each row of a stage result.

    Here and below the default is the last stage.
    """
    return [(line.bib, line.time) for line in race.stages[number - 1].result]


def places(race: Race, number: int = 0) -> list[str]:
    """Return the riders with a place on a stage, in the order of the places."""
    return [line.bib for line in race.stages[number - 1].result if line.place]


def column(race: Race, name: str, number: int = 0) -> dict[str, object]:
    """Return a column of a stage result by bib: `bonus`, `points`, `status`, ..."""
    return {line.bib: getattr(line, name) for line in race.stages[number - 1].result}


def standings(
    race: Race, name: str = "general", after: int = 0
) -> list[tuple[int, str, int]]:
    """Return the rank, the bib or team, and the total of each row of a standing."""
    return [(row.rank, row.who, _total(row)) for row in _rows(race, name, after)]


def ranking(race: Race, name: str = "general", after: int = 0) -> list[str]:
    """Return the bibs or teams of a standing, in the order of the ranks."""
    return [row.who for row in _rows(race, name, after)]


def parted(
    race: Race, name: str = "general", after: int = 0
) -> list[tuple[int, str, str | None]]:
    """Return the rank, the bib or team, and the tie-break step used, of each row."""
    return [(row.rank, row.who, row.tie) for row in _rows(race, name, after)]


def jerseys(race: Race, after: int = 0) -> list[tuple[str, str, str | None]]:
    """Return each jersey, the leader of its classification, and its wearer."""
    lines = race.stages[after - 1].jerseys
    return [(line.jersey, line.leader, line.wearer) for line in lines]


def problems(race: Race) -> list[tuple[int | None, str | None, str]]:
    """Return the stage, the bib and the code of each problem."""
    return [(each.stage, each.bib, each.code) for each in race.problems]


def message(race: Race) -> str:
    """Return the message of the only problem."""
    (problem,) = race.problems
    return problem.message


def _rows(
    race: Race, name: str, after: int
) -> tuple[TimeStanding, ...] | tuple[PointsStanding, ...]:
    return race.stages[after - 1].standings[ClassificationName(name)]


def _total(row: TimeStanding | PointsStanding) -> int:
    return row.time if isinstance(row, TimeStanding) else row.points
