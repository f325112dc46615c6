"""A table of all facts that can be recorded on a stage.

Code that reads, stores or prints the facts of a stage loops over this table. All other
fields of a stage except `cancelled` describe its course.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.stage import Arrival, FinishLine, Stage, Unplaced
from peloton.rules.facts.startlist import KEY, Bib
from peloton.rules.words import Phrase, phrase


class CountedFact(NamedTuple):
    """How the counts of riders (or teams, if `by_team`) are written and displayed.

    A text line typed at the desk begins with `sign`. `example` is such a line,
    `meaning` explains the example, and `title` is the name of the count. A game uses
    the count only if its rulebook uses the value or classification `needed_by`. Each
    unit is a point in the classification `towards`, if given. If `is_final`, the text
    line states the final number: `7 2` means 2 for rider 7. Otherwise text lines add
    up: `12 7*2` adds 1 for rider 12 and 2 for rider 7.
    """

    sign: str
    example: str
    meaning: str
    title: Phrase
    needed_by: str
    towards: ClassificationName | None = None
    is_final: bool = False
    by_team: bool = False


def without_results(stage: Stage) -> Stage:
    """Return a copy of the stage without results; `cancelled` is unchanged."""
    bare = type(stage)()
    empty: dict[str, Any] = {name: getattr(bare, name) for name in STAGE_FACTS}
    return replace(stage, **empty)


def with_bibs(stage: Stage, new: Mapping[Bib, Bib]) -> Stage:
    """Return a copy of the stage with a `new` bib for each rider.

    Riders without a new bib and duplicate bibs are removed.
    """

    def order(bibs: Iterable[Bib]) -> tuple[Bib, ...]:
        return tuple(dict.fromkeys(new[bib] for bib in bibs if bib in new))

    finish, seen = list[FinishLine](), set[Bib]()
    for line in stage.finish:
        bibs = tuple(bib for bib in order(line.bibs) if bib not in seen)
        seen.update(bibs)
        if bibs and isinstance(line, Arrival):
            finish.append(Arrival(bibs, line.mark))
        elif bibs and isinstance(line, Unplaced):
            finish.append(replace(line, bib=bibs[0]))
    counts: dict[str, Any] = {
        name: {new[b]: n for b, n in getattr(stage, name).items() if b in new}
        for name, row in COUNTS.items()
        if not row.by_team
    }
    return replace(
        stage,
        finish=tuple(finish),
        laps=tuple(map(order, stage.laps)),
        heats=tuple(filter(None, map(order, stage.heats))),
        eliminated=order(stage.eliminated),
        crossings={label: order(bibs) for label, bibs in stage.crossings.items()},
        rulings=tuple(
            replace(ruling, bib=ruling.bib and new[ruling.bib])
            for ruling in stage.rulings
            if ruling.bib is None or ruling.bib in new
        ),
        **counts,
    )


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
        meaning="12 and 7 attacked; extra turns used by each: {number}",
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

_NAMES = (
    *("finish", "laps", "heats", "eliminated", "crossings", "rulings"),
    *(*COUNTS, "offers", "lots"),
)
_FIELDS = {field.name: field for field in fields(Stage)}
STAGE_FACTS: dict[str, str] = {
    name: _FIELDS[name].metadata.get(KEY, name) for name in _NAMES
}
"""The key in a tour file of each fact of a stage, in the order of the file."""


def fact_of_sign(sign: str, *, teams: bool = False) -> str:
    """Return the name of the count whose lines begin with `sign`; "" if there is none.

    A count of riders and a count of teams may share a sign; `teams` selects the latter.
    """
    names = (n for n, row in COUNTS.items() if (row.sign, row.by_team) == (sign, teams))
    return next(names, "")
