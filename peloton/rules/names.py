"""Match a word that a person types to a rider, team, classification or other name.

This is for commands and prompts only; in files, names must be exact.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, KeysView, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from peloton.errors import PelotonError, did_you_mean
from peloton.rules.facts.kinds import CLASSIFICATIONS, Language, Reason
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import quote, unknown_bib_fault, unknown_team_fault
from peloton.rules.words import printable, without_accents

_Name = TypeVar("_Name", bound=str)
_MOST_CHOICES = 5
_NAME = re.compile(r"(?<![^\s(])(?=[^\s()#]*[^\W0-9_])['\u2019]?\w[^\s()#]*")
"""Matches a word that may be a name, as it contains a letter or a non-ASCII digit."""
_RIDERS_IN_LINE = re.compile(
    rf"(\s*)(\([^)#]*|(?:{'|'.join(Reason)})\s[^#]*|[^\s#,]+,?(?![^\s#]))(.*)",
    re.IGNORECASE,
)
"""Splits a result line into blanks, riders (with a status such as DNF) and the rest."""

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

    `known` maps each name to its aliases. Case and accents are ignored. Unless the
    match must be `whole`, a unique prefix of a name, or of any word in it, is enough; a
    number is never a prefix, as it may be a mistyped bib. Raises PelotonError with the
    choices if several names match.
    """
    return _match(word, known, _search_texts(known), whole=whole)


_Texts = Mapping[str, Mapping[_Name, bool]]
"""For each normalized text, the names that it may mean.

The value of a name is True if the text is the name itself, False if it is an alias.
"""


def _search_texts(known: Mapping[_Name, Collection[str]]) -> _Texts[_Name]:
    texts: defaultdict[str, dict[_Name, bool]] = defaultdict(dict)
    for name, others in known.items():
        texts[_normalized(name)][name] = True
        for other in (printable(name), *others):
            texts[_normalized(other)].setdefault(name, False)
    return texts


def _match(
    word: str,
    known: Mapping[_Name, Collection[str]],
    texts: _Texts[_Name],
    *,
    whole: bool = False,
) -> _Name | None:
    """Return the name that a word matches, as `match_name` does."""
    plain = _normalized(word)
    if word in known or not plain:
        return next((name for name in known if name == word), None)
    matches = texts.get(plain, {})
    found = [name for name, own in matches.items() if own] or [*matches]
    if not (found or whole or plain.isdecimal()):
        start = f" {plain}"
        begun = {n for text in texts if start in f" {text}" for n in texts[text]}
        found = [name for name in known if name in begun]
    if len(found) > 1:
        raise PelotonError(f"{quote(word)} fits {_choices(found, known)}: say which")
    return found[0] if found else None


def _choices(found: list[_Name], known: Mapping[_Name, Collection[str]]) -> str:
    """List the first few matching names for a message, each with its first alias."""
    words = [
        f"{name} ({next(iter(known[name]))})" if any(known[name]) else str(name)
        for name in found[:_MOST_CHOICES]
    ]
    if len(found) > _MOST_CHOICES:
        words.append(f"{len(found) - _MOST_CHOICES} more")
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _normalized(text: str) -> str:
    letters = without_accents(text).casefold()
    return " ".join("".join(x if x.isalnum() else " " for x in letters).split())


class StartlistNames(NamedTuple):
    """The bibs and team codes of a startlist, and functions that match a word to them.

    `rider`, `team` and `either` return the bib or code, or the word unchanged if
    nothing matches. They raise PelotonError if several names match.
    """

    bibs: KeysView[str]
    codes: KeysView[str]
    rider: Callable[[str], str]
    team: Callable[[str], str]
    either: Callable[[str], str]

    def order(self, text: str) -> str:
        """In an order of riders, replace names with bibs, and commas with spaces."""

        def bib(word: re.Match[str]) -> str:
            out = word[0].upper() in Reason.__members__
            return word[0] if out else self.rider(word[0])

        return _NAME.sub(bib, text.replace(",", " "))

    def result_line(self, line: str) -> str:
        """Replace the names in a result line, such as `baens 0 3`, with bibs.

        Only the part of the line that lists riders is searched for names.
        """
        parts = _RIDERS_IN_LINE.fullmatch(line)
        return parts[1] + self.order(parts[2]) + parts[3] if parts else line


@lru_cache(maxsize=4)
def startlist_names(
    riders: tuple[Rider, ...], teams: tuple[Team, ...]
) -> StartlistNames:
    """Index the names of a startlist; lookups are cached."""
    by_bib = {str(rider.bib): (rider.name,) for rider in riders}
    by_code = {str(team.code): (team.name,) for team in teams}
    finders = map(_lookup, (by_bib, by_code, {**by_code, **by_bib}))
    return StartlistNames(by_bib.keys(), by_code.keys(), *finders)


def _lookup(known: Mapping[str, Collection[str]]) -> Callable[[str], str]:
    texts = _search_texts(known)

    @lru_cache(maxsize=1024)
    def find(word: str) -> str:
        return word if word in known else _match(word, known, texts) or word

    return find


def find_bib(tour: Tour, word: str) -> Bib:
    """Return the bib of a rider given by bib or name; raise PelotonError if unknown."""
    names = startlist_names(tour.riders, tour.teams)
    if (bib := names.rider(word)) not in names.bibs:
        raise PelotonError(unknown_bib_fault(word, names.bibs))
    return Bib(bib)


def find_team_code(tour: Tour, word: str) -> TeamCode:
    """Return the code of a team given by code or name; PelotonError if unknown."""
    names = startlist_names(tour.riders, tour.teams)
    if (code := names.team(word)) not in names.codes:
        raise PelotonError(unknown_team_fault(word, names.codes))
    return TeamCode(code)


def find_classification(
    rulebook: Rulebook, word: str, ledgers: Collection[str] = ()
) -> str:
    """Return the classification that a word names, for example by its jersey.

    The word may also name one of the `ledgers` (keys of LEDGERS). Raises PelotonError
    if the rulebook has no such classification.
    """
    known: dict[str, Collection[str]] = {**_classification_words(rulebook)}
    known |= {name: LEDGERS[name] for name in ledgers}
    if (name := match_name(word, known)) is not None:
        return name
    raise PelotonError(
        f"the rulebook {rulebook.name} has no classification '{word}',"
        f" only {', '.join(known)}{did_you_mean(word, known)}"
    )


def _classification_words(rulebook: Rulebook) -> dict[str, list[str]]:
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
    """Return the subject that a word names: bib, code, classification, ledger or name.

    The first match in this order is returned; whole words are tried before prefixes.
    Raises PelotonError if nothing matches.
    """
    bibs = {str(rider.bib): (rider.name,) for rider in tour.riders}
    codes = {str(team.code): (team.name,) for team in tour.teams}
    classifications = _classification_words(rulebook)
    named: list[tuple[str, Mapping[str, Collection[str]]]] = [
        ("classification", classifications),
        ("ledger", LEDGERS),
        ("rider", bibs),
        ("team", codes),
    ]
    tokens = [("rider", dict.fromkeys(bibs, ())), ("team", dict.fromkeys(codes, ()))]
    for known, whole in (([*tokens, *named], True), (named, False)):
        for kind, words in known:
            if (name := match_name(word, words, whole=whole)) is not None:
                return Subject(kind, name)
    everything = [*bibs, *codes, *classifications, *LEDGERS]
    raise PelotonError(
        f"found {quote(word)}, expected a rider, a team, a classification,"
        f" {' or '.join(LEDGERS)}{did_you_mean(word, everything)}"
    )


def colour_code(word: str) -> str:
    """Return a colour name's hex code (`#d62728` for red), else the word itself."""
    name = match_name(word, dict.fromkeys(COLOURS, ()))
    return word if name is None else COLOURS[name]
