"""The lines of ghosts at the desk: what was drawn, and what joined a deck.

? grey 4 21 5(2 3 9)     grey played a 4; 21 a 5, having drawn 2, 3 and 9 besides
?+ grey     ?- 21        a bottle joins a deck; an exhaustion card does
?c 21 22    ?d ?s ?f     they climb from here, descend, sprint, are on the flat; all do

They are play, not result: a stage is saved without them.
"""

import re
from collections.abc import Iterable, Iterator

from peloton.notation.desk.lines import one_word, split_word, split_words
from peloton.notation.toml.values import unfit
from peloton.rules.facts.startlist import Bib
from peloton.rules.ghosts import GhostDecks, GhostError, Road
from peloton.rules.names import StartlistNames

ASKED = "?"
"""A line that asks for a turn to be drawn."""
_ROADS = {road.value[0]: road for road in Road}
_CARDS = re.compile(r"([^\s()]+)(?:\(([^()]*)\))?(?=\s|$)")

_NO_GHOSTS = (
    "no team is a ghost with cards: 'peloton team edit CODE --ghost WAY' makes one,"
    " 'peloton rules ghosts' lists the ways"
)


def read_ghosts(
    words: str, table: GhostDecks, known: StartlistNames
) -> tuple[GhostDecks, tuple[Bib, ...]]:
    """Read what stands behind the `?` of a line; return the table after it.

    Raises FormError for what cannot be read, GhostError for what the decks have not,
    PelotonError for a name that fits several.
    """
    if not table.ghosts:
        raise GhostError(no_ghosts(table))
    what = words[:1] if not words[:1].isspace() else ""
    owners = [*map(known.either, split_words(words[1:]))]
    if what in {"+", "-"}:
        for owner in owners:
            table = table.refreshed(owner) if what == "+" else table.tired(owner)
    elif what in _ROADS and words[1:2] in {"", " "}:
        table = table.at(owners, _ROADS[what])
    elif what:
        typed = f"?{words}"
        raise unfit(typed, "?, ?+ ?- ?c ?d ?s or ?f, and a space")
    else:
        owners = []
        for typed, card, besides in _drawn(words):
            owner = known.either(typed)
            table = table.drawn(owner, card, besides)
            owners.append(owner)
    return table, tuple(bib for owner in owners for bib in table.of(owner).riders)


def no_ghosts(table: GhostDecks) -> str:
    """Say why there is nobody to draw for."""
    return "every ghost is out of the race" if table.out else _NO_GHOSTS


def drawn_line(turns: Iterable[tuple[str, str, tuple[str, ...]]]) -> str:
    """Write a turn of ghosts as a line: `? grey 4 21 5(2 3 9)`."""
    words = (
        f"{one_word(owner, '(')} {card}" + (f"({' '.join(besides)})" if besides else "")
        for owner, card, besides in turns
    )
    return f"{ASKED} {' '.join(words)}"


def _drawn(words: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    while words.strip():
        owner, words = split_word(words)
        match = _CARDS.match(words)
        if match is None:
            raise unfit(words or owner, f"the card that {owner} plays, such as 4")
        yield owner, match[1], tuple((match[2] or "").split())
        words = words[match.end() :]
