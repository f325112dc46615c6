"""What is counted of each rider or team on a stage: how the desk and a form put it."""

from collections.abc import Callable
from typing import NamedTuple

from peloton.rules.ledgers.booking import NO_CARDS
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.words import Phrase, phrase


class Counted(NamedTuple):
    """A fact that counts something of each rider, or of each of the `teams`.

    `sign` begins its line at the desk, `example` is such a line and `meaning` what it
    says; `title` heads its column on a form. `kept` says whether a game counts it. What
    is `held` in the end is written `7 2`, what adds up line by line `12 7*2`.
    """

    sign: str
    example: str
    meaning: str
    title: Phrase
    kept: Callable[[Rulebook], bool]
    held: bool = False
    teams: bool = False


def counted_by(sign: str, *, teams: bool = False) -> str:
    """Return the name of the fact whose line at the desk begins with a sign.

    Of `teams`, whose counts stand on the lines of riders, there may be none: empty.
    """
    found = (n for n, row in COUNTED.items() if (row.sign, row.teams) == (sign, teams))
    return next(found, "")


COUNTED: dict[str, Counted] = {
    "extra_turns": Counted(
        sign="+",
        example="+12 7*2",
        meaning="12 used an extra turn, 7 two",
        title=phrase("Extra turns used"),
        kept=lambda rulebook: bool(rulebook.number("extra_turns.lines")),
    ),
    "team_turns": Counted(
        sign="+",
        example="+MOL*2",
        meaning="a rider of MOL used two of the team's",
        title=phrase("Extra turns used"),
        kept=lambda rulebook: bool(rulebook.number("extra_turns.team")),
        teams=True,
    ),
    "cards": Counted(
        sign="&",
        example="&7 2",
        meaning="7 keeps 2 cards at the end",
        title=phrase("Cards held at the end"),
        kept=lambda rulebook: rulebook.word("cards.kind") != NO_CARDS,
        held=True,
    ),
}
"""By the name of the fact."""
