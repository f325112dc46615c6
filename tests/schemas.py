"""The JSON Schemas of the tour file, of `score --json` and of `/now.json`.

`python -m tests.schemas` writes them to templates/schemas. They are generated from the
tables that read and write both formats, so that they contain every new key. They use
only draft 4, because TOML editors support no other.
"""

import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from peloton.notation.toml import values
from peloton.notation.toml.schema import TableSchema
from peloton.notation.tour_file import reading
from peloton.reports.tour import document
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import (
    Category,
    ClassificationName,
    LimitUnit,
    Profile,
    Reason,
    SectionKind,
    StageKind,
)
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.stage import Sprint
from peloton.rules.facts.startlist import Rider, Team
from peloton.rules.limits import Limit
from peloton.rules.results import (
    JerseyLine,
    PointsStanding,
    PurseLine,
    StageLine,
    TimeStanding,
    TurnLine,
)
from peloton.rules.values import LARGEST

FOLDER = Path(__file__).parents[1] / "templates" / "schemas"
Schema = dict[str, Any]

_TEXT = {"type": "string", "maxLength": Limit.TEXT.most}
_NAME = {**_TEXT, "pattern": r"\S"}
_STATUS = "|".join("".join(f"[{c}{c.lower()}]" for c in reason) for reason in Reason)
_BIB_TEXT = {
    "type": "string",
    "maxLength": Limit.BIB.most,
    "pattern": r"""^[^ ()\[\]{}#,"'=]+$""",
    "not": {"pattern": f"^({_STATUS})$"},
}
_BIB = {"anyOf": [_BIB_TEXT, {"type": "integer"}]}
_ORDER = {"anyOf": [{"type": "string"}, {"type": "array", "items": _BIB}]}
_PLAIN = {"type": ["string", "boolean", "integer"]}
_DATE = {"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}


def _whole(least: int = 0) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": LARGEST}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _table(
    properties: Mapping[str, Schema], required: Iterable[str] = (), **more: object
) -> Schema:
    """Return the schema of a table with these keys and no others."""
    needed = {"required": list(required)} if required else {}
    closed = {"additionalProperties": False}
    return {"type": "object", "properties": properties, **needed, **closed, **more}


def _by_name(names: Schema, items: Schema) -> Schema:
    """Return the schema of a table whose keys are names."""
    return {"type": "object", "patternProperties": {names["pattern"]: items}} | {
        "additionalProperties": False
    }


def _words(words: Iterable[str]) -> Schema:
    """Return the schema of one of these words; a number such as 3 is read as "3"."""
    known = [str(word) for word in words]
    return {"enum": [*known, *(int(word) for word in known if word.isdecimal())]}


# The tour file

_KIND = "|".join(kind.replace(" ", "[ _-]?") for kind in StageKind)
_VALUES: Mapping[Callable[..., object], Schema] = {
    values.text_value: _TEXT,
    values.name_value: _NAME,
    values.flag_value: {"type": "boolean"},
    values.colour_value: {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
    values.date_value: _DATE,
    values.plan_value: {"anyOf": [_whole(1), {"enum": ["open"]}]},
    values.whole_from(0): _whole(),
    values.whole_from(1): _whole(1),
    values.whole_from(-LARGEST): _whole(-LARGEST),
    values.scale_value: _list(_whole()),
    values.bib_value: _BIB,
    values.crossing_value: {"anyOf": [_NAME, {**_list(_BIB), "minItems": 1}]},
}


def _value(read: Callable[[object], object]) -> Schema:
    """Return the schema of the values that a function reads from a tour file."""
    if schema := _VALUES.get(read):
        return schema
    words = inspect.getclosurevars(read).nonlocals["words"]
    if words is StageKind:
        spelled = {"type": "string", "pattern": f"^({_KIND})$"}
        return {"anyOf": [_words(words), spelled]}
    return _words(words)


def _rows(table: TableSchema, nested: Mapping[str, Schema] | None = None) -> Schema:
    """Return the JSON schema of a table of the tour file."""
    nested = nested or {}
    assert set(nested) == {*table.parts, *table.nested}
    fields = {key: _value(read) for key, read in table.fields.items()}
    return _table({**fields, **nested}, table.required, description=table.name)


_ROWS = {key: _rows(table) for key, table in reading.ROWS.items()}
_ROWS["ruling"]["oneOf"] = [{"required": ["bib"]}, {"required": ["team"]}]
_PARTS: Mapping[str, Schema] = {
    "time_limit": _table({unit: _whole() for unit in LimitUnit}),
    "counts": _table({name: {"type": "boolean"} for name in ClassificationName}),
    **{key: _list(row) for key, row in _ROWS.items()},
    "finish": {"type": "string"},
    **dict.fromkeys(("laps", "heats"), _list(_ORDER)),
    "eliminated": _ORDER,
    "crossings": {"type": "object", "additionalProperties": _ORDER},
    **{
        name: _by_name(_NAME if row.by_team else _BIB_TEXT, _whole())
        for name, row in COUNTS.items()
    },
    "lots": _table(dict.fromkeys(ClassificationName, _ORDER)),
}


def tour_file_schema() -> Schema:
    """Return the schema of a tour file."""
    rule = {"anyOf": [_PLAIN, _list(_PLAIN), {"$ref": "#/definitions/rules"}]}
    rules = {"type": "object", "additionalProperties": rule}
    ref = {"$ref": "#/definitions/rules"}
    riders = _list(_rows(reading.RIDER_SCHEMA))
    return _headed(
        "A peloton tour file",
        _table(
            {
                "tour": _rows(reading.TOUR_SCHEMA, {"options": ref, "rules": ref}),
                "team": _list(_rows(reading.TEAM_SCHEMA, {"rider": riders})),
                "rider": riders,
                "stage": _list(_rows(reading.STAGE_SCHEMA, _PARTS)),
            },
            ["tour"],
        ),
        definitions={"rules": rules},
    )


# score --json


def _type(hint: Any) -> Schema:  # noqa: ANN401 - a type
    """Return the schema of the values of a type."""
    if isinstance(hint, UnionType) or get_origin(hint) is not None:
        (only,) = (_type(each) for each in get_args(hint) if each is not type(None))
        types = {"type": [only["type"], "null"]}
        return (
            only | types | ({"enum": [*only["enum"], None]} if "enum" in only else {})
        )
    hint = getattr(hint, "__supertype__", hint)
    if issubclass(hint, StrEnum):
        return {"type": "string", "enum": [str(word) for word in hint]}
    return {"type": {str: "string", int: "integer", bool: "boolean"}[hint]}


def _row(fact: type, *keys: str, **renamed: str) -> Schema:
    """Return the schema of a row with these fields of a dataclass, or with all."""
    hints = get_type_hints(fact)
    fields = {renamed.get(key, key): _type(hints[key]) for key in keys or hints}
    return _table(fields, fields)


def _standing(who: str) -> Schema:
    lines = (TimeStanding, PointsStanding)
    return _list({"anyOf": [_row(line, who=who) for line in lines]})


_MAYBE_DATE = {"type": ["string", "null"]}
_MAYBE = {"type": ["integer", "null"]}
_INTEGER, _STRING = {"type": "integer"}, {"type": "string"}


def _stage() -> Schema:
    """Return the schema of a stage of the document."""
    section = {
        "kind": _type(SectionKind),
        "name": _STRING,
        "from": _MAYBE,
        "to": _MAYBE,
        "category": _type(Category | None),
    }
    always = {
        "number": _whole(1),
        "name": _STRING,
        "kind": _type(StageKind),
        "date": _MAYBE_DATE,
        "length": _MAYBE,
        "profile": _type(Profile | None),
        "sections": _list(_table(section, section)),
        "sprints": _list(_row(Sprint, "name", "at")),
        "result": _list(_row(StageLine, *document._RESULT.split())),  # noqa: SLF001 - its table
        "team_result": _list(
            _table(
                {
                    "rank": _whole(1),
                    "team": _STRING,
                    "time": _INTEGER,
                    "points": _INTEGER,
                },
                ["rank", "team"],
                oneOf=[{"required": ["time"]}, {"required": ["points"]}],
            )
        ),
        "jerseys": _list(_row(JerseyLine)),
    }
    award = ("classification", "place", "bib", "points")
    sometimes = {
        **{
            name: _standing("team" if name == "teams" else "bib")
            for name in map(str, ClassificationName)
        },
        "purse": _list(_row(PurseLine, "team", "earned", "balance")),
        "extra_turns": _list(_row(TurnLine, who="bib")),
        "attacks": _list(
            _table({"bib": _STRING, "count": _whole(1)}, ["bib", "count"])
        ),
        "team_turns": _list(_row(TurnLine, who="team")),
        "final_points": _list(
            _table(
                {
                    key: _STRING if key in ("classification", "bib") else _whole()
                    for key in award
                },
                award,
            )
        ),
    }
    return _table({**always, **sometimes}, always)


def _problem() -> Schema:
    row = _row(Problem, "stage", "bib", "code", "message")
    severity = {"type": "string", "enum": ["error", "warning"]}
    fields = {**row["properties"], "severity": severity}
    return _table(fields, fields)


def score_schema() -> Schema:
    """Return the schema of the document of `score --json`."""
    winners: dict[str, Schema] = {
        "by": {"enum": ["general", "points", "purse"]},
        "riders": _list(_STRING),
        "teams": _list(_STRING),
    }
    head: dict[str, Schema] = {
        "name": {"type": ["string", "null"]},
        "rulebook": {"type": ["string", "null"]},
        "unit": {"type": ["string", "null"]},
        "date": _MAYBE_DATE,
        "stages": _MAYBE,
        "over": {"type": "boolean"},
    }
    keys = {
        "tour": _table({**head, "winners": _table(winners, winners)}, head),
        "teams": _list(_row(Team, *document._TEAM.split())),  # noqa: SLF001 - its table
        "riders": _list(_row(Rider, *document._RIDER.split())),  # noqa: SLF001 - its table
        "stages": _list(_stage()),
        "problems": _list(_problem()),
    }
    return _headed("The document of peloton score --json", _table(keys, keys))


def _headed(title: str, schema: Schema, **more: object) -> Schema:
    head = {"$schema": "http://json-schema.org/draft-04/schema#", "title": title}
    return {**head, **schema, **more}


def now_schema() -> Schema:
    """Return the schema of `GET /now.json` at the live table."""
    schema = score_schema()
    live = {
        "stage": _whole(1),
        "complete": {"type": "boolean"},
        "still_out": _list(_STRING),
    }
    keys = {
        "live": {**_table(live, live), "type": ["object", "null"]},
        **schema["properties"],
        "stages": {**schema["properties"]["stages"], "maxItems": 1},
    }
    return _headed("The document of /now.json at the live table", _table(keys, keys))


SCHEMAS = {"tour-file": tour_file_schema, "score": score_schema, "now": now_schema}


def schema_text(name: str) -> str:
    """Return the text of a schema's file."""
    return json.dumps(SCHEMAS[name](), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for written in SCHEMAS:
        (FOLDER / f"{written}.json").write_text(schema_text(written), encoding="utf-8")
