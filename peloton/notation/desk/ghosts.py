"""Read the desk's ghost lines: cards drawn, and changes to decks and terrain.

    ? grey 4 21 5(2 3)  grey plays a 4; 21 draws 5, 2 and 3, and plays the 5
    ?+ grey  ?- 21      add a bottle to a deck; add an exhaustion card
    ?c 21 22            21 and 22 now climb (?c alone: all ghosts); ?d descend,
                        ?s sprint, ?f ride on the flat
    ?b 3 2              players took bottles 3 and 2, so ghosts cannot draw them

These lines record moves during play, not results, so they are not saved with a stage.
"""

import re
from collections.abc import Iterable

from peloton.notation.desk.lines import split_word, split_words, written_name
from peloton.rules.facts.startlist import Bib
from peloton.rules.ghosts import NO_GHOSTS, GhostDecks, GhostError, GhostTerrain
from peloton.rules.names import StartlistNames
from peloton.rules.values import unexpected

DRAW_TURN = "?"
"""Typed at the desk to draw the cards of a turn for all ghosts."""
_ROADS = {road.value[0]: road for road in GhostTerrain}
_DRAW = re.compile(r"([^\s()]+)(?:\(([^()]*)\))?(?=\s|$)")
"""Matches the card played, and in brackets the other cards drawn."""


def read_ghosts(
    words: str, decks: GhostDecks, known: StartlistNames
) -> tuple[GhostDecks, tuple[Bib, ...]]:
    """Read a ghost line after its `?`; return the new decks, and the bibs on the line.

    Raises GhostError for cards that are not in the decks, PelotonError for invalid text
    or an ambiguous name.
    """
    if not decks.ghosts:
        raise GhostError(NO_GHOSTS)
    sign, rest = words[:1], words[1:]
    owners: list[str] = []
    if sign.isspace():
        while rest.strip():
            owner, rest = split_word(rest)
            draw = _DRAW.match(rest)
            if draw is None:
                wrong = rest or owner
                raise unexpected(wrong, f"the card that {owner} plays, such as 4")
            owners.append(known.either(owner))
            others = tuple((draw[2] or "").split())
            decks = decks.after_draw(owners[-1], draw[1], others)
            rest = rest[draw.end() :]
    elif sign == "b" and rest[:1] in {"", " "}:
        decks = decks.without_bottles(split_words(rest))
    elif sign in {"+", "-"}:
        owners += map(known.either, split_words(rest))
        add = GhostDecks.with_bottle if sign == "+" else GhostDecks.with_exhaustion
        for owner in owners:
            decks = add(decks, owner)
    elif sign in _ROADS and rest[:1] in {"", " "}:
        owners += map(known.either, split_words(rest))
        decks = decks.with_terrain(owners, _ROADS[sign])
    else:
        raise unexpected(f"?{words}", "?, ?+ ?- ?b ?c ?d ?s or ?f, and a space")
    return decks, tuple(bib for owner in owners for bib in decks.deck_of(owner).riders)


def ghost_draws_line(turns: Iterable[tuple[str, str, tuple[str, ...]]]) -> str:
    """Write the cards that ghosts drew in a turn as a line: `? grey 4 21 5(2 3 9)`."""
    words = (
        f"{written_name(owner, ' (')} {card}"
        + (f"({' '.join(others)})" if others else "")
        for owner, card, others in turns
    )
    return f"{DRAW_TURN} {' '.join(words)}"
