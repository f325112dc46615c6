"""Write a tour as a readable tour file, leaving out default values."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from peloton.notation.toml.schema import TableSchema
from peloton.notation.toml.writing import (
    TomlValue,
    fact_pairs,
    toml_escaped,
    toml_pairs,
    toml_value,
)
from peloton.notation.tour_file.reading import (
    RIDER_SCHEMA,
    ROWS,
    STAGE_SCHEMA,
    TEAM_SCHEMA,
    TOUR_SCHEMA,
)
from peloton.rules.facts.fact_table import STAGE_FACTS
from peloton.rules.facts.stage import Arrival, FinishLine, Stage
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


def _joined(blocks: Iterable[Iterable[str]]) -> str:
    """Join blocks of lines to a string, with an empty line after each block."""
    return "\n".join(line for block in blocks for line in (*block, ""))


def finish_text(finish: Iterable[FinishLine]) -> str:
    """Write result lines with aligned marks; each line ends in a newline."""
    rows = [_finish_row(line) for line in finish]
    width = max((len(riders) for riders, mark in rows if mark), default=0) + 2
    return "".join(f"{r.ljust(width)}{m}\n" if m else f"{r}\n" for r, m in rows)


def _finish_row(line: FinishLine) -> tuple[str, str]:
    """Return the two columns of a result line in a tour file: riders and mark."""
    if isinstance(line, Arrival):
        group = f"({' '.join(line.bibs)})"
        return line.bibs[0] if len(line.bibs) == 1 else group, str(line.mark)
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
    lines, blocks = ["[[stage]]"], list[list[str]]()
    for key, value in fact_pairs(STAGE_SCHEMA, stage):
        plain = _plain(value, ROWS.get(key))
        is_result = key in STAGE_FACTS.values()
        if is_result and isinstance(plain, dict):
            blocks.append(_block(f"[stage.{key}]", plain.items()))
        elif is_result and key in ROWS:
            blocks += (_block(f"[[stage.{key}]]", row.items()) for row in plain)
        elif isinstance(plain, list):
            lines += [f"{key} = [", *(f"  {toml_value(item)}," for item in plain), "]"]
        elif key == "finish":
            text = finish_text(value)
            lines += ('finish = """', *map(toml_escaped, text.splitlines()), '"""')
        else:
            lines += toml_pairs([(key, plain)])
    return [lines, *map(_indented, blocks)]


def _plain(value: Any, rows: TableSchema | None = None) -> Any:  # noqa: ANN401 - a fact
    """Convert a fact for TOML; orders become strings, `rows` become tables."""
    if rows is not None:
        return [_table(rows, row) for row in value]
    if isinstance(value, Mapping):
        return {k: _order(v) if isinstance(v, tuple) else v for k, v in value.items()}
    first = value[0] if isinstance(value, tuple) and value else None
    if isinstance(first, tuple):
        return [*map(_order, value)]
    return _order(value) if isinstance(first, str) else value


def _table(schema: TableSchema, fact: object) -> dict[str, TomlValue]:
    return {key: _plain(value) for key, value in fact_pairs(schema, fact)}


def _order(order: Sequence[str]) -> TomlValue:
    """Write an order of riders as one string, or as a list if a name has a space."""
    text = " ".join(order)
    return text if text.split() == list(order) else tuple(order)
