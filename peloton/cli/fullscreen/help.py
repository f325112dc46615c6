"""The help of the desk: how lines are typed on this stage in this game."""

from collections.abc import Iterator

from peloton.cli.fullscreen.rows import ScreenRow, padded, wrapped_words
from peloton.cli.fullscreen.views import Panel
from peloton.desk.state import StageAtDesk
from peloton.rules.facts.kinds import LimitUnit, StageKind
from peloton.rules.facts.seen import COUNTED

_Line = tuple[str, str]
"""What is typed, and what it means."""

_ORDERS = {
    StageKind.POINTS_RACE: "the order over the line on the next lap",
    StageKind.SPRINT: "the next heat, its winner first",
    StageKind.ELIMINATION: "who went out, first out first",
}
_KEYS: tuple[_Line, ...] = (
    ("Up, Down", "go to a line to mend it; Enter goes on at the end"),
    ("Ctrl-O", "put a new line below this one"),
    ("Tab", "complete a bib, a name or a label"),
    ("Ctrl-Z, Ctrl-Y", "take back what was typed, and bring it again"),
    ("Ctrl-R", "give up the draft; Ctrl-Z brings it back"),
    ("PgDn, PgUp", "see more of this side"),
    ("F3, Ctrl-T", "go from the finish to the sheet of the race and back"),
    ("F1, Ctrl-G", "see this help, or go back"),
    ("F2, Ctrl-S", "see what changes, and save the stage"),
    ("Ctrl-Q, Esc Esc", "leave; the draft stays"),
)


def help_blocks(desk: StageAtDesk, width: int) -> list[Panel]:
    """Return the help on lines and keys, laid out in `width` columns."""
    return [
        _block("What is typed", _lines(desk), width),
        _block("Keys", iter(_KEYS), width),
    ]


def beginning(desk: StageAtDesk) -> str:
    """Return an example of a first line, for an empty screen."""
    typed, meaning = next(_lines(desk))
    return f"{typed}: {meaning}. F1 explains the rest."


def _lines(desk: StageAtDesk) -> Iterator[_Line]:
    stage, rulebook = desk.stage, desk.before.rulebook
    if stage.kind.timed:
        yield from desk.form.typed
        mark = desk.form.typed[0][0][2:] if desk.form.short else ""
        yield f"(4 7 9){mark}", "a group, in this order: one time"
    else:
        yield "1 5 7", _ORDERS[stage.kind]
    yield "DNF 4 15", "out of the race; likewise DNS, DSQ, OTL"
    yield "ABS 7", "absent today only: starts again on the next stage"
    if desk.view("").reading.turn is not None:
        yield "an empty line", "the next turn"
        yield "@14", "the turn is 14 from here on"
    if desk.form.short and stage.kind.against_the_clock:
        yield ".12 7", "12 and 7 have played a turn more, counted for each"
    for label in list(stage.primes)[:1]:
        yield f"{label[:1].casefold()}:4 1 12", f"the order over {label}"
    for row in COUNTED.values():
        if rulebook.keeps(row.by):
            yield row.example, row.meaning
    yield "!7 +20 why", "a ruling: 7 has 20 seconds more, -20 less, +2p points less"
    limits = (f"time_limit.{unit}" for unit in LimitUnit)
    if any(map(rulebook.on_stage(stage).number, limits)):
        yield "!7 reinstated why", "7 is over the time limit, and rides on"
    if rulebook.flag("money.premiums") and rulebook.number("money.offer"):
        yield "$MOL 50 Muur 2", "team MOL offers 50 to the second there"
    yield "=general 12 4", "lots drawn: 12 before 4"
    yield "=general ?", "draw the lots here, among those who are tied"
    yield from _ghosts(desk)
    yield "# a word", "a remark"


def _ghosts(desk: StageAtDesk) -> Iterator[_Line]:
    decks = desk.read("").ghosts.ghosts
    if decks:
        yield "?", "Enter draws a turn of the ghosts: deleted, the cards go back"
        owner = next(iter(decks))
        if any(ghost.way.bottles for ghost in decks.values()):
            yield f"?+ {owner}", "a bottle is shuffled into its deck"
        if any(ghost.way.exhaustion for ghost in decks.values()):
            yield f"?- {owner}", "it takes an exhaustion card"
        if any(len(ghost.way.play) > 1 for ghost in decks.values()):
            yield f"?c {owner}", "it climbs from here; ?d descends, ?s sprints, ?f flat"


def _block(title: str, lines: Iterator[_Line], width: int) -> Panel:
    left = min(16, width // 2)
    rows: list[ScreenRow] = []
    for typed, meaning in lines:
        for index, row in enumerate(wrapped_words(meaning.split(), width - left - 1)):
            head = padded("" if index else typed, left)
            rows.append((("class:turn", head), ("", f" {row}")))
    return Panel(title, len(rows), rows.__getitem__)
