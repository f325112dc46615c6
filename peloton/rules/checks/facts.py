"""Check the facts one by one, such as names, colours and scales."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from peloton.rules.facts.fact_table import COUNTS, STAGE_FACTS
from peloton.rules.facts.kinds import STATUSES, SectionKind
from peloton.rules.facts.problem import FactPath, Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import KEY, MINIMUM, Bib, Rider
from peloton.rules.facts.tour import Tour
from peloton.rules.limits import Limit
from peloton.rules.values import is_scale, quote, unknown_team_fault, whole_number_fault

_TOKEN = re.compile(r"[^ ()\[\]{}#,\"'=]+")
_BIB = "a bib: a short token without spaces, brackets, quotes, commas, # or ="
_COLOUR = re.compile("#[0-9a-fA-F]{6}")
SCALE_EXPECTED = "a list of whole numbers, 0 or more"


def fact_problems(tour: Tour) -> Iterator[Problem]:
    """Find facts that are invalid under any rulebook."""
    yield from _values(tour, "tour")
    yield from _startlist(tour)
    if fault := Limit.STAGES.fault(len(tour.stages)):
        yield Problem.of("limit", fault, "stage", Limit.STAGES.most)
    for number, stage in enumerate(tour.stages, 1):
        for problem in (*course_problems(stage), *_stage_values(stage)):
            yield problem.on_stage(number)


def bib_fault(found: object) -> str:
    """Return an error message if a value is not a valid bib, otherwise ""."""
    if not (isinstance(found, str) and found.isprintable() and _TOKEN.fullmatch(found)):
        return f"found {quote(found)}, expected {_BIB}"
    if len(found) > Limit.BIB.most:
        expected = f"expected a bib of at most {Limit.BIB.most} letters"
        return f"found {quote(found)}, {expected}"
    if found.upper() in STATUSES:
        return f"found {quote(found)}, which is a status, expected {_BIB}"
    return ""


def colour_fault(found: object) -> str:
    """Return an error message if a value is not a `#rrggbb` colour, otherwise ""."""
    if isinstance(found, str) and _COLOUR.fullmatch(found):
        return ""
    return f"found {quote(found)}, expected a colour such as '#f2a900'"


def rider_paths(tour: Tour) -> Iterator[tuple[Rider, FactPath]]:
    """Yield each rider on the startlist with the rider's key path in a tour file."""
    positions: Counter[str | None] = Counter()
    teams = {team.code: at for at, team in reversed([*enumerate(tour.teams)])}
    for rider in tour.riders:
        path: FactPath = ("rider", positions[rider.team])
        positions[rider.team] += 1
        if rider.team in teams:
            path = ("team", teams[rider.team], *path)
        yield rider, path


def _startlist(tour: Tour) -> Iterator[Problem]:
    """Check that teams and riders are valid and listed once, in known teams."""
    if fault := Limit.TEAMS.fault(len(tour.teams)):
        yield Problem.of("limit", fault, "team", Limit.TEAMS.most)
    codes: dict[str, None] = {}
    for at, team in enumerate(tour.teams):
        if team.code in codes:
            message = f"found team '{team.code}' twice, expected once"
            yield Problem.of("twice", message, "team", at, "code")
        codes[team.code] = None
        yield from _values(team, "team", at)
    bibs: set[Bib] = set()
    for number, (rider, path) in enumerate(rider_paths(tour)):
        if number == Limit.RIDERS.most:
            fault = Limit.RIDERS.fault(len(tour.riders))
            yield Problem.of("limit", fault, *path, bib=rider.bib)
        if rider.bib in bibs:
            message = f"startlist: found rider {rider.bib} twice, expected once"
            yield Problem.of("twice", message, *path, "bib", bib=rider.bib)
        elif rider.team is not None and rider.team not in codes:
            message = f"rider {rider.bib}: {unknown_team_fault(rider.team, codes)}"
            yield Problem.of("value", message, *path, "bib", bib=rider.bib)
        bibs.add(rider.bib)
        yield from _values(rider, *path, bib=rider.bib)


def course_problems(stage: Stage) -> Iterator[Problem]:
    """Find the mistakes in a course; their key paths are relative to the stage."""
    climbs, labels = 0, {"finish"}
    if fault := Limit.COURSE.fault(len(stage.sections) + len(stage.sprints)):
        yield Problem.of("limit", fault, "sections")
    for at, section in enumerate(stage.sections):
        if section.length is not None and section.length < 0:
            found = f"found from = {section.start} and to = {section.end}"
            message = f"{found}, expected 'to' beyond 'from'"
            yield Problem.of("value", message, "sections", at, "to")
        name, path = section.name or section.kind, ("sections", at)
        yield from _beyond_finish(stage, name, "from", section.start, path)
        yield from _beyond_finish(stage, name, "to", section.end, path)
        if section.kind is SectionKind.MOUNTAIN:
            climbs += 1
            yield from _unique_label(section.name or f"Climb {climbs}", labels, path)
    for at, sprint in enumerate(stage.sprints):
        name, path = sprint.name or f"Sprint {at + 1}", ("sprints", at)
        yield from _beyond_finish(stage, name, "at", sprint.at, path)
        yield from _unique_label(name, labels, path)
    ahead: set[Bib] = set()
    for at, group in enumerate(stage.start):
        if not group.bibs:
            message = "bibs: found '', expected the bibs in quotes, such as '1 2 3'"
            yield Problem.of("value", message, "start", at, "bibs")
        for bib in group.bibs:
            if bib in ahead:
                message = f"start: found rider {bib} twice, expected once (CY-23)"
                yield Problem.of("twice", message, "start", at, "bibs", bib=bib)
            ahead.add(bib)


def _beyond_finish(
    stage: Stage, name: str, key: str, line: int | None, path: FactPath
) -> Iterator[Problem]:
    if line is not None and stage.length is not None and line > stage.length:
        end = f"expected at most {stage.length}, the length of the course"
        yield Problem.of("value", f"{name}: found {key} = {line}, {end}", *path, key)


def _unique_label(label: str, labels: set[str], at: FactPath) -> Iterator[Problem]:
    if label in labels:
        message = f"the stage has two lines named '{label}', expected one"
        yield Problem.of("twice", message, *at, "name")
    labels.add(label)


def _values(
    fact: Any,  # noqa: ANN401 - any dataclass
    *where: str | int,
    bib: Bib | None = None,
) -> Iterator[Problem]:
    """Check the texts of a fact by their keys, and the range of every number."""
    for field in fields(fact):
        found, code, fault = getattr(fact, field.name), "value", ""
        key = field.metadata.get(KEY, field.name)
        if isinstance(found, str) and len(found) > Limit.TEXT.most:
            code, fault = key, Limit.TEXT.fault(len(found))
        elif key == "bib" and found is not None:
            fault = bib_fault(found)
        elif key == "colour" and found:
            fault = colour_fault(found)
        elif key == "code" and not found.strip():
            fault = f"found {quote(found)}, expected a name"
        elif isinstance(found, int) and not isinstance(found, bool):
            fault = whole_number_fault(found, field.metadata.get(MINIMUM, 0))
        elif found is not None and key in {"points", "bonus"} and not is_scale(found):
            fault = f"found {quote(found)}, expected {SCALE_EXPECTED}"
        if fault:
            yield Problem.of(code, f"{key}: {fault}", *where, key, bib=bib)


def _stage_values(stage: Stage) -> Iterator[Problem]:
    """Check the texts and numbers of a stage and of the facts listed on it."""
    yield from _values(stage)
    for name in ("sections", "sprints", "start", "rulings", "offers"):
        key = STAGE_FACTS.get(name, name)
        for at, part in enumerate(getattr(stage, name)):
            yield from _values(part, key, at)
    for name in ("time_limit", *COUNTS):
        for who, count in getattr(stage, name).items():
            if fault := whole_number_fault(count):
                yield Problem.of("value", f"{who}: {fault}", name, who)
