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
    STORY_FACTS,
    Points,
    StoryFact,
    StoryTemplates,
    Ticks,
)
from peloton.rules.winners import is_final
from peloton.rules.words import PLACEHOLDER, format_number, format_time, phrase

_MINUTE, _MOST_NAMES = 60, 4


def story_text(race: Race, number: int | None, templates: StoryTemplates | None) -> str:
    """Return the story of a stage as a paragraph; empty if there are no templates.

    Raises PelotonError for a stage that is not ridden yet.
    """
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
    data = [{"text": row.text, "kind": row.kind, **row.facts} for row in rows]
    sheet = race_sheet(race, title, (), *done, data=data)
    if not why:
        return replace(sheet, lead=" ".join(row.text for row in rows))
    table = record_table(
        "Story",
        "",
        rows,
        (Column(phrase("Sentence"), weight=2), lambda row: row.text),
        (Column(phrase("Kind")), lambda row: row.kind),
        (
            Column(phrase("Facts"), weight=2),
            lambda row: "; ".join(
                f"{name}: {text}" for name, text in row.texts.items()
            ),
        ),
    )
    return replace(sheet, tables=(table,))


class _Row(NamedTuple):
    """A sentence of a story, with its facts as data and as texts."""

    kind: str
    text: str
    facts: Mapping[str, StoryFact]
    texts: Mapping[str, str]


def _rows(race: Race, number: int | None, templates: StoryTemplates) -> Iterator[_Row]:
    """Yield the sentences of a stage's story.

    A kind of sentence may have several templates, which are used in turn on consecutive
    stages.
    """
    stage, names = race.score(number).number, Names(race.tour)
    unit = race.rulebook.unit
    for kind, facts in story(race, number).items():
        texts = {n: _fact_text(f, names, unit, templates) for n, f in facts.items()}
        variants = templates.sentences[kind]
        template = variants[(stage + [*STORY_FACTS].index(kind)) % len(variants)]
        yield _Row(kind, _filled(template, texts), facts, texts)


def _filled(template: str, texts: Mapping[str, str]) -> str:
    """Fill texts into a template; braces in them, as in names, are no placeholders."""
    text = PLACEHOLDER.sub(lambda gap: texts[gap[1]], template)
    # Only a jersey is capitalized: a name such as 'van der Wiel' must not change.
    begins = template.startswith(("{jersey}", "{jerseys}"))
    return text[:1].upper() + text[1:] if begins else text


def _fact_text(
    fact: StoryFact, names: Names, unit: str, templates: StoryTemplates
) -> str:
    """Return a fact as text: a name, a number with its unit, or a list."""
    text = str(fact)
    match fact:
        case {"team": code}:
            text = names.team(code)
        case {"jersey": jersey, "bib": bib}:
            text = f"{templates.jersey(jersey)} ({names.rider(bib)})"
        case {"jersey": jersey}:
            text = templates.jersey(jersey)
        case {"bib": bib}:
            text = names.rider(bib)
        case Points():
            text = templates.count("points", fact)
        case Ticks() if unit == "seconds" and fact < _MINUTE:
            text = templates.count("seconds", fact)
        case Ticks():
            text = format_time(fact, unit)
        case tuple():
            texts = [_fact_text(part, names, unit, templates) for part in fact]
            text, more = ", ".join(texts[:_MOST_NAMES]), len(texts) - _MOST_NAMES
            text += f" {templates.count('more', more)}" if more > 0 else ""
        case int():
            text = format_number(fact)
    return text
