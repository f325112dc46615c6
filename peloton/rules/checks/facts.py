"""Check the facts one by one, such as names, colours and scales."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from peloton.rules.facts.fact_table import COUNTS, STAGE_FACTS
from peloton.rules.facts.kinds import Reason, SectionKind
from peloton.rules.facts.problem import FactPath, Problem
from peloton.rules.facts.stage import Stage
from peloton.rules.facts.startlist import Bib, Rider
from peloton.rules.facts.tour import Tour
from peloton.rules.limits import Limit
from peloton.rules.values import (
    LARGEST,
    is_scale,
    quote,
    unknown_team_fault,
    whole_number_fault,
)

_TOKEN = re.compile(r"[^ ()\[\]{}#,\"'=]+")
_BIB = "a bib: a short token without spaces, brackets, quotes, commas, # or ="
_COLOUR = re.compile("#[0-9a-fA-F]{6}")
SCALE_EXPECTED = "a list of whole numbers, 0 or more"


def fact_problems(tour: Tour) -> Iterator[Problem]:
    """Find facts that are invalid under any rulebook."""
    yield from _counts(tour)
    yield from _teams(tour)
    yield from _riders(tour)
    for number, stage in enumerate(tour.stages, 1):
        for problem in (*course_problems(stage), *_fields(stage)):
            yield problem.on_stage(number)


def _counts(tour: Tour) -> Iterator[Problem]:
    """Check the number of teams, riders and stages, and the length of the name."""
    yield from _long_texts(tour, ("name",), "tour")
    if fault := Limit.TEAMS.fault(len(tour.teams)):
        yield Problem.of("limit", fault, "team", Limit.TEAMS.most)
    if fault := Limit.RIDERS.fault(len(tour.riders)):
        rider, path = next(islice(rider_paths(tour), Limit.RIDERS.most, None))
        yield Problem.of("limit", fault, *path, bib=rider.bib)
    if fault := Limit.STAGES.fault(len(tour.stages)):
        yield Problem.of("limit", fault, "stage", Limit.STAGES.most)


def bib_fault(found: object) -> str:
    """Return an error message if a value is not a valid bib, otherwise ""."""
    if not (isinstance(found, str) and found.isprintable() and _TOKEN.fullmatch(found)):
        return f"found {quote(found)}, expected {_BIB}"
    if len(found) > Limit.BIB.most:
        expected = f"expected a bib of at most {Limit.BIB.most} letters"
        return f"found {quote(found)}, {expected}"
    if found.upper() in Reason.__members__:
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
        path = ("rider", positions[rider.team])
        positions[rider.team] += 1
        if rider.team is None or rider.team not in teams:
            yield rider, path
        else:
            yield rider, ("team", teams[rider.team], *path)


def _teams(tour: Tour) -> Iterator[Problem]:
    """Check that each team is listed once, with a valid code and colour."""
    codes: set[str] = set()
    for at, team in enumerate(tour.teams):
        path = ("team", at, "code")
        if not team.code.strip():
            message = f"code: found {quote(team.code)}, expected a name"
            yield Problem.of("value", message, *path)
        elif team.code in codes:
            message = f"team '{team.code}' is given twice, expected once"
            yield Problem.of("twice", message, *path)
        codes.add(team.code)
        yield from _long_texts(team, ("code", "name", "player", "ghost"), "team", at)
        if team.colour and (fault := colour_fault(team.colour)):
            yield Problem.of("value", f"colour: {fault}", "team", at, "colour")


def _riders(tour: Tour) -> Iterator[Problem]:
    """Check that each rider is listed once, with a valid bib, in a known team."""
    bibs: set[Bib] = set()
    codes = dict.fromkeys(team.code for team in tour.teams)
    for rider, at in rider_paths(tour):
        fault, code = bib_fault(rider.bib), "value"
        if fault:
            fault = f"bib: {fault}"
        elif rider.bib in bibs:
            fault = f"bib '{rider.bib}' is on the startlist twice, expected once"
            code = "twice"
        elif rider.team is not None and rider.team not in codes:
            fault = f"rider {rider.bib}: {unknown_team_fault(rider.team, codes)}"
        bibs.add(rider.bib)
        if fault:
            yield Problem.of(code, fault, *at, "bib")
        yield from _long_texts(rider, ("name", "type"), *at, bib=rider.bib)


def _long_texts(
    facts: object, keys: Iterable[str], *where: str | int, bib: Bib | None = None
) -> Iterator[Problem]:
    """Check that the text fields `keys` of a team, rider or stage are not too long."""
    for key in keys:
        length = len(getattr(facts, key) or "")
        if length > Limit.TEXT.most:
            message = f"{key}: {Limit.TEXT.fault(length)}"
            yield Problem.of(key, message, *where, key, bib=bib)


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
            label = section.name or f"Climb {climbs}"
            yield from _unique_label(label, labels, ("sections", at))
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
                message = f"rider {bib} starts ahead twice, expected once (CY-23)"
                yield Problem.of("twice", message, "start", at, "bibs", bib=bib)
            ahead.add(bib)


def _beyond_finish(
    stage: Stage, name: str, key: str, line: int | None, path: FactPath
) -> Iterator[Problem]:
    if line is not None and stage.length is not None and line > stage.length:
        end = f"expected at most {stage.length}, the length of the stage"
        message = f"{name}: found {key} = {line}, {end}"
        yield Problem.of("value", message, *path, key)


def _unique_label(label: str, labels: set[str], at: FactPath) -> Iterator[Problem]:
    if label in labels:
        message = f"the stage has two lines named '{label}', expected one"
        yield Problem.of("twice", message, *at, "name")
    labels.add(label)


_TEXTS = {
    "sections": ("name",),
    "sprints": ("name",),
    "rulings": ("reason",),
    "offers": ("target",),
}
_NUMBERS = {
    "sections": {"start": 0, "end": 0, "points": 0, "bonus": 0},
    "sprints": {"at": 0, "points": 0, "bonus": 0},
    "rulings": {"seconds": -LARGEST, "points": -LARGEST, "mountains": -LARGEST},
    "start": {"lead": 1},
    "offers": {"amount": 0, "place": 1},
}
"""For each list of a stage, such as its sprints, the minimum of each number field."""
_FILE_KEYS = {"start": "from", "end": "to"}
"""Maps fields that have another key in a tour file to that key."""


def _fields(stage: Stage) -> Iterator[Problem]:
    """Check the length of every text of a stage, and the range of every number."""
    yield from _long_texts(stage, ("name", "cancelled"))
    for key in ("length", "points", "bonus", "same_time_gap"):
        yield from _number(getattr(stage, key), 0, key)
    for unit, most in stage.time_limit.items():
        yield from _number(most, 0, "time_limit", unit)
    for name, numbers in _NUMBERS.items():
        key = STAGE_FACTS[name].key if name in STAGE_FACTS else name
        for n, part in enumerate(getattr(stage, name)):
            yield from _long_texts(part, _TEXTS.get(name, ()), key, n)
            for field, minimum in numbers.items():
                file_key = _FILE_KEYS.get(field, field)
                yield from _number(getattr(part, field), minimum, key, n, file_key)
    for name in COUNTS:
        for who, count in getattr(stage, name).items():
            yield from _number(count, 0, name, who)


def _number(found: object, minimum: int, *where: str | int) -> Iterator[Problem]:
    """Check that a value is None, a scale, or a whole number not below `minimum`."""
    fault = ""
    if isinstance(found, tuple):
        if not is_scale(found):
            fault = f"found {quote(found)}, expected {SCALE_EXPECTED}"
    elif found is not None:
        fault = whole_number_fault(found, minimum)
    if fault:
        yield Problem.of("value", f"{where[-1]}: {fault}", *where)
