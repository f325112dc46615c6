"""Write a tour as a readable tour file, leaving out default values."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from peloton.notation.toml.schema import (
    TableSchema,
    TomlValue,
    fact_pairs,
    toml_escaped,
    toml_pairs,
    toml_value,
)
from peloton.notation.tour_file.reading import (
    COURSE,
    NESTED,
    OFFER_SCHEMA,
    RIDER_SCHEMA,
    RULING_SCHEMA,
    STAGE_SCHEMA,
    TEAM_SCHEMA,
    TOUR_SCHEMA,
)
from peloton.rules.facts.fact_table import STAGE_FACTS, FactKind
from peloton.rules.facts.stage import Arrival, FinishLine, Stage, StartGroup
from peloton.rules.facts.tour import Tour


def tour_text(tour: Tour) -> str:
    """Write a tour file, from which `read_tour` reads the same tour."""
    riders_of: defaultdict[str | None, list[list[str]]] = defaultdict(list)
    for rider in tour.riders:
        header = "[[rider]]" if rider.team is None else "[[team.rider]]"
        riders_of[rider.team].append(_block(header, fact_pairs(RIDER_SCHEMA, rider)))
    blocks = [_block("[tour]", fact_pairs(TOUR_SCHEMA, tour))]
    for key, values in (("options", tour.options), ("rules", tour.rules)):
        if values:
            blocks.append(_block(f"[tour.{key}]", values.items()))
    for team in tour.teams:
        blocks.append(_block("[[team]]", fact_pairs(TEAM_SCHEMA, team)))
        blocks += map(_indented, riders_of[team.code])
    blocks += riders_of[None]
    for stage in tour.stages:
        blocks += _stage(stage)
    return _joined(blocks)


def stage_text(stage: Stage) -> str:
    """Write one stage of a tour file."""
    return _joined(_stage(stage))


def differing_lines(before: list[str], after: list[str]) -> list[str]:
    """Return the lines that differ between two texts: `-` if removed, `+` if added."""
    # Imported late: difflib is slow to import and rarely needed.
    from difflib import unified_diff

    lines = list(unified_diff(before, after, lineterm="", n=0))[2:]
    return [line for line in lines if not line.startswith("@@")]


def _joined(blocks: Iterable[Iterable[str]]) -> str:
    """Join blocks of lines to a string, with an empty line after each block."""
    return "\n".join(line for block in blocks for line in (*block, ""))


def finish_text(finish: Iterable[FinishLine]) -> str:
    """Write result lines with aligned marks; each line ends in a newline."""
    rows = [_finish_row(line) for line in finish]
    width = max((len(riders) for riders, mark in rows if mark), default=0) + 2
    return "".join(f"{r.ljust(width)}{m}\n" if m else f"{r}\n" for r, m in rows)


def _riders(bibs: Sequence[str]) -> str:
    """Write the riders on a result line, in brackets if they are a group."""
    return bibs[0] if len(bibs) == 1 else f"({' '.join(bibs)})"


def _finish_row(line: FinishLine) -> tuple[str, str]:
    """Return the two columns of a result line in a tour file: riders and mark."""
    if isinstance(line, Arrival):
        return _riders(line.bibs), str(line.mark)
    if line.mark is None:
        return f"{line.reason} {line.bib}", ""
    return line.bib, f"{line.mark} {line.reason}"


def _block(header: str, pairs: Iterable[tuple[str, TomlValue]]) -> list[str]:
    """Write the lines of a TOML table, with its header."""
    return [header, *toml_pairs(pairs)]


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _stage(stage: Stage) -> list[list[str]]:
    """Write a stage: its course, finish and orders, then tables of its other facts."""
    lines = [*_course(stage)]
    blocks: list[list[str]] = []
    for name, fact in STAGE_FACTS.items():
        if not getattr(stage, name):
            continue
        plain = _PLAIN[fact.kind](getattr(stage, name))
        if isinstance(plain, Mapping):
            blocks.append(_block(f"[stage.{fact.key}]", plain.items()))
        elif fact.kind in {FactKind.RULINGS, FactKind.OFFERS}:
            blocks += (_block(f"[[stage.{fact.key}]]", pairs) for pairs in plain)
        else:
            lines += _lines(fact.key, plain)
    return [["[[stage]]", *lines], *map(_indented, blocks)]


def _course(stage: Stage) -> Iterator[str]:
    pairs = dict(fact_pairs(STAGE_SCHEMA, stage))
    pairs |= {key: at for key in NESTED if (at := getattr(stage, key))}
    if "cancelled" in pairs:  # the reason for the cancellation is written last
        pairs["cancelled"] = pairs.pop("cancelled")
    yield from toml_pairs(pairs.items())
    for key, schema in COURSE.items():
        if parts := getattr(stage, key):
            yield from _lines(key, [_part(schema, part) for part in parts])


def _part(schema: TableSchema, part: object) -> Mapping[str, TomlValue]:
    pairs = dict(fact_pairs(schema, part))
    if isinstance(part, StartGroup):
        pairs["bibs"] = _order(part.bibs)
    return pairs


def _lines(key: str, value: Any) -> Iterator[str]:  # noqa: ANN401 - a list or a value
    """Write a key of a stage, with each item of a list on a line of its own."""
    if isinstance(value, list):
        yield from (f"{key} = [", *(f"  {toml_value(item)}," for item in value), "]")
    elif isinstance(value, str) and "\n" in value:
        yield from (f'{key} = """', *map(toml_escaped, value.splitlines()), '"""')
    else:
        yield from toml_pairs([(key, value)])


def _order(order: Sequence[str]) -> TomlValue:
    """Write an order of riders as one string, or as a list if a name has a space."""
    text = " ".join(order)
    return text if text.split() == list(order) else tuple(order)


def _orders_by_name(orders: Mapping[str, Sequence[str]]) -> dict[str, TomlValue]:
    return {name: _order(order) for name, order in orders.items()}


_PLAIN: Mapping[FactKind, Callable[[Any], Any]] = {
    FactKind.FINISH: finish_text,
    FactKind.ORDERS: lambda orders: [*map(_order, orders)],
    FactKind.ORDER: _order,
    FactKind.CROSSINGS: _orders_by_name,
    FactKind.RULINGS: lambda rulings: [fact_pairs(RULING_SCHEMA, r) for r in rulings],
    FactKind.COUNTS: dict,
    FactKind.TEAM_COUNTS: dict,
    FactKind.OFFERS: lambda offers: [fact_pairs(OFFER_SCHEMA, o) for o in offers],
    FactKind.LOTS: _orders_by_name,
}
"""For each kind of fact, the function that converts it to a TOML value."""
