"""Write a tour as a readable tour file, leaving out default values."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
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
    RULING_SCHEMA,
    STAGE_SCHEMA,
)
from peloton.rules.facts.fact_table import STAGE_FACTS, FactKind
from peloton.rules.facts.stage import Arrival, FinishLine, Stage, StartGroup
from peloton.rules.facts.tour import Tour


def tour_text(tour: Tour) -> str:
    """Write a tour file, from which `read_tour` reads the same tour."""
    # Imported late: writing a single stage does not need these schemas.
    from peloton.notation.tour_file.reading import (
        RIDER_SCHEMA,
        TEAM_SCHEMA,
        TOUR_SCHEMA,
    )

    riders_of: defaultdict[str | None, list[list[str]]] = defaultdict(list)
    for rider in tour.riders:
        header = "[[rider]]" if rider.team is None else "[[team.rider]]"
        riders_of[rider.team].append(_block(header, RIDER_SCHEMA, rider))
    blocks = chain(
        [_block("[tour]", TOUR_SCHEMA, tour)],
        _table("tour.options", tour.options) if tour.options else (),
        _table("tour.rules", tour.rules) if tour.rules else (),
        *(
            chain(
                [_block("[[team]]", TEAM_SCHEMA, team)],
                map(_indented, riders_of[team.code]),
            )
            for team in tour.teams
        ),
        riders_of[None],
        chain.from_iterable(_stage(stage) for stage in tour.stages),
    )
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


def _block(header: str, schema: TableSchema, fact: object) -> list[str]:
    """Write a fact as the lines of a TOML table, with its header."""
    return [header, *toml_pairs(fact_pairs(schema, fact))]


def _stage(stage: Stage) -> Iterator[list[str]]:
    """Write a stage: its course, finish and orders, then tables of its other facts."""
    lines = [*_course(stage)]
    blocks: list[list[str]] = []
    for name, fact in STAGE_FACTS.items():
        value = getattr(stage, name)
        if value and fact.kind in _LINES:
            lines += _LINES[fact.kind](fact.key, value)
        elif value:
            blocks += map(_indented, _BLOCKS[fact.kind](f"stage.{fact.key}", value))
    yield ["[[stage]]", *lines]
    yield from blocks


def _course(stage: Stage) -> Iterator[str]:
    pairs = dict(fact_pairs(STAGE_SCHEMA, stage))
    pairs |= {key: at for key in NESTED if (at := getattr(stage, key))}
    if "cancelled" in pairs:  # the reason for the cancellation is written last
        pairs["cancelled"] = pairs.pop("cancelled")
    yield from toml_pairs(pairs.items())
    for key, schema, _ in COURSE:
        if parts := getattr(stage, key):
            yield from _list(key, [_part(schema, part) for part in parts])


def _part(schema: TableSchema, part: object) -> Mapping[str, TomlValue]:
    pairs = dict(fact_pairs(schema, part))
    if isinstance(part, StartGroup):
        pairs["bibs"] = _order(part.bibs)
    return pairs


def _list(key: str, values: Iterable[TomlValue]) -> Iterator[str]:
    """Write a key whose value is a list, with one value per line."""
    yield from (f"{key} = [", *(f"  {toml_value(value)}," for value in values), "]")


def _finish(key: str, finish: Sequence[FinishLine]) -> Iterator[str]:
    yield f'{key} = """'
    yield from map(toml_escaped, finish_text(finish).splitlines())
    yield '"""'


def _orders(key: str, orders: Iterable[Sequence[str]]) -> Iterator[str]:
    return _list(key, map(_order, orders))


def _order(order: Sequence[str]) -> TomlValue:
    """Write an order of riders as one string, or as a list if a name has a space."""
    text = " ".join(order)
    return text if text.split() == list(order) else tuple(order)


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _table(key: str, values: Mapping[str, TomlValue]) -> Iterator[list[str]]:
    yield [f"[{key}]", *toml_pairs(values.items())]


def _order_table(key: str, orders: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    return _table(key, {name: _order(order) for name, order in orders.items()})


def _tables(schema: TableSchema) -> Callable[[str, Any], Iterator[list[str]]]:
    return lambda key, facts: (_block(f"[[{key}]]", schema, fact) for fact in facts)


_LINES: Mapping[FactKind, Callable[[str, Any], Iterator[str]]] = {
    FactKind.FINISH: _finish,
    FactKind.ORDERS: _orders,
    FactKind.ORDER: lambda key, order: toml_pairs([(key, _order(order))]),
}
"""For each kind of fact in a key of `[[stage]]`: its writing function."""
_BLOCKS: Mapping[FactKind, Callable[[str, Any], Iterator[list[str]]]] = {
    FactKind.CROSSINGS: _order_table,
    FactKind.RULINGS: _tables(RULING_SCHEMA),
    FactKind.COUNTS: _table,
    FactKind.TEAM_COUNTS: _table,
    FactKind.OFFERS: _tables(OFFER_SCHEMA),
    FactKind.LOTS: _order_table,
}
"""For each kind of fact in its own tables after `[[stage]]`: its writing function."""
