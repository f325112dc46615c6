"""Write the story of a stage: fill its facts into a language's templates."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from peloton.reports.headings import race_sheet
from peloton.reports.names import Names
from peloton.reports.sheet import Column, Sheet, record_table
from peloton.rules.results import Race
from peloton.rules.story.sentences import story
from peloton.rules.story.templates import (
    OTHER_JERSEY,
    STORY_FACTS,
    Amount,
    StoryFact,
    StorySentence,
    StoryTemplates,
    Who,
    Worn,
)
from peloton.rules.winners import is_final
from peloton.rules.words import PLACEHOLDER, format_number, format_time, phrase

_MINUTE, _MOST_NAMES = 60, 4


def story_text(race: Race, number: int | None, templates: StoryTemplates | None) -> str:
    """Return the story of a stage as a paragraph; empty if there are no templates.

    Raises PelotonError for a stage that is not ridden yet.
    """
    return " ".join(row.text for row in _rows(race, number, templates))


def story_sheet(
    race: Race, number: int | None, templates: StoryTemplates, *, why: bool = False
) -> Sheet:
    """Report the story of a stage; with `why`, list each sentence with its facts."""
    score, title = race.score(number), phrase("The day in words")
    done, total = list[str]([score.title]), race.tour.total_stages
    if total and not is_final(race, score):
        at = {"number": score.number, "total": total}
        done.append(phrase("after stage {number} of {total}", **at))
    rows = [*_rows(race, number, templates)]
    data = [
        {
            "text": row.text,
            "kind": row.sentence.kind,
            **{name: _plain(fact) for name, fact in row.sentence.facts.items()},
        }
        for row in rows
    ]
    if not why:
        lead = " ".join(row.text for row in rows)
        return replace(race_sheet(race, title, (), *done, data=data), lead=lead)
    table = record_table(
        "Story",
        "",
        rows,
        (Column(phrase("Sentence"), weight=2), lambda row: row.text),
        (Column(phrase("Kind")), lambda row: row.sentence.kind),
        (
            Column(phrase("Facts"), weight=2),
            lambda row: "; ".join(
                f"{name}: {fact}" for name, fact in row.facts.items()
            ),
        ),
    )
    return race_sheet(race, title, [table], *done, data=data)


def _plain(fact: StoryFact) -> object:
    match fact:
        case Who():
            return {"team" if fact.team else "bib": fact.code}
        case Worn():
            return {"jersey": fact.jersey, **({"bib": fact.bib} if fact.bib else {})}
        case Amount():
            return fact.size
        case tuple():
            return [_plain(part) for part in fact]
    return fact


class _Row(NamedTuple):
    """A sentence of a story with its text, and the text of each of its facts."""

    sentence: StorySentence
    text: str
    facts: Mapping[str, str]


def _rows(
    race: Race, number: int | None, templates: StoryTemplates | None
) -> Iterator[_Row]:
    """Yield the sentences of a stage's story; none if there are no templates."""
    stage = race.score(number).number
    if templates is None:
        return
    writer = _Writer(race, templates)
    for sentence in story(race, number):
        facts = {name: writer.fact(fact) for name, fact in sentence.facts.items()}
        yield _Row(sentence, writer.sentence(sentence.kind, facts, stage), facts)


class _Writer:
    def __init__(self, race: Race, templates: StoryTemplates) -> None:
        self.names, self.unit = Names(race.tour), race.rulebook.unit
        self.templates = templates

    def sentence(self, kind: str, facts: Mapping[str, str], number: int) -> str:
        """Fill a sentence's facts into one of its templates.

        A kind of sentence may have several templates, which are used in turn on
        consecutive stages. Braces in facts, such as in names, are not treated as
        placeholders.
        """
        variants = self.templates.sentences[kind]
        offset = list(STORY_FACTS).index(kind)
        template = variants[(number + offset) % len(variants)]
        text = PLACEHOLDER.sub(lambda gap: facts[gap[1]], template)
        # Only a jersey is capitalized: a name such as 'van der Wiel' must not change.
        begins = template.startswith(("{jersey}", "{jerseys}"))
        return text[:1].upper() + text[1:] if begins else text

    def fact(self, fact: StoryFact) -> str:
        """Return a fact as text: a name, a number with its unit, or a list of names."""
        match fact:
            case Who():
                named = self.names.team if fact.team else self.names.rider
                text = named(fact.code)
            case Worn():
                known = self.templates.jerseys
                other = known[OTHER_JERSEY].replace("{name}", fact.jersey)
                text = known.get(fact.jersey, other)
                text += f" ({self.names.rider(fact.bib)})" if fact.bib else ""
            case Amount():
                text = self._amount(fact)
            case tuple():
                text = ", ".join(map(self.fact, fact[:_MOST_NAMES]))
                more = len(fact) - _MOST_NAMES
                text += f" {self._count('more', more)}" if more > 0 else ""
            case _:
                text = format_number(fact) if isinstance(fact, int) else fact
        return text

    def _amount(self, fact: Amount) -> str:
        if not fact.by_time:
            return self._count("points", fact.size)
        if self.unit == "seconds" and fact.size < _MINUTE:
            return self._count("seconds", fact.size)
        return format_time(fact.size, self.unit)

    def _count(self, word: str, count: int) -> str:
        forms = self.templates.words[word]
        return forms[count != 1].replace("{count}", format_number(count))
