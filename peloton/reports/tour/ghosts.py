"""Report ghost teams, which no player leads: how they are played, and their cards.

The titles and steps of the built-in ways of playing are translated by catalogues.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from peloton.errors import PelotonError
from peloton.reports.headings import value_text
from peloton.reports.names import Names
from peloton.reports.rules.rulebook import VALUE_COLUMNS, rule_source, yes_no_text
from peloton.reports.sheet import Column, Sheet, Table, numbers, record_table
from peloton.rules.facts.tour import Tour
from peloton.rules.ghosts import (
    EXHAUSTED,
    NO_GHOSTS,
    CardChoice,
    GhostDecks,
    GhostTerrain,
    GhostWay,
    card_value,
)
from peloton.rules.words import join, phrase

_CHOICES = {
    CardChoice.TOP: phrase("the top card"),
    CardChoice.LOWEST: phrase("the lowest card"),
    CardChoice.MIDDLE: phrase("the middle card"),
    CardChoice.HIGHEST: phrase("the highest card"),
}
_ROADS = {
    GhostTerrain.FLAT: phrase("on the flat: {card}"),
    GhostTerrain.CLIMB: phrase("on a climb: {card}"),
    GhostTerrain.DESCENT: phrase("on a descent: {card}"),
    GhostTerrain.SPRINT: phrase("in a sprint: {card}"),
}
_STEPS = (*numbers(phrase("Step")), Column(phrase("With the dice"), weight=1))
WAY_TITLES = {
    "name": phrase("Name"),
    "title": phrase("Way of playing"),
    "games": phrase("Game"),
    "confirmed": phrase("Confirmed"),
}
"""The titles of a list of ways, by the keys of `ghost_ways_rows`."""


def ghosts_sheet(
    tour: Tour, number: int, table: GhostDecks, ways: Mapping[str, GhostWay]
) -> Sheet:
    """Report the ghosts on a stage, with the current state of their cards.

    Raises PelotonError if no ghost is in the race.
    """
    names = Names(tour)
    decked = {ghost.way.name: ghost.way for ghost in table.ghosts.values()}
    ghosts = record_table(
        "Ghosts",
        "",
        table.ghosts.values(),
        (Column(phrase("Rider"), weight=2), lambda g: join(map(names.rider, g.riders))),
        (Column(phrase("Team"), weight=1), lambda g: names.team_of(g.riders[0])),
        (Column(phrase("Way of playing"), weight=1), lambda g: phrase(g.way.title)),
        (Column(phrase("Cards left"), weight=2), lambda g: _cards(g.pile)),
        (Column(phrase("Drawn but not played"), weight=1), lambda g: _cards(g.aside)),
        (Column(phrase("Played"), weight=2), lambda g: " ".join(g.played)),
    )
    return Sheet(
        title=phrase("Ghosts on stage {number}", number=number),
        name=phrase("Ghosts"),
        subtitle=tour.name,
        tables=_with_dice([ghosts], tour, ways),
        notes=(*map(_way_note, decked.values()), *card_notes(table)),
        data=[
            {
                "owner": ghost.owner,
                "bibs": ghost.riders,
                "ghost": ghost.way.name,
                "left": ghost.pile.total() + ghost.aside.total(),
                "pile": sorted(ghost.pile.elements(), key=card_value),
                "aside": sorted(ghost.aside.elements(), key=card_value),
                "played": ghost.played,
                "exhaustion": ghost.exhausted,
            }
            for ghost in table.ghosts.values()
        ],
    )


def decks_sheet(tour: Tour, table: GhostDecks, ways: Mapping[str, GhostWay]) -> Sheet:
    """Report the cards of the ghosts, to cross off when playing without a computer.

    Raises PelotonError if no ghost is in the race.
    """
    names = Names(tour)
    tables = [
        record_table(
            f"Deck {ghost.owner}",
            join(map(names.rider, ghost.riders)),
            _counted(ghost.pile),
            (numbers(phrase("Card"), phrase("In the deck")), lambda counted: counted),
            (Column(phrase("Cross off when played"), weight=1), lambda _: ""),
            notes=(_way_note(ghost.way),),
            blank=True,
        )
        for ghost in table.ghosts.values()
    ]
    return Sheet(
        title=phrase("Ghosts"),
        name=phrase("Ghosts"),
        subtitle=tour.name,
        tables=_with_dice(tables, tour, ways),
        notes=tuple(card_notes(table)),
    )


def card_words(card: str) -> tuple[str, str]:
    """Return a card's board spaces and its kind as text: `2/9` becomes `2, then 9`.

    The kind is empty for an ordinary card.
    """
    first, _, second = card.lstrip("eb").partition("/")
    kinds = {"e": phrase("Exhaustion"), "b": phrase("Bottle")}
    spaces = phrase("{first}, then {second}", first=first, second=second)
    return spaces if second else first, kinds.get(card[:1], "")


def card_notes(table: GhostDecks) -> Iterator[str]:
    """Explain the exhaustion cards and the cards that move two riders (FR-2)."""
    ghosts = table.ghosts.values()
    cards = {card for g in ghosts for card in (*g.pile, *g.aside, *g.played)}
    for card in sorted(card for card in cards if "/" in card):
        first, _, second = card.partition("/")
        yield phrase(
            "{card}: the front rider moves {first}, then the one behind {second}.",
            card=card,
            first=first,
            second=second,
        )
    if any(ghost.exhausted for ghost in ghosts):
        count, _ = card_value(EXHAUSTED)
        yield phrase(
            "{card} is an exhaustion card: {count} spaces.", card=EXHAUSTED, count=count
        )


def ghost_ways_rows(ways: Iterable[GhostWay]) -> list[dict[str, str]]:
    """Return the ways to play ghosts as plain data."""
    return [
        {
            "name": way.name,
            "title": phrase(way.title),
            "games": ", ".join(way.games),
            "confirmed": yes_no_text(all(v.confirmed for v in way.values.values())),
        }
        for way in ways
    ]


def ghost_way_sheet(way: GhostWay, meanings: Mapping[str, str]) -> Sheet:
    """Report every value of a way to play ghosts, with its source."""
    data = [
        {
            "key": key,
            "value": value_text(value.value),
            "meaning": meanings.get(key, meanings.get(key.partition(".")[0], "")),
            **rule_source(value),
        }
        for key, value in way.values.items()
    ]
    rows = (tuple(row.values()) for row in data)
    table = record_table("Values", phrase("Values"), rows, (VALUE_COLUMNS, tuple))
    return Sheet(title=phrase(way.title), name=way.name, tables=(table,), data=data)


def _counted(cards: Counter[str]) -> list[tuple[str, int]]:
    return sorted(cards.items(), key=lambda counted: card_value(counted[0]))


def _cards(cards: Counter[str]) -> str:
    """List cards by value; `3*2 4` is two cards of value 3 and one of value 4."""
    return " ".join(c if n == 1 else f"{c}*{n}" for c, n in _counted(cards))


def _way_note(way: GhostWay) -> str:
    flat = way.play.get(GhostTerrain.FLAT, CardChoice.TOP)
    chosen = [_CHOICES[flat]]
    if {*way.play.values()} - {flat}:
        chosen = [
            phrase(_ROADS[road].pattern, card=_CHOICES[choice])
            for road, choice in way.play.items()
        ]
    return phrase(
        "{title}: cards drawn each turn: {count}; card played: {chosen}.",
        title=phrase(way.title),
        count=way.draw,
        chosen=join(chosen),
    )


def _with_dice(
    tables: Iterable[Table], tour: Tour, ways: Mapping[str, GhostWay]
) -> tuple[Table, ...]:
    """Return the tables of decks, and the steps of the ways to play with dice."""
    dice = (
        record_table(
            way.name,
            phrase("{code}: {team}", code=join(codes), team=phrase(way.title)),
            enumerate(map(phrase, way.steps), 1),
            (_STEPS, lambda step: step),
        )
        for name, way in ways.items()
        if (codes := [team.code for team in tour.teams if team.ghost == name])
    )
    shown = tuple(table for table in (*tables, *dice) if table.rows)
    if not shown:
        raise PelotonError(NO_GHOSTS)
    return shown
