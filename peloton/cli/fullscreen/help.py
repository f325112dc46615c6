"""Lay out the help of the desk: what to type on this stage, and the keys."""

from collections.abc import Iterator

from peloton.cli.fullscreen.rows import ScreenRow, pad_to_width, wrapped_words
from peloton.cli.fullscreen.views import Panel
from peloton.cli.support.output import say
from peloton.desk.state import StageAtDesk
from peloton.rules.facts.fact_table import COUNTS
from peloton.rules.facts.kinds import LimitUnit, StageKind

_Line = tuple[str, str]
"""What to type, as a desk line or a key, and its meaning."""

_ORDERS = {
    StageKind.POINTS_RACE: "order over the line on the next lap",
    StageKind.SPRINT: "next heat, winner first",
    StageKind.ELIMINATION: "riders eliminated, first out first",
}
_KEYS: tuple[_Line, ...] = (
    ("Up, Down", "go to a line to correct it; Enter goes to the end"),
    ("Ctrl-O", "insert a line below this one"),
    ("Tab", "complete a bib, a name or a label"),
    ("Ctrl-Z, Ctrl-Y", "undo typing, redo typing"),
    ("Ctrl-R", "discard the draft; Ctrl-Z restores it"),
    ("PgDn, PgUp", "scroll this pane"),
    ("F3, Ctrl-T", "switch between finish and race"),
    ("F4, Ctrl-N", "show this line's riders one space further"),
    ("F1, Ctrl-G", "show or hide this help"),
    ("F2, Ctrl-S", "review the changes, then save the stage"),
    ("Ctrl-Q, Ctrl-C", "leave; the draft is saved"),
)


def help_blocks(desk: StageAtDesk, width: int) -> list[Panel]:
    """Return the help on desk lines and keys, laid out in `width` columns."""
    return [
        _block("Lines to type", _lines(desk), width),
        _block("Keys", iter(_KEYS), width),
    ]


def first_line_example(desk: StageAtDesk) -> str:
    """Return an example of a desk line, to show until the user types something."""
    typed, meaning = next(_lines(desk))
    return say(f"{typed}: {meaning}. F1 explains more.")


def _lines(desk: StageAtDesk) -> Iterator[_Line]:
    stage, rulebook = desk.stage, desk.before.rulebook
    if stage.kind.timed:
        yield from desk.mark_format.desk_examples
        mark = (
            desk.mark_format.desk_examples[0][0][2:] if desk.mark_format.short else ""
        )
        yield f"(4 7 9){mark}", "a group with the same time, in this order"
    else:
        yield "1 5 7", _ORDERS[stage.kind]
    yield "DNF 4 15", "out of the race; also DNS, DSQ, OTL"
    yield "ABS 7", "absent on this stage only"
    if desk.view("").reading.turn is not None:
        yield "an empty line", "start the next turn"
        yield "@14", "set the turn to 14"
    if desk.mark_format.short and stage.kind.against_the_clock:
        yield ".12 7", "count a turn for 12 and for 7"
    for label in list(stage.primes)[:1]:
        yield f"{label[:1].casefold()}:4 1 12", f"order over {label}"
    for row in COUNTS.values():
        if rulebook.uses(row.needed_by):
            yield row.example, row.meaning
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
    yield "=general ?", "draw lots among the tied riders"
    yield from _ghosts(desk)
    yield "# text", "a remark"
    yield "/name", "find a rider, with place and time; Enter ends the search"


def _ghosts(desk: StageAtDesk) -> Iterator[_Line]:
    decks = desk.read("").ghosts.ghosts
    if decks:
        yield "?", "draw a turn of the ghosts; delete the line to put the cards back"
        if any("/" in card for ghost in decks.values() for card in ghost.pile):
            yield "2/9", "the front rider moves 2, then the one behind 9"
        owner = next(iter(decks))
        if any(ghost.way.bottles for ghost in decks.values()):
            yield f"?+ {owner}", "shuffle a bottle card into its deck"
            yield "?b 3 2", "players took bottles 3 and 2"
        if any(ghost.way.exhaustion for ghost in decks.values()):
            yield f"?- {owner}", "give it an exhaustion card"
        if any(len(ghost.way.play) > 1 for ghost in decks.values()):
            yield f"?c {owner}", "it climbs from here; ?d descends, ?s sprints, ?f flat"


def _block(title: str, lines: Iterator[_Line], width: int) -> Panel:
    left = min(16, width // 2)
    rows: list[ScreenRow] = []
    for typed, meaning in lines:
        for index, row in enumerate(
            wrapped_words(say(meaning).split(), width - left - 1)
        ):
            head = pad_to_width("" if index else say(typed), left)
            rows.append((("class:turn", head), ("", f" {row}")))
    return Panel(say(title), len(rows), rows.__getitem__)
