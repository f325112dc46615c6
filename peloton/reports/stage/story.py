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
    race.score(number)
    rows = _rows(race, number, templates) if templates else ()
    return " ".join(row.text for row in rows)


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
    data = [{"text": row.text, "kind": row.kind, **row.data} for row in rows]
    sheet = race_sheet(race, title, (), *done, data=data)
    if not why:
        return replace(sheet, lead=" ".join(row.text for row in rows))
    table = record_table(
        "Story",
        "",
        rows,
        (Column(phrase("Sentence"), weight=2), lambda row: row.text),
        (Column(phrase("Kind")), lambda row: row.kind),
        (Column(phrase("Facts"), weight=2), lambda row: row.facts),
    )
    return replace(sheet, tables=(table,))


class _Row(NamedTuple):
    """A sentence of a story: its kind and text, and its facts as text and as data."""

    kind: str
    text: str
    facts: str
    data: Mapping[str, object]


def _rows(race: Race, number: int | None, templates: StoryTemplates) -> Iterator[_Row]:
    """Yield the sentences of a stage's story.

    A kind of sentence may have several templates, which are used in turn on consecutive
    stages.
    """
    stage, names = race.score(number).number, Names(race.tour)
    unit = race.rulebook.unit
    for kind, facts in story(race, number):
        texts, data = dict[str, str](), dict[str, object]()
        for name, fact in facts.items():
            texts[name], data[name] = _fact_forms(fact, names, unit, templates)
        variants = templates.sentences[kind]
        template = variants[(stage + [*STORY_FACTS].index(kind)) % len(variants)]
        listed = "; ".join(f"{name}: {text}" for name, text in texts.items())
        yield _Row(kind, _filled(template, texts), listed, data)


def _filled(template: str, texts: Mapping[str, str]) -> str:
    """Fill texts into a template; braces in them, as in names, are no placeholders."""
    text = PLACEHOLDER.sub(lambda gap: texts[gap[1]], template)
    # Only a jersey is capitalized: a name such as 'van der Wiel' must not change.
    begins = template.startswith(("{jersey}", "{jerseys}"))
    return text[:1].upper() + text[1:] if begins else text


def _fact_forms(
    fact: StoryFact, names: Names, unit: str, templates: StoryTemplates
) -> tuple[str, object]:
    """Return a fact as text (a name, a number with its unit, or a list) and as data."""

    def count(word: str, number: int) -> str:
        form = templates.words[word][number != 1]
        return form.replace("{count}", format_number(number))

    text: str = str(fact)
    data: object = fact
    match fact:
        case Who(code, team):
            text = names.team(code) if team else names.rider(code)
            data = {"team" if team else "bib": code}
        case Worn(jersey, bib):
            other = templates.jerseys[OTHER_JERSEY].replace("{name}", jersey)
            text, data = templates.jerseys.get(jersey, other), {"jersey": jersey}
            if bib:
                text, data = f"{text} ({names.rider(bib)})", {**data, "bib": bib}
        case Amount(size, by_time):
            text, data = count("seconds" if by_time else "points", size), size
            if by_time and (unit != "seconds" or size >= _MINUTE):
                text = format_time(size, unit)
        case tuple():
            parts = [_fact_forms(part, names, unit, templates) for part in fact]
            text, data = (
                ", ".join(text for text, _ in parts[:_MOST_NAMES]),
                [data for _, data in parts],
            )
            more = len(fact) - _MOST_NAMES
            text += f" {count('more', more)}" if more > 0 else ""
        case int():
            text = format_number(fact)
    return text, data
