"""Read the desk's ghost lines: cards drawn, and changes to decks and terrain.

    ? grey 4 21 5(2 3)  grey plays a 4; 21 draws 5, 2 and 3, and plays the 5
    ?+ grey  ?- 21      add a bottle to a deck; add an exhaustion card
    ?c 21 22            21 and 22 now climb (?c alone: all ghosts); ?d descend,
                        ?s sprint, ?f ride on the flat
    ?b 3 2              players took bottles 3 and 2, so ghosts cannot draw them

These lines record moves during play, not results, so they are not saved with a stage.
"""

import re
from collections.abc import Iterable, Iterator

from peloton.notation.desk.lines import one_word, split_word, split_words
from peloton.rules.facts.startlist import Bib
from peloton.rules.ghosts import NO_GHOSTS, GhostDecks, GhostError, GhostTerrain
from peloton.rules.names import StartlistNames
from peloton.rules.values import unexpected

DRAW_TURN = "?"
"""Typed at the desk to draw the cards of a turn for all ghosts."""
_ROADS = {road.value[0]: road for road in GhostTerrain}
_CARDS = re.compile(r"([^\s()]+)(?:\(([^()]*)\))?(?=\s|$)")


def read_ghosts(
    words: str, decks: GhostDecks, known: StartlistNames
) -> tuple[GhostDecks, tuple[Bib, ...]]:
    """Read a ghost line after its `?`; return the new decks, and the bibs on the line.

    Raises GhostError for cards that are not in the decks, PelotonError for invalid text
    or an ambiguous name.
    """
    if not decks.ghosts:
        raise GhostError(NO_GHOSTS)
    sign = words[:1] if not words[:1].isspace() else ""
    if sign == "b" and words[1:2] in {"", " "}:
        return decks.without_bottles(split_words(words[1:])), ()
    owners = [*map(known.either, split_words(words[1:]))]
    if sign in {"+", "-"}:
        for owner in owners:
            decks = (
                decks.with_bottle(owner)
                if sign == "+"
                else decks.with_exhaustion(owner)
            )
    elif sign in _ROADS and words[1:2] in {"", " "}:
        decks = decks.with_terrain(owners, _ROADS[sign])
    elif sign:
        typed = f"?{words}"
        raise unexpected(typed, "?, ?+ ?- ?b ?c ?d ?s or ?f, and a space")
    else:
        owners = []
        for typed, card, others in _split_draws(words):
            owner = known.either(typed)
            decks = decks.after_draw(owner, card, others)
            owners.append(owner)
    return decks, tuple(bib for owner in owners for bib in decks.deck_of(owner).riders)


def ghost_draws_line(turns: Iterable[tuple[str, str, tuple[str, ...]]]) -> str:
    """Write the cards that ghosts drew in a turn as a line: `? grey 4 21 5(2 3 9)`."""
    words = (
        f"{one_word(owner, '(')} {card}" + (f"({' '.join(others)})" if others else "")
        for owner, card, others in turns
    )
    return f"{DRAW_TURN} {' '.join(words)}"


def _split_draws(words: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    while words.strip():
        owner, words = split_word(words)
        match = _CARDS.match(words)
        if match is None:
            raise unexpected(words or owner, f"the card that {owner} plays, such as 4")
        yield owner, match[1], tuple((match[2] or "").split())
        words = words[match.end() :]
