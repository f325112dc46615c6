"""A tour as a file, laid out for reading: only what differs from what goes unsaid."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from peloton.notation.toml.write import (
    TomlPairs,
    TomlValue,
    inline_table,
    inline_tables,
    toml_escaped,
    toml_pairs,
    toml_value,
)
from peloton.rules.facts.kinds import StageKind
from peloton.rules.facts.seen import SEEN, Kind
from peloton.rules.facts.stage import (
    Arrival,
    FinishLine,
    Offer,
    Ruling,
    Section,
    Sprint,
    Stage,
    StartGroup,
    lap_label,
)
from peloton.rules.facts.startlist import Rider, Team
from peloton.rules.facts.tour import Tour


def tour_text(tour: Tour) -> str:
    """Write a tour as a tour file; reading it gives the same tour."""
    header: TomlPairs = (
        ("name", tour.name),
        ("rulebook", tour.rulebook),
        ("date", tour.date),
        ("language", tour.language or None),
    )
    blocks = chain(
        [["[tour]", *toml_pairs(header)]],
        [["[tour.options]", *toml_pairs(tour.options.items())]] if tour.options else [],
        [["[tour.rules]", *toml_pairs(tour.rules.items())]] if tour.rules else [],
        chain.from_iterable(_team(team, tour.riders) for team in tour.teams),
        (["[[rider]]", *_rider(r)] for r in tour.riders if r.team is None),
        chain.from_iterable(_stage(stage) for stage in tour.stages),
    )
    return _joined(blocks)


def stage_text(stage: Stage) -> str:
    """Write one stage as it stands in a tour file."""
    return _joined(_stage(stage))


def _joined(blocks: Iterable[Iterable[str]]) -> str:
    """Write blocks of lines, an empty line after each."""
    return "\n".join(line for block in blocks for line in (*block, ""))


def finish_text(finish: Iterable[FinishLine]) -> str:
    """Write result lines, the marks under one another; each line ends in a newline."""
    rows = [_finish_row(line) for line in finish]
    width = max((len(riders) for riders, mark in rows if mark), default=0) + 2
    return "".join(f"{r.ljust(width)}{m}\n" if m else f"{r}\n" for r, m in rows)


def crossings_text(crossings: Mapping[str, Sequence[str]]) -> str:
    """Write the order over each line of a stage: `Muur: 4 1 12`, one to a line."""
    return "".join(f"{label}: {' '.join(o)}\n" for label, o in crossings.items())


def orders_text(stage: Stage) -> str:
    """Write the laps or heats of a stage, `Lap 1: 1 5 7`, and who was eliminated."""
    named: list[tuple[str, Sequence[str]]] = [
        *((lap_label(number), lap) for number, lap in enumerate(stage.laps, 1)),
        *((f"Heat {number}", heat) for number, heat in enumerate(stage.heats, 1)),
    ]
    if stage.eliminated:
        named.append(("Eliminated", stage.eliminated))
    return "".join(f"{label}: {' '.join(order)}\n" for label, order in named)


def together(bibs: Sequence[str]) -> str:
    """Write the riders of a line of arrival, a group in brackets."""
    return bibs[0] if len(bibs) == 1 else f"({' '.join(bibs)})"


def _finish_row(line: FinishLine) -> tuple[str, str]:
    """Return a result line in its two columns: the riders and their mark."""
    if isinstance(line, Arrival):
        return together(line.bibs), str(line.mark)
    if line.mark is None:
        return f"{line.reason} {line.bib}", ""
    return line.bib, f"{line.mark} {line.reason}"


def _team(team: Team, riders: Iterable[Rider]) -> Iterator[list[str]]:
    yield [
        "[[team]]",
        *toml_pairs(
            (
                ("code", team.code),
                ("name", team.name or None),
                ("player", team.player or None),
                ("colour", team.colour or None),
            )
        ),
    ]
    for rider in riders:
        if rider.team == team.code:
            yield _indented(["[[team.rider]]", *_rider(rider)])


def _rider(rider: Rider) -> Iterator[str]:
    return toml_pairs(
        (
            ("bib", rider.bib),
            ("name", rider.name or None),
            ("type", rider.type),
            ("captain", rider.captain or None),
            ("young", rider.young or None),
            ("neutral", rider.neutral or None),
        )
    )


def _stage(stage: Stage) -> Iterator[list[str]]:
    """Write a stage: its course and finish, then a table for each thing besides."""
    lines = [*_course(stage)]
    blocks: list[list[str]] = []
    for name, fact in SEEN.items():
        value = getattr(stage, name)
        if value and fact.kind in _LINES:
            lines += _LINES[fact.kind](fact.key, value)
        elif value:
            blocks += map(_indented, _BLOCKS[fact.kind](f"stage.{fact.key}", value))
    yield ["[[stage]]", *lines]
    yield from blocks


def _course(stage: Stage) -> Iterator[str]:
    yield from toml_pairs(
        (
            ("name", stage.name or None),
            ("kind", None if stage.kind is StageKind.ROAD else str(stage.kind)),
            ("profile", stage.profile),
            ("length", stage.length),
            ("date", stage.date),
            ("points", stage.points),
            ("bonus", stage.bonus),
        )
    )
    if stage.counts:
        yield f"counts = {inline_table(stage.counts.items())}"
    yield from toml_pairs([("cancelled", stage.cancelled or None)])
    yield from inline_tables("sections", map(_section, stage.sections))
    yield from inline_tables("sprints", map(_sprint, stage.sprints))
    yield from inline_tables("start", map(_start, stage.start))


def _section(section: Section) -> TomlPairs:
    return (
        ("kind", str(section.kind)),
        ("name", section.name or None),
        ("from", section.start),
        ("to", section.end),
        ("category", section.category),
        ("points", section.points),
        ("bonus", section.bonus),
    )


def _sprint(sprint: Sprint) -> TomlPairs:
    return (
        ("name", sprint.name or None),
        ("at", sprint.at),
        ("points", sprint.points),
        ("bonus", sprint.bonus),
    )


def _start(group: StartGroup) -> TomlPairs:
    return (("bibs", _order(group.bibs)), ("lead", group.lead))


def _finish(key: str, finish: Sequence[FinishLine]) -> Iterator[str]:
    yield f'{key} = """'
    yield from map(toml_escaped, finish_text(finish).splitlines())
    yield '"""'


def _orders(key: str, orders: Iterable[Sequence[str]]) -> Iterator[str]:
    """Write laps and heats an order to a line."""
    lines = [f"  {toml_value(_order(order))}," for order in orders]
    yield from (f"{key} = [", *lines, "]")


def _ruling(ruling: Ruling) -> Iterator[str]:
    return toml_pairs(
        (
            ("bib", ruling.bib),
            ("team", ruling.team),
            ("seconds", ruling.seconds or None),
            ("points", ruling.points or None),
            ("mountains", ruling.mountains or None),
            ("reason", ruling.reason),
        )
    )


def _offer(offer: Offer) -> Iterator[str]:
    return toml_pairs(
        (
            ("team", offer.team),
            ("amount", offer.amount),
            ("for", offer.target),
            ("place", None if offer.place == 1 else offer.place),
        )
    )


def _order(order: Sequence[str]) -> TomlValue:
    """Write an order in one string, or as a list where a name holds a space."""
    together = " ".join(order)
    return together if together.split() == list(order) else tuple(order)


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _table(key: str, pairs: TomlPairs) -> Iterator[list[str]]:
    yield [f"[{key}]", *toml_pairs(pairs)]


def _order_table(key: str, orders: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    return _table(key, ((str(name), _order(order)) for name, order in orders.items()))


def _tables(
    write: Callable[[Any], Iterator[str]],
) -> Callable[[str, Any], Iterator[list[str]]]:
    return lambda key, facts: ([f"[[{key}]]", *write(each)] for each in facts)


_LINES: Mapping[Kind, Callable[[str, Any], Iterator[str]]] = {
    Kind.FINISH: _finish,
    Kind.ORDERS: _orders,
    Kind.HEATS: _orders,
    Kind.ORDER: lambda key, order: toml_pairs([(key, _order(order))]),
}
"""What writes a fact of a kind among the lines of its stage."""
_BLOCKS: Mapping[Kind, Callable[[str, Any], Iterator[list[str]]]] = {
    Kind.CROSSINGS: _order_table,
    Kind.RULINGS: _tables(_ruling),
    Kind.COUNTS: lambda key, counts: _table(key, counts.items()),
    Kind.OFFERS: _tables(_offer),
    Kind.LOTS: _order_table,
}
"""What writes a fact of a kind in tables of its own, below them."""
