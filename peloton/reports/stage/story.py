"""Write the story of a stage: fill its facts into a language's templates."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from peloton.reports.headings import race_sheet
from peloton.reports.names import Names
from peloton.reports.sheet import Column, Sheet, record_table
from peloton.rules.results import Race
from peloton.rules.story.sentences import story
from peloton.rules.story.templates import (
    STORY_FACTS,
    Points,
    StoryFact,
    StorySentence,
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
    race.score(number)
    rows = _rows(race, number, templates) if templates else ()
    return " ".join(text for _, text, _ in rows)


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
    data = [{"text": text, "kind": told.kind, **told.facts} for told, text, _ in rows]
    sheet = race_sheet(race, title, (), *done, data=data)
    if not why:
        return replace(sheet, lead=" ".join(text for _, text, _ in rows))
    table = record_table(
        "Story",
        "",
        rows,
        (Column(phrase("Sentence"), weight=2), lambda row: row[1]),
        (Column(phrase("Kind")), lambda row: row[0].kind),
        (
            Column(phrase("Facts"), weight=2),
            lambda row: "; ".join(f"{name}: {text}" for name, text in row[2].items()),
        ),
    )
    return replace(sheet, tables=(table,))


def _rows(
    race: Race, number: int | None, templates: StoryTemplates
) -> Iterator[tuple[StorySentence, str, Mapping[str, str]]]:
    """Yield the sentences of a stage's story, each with its text and its facts as text.

    A kind of sentence may have several templates, which are used in turn on consecutive
    stages.
    """
    stage, names = race.score(number).number, Names(race.tour)
    for sentence in story(race, number):
        texts = {
            name: _fact_text(fact, names, race.rulebook.unit, templates)
            for name, fact in sentence.facts.items()
        }
        variants = templates.sentences[sentence.kind]
        turn = stage + [*STORY_FACTS].index(sentence.kind)
        yield sentence, _filled(variants[turn % len(variants)], texts), texts


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
