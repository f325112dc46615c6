"""The lines on the road: who came over each sprint and summit, and what it brought."""

from collections.abc import Iterable, Mapping

from peloton.reports.names import RIDER_COLUMNS, Names
from peloton.reports.sheet import Column, ColumnKind, Table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import CLASSIFICATION_WORDS, prime_name
from peloton.rules.facts.stage import FINISH, Prime, Section, Sprint
from peloton.rules.results import StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.line_awards import summit_category
from peloton.rules.words import listed, say

_PLACE = Column(title=say("Place"), kind=ColumnKind.NUMBER)
_BONUS = Column(title=say("Bonus"), kind=ColumnKind.TIME)


def passages(
    score: StageScore, rulebook: Rulebook, names: Names, *, finish: bool
) -> Iterable[Table]:
    """Show every line on the road in the order ridden, and what it was worth."""
    won: dict[str, dict[tuple[str, str], int]] = {}
    for award in score.awards:
        at = won.setdefault(award.source, {})
        at[award.bib, award.towards] = at.get((award.bib, award.towards), 0) + (
            award.amount
        )
    for label, prime in score.stage.primes.items():
        bibs = score.stage.passages.get(label, ())
        title = prime_title(label, prime, rulebook)
        yield _passage(label, title, bibs, won.get(label, {}), names)
    if finish:
        paid = max((a.place for a in score.awards if a.source == FINISH), default=0)
        placed = [line.bib for line in score.result if line.place is not None]
        home = won.get(FINISH, {})
        yield _passage("Finish", say("Finish"), placed[:paid], home, names)


def prime_title(label: str, prime: Prime, rulebook: Rulebook) -> str:
    """Head a sprint or a summit: `Muur (climb of category 3, 24 spaces)`."""
    about = listed(_about(prime, rulebook))
    return say("{prime} ({about})", prime=prime_name(label, prime), about=about)


def _passage(
    label: str,
    title: str,
    bibs: Iterable[str],
    won: Mapping[tuple[str, str], int],
    names: Names,
) -> Table:
    worth = list(dict.fromkeys(towards for _, towards in won))
    return Table(
        name=label,
        title=title,
        columns=(_PLACE, *RIDER_COLUMNS, *map(_worth_column, worth)),
        rows=tuple(
            (
                place,
                *names.rider_cells(bib),
                *(won.get((bib, towards)) for towards in worth),
            )
            for place, bib in enumerate(bibs, 1)
        ),
    )


def _worth_column(towards: str) -> Column:
    if towards == "bonus":
        return _BONUS
    title = CLASSIFICATION_WORDS[ClassificationName(towards)]
    return Column(title=title, kind=ColumnKind.NUMBER)


def prime_words(prime: Prime, rulebook: Rulebook) -> Iterable[str]:
    """Say in a few words each what is crossed: a sprint, or a climb and its length."""
    if not isinstance(prime, Section):
        yield say("intermediate sprint")
        return
    category = summit_category(prime, rulebook)
    yield (
        say("climb of category {category}", category=category)
        if category
        else say("climb")
    )
    if prime.length is not None:
        yield say("{count} spaces", count=prime.length)


def _about(prime: Prime, rulebook: Rulebook) -> Iterable[str]:
    yield from prime_words(prime, rulebook)
    if isinstance(prime, Sprint) and prime.at is not None:
        yield say("at {space}", space=prime.at)
