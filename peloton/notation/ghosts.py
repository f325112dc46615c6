"""Read ghost files: how the program plays a team that has no player (a ghost)."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from peloton.errors import PelotonError
from peloton.notation.problems import valid_document
from peloton.notation.resources import template_files, text_beside
from peloton.notation.rulebook_file.copy import check_new_file_name
from peloton.notation.rulebook_file.reading import read_value
from peloton.notation.toml.schema import Location, fact_schema, read_toml
from peloton.notation.toml.values import as_tuple, flag_value, whole_from, word_value
from peloton.rules.facts.problem import Problem
from peloton.rules.facts.tour import Tour
from peloton.rules.ghosts import (
    ANY,
    CardChoice,
    GhostDecks,
    GhostTerrain,
    GhostWay,
    UnplayedCards,
    ghost_decks,
)
from peloton.rules.ledgers.cards import carried_cards
from peloton.rules.limits import Limit
from peloton.rules.live import RaceBeforeStage
from peloton.rules.rulebook.rulebook import Rulebook, Value
from peloton.rules.values import one_of, quote, unexpected, word_fault

_GAMES = re.compile(r"^games\s*=", re.MULTILINE)
_CARD = re.compile(r"[0-9]{1,2}(?:/[0-9]{1,2})*")


def _names(found: object) -> tuple[str, ...]:
    names = as_tuple(found)
    if isinstance(names, tuple) and names and all(isinstance(n, str) for n in names):
        return names
    raise unexpected(found, "a list of names")


def _card(found: object) -> str:
    """Read a card: a number of spaces, or one for each rider of a team, as in 2/9."""
    if _CARD.fullmatch(str(found)):
        return str(found)
    raise unexpected(found, 'a card: a number of spaces up to 99, or "2/9"')


def _cards(found: object) -> tuple[str, ...]:
    if isinstance(found, list | tuple) and 0 < len(found) <= Limit.CARDS.most:
        return tuple(map(_card, found))
    raise unexpected(found, f"a list of 1 to {Limit.CARDS.most} cards")


class _Key(NamedTuple):
    """A key of a ghost file: the meaning of its value, and the function that reads it.

    The value may be a table that also names the source of the value.
    """

    meaning: str
    read: Callable[[object], object]


WAY_KEYS = {
    "deck": _Key("the cards of a rider of this type", _cards),
    "draw": _Key("number of cards to choose from each turn", whole_from(1)),
    "keep": _Key(
        "what to do with cards drawn but not played", word_value(UnplayedCards)
    ),
    "shared": _Key("one card moves all riders of the team", flag_value),
    "exhaustion": _Key("riders take exhaustion cards", flag_value),
    "bottles": _Key("the stock of bottles, as cards", _cards),
    "empty": _Key("the card played when the deck is empty", _card),
    "steps": _Key("instructions for a ghost that rolls dice", _names),
    **{
        f"play.{road}": _Key(f"the card played: {road}", word_value(CardChoice))
        for road in GhostTerrain
    },
}
"""The keys whose values have a source. Decks are `deck.TYPE`."""
_WAY = fact_schema(
    "a way of playing ghosts",
    GhostWay,
    "name title games neutral",
    nested=tuple(dict.fromkeys(key.partition(".")[0] for key in WAY_KEYS)),
    games=_names,
)


@cache
def builtin_ways() -> Mapping[str, str]:
    """Return the text of each built-in ghost file, keyed by name."""
    files = template_files("ghosts")
    return {name: file.read_text(encoding="utf-8") for name, file in files.items()}


def ways_of(tour: Tour, game: str) -> Mapping[str, GhostWay]:
    """Return how a tour's ghosts and neutral riders play, keyed by ghost file name.

    Raises PelotonError for an unknown name, InputError for a file with mistakes.
    """
    ways = {name: checked_way(name, _text(tour, name)) for name in _way_names(tour)}
    if any(rider.neutral for rider in tour.riders):
        for name, text in builtin_ways().items():
            way = checked_way(name, text)
            if way.neutral and game in way.games:
                ways.setdefault(name, way)
    return ways


def ghosts_before(race: RaceBeforeStage) -> GhostDecks:
    """Return the card decks of the ghosts before a stage, with exhaustion (FR-2)."""
    tour, rulebook = race.tally.tour, race.tally.rulebook
    riders = tuple(rider for rider in tour.riders if rider.bib in race.racing)
    held = carried_cards(tour, race.number, rulebook)
    return ghost_decks(replace(tour, riders=riders), ways_of(tour, rulebook.name), held)


def _way_names(tour: Tour) -> list[str]:
    return sorted({team.ghost for team in tour.teams if team.ghost})


def _text(tour: Tour, name: str, folder: Path | None = None) -> str:
    return tour.ways.get(name) or text_beside("ghosts", name, folder)


def checked_way(name: str, text: str) -> GhostWay:
    """Read a ghost file; raise an InputError that lists every mistake."""
    return valid_document(name, text, read_way)


def is_ghost_file(text: str) -> bool:
    """Return whether a file is a ghost file: only these have the key `games`."""
    return bool(_GAMES.search(text))


def way_copy_text(name: str, base: str) -> str:
    """Copy a built-in ghost file under a new name; PelotonError for an invalid name."""
    check_new_file_name(name, builtin_ways())
    text = builtin_ways()[base].partition("\nname = ")[2].partition("\n")[2]
    head = f"# {name}: a way of playing ghosts, copied from {base}.\n\n"
    return f'{head}name = "{name}"\n{text}'


@lru_cache(maxsize=32)
def read_way(text: str) -> GhostWay:
    """Read a ghost file; raise a DocumentError with all mistakes.

    As in a rulebook, a value may be a table that also names the value's source.
    """
    spot = read_toml(text)
    spot.check(_WAY.name)
    facts, values = spot.values(_WAY), dict[str, Value]()
    tables: dict[str, dict[str, Any]] = {"deck": {}, "play": {}}
    given: dict[str, Location] = {}
    for key in filter(_WAY.nested.__contains__, spot.table()):
        at = spot.at(key)
        if key in tables:
            given |= {f"{key}.{name}": at.at(name) for name in at.table()}
        else:
            given[key] = at
    for key, at in given.items():
        group, _, name = key.partition(".")
        known = WAY_KEYS.get("deck" if group == "deck" else key)
        if known is None:
            at.report(f"{key}: {word_fault(name, tuple(GhostTerrain))}", "key")
        elif value := read_value(at):
            values[key] = value
            try:
                tables.get(group, facts)[name or key] = known.read(value.value)
            except PelotonError as fault:
                at.at("value").report(f"{key}: {fault}")
    if spot.table().keys().isdisjoint({"deck", "steps"}):
        spot.report("found neither [deck.any] nor steps, expected one of them")
    spot.check(_WAY.name)
    play = {GhostTerrain(road): choice for road, choice in tables["play"].items()}
    return GhostWay(**facts, decks=tables["deck"], play=play, values=values)


def ghost_problems(
    tour: Tour, rulebook: Rulebook | None, folder: Path | None = None
) -> Iterator[Problem]:
    """Yield a problem for each mistake in a ghost file or in a team's use of it.

    If the ghost file has decks, there must be one for every rider type of the team.
    Rider types that the rulebook does not have are skipped here, because another check
    reports them.
    """
    types = {None, *(kind.name for kind in rulebook.types)} if rulebook else {None}
    builtin = (checked_way(name, text) for name, text in builtin_ways().items())
    games_with_ghosts = {game for way in builtin for game in way.games}
    for index, team in enumerate(tour.teams):
        found = partial(Problem, code="ghost", where=("team", index, "ghost"))
        if not team.ghost:
            continue
        try:
            text = _text(tour, team.ghost, folder)
            way = valid_document(team.ghost, text, read_way, _WAY)
        except PelotonError as error:
            yield from (found(message=line) for line in error.lines or (str(error),))
            continue
        if tour.rulebook in games_with_ghosts and tour.rulebook not in way.games:
            games = f"for {', '.join(way.games)}, not for {tour.rulebook}"
            yield found(message=f"ghost {quote(way.name)} is {games}")
        needs_types = way.decks and ANY not in way.decks
        if needs_types and rulebook and not rulebook.types:
            refused = f"but {rulebook.name} has no rider types: choose another"
            yield found(message=f"ghost {quote(way.name)} has decks by type, {refused}")
            continue
        for rider in tour.riders if needs_types else ():
            lacks = rider.type in types and rider.type not in way.decks
            if rider.team == team.code and lacks:
                kind = quote(rider.type) if rider.type else "no type"
                expected = f"{one_of(way.decks)}, the decks of '{way.name}'"
                message = f"rider {rider.bib}: found {kind}, expected {expected}"
                yield found(message=message, bib=rider.bib)


def way_files(tour: Tour, folder: Path | None) -> Mapping[str, str]:
    """Return the text of each ghost file of a tour that is not built in, keyed by name.

    The files are in `folder`. Unreadable files are left out, because `ghost_problems`
    reports them.
    """
    ways: dict[str, str] = {}
    for name in _way_names(tour):
        if name not in builtin_ways():
            with suppress(PelotonError):
                ways[name] = text_beside("ghosts", name, folder)
    return ways
