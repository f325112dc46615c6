"""The counts of riders on a stage, extra turns and cards, at the desk and on a form."""

from collections.abc import Callable
from typing import NamedTuple

from peloton.rules.ledgers.cards import NO_CARDS
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import Said, say


class Counted(NamedTuple):
    """A fact that counts something of each rider.

    `sign` begins its line at the desk, `example` is such a line and `meaning` what it
    says; `title` heads its column on a form. `kept` says whether a game counts it. What
    is `held` in the end is written `7 2`, what adds up line by line `12 7*2`.
    """

    sign: str
    example: str
    meaning: str
    title: Said
    kept: Callable[[Rulebook], bool]
    held: bool = False


def counted_by(sign: str) -> str:
    """Return the name of the fact whose line at the desk begins with a sign."""
    return next(name for name, row in COUNTED.items() if row.sign == sign)


COUNTED: dict[str, Counted] = {
    "extra_turns": Counted(
        sign="+",
        example="+12 7*2",
        meaning="12 used an extra turn, 7 two",
        title=say("Extra turns used"),
        kept=lambda rulebook: bool(rulebook.number("extra_turns.lines")),
    ),
    "cards": Counted(
        sign="&",
        example="&7 2",
        meaning="7 keeps 2 cards at the end",
        title=say("Cards held at the end"),
        kept=lambda rulebook: rulebook.word("cards.kind") != NO_CARDS,
        held=True,
    ),
}
"""By the name of the fact."""
