"""A table of all facts that can be recorded on a stage.

Code that reads, stores or prints the facts of a stage loops over this table. All other
fields of a stage except `cancelled` describe its course. `peloton.notation` defines how
a fact is read and written, depending on its kind or its entry in `COUNTS`.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Arrival, FinishLine, Stage
from peloton.rules.facts.startlist import Bib
from peloton.rules.words import Phrase, phrase

FactPath = tuple[str | int, ...]
"""A path of keys and indices within a fact."""


class FactKind(StrEnum):
    """The shapes a fact can have. An order lists bibs in the order across the line."""

    FINISH = "result lines"
    ORDER = "an order"
    ORDERS = "a list of orders"
    HEATS = "a list of orders that are not empty"
    CROSSINGS = "orders by label"
    RULINGS = "rulings"
    COUNTS = "a number for each rider"
    TEAM_COUNTS = "a number for each team"
    OFFERS = "offers"
    LOTS = "orders by classification"


class CountedFact(NamedTuple):
    """How a count per rider (or per team, if `by_team`) is written and displayed.

    At the desk, `sign` begins a line that records the count; `example` is such a line,
    and `meaning` explains it. On an entry form, `title` heads its column. A game uses
    the count only if its rulebook uses the value or classification `needed_by`
    (`Rulebook.uses`). If `towards` is given, each unit counted is a point in that
    classification. If `is_final`, a line states the final number: `7 2` means 2 for
    rider 7. Otherwise the lines add up: `12 7*2` adds 1 for rider 12 and 2 for rider 7.
    """

    sign: str
    example: str
    meaning: str
    title: Phrase
    needed_by: str
    towards: ClassificationName | None = None
    is_final: bool = False
    by_team: bool = False


class Fact(NamedTuple):
    """A fact of a stage: its key in a tour file, kind and, for a count, notation."""

    key: str
    kind: FactKind
    counted: CountedFact | None = None


def without_results(stage: Stage) -> Stage:
    """Return a copy of the stage with its course but without results."""
    bare = type(stage)()
    empty: dict[str, Any] = {name: getattr(bare, name) for name in STAGE_FACTS}
    return replace(stage, cancelled="", **empty)


def without_unknown_bibs(stage: Stage, racing: Container[Bib]) -> Stage:
    """Return a copy of the stage with non-racing riders and duplicate bibs removed."""
    filtered: dict[str, Any] = {
        name: _FILTERS[fact.kind](getattr(stage, name), racing)
        for name, fact in STAGE_FACTS.items()
    }
    return replace(stage, **filtered)


def named_bibs(stage: Stage) -> Iterator[tuple[FactPath, Iterable[Bib]]]:
    """Yield each bib on a stage, with the key path where it is recorded."""
    for name, fact in STAGE_FACTS.items():
        if value := getattr(stage, name):
            yield from _BIBS[fact.kind]((fact.key,), value)


def _order(bibs: Iterable[Bib], racing: Container[Bib]) -> tuple[Bib, ...]:
    return tuple(dict.fromkeys(bib for bib in bibs if bib in racing))


def _orders(
    orders: Iterable[Iterable[Bib]], racing: Container[Bib]
) -> tuple[tuple[Bib, ...], ...]:
    return tuple(_order(order, racing) for order in orders)


def _lines(
    finish: Iterable[FinishLine], racing: Container[Bib]
) -> tuple[FinishLine, ...]:
    seen: set[Bib] = set()
    lines: list[FinishLine] = []
    for line in finish:
        bibs = tuple(b for b in line.bibs if b in racing and b not in seen)
        seen.update(bibs)
        if bibs and isinstance(line, Arrival):
            lines.append(Arrival(bibs, line.mark))
        elif bibs:
            lines.append(line)
    return tuple(lines)


_NamedBibs = Iterable[tuple[FactPath, Iterable[Bib]]]


def _in_orders(at: FactPath, orders: Iterable[Iterable[Bib]]) -> _NamedBibs:
    return ((at, order) for order in orders)


def _by_label(at: FactPath, orders: Mapping[str, Iterable[Any]]) -> _NamedBibs:
    return (((*at, label), order) for label, order in orders.items())


_BIBS: Mapping[FactKind, Callable[[FactPath, Any], _NamedBibs]] = {
    FactKind.FINISH: lambda at, lines: [(at, [b for line in lines for b in line.bibs])],
    FactKind.ORDER: lambda at, order: _in_orders(at, [order]),
    FactKind.ORDERS: _in_orders,
    FactKind.HEATS: _in_orders,
    FactKind.CROSSINGS: _by_label,
    FactKind.RULINGS: lambda at, rulings: (
        ((*at, n), [r.bib]) for n, r in enumerate(rulings) if r.bib is not None
    ),
    FactKind.COUNTS: lambda at, counts: (((*at, bib), [bib]) for bib in counts),
    FactKind.TEAM_COUNTS: lambda _, __: (),
    FactKind.OFFERS: lambda _, __: (),
    # Lots for teams list team codes, not bibs.
    FactKind.LOTS: lambda at, lots: _by_label(
        at, {n: drawn for n, drawn in lots.items() if n is not ClassificationName.TEAMS}
    ),
}
"""For each kind of fact, the function that yields its bibs with their key paths."""
_FILTERS: Mapping[FactKind, Callable[[Any, Container[Bib]], Any]] = {
    FactKind.FINISH: _lines,
    FactKind.ORDER: _order,
    FactKind.ORDERS: _orders,
    FactKind.HEATS: lambda heats, racing: tuple(filter(None, _orders(heats, racing))),
    FactKind.CROSSINGS: lambda crossings, racing: {
        label: _order(bibs, racing) for label, bibs in crossings.items()
    },
    FactKind.RULINGS: lambda rulings, racing: tuple(
        ruling for ruling in rulings if ruling.bib is None or ruling.bib in racing
    ),
    FactKind.COUNTS: lambda counts, racing: {
        bib: count for bib, count in counts.items() if bib in racing
    },
    FactKind.TEAM_COUNTS: lambda counts, _: counts,
    FactKind.OFFERS: lambda offers, _: offers,
    FactKind.LOTS: lambda lots, _: lots,
}
"""For each kind of fact, the function that removes riders who are not racing."""

COUNTS: dict[str, CountedFact] = {
    "extra_turns": CountedFact(
        sign="+",
        example="+12 7*2",
        meaning="12 used one extra turn, 7 used two",
        title=phrase("Extra turns without attacks"),
        needed_by="extra_turns.lines",
    ),
    "attacks": CountedFact(
        sign="*",
        example="*12 7",
        meaning="12 and 7 attacked, using two extra turns each",
        title=phrase("Attacks"),
        needed_by="extra_turns.lines",
    ),
    "team_turns": CountedFact(
        sign="+",
        example="+MOL*2",
        meaning="a rider of MOL used two of the team's extra turns",
        title=phrase("Extra turns used"),
        needed_by="extra_turns.team",
        by_team=True,
    ),
    "cards": CountedFact(
        sign="&",
        example="&7 2",
        meaning="7 holds 2 cards at the end",
        title=phrase("Cards held at the end"),
        needed_by="cards.kind",
        is_final=True,
    ),
    "combativity": CountedFact(
        sign=">",
        example=">12 7",
        meaning="12 and 7 share the lead after a turn",
        title=phrase("Combativity"),
        needed_by="combativity.active",
        towards=ClassificationName.ACTIVE,
    ),
    "votes": CountedFact(
        sign="%",
        example="%12 7*2",
        meaning="12 has one vote as the most combative rider, 7 has two",
        title=phrase("Votes"),
        needed_by="votes.combative",
        towards=ClassificationName.COMBATIVE,
    ),
}
"""The counts for riders or teams, keyed by the name of the fact."""

STAGE_FACTS: dict[str, Fact] = {
    "finish": Fact("finish", FactKind.FINISH),
    "laps": Fact("laps", FactKind.ORDERS),
    "heats": Fact("heats", FactKind.HEATS),
    "eliminated": Fact("eliminated", FactKind.ORDER),
    "crossings": Fact("crossings", FactKind.CROSSINGS),
    "rulings": Fact("ruling", FactKind.RULINGS),
    **{
        name: Fact(name, FactKind.TEAM_COUNTS if row.by_team else FactKind.COUNTS, row)
        for name, row in COUNTS.items()
    },
    "offers": Fact("offer", FactKind.OFFERS),
    "lots": Fact("lots", FactKind.LOTS),
}
"""The facts of a stage, keyed by field name, in the order of a tour file."""


def counted_signs(uses: Callable[[str], bool]) -> dict[str, list[str]]:
    """Map each sign that begins a line at the desk to the game's counts with that sign.

    `uses` is the method of the game's rulebook (`Rulebook.uses`).
    """
    signs: dict[str, list[str]] = {}
    for name, row in COUNTS.items():
        if uses(row.needed_by):
            signs.setdefault(row.sign, []).append(name)
    return signs


def fact_of_sign(sign: str, *, teams: bool = False) -> str:
    """Return the name of the count whose desk lines begin with the given sign.

    With `teams`, only counts for teams are considered. Returns "" if there is none.
    """
    names = (n for n, row in COUNTS.items() if (row.sign, row.by_team) == (sign, teams))
    return next(names, "")
