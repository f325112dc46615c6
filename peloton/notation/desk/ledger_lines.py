"""Read desk lines with rulings, offers, drawn lots, and counts of turns or cards."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from peloton.errors import PelotonError, did_you_mean
from peloton.notation.desk.lines import find_label, split_word, split_words
from peloton.notation.toml.values import bib_value
from peloton.rules.facts.kinds import CLASSIFICATIONS, ClassificationName
from peloton.rules.facts.stage import FINISH, Offer, Ruling
from peloton.rules.facts.startlist import Bib, TeamCode
from peloton.rules.names import StartlistNames, match_name
from peloton.rules.values import quote, unexpected, word_fault

_COUNT = re.compile(r"\d{1,9}", re.ASCII)
_AMOUNT = re.compile(r"([+-]?)(\d{1,9})([pm]?)(?!\S)\s*", re.IGNORECASE)
AMOUNTS = {"": "seconds", "p": "points", "m": "mountains"}
"""Field of a ruling that holds an amount, keyed by the letter after the number."""
REINSTATED = "reinstated"
"""The word in a ruling that keeps a rider over the time limit in the race (RR-10)."""
TEAM = "team"
"""The word before a team's code in a ruling; needed if a rider's bib is the same."""


def read_ruling(text: str, known: StartlistNames) -> Ruling:
    """Read a ruling: `7 +20 moved out of turn`, `MOL -2p late`, `7 reinstated reason`.

    Amounts (GN-2) are in seconds, in points with p, or in mountains points with m. A
    reinstatement (RR-10) needs no amount. The rest of the text is the reason. A reason
    that looks like an amount must be in quotes. Raises PelotonError for any other text.
    """
    bib, team, rest = _ruled_on(text, known)
    given: dict[str, Any] = {}
    word, after = split_word(rest)
    if word.casefold() == REINSTATED:
        given[REINSTATED], rest = True, after
    while (amount := _AMOUNT.match(rest)) and (amount[1] or not given):
        fact = AMOUNTS[amount[3].lower()]
        if fact in given:
            raise PelotonError(f"found {fact} twice, expected once")
        given[fact], rest = int(amount[1] + amount[2]), rest[amount.end() :]
    if not given:
        units = "seconds such as +20, points such as +2p, or mountains points such as"
        raise unexpected(rest, f"{units} +2m")
    reason = split_word(rest)[0] if rest.startswith('"') else rest
    if not reason.strip():
        raise PelotonError(
            "a ruling without a reason, expected one after the amount (GN-2)"
        )
    return Ruling(reason=reason, bib=bib, team=team, **given)


def _ruled_on(
    text: str, known: StartlistNames
) -> tuple[Bib | None, TeamCode | None, str]:
    word, rest = split_word(text)
    if word == TEAM and not _AMOUNT.match(rest):
        word, rest = split_word(rest)
        return None, TeamCode(known.team(word)), rest
    word = known.either(word)
    if word in known.bibs:
        return Bib(word), None, rest
    if word in known.codes:
        return None, TeamCode(word), rest
    near = did_you_mean(word, sorted(known.bibs | known.codes))
    raise PelotonError(f"no rider or team {quote(word)}{near}")


def read_offer(text: str, labels: Sequence[str], known: StartlistNames) -> Offer:
    """Read a sponsor's offer for a prime or the finish, such as `MOL 50 Zottegem`.

    `MOL 50` is for the finish, `MOL 50 Zottegem 2` for the second rider (CY-15). Raises
    PelotonError for any other text.
    """
    team, rest = split_word(text)
    word, rest = split_word(rest)
    if not team or not _COUNT.fullmatch(word):
        raise unexpected(text, "a team and an amount such as MOL 50")
    target, place = FINISH, ""
    if rest.startswith('"'):
        target, place = split_word(rest)
    elif rest:
        *head, last = rest.rsplit(None, 1)
        # A single number is that of a prime.
        if head and rest not in labels and _COUNT.fullmatch(last):
            rest, place = head[0], last
        target = find_label(rest, [*labels, FINISH])
    if place and not (_COUNT.fullmatch(place) and int(place)):
        raise unexpected(place, "a place, 1 or more")
    code, amount = TeamCode(known.team(team)), int(word)
    return Offer(team=code, amount=amount, target=target, place=int(place or 1))


LOTS_PLACEHOLDER = "?"
"""Typed after a classification to ask the desk to draw lots between the ex aequo."""


def read_lots(
    text: str, known: StartlistNames
) -> tuple[ClassificationName, tuple[str, ...]]:
    """Read drawn lots such as `general 12 4`: a classification, and bibs or codes.

    Raises PelotonError if the lots have not been drawn yet, as in `general ?`.
    """
    name, drawn = split_lots(text)
    if drawn == (LOTS_PLACEHOLDER,):
        raise PelotonError(
            "found lots not drawn yet: press Enter on this line to draw them"
        )
    teams = name is ClassificationName.TEAMS
    return name, tuple(map(known.team if teams else known.rider, drawn))


def split_lots(text: str) -> tuple[ClassificationName, tuple[str, ...]]:
    """Split a line of drawn lots into its classification and the bibs or codes drawn.

    Raises PelotonError for an unknown or ambiguous classification.
    """
    word, rest = split_word(text)
    others = {name: row.others for name, row in CLASSIFICATIONS.items()}
    codes = dict.fromkeys(others, ())
    name = match_name(word, others, whole=True) or match_name(word, codes)
    if name is None:
        raise PelotonError(word_fault(word, codes))
    return name, tuple(split_words(rest))


_COUNTED = re.compile(r'("(?:\\.|[^"\\])*"|\S+?)(?:\*(\d{1,9}))?(?:\s+|$)', re.ASCII)
"""Matches a bib, a code or a quoted name, perhaps with a factor such as `*2`."""


def read_counts(
    text: str, known: StartlistNames, *, teams: bool, held: bool
) -> Iterator[tuple[str, bool, int]]:
    """Read counts such as `12 MOL*2`: yield (bib or code, True for a team, number).

    If `teams` is true, a quoted name is read as a team, and so is a team code that is
    not also a bib. If `held` is true, as for cards in hand (`is_final`), every count
    needs a number, and the text may also be pairs of bib and number: `7 2 9 1`.
    """
    words = text.split()
    if not words:
        raise PelotonError("found no rider, expected bibs such as 12 7")
    counts: Iterable[tuple[str, str]] = _COUNTED.findall(text.strip())
    if held and not len(words) % 2 and all(map(_COUNT.fullmatch, words[1::2])):
        counts = zip(words[::2], words[1::2], strict=True)
    for word, count in counts:
        if held and not count:
            raise unexpected(text, "a bib and a number such as 7 2")
        if teams and word.startswith('"'):
            yield known.team(split_word(word)[0]), True, int(count or 1)
            continue
        if word not in known.bibs and not {"*", "="}.isdisjoint(word):
            raise unexpected(word, "a bib and a number such as 7*2")
        name = (known.either if teams else known.rider)(word)
        team = teams and name in known.codes and name not in known.bibs
        yield name if team else bib_value(name), team, int(count or 1)
