"""The order over each sprint and summit, with the points and bonuses won there."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from peloton.reports.headings import length_of, spot_of
from peloton.reports.names import BONUS, PLACED, RIDER_COLUMNS, Names
from peloton.reports.sheet import Cell, Column, ColumnKind, Table
from peloton.rules.facts.kinds import ClassificationName
from peloton.rules.facts.labels import CATEGORIES, CLASSIFICATION_WORDS, prime_name
from peloton.rules.facts.stage import Prime, Section, Sprint
from peloton.rules.results import StageScore
from peloton.rules.rulebook.rulebook import Rulebook
from peloton.rules.stage.line_awards import summit_category
from peloton.rules.words import listed, phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What was won over one line, a column for points of a kind and for bonuses."""

    columns: tuple[Column, ...]
    won: dict[tuple[str, str], int]
    towards: tuple[str, ...]

    def cells(self, bib: str) -> tuple[Cell, ...]:
        """Write what a rider won there; nothing won stays blank."""
        return tuple(self.won.get((bib, towards)) for towards in self.towards)


def won_at(score: StageScore, source: str) -> Worth:
    """Add up what was won over one line: a prime, or the finish."""
    won: Counter[tuple[str, str]] = Counter()
    for award in score.awards:
        if award.source == source:
            won[award.bib, award.towards] += award.amount
    towards = tuple(dict.fromkeys(towards for _, towards in won))
    columns = tuple(map(_worth_column, towards))
    return Worth(columns=columns, won=won, towards=towards)


def passages(score: StageScore, rulebook: Rulebook, names: Names) -> Iterable[Table]:
    """Show the order over every line on the road, with what each rider won."""
    for label, prime in score.stage.primes.items():
        worth = won_at(score, label)
        yield Table(
            name=label,
            title=prime_title(label, prime, rulebook),
            columns=(PLACED, *RIDER_COLUMNS, *worth.columns),
            rows=tuple(
                (place, *names.rider_cells(bib), *worth.cells(bib))
                for place, bib in enumerate(score.stage.passages.get(label, ()), 1)
            ),
        )


def prime_title(label: str, prime: Prime, rulebook: Rulebook) -> str:
    """Head a sprint or a summit: `Muur (climb of category 3, 24 spaces)`."""
    about = listed(_about(prime, rulebook))
    return phrase("{prime} ({about})", prime=prime_name(label, prime), about=about)


def _worth_column(towards: str) -> Column:
    if towards == "bonus":
        return BONUS
    title = CLASSIFICATION_WORDS[ClassificationName(towards)]
    return Column(title, ColumnKind.NUMBER)


def prime_words(prime: Prime, rulebook: Rulebook) -> Iterable[str]:
    """Describe a sprint, or a climb with its category and length, in a few words."""
    if not isinstance(prime, Section):
        yield phrase("intermediate sprint")
        return
    category = summit_category(prime, rulebook)
    yield CATEGORIES[category] if category else phrase("climb")
    if prime.length is not None:
        yield length_of(prime.length, rulebook)


def _about(prime: Prime, rulebook: Rulebook) -> Iterable[str]:
    yield from prime_words(prime, rulebook)
    if isinstance(prime, Sprint) and prime.at is not None:
        yield spot_of(prime.at, rulebook)
