"""Ghost riders: riders moved by decks of cards instead of a player.

A deck contains the cards of its `GhostWay` minus the cards drawn so far. It is not
stored; only the text lines that record the draws are. Callers pass in the function that
shuffles, because scoring has no randomness. The players move the ghost on the board as
its card says.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from peloton.rules.facts.startlist import Bib
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Value

Shuffle = Callable[[list[str]], None]
"""Shuffles cards in place; every order is equally likely."""

ANY = "any"
"""Key of the deck for riders without a type, and for types without a separate deck."""
NO_GHOSTS = (
    "no ghost with cards is in the race: 'peloton team edit CODE --ghost WAY' makes a"
    " team a ghost, 'peloton rules ghosts' lists the ways"
)
EXHAUSTED = "e2"
"""The text of an exhaustion card, worth 2 spaces; a regular card of 2 is `2`."""
_BOTTLE = "b"
"""A face-down bottle card; when drawn, a random bottle from the stock replaces it."""


class GhostTerrain(StrEnum):
    """The terrain that a ghost rides on; it may decide which card is played."""

    FLAT = "flat"
    CLIMB = "climb"
    DESCENT = "descent"
    SPRINT = "sprint"


class CardChoice(StrEnum):
    """The rules for choosing which of the cards drawn is played."""

    TOP = "top"
    LOWEST = "lowest"
    MIDDLE = "middle"
    HIGHEST = "highest"


class UnplayedCards(StrEnum):
    """What happens to cards that were drawn but not played."""

    RECYCLED = "recycled"
    """Unplayed cards are discarded; discards are reshuffled when the deck is empty."""
    HAND = "hand"
    """Unplayed cards stay in the hand, which is refilled before each turn."""


class GhostError(ValueError):
    """Raised for an impossible draw; the message gives the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GhostWay:
    """The rules by which ghosts are played with cards or dice, as data.

    `decks` contains the cards for each rider type, or for `any`. Each turn, the ghost
    draws `draw` cards, and `play` decides for each terrain which of them is played.
    `keep` decides what happens to the other cards. If `shared`, one card moves all
    riders of a team. `bottles` is the stock of bottle cards, `empty` the card played
    when the deck is empty. Without decks, `steps` describe what to do with the dice.
    `values` contains each of these values with its source. If `neutral`, the game's
    neutral riders are played by the same rules, too.
    """

    name: str
    title: str
    games: tuple[str, ...]
    neutral: bool = False
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    draw: int = 1
    keep: UnplayedCards = UnplayedCards.RECYCLED
    play: Mapping[GhostTerrain, CardChoice] = field(default_factory=dict)
    shared: bool = False
    exhaustion: bool = False
    bottles: tuple[str, ...] = ()
    empty: str = ""
    steps: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ghost:
    """The current state of one deck, and the riders whom its cards move.

    `owner` is the rider, or the team whose riders share the deck. `pile` counts the
    cards of the draw pile, `aside` those drawn and not played (discards or hand).
    `played` are the cards played.
    """

    owner: str
    riders: tuple[Bib, ...]
    way: GhostWay
    pile: Counter[str]
    aside: Counter[str] = field(default_factory=Counter)
    played: tuple[str, ...] = ()
    terrain: GhostTerrain = GhostTerrain.FLAT

    @property
    def exhausted(self) -> int:
        """The number of exhaustion cards left in the deck (FR-2)."""
        return self.pile[EXHAUSTED] + self.aside[EXHAUSTED]


@dataclass(frozen=True, slots=True, kw_only=True)
class GhostDecks:
    """The decks of a stage's ghosts at one moment, and the `bottles` not drawn yet.

    Bottles that are face down in a deck are among the `bottles`, too.
    """

    ghosts: Mapping[str, Ghost] = field(default_factory=dict)
    bottles: Counter[str] = field(default_factory=Counter)

    def deck_of(self, owner: str) -> Ghost:
        """Return the deck of a rider or team; raise GhostError if there is none."""
        found = self.ghosts.get(owner) or next(
            (ghost for ghost in self.ghosts.values() if owner in ghost.riders), None
        )
        if found is None:
            raise GhostError(f"{owner} has no deck, expected {', '.join(self.ghosts)}")
        return found

    def with_terrain(self, owners: Iterable[str], road: GhostTerrain) -> "GhostDecks":
        """Set the terrain of the ghosts of `owners`, or of all if none are given."""
        ghosts = [self.deck_of(owner) for owner in owners] or self.ghosts.values()
        return self._with(*(replace(ghost, terrain=road) for ghost in ghosts))

    def with_exhaustion(self, owner: str) -> "GhostDecks":
        """Add an exhaustion card to a ghost's discards, to be reshuffled later."""
        ghost = self.deck_of(owner)
        if not ghost.way.exhaustion:
            name = ghost.way.name
            raise GhostError(
                f"{owner} takes no exhaustion cards: the way '{name}' has none"
            )
        return self._with(replace(ghost, aside=ghost.aside + Counter((EXHAUSTED,))))

    def with_bottle(self, owner: str) -> "GhostDecks":
        """Shuffle a bottle, face down, into the deck of a ghost (FI-4)."""
        ghost = self.deck_of(owner)
        if not ghost.way.bottles:
            name = ghost.way.name
            raise GhostError(f"{owner} takes no bottles: the way '{name}' has none")
        if self._bottles_in_decks >= self.bottles.total():
            raise GhostError(f"no bottle is left for {owner}: all are in the decks")
        return self._with(replace(ghost, pile=ghost.pile + Counter((_BOTTLE,))))

    def without_bottles(self, cards: Iterable[str]) -> "GhostDecks":
        """Remove from the stock the bottle cards that players took.

        Raises GhostError if one of them is not in the stock.
        """
        stock = self.bottles.copy()
        for card in cards:
            bottle = f"{_BOTTLE}{card}"
            if stock[bottle] and stock.total() <= self._bottles_in_decks:
                raise GhostError(f"no bottle {card} is left: all are in the decks")
            if not stock[bottle]:
                left = " ".join(name[1:] for name in stock.elements()) or "none"
                raise GhostError(f"no bottle {card} is left; bottles left: {left}")
            stock[bottle] -= 1
        return replace(self, bottles=+stock)

    @property
    def _bottles_in_decks(self) -> int:
        return sum(ghost.pile[_BOTTLE] for ghost in self.ghosts.values())

    def draw_turn(
        self, owner: str, shuffle: Shuffle
    ) -> tuple[str, tuple[str, ...]] | None:
        """Draw cards for a ghost; return the card to play and the other cards drawn.

        Returns None if no card is left. The decks change only when `after_draw` applies
        the result.
        """
        ghost = self.deck_of(owner)
        way, cards = ghost.way, (ghost.pile, ghost.aside, self.bottles)
        pile, aside, stock = (list(counted.elements()) for counted in cards)
        for shuffled in (pile, aside, stock):
            shuffle(shuffled)
        drawn = [*pile, *aside][: way.draw]
        if way.keep is UnplayedCards.HAND:
            drawn = [*aside, *pile[: max(way.draw - len(aside), 0)]]
        hand = [stock.pop() if card == _BOTTLE else card for card in drawn]
        if not hand:
            return (way.empty, ()) if way.empty else None
        on_flat = way.play.get(GhostTerrain.FLAT, CardChoice.TOP)
        sorted_hand = sorted(hand, key=card_value)
        card = {
            CardChoice.TOP: hand[0],
            CardChoice.LOWEST: sorted_hand[0],
            CardChoice.MIDDLE: sorted_hand[len(hand) // 2],
            CardChoice.HIGHEST: sorted_hand[-1],
        }[way.play.get(ghost.terrain, on_flat)]
        sorted_hand.remove(card)
        return card, tuple(sorted_hand)

    def after_draw(
        self, owner: str, card: str, unplayed: tuple[str, ...]
    ) -> "GhostDecks":
        """Remove a turn's cards from a deck; raise GhostError if one is missing.

        `card` was played, `unplayed` cards were drawn with it.
        """
        ghost, played = self.deck_of(owner), Counter((card, *unplayed))
        keep, pile, aside = ghost.way.keep, ghost.pile, ghost.aside
        bottles = (played - aside) & self.bottles
        missing = played - bottles + Counter({_BOTTLE: bottles.total()})
        if card == ghost.way.empty and not (pile or aside or unplayed):
            missing.clear()
        if keep is UnplayedCards.HAND:
            aside, missing = aside - missing, missing - aside
        pile, missing = pile - missing, missing - pile
        # The pile is empty: the discards are reshuffled and become the pile.
        if missing and not pile and keep is UnplayedCards.RECYCLED:
            pile, aside, missing = aside - missing, Counter[str](), missing - aside
        if missing:
            before = " ".join(ghost.played) or "none"
            what = "no bottle" if _BOTTLE in missing else f"no {min(missing)}"
            raise GhostError(f"{ghost.owner} has {what} left; played so far: {before}")
        after = replace(
            ghost,
            pile=pile,
            aside=aside + Counter(unplayed),
            played=(*ghost.played, card),
        )
        return replace(self._with(after), bottles=self.bottles - bottles)

    def _with(self, *ghosts: Ghost) -> "GhostDecks":
        changed = {ghost.owner: ghost for ghost in ghosts}
        return replace(self, ghosts={**self.ghosts, **changed})


def ghost_decks(
    tour: Tour, ways: Mapping[str, GhostWay], held: Mapping[Bib, int]
) -> GhostDecks:
    """Return the decks of a tour's ghosts before a stage.

    `ways` maps the names used in the startlist to the rules by which ghosts are played.
    `held` is the number of exhaustion cards that each rider carries over from the
    previous stage. Ghosts that roll dice have no deck.
    """
    way_of_team = {team.code: ways[team.ghost] for team in tour.teams if team.ghost}
    neutral = next((way for way in ways.values() if way.neutral), None)
    ghosts: dict[str, Ghost] = {}
    for rider in tour.riders:
        way = way_of_team.get(rider.team) if rider.team else None
        way = way or (neutral if rider.neutral else None)
        if way is None or not way.decks:
            continue
        owner = rider.team if way.shared and rider.team else rider.bib
        deck = way.decks.get(rider.type or "", way.decks.get(ANY, ()))
        tired = (EXHAUSTED,) * held.get(rider.bib, 0) if way.exhaustion else ()
        fresh = Ghost(owner=owner, riders=(), way=way, pile=Counter(deck))
        ghost = ghosts.get(owner, fresh)
        pile, riders = ghost.pile + Counter(tired), (*ghost.riders, rider.bib)
        ghosts[owner] = replace(ghost, riders=riders, pile=pile)
    stock = next((g.way.bottles for g in ghosts.values() if g.way.bottles), ())
    return GhostDecks(ghosts=ghosts, bottles=Counter(_BOTTLE + card for card in stock))


def card_value(card: str) -> tuple[int, str]:
    """Return the sort key of a card: its spaces, then its text."""
    digits = card.lstrip("eb").partition("/")[0]
    return int(digits) if digits.isascii() and digits.isdigit() else 0, card
