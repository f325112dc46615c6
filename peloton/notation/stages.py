"""The stages of a tour file: the course, the results, and what else was seen."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from peloton.notation.finish import bib_value, numbered_lines, read_finish
from peloton.notation.orders import (
    crossing_value,
    group_value,
    order_value,
    with_track,
)
from peloton.notation.scalars import (
    FormError,
    date_value,
    flag_value,
    kind_value,
    name_value,
    place_value,
    scale_value,
    signed_value,
    text_value,
    whole_value,
    word_value,
)
from peloton.notation.shape import Field, Shape, Spot
from peloton.rules.marks import MarkForm
from peloton.rules.model import (
    Bib,
    Category,
    ClassificationName,
    FinishLine,
    Offer,
    Profile,
    Ruling,
    Section,
    SectionKind,
    Sprint,
    Stage,
    StartGroup,
    TeamCode,
)
from peloton.rules.values import shown

Key = TypeVar("Key", bound=str)
Read = TypeVar("Read")


_NEVER_NAMED = "an offer is never for a named rider or team, but for a line (CY-15)"


def target_value(found: object) -> str:
    """Read what an offer is for: the name of a sprint or summit, or the finish."""
    if isinstance(found, str):
        return name_value(found)
    message = f"found {shown(found)}, expected a line such as 'finish'; {_NEVER_NAMED}"
    raise FormError(message)


_OVERRIDES = {
    "points": Field(scale_value, "points"),
    "bonus": Field(scale_value, "bonus"),
}
_SECTION = Shape(
    "a section",
    {
        "kind": Field(word_value(SectionKind), "kind", required=True),
        "name": Field(text_value, "name"),
        "from": Field(whole_value, "start"),
        "to": Field(whole_value, "end"),
        "category": Field(word_value(Category), "category"),
        **_OVERRIDES,
    },
)
_SPRINT = Shape(
    "a sprint",
    {
        "name": Field(text_value, "name"),
        "at": Field(whole_value, "at"),
        **_OVERRIDES,
    },
)
_RULING = Shape(
    "a ruling",
    {
        "bib": Field(bib_value, "bib"),
        "team": Field(name_value, "team"),
        "seconds": Field(signed_value, "seconds"),
        "points": Field(signed_value, "points"),
        "mountains": Field(signed_value, "mountains"),
        "reason": Field(name_value, "reason", required=True),
    },
)
_OFFER = Shape(
    "an offer",
    {
        "team": Field(name_value, "team", required=True),
        "amount": Field(whole_value, "amount", required=True),
        "for": Field(target_value, "target", required=True),
        "place": Field(place_value, "place"),
    },
)
_START = Shape(
    "a group at the start",
    {
        "bibs": Field(group_value, "bibs", required=True),
        "lead": Field(place_value, "lead", required=True),
    },
)
RESULTS = (
    "finish",
    "laps",
    "heats",
    "eliminated",
    "crossings",
    "ruling",
    "extra_turns",
    "team_turns",
    "cards",
    "offer",
    "lots",
)
"""The keys of what was seen on a stage, as against its course."""
_STAGE = Shape(
    "a stage",
    {
        "name": Field(text_value, "name"),
        "kind": Field(kind_value, "kind"),
        "profile": Field(word_value(Profile), "profile"),
        "length": Field(whole_value, "length"),
        "date": Field(date_value, "date"),
        **_OVERRIDES,
        "cancelled": Field(text_value, "cancelled"),
    },
    nested=("counts", "sections", "sprints", "start", *RESULTS),
)


def read_stage(table: Mapping[str, object], form: MarkForm | None, spot: Spot) -> Stage:
    """Read a stage; without a form of marks its result lines are passed over."""
    stage = Stage(**spot.values(table, _STAGE))
    if "counts" in table:
        at, counts = spot.at("counts"), table["counts"]
        stage = replace(stage, counts=_by_classification(counts, flag_value, at))
    stage = _with_course(stage, table, spot)
    if "start" in table:
        stage = replace(stage, start=_start(table["start"], spot.at("start")))
    return with_results(stage, table, form, spot)


def with_results(
    stage: Stage, table: Mapping[str, object], form: MarkForm | None, spot: Spot
) -> Stage:
    """Return the stage with the results that a table gives in place of its own.

    Crossings are replaced one by one, by label.
    """
    if "finish" in table and form is not None:
        stage = replace(stage, finish=_finish(table["finish"], form, spot.at("finish")))
    stage = with_track(stage, table, spot)
    if "crossings" in table:
        at = spot.at("crossings")
        crossings = _entries(table["crossings"], str, crossing_value, at)
        stage = replace(stage, crossings={**stage.crossings, **crossings})
    if "ruling" in table:
        stage = replace(stage, rulings=_rulings(table["ruling"], spot.at("ruling")))
    if "extra_turns" in table:
        stage = replace(stage, extra_turns=_counts(table, "extra_turns", spot))
    if "team_turns" in table:
        at = spot.at("team_turns")
        used = _entries(table["team_turns"], _team_code, whole_value, at)
        stage = replace(stage, team_turns=used)
    if "cards" in table:
        stage = replace(stage, cards=_counts(table, "cards", spot))
    if "offer" in table:
        stage = replace(stage, offers=_offers(table["offer"], spot.at("offer")))
    if "lots" in table:
        at = spot.at("lots")
        stage = replace(stage, lots=_by_classification(table["lots"], order_value, at))
    return stage


def _team_code(found: object) -> TeamCode:
    return TeamCode(name_value(found))


def _counts(table: Mapping[str, object], key: str, spot: Spot) -> Mapping[Bib, int]:
    return _entries(table[key], bib_value, whole_value, spot.at(key))


def _finish(found: object, form: MarkForm, spot: Spot) -> tuple[FinishLine, ...]:
    if isinstance(found, str):
        return read_finish(numbered_lines(found), form, spot)
    spot.report(f"finish: found {shown(found)}, expected result lines in quotes")
    return ()


def _with_course(stage: Stage, table: Mapping[str, object], spot: Spot) -> Stage:
    """Read the sections and the sprints; every line to be crossed has its own name."""
    sections: list[Section] = []
    sprints: list[Sprint] = []
    labels = {"finish"}
    climbs = 0
    for each, at in spot.at("sections").tables(table.get("sections", [])):
        values = at.values(each, _SECTION)
        if not _SECTION.complete(values):
            continue
        section = Section(**values)
        sections.append(section)
        if section.length is not None and section.length < 0:
            found = f"found from = {section.start} and to = {section.end}"
            at.at("to").report(f"{found}, expected 'to' beyond 'from'")
        if section.kind is SectionKind.MOUNTAIN:
            climbs += 1
            _label(section.name or f"Climb {climbs}", labels, at)
    for each, at in spot.at("sprints").tables(table.get("sprints", [])):
        sprint = Sprint(**at.values(each, _SPRINT))
        sprints.append(sprint)
        _label(sprint.name or f"Sprint {len(sprints)}", labels, at)
    return replace(stage, sections=tuple(sections), sprints=tuple(sprints))


def _start(found: object, spot: Spot) -> tuple[StartGroup, ...]:
    """Read who starts ahead of the field, each rider in one group (CY-23)."""
    groups: list[StartGroup] = []
    ahead: set[Bib] = set()
    for each, at in spot.tables(found):
        values = at.values(each, _START)
        if not _START.complete(values):
            continue
        group = StartGroup(**values)
        groups.append(group)
        for bib in group.bibs:
            if bib in ahead:
                message = f"rider {bib} starts ahead twice, expected once (CY-23)"
                at.at("bibs").report(message, "twice", bib=bib)
            ahead.add(bib)
    return tuple(groups)


def _label(label: str, labels: set[str], spot: Spot) -> None:
    if label in labels:
        message = f"the stage has two lines named '{label}', expected one"
        spot.at("name").report(message, "twice")
    labels.add(label)


def _rulings(found: object, spot: Spot) -> tuple[Ruling, ...]:
    rulings: list[Ruling] = []
    for each, at in spot.tables(found):
        values = at.values(each, _RULING)
        if ("bib" in each) == ("team" in each):
            at.report("a ruling: expected either a bib or a team", "required")
        elif _RULING.complete(values):
            rulings.append(Ruling(**values))
    return tuple(rulings)


def _offers(found: object, spot: Spot) -> tuple[Offer, ...]:
    offers: list[Offer] = []
    for each, at in spot.tables(found):
        named = [key for key in ("bib", "rider") if key in each]
        for key in named:
            at.at(key).report(f"{key}: {_NEVER_NAMED}", "offer")
        rest = {key: value for key, value in each.items() if key not in named}
        values = at.values(rest, _OFFER)
        if _OFFER.complete(values):
            offers.append(Offer(**values))
    return tuple(offers)


def _by_classification(
    found: object, read: Callable[[object], Read], spot: Spot
) -> dict[ClassificationName, Read]:
    return _entries(found, word_value(ClassificationName), read, spot)


def _entries(
    found: object,
    read_key: Callable[[object], Key],
    read: Callable[[object], Read],
    spot: Spot,
) -> dict[Key, Read]:
    """Read a table whose keys are names, not known words of the file."""
    entries: dict[Key, Read] = {}
    for key, value in spot.table(found).items():
        try:
            name = read_key(key)
            entries[name] = read(value)
        except FormError as fault:
            spot.at(key).report(f"{key}: {fault}")
    return entries
