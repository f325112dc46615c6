"""What a word that a person types stands for: a name, its beginning, the sport's word.

Files are read as they are written; this is for commands.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, KeysView, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from peloton.errors import PelotonError, did_you_mean
from peloton.rules.facts.kinds import CLASSIFICATIONS, Language, Reason
from peloton.rules.facts.startlist import Bib, Rider, Team, TeamCode
from peloton.rules.facts.tour import Tour
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.values import no_rider, no_team, shown
from peloton.rules.words import visible, without_accents

_Name = TypeVar("_Name", bound=str)
_MOST_CHOICES = 5
_NAME = re.compile(r"(?<![^\s(])(?=[^\s()#]*[^\W0-9_])['\u2019]?\w[^\s()#]*")
"""A word with a letter, or a digit from elsewhere: 12 is a bib as it stands."""
_RIDERS_IN_LINE = re.compile(
    rf"(\s*)(\([^)#]*|(?:{'|'.join(Reason)})\s[^#]*|[^\s#,]+,?(?![^\s#]))(.*)",
    re.IGNORECASE,
)
"""A line of an entry in three, its riders in the middle: `12,4` alone is no rider."""

_WORD_START = re.compile(r"(?<!\S)\S")

LANGUAGES = {
    Language.ENGLISH: ("English",),
    Language.FRENCH: ("French", "français"),
    Language.SPANISH: ("Spanish", "español", "castellano"),
    Language.CATALAN: ("Catalan", "català"),
    Language.DUTCH: ("Dutch", "Nederlands", "Flemish"),
}
"""The names of the languages, the English one first."""

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


def meant(
    word: str, known: Mapping[_Name, Collection[str]], *, whole: bool = False
) -> _Name | None:
    """Return the name that a word stands for, None if it is none of the `known`.

    They come with other words for them. Case and accents do not matter. Unless it has
    to be `whole`, a beginning is enough, of any word of a name, where it fits only one;
    a number is no beginning, for it may be another bib mistyped. PelotonError names
    them where it fits several.
    """
    return _Index(known).meant(word, whole=whole)


class _Index(Generic[_Name]):
    """Names by their words: a word takes no longer to look up among many names."""

    def __init__(self, known: Mapping[_Name, Collection[str]]) -> None:
        self._known, self._order = known, list(known)
        self._names = {str(name): name for name in known}

    def meant(self, word: str, *, whole: bool = False) -> _Name | None:
        """Return the name that a word stands for, as `meant` does."""
        plain = _normalized(word)
        if word in self._names or not plain:
            return self._names.get(word)
        finders = self._by_name, self._by_alias, self._by_prefix
        for find in finders[:2] if whole else finders:
            found = find(plain)
            if len(found) > 1:
                choices = _choices(found, self._known)
                message = f"{shown(word)} fits {choices}: say which"
                raise PelotonError(message)
            if found:
                return found[0]
        return None

    def _by_name(self, plain: str) -> list[_Name]:
        return [name for name, own in self._texts.get(plain, {}).items() if own]

    def _by_alias(self, plain: str) -> list[_Name]:
        return list(self._texts.get(plain, ()))

    def _by_prefix(self, plain: str) -> list[_Name]:
        """Return the names that begin with a text, from any of their words on."""
        if plain.isdecimal():
            return []
        numbers: set[int] = set()
        at = bisect_left(self._suffixes, (plain, 0))
        while at < len(self._suffixes) and self._suffixes[at][0].startswith(plain):
            numbers.add(self._suffixes[at][1])
            at += 1
        return [self._order[number] for number in sorted(numbers)]

    @cached_property
    def _texts(self) -> Mapping[str, dict[_Name, bool]]:
        """The names by each text they are known by; True if it is the name itself."""
        texts: defaultdict[str, dict[_Name, bool]] = defaultdict(dict)
        for name, others in self._known.items():
            texts[_normalized(name)][name] = True
            for other in (visible(name), *others):
                texts[_normalized(other)].setdefault(name, False)
        return texts

    @cached_property
    def _suffixes(self) -> list[tuple[str, int]]:
        """Each text from each of its words on, with the number of its name, sorted."""
        return sorted(
            (text[start.start() :][:_MAX_LENGTH], number)
            for number, (name, others) in enumerate(self._known.items())
            for text in (_normalized(name), *map(_normalized, others))
            for start in islice(_WORD_START.finditer(text), _MAX_WORDS)
        )


def _choices(found: list[_Name], known: Mapping[_Name, Collection[str]]) -> str:
    """List the names that a word fits, a few of them, each with what it is called."""
    words = [
        f"{name} ({next(iter(known[name]))})" if any(known[name]) else str(name)
        for name in found[:_MOST_CHOICES]
    ]
    if len(found) > _MOST_CHOICES:
        words.append(f"{len(found) - _MOST_CHOICES} more")
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _normalized(text: str) -> str:
    return _fold(text) if len(text) <= _MAX_LENGTH else _fold.__wrapped__(text)


_MAX_LENGTH, _MAX_WORDS = 200, 20
"""No name has more letters or words, but by mistake."""


@lru_cache(maxsize=4096)
def _fold(text: str) -> str:
    letters = without_accents(text).casefold()
    return " ".join("".join(x if x.isalnum() else " " for x in letters).split())


class StartlistNames(NamedTuple):
    """Who rides, and the bib, the code or either of them that a word stands for.

    A word that is none of theirs stays. PelotonError where it fits several.
    """

    bibs: KeysView[str]
    codes: KeysView[str]
    rider: Callable[[str], str]
    team: Callable[[str], str]
    either: Callable[[str], str]

    def order(self, text: str) -> str:
        """Write bibs for the riders that an order names, and spaces for its commas."""

        def bib(word: re.Match[str]) -> str:
            out = word[0].upper() in Reason.__members__
            return word[0] if out else self.rider(word[0])

        return _NAME.sub(bib, text.replace(",", " "))

    def result_line(self, line: str) -> str:
        """Write bibs for the riders that a result line names: `baens 0 3`.

        Only where they stand is a name looked for.
        """
        parts = _RIDERS_IN_LINE.fullmatch(line)
        return parts[1] + self.order(parts[2]) + parts[3] if parts else line


@lru_cache(maxsize=4)
def startlist_names(
    riders: tuple[Rider, ...], teams: tuple[Team, ...]
) -> StartlistNames:
    """Index a startlist by what is typed; each word is looked up once."""
    by_bib = {str(rider.bib): (rider.name,) for rider in riders}
    by_code = {str(team.code): (team.name,) for team in teams}
    finders = map(_lookup, (by_bib, by_code, {**by_code, **by_bib}))
    return StartlistNames(by_bib.keys(), by_code.keys(), *finders)


def _lookup(known: Mapping[str, Collection[str]]) -> Callable[[str], str]:
    index = _Index(known)
    return lru_cache(maxsize=1024)(lambda word: index.meant(word) or word)


def rider_meant(tour: Tour, word: str) -> Bib:
    """Return the bib of a rider by bib or name; PelotonError if there is none."""
    names = startlist_names(tour.riders, tour.teams)
    if (bib := names.rider(word)) not in names.bibs:
        raise PelotonError(no_rider(word, names.bibs))
    return Bib(bib)


def team_meant(tour: Tour, word: str) -> TeamCode:
    """Return the code of a team by code or name; PelotonError if there is none."""
    names = startlist_names(tour.riders, tour.teams)
    if (code := names.team(word)) not in names.codes:
        raise PelotonError(no_team(word, names.codes))
    return TeamCode(code)


def classification_meant(
    rulebook: Rulebook, word: str, ledgers: Collection[str] = ()
) -> str:
    """Return the classification that a word stands for, by its jersey too.

    Or one of the `ledgers` (LEDGERS). PelotonError if the rulebook has neither.
    """
    known: dict[str, Collection[str]] = {**_classification_words(rulebook)}
    known |= {name: LEDGERS[name] for name in ledgers}
    if (name := meant(word, known)) is not None:
        return name
    message = (
        f"the rulebook {rulebook.name} keeps no classification '{word}',"
        f" only {', '.join(known)}{did_you_mean(word, known)}"
    )
    raise PelotonError(message)


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
"""The ledgers of a tour, with other words for them."""


class Subject(NamedTuple):
    """A `rider`, `team`, `classification` or `ledger` of a tour, by its name."""

    kind: str
    name: str


def subject_meant(tour: Tour, rulebook: Rulebook, word: str) -> Subject:
    """Return the subject that a word stands for: bib, team code, classification, name.

    The first of them that fits is meant, whole words before beginnings. PelotonError
    if none does.
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
            if (name := meant(word, words, whole=whole)) is not None:
                return Subject(kind, name)
    everything = [*bibs, *codes, *classifications, *LEDGERS]
    message = (
        f"found {shown(word)}, expected a rider, a team, a classification,"
        f" {' or '.join(LEDGERS)}{did_you_mean(word, everything)}"
    )
    raise PelotonError(message)


def colour_meant(word: str) -> str:
    """Return a colour as it is written, `#d62728` for red; any other word unchanged."""
    name = meant(word, dict.fromkeys(COLOURS, ()))
    return word if name is None else COLOURS[name]
