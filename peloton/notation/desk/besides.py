"""Read the rulings, offers, lots and counts typed at the desk."""

import re
from collections.abc import Iterator, Sequence

from peloton.errors import did_you_mean
from peloton.notation.desk.lines import label_named, split_word, split_words
from peloton.notation.result_lines import bib_value
from peloton.notation.toml.values import FormError, unfit
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.stage import FINISH, Offer, Ruling
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.names import StartlistNames
from peloton.rules.values import one_of, shown

_COUNT = re.compile(r"\d{1,9}", re.ASCII)
_FIRST_AMOUNT = re.compile(r"([+-]?\d{1,9})([pm]?)(?!\S)\s*", re.IGNORECASE)
_AMOUNT = re.compile(r"([+-]\d{1,9})([pm]?)(?!\S)\s*", re.IGNORECASE)
AMOUNTS = {"": "seconds", "p": "points", "m": "mountains"}
"""What a ruling is about, by the letter behind its number."""
REINSTATED = "reinstated"
"""The word that a rider outside the time limit stays in the race (RR-10)."""
TEAM = "team"
"""The word that says a ruling is on a team, where its code is a bib too."""


def read_ruling(text: str, known: StartlistNames) -> Ruling:
    """Read `7 +20 moved out of turn`, `MOL -2p reason`, `7 reinstated reason`.

    Seconds bare, points with p, mountains points with m, one or several of them (GN-2),
    or none for who is reinstated (RR-10). The reason is the rest, in quotes if it would
    be taken for something else. FormError for any other text.
    """
    bib, team, rest = _on_whom(text, known)
    amounts: dict[str, int] = {}
    word, behind = split_word(rest)
    reinstated = word.casefold() == REINSTATED
    rest = behind if reinstated else rest
    while amount := (_AMOUNT if amounts or reinstated else _FIRST_AMOUNT).match(rest):
        fact = AMOUNTS[amount[2].lower()]
        if fact in amounts:
            message = f"found {fact} twice, expected once"
            raise FormError(message)
        amounts[fact], rest = int(amount[1]), rest[amount.end() :]
    if not (amounts or reinstated):
        units = "seconds such as +20, points such as +2p, or mountains points such as"
        raise unfit(rest, f"{units} +2m")
    reason = split_word(rest)[0] if rest.startswith('"') else rest
    if not reason.strip():
        message = "a ruling without a reason, expected one behind the amount (GN-2)"
        raise FormError(message)
    return Ruling(
        reason=reason,
        bib=bib,
        team=team,
        seconds=amounts.get("seconds", 0),
        points=amounts.get("points", 0),
        mountains=amounts.get("mountains", 0),
        reinstated=reinstated,
    )


def _on_whom(
    text: str, known: StartlistNames
) -> tuple[Bib | None, TeamCode | None, str]:
    """Find whom a ruling is on: a rider before a team of the same name."""
    word, rest = split_word(text)
    if word == TEAM and not _FIRST_AMOUNT.match(rest):
        word, rest = split_word(rest)
        return None, TeamCode(known.team(word)), rest
    word = known.either(word)
    if word in known.bibs:
        return Bib(word), None, rest
    if word in known.codes:
        return None, TeamCode(word), rest
    near = did_you_mean(word, sorted(known.bibs | known.codes))
    message = f"no rider and no team {shown(word)}{near}"
    raise FormError(message)


def looks_like_amount(text: str, *, first: bool = False) -> bool:
    """Whether a text begins like one more amount, or like the first of them."""
    return (_FIRST_AMOUNT if first else _AMOUNT).match(text) is not None


def read_offer(text: str, labels: Sequence[str], known: StartlistNames) -> Offer:
    """Read `MOL 50 Zottegem`, for who is first; `MOL 50`: at the finish (CY-15).

    `MOL 50 Zottegem 2` is for who is second. FormError for any other text.
    """
    team, rest = split_word(text)
    word, rest = split_word(rest)
    if not team or not _COUNT.fullmatch(word):
        raise unfit(text, "a team and an amount such as MOL 50")
    target, place = _target(rest, [*labels, FINISH]) if rest else (FINISH, 1)
    team = TeamCode(known.team(team))
    return Offer(team=team, amount=int(word), target=target, place=place)


def _target(text: str, labels: Sequence[str]) -> tuple[str, int]:
    """Read what an offer is for; a number alone is the line of that number."""
    if text.startswith('"'):
        target, rest = split_word(text)
        return target, _place(rest) if rest else 1
    *head, last = text.rsplit(None, 1)
    if text in labels or not head or not _COUNT.fullmatch(last):
        return label_named(text, labels), 1
    return label_named(head[0], labels), _place(last)


def _place(text: str) -> int:
    if _COUNT.fullmatch(text) and int(text):
        return int(text)
    raise unfit(text, "a place, 1 or more")


DRAW = "?"
"""Stands for lots that are to be drawn at the desk."""


def read_lots(
    text: str, known: StartlistNames
) -> tuple[ClassificationName, tuple[str, ...]]:
    """Read `general 12 4`: the classification, and who was drawn, first first.

    FormError if they are still to be drawn: `general ?`.
    """
    name, drawn = named_lots(text)
    if drawn == (DRAW,):
        message = "lots that are not drawn yet, Enter on this line draws them"
        raise FormError(message)
    teams = name is ClassificationName.TEAMS
    return name, tuple(map(known.team if teams else known.rider, drawn))


def named_lots(text: str) -> tuple[ClassificationName, tuple[str, ...]]:
    """Read lots as they stand, drawn or not. FormError for no classification."""
    word, rest = split_word(text)
    plain = word.casefold()
    names = [
        name
        for name, row in CLASSIFICATIONS.items()
        if name.startswith(plain) or plain in row.others
    ]
    if plain in CLASSIFICATIONS:
        names = [ClassificationName(plain)]
    if len(names) != 1:
        near = did_you_mean(word, ClassificationName)
        known = one_of(tuple(ClassificationName))
        raise unfit(word, f"{known}{near}")
    return names[0], tuple(split_words(rest))


_TIMES = re.compile(r"\*(\d{1,9})(?!\S)", re.ASCII)


def read_counts(
    text: str, known: StartlistNames, *, teams: bool
) -> Iterator[tuple[str, bool, int]]:
    """Read `12 7*2 MOL*2`: who, whether that is a team, and one or so many.

    A name in quotes is a team's, and another one if no rider has it. Without `teams`
    there are none to count for.
    """
    if not text.strip():
        message = "found no rider, expected bibs such as 12 7"
        raise FormError(message)
    while text := text.strip():
        if text.startswith('"') and teams:
            name, text = split_word(text)
            times = _TIMES.match(text)
            text = text[times.end() :] if times else text
            yield known.team(name), True, int(times[1]) if times else 1
            continue
        word, *rest = text.split(None, 1)
        text = "".join(rest)
        name, _, count = word.rpartition("*")
        if not (name and _COUNT.fullmatch(count)):
            name, count = word, "1"
        name = (known.either if teams else known.rider)(name)
        team = teams and name in known.codes - known.bibs
        yield name if team else bib_value(name), team, int(count)


def read_cards(text: str, known: StartlistNames) -> Iterator[tuple[str, bool, int]]:
    """Read `7 2 9 1`: each rider, who is no team, and how many cards."""
    words = text.split()
    if not words or len(words) % 2 or not all(map(_COUNT.fullmatch, words[1::2])):
        raise unfit(text, "a bib and a number such as 7 2")
    for bib, count in zip(words[::2], words[1::2], strict=True):
        yield bib_value(known.rider(bib)), False, int(count)
