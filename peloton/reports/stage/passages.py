"""The order over each sprint and summit, with the points and bonuses won there."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from peloton.reports.names import RIDER_COLUMNS, Names
from peloton.reports.sheet import Column, ColumnKind, Table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import CATEGORIES, CLASSIFICATION_WORDS, prime_name
from peloton.rules.facts.stage import FINISH, Prime, Section, Sprint
from peloton.rules.results import StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.line_awards import summit_category
from peloton.rules.words import listed, phrase

_PLACE = Column(title=phrase("Place"), kind=ColumnKind.NUMBER)
_BONUS = Column(title=phrase("Bonus"), kind=ColumnKind.TIME)


def passages(
    score: StageScore, rulebook: Rulebook, names: Names, *, finish: bool
) -> Iterable[Table]:
    """Show the order over every line on the road, with what each rider won.

    With `finish` the places that score there too.
    """
    won: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for award in score.awards:
        won[award.source][award.bib, award.towards] += award.amount
    for label, prime in score.stage.primes.items():
        bibs = score.stage.passages.get(label, ())
        title = prime_title(label, prime, rulebook)
        yield _passage(label, title, bibs, won[label], names)
    if finish:
        paid = max((a.place for a in score.awards if a.source == FINISH), default=0)
        placed = [line.bib for line in score.result if line.place is not None]
        yield _passage("Finish", phrase("Finish"), placed[:paid], won[FINISH], names)


def prime_title(label: str, prime: Prime, rulebook: Rulebook) -> str:
    """Head a sprint or a summit: `Muur (climb of category 3, 24 spaces)`."""
    about = listed(_about(prime, rulebook))
    return phrase("{prime} ({about})", prime=prime_name(label, prime), about=about)


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
    """Describe a sprint, or a climb with its category and length, in a few words."""
    if not isinstance(prime, Section):
        yield phrase("intermediate sprint")
        return
    category = summit_category(prime, rulebook)
    yield CATEGORIES[category] if category else phrase("climb")
    if prime.length is not None:
        yield phrase("{count} spaces", count=prime.length)


def _about(prime: Prime, rulebook: Rulebook) -> Iterable[str]:
    yield from prime_words(prime, rulebook)
    if isinstance(prime, Sprint) and prime.at is not None:
        yield phrase("at {space}", space=prime.at)
