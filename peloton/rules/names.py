"""Match a word that a person types to a rider, team, classification or other name.

This is for commands and prompts only; in files, names must be exact.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from peloton.errors import PelotonError, did_you_mean
from peloton.rules.facts.kinds import CLASSIFICATIONS, STATUSES, Language
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import quote, unknown_bib_fault, unknown_team_fault
from peloton.rules.words import printable, without_accents

_Name = TypeVar("_Name", bound=str)
_MOST_CHOICES = 5
_NAME = re.compile(r"(?=[^()#]*[^\W0-9_])['\u2019]?\w[^()#]*")
"""Matches a word that may be a name: one with a letter or a non-ASCII digit."""

LANGUAGES = {
    Language.ENGLISH: ("English",),
    Language.FRENCH: ("French", "français"),
    Language.SPANISH: ("Spanish", "español", "castellano"),
    Language.CATALAN: ("Catalan", "català"),
    Language.DUTCH: ("Dutch", "Nederlands", "Flemish"),
}
"""The names of each language, its English name first."""

COLOURS = {
    "black": "#000000",
    "white": "#ffffff",
    "grey": "#808080",
    "gray": "#808080",
    "silver": "#c0c0c0",
    "red": "#d62728",
    "maroon": "#800000",
    "pink": "#ff69b4",
    "orange": "#ff7f0e",
    "yellow": "#f5c400",
    "gold": "#d4a017",
    "green": "#1b9e3e",
    "lime": "#9acd32",
    "turquoise": "#40c0c0",
    "blue": "#1f77b4",
    "navy": "#000080",
    "purple": "#800080",
    "brown": "#8b4513",
}


def match_name(
    word: str, known: Mapping[_Name, Collection[str]], *, whole: bool = False
) -> _Name | None:
    """Return the `known` name that a word matches; None if there is no match.

    `known` maps each name to its aliases. Case and accents are ignored. Unless `whole`
    is True, a prefix of any word of a name is enough if it is unique. A number is never
    a prefix, because it may be a mistyped bib. Raises PelotonError if several names
    match.
    """
    return _NameIndex(known).find(word, whole=whole)


class _NameIndex(Generic[_Name]):
    """Names and their aliases, indexed by normalized text."""

    def __init__(self, known: Mapping[_Name, Collection[str]]) -> None:
        self._known = known
        # The value is True if the text is the name itself, False if it is an alias.
        self._texts: defaultdict[str, dict[_Name, bool]] = defaultdict(dict)
        for name, others in known.items():
            self._texts[_normalized(name)][name] = True
            for other in (printable(name), *others):
                self._texts[_normalized(other)].setdefault(name, False)
        # Most words occur in no text, which one search in all of them finds out.
        self._all = "\n".join(f" {text}" for text in self._texts)

    def find(self, word: str, *, whole: bool = False) -> _Name | None:
        """Return the name that a word matches, as `match_name` does."""
        plain = _normalized(word)
        if word in self._known or not plain:
            return next((name for name in self._known if name == word), None)
        matches = self._texts.get(plain, {})
        found = [name for name, own in matches.items() if own] or [*matches]
        start = f" {plain}"
        if not (found or whole or plain.isdecimal()) and start in self._all:
            texts = (text for text in self._texts if start in f" {text}")
            begun = {name for text in texts for name in self._texts[text]}
            found = [name for name in self._known if name in begun]
        if len(found) > 1:
            known = self._known
            words = [
                f"{name} ({next(iter(known[name]))})" if any(known[name]) else str(name)
                for name in found[:_MOST_CHOICES]
            ]
            if len(found) > _MOST_CHOICES:
                words.append("...")
            # Without words such as "and": messages are translated.
            raise PelotonError(f"{quote(word)} fits {', '.join(words)}: say which")
        return found[0] if found else None


def _normalized(text: str) -> str:
    letters = without_accents(text).casefold()
    return " ".join("".join(x if x.isalnum() else " " for x in letters).split())


class StartlistNames:
    """An index of a startlist, to find bibs and team codes by name.

    `bibs` and `codes` map each bib and team code to its name, in a tuple. A word that
    matches nothing is returned unchanged. PelotonError is raised if a word matches
    several names.
    """

    def __init__(self, riders: Iterable[Rider], teams: Iterable[Team]) -> None:
        """Index the names of the riders and teams."""
        self.bibs = {str(rider.bib): (rider.name,) for rider in riders}
        self.codes = {str(team.code): (team.name,) for team in teams}
        self._riders, self._teams = _NameIndex(self.bibs), _NameIndex(self.codes)
        self._everybody = _NameIndex({**self.codes, **self.bibs})

    def rider(self, word: str) -> str:
        """Return the bib of the rider that a word matches."""
        return word if word in self.bibs else self._riders.find(word) or word

    def team(self, word: str) -> str:
        """Return the code of the team that a word matches."""
        return self._teams.find(word) or word

    def either(self, word: str) -> str:
        """Return the bib or team code that a word matches."""
        return self._everybody.find(word) or word

    def split_bibs(self, text: str) -> list[str]:
        """Split an order of riders at spaces and commas; replace names with bibs."""

        def bib(word: str) -> str:
            is_name = _NAME.fullmatch(word) and word.upper() not in STATUSES
            return self.rider(word) if is_name else word

        return [*map(bib, text.replace(",", " ").split())]


startlist_names = lru_cache(maxsize=4)(StartlistNames)
"""Return the name index of riders and teams; the last four indexes are cached."""


def find_bib(tour: Tour, word: str) -> Bib:
    """Return the bib of a rider given by bib or name; raise PelotonError if unknown."""
    names = startlist_names(tour.riders, tour.teams)
    if (bib := names.rider(word)) not in names.bibs:
        raise PelotonError(unknown_bib_fault(word, names.bibs))
    return Bib(bib)


def find_team_code(tour: Tour, word: str) -> TeamCode:
    """Return a team's code, found by code or name; raise PelotonError if unknown."""
    names = startlist_names(tour.riders, tour.teams)
    if (code := names.team(word)) not in names.codes:
        raise PelotonError(unknown_team_fault(word, names.codes))
    return TeamCode(code)


def find_classification(
    rulebook: Rulebook, word: str, ledgers: Collection[str] = ()
) -> str:
    """Return the classification or ledger that a word fits, or raise PelotonError."""
    known = _classification_words(rulebook)
    known |= {name: LEDGERS[name] for name in ledgers}
    if (name := match_name(word, known)) is not None:
        return name
    words = [*known, *(other for others in known.values() for other in others)]
    raise PelotonError(
        f"the rulebook {rulebook.name} has no classification '{word}',"
        f" only {', '.join(known)}{did_you_mean(word, words)}"
    )


def _classification_words(rulebook: Rulebook) -> dict[str, Collection[str]]:
    jerseys = {jersey.name: jersey.classification for jersey in rulebook.jerseys}
    return {
        str(name): [
            *(other for other in CLASSIFICATIONS[name].others if other not in jerseys),
            *(jersey for jersey, won in jerseys.items() if won == name),
        ]
        for name in rulebook.classifications
    }


LEDGERS: Mapping[str, Collection[str]] = {
    "purse": ("money",),
    "extra-turns": ("turns",),
}
"""The ledgers of a tour (its money and its extra turns), with their aliases."""


class Subject(NamedTuple):
    """A rider, team, classification or ledger of a tour: its kind and its name."""

    kind: str
    name: str


def find_subject(tour: Tour, rulebook: Rulebook, word: str) -> Subject:
    """Return the subject whose bib, code, name or alias a word matches.

    Whole words are tried before prefixes. Raises PelotonError if nothing matches.
    """
    names = startlist_names(tour.riders, tour.teams)
    known: dict[str, Mapping[str, Collection[str]]] = {
        "classification": _classification_words(rulebook),
        "ledger": LEDGERS,
        "rider": names.bibs,
        "team": names.codes,
    }
    codes = {kind: dict.fromkeys(known[kind], ()) for kind in ("rider", "team")}
    for tables, whole in ((codes, True), (known, True), (known, False)):
        for kind, words in tables.items():
            if (name := match_name(word, words, whole=whole)) is not None:
                return Subject(kind, name)
    everything = [name for words in reversed(known.values()) for name in words]
    raise PelotonError(
        f"found {quote(word)}, expected a rider, a team, a classification,"
        f" {' or '.join(LEDGERS)}{did_you_mean(word, everything)}"
    )


def colour_code(word: str) -> str:
    """Return the hex code of a colour, such as red, or any other word unchanged."""
    name = match_name(word, dict.fromkeys(COLOURS, ()))
    return word if name is None else COLOURS[name]
