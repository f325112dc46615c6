"""Examples of the lines that can be typed for a stage, with their meanings.

They are shown in the help of the desk and at the prompt, and on entry forms. Both parts
of an example are messages, which are translated when they are shown.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from peloton.errors import PelotonError
from peloton.notation.desk.lines import course_labels, find_label, first_turn
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import LimitUnit, StageKind
from peloton.rules.facts.stage import Stage, lap_label
from peloton.rules.ghosts import GhostDecks
from peloton.rules.rulebook.rulebook import Rulebook

Example = tuple[str, str]
"""A desk line, and its meaning."""

_ORDERS = {
    StageKind.POINTS_RACE: "order over the line on the next lap",
    StageKind.SPRINT: "next heat, winner first",
    StageKind.ELIMINATION: "riders eliminated, first out first",
}


def line_examples(
    stage: Stage, rulebook: Rulebook, decks: GhostDecks
) -> Iterator[Example]:
    """Yield an example of each kind of line that can be typed for a stage."""
    mark = rulebook.mark
    if stage.kind.timed:
        yield from mark.desk_examples
        short = mark.desk_examples[0][0][2:] if mark.short else ""
        yield f"(4 7 9){short}", "a group with the same time, in this order"
    yield "DNF 4 15", "out of the race; also DNS, DSQ, OTL"
    yield "ABS 7", "absent on this stage only"
    if first_turn(stage, mark)[0] is not None:
        yield "an empty line", "start the next turn"
        yield "@14", "set the turn to 14"
        if stage.kind.against_the_clock:
            yield ".12 7", "count a turn for 12 and for 7"
    yield from other_examples(stage, rulebook)
    yield "=general ?", "draw lots among the tied riders"
    ghosts, owner = decks.ghosts.values(), next(iter(decks.ghosts), "")
    if ghosts:
        yield "?", "draw a turn of the ghosts; delete the line to put the cards back"
    if any("/" in card for ghost in ghosts for card in ghost.pile):
        yield "2/9", "the front rider moves 2, then the one behind 9"
    if any(ghost.way.bottles for ghost in ghosts):
        yield f"?+ {owner}", "shuffle a bottle card into its deck"
        yield "?b 3 2", "players took bottles 3 and 2"
    if any(ghost.way.exhaustion for ghost in ghosts):
        yield f"?- {owner}", "give it an exhaustion card"
    if any(len(ghost.way.play) > 1 for ghost in ghosts):
        yield f"?c {owner}", "it climbs from here; ?d descends, ?s sprints, ?f flat"
    yield "# text", "a remark"


def other_examples(stage: Stage, rulebook: Rulebook) -> Iterator[Example]:
    """Yield examples of the lines other than the finish that the game has."""
    if stage.kind in _ORDERS:
        yield "1 5 7", _ORDERS[stage.kind]
    if labels := course_labels(stage):
        yield f"{_shortest(labels)}:4 1 12", f"order over {labels[0]}"
    if stage.kind is StageKind.CRITERIUM:
        yield "l1:4 1 12", f"order over {lap_label(1)}"
    for row in COUNTS.values():
        if rulebook.uses(row.needed_by):
            number = rulebook.number("extra_turns.attack")
            yield row.example, row.meaning.format(number=number)
    yield (
        "!7 +20 why",
        "ruling: 20 seconds penalty; -20 is a bonus, +2p deducts 2 points",
    )
    limits = (f"time_limit.{unit}" for unit in LimitUnit)
    if any(map(rulebook.on_stage(stage).number, limits)):
        yield "!7 reinstated why", "7 is over the time limit but stays in the race"
    if rulebook.flag("money.premiums") and rulebook.number("money.offer"):
        yield "$MOL 50 Muur 2", "team MOL offers 50 for place 2 at Muur"
    yield "=general 12 4", "lots drawn: 12 before 4"


def _shortest(labels: Sequence[str]) -> str:
    """Return what can be typed for the first label: a letter if it fits no other."""
    letter = labels[0][:1].casefold()
    with suppress(PelotonError):
        if find_label(letter, labels) == labels[0]:
            return letter
    return "1"
